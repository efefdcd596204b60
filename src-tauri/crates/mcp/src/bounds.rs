//! Every wait and every buffer of a connection has a bound; this is the one place that names them.

use std::time::Duration;

const MIB: usize = 1024 * 1024;

/// Largest message from a server, in bytes: a line on stdio.
pub const MESSAGE_BYTES: usize = 16 * MIB;
/// Deepest nesting of a message, in levels.
pub const JSON_DEPTH: usize = domain::MAX_JSON_DEPTH;
/// Most JSON values in one message: an array of empty arrays grows tenfold when decoded.
pub const JSON_NODES: usize = 500_000;
/// Most messages in one batch.
pub const BATCH_MESSAGES: usize = 100;
/// How long a server may take to answer `initialize`.
pub const CONNECT: Duration = Duration::from_secs(30);
/// How long a server may take to answer `server/discover` before the older way is tried beside it.
pub const PROBE: Duration = Duration::from_secs(3);
/// Most rounds of input that one request may take (2026-07-28, basic/patterns/mrtr).
pub const INPUT_ROUNDS: u32 = 16;
/// Longest time for which a result is used again, whatever its server says.
pub const FRESH_MAX: Duration = Duration::from_secs(60 * 60);
/// Most resources of one connection whose contents are kept.
pub const CACHED_RESOURCES: usize = 64;
/// Most bytes of them; one has at most a quarter.
pub const CACHED_BYTES: usize = 8 * 1024 * 1024;
/// Shortest and longest wait before a request is sent again that needs no input: a server that only wants to be asked again.
pub(crate) const INPUT_PAUSE: (Duration, Duration) =
    (Duration::from_millis(250), Duration::from_secs(8));
/// Most requests for input of one round.
pub const INPUT_REQUESTS: usize = 16;
/// Largest `requestState`, in bytes.
pub const REQUEST_STATE_BYTES: usize = 256 * 1024;
/// Most resources that one connection listens for without a session.
pub const LISTENED_RESOURCES: usize = 256;
/// Most times in a row that a stream of changes which brings none is opened again; then changes are looked for.
pub const LISTEN_TRIES: u32 = 6;
/// How often a server is then asked again for its lists.
pub const LISTEN_POLL: Duration = Duration::from_secs(5 * 60);
/// How long a stream of changes may last before it is opened anew.
pub(crate) const LISTEN_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// Shortest and longest wait before it is opened again.
pub(crate) const LISTEN_RETRY: (Duration, Duration) =
    (Duration::from_secs(1), Duration::from_secs(60));
