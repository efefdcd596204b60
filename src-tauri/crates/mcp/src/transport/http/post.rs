//! One message of ours: a POST, and what its answer holds (2025-03-26, "Sending Messages to the Server").

use std::sync::Arc;

use reqwest::{Response, StatusCode};
use tokio::{sync::mpsc, time::timeout};

use super::{
    answer::{self, Kind},
    legacy,
    shared::{Http, Message},
    stream,
};
use crate::{
    CallError, HttpError, Wire,
    bounds::HTTP_HEADERS,
    transport::{Frame, Returned},
};

/// Sends a notification or an answer. One that is refused is counted: nobody waits for it.
pub(super) async fn tell(http: &Http, message: &Message) {
    let (headers, ..) = http.session.headers();
    let headers = message.all_headers(headers);
    let sent = http
        .web
        .post(http.session.endpoint(), headers, &message.text);
    let taken = match timeout(HTTP_HEADERS, sent).await {
        Ok(Ok(response)) => response.status().is_success(),
        Ok(Err(_)) | Err(_) => false,
    };
    if !taken {
        tracing::debug!("a server did not take a notification or an answer");
        http.counters.count(|c| c.refused_posts += 1);
    }
}

/// Sends a request and follows its answer to the end. `waits` gives a value when a paused answer is still waited for, and
/// ends when nobody waits.
pub(super) async fn ask(
    http: &Arc<Http>,
    message: Message,
    request: u64,
    opens: bool,
    waits: mpsc::Receiver<()>,
) {
    if opens && http.last == Some(Wire::HttpSse) && http.session.endpoint().is_none() {
        match legacy::run(http, &message.text, request).await {
            Ok(()) => return,
            // It may have moved on to Streamable HTTP meanwhile.
            Err(HttpError::Status { .. } | HttpError::ContentType(_)) => {}
            Err(error) => return failed(http, request, error, false).await,
        }
    }
    let (headers, generation, in_session) = http.session.headers();
    let headers = message.all_headers(headers);
    let sent = http
        .web
        .post(http.session.endpoint(), headers, &message.text);
    let response = match sent.await {
        Ok(response) => response,
        Err(failure) => return failed(http, request, failure.error, failure.sent).await,
    };
    if response.status().is_success() {
        if opens && let Err(error) = http.session.take_id(response.headers()) {
            return failed(http, request, error, true).await;
        }
        return answer(http, request, response, waits).await;
    }
    if response.status() == StatusCode::NOT_FOUND && !opens && in_session {
        let returned = Returned {
            text: message.text,
            request,
            again: message.again,
        };
        let returned = Some(returned);
        return http
            .put(Frame::SessionGone {
                generation,
                returned,
            })
            .await;
    }
    let (error, body) = answer::refusal(response).await;
    if opens && generation == 0 && may_be_of_2024(&error) {
        // 2025-03-26, "Backwards Compatibility". What the first attempt said is what counts if the second fails too.
        if legacy::run(http, &message.text, request).await.is_ok() {
            return;
        }
    }
    if let Some(body) = body {
        // It may hold the answer itself: an error of JSON-RPC.
        http.put(Frame::Text(body)).await;
    }
    failed(http, request, error, true).await;
}

fn may_be_of_2024(error: &HttpError) -> bool {
    matches!(
        error,
        HttpError::Status {
            status: 400 | 402 | 404..=406 | 409..=428,
            ..
        }
    )
}

async fn answer(http: &Arc<Http>, request: u64, response: Response, waits: mpsc::Receiver<()>) {
    match answer::kind(&response) {
        Ok(Kind::Events) => stream::of_request(http, request, response, waits).await,
        Ok(Kind::Json) => document(http, request, response).await,
        // The answer comes over the one stream there is.
        Err(_) if http.session.wire() == Wire::HttpSse => {}
        Err(error) => failed(http, request, error, true).await,
    }
}

/// One JSON document: a message or a batch.
async fn document(http: &Arc<Http>, request: u64, response: Response) {
    let (body, permit) = match stream::whole(http, response).await {
        Ok(read) => read,
        Err(error) => return http.fail(request, error).await,
    };
    let frame = match String::from_utf8(body) {
        Ok(text) => Frame::Text(text),
        Err(error) => Frame::BadUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    };
    http.put_large(frame, permit).await;
    let missing = CallError::BadResult("it is not in the document that was sent for it".into());
    http.fail(request, missing).await;
}

async fn failed(http: &Http, request: u64, error: HttpError, sent: bool) {
    let sent = sent && !error.refused_unread();
    http.fail(request, CallError::Http { error, sent }).await;
}
