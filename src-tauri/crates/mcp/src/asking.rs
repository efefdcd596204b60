//! The kinds of requests that a server makes, and which of them it may make.

/// What a server may ask for beside roots. While it may not, it is not declared, and the server is told that there is no
/// such method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MayAsk {
    /// Answers of the user's model.
    pub sampling: bool,
    /// Something of the user's.
    pub elicitation: bool,
}

/// The kinds of [`crate::ServerRequest`], for what a session lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    Roots,
    Sampling,
    Elicitation,
}

impl Asking {
    /// Whether a person answers, so that calls under way wait for one.
    pub(crate) fn waits_for_a_person(self) -> bool {
        matches!(self, Self::Sampling | Self::Elicitation)
    }
}
