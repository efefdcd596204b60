//! Instructions of a server for models: whether models read them.

use consent::Widening;
use domain::ServerId;
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use store::{FOR_MODELS, NewPin, PinKind};

use crate::{inner::Host, ledger, server::Words};

impl Host {
    /// Sets whether models read the accepted instructions of a server. Letting them is confirmed by a person, who sees the whole
    /// text. They are sent as claims of that server. When the server changes them, the new ones are not read until a person accepts them.
    ///
    /// # Errors
    /// There is no such server, it is neither ready nor asleep, it has no instructions, it was not confirmed, or it could not be stored;
    /// then nothing changed.
    pub async fn set_instructions_for_models(
        &self,
        server: ServerId,
        on: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let handle = inner.servers.handle(server)?;
        let snapshot = handle.snapshot();
        let offered = snapshot.offered();
        if offered.is_some_and(|offered| offered.pins.for_models == on) {
            return Ok(());
        }
        if on {
            let name = &snapshot.record.name;
            let offered = offered.ok_or_else(|| inner.servers.not_ready(name))?;
            let none = || ApiError::new(ErrorCode::NotFound, phrases::host_no_instructions(name));
            let words = offered.words().ok_or_else(none)?;
            let text = words.text.clone().filter(|text| !text.trim().is_empty());
            let widening = Widening::Instructions {
                text: text.ok_or_else(none)?,
                digest: words.digest,
            };
            inner.confirm(Some(server), widening).await?;
            inner.let_models_read(&handle, Some(&words)).await?;
        } else {
            inner.let_models_read(&handle, None).await?;
        }
        let about = ledger::About::server(server, inner.servers.name(server));
        let event = ledger::Event::Instructions { for_models: on };
        inner.record_change(about, event).await;
        Ok(())
    }
}

/// Returns the pin that lets models read instructions. It has no effect once others are accepted.
pub(super) fn for_models(words: &Words) -> NewPin<'_> {
    NewPin {
        kind: PinKind::Instructions,
        name: FOR_MODELS,
        digest: words.digest,
        raw: "",
    }
}
