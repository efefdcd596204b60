//! Pinned resources: read again when their server says that they changed, and after it connected.

use std::sync::Arc;

use attachments::Selection;
use domain::{Provenance, ServerId};
use host_api::ApiError;
use store::AttachmentRecord;

use super::{facts::Facts, reading::stored};
use crate::{
    inner::{Host, Inner},
    state::{Heard, Inspected, Source},
};

/// Reads pinned resources again until the host closes.
pub(crate) async fn follow(inner: Arc<Inner>) {
    let Some(mut heard) = inner.attaching.ears.listen() else {
        return;
    };
    let host = Host {
        inner: Arc::clone(&inner),
    };
    loop {
        let one = tokio::select! {
            one = heard.recv() => one,
            () = inner.closing.cancelled() => return,
        };
        let done = match one {
            None => return,
            Some(Heard::Updated(server, uri)) => host.refresh(server, Some(&uri)).await,
            Some(Heard::Connected(server)) => host.refresh(server, None).await,
        };
        if let Err(error) = done {
            tracing::debug!(%error, "a pinned resource could not be read again");
        }
    }
}

impl Host {
    /// Follows a pinned resource, if its server lets one.
    pub(super) async fn follow_pinned(&self, server: ServerId, uri: &str) {
        let ready = self.inner.servers.ready(server);
        let offers = ready.is_ok_and(|(_, connection)| {
            let resources = connection.info.capabilities.resources;
            resources.is_some_and(|resources| resources.subscribe)
        });
        if offers && let Err(error) = self.subscribe_resource(server, uri, true).await {
            tracing::debug!(%error, "changes of a pinned resource are not told");
        }
    }

    /// Reads the pinned resources of a server again: those at or above a changed URI, or all of them, which are then followed.
    async fn refresh(&self, server: ServerId, changed: Option<&str>) -> Result<(), ApiError> {
        let pinned = self.inner.store.attachments().pinned_of(server).await?;
        for record in pinned {
            let Provenance::Resource { uri, .. } = &record.origin else {
                continue;
            };
            match changed {
                Some(changed) if !changed.starts_with(uri.as_str()) => continue,
                Some(_) => {}
                None => self.follow_pinned(server, uri).await,
            }
            if let Err(error) = self.read_pinned(server, uri, &record).await {
                tracing::debug!(%error, "a pinned resource could not be read again");
            }
        }
        Ok(())
    }

    async fn read_pinned(
        &self,
        server: ServerId,
        uri: &str,
        record: &AttachmentRecord,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let Ok(facts) = serde_json::from_str::<Facts>(&record.facts) else {
            return Ok(());
        };
        let (name, bytes, source): (_, _, Source) = inner.resource_bytes(server, uri).await?;
        let bytes: Arc<[u8]> = bytes.into();
        let found = inner.attaching.inspect(&name, &bytes).await?;
        let inspected = Inspected::new(found, bytes, source);
        let selection = Selection {
            form: facts.form,
            section: facts.section,
            span: facts.range,
        };
        let made = inner.attaching.extract(&inspected, selection).await?;
        let mut new = stored(&inspected, selection, made, record.conversation, true)?;
        if new.digest == record.digest {
            return Ok(());
        }
        if let Ok(mut facts) = serde_json::from_str::<Facts>(&new.facts) {
            facts.changed = true;
            new.facts = serde_json::to_string(&facts).unwrap_or(new.facts);
        }
        inner.store.attachments().replace(record.id, &new).await?;
        if let Some(conversation) = record.conversation {
            inner.flows.forget(conversation);
            inner.emit_conversation(conversation).await?;
        }
        Ok(())
    }
}
