//! How a sign-in fails, and what was sent before.

use domain::visible;
use secrets::SecretsError;

use crate::bounds::{CLAIM_CHARS, STEP_UPS};

/// Why a sign-in, or what keeps it going, failed. Words of the other side in it are bounded, hidden characters made visible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OAuthError {
    /// The server is reached over plain http and is not on this machine.
    #[error("the server's address is plain http: a token could be read on its way")]
    PlainServer,
    /// The secrets handed over are those of another server.
    #[error("these are the secrets of another server")]
    ForeignSecrets,
    /// No HTTP client could be made.
    #[error("no secure connection can be made on this machine: {0}")]
    NoTls(String),
    /// There is no runtime that the account could work in.
    #[error("the program is ending")]
    NoRuntime,
    /// The keychain.
    #[error("{0}")]
    Secrets(#[from] SecretsError),

    /// No connection, or it broke.
    #[error("{host} cannot be reached: {cause}")]
    Unreachable {
        /// Its name and port.
        host: String,
        /// The cause.
        cause: String,
    },
    /// No connection, since the proxy on the way cannot be used.
    #[error("{host} cannot be reached: {problem}")]
    Proxy {
        /// Its name and port.
        host: String,
        /// Which proxy, and why.
        problem: netcheck::LinkProblem,
    },
    /// Something took longer than its bound.
    #[error("{host} did not answer in time")]
    TimedOut {
        /// Its name and port.
        host: String,
    },
    /// A name or address leads to where a server must not lead this program.
    #[error("{host} leads to {kind}, where this server must not lead")]
    Blocked {
        /// The name or address.
        host: String,
        /// What kind of address it is.
        kind: &'static str,
    },
    /// A URL that is not followed.
    #[error("{whose} is {url}, which is not used: {why}")]
    BadUrl {
        /// What the URL is for.
        whose: &'static str,
        /// The URL.
        url: String,
        /// Why not.
        why: &'static str,
    },
    /// An answer that redirects where none is followed, or too often.
    #[error("{host} redirects to {to}, which is not followed")]
    Redirected {
        /// Its name and port.
        host: String,
        /// Where to.
        to: String,
    },
    /// An answer above 1 MiB. Reading stopped there.
    #[error("the answer of {host} is larger than 1 MiB")]
    TooLarge {
        /// Its name and port.
        host: String,
    },
    /// It took more requests than a sign-in may.
    #[error("finding out where to sign in took too many requests")]
    TooManyRequests,
    /// An answer with an error status.
    #[error("{host} answered with status {status}")]
    Status {
        /// Its name and port.
        host: String,
        /// The status.
        status: u16,
    },
    /// A document that cannot be read, or lacks what it must have.
    #[error("{what} of {host} cannot be used: {why}")]
    BadDocument {
        /// Which document.
        what: &'static str,
        /// Its name and port.
        host: String,
        /// Why not.
        why: &'static str,
    },
    /// The server's metadata speak for another server.
    #[error("its metadata are those of {said}, not of {server}")]
    ResourceMismatch {
        /// What they say.
        said: String,
        /// The server's URL.
        server: String,
    },
    /// The authorization server the server names has no metadata.
    #[error("{issuer} does not say how to sign in")]
    NoMetadata {
        /// The issuer.
        issuer: String,
    },
    /// The metadata are those of another issuer (RFC 8414, section 3.3).
    #[error("{asked} answers as {said}")]
    IssuerMismatch {
        /// The issuer that was asked.
        asked: String,
        /// The issuer that its metadata name.
        said: String,
    },
    /// No PKCE with S256.
    #[error("{issuer} does not protect a sign-in from being intercepted (PKCE with S256)")]
    NoPkce {
        /// The issuer.
        issuer: String,
    },
    /// No sign-in with a code.
    #[error("{issuer} offers no sign-in in the browser")]
    NoCodeFlow {
        /// The issuer.
        issuer: String,
    },
    /// Programs cannot register there, and there is no client id.
    #[error("{issuer} does not let programs register themselves")]
    NoClient {
        /// The issuer.
        issuer: String,
    },
    /// No way to authenticate that both sides know.
    #[error("{issuer} wants its clients to authenticate in a way this program does not know")]
    NoTokenAuth {
        /// The issuer.
        issuer: String,
    },
    /// The registration was refused.
    #[error("{issuer} refused to register this program{}", words(.said))]
    RegistrationRefused {
        /// The issuer.
        issuer: String,
        /// Its words.
        said: Option<String>,
    },
    /// A client id or secret that is none.
    #[error("{0}")]
    BadClient(&'static str),
    /// A key that cannot sign.
    #[error("the key cannot be used: {0}")]
    BadKey(&'static str),

    /// A workload token that is not sent.
    #[error("the workload token cannot be used: {0}")]
    BadWorkload(&'static str),
    /// Workload tokens are not taken there.
    #[error("{issuer} takes no workload tokens (grant type jwt-bearer)")]
    NoAssertions {
        /// The issuer.
        issuer: String,
    },
    /// The server takes only tokens that are bound to a key, and none can be got there (RFC 9449).
    #[error(
        "{issuer} issues no tokens that are bound to a key (DPoP with ES256), as this server or sign-in requires"
    )]
    NoProof {
        /// The issuer.
        issuer: String,
    },
    /// The server does not take the proof that goes with a token.
    #[error("the server refused the proof that this program holds the key of its token")]
    ProofRefused,
    /// The server wants one nonce after the other.
    #[error("the server asks for one nonce after the other and takes none")]
    NonceLoop,

    /// No port of this machine could be opened for the browser to come back to.
    #[error("no port of this machine could be opened for the browser to come back to: {0}")]
    NoPort(String),
    /// Nobody came back in time.
    #[error("the browser did not come back within 5 minutes")]
    CallbackTimedOut,
    /// What was pasted is not the answer of this sign-in.
    #[error("this is not the address of this sign-in: {0}")]
    NotTheCallback(&'static str),
    /// The sign-in is over, or another answer came first.
    #[error("this sign-in is over")]
    SignInOver,
    /// The authorization server sent the browser back with an error.
    #[error("{issuer} did not sign you in: {error}{}", words(.said))]
    Denied {
        /// The issuer.
        issuer: String,
        /// Its error code.
        error: String,
        /// Its words.
        said: Option<String>,
    },
    /// The answer names another issuer (RFC 9207).
    #[error("the answer came from {said}, not from {issuer}")]
    WrongIssuer {
        /// The issuer that was asked.
        issuer: String,
        /// The issuer that the answer names.
        said: String,
    },
    /// The answer names no issuer though the metadata promise one (RFC 9207).
    #[error("the answer does not say that it came from {issuer}, which promises to")]
    MissingIssuer {
        /// The issuer.
        issuer: String,
    },
    /// The token endpoint said no.
    #[error("{issuer} issued no token: {error}{}", words(.said))]
    TokenRefused {
        /// The issuer.
        issuer: String,
        /// Its error code.
        error: String,
        /// Its words.
        said: Option<String>,
    },
    /// An answer with a token that cannot be used.
    #[error("the token of {issuer} cannot be used: {why}")]
    BadToken {
        /// The issuer.
        issuer: String,
        /// Why not.
        why: &'static str,
    },
    /// The account was signed out, or signed in anew, meanwhile.
    #[error("the account was changed meanwhile")]
    Overtaken,
    /// The server asks for more scopes again and again.
    #[error(
        "the server asked for more access {STEP_UPS} times in 10 minutes and is still not content"
    )]
    StepUpLimit,
}

