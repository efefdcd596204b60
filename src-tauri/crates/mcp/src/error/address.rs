//! Why something cannot be a server's URL, or the name of a header.

/// Why a URL cannot be a server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlProblem {
    /// It has more than 8 KiB.
    #[error("it is too long")]
    TooLong,
    /// It is not absolute, or no URL at all.
    #[error("it is not a full URL, such as https://example.com/mcp")]
    NotFull,
    /// It is neither http nor https, or has no host.
    #[error("it must begin with https:// or http://")]
    Scheme,
    /// It has a user name or a password.
    #[error("it carries a user name or password; use a header instead")]
    Credentials,
    /// It has a fragment.
    #[error("it has a part after #, which is never sent")]
    Fragment,
}

/// Why a header of the user's cannot have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderNameProblem {
    /// HTTP allows no such name.
    #[error("it is not a name of a header")]
    NotAName,
    /// HTTP or the Model Context Protocol uses it.
    #[error("it belongs to the protocol")]
    OfProtocol,
}
