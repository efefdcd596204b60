//! Server-initiated requests to this host. Each runs independently, with limits on number and time.
//!
//! A request ends without a decision when its server cancels it or ends, or when the kill switch is used. Its approval is then
//! withdrawn and recorded as such.

pub(crate) mod elicitation;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use domain::{RootsReply, Round, RoundEnd, ServerId};
use mcp::{RootsAsked, ServerRequest};
use tokio::{task::JoinSet, time::Instant};
use url::Url;

use crate::{
    answering::{question, sent},
    inner::{Host, Inner},
};

/// Maximum number of one server's requests accepted within [`PERIOD`]; further ones are answered with an error.
const IN_A_PERIOD: usize = 30;
/// The period of the rate limit. See [`IN_A_PERIOD`].
const PERIOD: Duration = Duration::from_secs(60);

impl Host {
    /// Sets the function that opens approved pages. Without it, no page is opened.
    pub fn set_opener(&self, open: impl Fn(&Url) -> bool + Send + Sync + 'static) {
        self.inner.browser.set(open);
    }
}

/// The pending requests of one run of a server.
pub(crate) struct Requests {
    inner: Arc<Inner>,
    server: ServerId,
    tasks: JoinSet<()>,
    taken: VecDeque<Instant>,
}

impl Requests {
    /// Creates the request handler of a started server.
    pub(crate) fn new(inner: &Arc<Inner>, server: ServerId) -> Self {
        Self {
            inner: Arc::clone(inner),
            server,
            tasks: JoinSet::new(),
            taken: VecDeque::new(),
        }
    }

    /// Accepts a request without blocking.
    pub(crate) fn take(&mut self, request: ServerRequest) {
        while self.tasks.try_join_next().is_some() {}
        let now = Instant::now();
        while self.taken.front().is_some_and(|at| now - *at >= PERIOD) {
            self.taken.pop_front();
        }
        if self.taken.len() >= IN_A_PERIOD {
            return request.fail("too many requests");
        }
        self.taken.push_back(now);
        let (inner, server) = (Arc::clone(&self.inner), self.server);
        self.tasks.spawn(async move {
            let round = request.round();
            let mark = inner.round_begins(round, request.ask()).await;
            let end = match request {
                ServerRequest::Roots(asked) => roots(&inner, server, (asked, round)).await,
                ServerRequest::Sampling(asked) => {
                    crate::sampling::answer(&inner, server, (*asked, round)).await
                }
                ServerRequest::Elicitation(asked) => {
                    elicitation::answer(&inner, server, (*asked, round)).await
                }
            };
            inner.round_ends(mark, end).await;
        });
    }

    /// Whether no request is pending.
    pub(crate) fn are_answered(&mut self) -> bool {
        while self.tasks.try_join_next().is_some() {}
        self.tasks.is_empty()
    }

    /// Ends the handler after the connection closed: waits until the approvals of all pending requests are withdrawn and recorded.
    pub(crate) async fn end(mut self, limit: Duration) {
        let all = async { while self.tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(limit, all).await;
    }
}

/// Replies with the folders granted to the server, as far as they still exist.
async fn roots(
    inner: &Inner,
    server: ServerId,
    (asked, round): (RootsAsked, Option<Round>),
) -> RoundEnd {
    let id = asked.id();
    let reply = RootsReply {
        request: id,
        server,
        roots: inner.named_roots(server).await,
    };
    match inner
        .consent
        .decide(question(inner, server, (id, round), reply))
        .await
    {
        Ok(allowed) => {
            sent(asked.answer(allowed.approved));
            RoundEnd::Given
        }
        Err(_) => {
            asked.fail("the decision could not be recorded");
            RoundEnd::NotGiven
        }
    }
}
