//! What a sign-in may cost: every wait and every buffer.

use std::time::Duration;

/// How long the browser may take to come back.
pub const CALLBACK_WAIT: Duration = Duration::from_secs(5 * 60);
/// Most sign-ins for more scopes within [`STEP_UP_WINDOW`]; a server that asks on after that is told no.
pub const STEP_UPS: usize = 3;
/// The time within which they are counted.
pub const STEP_UP_WINDOW: Duration = Duration::from_secs(10 * 60);

/// Longest `WWW-Authenticate` that is read, in bytes.
pub(crate) const HEADER_BYTES: usize = 8 * 1024;
/// Largest document or answer, in bytes.
pub(crate) const BODY_BYTES: usize = 1024 * 1024;
/// Longest URL that is used, in bytes.
pub(crate) const URL_BYTES: usize = 4 * 1024;
/// How long a connection may take to be made.
pub(crate) const CONNECT: Duration = Duration::from_secs(10);
/// How long one request may take, its answer included.
pub(crate) const REQUEST: Duration = Duration::from_secs(20);
/// How long finding out whom to ask may take.
pub(crate) const DISCOVERY: Duration = Duration::from_secs(60);
/// Most requests for it.
pub(crate) const DISCOVERY_REQUESTS: usize = 24;
/// Most redirects of one document.
pub(crate) const REDIRECTS: usize = 3;
/// How long an operation at the issuer may take: a registration, a token, a revocation.
pub(crate) const EXCHANGE: Duration = Duration::from_secs(30);
/// Most requests for one.
pub(crate) const EXCHANGE_REQUESTS: usize = 2;

/// Most scopes, and the longest of them in bytes.
pub(crate) const SCOPES: usize = 64;
/// See [`SCOPES`].
pub(crate) const SCOPE_BYTES: usize = 256;
/// Longest token, in bytes: two of them and the rest fit into one secret.
pub(crate) const TOKEN_BYTES: usize = 12 * 1024;
/// Longest nonce for proofs, in bytes.
pub(crate) const NONCE_BYTES: usize = 1024;
/// Longest client id and client secret, in bytes.
pub(crate) const CLIENT_BYTES: usize = 2 * 1024;
/// Most clients kept for one server, each with another issuer.
pub(crate) const CLIENTS: usize = 6;
/// Most authorization servers of one server that are looked at.
pub(crate) const ISSUERS: usize = 8;
/// Longest text of the other side that is shown, in characters.
pub(crate) const CLAIM_CHARS: usize = 300;

/// Largest head of a request to the callback, in bytes.
pub(crate) const CALLBACK_BYTES: usize = 16 * 1024;
/// Most header fields of such a request.
pub(crate) const CALLBACK_HEADERS: usize = 100;
/// How long one connection to the callback may take.
pub(crate) const CALLBACK_CONNECTION: Duration = Duration::from_secs(10);
/// Most connections to it at once; browsers open some in advance.
pub(crate) const CALLBACK_CONNECTIONS: usize = 8;

/// A token is renewed this long before it ends, or a tenth of its life before, whichever is less.
pub(crate) const REFRESH_AHEAD: Duration = Duration::from_secs(60);
/// After a try to renew that failed, or that the server did not honour, the next one waits this long.
pub(crate) const REFRESH_PAUSE: Duration = Duration::from_secs(15);
/// After a keychain that did not answer, requests do not ask it again for this long.
pub(crate) const LOAD_PAUSE: Duration = Duration::from_secs(30);
