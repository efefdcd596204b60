//! The initiator of a server's start.

/// The initiator of a server's start, which determines how its launch can be approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartBy {
    /// A person: an unaccepted launch requests approval.
    Person,
    /// The program's own start: only a permanent grant applies, and no approval is requested.
    AppStart,
    /// A command line that allows exactly this.
    CommandLine,
    /// An approved call to a sleeping server: like [`StartBy::Person`], but what a person muted or refused stays so.
    Call,
    /// A person who signs in: like [`StartBy::Person`], but no further sign-in is started.
    SignIn,
}

impl StartBy {
    /// Whether a person asked for this very start.
    pub fn is_wish(self) -> bool {
        match self {
            Self::Person | Self::CommandLine | Self::SignIn => true,
            Self::AppStart | Self::Call => false,
        }
    }
}
