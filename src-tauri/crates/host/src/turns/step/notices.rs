//! Notices of the host inside a reply.

use domain::Provenance;
use host_api::ApiError;
use llm::LeftOut;
use messages::{Text, phrases};
use store::{NewPart, PartKind};

use super::StreamedMessage;
use crate::{catalog::Catalog, providers::Lost, turns::offering::Model};

impl StreamedMessage<'_> {
    /// Adds notices about what the endpoint does not take, omitted tools and a conversation that does not fit, unless the branch has them already.
    pub(super) async fn say_cut(
        &self,
        model: &Model,
        catalog: &Catalog,
        exceeded: bool,
        lost: &Lost,
    ) -> Result<(), ApiError> {
        let endpoint = match model {
            Model::Endpoint(provider) => domain::visible(provider.base_url.authority()),
            Model::Practice => String::new(),
        };
        let lost = lost.text(&endpoint);
        // Who is told that there are no tools needs not be told how many.
        let cut = catalog.cut().filter(|cut| !exceeded && cut.most > 0);
        let tools = cut
            .filter(|_| matches!(model, Model::Endpoint(_)))
            .map(|cut| cut.text(endpoint));
        let size = exceeded.then(phrases::host_context_cut);
        let inner = self.inner;
        for notice in lost.into_iter().chain(tools).chain(size) {
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

    /// Says what of an answer is not shown.
    pub(super) async fn say_left_out(&self, what: LeftOut, count: u32) -> Result<(), ApiError> {
        let notice = match what {
            LeftOut::Lines => phrases::host_turn_left_lines(count),
            LeftOut::Pictures => phrases::host_turn_left_pictures(count),
            LeftOut::Sounds => phrases::host_turn_left_sounds(count),
            LeftOut::Parts => phrases::host_turn_left_parts(count),
            LeftOut::Calls => phrases::host_turn_left_calls(),
        };
        self.notice(&Text::from(notice).stored()).await
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
