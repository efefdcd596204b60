//! The start of a connection to a server, and its results.

use std::sync::Arc;

use host_api::FailureView;
use mcp::ClientOptions;
use messages::Text;

use super::{bounds, era};
use crate::{inner::Inner, server::ServerSnapshot};

pub(super) enum Unstarted {
    /// Not accepted, which is not a failure.
    Refused(Text),
    /// Attempted and failed.
    Failed(FailureView),
    /// It ended while it was asked what it speaks: some programs do, at a request that they do not know.
    AtProbe(FailureView),
    /// It requires a sign-in, with the reason to show.
    SignIn(Text),
}

impl From<FailureView> for Unstarted {
    fn from(failure: FailureView) -> Self {
        Self::Failed(failure)
    }
}

pub(super) fn options(inner: &Inner, snapshot: &ServerSnapshot) -> ClientOptions {
    ClientOptions {
        server: snapshot.record.id,
        bounds: bounds::bounds(&inner.settings.get(), &snapshot.record.bounds),
        client_version: inner.config.version.clone(),
        tap: Some(Arc::clone(&snapshot.book.traffic) as Arc<dyn mcp::Tap>),
        may_ask: mcp::MayAsk {
            sampling: snapshot.record.sampling,
            elicitation: snapshot.record.elicitation,
        },
        printed: mcp::Printed::default(),
        known: era::known(&snapshot.record),
        order: era::order(&snapshot.record),
    }
}
