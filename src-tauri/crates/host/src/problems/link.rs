//! Why a request got no answer.

use mcp::LinkProblem;
use messages::{Phrase, phrases};

/// Returns why a request got no answer.
pub(super) fn link_problem(problem: &LinkProblem) -> Phrase {
    match problem {
        LinkProblem::Proxy {
            proxy,
            variable: Some(variable),
            reason,
        } => phrases::host_link_proxy_set(proxy, reason, *variable),
        LinkProblem::Proxy {
            proxy,
            variable: None,
            reason,
        } => phrases::host_link_proxy(proxy, reason),
        LinkProblem::PlainPort => phrases::host_link_plain(),
        LinkProblem::TlsPort => phrases::host_link_tls(),
    }
}

/// Returns what to do when a request got no answer.
pub(super) fn link_hint(problem: &LinkProblem) -> Phrase {
    match problem {
        LinkProblem::Proxy { .. } => phrases::host_hint_link_proxy(),
        LinkProblem::PlainPort => phrases::host_hint_link_plain(),
        LinkProblem::TlsPort => phrases::host_hint_link_tls(),
    }
}
