//! Notices of the host inside a reply.

use domain::Provenance;
use host_api::ApiError;
use messages::{Text, phrases};
use store::{NewPart, PartKind};

use super::StreamedMessage;
use crate::{catalog::Catalog, turns::offering::Model};

impl StreamedMessage<'_> {
    /// Adds notices about omitted tools and a conversation that does not fit, unless the branch has them already.
    pub(super) async fn say_cut(
        &self,
        model: &Model,
        catalog: &Catalog,
        exceeded: bool,
    ) -> Result<(), ApiError> {
        let tools = match (model, catalog.cut()) {
            (Model::Endpoint(provider), Some(cut)) if !exceeded => {
                Some(cut.text(domain::visible(provider.base_url.authority())))
            }
            (Model::Endpoint(_) | Model::Practice, _) => None,
        };
        let size = exceeded.then(phrases::host_context_cut);
        let inner = self.inner;
        for notice in tools.into_iter().chain(size) {
            let text = Text::from(notice).stored();
            let path = inner.store.messages().path_to(self.message).await?;
            let mut parts = path.iter().flat_map(|message| &message.parts);
            if !parts.any(|part| part.kind == PartKind::Notice && part.body == text) {
                self.notice(&text).await?;
                inner.emit_message(self.conversation, self.message).await;
            }
        }
        Ok(())
    }

    /// Adds a notice of the host, as [`Text::stored`] writes it.
    pub(super) async fn notice(&self, text: &str) -> Result<(), ApiError> {
        let part = NewPart {
            kind: PartKind::Notice,
            body: text.to_owned(),
            origin: Provenance::Host,
        };
        let messages = self.inner.store.messages();
        messages.add_part(self.message, &part).await?;
        Ok(())
    }
}
