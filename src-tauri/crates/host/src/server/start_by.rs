//! Who starts a server.

/// Who wants a server started: decides what may speak for its launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartBy {
    /// A person: an unaccepted launch is asked about.
    Person,
    /// The program's start: only a standing grant counts, nothing is asked.
    AppStart,
    /// A command line that allows exactly this.
    CommandLine,
    /// A person who signs in: as by [`StartBy::Person`], but no further sign-in is begun.
    SignIn,
}
