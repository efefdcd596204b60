//! Signing in to servers (MCP 2025-11-25 and 2025-03-26, basic/authorization): from a 401 to a token, and back to none.
//!
//! One [`Account`] for one server; nothing is shared between two. Everything a server or an authorization server says is
//! checked before it is used: where it leads (the *connected* address, on every hop), who issued it, for which server.
//! A token goes to the server it was issued for and to its issuer, and nowhere else. Tokens, codes, verifiers and
//! client secrets are [`secrets::Secret`]s, kept in the keychain or in memory, and no `Debug` here prints one.
//!
//! A sign-in: [`Account::prepare`] finds out whom to ask, [`Prepared::plan`] says it to the person,
//! [`Prepared::begin`] listens and gives the URL to open, [`SignIn::finish`] waits for the browser to come back.

mod account;
mod address;
mod bounds;
mod callback;
mod challenge;
mod client;
mod credentials;
mod discovery;
mod error;
mod exchange;
mod guard;
mod metadata;
mod net;
mod page;
mod plan;
mod registration;
mod renewal;
mod revocation;
mod scope;
mod sign_in;
mod state;
mod status;
mod vault;

pub use account::{Account, AccountOptions, Bearer, Refused};
pub use bounds::{CALLBACK_WAIT, STEP_UP_WINDOW, STEP_UPS};
pub use challenge::Challenge;
pub use client::{ClientKind, TokenAuth};
pub use credentials::ClientCredentials;
pub use error::{OAuthError, Sent};
pub use guard::{Found, Names, SystemNames};
pub use plan::SignInPlan;
pub use revocation::{Revocation, SignedOut};
pub use sign_in::{Paste, Prepared, SignIn};
pub use status::{AccountStatus, Kept, SignedIn, WhyOut};
pub use vault::SECRET_NAMES;
