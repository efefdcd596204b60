//! The stream of one answer: bytes in, events out, every wait and every amount bounded.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use async_stream::try_stream;
use bytes::{Bytes, BytesMut};
use futures_util::{FutureExt, Stream, StreamExt};
use reqwest::Response;
use tokio::{
    task::yield_now,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    ChatRequest, Endpoint, Limits, Llm, LlmError, MAX_EVENT_BYTES, MAX_STREAM_BYTES, StreamEvent,
    Wire,
    answer::AnswerReader,
    anthropic,
    client::Call,
    error::shown,
    frames::{Frame, Frames},
    openai,
    progress::Progress,
    responses,
    said::page_title,
    tries::Tries,
    unpack::{Unpack, Unpacker},
};

/// The pause after bytes that had to be awaited: a frame of a screen. What comes meanwhile is read at once, and costs one wake-up
/// instead of one for each piece.
const GATHER: Duration = Duration::from_millis(16);
/// A read that took longer had to wait for the endpoint. A shorter one found its bytes there, and more may follow at once.
const AWAITED: Duration = Duration::from_micros(300);
/// Bytes that are read together at most, give or take one piece.
const GATHERED: usize = 64 * 1024;
/// Pieces that are read together at most: an endpoint may send empty ones without end.
const PIECES: usize = 256;

/// An answer as it comes. Text that came within a frame of a screen is one event. Ends after [`StreamEvent::Done`] or the first error.
///
/// Nothing runs beside it: dropping it ends the request and closes its connection.
pub struct ChatStream(Pin<Box<dyn Stream<Item = Result<StreamEvent, LlmError>> + Send>>);

impl Stream for ChatStream {
    type Item = Result<StreamEvent, LlmError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl fmt::Debug for ChatStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChatStream")
    }
}

impl Llm {
    /// Sends a request and streams the answer. Nothing is sent before the stream is polled; dropping it closes the
    /// connection.
    ///
    /// An endpoint that is busy before the first text is waited for and the request sent again, at most [`crate::MAX_RETRIES`] times and for at
    /// most [`crate::MAX_RETRY_WAIT`] each, which [`StreamEvent::Waiting`] tells; one that loads its model as long as [`Limits::loading`] says. Once an answer began, nothing is
    /// sent again.
    #[must_use]
    pub fn stream(&self, endpoint: Endpoint, request: ChatRequest) -> ChatStream {
        open(self.clone(), endpoint, request)
    }
}

fn open(llm: Llm, endpoint: Endpoint, request: ChatRequest) -> ChatStream {
    ChatStream(Box::pin(try_stream! {
        let call = written(&endpoint, &request).map_err(|e| endpoint.redact(e))?;
        let mut tries = Tries::new(&endpoint, llm.limits());
        loop {
            let mut began = false;
            let failed = match llm.send_once(&endpoint, &call).await {
                Ok(response) => {
                    let source = Source::new(Body::Response(response), llm.limits_at(&endpoint));
                    let mut failed = None;
                    for await event in events(AnswerReader::new(endpoint.wire, &request), source) {
                        match event {
                            Ok(event) => {
                                began = true;
                                yield event;
                            }
                            Err(error) => failed = Some(error),
                        }
                    }
                    failed
                }
                Err(error) => Some(error),
            };
            let Some(error) = failed else {
                break;
            };
            // Nothing was shown yet: a busy endpoint is asked again.
            match tries.pause(&error).filter(|_| !began) {
                Some(waiting) => {
                    yield StreamEvent::Waiting(waiting);
                    sleep(waiting.delay).await;
                }
                None => Err(endpoint.redact(error))?,
            }
        }
    }))
}

/// Decodes an answer whose bytes are made in this process, as if an endpoint had sent them to `request`.
#[must_use]
pub fn decode(
    wire: Wire,
    request: &ChatRequest,
    bytes: impl Stream<Item = Bytes> + Send + 'static,
) -> ChatStream {
    let source = Source::new(Body::Made(Box::pin(bytes)), Limits::default());
    ChatStream(Box::pin(events(AnswerReader::new(wire, request), source)))
}

/// The events of an answer as its bytes come.
fn events(
    mut answer: AnswerReader,
    mut source: Source,
) -> impl Stream<Item = Result<StreamEvent, LlmError>> + Send {
    try_stream! {
        let mut frames = Frames::new(MAX_EVENT_BYTES);
        let (mut ready, mut read) = (Vec::new(), false);
        loop {
            let bytes = source.next().await?;
            let mut came = Vec::new();
            let fed = match &bytes {
                Some(bytes) => frames.feed(bytes, &mut came),
                None => frames.end(&mut came),
            };
            read |= !came.is_empty();
            let taken = take(&mut answer, &came, &mut ready);
            // What came before an error still counts.
            join(&mut ready);
            for event in ready.drain(..) {
                yield event;
            }
            match taken? {
                Progress::More => {}
                Progress::Finished => source.finished(),
                Progress::End => break,
            }
            fed?;
            if bytes.is_none() {
                break;
            }
        }
        // The connection is closed before the end is told.
        drop(source);
        let (lines, said) = frames.stray();
        if !read && lines > 0 {
            Err(no_answer(said))?;
        }
        answer.lost(lines);
        let ending = answer.end(&mut ready);
        for event in ready.drain(..) {
            yield event;
        }
        for event in ending? {
            yield event;
        }
    }
}

