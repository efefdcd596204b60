//! Bodies: documents read whole, streams of events read as they come and resumed where they broke
//! (2025-03-26, "Resumability and Redelivery"; 2025-11-25, where servers close streams on purpose).

use std::{
    hash::{BuildHasher, RandomState},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use reqwest::StatusCode;
use sse::{DEFAULT_EVENT, Decoder, Event};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc},
    time::{Instant, sleep, timeout, timeout_at},
};

use super::{
    answer::{self, Body, Kind},
    shared::Http,
};
use crate::{
    CallError, HttpError,
    bounds::{HTTP_HEADERS, HTTP_LINGER, HTTP_RESUMES, HTTP_RETRY, HTTP_SMALL},
    transport::Frame,
};

/// The wait before the first attempt to open a stream again, where the server names none; doubled for the next.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// Reads a body whole, within the bound of messages. Of large ones only one is read at a time: the permit says so.
pub(super) async fn whole(
    http: &Http,
    mut from: Body,
) -> Result<(Vec<u8>, Option<OwnedSemaphorePermit>), CallError> {
    let limit = http.bounds.message_bytes;
    let announced = from.length();
    if announced.is_some_and(|bytes| bytes > limit as u64) {
        return Err(http.too_large());
    }
    let mut body = Vec::new();
    let mut permit = None;
    loop {
        let Some(chunk) = from.chunk().await? else {
            return Ok((body, permit));
        };
        let size = body.len() + chunk.len();
        if size > limit {
            return Err(http.too_large());
        }
        if size > HTTP_SMALL && permit.is_none() {
            permit = large(http).await;
            // At once, or growing would hold it twice.
            let whole = announced.and_then(|bytes| usize::try_from(bytes).ok());
            body.reserve_exact(whole.unwrap_or(0).saturating_sub(body.len()));
        }
        body.extend_from_slice(&chunk);
    }
}

/// Waits until nothing else large is received on this connection.
async fn large(http: &Http) -> Option<OwnedSemaphorePermit> {
    // Never closed.
    http.large.clone().acquire_owned().await.ok()
}

/// Where a stream is, and when it may be opened again.
#[derive(Default)]
pub(super) struct Cursor {
    /// The identifier of the last event.
    pub(super) last_event: Option<String>,
    retry: Option<Duration>,
    /// Attempts in a row that brought nothing.
    pub(super) fruitless: u32,
}

impl Cursor {
    /// How long to wait before the stream is opened again: what the server asked for, and longer each time it brought
    /// nothing. The chance in it keeps many clients of one server apart.
    pub(super) fn wait(&self) -> Duration {
        let (least, most) = HTTP_RETRY;
        let again =
            FIRST_WAIT.saturating_mul(2u32.saturating_pow(self.fruitless.saturating_sub(1)));
        let wait = match (self.retry, self.fruitless) {
            (Some(asked), 0) => asked,
            (None, 0) => least,
            (asked, _) => again.max(asked.unwrap_or_default()),
        };
        let wait = wait.clamp(least, most);
        // Never sooner than the server asked.
        let part = RandomState::new().hash_one(0u8) % 128;
        wait + wait.mul_f64(part as f64 / 1024.0)
    }
}

/// How the reading of a stream ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The server ended it, or it broke.
    Over,
    /// Nobody waits for its answer any more.
    Settled,
    /// One event passed the bound.
    TooLarge,
    /// It is a document, whatever its type says; these are its first bytes.
    Document(Bytes),
    /// It is the stream of a server of 2024-11-05: it named an address to send to.
    Of2024,
}

/// Reads a stream to its end and hands on its messages. `waits` ends when nobody waits any more; `idle` bounds silence.
pub(super) async fn pump(
    http: &Arc<Http>,
    body: &mut Body,
    cursor: &mut Cursor,
    mut waits: Option<&mut mpsc::Receiver<()>>,
    idle: Option<Duration>,
) -> Ended {
    let mut decoder = Decoder::new(http.bounds.message_bytes);
    let mut permit = None;
    let mut until: Option<Instant> = None;
    let mut begun = false;
    let ended = loop {
        let limit = until.or_else(|| idle.map(|idle| Instant::now() + idle));
        let chunk = tokio::select! {
            biased;
            () = settled(&mut waits) => {
                waits = None;
                // Read to its end, the connection can be used again; but not for ever.
                match http.lingering.try_acquire() {
                    Ok(lingers) => lingers.forget(),
                    Err(_) => return Ended::Settled,
                }
                until = Some(Instant::now() + HTTP_LINGER);
                continue;
            }
            chunk = chunk(body, limit) => chunk,
        };
        // An event that the end of the stream cuts off is one if its data is whole.
        let (chunk, over) = match chunk {
            Some(chunk) => (chunk, false),
            None => (Bytes::from_static(b"\n\n"), true),
        };
        if !std::mem::replace(&mut begun, true) && answer::seen_kind(&chunk) == Some(Kind::Json) {
            break Ended::Document(chunk);
        }
        if decoder.buffered() + chunk.len() > HTTP_SMALL && permit.is_none() {
            permit = large(http).await;
        }
        let mut failed = None;
        for event in decoder.feed(&chunk) {
            let Ok(event) = event else {
                failed = Some(Ended::TooLarge);
                break;
            };
            if event.event == "endpoint" {
                failed = Some(Ended::Of2024);
                break;
            }
            cursor.fruitless = 0;
            if is_message(&event, over) {
                let held = if event.data.len() > HTTP_SMALL {
                    permit.take()
                } else {
                    None
                };
                http.put_large(Frame::Text(event.data), held).await;
            }
        }
        if let Some(failed) = failed {
            break failed;
        }
        if over {
            break Ended::Over;
        }
        if decoder.buffered() <= HTTP_SMALL {
            permit = None;
        }
        cursor.last_event = decoder.last_event_id().or(cursor.last_event.take());
        cursor.retry = decoder.retry().or(cursor.retry);
    };
    if until.is_some() {
        http.lingering.add_permits(1);
        return Ended::Settled;
    }
    ended
}

