//! When a request may be sent again: before anything of its answer was shown, to an endpoint that is busy, that loads its model, or whose connection broke.

use std::time::Duration;

use tokio::time::Instant;

use crate::{
    Endpoint, Limits, LlmError, Refusal, Waiting,
    limits::{FIRST_RETRY_WAIT, MAX_RETRIES, MAX_RETRY_WAIT},
};

/// Longest pause between two tries while a model loads.
const LOADING_WAIT: Duration = Duration::from_secs(5);
/// How often a request is sent again after a gateway failed or a connection broke without an answer.
const BROKEN_RETRIES: u32 = 1;

/// The tries of one request so far.
pub(crate) struct Tries {
    refusals: u32,
    broken: u32,
    loading_until: Instant,
}

impl Tries {
    pub(crate) fn new(endpoint: &Endpoint, limits: Limits) -> Self {
        let loading = if endpoint.is_nearby() {
            limits.loading
        } else {
            limits.idle
        };
        Self {
            refusals: 0,
            broken: 0,
            loading_until: Instant::now() + loading,
        }
    }

    /// Returns the wait before the request may be sent again after an error; none where it may not.
    pub(crate) fn pause(&mut self, error: &LlmError) -> Option<Waiting> {
        let (status, asked) = busy(error)?;
        self.refusals += 1;
        let doubled = FIRST_RETRY_WAIT.saturating_mul(1 << (self.refusals - 1).min(6));
        if is_loading(error) && Instant::now() < self.loading_until {
            return Some(Waiting {
                status,
                delay: asked.unwrap_or(doubled).min(LOADING_WAIT),
                attempt: self.refusals + 1,
                most: None,
                loading: true,
            });
        }
        if !matches!(status, 429 | 503 | 529) {
            self.broken += 1;
            if self.broken > BROKEN_RETRIES {
                return None;
            }
        }
        let delay = asked.unwrap_or(doubled);
        (self.refusals <= MAX_RETRIES && delay <= MAX_RETRY_WAIT).then_some(Waiting {
            status,
            delay,
            attempt: self.refusals + 1,
            most: Some(MAX_RETRIES + 1),
            loading: false,
        })
    }
}

/// The status of an endpoint that may answer a little later, and the wait that it asks for.
fn busy(error: &LlmError) -> Option<(u16, Option<Duration>)> {
    match error {
        LlmError::Status {
            kind: Refusal::NoCredit,
            ..
        } => None,
        LlmError::Status {
            status: status @ (429 | 502..=504 | 520..=524 | 529),
            retry_after,
            ..
        } => Some((*status, *retry_after)),
        LlmError::Reported {
            kind: Refusal::Overloaded,
            ..
        } => Some((529, None)),
        LlmError::Reported {
            kind: Refusal::RateLimited,
            ..
        } => Some((429, None)),
        LlmError::Closed => Some((0, None)),
        LlmError::Status { .. }
        | LlmError::Connect { .. }
        | LlmError::Link(_)
        | LlmError::Tls(_)
        | LlmError::Reported { .. }
        | LlmError::Timeout
        | LlmError::CutStream
        | LlmError::Malformed(_)
        | LlmError::TooLarge { .. }
        | LlmError::KeyBoundElsewhere { .. }
        | LlmError::InsecureKey
        | LlmError::BadKey
        | LlmError::BadHeader(_)
        | LlmError::BadBaseUrl(_)
        | LlmError::BadRequest(_) => None,
    }
}

fn is_loading(error: &LlmError) -> bool {
    let says = |message: &str| message.to_ascii_lowercase().contains("loading");
    if let LlmError::Status {
        message,
        status: 503,
        ..
    }
    | LlmError::Reported { message, .. } = error
    {
        return says(message);
    }
    false
}
