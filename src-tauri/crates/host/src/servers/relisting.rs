//! Lists of tools that are read again while a server runs: it reported a change, or a turn needs a list that is not stale.

use std::{pin::Pin, sync::Arc, time::Duration};

use host_api::LogLevelView;
use mcp::Client;
use messages::phrases;
use tokio::{sync::watch, time::Instant};

use crate::{
    inner::Inner,
    problems::not_answered,
    server::{ServerLog, ServerSnapshot, usable_until},
    servers::starting::unreadable,
};

/// Shortest and longest delay before a changed tool list is read, so that consecutive changes cause one read.
const BETWEEN_LISTINGS: (Duration, Duration) =
    (Duration::from_millis(500), Duration::from_secs(60));
/// After a failed listing, the tools that are known are used for this time.
const AFTER_FAILURE: Duration = Duration::from_secs(60);

/// A tool listing in progress.
pub(super) type Listing =
    Pin<Box<dyn Future<Output = Result<mcp::ToolList, mcp::CallError>> + Send>>;

/// How often the tools of one connection are listed again. A server that reports a change with each listing would be listed without
/// end: the delay doubles with each change that follows soon, and begins anew after a while without one.
#[derive(Default)]
pub(super) struct Pace {
    last: Option<(Instant, Duration)>,
}

impl Pace {
    /// Lists the tools again, after the delay. The log says once that a server reports changes all the time.
    pub fn list_again(&mut self, client: &Client, log: &ServerLog) -> Listing {
        let (least, most) = BETWEEN_LISTINGS;
        let soon = |(at, delay): &(Instant, Duration)| at.elapsed() < *delay * 3;
        let before = self.last.filter(soon).map(|(_, delay)| delay);
        let delay = before.map_or(least, |delay| (delay * 2).min(most));
        if delay == most && before != Some(most) {
            log.note(LogLevelView::Info, phrases::host_tools_change_always());
        }
        self.last = Some((Instant::now(), delay));
        let client = client.clone();
        Box::pin(async move {
            tokio::time::sleep(delay).await;
            client.list_tools().await
        })
    }
}

/// Lists the tools again, since a turn needs them.
pub(super) fn list_now(client: &Client) -> Listing {
    let client = client.clone();
    Box::pin(async move { client.list_tools().await })
}

/// Stores a tool list that was read again. Returns whether it changed.
pub(super) async fn take(
    inner: &Inner,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    list: Result<mcp::ToolList, mcp::CallError>,
) -> bool {
    match list {
        Ok(list) => {
            let unreadable = unreadable(&list);
            let before = snapshot.borrow().clone();
            let Some(connection) = &before.connection else {
                return false;
            };
            let same = *connection.tools == list.items;
            let _one_at_a_time = before.book.pinning.enter().await;
            let pins = match same {
                true => None,
                false => {
                    let id = before.record.id;
                    let pins = inner.pin(id, &list.items, &connection.info).await;
                    Some(Arc::new(pins))
                }
            };
            let mut changed = false;
            // Whoever waits for the list learns that it was read, changed or not.
            snapshot.send_modify(|old| {
                let mut new = (**old).clone();
                let Some(connection) = &mut new.connection else {
                    return;
                };
                connection.tools_until = usable_until(&connection.client, list.fresh_for);
                changed = !same || *connection.unreadable != unreadable;
                if let Some(pins) = pins {
                    connection.tools = Arc::new(list.items);
                    connection.pins = pins;
                }
                connection.unreadable = Arc::new(unreadable);
                *old = Arc::new(new);
            });
            changed
        }
        Err(error) => {
            let text = phrases::host_tools_not_listed_again(not_answered(&error));
            let book = Arc::clone(&snapshot.borrow().book);
            book.log.note(LogLevelView::Warning, text);
            snapshot.send_modify(|old| {
                if let Some(connection) = &mut Arc::make_mut(old).connection
                    && connection.tools_are_stale()
                {
                    connection.tools_until = Some(std::time::Instant::now() + AFTER_FAILURE);
                }
            });
            false
        }
    }
}
