//! A key is tried out before it is kept.

use std::{
    io::{Read, Write},
    net::TcpListener,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::ApprovalId;
use host::Host;
use host_api::{AnswerView, ApiError, ApprovalView, ProposeProvider, ScopeView, WireView};

use crate::house::open_host;

/// An endpoint with one right key. Yields its base URL and the requests it got.
fn endpoint() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&heard);
    std::thread::spawn(move || {
        for stream in listener.incoming().take(2) {
            let mut stream = stream.unwrap();
            let mut request = Vec::new();
            let mut part = [0; 1024];
            while !request.windows(4).any(|end| end == b"\r\n\r\n") {
                let read = stream.read(&mut part).unwrap();
                request.extend_from_slice(&part[..read]);
            }
            let request = String::from_utf8(request).unwrap();
            let (status, body) = if request.contains("Bearer right-key") {
                ("200 OK", r#"{"data":[{"id":"m"}]}"#)
            } else {
                ("401 Unauthorized", r#"{"error":{"message":"no such key"}}"#)
            };
            log.lock().unwrap().push(request);
            let reply = format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(reply.as_bytes()).unwrap();
        }
    });
    (base, heard)
}

async fn answer(host: &Host, prompt: &ApprovalView, key: &str) -> Result<(), ApiError> {
    let answer = AnswerView::Allow {
        scope: ScopeView::Standing,
        values: vec![],
        key: Some(key.to_owned()),
    };
    let id: ApprovalId = prompt.id.parse().unwrap();
    host.answer_prompt(id, prompt.revision, answer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_its_endpoint_refuses_is_kept_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let host = open_host(&folder.path().join("data")).await;
    let (base_url, heard) = endpoint();
    let mut queue = host.prompts();
    let proposal = ProposeProvider {
        id: None,
        name: "Mine".into(),
        wire: WireView::OpenAiChat,
        base_url,
        model: "m".into(),
    };
    let proposing = tokio::spawn({
        let host = host.clone();
        async move { host.propose_provider(proposal).await }
    });
    let prompt = loop {
        if let Some(prompt) = queue.recv().await.unwrap().into_iter().next() {
            break prompt;
        }
    };
    let id: ApprovalId = prompt.id.parse().unwrap();
    host.prompt_shown(id, prompt.revision).unwrap();
    tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;

    let refused = answer(&host, &prompt, "wrong-key").await.unwrap_err();
    assert!(
        refused.message.to_string().contains("refused this key"),
        "{refused:?}"
    );
    assert!(host.providers().await.unwrap().is_empty());
    assert!(!proposing.is_finished(), "the question still waits");

    answer(&host, &prompt, "right-key").await.unwrap();
    let provider = proposing.await.unwrap().unwrap();
    assert!(provider.has_key);
    let requests = heard.lock().unwrap().clone();
    assert_eq!(requests.len(), 2);
    assert!(requests.iter().all(|r| r.starts_with("GET /v1/models ")));
    let rows = host.audit_list(None, 10).await.unwrap();
    let tried = rows
        .iter()
        .filter(|row| row.decision.as_deref() == Some("tried out"));
    assert_eq!(tried.count(), 2);
    assert!(
        rows.iter()
            .all(|row| !serde_json::to_string(row).unwrap().contains("-key"))
    );
    host.close().await;
}
