//! The question by which a person enters the client that an authorization server gave this program by hand.

use domain::ServerId;

use crate::{Allowed, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope, asking::Decided};

/// A client to be kept for one server and one issuer. Its secret is not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientApproval {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// The server's origin.
    pub server_origin: String,
    /// The issuer it is for, in full: a claim of the server.
    pub issuer: String,
    /// Its identifier, if it stands on a command line; else it is entered with the answer.
    pub id: Option<String>,
}

impl Consent {
    /// Decides whether a client is kept; `on_command_line` if the act itself stands there.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_client(
        &self,
        question: ClientApproval,
        on_command_line: bool,
    ) -> Result<Allowed<ClientApproval>, Denied> {
        let question = ApprovalRequest::Client(Box::new(question));
        let decided = if on_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Standing)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.client().cloned())
            .await
    }
}
