//! Reads a reply that is not a stream, within a bound of bytes and time.

use std::time::Duration;

use reqwest::{Response, StatusCode, header::HeaderMap};
use tokio::time::{Instant, timeout_at};

use crate::{
    LlmError,
    limits::{MAX_ERROR_BYTES, MAX_REPLY_BYTES},
    status,
    unpack::{Unpack, Unpacker},
};

/// The whole body, at most [`MAX_REPLY_BYTES`].
pub(crate) async fn whole(mut response: Response, limit: Duration) -> Result<String, LlmError> {
    let until = Instant::now() + limit;
    let mut unpacker = Unpacker::new(response.headers())?;
    let mut body = Vec::new();
    loop {
        let chunk = timeout_at(until, response.chunk())
            .await
            .map_err(|_| LlmError::Timeout)?;
        let Some(chunk) = chunk.map_err(|_| LlmError::CutStream)? else {
            break;
        };
        let room = MAX_REPLY_BYTES.saturating_sub(body.len());
        let chunk = unpacker.unpack(chunk, room).map_err(|error| match error {
            Unpack::TooLarge => LlmError::too_large("the reply", MAX_REPLY_BYTES),
            Unpack::Broken(why) => LlmError::malformed(&why),
        })?;
        body.extend_from_slice(&chunk);
    }
    String::from_utf8(body).map_err(|_| LlmError::malformed("it is not UTF-8"))
}

/// What a reply of failure says: as much of it as comes in time and within [`MAX_ERROR_BYTES`].
pub(crate) async fn failure(mut response: Response, limit: Duration) -> LlmError {
    let (status, headers): (StatusCode, HeaderMap) =
        (response.status(), response.headers().clone());
    let body = start(&mut response, limit).await;
    status::refused(status, &headers, &String::from_utf8_lossy(&body))
}

/// The start of a body, at most [`MAX_ERROR_BYTES`]; a body that stalls or breaks is taken as far as it came.
pub(crate) async fn start(response: &mut Response, limit: Duration) -> Vec<u8> {
    let until = Instant::now() + limit;
    let mut unpacker = Unpacker::new(response.headers()).unwrap_or(Unpacker::Plain);
    let mut body = Vec::new();
    while let Ok(Ok(Some(chunk))) = timeout_at(until, response.chunk()).await {
        // What cannot be unpacked, or becomes too large, is left.
        let Ok(chunk) = unpacker.unpack(chunk, MAX_REPLY_BYTES) else {
            break;
        };
        let room = MAX_ERROR_BYTES.saturating_sub(body.len());
        body.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
        if body.len() >= MAX_ERROR_BYTES {
            break;
        }
    }
    body
}
