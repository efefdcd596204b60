//! HTTP+SSE of 2024-11-05: one stream carries everything from the server, and its first event says where to POST.

use std::{future::Future, pin::Pin, sync::Arc};

use reqwest::Response;
use sse::{DEFAULT_EVENT, Decoder};
use tokio::time::{Instant, timeout, timeout_at};
use url::Url;

use super::{
    answer::{self, Kind},
    shared::{Arrived, Http},
    web::Failure,
};
use crate::{
    CallError, HttpError,
    bounds::{CLAIM_CHARS, HTTP_HEADERS},
    text::shown,
    transport::Frame,
};

/// Longest address a server may name, in bytes.
const ENDPOINT_BYTES: usize = 8 * 1024;

type Posting = Pin<Box<dyn Future<Output = Result<Response, Failure>> + Send>>;

/// Opens the stream, sends the opening where it says, and follows it to its end: the end of the connection.
///
/// # Errors
/// There is no such stream. Only the request for the stream was sent then.
pub(super) async fn run(http: &Arc<Http>, opening: &str, request: u64) -> Result<(), HttpError> {
    let (headers, ..) = http.session.headers();
    let response = timeout(HTTP_HEADERS, http.web.events(headers, None))
        .await
        .map_err(|_| HttpError::TimedOut)?
        .map_err(|failure| failure.error)?;
    if !response.status().is_success() {
        return Err(answer::refusal(response).await.0);
    }
    if answer::kind(&response)? != Kind::Events {
        return Err(HttpError::ContentType("a document".into()));
    }
    let mut stream = Stream {
        http,
        response,
        decoder: Decoder::new(http.bounds.message_bytes),
        named_by: Some(Instant::now() + HTTP_HEADERS),
        posting: None,
    };
    stream.follow(opening, request).await;
    // A connection that ended needs no more.
    let _ = http.arrived.send(Arrived::End).await;
    Ok(())
}

struct Stream<'a> {
    http: &'a Arc<Http>,
    response: Response,
    decoder: Decoder,
    /// Until when it must say where to send; none once it did.
    named_by: Option<Instant>,
    /// The opening on its way.
    posting: Option<Posting>,
}

impl Stream<'_> {
    async fn follow(&mut self, opening: &str, request: u64) {
        loop {
            let until = self.named_by;
            let chunk = tokio::select! {
                sent = maybe(&mut self.posting) => {
                    self.posting = None;
                    match posted(sent).await {
                        Ok(()) => continue,
                        Err(error) => return self.http.fail(request, error).await,
                    }
                }
                chunk = next(&mut self.response, until) => chunk,
            };
            let taken = match chunk {
                Some(chunk) => self.take(&chunk, opening).await,
                None if self.named_by.is_some() => Err(HttpError::TimedOut.into()),
                None => return,
            };
            if let Err(error) = taken {
                return self.http.fail(request, error).await;
            }
        }
    }

    async fn take(&mut self, chunk: &[u8], opening: &str) -> Result<(), CallError> {
        for event in self.decoder.feed(chunk) {
            let event = event.map_err(|_| self.http.too_large())?;
            if event.event == "endpoint" && self.named_by.is_some() {
                let to = endpoint(self.http.web.url(), &event.data)?;
                self.http.session.set_endpoint(to.clone());
                self.named_by = None;
                let (http, text) = (Arc::clone(self.http), opening.to_owned());
                self.posting = Some(Box::pin(async move {
                    let (headers, ..) = http.session.headers();
                    http.web.post(Some(to), headers, &text).await
                }));
            } else if event.event == DEFAULT_EVENT && self.named_by.is_none() {
                self.http.put(Frame::Text(event.data)).await;
            }
        }
        Ok(())
    }
}

/// What became of the opening's POST; its answer comes over the stream.
async fn posted(sent: Result<Response, Failure>) -> Result<(), CallError> {
    let response = sent.map_err(|failure| CallError::Http {
        error: failure.error,
        sent: failure.sent,
    })?;
    if response.status().is_success() {
        return Ok(());
    }
    Err(answer::refusal(response).await.0.into())
}

async fn next(response: &mut Response, until: Option<Instant>) -> Option<bytes::Bytes> {
    match until {
        Some(until) => timeout_at(until, response.chunk()).await.ok()?.ok()?,
        None => response.chunk().await.ok()?,
    }
}

async fn maybe(posting: &mut Option<Posting>) -> Result<Response, Failure> {
    match posting {
        Some(posting) => posting.await,
        None => std::future::pending().await,
    }
}

/// The address the server names, which must be of its own origin.
fn endpoint(base: &Url, named: &str) -> Result<Url, HttpError> {
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
        let named = |text: &str| endpoint(&base, text).map(|u| u.to_string());
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
