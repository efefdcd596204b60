//! Servers without sessions behind a real proxy: two processes that take turns, and a proxy that ends what is silent.

use std::time::Duration;

use domain::ServerId;
use host_api::AnswerView;
use peers::Proxy;
use serde_json::json;

use crate::{
    asking::{Asking, shown},
    stateless::{Far, at_a_url, server},
};

const LONG: Duration = Duration::from_secs(60);

/// Calls the tool that says which process asks, if its SDK lets it, and which one answered. Returns both as they were said.
async fn meet(asking: &mut Asking, id: ServerId) -> (String, String) {
    let meeting = asking.call(id, "meet", json!({}));
    let (prompt, form) = asking.form().await;
    let asked = shown(&form.message).replace("Asked by ", "");
    let content = json!({ "name": "Ada" }).to_string();
    asking.answer(&prompt, AnswerView::Fill { content }).await;
    (asked, meeting.await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_answered_by_another_process_than_asked_with_nothing_but_the_state() {
    answered_by_another(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_of_the_python_sdk_answer_for_each_other_with_nothing_but_the_state() {
    answered_by_another(true).await;
}

async fn answered_by_another(python: bool) {
    let key = "07".repeat(32);
    let env = [("STATE_KEY", key.as_str())];
    let far = [0, 1].map(|_| Far::start_with(server(python), &env));
    let ports = [far[0].port(), far[1].port()];
    let proxy = Proxy::start(&ports, LONG).unwrap();
    let mut asking = Asking::open().await;
    let id = at_a_url(&asking, &proxy.url("/mcp")).await;
    let mut both = 0;
    for _ in 0..6 {
        let (asked, said) = meet(&mut asking, id).await;
        let answered = said.strip_prefix("Ada: ").unwrap();
        both += usize::from(asked != answered);
    }
    // The Python SDK does not let a question say who asks: there the control alone shows that both took part.
    assert!(
        both > 0,
        "one process asked and answered each time (python {python})"
    );
    asking.house.close().await;
    // The control: processes that do not know each other's state do not take it.
    let far = [0, 1].map(|_| Far::start(server(python)));
    let ports = [far[0].port(), far[1].port()];
    let proxy = Proxy::start(&ports, LONG).unwrap();
    let mut asking = Asking::open().await;
    let id = at_a_url(&asking, &proxy.url("/mcp")).await;
    let mut refused = 0;
    for _ in 0..6 {
        let (_, said) = meet(&mut asking, id).await;
        refused += usize::from(!said.starts_with("Ada: "));
    }
    assert!(
        refused > 0,
        "each process took the state of the other (python {python})"
    );
    asking.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_changes_that_a_proxy_ends_is_given_up_and_that_is_said() {
    let far = Far::start(server(false));
    let proxy = Proxy::start(&[far.port()], Duration::from_secs(2)).unwrap();
    let asking = Asking::open().await;
    let id = at_a_url(&asking, &proxy.url("/mcp")).await;
    let mut feed = asking.host().watch_traffic(id).unwrap();
    let said = async {
        loop {
            let page = asking.host().server_log(id, 0.0).unwrap();
            let told = |row: &host_api::LogRowView| {
                row.text.to_string().contains("keep reporting changes")
            };
            if page.rows.iter().any(told) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), said)
        .await
        .expect("it is said");
    // It was opened again later each time, and is opened no more. Calls still work.
    let echo = asking.call(id, "echo", json!({ "text": "hi" }));
    assert_eq!(echo.await.unwrap(), "hi");
    let mut opened = Vec::new();
    while let Ok(Some(batch)) = tokio::time::timeout(Duration::from_secs(5), feed.next()).await {
        let listens = batch
            .rows
            .iter()
            .filter(|row| row.sent && row.method.as_deref() == Some("subscriptions/listen"));
        opened.extend(listens.map(|row| row.at_ms));
    }
    let most = 6;
    assert!((2..=most).contains(&opened.len()), "{opened:?}");
    let pauses: Vec<f64> = opened.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        pauses.windows(2).all(|pair| pair[1] > pair[0]),
        "{pauses:?}"
    );
    asking.house.close().await;
}
