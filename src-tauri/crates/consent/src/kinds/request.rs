//! Requests of a server to this host: what their approvals have in common.

use domain::{RequestId, Round, ServerId};
use serde::{Deserialize, Serialize};

use crate::Log;

/// Most of a server's request, or of the reply to it, that the log keeps, in bytes.
const MAX_LOGGED: usize = 256 * 1024;

/// The request of this host that a server's request is part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InRound {
    /// Its call and its number.
    #[serde(flatten)]
    pub round: Round,
    /// The tool that is called; none if a resource is read or a prompt is got.
    pub tool: Option<String>,
}

/// A request of a server, to be decided.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestApproval<Ask> {
    /// The request.
    pub id: RequestId,
    /// Who asks.
    pub server: ServerId,
    /// The user's name for the server.
    pub server_name: String,
    /// The request of this host that it is part of, if it came in a result.
    pub round: Option<InRound>,
    /// Its content.
    pub ask: Ask,
}

impl<Ask> RequestApproval<Ask> {
    /// Its row of the log, with the request or the reply as its content.
    pub(crate) fn logged(&self, content: Option<String>) -> Log {
        Log {
            content: content.map(bounded),
            ..Log::decision(self.server_name.clone())
        }
    }
}

fn bounded(content: String) -> String {
    if content.len() <= MAX_LOGGED {
        return content;
    }
    serde_json::json!({ "bytes": content.len(), "kept": "too large for the log" }).to_string()
}