/// How long several changes of what is listened for are gathered.
pub(crate) const LISTEN_GATHER: Duration = Duration::from_millis(50);
/// Most parameters of one tool that go into headers, and longest value of one, in bytes.
pub(crate) const HEADER_PARAMS: usize = 64;
/// Shortest and longest wait before a server is asked again how a task is, whatever it proposes.
pub const TASK_POLL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(60));
/// How long that wait is if the server proposes none.
pub const TASK_POLL_DEFAULT: Duration = Duration::from_secs(2);
/// How long a task is followed, whatever the server says; from when it was given.
pub const TASK_MAX: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// How much longer than its server keeps it a task is followed: clocks differ.
pub const TASK_GRACE: Duration = Duration::from_secs(60);
/// How often in a row a server may fail to say how a task is.
pub const TASK_FAILURES: u32 = 5;
/// Largest identifier of a task, in bytes.
pub const TASK_ID_BYTES: usize = 1024;
/// Most tasks of one server that are followed at once.
pub const TASKS: usize = 64;
/// How long a server may take to take the cancellation of a task.
pub const TASK_CANCEL: Duration = Duration::from_secs(5);
/// How long a request waits without progress.
pub const REQUEST: Duration = Duration::from_secs(60);
/// How long a request waits whatever progress it makes.
pub const REQUEST_MAX: Duration = Duration::from_secs(10 * 60);
/// How long a connection is silent before it is pinged.
pub const PING_INTERVAL: Duration = Duration::from_secs(30);
/// How long a ping waits for its answer.
pub const PING: Duration = Duration::from_secs(30);
/// How long one message may take to be written before the connection counts as failed.
pub const WRITE_STALL: Duration = Duration::from_secs(2 * 60);
/// Most items of one listing, all pages together.
pub const LISTING_ITEMS: usize = 1_000;
/// Most pages of one listing.
pub const LISTING_PAGES: usize = 100;
/// Most bytes of one listing, all pages together.
pub const LISTING_BYTES: usize = 8 * MIB;
/// How long one listing may take, all pages together.
pub const LISTING_TIME: Duration = Duration::from_secs(60);
/// How long a listing waits before its first page is asked for once more.
pub(crate) const LISTING_PAUSE: Duration = Duration::from_secs(1);
/// Most requests of ours that may wait for an answer.
pub const IN_FLIGHT: usize = 256;
/// Most messages that may wait to be written.
pub const OUTGOING_MESSAGES: usize = 1_024;
/// Most bytes that may wait to be written.
pub const OUTGOING_BYTES: usize = 32 * MIB;
/// Most events that may wait to be read by the host.
pub const EVENTS: usize = 1_024;
/// Most bytes of events that may wait to be read by the host.
pub const EVENT_BYTES: usize = 16 * MIB;
/// Most requests of the server that may wait for our answer.
pub const SERVER_REQUESTS: usize = 64;
/// Most of them that may wait for a person.
pub const PERSON_REQUESTS: usize = 4;
/// Most blocks of one tool result.
pub const CONTENT_BLOCKS: usize = 1_000;
/// Largest image or sound, in bytes after decoding.
pub const MEDIA_BYTES: usize = 8 * MIB;
/// Most progress notifications of one request that count; later ones no longer extend its time.
pub const PROGRESS_PER_REQUEST: u32 = 10_000;

/// One part in so many of a core's time: what a server sends that answers nothing gets no more. A server that uses it up is not read
/// from for a moment.
pub const UNASKED_PART: u32 = 4;

/// How long a connection to a server at a URL may take to be made, TLS included.
pub const HTTP_CONNECT: Duration = Duration::from_secs(15);
/// How long a server at a URL may take to take a notification or an answer of ours, or to begin a stream.
pub const HTTP_HEADERS: Duration = Duration::from_secs(30);
/// How long the stream of a server's own messages may be silent before it is opened again.
pub const HTTP_IDLE: Duration = Duration::from_secs(15 * 60);
/// How long the end of a session may take to be told.
pub const HTTP_GOODBYE: Duration = Duration::from_secs(2);
/// Most requests of ours that may wait for an answer of a server at a URL: each keeps a connection open.
pub const HTTP_REQUESTS: usize = 64;
/// Most notifications and answers of ours that may be on their way to a server at a URL.
pub const HTTP_OTHERS: usize = 16;
/// Most redirects that one request follows, all within one origin.
pub const HTTP_REDIRECTS: usize = 3;
/// Most attempts in a row to resume a stream that bring nothing.
pub const HTTP_RESUMES: u32 = 5;
/// Shortest and longest wait before a stream is opened again, whatever the server asks for.
pub const HTTP_RETRY: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(60));