/// Whether an event holds messages. Some servers give them names of their own; what is no JSON then is not shown as printed.
pub(super) fn is_message(event: &Event, cut_off: bool) -> bool {
    let may_be = match event.event == DEFAULT_EVENT && !cut_off {
        true => !event.data.is_empty(),
        false => answer::seen_kind(event.data.as_bytes()) == Some(Kind::Json),
    };
    may_be && (!cut_off || lenient::whole(event.data.trim()).is_some())
}

/// The next bytes; none at the end, however it came.
async fn chunk(body: &mut Body, limit: Option<Instant>) -> Option<Bytes> {
    let read = body.chunk();
    match limit {
        Some(limit) => timeout_at(limit, read).await.ok()?.ok()?,
        None => read.await.ok()?,
    }
}

/// Completes when nobody waits; a value only says that somebody does.
async fn settled(waits: &mut Option<&mut mpsc::Receiver<()>>) {
    match waits {
        Some(waits) => while waits.recv().await.is_some() {},
        None => std::future::pending().await,
    }
}

/// How the stream of a request turned out to be none.
pub(super) enum Other {
    /// It is a document.
    Document(Body),
    /// It is the stream of a server of 2024-11-05.
    Of2024,
}

/// Follows the stream that carries the answer of a request, across breaks. Gives what it is if it is none.
pub(super) async fn of_request(
    http: &Arc<Http>,
    request: u64,
    mut body: Body,
    mut waits: mpsc::Receiver<()>,
) -> Option<Other> {
    let mut cursor = Cursor::default();
    loop {
        let failed = match pump(http, &mut body, &mut cursor, Some(&mut waits), None).await {
            Ended::Settled => return None,
            Ended::Document(first) => {
                return Some(Other::Document(Body::with(first, body.into_response())));
            }
            Ended::Of2024 => return Some(Other::Of2024),
            Ended::TooLarge => Some(http.too_large()),
            Ended::Over if cursor.last_event.is_none() || !http.session.resumes() => {
                Some(HttpError::CutOff.into())
            }
            Ended::Over => None,
        };
        if let Some(error) = failed {
            http.fail(request, error).await;
            return None;
        }
        http.put(Frame::Paused { request }).await;
        waits.recv().await?;
        match resumed(http, &mut cursor).await {
            Ok(again) => body = again,
            Err(error) => {
                http.fail(request, error.into()).await;
                return None;
            }
        }
    }
}

/// Opens a broken stream again, from its last event on.
async fn resumed(http: &Arc<Http>, cursor: &mut Cursor) -> Result<Body, HttpError> {
    while cursor.fruitless < HTTP_RESUMES {
        sleep(cursor.wait()).await;
        cursor.fruitless += 1;
        let (headers, ..) = http.session.headers();
        let asked = http.web.events(headers, cursor.last_event.as_deref());
        let response = match timeout(HTTP_HEADERS, asked).await {
            Ok(Ok(response)) => response,
            Ok(Err(_)) | Err(_) => continue,
        };
        let status = response.status();
        if status.is_success() {
            match Body::open(response).await? {
                (Kind::Events, body) => return Ok(body),
                (Kind::Json | Kind::Empty, _) => break,
            }
        }
        if !status.is_server_error() && status != StatusCode::TOO_MANY_REQUESTS {
            break;
        }
    }
    Err(HttpError::CutOff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_within_their_bounds_and_are_never_shorter_than_asked() {
        let mut cursor = Cursor::default();
        assert!(cursor.wait() >= HTTP_RETRY.0);
        cursor.retry = Some(Duration::from_millis(500));
        let asked = cursor.wait();
        assert!((500..=563).contains(&asked.as_millis()), "{asked:?}");
        cursor.retry = Some(Duration::from_secs(1_000_000));
        assert!(cursor.wait() <= HTTP_RETRY.1.mul_f64(1.13));
        cursor.retry = Some(Duration::ZERO);
        cursor.fruitless = 3;
        assert!(cursor.wait() >= Duration::from_secs(4));
        cursor.fruitless = u32::MAX;
        assert!(cursor.wait() <= HTTP_RETRY.1.mul_f64(1.13));
    }
}
