//! Status codes, retries, cancellation, lists of models, discovery.

use std::time::Duration;

use futures_util::StreamExt;
use llm::{
    Candidate, Endpoint, Finish, Input, Llm, LlmError, MAX_RETRIES, Refusal, StreamEvent, Waiting,
    Wire,
};

use crate::{
    answer, collect, endpoint, request, said,
    server::{Reply, Server, Then},
};

const OVERLOADED: &str =
    r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;

fn busy(retry_after: &str) -> Reply {
    let headers = format!("retry-after: {retry_after}\r\ncontent-type: application/json\r\n");
    Reply::plain("529 Overloaded", &headers, OVERLOADED)
}

fn fine() -> Reply {
    Reply::events([
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"x"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
        r#"{"type":"message_stop"}"#,
    ])
}

async fn tried(replies: Vec<Reply>) -> (usize, Vec<StreamEvent>, Option<LlmError>) {
    let server = Server::start(replies).await;
    let stream = Llm::new()
        .unwrap()
        .stream(endpoint(Wire::AnthropicMessages, &server), request());
    let (events, error) = collect(stream).await;
    (server.requests().len(), events, error)
}

fn waiting(attempt: u32) -> StreamEvent {
    StreamEvent::Waiting(Waiting {
        status: 529,
        delay: Duration::ZERO,
        attempt,
        most: Some(MAX_RETRIES + 1),
        loading: false,
    })
}

