//! The account of a server at a URL, as a shell sees it: where one is signed in, what for, and what is under way. No token, no
//! code and no key ever crosses here.

use serde::Serialize;
use specta::Type;

use super::{SegmentView, ServerTag};

/// Whether somebody is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AccountStateView {
    /// Nobody ever was.
    Never,
    /// Somebody was, and is no more: by an act, or because the sign-in ended.
    SignedOut,
    /// Somebody is.
    SignedIn,
}

/// How this program is known to an authorization server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ClientKindView {
    /// By an identifier that the user entered.
    Entered,
    /// By the address of a document that describes it.
    Document,
    /// It registered itself there.
    Registered,
    /// It signs in as itself, not as a person: nothing is opened.
    Program,
}

/// The account of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AccountView {
    /// Whether somebody is signed in.
    pub state: AccountStateView,
    /// Where one signed in, in full; none before that.
    pub issuer: Option<String>,
    /// What the tokens are for: the server's own address.
    pub resource: String,
    /// What they allow.
    pub scopes: Vec<String>,
    /// What the server asked for beyond that and does not have.
    pub wants: Vec<String>,
    /// When the access ends, if it was said.
    pub expires_at_ms: Option<f64>,
    /// Whether it is renewed by itself before.
    pub renews: bool,
    /// Since when one is signed in.
    pub since_ms: Option<f64>,
    /// How this program is known there.
    pub client: Option<ClientKindView>,
    /// Whether what is kept lasts longer than this run.
    pub lasts: bool,
    /// The sign-in under way, if one is.
    pub step: Option<SignInStepView>,
    /// How the last sign-in failed, until the next begins.
    pub problem: Option<AccountProblemView>,
}

/// What went wrong with an account, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct AccountProblemView {
    /// What happened, one sentence.
    pub message: String,
    /// What to do.
    pub hint: String,
    /// The authorization server that wants an identifier of this program that it gives by hand, if that is what is missing.
    pub needs_client: Option<String>,
    /// Whether nothing went wrong: it was not allowed, nobody answered, or it was stopped.
    pub declined: bool,
}

/// How far a sign-in is.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum SignInStepView {
    /// It is found out where one signs in. Nothing was opened.
    Preparing,
    /// The question stands in the consent window.
    Asking,
    /// The browser is waited for.
    Browser {
        /// The address, to be opened by hand where no browser came up.
        url: String,
        /// Whether a browser could be opened.
        opened: bool,
        /// Until when it is waited for.
        until_ms: f64,
    },
    /// It is done; the server is connected to again.
    Connecting,
}

/// A client of the user's own, to sign in to a server with.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ClientApprovalView {
    /// The server it is for.
    pub server: ServerTag,
    /// The server's own origin.
    pub server_origin: String,
    /// The issuer's origin, for people to compare.
    pub place: String,
    /// The issuer, in full.
    pub issuer: Vec<SegmentView>,
    /// Whether that is of another origin than the server.
    pub elsewhere: bool,
    /// Its identifier, if it stands on a command line; else it is entered with the answer, as `client_id`, and its secret, if
    /// it has one, as `client_secret`.
    pub id: Option<Vec<SegmentView>>,
    /// Whether what is kept lasts longer than this run.
    pub keychain_available: bool,
}

/// A scope that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ScopeAskedView {
    /// Its name, what hides made visible.
    pub name: String,
    /// Whether it comes on top of what is there.
    pub new: bool,
}

/// A sign-in to decide: nothing was opened yet.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SignInApprovalView {
    /// The server that wants it.
    pub server: ServerTag,
    /// The server's own origin.
    pub server_origin: String,
    /// The origin that would be opened in the browser, as it is on the wire: names of other scripts are in punycode.
    pub opens: String,
    /// The issuer, in full.
    pub issuer: Vec<SegmentView>,
    /// What the tokens would be for.
    pub resource: Vec<SegmentView>,
    /// What is asked for; empty where the server leaves it to the authorization server.
    pub scopes: Vec<ScopeAskedView>,
    /// Whether somebody is signed in already and more is asked for.
    pub step_up: bool,
    /// Whether the authorization server is of another origin than the server.
    pub elsewhere: bool,
    /// How this program is known there.
    pub client: ClientKindView,
    /// Why it is asked, a bold start and the rest each.
    pub reasons: Vec<super::ReasonView>,
    /// Whether what is kept lasts longer than this run.
    pub keychain_available: bool,
}
