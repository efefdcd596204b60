//! The account of a remote server as a shell sees it: authorization server, scopes and sign-in progress. No token, code or key is
//! ever part of these types.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{SegmentView, ServerTag};

/// The sign-in state of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AccountStateView {
    /// Nobody has signed in yet.
    Never,
    /// Signed out, by the user or because the session ended.
    SignedOut,
    /// Signed in.
    SignedIn,
}

/// How this program is identified to an authorization server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ClientKindView {
    /// By a client identifier that the user entered.
    Entered,
    /// By the URL of a client metadata document.
    Document,
    /// By dynamic client registration.
    Registered,
    /// As itself, with the client credentials grant. No browser is opened.
    Program,
}

/// The account of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AccountView {
    /// The sign-in state.
    pub state: AccountStateView,
    /// The issuer, in full; none before the first sign-in.
    pub issuer: Option<String>,
    /// The resource that the tokens are for: the server's own URL.
    pub resource: String,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// Scopes that the server requested and that are not granted.
    pub wants: Vec<String>,
    /// When the access token expires, if the authorization server says so.
    pub expires_at_ms: Option<f64>,
    /// Whether the access token is renewed automatically before it expires.
    pub renews: bool,
    /// Whether the tokens are bound to a key of this machine (DPoP), without which nobody can use them.
    pub bound: bool,
    /// When the current sign-in began.
    pub since_ms: Option<f64>,
    /// How this program is identified there.
    pub client: Option<ClientKindView>,
    /// Whether the stored credentials last longer than this run.
    pub lasts: bool,
    /// The sign-in in progress, if any.
    pub step: Option<SignInStepView>,
    /// The failure of the last sign-in, until the next one begins.
    pub problem: Option<AccountProblemView>,
}

/// A problem of an account, and what to do about it.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AccountProblemView {
    /// What happened, one sentence.
    pub message: Text,
    /// What to do.
    pub hint: Text,
    /// The authorization server that requires a manually registered client identifier, if that is what is missing.
    pub needs_client: Option<String>,
    /// Whether nothing failed: the sign-in was denied, expired unanswered, or was cancelled.
    pub declined: bool,
}

/// The current step of a sign-in.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum SignInStepView {
    /// The authorization server is being discovered. No browser is open yet.
    Preparing,
    /// The approval is pending in the consent window.
    Asking,
    /// Innkeeper waits for the browser.
    Browser {
        /// The address to open manually if no browser opened.
        url: String,
        /// Whether a browser could be opened.
        opened: bool,
        /// When the wait ends.
        until_ms: f64,
    },
    /// Signed in; the server is being reconnected.
    Connecting,
}

/// A user-supplied OAuth client, for the sign-in to a server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ClientApprovalView {
    /// The server it is for.
    pub server: ServerTag,
    /// The server's own origin.
    pub server_origin: String,
    /// The issuer's origin, for comparison by the user.
    pub place: String,
    /// The issuer, in full.
    pub issuer: Vec<SegmentView>,
    /// Whether the issuer's origin differs from the server's.
    pub elsewhere: bool,
    /// The client identifier, if it came from a command line. Otherwise the answer contains it as `client_id`, and its secret, if
    /// any, as `client_secret`.
    pub id: Option<Vec<SegmentView>>,
    /// Whether the stored client lasts longer than this run.
    pub keychain_available: bool,
}

/// A requested scope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ScopeAskedView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// Whether it is in addition to the scopes already granted.
    pub new: bool,
}

/// A pending sign-in approval. No browser is open yet.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SignInApprovalView {
    /// The server that requires it.
    pub server: ServerTag,
    /// The server's own origin.
    pub server_origin: String,
    /// The origin that would be opened in the browser, as sent: names in other scripts are in punycode.
    pub opens: String,
    /// The issuer, in full.
    pub issuer: Vec<SegmentView>,
    /// The resource that the tokens would be for.
    pub resource: Vec<SegmentView>,
    /// The requested scopes; empty where the server leaves them to the authorization server.
    pub scopes: Vec<ScopeAskedView>,
    /// Whether this is a step-up: the user is signed in, and more scopes are requested.
    pub step_up: bool,
    /// Whether the authorization server's origin differs from the server's.
    pub elsewhere: bool,
    /// How this program is identified there.
    pub client: ClientKindView,
    /// Why approval is needed; each reason has a bold start and a rest.
    pub reasons: Vec<super::ReasonView>,
    /// Whether the stored credentials last longer than this run.
    pub keychain_available: bool,
}