/// How long the notification that completes an opening may be unanswered before other messages follow.
pub(crate) const HTTP_GREETING: Duration = Duration::from_secs(2);
/// How long an opening may be unanswered before a stream of 2024-11-05 is looked for beside it.
pub(crate) const HTTP_BESIDE: Duration = Duration::from_secs(5);
/// How long such a stream may take to name the address to send to.
pub(crate) const HTTP_NAMES: Duration = Duration::from_secs(10);
/// How long an answer without a body waits to know whether the server's own stream is open.
pub(crate) const HTTP_HEARS: Duration = Duration::from_secs(2);
/// Messages larger than this, in bytes, are received one at a time from a server at a URL.
pub(crate) const HTTP_SMALL: usize = 256 * 1024;
/// Frames of a server at a URL that may wait to be looked at.
pub(crate) const HTTP_FRAMES: usize = 16;
/// Answered streams that may be read to their end, so that their connections can be used again.
pub(crate) const HTTP_LINGERING: usize = 8;
/// How long one of them may take.
pub(crate) const HTTP_LINGER: Duration = Duration::from_secs(1);
/// How long an unused connection is kept: shorter than common servers keep it, so that none is used while it closes.
pub(crate) const HTTP_POOLED: Duration = Duration::from_secs(4);
/// Largest body of an error answer that is looked at, in bytes.
pub(crate) const HTTP_ERROR_BYTES: usize = 64 * 1024;
/// Largest header of an answer that is kept, in bytes.
pub(crate) const HTTP_HEADER_BYTES: usize = 8 * 1024;
/// Longest text of an error or a progress message that is kept, in characters.
pub(crate) const TEXT_CHARS: usize = 2_000;
/// Longest name, title or version a server may claim, in characters.
pub(crate) const CLAIM_CHARS: usize = 300;
/// Longest instructions that are kept, in characters.
pub(crate) const INSTRUCTION_CHARS: usize = 32_000;
/// How long what a server sent before it stopped reading is still taken in.
pub(crate) const LAST_FRAMES_TIME: Duration = Duration::from_millis(250);
/// Most frames that are taken in then.
pub(crate) const LAST_FRAMES: usize = 1_024;
/// How long the other lines of a message are waited for that is written over several.
pub(crate) const MULTILINE: Duration = Duration::from_secs(2);
/// Longest excerpt of a noise line that is kept, in characters.
pub(crate) const NOISE_CHARS: usize = 200;
/// Largest `data` of an error that is kept, in bytes.
pub(crate) const ERROR_DATA_BYTES: usize = 64 * 1024;
/// Largest cursor, in bytes.
pub(crate) const CURSOR_BYTES: usize = 16 * 1024;
/// Largest identifier of a server's request, in bytes.
pub(crate) const ID_BYTES: usize = 256;
/// Largest tool name, in bytes.
pub(crate) const TOOL_NAME_BYTES: usize = 256;
/// Longest URI or template, in bytes.
pub const URI_BYTES: usize = 8 * 1024;
/// Largest name of a prompt, a resource or a template, in bytes.
pub(crate) const NAME_BYTES: usize = 4 * 1024;
/// Most arguments of one prompt.
pub(crate) const PROMPT_ARGUMENTS: usize = 100;
/// Most variables of one template.
pub const TEMPLATE_VARIABLES: usize = 64;
/// Most values of one completion (2025-03-26, server/utilities/completion).
pub const COMPLETION_VALUES: usize = 100;
/// Longest value of a completion that is kept, in characters.
pub(crate) const COMPLETION_CHARS: usize = 1_000;
/// Most icons of a server that are kept.
pub(crate) const ICONS: usize = 16;
/// Longest source of an icon that is kept, in bytes: a `data:` URL carries the picture itself.
pub(crate) const ICON_BYTES: usize = 64 * 1024;
/// Largest definition of one tool, of one resource or of one prompt, in bytes.
pub(crate) const DEFINITION_BYTES: usize = MIB;
/// Most messages of one sampling request, and most blocks of one of them.
pub(crate) const SAMPLING_MESSAGES: usize = 500;
/// Most tools of one sampling request.
pub(crate) const SAMPLING_TOOLS: usize = 64;
/// Most hints, and most stop sequences, of one sampling request.
pub(crate) const SAMPLING_WISHES: usize = 16;
/// Largest sampling request, in bytes.
pub(crate) const SAMPLING_BYTES: usize = 12 * MIB;
/// Largest elicitation, in bytes.
pub(crate) const ELICITATION_BYTES: usize = 256 * 1024;
/// Most fields of one form.
pub(crate) const FORM_FIELDS: usize = 50;
/// Most ways to answer one field.
pub(crate) const FORM_OPTIONS: usize = 500;
/// Longest address a server may send the user to, in bytes.
pub(crate) const VISIT_URL_BYTES: usize = 4 * 1024;
/// Most pages that one refused request may want visited first.
pub(crate) const REQUIRED_VISITS: usize = 3;
/// How much of each end of an over-long message is looked at for its identifier, in bytes.
pub(crate) const EDGE_BYTES: usize = 4 * 1024;

