//! Every bound of a conversation with an endpoint.

use std::time::Duration;

/// Longest wait for a connection.
pub const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// How often a silent connection is asked whether it lives.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// Largest event of a stream, in bytes. Some hold a picture.
pub const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;
/// Largest answer, in bytes of its stream.
pub const MAX_STREAM_BYTES: usize = 64 * 1024 * 1024;
/// Most calls in one answer.
pub const MAX_TOOL_CALLS: usize = 128;
/// Longest name of a call, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 512;
/// Longest identifier of a call, in bytes; some hold a signature.
pub(crate) const MAX_ID_BYTES: usize = 4096;
/// Largest reply that is not a stream (a list of models), in bytes.
pub const MAX_REPLY_BYTES: usize = 8 * 1024 * 1024;
/// Largest error reply that is read, in bytes; the rest is left.
pub(crate) const MAX_ERROR_BYTES: usize = 64 * 1024;
/// Longest text of an endpoint in an error, in characters.
pub(crate) const MAX_MESSAGE_CHARS: usize = 1000;
/// Most models taken from a list.
pub const MAX_MODELS: usize = 5000;
/// How often a request is sent again to an endpoint that is busy.
pub const MAX_RETRIES: u32 = 4;
/// Longest wait before a request is sent again; an endpoint that asks for more gets no retry.
pub const MAX_RETRY_WAIT: Duration = Duration::from_secs(60);
/// Wait before the first retry where the endpoint names none; doubled for the next.
pub(crate) const FIRST_RETRY_WAIT: Duration = Duration::from_secs(1);
/// Longest answer asked of Anthropic where the request names none, in tokens.
pub const DEFAULT_MAX_TOKENS: u32 = 8192;

/// Longest answer with its thinking asked of Anthropic where the request names none, in tokens.
pub(crate) const MAX_TOKENS_WITH_THINKING: u32 = 32_000;

/// Longest silence of an endpoint on the internet.
pub const IDLE: Duration = Duration::from_secs(120);
/// Longest silence of an endpoint on this machine or in its network: it may load its model first.
pub const IDLE_NEARBY: Duration = Duration::from_secs(30 * 60);

/// The waits of one [`crate::Llm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest silence: before the reply begins, and between two reads of a stream.
    pub idle: Duration,
    /// The same for an endpoint on this machine or in its network, while the connection lives.
    pub idle_nearby: Duration,
    /// How long an endpoint is waited for that says that it loads its model.
    pub loading: Duration,
    /// Longest answer, from the first byte of its stream to the end. Bounds a stream that trickles.
    pub answer: Duration,
    /// How long a stream may be silent after the model finished: usage comes then, or nothing.
    pub after_finish: Duration,
    /// Longest wait for a reply that is not a stream.
    pub reply: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            idle: IDLE,
            idle_nearby: IDLE_NEARBY,
            loading: IDLE_NEARBY,
            answer: Duration::from_secs(60 * 60),
            after_finish: Duration::from_secs(5),
            reply: Duration::from_secs(30),
        }
    }
}
