//! Recovery of calls after a power cut. The decision about a call is durable before the call is sent; its record in the store is not.

use archive::OpenError;
use audit::Audit;
use store::Store;

/// Marks the calls that wait by the store and were allowed by the log: they may have been sent. Returns how many there are.
///
/// # Errors
/// One of the two cannot be read or written.
pub(crate) async fn recover(store: &Store, audit: &Audit) -> Result<u64, OpenError> {
    let mut sent = 0;
    for call in store.cancelled() {
        let Some(server) = call.server else { continue };
        if audit
            .was_allowed(call.id, call.conversation, server)
            .await?
        {
            store.calls().mark_possibly_sent(call.id).await?;
            sent += 1;
        }
    }
    Ok(sent)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use audit::{Entry, EntryKind};
    use domain::{CallId, ServerId};
    use store::{CallState, NewCall};

    use super::*;

    fn decision(call: CallId, server: ServerId, word: &str) -> Entry {
        Entry {
            at_ms: 1,
            kind: EntryKind::Decision,
            server: Some(server),
            conversation: None,
            call: Some(call),
            subject: "t".into(),
            decision: Some(word.into()),
            detail: "{}".into(),
            content: None,
        }
    }

    #[tokio::test]
    async fn waiting_call_that_was_allowed_may_have_run() {
        let dir = tempfile::tempdir().unwrap();
        let server = ServerId::new();
        let [allowed, denied, undecided] = std::array::from_fn(|_| CallId::new());
        let store = Store::open(dir.path()).await.unwrap();
        for id in [allowed, denied, undecided] {
            let call = NewCall {
                id,
                conversation: None,
                message: None,
                server: Some(server),
                server_name: "s",
                tool: "t",
                alias: "t",
                wrapper: None,
                provider_call_id: "",
                definition: None,
                launch: None,
                arguments: "{}",
            };
            store.calls().insert_call(call).await.unwrap();
        }
        let audit = Audit::open(&store.audit_path()).await.unwrap();
        audit
            .append(decision(allowed, server, "allowed"))
            .await
            .unwrap();
        audit
            .append(decision(denied, server, "denied"))
            .await
            .unwrap();
        store.close().await;

        let store = Store::open(dir.path()).await.unwrap();
        assert_eq!(recover(&store, &audit).await.unwrap(), 1);
        for (id, state) in [
            (allowed, CallState::Unknown),
            (denied, CallState::Cancelled),
            (undecided, CallState::Cancelled),
        ] {
            let call = store.calls().get(id).await.unwrap().unwrap();
            assert_eq!(call.state, state);
            assert_eq!(call.sent_ms.is_some(), state == CallState::Unknown);
        }
    }
}
