//! What a connection over HTTP remembers between two requests.

use std::sync::{Mutex, MutexGuard, PoisonError};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::{HttpError, Wire, bounds::HTTP_HEADER_BYTES};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The first revision whose requests name it.
const VERSION_SINCE: &str = "2025-06-18";

#[derive(Default)]
struct State {
    id: Option<HeaderValue>,
    version: Option<HeaderValue>,
    generation: u32,
    /// There is no session, and a broken stream cannot be resumed.
    none: bool,
    /// Where a server of 2024-11-05 wants messages sent.
    endpoint: Option<Url>,
    /// A stream of the server's own messages found the session gone before.
    stream_found_gone: bool,
    /// A new session answered 404 as the one before did: that status says nothing of sessions here.
    not_found_is_none: bool,
}

/// The session, shared by the tasks of its connection.
#[derive(Default)]
pub(super) struct Session(Mutex<State>);

impl Session {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn generation(&self) -> u32 {
        self.lock().generation
    }

    pub(super) fn wire(&self) -> Wire {
        if self.lock().endpoint.is_some() {
            Wire::HttpSse
        } else {
            Wire::StreamableHttp
        }
    }

    /// The headers of a request now, of which session they are, and whether they name it.
    pub(super) fn headers(&self) -> (HeaderMap, u32, bool) {
        let state = self.lock();
        let mut headers = HeaderMap::new();
        if let Some(id) = &state.id {
            headers.insert(SESSION, id.clone());
        }
        if let Some(version) = &state.version {
            headers.insert(VERSION, version.clone());
        }
        (headers, state.generation, state.id.is_some())
    }

    /// Where to POST, if not to the server's URL.
    pub(super) fn endpoint(&self) -> Option<Url> {
        self.lock().endpoint.clone()
    }

    pub(super) fn set_endpoint(&self, url: Url) {
        self.lock().endpoint = Some(url);
    }

    /// Takes the identifier from the answer to the opening (2025-03-26, "Session Management").
    pub(super) fn take_id(&self, headers: &HeaderMap) -> Result<(), HttpError> {
        // An empty one is none.
        let Some(id) = headers.get(SESSION).filter(|id| !id.is_empty()) else {
            return Ok(());
        };
        let bytes = id.as_bytes();
        let fits = bytes.len() <= HTTP_HEADER_BYTES;
        if !fits || !bytes.iter().all(u8::is_ascii_graphic) {
            return Err(HttpError::BadSession);
        }
        // Who knows it can speak as this client.
        let mut id = id.clone();
        id.set_sensitive(true);
        self.lock().id = Some(id);
        Ok(())
    }

    /// The session speaks this version.
    pub(super) fn opened(&self, version: &str) {
        let names = version >= VERSION_SINCE;
        self.lock().version = HeaderValue::from_str(version).ok().filter(|_| names);
    }

    /// There is no session: nothing of one is kept.
    pub(super) fn is_none(&self) {
        let mut state = self.lock();
        state.id = None;
        state.version = None;
        state.none = true;
    }

    /// Whether a stream that broke can be resumed.
    pub(super) fn resumes(&self) -> bool {
        !self.lock().none
    }

    /// Whether the session may be opened anew because it has no stream of the server's own messages: once.
    pub(super) fn may_renew_for_stream(&self) -> bool {
        !std::mem::replace(&mut self.lock().stream_found_gone, true)
    }

    /// Whether a 404 says that the session is gone.
    pub(super) fn not_found_says_gone(&self) -> bool {
        !self.lock().not_found_is_none
    }

    /// A 404 that a new session gave as well is about something else.
    pub(super) fn not_found_again(&self) {
        self.lock().not_found_is_none = true;
    }

    /// Forgets the session.
    pub(super) fn renew(&self) {
        let mut state = self.lock();
        state.id = None;
        state.version = None;
        state.generation = state.generation.wrapping_add(1);
    }

    /// The headers with which the session is ended, if there is one.
    pub(super) fn to_delete(&self) -> Option<HeaderMap> {
        let (headers, _, named) = self.headers();
        named.then_some(headers)
    }
}
