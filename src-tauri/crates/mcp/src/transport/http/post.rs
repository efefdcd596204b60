//! One message of ours: a POST, and what its answer holds (2025-03-26, "Sending Messages to the Server").

use std::{future::Future, pin::pin, sync::Arc};

use reqwest::Response;
use tokio::{sync::mpsc, time::timeout};

use super::{
    answer::{self, Body, Kind},
    legacy,
    shared::{Http, Message},
    stream::{self, Other},
    web::Failure,
};
use crate::{
    CallError, HttpError, Wire,
    bounds::{HTTP_BESIDE, HTTP_HEADERS},
    jsonrpc,
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
    let begins = opens && http.session.generation() == 0 && http.session.endpoint().is_none();
    if begins && http.last == Some(Wire::HttpSse) {
        match legacy::find(http).await {
            Ok(stream) => return stream.follow(http, &message.text, request).await,
            // It may have moved on to Streamable HTTP meanwhile.
            Err(HttpError::Status { .. } | HttpError::ContentType(_) | HttpError::Empty) => {}
            Err(error) => return failed(http, request, error, false).await,
        }
    }
    let (headers, generation, in_session) = http.session.headers();
    let headers = message.all_headers(headers);
    let sent = http
        .web
        .post(http.session.endpoint(), headers, &message.text);
    let response = match answered(http, sent, begins).await {
        Answered::Posted(Ok(response)) => response,
        Answered::Posted(Err(failure)) => {
            return failed(http, request, failure.error, failure.sent).await;
        }
        Answered::Of2024(stream) => return stream.follow(http, &message.text, request).await,
    };
    if response.status().is_success() {
        if opens && let Err(error) = http.session.take_id(response.headers()) {
            return failed(http, request, error, true).await;
        }
        if !answer(http, request, response, waits).await || !begins {
            return;
        }
        return match legacy::find(http).await {
            Ok(stream) => stream.follow(http, &message.text, request).await,
            Err(error) => failed(http, request, error, true).await,
        };
    }
    let (error, body) = answer::refusal(response).await;
    if let Some(body) = body
        && jsonrpc::answers(&body, request, &http.bounds)
    {
        // It is the answer itself: an error of JSON-RPC.
        http.put(Frame::Text(body)).await;
        return failed(http, request, error, true).await;
    }
    let says_gone = in_session && !opens && !is_ping(&message.text, request);
    if says_gone && error.is_lost_session(http.session.not_found_says_gone()) {
        let said = matches!(
            &error,
            HttpError::Status {
                message: Some(_),
                ..
            }
        );
        if message.again && said && !error.is_lost_session(false) {
            http.session.not_found_again();
            return failed(http, request, error, true).await;
        }
        let returned = Some(Returned {
            text: message.text,
            request,
            again: message.again,
        });
        let gone = Frame::SessionGone {
            generation,
            returned,
        };
        return http.put(gone).await;
    }
    if begins && may_be_of_2024(&error) {
        // 2025-03-26, "Backwards Compatibility". What the first attempt said is what counts if the second fails too.
        match legacy::find(http).await {
            Ok(stream) => return stream.follow(http, &message.text, request).await,
            Err(error @ HttpError::Endpoint(_)) => return failed(http, request, error, true).await,
            Err(_) => {}
        }
    }
    failed(http, request, error, true).await;
}

/// How an opening was answered.
enum Answered {
    /// The message itself was.
    Posted(Result<Response, Failure>),
    /// There is a stream of 2024-11-05.
    Of2024(Box<legacy::Stream>),
}

/// Waits for the answer to a message. Where that takes long and the message `begins` a connection, a stream of 2024-11-05 is looked
/// for beside it.
async fn answered(
    http: &Arc<Http>,
    sent: impl Future<Output = Result<Response, Failure>>,
    begins: bool,
) -> Answered {
    let mut sent = pin!(sent);
    if !begins {
        return Answered::Posted(sent.await);
    }
    if let Ok(posted) = timeout(HTTP_BESIDE, &mut sent).await {
        return Answered::Posted(posted);
    }
    tokio::select! {
        posted = &mut sent => Answered::Posted(posted),
        Ok(stream) = legacy::find(http) => Answered::Of2024(Box::new(stream)),
    }
}

/// Whether a message of ours asks for a sign of life. Servers that do not know it refuse it in any way.
fn is_ping(text: &str, request: u64) -> bool {
    text.starts_with(&format!(
        r#"{{"jsonrpc":"2.0","id":{request},"method":"ping""#
    ))
}

fn may_be_of_2024(error: &HttpError) -> bool {
    matches!(
        error,
        HttpError::Status {
            status: 400 | 402..=599,
            ..
        }
    )
}

/// Takes a successful answer. Whether it turned out to be the stream of a server of 2024-11-05.
async fn answer(
    http: &Arc<Http>,
    request: u64,
    response: Response,
    waits: mpsc::Receiver<()>,
) -> bool {
    // The answer comes over the one stream there is.
    if http.session.wire() == Wire::HttpSse && response.content_length() == Some(0) {
        return false;
    }
    let body = match Body::open(response).await {
        Ok((Kind::Events, body)) => match stream::of_request(http, request, body, waits).await {
            Some(Other::Document(body)) => Ok(body),
            Some(Other::Of2024) => return true,
            None => return false,
        },
        Ok((Kind::Json, body)) => Ok(body),
        Ok((Kind::Empty, _)) => Err(HttpError::Empty),
        Err(error) => Err(error),
    };
    match body {
        Ok(body) => document(http, request, body).await,
        Err(_) if http.session.wire() == Wire::HttpSse => {}
        // What is no answer may only say that the message arrived.
        Err(HttpError::Empty | HttpError::ContentType(_)) if http.may_hear().await => {}
        Err(error) => failed(http, request, error, true).await,
    }
    false
}

/// One JSON document: a message or a batch. One without the answer may only say that the message arrived.
async fn document(http: &Arc<Http>, request: u64, body: Body) {
    let (body, permit) = match stream::whole(http, body).await {
        Ok(read) => read,
        Err(error) => return http.fail(request, error).await,
    };
    let frame = match String::from_utf8(body) {
        Ok(text) => Frame::Text(text),
        Err(error) => Frame::BadUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    };
    http.put_large(frame, permit).await;
    if http.session.wire() == Wire::HttpSse || http.may_hear().await {
        return;
    }
    let missing = CallError::BadResult("it is not in the document that was sent for it".into());
    http.fail(request, missing).await;
}

async fn failed(http: &Http, request: u64, error: HttpError, sent: bool) {
    let sent = sent && !error.refused_unread();
    http.fail(request, CallError::Http { error, sent }).await;
}
