//! HTTP+SSE of 2024-11-05: one stream carries everything from the server, and its first event says where to POST.

use std::{future::Future, pin::pin, sync::Arc};

use reqwest::Response;
use sse::Decoder;
use tokio::time::timeout;
use url::Url;

use super::{
    answer::{self, Body, Kind},
    shared::{Arrived, Http},
    stream::is_message,
    web::Failure,
};
use crate::{
    CallError, HttpError,
    bounds::{CLAIM_CHARS, HTTP_NAMES},
    text::shown,
    transport::Frame,
};

/// Longest address a server may name, in bytes.
const ENDPOINT_BYTES: usize = 8 * 1024;

/// A stream that named the address to send to.
pub(super) struct Stream {
    body: Body,
    decoder: Decoder,
    endpoint: Url,
    /// Messages that came with the address.
    first: Vec<String>,
}

/// Opens the stream, and waits until it says where to send.
///
/// # Errors
/// There is no such stream. Only the request for it was sent then.
pub(super) async fn find(http: &Arc<Http>) -> Result<Stream, HttpError> {
    timeout(HTTP_NAMES, named(http))
        .await
        .unwrap_or(Err(HttpError::TimedOut))
}

async fn named(http: &Arc<Http>) -> Result<Stream, HttpError> {
    let (headers, ..) = http.session.headers();
    let response = http.web.events(headers, None).await;
    let response = response.map_err(|failure| failure.error)?;
    if !response.status().is_success() {
        return Err(answer::refusal(response).await.0);
    }
    let (Kind::Events, mut body) = Body::open(response).await? else {
        return Err(HttpError::ContentType("a document".into()));
    };
    let mut decoder = Decoder::new(http.bounds.message_bytes);
    let (mut endpoint, mut first) = (None, Vec::new());
    while let Some(chunk) = body.chunk().await? {
        for event in decoder.feed(&chunk) {
            let event = event.map_err(|_| HttpError::ContentType("too large".into()))?;
            match &endpoint {
                None if event.event == "endpoint" => {
                    endpoint = Some(address(http.web.url(), &event.data)?);
                }
                Some(_) => first.push(event.data),
                None => {}
            }
        }
        if let Some(endpoint) = endpoint {
            return Ok(Stream {
                body,
                decoder,
                endpoint,
                first,
            });
        }
    }
    Err(HttpError::CutOff)
}

impl Stream {
    /// Sends the opening to the address, and follows the stream to its end: the end of the connection.
    pub(super) async fn follow(mut self, http: &Arc<Http>, opening: &str, request: u64) {
        http.session.set_endpoint(self.endpoint.clone());
        let (headers, ..) = http.session.headers();
        let posting = http.web.post(Some(self.endpoint.clone()), headers, opening);
        let mut posting = Some(pin!(posting));
        for text in std::mem::take(&mut self.first) {
            http.put(Frame::Text(text)).await;
        }
        'stream: loop {
            let chunk = tokio::select! {
                sent = maybe(&mut posting) => {
                    posting = None;
                    match posted(sent, http.web.url(), &self.endpoint).await {
                        Ok(()) => continue,
                        Err(error) => break http.fail(request, error).await,
                    }
                }
                chunk = self.body.chunk() => chunk,
            };
            let Ok(Some(chunk)) = chunk else { break };
            for event in self.decoder.feed(&chunk) {
                let Ok(event) = event else {
                    http.fail(request, http.too_large()).await;
                    break 'stream;
                };
                if is_message(&event, false) {
                    http.put(Frame::Text(event.data)).await;
                }
            }
        }
        // A connection that ended needs no more.
        let _ = http.arrived.send(Arrived::End).await;
    }
}

/// What became of the opening's POST; its answer comes over the stream.
async fn posted(sent: Result<Response, Failure>, stream: &Url, to: &Url) -> Result<(), CallError> {
    let response = sent.map_err(|failure| CallError::Http {
        error: failure.error,
        sent: failure.sent,
    })?;
    if response.status().is_success() {
        return Ok(());
    }
    let error = answer::refusal(response).await.0;
    if let HttpError::Status { status, .. } = error {
        // Behind a proxy that takes a prefix off, a server does not know its own addresses.
        let refused = HttpError::EndpointRefused {
            stream: shown(stream.as_str(), CLAIM_CHARS),
            to: shown(to.as_str(), CLAIM_CHARS),
            status,
        };
        return Err(refused.into());
    }
    Err(error.into())
}

async fn maybe<F: Future + Unpin>(posting: &mut Option<F>) -> F::Output {
    match posting {
        Some(posting) => posting.await,
        None => std::future::pending().await,
    }
}

/// The address the server names, which must be of its own origin.
fn address(base: &Url, named: &str) -> Result<Url, HttpError> {
    let wrong = || HttpError::Endpoint(shown(named, CLAIM_CHARS));
    if named.len() > ENDPOINT_BYTES {
        return Err(wrong());
    }
    let url = base.join(named.trim()).map_err(|_| wrong())?;
    let plain = url.username().is_empty() && url.password().is_none();
    (url.origin() == base.origin() && plain)
        .then_some(url)
        .ok_or_else(wrong)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_origin_can_be_named() {
        let base = Url::parse("https://h.example/a/sse").unwrap();
        let named = |text: &str| address(&base, text).map(|u| u.to_string());
        assert_eq!(named("/m?s=1").unwrap(), "https://h.example/m?s=1");
        assert_eq!(named("m").unwrap(), "https://h.example/a/m");
        assert_eq!(
            named("https://h.example:443/m").unwrap(),
            "https://h.example/m"
        );
        for bad in [
            "http://h.example/m",
            "https://h.example:444/m",
            "//evil.example/m",
            "https://u:p@h.example/m",
            "file:///etc/passwd",
            "\\\\evil.example/m",
            "https://h.example.evil.example/",
        ] {
            assert!(named(bad).is_err(), "{bad}");
        }
    }
}
