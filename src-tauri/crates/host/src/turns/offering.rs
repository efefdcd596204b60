//! The model of a step, and the tools offered to it.

use std::collections::BTreeSet;

use domain::{Provenance, ProviderId, ServerId, Wire};
use host_api::ApiError;
use store::ConversationRecord;

use crate::{
    catalog::{Catalog, Entry, Instructions, Names},
    inner::Inner,
    providers::Takes,
    state::{Plan, Provider},
    tour,
};

/// The model of a step.
pub(crate) enum Model {
    /// A model at an endpoint.
    Endpoint(Provider),
    /// The practice model of the tour.
    Practice,
}

impl Model {
    /// Returns the model of a turn.
    pub async fn planned(
        inner: &Inner,
        plan: &Plan,
        conversation: &ConversationRecord,
    ) -> Result<Self, ApiError> {
        let model = Self::of(inner, plan.provider, conversation).await?;
        Ok(match (model, plan.model.as_deref()) {
            (Self::Endpoint(provider), Some(model)) => {
                Self::Endpoint(provider.with_model(Some(model)))
            }
            (model, _) => model,
        })
    }

    pub async fn of(
        inner: &Inner,
        id: ProviderId,
        conversation: &ConversationRecord,
    ) -> Result<Self, ApiError> {
        if tour::is_practice(id) {
            return Ok(Self::Practice);
        }
        let chosen = (conversation.provider == Some(id))
            .then_some(conversation.model.as_deref())
            .flatten();
        let provider = inner.provider(id).await?;
        Ok(Self::Endpoint(provider.with_model(chosen)))
    }

    /// Returns the wire that it speaks.
    pub fn wire(&self) -> Wire {
        match self {
            Self::Endpoint(provider) => provider.wire,
            Self::Practice => Wire::OpenAiChat,
        }
    }

    /// Returns its endpoint as messages name it; none for the practice model, which keeps no state.
    pub fn endpoint(&self) -> Option<String> {
        match self {
            Self::Endpoint(provider) => {
                let Provider { wire, base_url, .. } = provider;
                Some(format!("{} {base_url}", wire.as_str()))
            }
            Self::Practice => None,
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Endpoint(provider) => &provider.model,
            Self::Practice => ::tour::MODEL,
        }
    }
}

/// Builds the catalog for a model, or for none that is known: the accepted tools of the servers that are ready. Tools are withheld if
/// their server is off in the conversation, or if they are not for models. The practice model is offered only the tour's server.
pub(super) fn catalog(
    inner: &Inner,
    model: Option<&Model>,
    off: &BTreeSet<ServerId>,
    takes: Takes,
) -> Catalog {
    let of_tour = match model {
        Some(Model::Endpoint(_)) | None => None,
        Some(Model::Practice) => Some(inner.tour_servers()),
    };
    let (mut entries, mut instructions) = (Vec::new(), Vec::new());
    let snapshots = inner.servers.snapshots();
    for snapshot in &snapshots {
        let Some(offered) = snapshot.offered() else {
            continue;
        };
        let record = &snapshot.record;
        let on = offered
            .tools
            .iter()
            .filter(|t| !record.tools_off.contains(&t.tool.name))
            .filter(|t| offered.pins.is_accepted(&t.tool.name));
        let on_offer = !off.contains(&record.id)
            && of_tour.as_ref().is_none_or(|own| own.contains(&record.id));
        if on_offer && let Some(text) = offered.for_models() {
            instructions.push(Instructions {
                origin: Provenance::Instructions { server: record.id },
                server_name: record.name.clone(),
                text,
            });
        }
        entries.extend(on.map(|definition| {
            let definition = offered.pins.accepted(definition).clone();
            Entry {
                server_name: record.name.clone(),
                launch: offered.launch,
                offered: on_offer && definition.is_for_models(),
                definition,
            }
        }));
    }
    let servers = snapshots
        .iter()
        .map(|s| (s.record.id, s.record.name.as_str()));
    let names = Names::new(servers, takes.letters);
    Catalog::new(entries, &names)
        .with_instructions(instructions)
        .deferring(takes.deferred)
}

/// Builds the catalog of the tools that are on offer to models, whatever the conversation.
pub(crate) fn on_offer(inner: &Inner) -> Catalog {
    catalog(inner, None, &BTreeSet::new(), Takes::ANYTHING)
}
