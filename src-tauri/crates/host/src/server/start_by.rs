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
    /// A person who signs in: like [`StartBy::Person`], but no further sign-in is started.
    SignIn,
}
