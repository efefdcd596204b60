//! OAuth 2.1 sign-in to MCP servers (revisions 2025-11-25 and 2025-03-26, basic/authorization), from a 401 to a token and back to none.
//!
//! One [`Account`] per server; two accounts share nothing. Everything that a server or an authorization server says is checked before use: where it leads (the
//! *connected* address, on every hop), who issued it, and for which server. A token goes to its server and its issuer only. Tokens, codes, verifiers and
//! client secrets are [`secrets::Secret`]s, kept in the keychain or in memory.
//!
//! A sign-in: [`Account::prepare`] discovers the authorization server, [`Prepared::plan`] describes the sign-in for the approval request,
//! [`Prepared::begin`] opens the callback port and returns the URL for the browser, [`SignIn::finish`] waits for the browser.
//!
//! ```
//! use domain::Untrusted;
//! use oauth::Challenge;
//!
//! let challenge = Challenge {
//!     status: 403,
//!     header: Some(Untrusted::new(
//!         r#"Bearer error="insufficient_scope", scope="mail.read mail.send""#.to_owned(),
//!     )),
//!     said: None,
//! };
//! assert!(challenge.wants_more_scopes());
//! assert_eq!(challenge.scopes(), ["mail.read", "mail.send"]);
//! ```

mod account;
mod bearer;
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
mod prepare;
mod presenting;
mod proof;
mod registration;
mod renewal;
mod revocation;
mod scope;
mod sign_in;
mod state;
mod status;
mod token_auth;
mod vault;
mod workload;

pub use account::{Account, AccountOptions, Refused};
pub use bearer::Bearer;
pub use bounds::{CALLBACK_WAIT, STEP_UP_WINDOW, STEP_UPS};
pub use challenge::Challenge;
pub use client::ClientKind;
pub use credentials::ClientCredentials;
pub use error::{OAuthError, Sent};
pub use guard::{AddressLookup, Names, SystemNames};
pub use plan::SignInPlan;
pub use revocation::{Revocation, SignedOut};
pub use sign_in::{Paste, Prepared, SignIn};
pub use status::{AccountStatus, SignedIn, TokenStorage, WhyOut};
pub use token_auth::TokenAuth;
pub use vault::SECRET_NAMES;
