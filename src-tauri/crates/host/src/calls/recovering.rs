//! Recovery of calls after a power cut. The decision about a call is durable before the call is sent; its record in the store is not.

use archive::OpenError;
use audit::Audit;
use store::{CallRecord, RepairReport, Store};

/// Repairs the store. Calls that wait by the store and were allowed by the log may have been sent: what they become is stored together
/// with the rest, so that a process that ends in between changes nothing.
///
/// # Errors
/// One of the two cannot be read or written; then the store is as it was.
pub(crate) async fn recover(store: &Store, audit: &Audit) -> Result<RepairReport, OpenError> {
    let allowed = async |call: &CallRecord| match call.server {
        Some(server) => {
            let allowed = audit.was_allowed(call.id, call.conversation, server);
            allowed.await.map_err(OpenError::from)
        }
        None => Ok(false),
    };
    store.repair(allowed).await
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::{path::Path, time::Duration};

    use audit::{Entry, EntryKind};
    use domain::{CallId, ServerId};
    use store::{CallState, NewCall, StoreError};

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

    /// Calls that wait by the store; the log allowed the first and denied the second.
    async fn three_waiting(dir: &Path) -> [CallId; 3] {
        let server = ServerId::new();
        let calls @ [allowed, denied, _] = std::array::from_fn(|_| CallId::new());
        let store = Store::open(dir).await.unwrap();
        for id in calls {
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
        for (call, word) in [(allowed, "allowed"), (denied, "denied")] {
            let decision = decision(call, server, word);
            audit.append(decision).await.unwrap();
        }
        audit.close().await;
        store.close().await;
        calls
    }

    /// Repairs the folder as a host does.
    async fn recovered(dir: &Path) -> (Store, RepairReport) {
        let store = Store::open(dir).await.unwrap();
        let audit = Audit::open(&store.audit_path()).await.unwrap();
        let report = recover(&store, &audit).await.unwrap();
        audit.close().await;
        (store, report)
    }

    async fn assert_states(store: &Store, [allowed, denied, undecided]: [CallId; 3]) {
        for (id, state) in [
            (allowed, CallState::Unknown),
            (denied, CallState::Cancelled),
            (undecided, CallState::Cancelled),
        ] {
            let call = store.calls().get(id).await.unwrap().unwrap();
            assert_eq!(call.state, state);
            assert_eq!(call.sent_ms.is_some(), state == CallState::Unknown);
            assert!(call.ended_ms.is_some());
        }
    }

    #[tokio::test]
    async fn waiting_call_that_was_allowed_may_have_run() {
        let dir = tempfile::tempdir().unwrap();
        let calls = three_waiting(dir.path()).await;
        let (store, report) = recovered(dir.path()).await;
        assert_eq!((report.calls_unknown, report.calls_cancelled), (1, 2));
        assert_states(&store, calls).await;
        store.close().await;
        let (store, report) = recovered(dir.path()).await;
        assert_eq!(report, RepairReport::default());
        assert_states(&store, calls).await;
    }

    #[tokio::test]
    async fn allowed_call_may_have_run_after_an_end_before_the_log_was_read() {
        let dir = tempfile::tempdir().unwrap();
        let calls = three_waiting(dir.path()).await;
        // A process that opened the store and ended.
        Store::open(dir.path()).await.unwrap().close().await;
        // One that ended while it asked about the second call.
        let store = Store::open(dir.path()).await.unwrap();
        let mut asked = 0;
        let ends = async |_: &CallRecord| {
            asked += 1;
            if asked > 1 {
                return std::future::pending().await;
            }
            Ok::<_, OpenError>(true)
        };
        let repair = store.repair(ends);
        let cut = tokio::time::timeout(Duration::from_millis(50), repair);
        assert!(cut.await.is_err());
        // One of which the log could not be read.
        let unread = async |_: &CallRecord| Err::<bool, _>(StoreError::Closed);
        assert!(store.repair(unread).await.is_err());
        store.close().await;

        let (store, report) = recovered(dir.path()).await;
        assert_eq!((report.calls_unknown, report.calls_cancelled), (1, 2));
        assert_states(&store, calls).await;
    }
}