/// The bounds of one connection. `default()` gives the constants of this module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// See [`MESSAGE_BYTES`].
    pub message_bytes: usize,
    /// See [`JSON_DEPTH`].
    pub json_depth: usize,
    /// See [`JSON_NODES`].
    pub json_nodes: usize,
    /// See [`BATCH_MESSAGES`].
    pub batch_messages: usize,
    /// See [`CONNECT`].
    pub connect: Duration,
    /// See [`REQUEST`].
    pub request: Duration,
    /// See [`REQUEST_MAX`].
    pub request_max: Duration,
    /// See [`PING_INTERVAL`].
    pub ping_interval: Duration,
    /// See [`PING`].
    pub ping: Duration,
    /// See [`WRITE_STALL`].
    pub write_stall: Duration,
    /// See [`LISTING_ITEMS`].
    pub listing_items: usize,
    /// See [`LISTING_PAGES`].
    pub listing_pages: usize,
    /// See [`LISTING_BYTES`].
    pub listing_bytes: usize,
    /// See [`LISTING_TIME`].
    pub listing_time: Duration,
    /// See [`IN_FLIGHT`].
    pub in_flight: usize,
    /// See [`OUTGOING_MESSAGES`].
    pub outgoing_messages: usize,
    /// See [`OUTGOING_BYTES`].
    pub outgoing_bytes: usize,
    /// See [`EVENTS`].
    pub events: usize,
    /// See [`EVENT_BYTES`].
    pub event_bytes: usize,
    /// See [`SERVER_REQUESTS`].
    pub server_requests: usize,
    /// See [`PERSON_REQUESTS`].
    pub person_requests: usize,
    /// See [`CONTENT_BLOCKS`].
    pub content_blocks: usize,
    /// See [`MEDIA_BYTES`].
    pub media_bytes: usize,
    /// See [`PROGRESS_PER_REQUEST`].
    pub progress_per_request: u32,
    /// See [`UNASKED_PART`].
    pub unasked_part: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            message_bytes: MESSAGE_BYTES,
            json_depth: JSON_DEPTH,
            json_nodes: JSON_NODES,
            batch_messages: BATCH_MESSAGES,
            connect: CONNECT,
            request: REQUEST,
            request_max: REQUEST_MAX,
            ping_interval: PING_INTERVAL,
            ping: PING,
            write_stall: WRITE_STALL,
            listing_items: LISTING_ITEMS,
            listing_pages: LISTING_PAGES,
            listing_bytes: LISTING_BYTES,
            listing_time: LISTING_TIME,
            in_flight: IN_FLIGHT,
            outgoing_messages: OUTGOING_MESSAGES,
            outgoing_bytes: OUTGOING_BYTES,
            events: EVENTS,
            event_bytes: EVENT_BYTES,
            server_requests: SERVER_REQUESTS,
            person_requests: PERSON_REQUESTS,
            content_blocks: CONTENT_BLOCKS,
            media_bytes: MEDIA_BYTES,
            progress_per_request: PROGRESS_PER_REQUEST,
            unasked_part: UNASKED_PART,
        }
    }
}

impl Bounds {
    /// Whether a text is within the bounds of depth and number of values. Whether it is JSON is not checked.
    pub(crate) fn admit(&self, text: &str) -> Result<(), BoundHit> {
        match lenient::fits(text, self.json_depth, self.json_nodes) {
            Ok(_) => Ok(()),
            Err(lenient::Bound::Depth) => Err(BoundHit::JsonDepth),
            Err(lenient::Bound::Values) => Err(BoundHit::JsonNodes),
        }
    }
}

/// Which bound a server's message hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundHit {
    /// [`Bounds::message_bytes`].
    #[error("a message is larger than this host accepts")]
    MessageBytes,
    /// [`Bounds::json_depth`].
    #[error("a message is nested deeper than this host accepts")]
    JsonDepth,
    /// [`Bounds::json_nodes`].
    #[error("a message has more values than this host accepts")]
    JsonNodes,
    /// [`Bounds::batch_messages`].
    #[error("a batch has more messages than this host accepts")]
    BatchMessages,
    /// [`Bounds::listing_bytes`].
    #[error("a listing is larger than this host accepts")]
    ListingBytes,
    /// [`Bounds::listing_time`].
    #[error("a listing takes longer than this host waits")]
    ListingTime,
}