/// What had left this machine when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Nothing of this sign-in.
    Nothing,
    /// Requests for public documents, and at most this program's own name: no secret.
    NoSecret,
    /// The code or token of this sign-in, to the token endpoint of its issuer alone.
    ToIssuer,
}

impl OAuthError {
    /// What had left this machine.
    #[must_use]
    pub fn sent(&self) -> Sent {
        let nothing = matches!(
            self,
            Self::PlainServer
                | Self::ForeignSecrets
                | Self::NoTls(_)
                | Self::NoRuntime
                | Self::Secrets(_)
                | Self::BadClient(_)
                | Self::BadKey(_)
                | Self::BadWorkload(_)
                | Self::NotTheCallback(_)
                | Self::SignInOver
        );
        let to_issuer = matches!(
            self,
            Self::TokenRefused { .. } | Self::BadToken { .. } | Self::Overtaken
        );
        match (nothing, to_issuer) {
            (true, _) => Sent::Nothing,
            (_, true) => Sent::ToIssuer,
            (false, false) => Sent::NoSecret,
        }
    }

    /// Whether another try may end otherwise without anything being changed: a network, a wait, a keychain.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        if let Self::Status { status, .. } = self {
            return *status >= 500 || *status == 429;
        }
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::Proxy { .. }
                | Self::TimedOut { .. }
                | Self::Secrets(_)
                | Self::NoPort(_)
                | Self::CallbackTimedOut
                | Self::Overtaken
        )
    }
}

fn words(said: &Option<String>) -> String {
    said.as_ref()
        .map(|said| format!(" ({said})"))
        .unwrap_or_default()
}

/// A text of the other side, for a person: bounded, hidden characters made visible.
pub(crate) fn shown(text: &str) -> String {
    let mut cut: String = text.chars().take(CLAIM_CHARS).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    visible(&cut)
}