/// Reads documents up to the end of the answer or the first error, and adds what they mean to `ready`.
fn take(
    answer: &mut AnswerReader,
    frames: &[Frame],
    ready: &mut Vec<StreamEvent>,
) -> Result<Progress, LlmError> {
    let mut progress = Progress::More;
    for frame in frames {
        match answer.take(frame, ready)? {
            Progress::More => {}
            Progress::Finished => progress = Progress::Finished,
            Progress::End => return Ok(Progress::End),
        }
    }
    Ok(progress)
}

/// The error for bytes that hold no document at all: a web page is named by its title.
fn no_answer(said: &str) -> LlmError {
    if said.trim_start().starts_with('<') {
        return LlmError::malformed(&format!("it is a web page, “{}”", page_title(said)));
    }
    LlmError::malformed(&format!("it says “{}”", shown(said)))
}

/// Makes one of texts that follow each other.
fn join(ready: &mut Vec<StreamEvent>) {
    ready.dedup_by(|next, before| match (next, before) {
        (StreamEvent::Text(next), StreamEvent::Text(before))
        | (StreamEvent::Reasoning(next), StreamEvent::Reasoning(before)) => {
            before.push_str(next);
            true
        }
        _ => false,
    });
}

/// Writes a request.
fn written(endpoint: &Endpoint, request: &ChatRequest) -> Result<Call, LlmError> {
    let body = match endpoint.wire {
        Wire::OpenAiChat => openai::body(endpoint, request)?,
        Wire::AnthropicMessages => anthropic::body(endpoint, request)?,
        Wire::OpenAiResponses => responses::body(endpoint, request)?,
    };
    Call::chat(endpoint, body)
}

/// Where the bytes of an answer come from.
enum Body {
    /// An endpoint's response.
    Response(Response),
    /// This process.
    Made(Pin<Box<dyn Stream<Item = Bytes> + Send>>),
}

impl Body {
    async fn chunk(&mut self) -> Result<Option<Bytes>, reqwest::Error> {
        match self {
            Self::Response(response) => response.chunk().await,
            Self::Made(bytes) => Ok(bytes.next().await),
        }
    }

    /// What is there already, after the task of the connection had a turn.
    async fn ready(&mut self) -> Option<Result<Option<Bytes>, reqwest::Error>> {
        yield_now().await;
        self.chunk().now_or_never()
    }
}

/// The bytes of an answer, with its clocks and its total.
struct Source {
    body: Body,
    limits: Limits,
    /// When it must be over.
    end: Instant,
    /// The model finished: the end of the bytes, however it comes, is then the end of the answer.
    finished: bool,
    /// When the wait after the finish ends.
    grace: Option<Instant>,
    /// The last read had to wait.
    awaited: bool,
    /// The end of the body or its failure, which came while bytes were gathered.
    kept: Option<Result<Option<Bytes>, reqwest::Error>>,
    received: usize,
    unpacker: Result<Unpacker, LlmError>,
}

impl Source {
    fn new(body: Body, limits: Limits) -> Self {
        let unpacker = match &body {
            Body::Response(response) => Unpacker::new(response.headers()),
            Body::Made(_) => Ok(Unpacker::Plain),
        };
        Self {
            body,
            unpacker,
            limits,
            end: Instant::now() + limits.answer,
            finished: false,
            grace: None,
            awaited: false,
            kept: None,
            received: 0,
        }
    }

    /// The model finished. What still comes begins a new wait for more.
    fn finished(&mut self) {
        self.finished = true;
        self.grace = Some(Instant::now() + self.limits.after_finish);
    }

    async fn next(&mut self) -> Result<Option<Bytes>, LlmError> {
        let silence = self
            .grace
            .unwrap_or_else(|| Instant::now() + self.limits.idle);
        let until = self.end.min(silence);
        let gathers = self.awaited && !self.finished;
        if gathers {
            sleep(GATHER).await;
        }
        let begin = Instant::now();
        let first = match self.kept.take() {
            Some(kept) => Ok(kept),
            None => timeout_at(until, self.body.chunk()).await,
        };
        self.awaited = begin.elapsed() > AWAITED;
        let bytes = match first {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(_)) | Err(_) if self.finished => None,
            Ok(Err(_)) => return Err(LlmError::CutStream),
            Err(_) => return Err(LlmError::Timeout),
        };
        let bytes = match bytes {
            Some(first) if gathers => Some(self.gathered(first).await),
            other => other,
        };
        bytes.map(|packed| self.unpacked(packed)).transpose()
    }

    /// Unpacks what came, and counts it.
    fn unpacked(&mut self, packed: Bytes) -> Result<Bytes, LlmError> {
        let unpacker = self.unpacker.as_mut().map_err(|error| error.clone())?;
        let room = MAX_STREAM_BYTES.saturating_sub(self.received);
        let bytes = unpacker.unpack(packed, room).map_err(|error| match error {
            Unpack::TooLarge => LlmError::too_large("the stream", MAX_STREAM_BYTES),
            Unpack::Broken(why) => LlmError::malformed(&why),
        })?;
        self.received += bytes.len();
        Ok(bytes)
    }

    /// Adds what came since to the first bytes. Their end, or an error, is kept for the next read.
    async fn gathered(&mut self, first: Bytes) -> Bytes {
        let mut all = BytesMut::from(first);
        for _ in 1..PIECES {
            if all.len() >= GATHERED {
                break;
            }
            match self.body.ready().await {
                Some(Ok(Some(more))) => all.extend_from_slice(&more),
                Some(end) => {
                    self.kept = Some(end);
                    break;
                }
                None => break,
            }
        }
        all.freeze()
    }
}