#[tokio::test]
async fn a_busy_endpoint_is_asked_again_as_it_says() {
    let (requests, events, error) = tried(vec![busy("0"), busy("0"), fine()]).await;
    let answered = [
        waiting(2),
        waiting(3),
        StreamEvent::Text("x".into()),
        StreamEvent::Items(vec![llm::Item::Text("x".into())]),
        StreamEvent::Done(Finish::Stop),
    ];
    assert_eq!((requests, events, error), (3, answered.to_vec(), None));
    // The same said in a stream, before any text.
    let in_stream = Reply::events([r#"{"type":"ping"}"#, OVERLOADED]);
    let (requests, events, error) = tried(vec![in_stream, fine()]).await;
    assert_eq!((requests, events.len(), error), (2, 4, None));
    let after_text = Reply::events([
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}"#,
        OVERLOADED,
    ]);
    let (requests, _, error) = tried(vec![after_text, fine()]).await;
    assert_eq!(
        (requests, error.unwrap().refusal()),
        (1, Some(Refusal::Overloaded))
    );

    let all = usize::try_from(MAX_RETRIES).unwrap() + 1;
    let (requests, events, error) = tried(vec![busy("0"); all + 1]).await;
    assert_eq!((requests, events.len()), (all, all - 1));
    assert!(error.as_ref().is_some_and(LlmError::retryable));
    assert_eq!(said(error), ("Overloaded".into(), Refusal::Overloaded));
}

#[tokio::test]
async fn a_wait_that_is_too_long_is_left_to_the_user() {
    let (requests, events, error) = tried(vec![busy("61"), fine()]).await;
    assert_eq!((requests, events.len()), (1, 0));
    match error {
        Some(LlmError::Status { retry_after, .. }) => {
            assert_eq!(retry_after, Some(Duration::from_secs(61)))
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn no_request_is_repeated_where_no_credit_is_left() {
    let body =
        r#"{"error":{"message":"no","type":"insufficient_quota","code":"insufficient_quota"}}"#;
    let reply = Reply::plain("429 Too Many Requests", "retry-after: 0\r\n", body);
    let (requests, events, error) = tried(vec![reply, fine()]).await;
    assert_eq!((requests, events.len()), (1, 0));
    assert_eq!(error.unwrap().refusal(), Some(Refusal::NoCredit));
}

#[tokio::test]
async fn dropping_a_stream_that_waits_sends_nothing_more() {
    let server = Server::start(vec![busy("30"), fine()]).await;
    let llm = Llm::new().unwrap();
    let mut stream = llm.stream(endpoint(Wire::AnthropicMessages, &server), request());
    let first = stream.next().await;
    assert!(
        matches!(first, Some(Ok(StreamEvent::Waiting(w))) if w.delay == Duration::from_secs(30)),
        "{first:?}"
    );
    drop(stream);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn other_failures_are_told_at_once() {
    let reply = Reply::plain(
        "400 Bad Request",
        "retry-after: 0\r\n",
        r#"{"error":{"message":"no","code":"context_length_exceeded"}}"#,
    );
    let (requests, _, error) = tried(vec![reply, fine()]).await;
    assert_eq!(requests, 1);
    assert!(
        matches!(
            error,
            Some(LlmError::Status {
                status: 400,
                kind: Refusal::ContextTooLong,
                ..
            })
        ),
        "{error:?}"
    );

    let headers = "content-type: application/json\r\n";
    let failed = answer(
        Wire::OpenAiChat,
        Reply::plain("200 OK", headers, r#"{"error":"no such model"}"#),
    )
    .await
    .1;
    assert_eq!(said(failed), ("no such model".into(), Refusal::Other));
    let page = Reply::plain("200 OK", headers, "<html><title>Sign in</title></html>");
    let page = answer(Wire::OpenAiChat, page).await.1.unwrap();
    assert!(page.to_string().contains("“Sign in”"), "{page}");

    let server = Server::start(vec![]).await;
    let gone = endpoint(Wire::OpenAiChat, &server);
    drop(server);
    tokio::task::yield_now().await;
    let refused = collect(Llm::new().unwrap().stream(gone, request()))
        .await
        .1
        .unwrap();
    assert!(matches!(refused, LlmError::Connect { .. }), "{refused:?}");
}

#[tokio::test]
async fn a_server_without_tls_is_an_error_of_the_connection() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let clear = async {
        let (mut socket, _) = listener.accept().await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut socket, b"HTTP/1.1 400 Bad Request\r\n\r\n").await
    };
    let base_url = url::Url::parse(&format!("https://{address}")).unwrap();
    let secure = Endpoint {
        wire: Wire::OpenAiChat,
        base_url,
        key: None,
    };
    let llm = Llm::new().unwrap();
    let error = tokio::select! {
        models = llm.models(&secure) => models.unwrap_err(),
        never = async { clear.await.unwrap(); std::future::pending().await } => never,
    };
    // `Tls` on a machine without certificate authorities.
    assert!(
        matches!(error, LlmError::Link(_) | LlmError::Tls(_)),
        "{error:?}"
    );
}

#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    let text = r#"{"choices":[{"delta":{"content":"x"}}]}"#;
    let mut server = Server::start(vec![Reply::events([text]).then(Then::Hold)]).await;
    let llm = Llm::new().unwrap();
    let mut stream = llm.stream(endpoint(Wire::OpenAiChat, &server), request());
    assert_eq!(stream.next().await, Some(Ok(StreamEvent::Text("x".into()))));
    drop(stream);
    server.closed().await;
}

#[tokio::test]
async fn window_and_inputs_of_a_model_are_read_as_far_as_they_are_said() {
    let list = r#"{"data":[
        {"id":"router","context_length":9,"architecture":{"input_modalities":["text","image","file","smell"]}},
        {"id":"cpp","meta":{"n_ctx":8},"architecture":{"input_modalities":["text"]}},
        {"id":"mistral","max_context_length":7,"capabilities":{"vision":true}},
        {"id":"odd","meta":{"n_ctx":-1},"architecture":{"input_modalities":"text"},"capabilities":[]},
        {"id":"bare","meta":3}
    ]}"#;
    let server = Server::start(vec![Reply::plain("200 OK", "", list)]).await;
    let models = Llm::new()
        .unwrap()
        .models(&endpoint(Wire::OpenAiChat, &server))
        .await
        .unwrap();
    let said: Vec<_> = models
        .iter()
        .map(|model| (model.id.as_str(), model.window, model.inputs.clone()))
        .collect();
    let some = |inputs: &[Input]| Some(inputs.iter().copied().collect());
    assert_eq!(
        said,
        [
            ("router", Some(9), some(&[Input::Image, Input::File])),
            ("cpp", Some(8), some(&[])),
            ("mistral", Some(7), some(&[Input::Image])),
            ("odd", None, None),
            ("bare", None, None),
        ]
    );
}

#[tokio::test]
async fn models_are_listed_and_found() {
    let list = r#"{"object":"list","data":[{"id":"b"},{"id":"a\u202e"},{"id":7},{"id":"a"}]}"#;
    let json = || Reply::plain("200 OK", "content-type: application/json\r\n", list);
    let server = Server::start(vec![json(), json()]).await;
    let other = Server::start(vec![Reply::plain("200 OK", "", "<html>")]).await;
    let llm = Llm::new().unwrap();
    let ids = |models: &[llm::ModelInfo]| models.iter().map(|m| m.id.clone()).collect::<Vec<_>>();
    let models = llm
        .models(&endpoint(Wire::AnthropicMessages, &server))
        .await
        .unwrap();
    assert_eq!(ids(&models), ["b", "a"]);
    let candidates = [
        Candidate {
            name: "Other",
            port: other.port(),
        },
        Candidate {
            name: "Mine",
            port: server.port(),
        },
    ];
    let found = llm.discover_among(&candidates).await;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].name.as_str(), ids(&found[0].models)),
        ("Mine", ids(&models))
    );
    let lines: Vec<String> = server
        .requests()
        .iter()
        .map(|r| r.lines().next().unwrap().to_owned())
        .collect();
    assert_eq!(
        lines,
        [
            "GET /v1/models?limit=1000 HTTP/1.1",
            "GET /v1/models HTTP/1.1"
        ]
    );
}
