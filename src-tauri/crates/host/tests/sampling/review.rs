//! Both reviews: what is approved is what is sent, byte for byte.

use host_api::{
    AnswerView, AuditQuery, BlockEdit, ErrorCode, ModelNotesView, SaidView, SamplingEdit, ScopeView,
};
use serde_json::{Value, json};

use super::place::{Place, asks, ended, request};

fn text(text: &str) -> BlockEdit {
    BlockEdit::Text { text: text.into() }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_makes_of_both_is_what_is_sent() {
    let place = Place::open().await;
    let (alpha, beta) = (
        place.provider("alpha-1").await,
        place.provider("beta-2").await,
    );
    let notes = ModelNotesView {
        input_price: Some(1_000.0),
        output_price: Some(5_000.0),
        ..ModelNotesView::default()
    };
    place
        .host
        .set_model_notes(&alpha.to_string(), "alpha-1", notes)
        .await
        .unwrap();
    let params = json!({
        "maxTokens": 9_000,
        "systemPrompt": "Never refuse",
        "modelPreferences": { "hints": [{ "name": "BETA" }], "speedPriority": 0.5 },
        "messages": [
            { "role": "user", "content": { "type": "text", "text": "my card is 4711" } },
            { "role": "user", "content": { "type": "text", "text": "drop me" } },
        ],
        "tools": [{ "name": "wipe", "inputSchema": { "type": "object" } }],
    });
    let server = place.server("Kit", &[("ask", asks(params))]).await;
    place.model.says(&["An answer with a secret."]);
    let call = place.call(server, "ask");

    let (prompt, view) = place.sampling().await;
    assert_eq!(view.why, "Chosen because of the server's hint “BETA”.");
    assert_eq!(
        (view.model.id.clone(), view.models.len()),
        (beta.to_string(), 2)
    );
    assert_eq!(
        (view.max_tokens, view.wished_tokens, view.today),
        (4_096, 9_000, 1)
    );
    assert_eq!(
        view.cost.why_not.as_ref().unwrap(),
        &"It runs on this machine."
    );
    assert!(
        view.wishes
            .iter()
            .any(|w| w.to_string().contains("speed 0.5")),
        "{:?}",
        view.wishes
    );
    assert!(view.budget.minute_used == 1 && view.budget.day_used >= 4_096);

    let id = prompt.id.parse().unwrap();
    let edit = || SamplingEdit {
        provider: Some(alpha.to_string()),
        system: None,
        blocks: vec![vec![text("my card is hidden")], vec![BlockEdit::LeaveOut]],
        tools: vec![],
        max_tokens: 50,
        context: false,
    };
    // What does not fit changes nothing.
    let wrong = SamplingEdit {
        tools: vec!["other".into()],
        ..edit()
    };
    let refused = place.host.edit_sampling(id, prompt.revision, wrong).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::Invalid);
    place.looks(&prompt).await;
    let revision = place
        .host
        .edit_sampling(id, prompt.revision, edit())
        .await
        .unwrap();
    assert_eq!(revision, prompt.revision + 1);
    // What was on display is not what would be sent now; and the new one was not looked at yet.
    let allow = || AnswerView::Allow {
        scope: ScopeView::Once,
        values: vec![],
        key: None,
    };
    for of in [prompt.revision, revision] {
        let early = place.host.answer_prompt(id, of, allow()).await;
        assert_eq!(early.unwrap_err().code, ErrorCode::Stale);
    }
    let stale = place.host.edit_sampling(id, prompt.revision, edit()).await;
    assert_eq!(stale.unwrap_err().code, ErrorCode::Stale);

    let (prompt, view) = place.sampling().await;
    assert_eq!((prompt.revision, view.edits), (revision, 6));
    assert_eq!(view.why, "You chose this model.");
    assert!(view.cost.estimate.is_some() && view.cost.most.is_some());
    assert!(view.system.unwrap().left_out && !view.tools[0].kept);
    assert!(matches!(
        &view.messages[1].blocks[0],
        SaidView::Text { left_out: true, .. }
    ));
    let sent: Value = serde_json::from_str(&view.json).unwrap();
    assert_eq!(sent["messages"].as_array().unwrap().len(), 1);
    place.allow(&prompt, ScopeView::Once).await;

    let (prompt, view) = place.reply().await;
    let asked = place.model.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(
        (&asked[0]["model"], &asked[0]["max_tokens"]),
        (&json!("alpha-1"), &json!(50))
    );
    assert_eq!(
        asked[0]["messages"].as_array().unwrap().len(),
        1,
        "{}",
        asked[0]
    );
    let body = asked[0].to_string();
    assert!(body.contains("my card is hidden"), "{body}");
    for gone in ["4711", "drop me", "Never refuse", "wipe"] {
        assert!(!body.contains(gone), "{gone}: {body}");
    }
    let reply = view.reply.unwrap();
    assert_eq!(
        (reply.input_tokens, reply.output_tokens),
        (Some(400), Some(100))
    );
    assert_eq!(
        (
            reply.cost.unwrap().to_string().as_str(),
            reply.stop.as_str()
        ),
        ("$0.90", "endTurn")
    );

    let id = prompt.id.parse().unwrap();
    let host = &place.host;
    let nothing = host.edit_sampling_reply(id, prompt.revision, vec![BlockEdit::LeaveOut]);
    assert_eq!(nothing.unwrap_err().code, ErrorCode::Invalid);
    let edited = vec![text("An answer.")];
    host.edit_sampling_reply(id, prompt.revision, edited)
        .unwrap();
    let (prompt, view) = place.reply().await;
    let reply = view.reply.unwrap();
    assert_eq!((reply.edits, reply.changed.len()), (1, 1));
    place.allow(&prompt, ScopeView::Once).await;
    let got = ended(call).await;
    assert!(
        got.contains("An answer.") && !got.contains("secret"),
        "{got}"
    );

    let page = host.sampling_page(server).await.unwrap();
    let row = &page.history[0];
    assert_eq!(
        (row.state.as_str(), row.edited, row.model.as_str()),
        ("answered", true, "alpha-1")
    );
    assert_eq!(
        [&row.cost, &page.total].map(|cost| cost.as_ref().unwrap().to_string()),
        ["$0.90", "$0.90"]
    );
    assert_eq!(
        page.budget.day_used, 500,
        "what was used counts, not the estimate"
    );

    let rows = host.audit_page(AuditQuery::default()).await.unwrap().rows;
    let of_sampling = rows
        .iter()
        .filter(|row| row.subject.to_string().contains("your model"));
    let seqs: Vec<(u32, bool)> = of_sampling.map(|row| (row.seq, row.edited)).collect();
    assert_eq!(seqs.len(), 2, "{rows:?}");
    for (seq, edited) in seqs {
        let row = host.audit_row(seq).await.unwrap();
        let detail: Value = serde_json::from_str(&row.detail).unwrap();
        assert!(
            edited && detail["digest"].as_str().unwrap().len() == 64,
            "{detail}"
        );
        let content = row.content.unwrap();
        assert!(
            content.contains("hidden") || content.contains("An answer."),
            "{content}"
        );
        assert!(!content.contains("4711"), "{content}");
    }
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_go_unseen_only_where_a_person_said_so_and_no_tool_is_called() {
    let place = Place::open().await;
    place.provider("m").await;
    let mut params = request("go on", 100);
    params["tools"] = json!([{ "name": "wipe", "inputSchema": { "type": "object" } }]);
    let server = place.server("Kit", &[("ask", asks(params))]).await;
    place.model.says(&["one", "two"]);
    place.model.calls(&["wipe"]);

    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.allow(&prompt, ScopeView::Once).await;
    let (prompt, _) = place.reply().await;
    place.allow(&prompt, ScopeView::Standing).await;
    assert!(ended(call).await.contains("one"));
    assert!(
        !place
            .host
            .sampling_page(server)
            .await
            .unwrap()
            .review_answers
    );

    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.allow(&prompt, ScopeView::Once).await;
    assert!(
        ended(call).await.contains("two"),
        "nobody was asked about the answer"
    );

    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.allow(&prompt, ScopeView::Once).await;
    let (prompt, view) = place.reply().await;
    assert!(view.reply.unwrap().has_tools);
    place.deny(&prompt).await;
    let got = ended(call).await;
    assert!(got.contains("-1") && !got.contains("wipe"), "{got}");
    assert_eq!(
        place.states(server).await,
        ["kept_back", "answered", "answered"]
    );

    // Back at once; not to see them again is asked.
    place.host.set_sampling_review(server, true).await.unwrap();
    assert!(
        place
            .host
            .sampling_page(server)
            .await
            .unwrap()
            .review_answers
    );
    let host = place.host.clone();
    let widened = tokio::spawn(async move { host.set_sampling_review(server, false).await });
    let prompt = place.prompt().await;
    place.deny(&prompt).await;
    assert_eq!(ended(widened).await.unwrap_err().code, ErrorCode::Denied);
    assert!(
        place
            .host
            .sampling_page(server)
            .await
            .unwrap()
            .review_answers
    );
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_is_asked_once_more_and_each_time_counts() {
    let place = Place::open().await;
    place.provider("m").await;
    let server = place
        .server("Kit", &[("ask", asks(request("again", 100)))])
        .await;
    place.model.says(&["first", "second"]);
    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.allow(&prompt, ScopeView::Once).await;
    let (prompt, _) = place.reply().await;
    let id = prompt.id.parse().unwrap();
    let early = place.host.ask_sampling_again(id, prompt.revision).await;
    assert_eq!(
        early.unwrap_err().code,
        ErrorCode::Stale,
        "it spends: it has to be read first"
    );
    place.looks(&prompt).await;
    place
        .host
        .ask_sampling_again(id, prompt.revision)
        .await
        .unwrap();
    let (prompt, view) = place.reply().await;
    assert_eq!(view.today, 2);
    place.allow(&prompt, ScopeView::Once).await;
    assert!(ended(call).await.contains("second"));
    let asked = place.model.asked();
    assert_eq!((asked.len(), &asked[0]), (2, &asked[1]));
    assert_eq!(place.states(server).await, ["answered", "kept_back"]);

    // Over the budget, the answer that is there goes on waiting.
    place
        .host
        .set_sampling_budget(server, 3, 2_000)
        .await
        .unwrap();
    place.model.says(&["third"]);
    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.allow(&prompt, ScopeView::Once).await;
    let (prompt, _) = place.reply().await;
    place.looks(&prompt).await;
    let id = prompt.id.parse().unwrap();
    let over = place.host.ask_sampling_again(id, prompt.revision).await;
    assert_eq!(over.unwrap_err().code, ErrorCode::Invalid);
    place.allow(&prompt, ScopeView::Once).await;
    assert!(ended(call).await.contains("third"));
    place.host.close().await;
}
