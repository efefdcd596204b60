//! Each server has a budget: what is over it is refused before anybody is asked.

use host_api::{ErrorCode, ScopeView};

use super::place::{Place, asks, ended, request};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_the_budget_is_refused_unasked_and_less_is_counted_down() {
    let place = Place::open().await;
    place.provider("m").await;
    let tools = [
        ("small", asks(request("hello", 100))),
        ("large", asks(request("hello", 4_000))),
    ];
    let server = place.server("Kit", &tools).await;
    let other = place
        .server("Other", &[("small", asks(request("hi", 100)))])
        .await;
    let host = place.host.clone();
    for (minute, day) in [(0, 1_000), (61, 1_000), (6, 999), (6, 10_000_001)] {
        let refused = host.set_sampling_budget(server, minute, day).await;
        assert_eq!(refused.unwrap_err().code, ErrorCode::Invalid);
    }
    // Less is a narrowing: nobody is asked.
    host.set_sampling_budget(server, 3, 2_000).await.unwrap();

    place.model.says(&["done", "of the other"]);
    let call = place.call(server, "small");
    place.allow_both().await;
    assert!(ended(call).await.contains("done"));
    let budget = host.sampling_page(server).await.unwrap().budget;
    assert_eq!((budget.minute_used, budget.day_used), (1, 500));

    let got = ended(place.call(server, "large")).await;
    assert!(got.contains("1,500 tokens that are left"), "{got}");
    assert_eq!(place.states(server).await, ["over_budget", "answered"]);

    // A person cannot allow more than is left either.
    let call = place.call(server, "small");
    let (prompt, view) = place.sampling().await;
    assert_eq!(
        view.budget.minute_used, 2,
        "what is refused counts for nothing"
    );
    assert!(
        view.budget.day_used > 600,
        "what is estimated counts while it waits"
    );
    let edit = host_api::SamplingEdit {
        provider: None,
        system: None,
        blocks: vec![vec![host_api::BlockEdit::Keep]],
        tools: vec![],
        max_tokens: 4_000,
        context: false,
    };
    let id = prompt.id.parse().unwrap();
    let refused = host
        .edit_sampling(id, prompt.revision, edit)
        .await
        .unwrap_err();
    assert!(
        refused.message.to_string().contains("1,500 are left"),
        "{}",
        refused.message
    );
    place.deny(&prompt).await;
    assert!(ended(call).await.contains("-1"));
    assert_eq!(
        host.sampling_page(server).await.unwrap().budget.day_used,
        500
    );

    let call = place.call(server, "small");
    let (prompt, _) = place.sampling().await;
    place.deny(&prompt).await;
    ended(call).await;
    let got = ended(place.call(server, "small")).await;
    assert!(got.contains("requests per minute"), "{got}");
    assert_eq!(place.model.asked().len(), 1, "nobody was asked");
    let log = host.server_log(server, 0.0).unwrap();
    assert!(
        log.rows
            .iter()
            .any(|row| row.text.to_string().contains("limit of requests"))
    );

    // What one server used is not another's.
    let call = place.call(other, "small");
    place.allow_both().await;
    assert!(ended(call).await.contains("of the other"));

    let more = tokio::spawn({
        let host = host.clone();
        async move { host.set_sampling_budget(server, 3, 50_000).await }
    });
    let prompt = place.prompt().await;
    assert_eq!(
        host.sampling_page(server).await.unwrap().budget.day_limit,
        2_000
    );
    place.allow(&prompt, ScopeView::Standing).await;
    ended(more).await.unwrap();
    assert_eq!(
        host.sampling_page(server).await.unwrap().budget.day_limit,
        50_000
    );
    host.close().await;
}
