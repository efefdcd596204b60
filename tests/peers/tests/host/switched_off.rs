//! Tools that need a switch which is off for their server: the failed call names the switch and where it is, in the chat, in
//! the log and at a terminal.

use host_api::{CallStateView, CallView, FeatureView};
use serde_json::{Value, json};

use crate::{
    asking::{Program, everything},
    house::{House, Person, calls},
    servers::call,
    terminal::{add_program, run},
};

/// The reference server, made to believe that the client offers both features.
fn every() -> Program {
    let (program, args) = everything();
    let shim = peers::folder().join("servers/revision.mjs");
    let offer = "2025-11-25+sampling+elicitation".to_owned();
    let words = [
        shim.display().to_string(),
        offer,
        program.display().to_string(),
    ];
    let words = words.into_iter().chain(args).collect();
    (peers::node().unwrap(), words)
}

/// A server of the SDK whose tools answer with JSON-RPC errors.
fn thrown() -> Program {
    let script = peers::folder().join("servers/thrown.mjs");
    (peers::node().unwrap(), vec![script.display().to_string()])
}

/// What a person reads below the failed call.
fn below(view: &CallView) -> String {
    match &view.state {
        CallStateView::Done {
            tool_error: true,
            hint,
            ..
        } => hint.as_ref().map_or_else(String::new, ToString::to_string),
        CallStateView::Failed { reason, .. } | CallStateView::Unknown { reason } => {
            reason.to_string()
        }
        other => panic!("it did not fail: {other:?}"),
    }
}

/// The text without the marks that isolate its values.
fn assert_says(said: &str, words: &[&str]) {
    let said = said.replace(['\u{2068}', '\u{2069}'], "");
    for word in words {
        assert!(said.contains(word), "{word} in {said}");
    }
}

const FORM: [&str; 3] = [
    "“Requests for your input” (elicitation)",
    "switched off for it",
    "Its page has the switch",
];
const MODEL: [&str; 3] = [
    "“Answers of your model” (sampling)",
    "switched off for it",
    "Its page has the switch",
];

#[tokio::test(flavor = "multi_thread")]
async fn failed_call_names_the_switch_that_its_server_needs() {
    let house = House::open(Person::Denies("not asked here")).await;
    let host = &house.host;
    let (every, _) = house.server("Every", every(), &[]).await;
    let (thrown, _) = house.server("Thrown", thrown(), &[]).await;
    let url = json!({ "url": "https://a.example/sign", "message": "Sign here" });
    let prompt = json!({ "prompt": "Shorten this", "maxTokens": 50 });
    let first =
        json!({ "url": "https://a.example/then", "message": "Sign here", "errorPath": true });
    let on_form = "`innkeeper-cli servers features \"Every\" --elicitation on`";
    for (server, tool, arguments, words, command) in [
        // The server asked, and was refused: this is certain.
        (
            every,
            "trigger-elicitation-request",
            json!({}),
            FORM,
            on_form,
        ),
        (every, "trigger-url-elicitation", url, FORM, on_form),
        (
            every,
            "trigger-sampling-request",
            prompt,
            MODEL,
            "`innkeeper-cli servers features \"Every\" --sampling on`",
        ),
        (
            thrown,
            "sample",
            json!({}),
            MODEL,
            "`innkeeper-cli servers features \"Thrown\" --sampling on`",
        ),
        // It asked nothing, and its words are about the feature.
        (
            thrown,
            "form",
            json!({}),
            FORM,
            "`innkeeper-cli servers features \"Thrown\" --elicitation on`",
        ),
    ] {
        let failed = host
            .call_tool(call(server, tool, &arguments))
            .await
            .unwrap();
        let said = below(&failed);
        assert_says(&said, &words);
        assert_says(&said, &[command]);
        let rows = host.audit_list(Some(server), 1).await.unwrap();
        let row = serde_json::to_value(&rows[0]).unwrap();
        assert_says(&row.to_string(), &words);
    }
    // It wants a page visited before it does anything.
    let failed = host
        .call_tool(call(every, "trigger-url-elicitation", &first))
        .await
        .unwrap();
    assert_says(&below(&failed), &[FORM[0], on_form]);

    // Other failures, and failures after the switch is on, name none.
    let broken = host.call_tool(call(thrown, "broken", &json!({}))).await;
    let said = below(&broken.unwrap());
    assert!(said.contains("disk does not spin"), "{said}");
    assert!(!said.contains("switched off"), "{said}");
    host.set_server_feature(every, FeatureView::Elicitation, true, true)
        .await
        .unwrap();
    host.start_and_wait(every, false).await.unwrap();
    let declined = host
        .call_tool(call(every, "trigger-elicitation-request", &json!({})))
        .await
        .unwrap();
    assert!(
        !format!("{declined:?}").contains("switched off"),
        "{declined:?}"
    );
    house.close().await;
}

/// The model reads it too, and can tell the user.
#[tokio::test(flavor = "multi_thread")]
async fn model_learns_which_switch_a_failed_call_needs() {
    let house = House::open(Person::Allows(host_api::ScopeView::Once)).await;
    let (_, view) = house.server("Every", every(), &[]).await;
    assert!(!view.elicitation);
    let asks = json!({ "id": "c1", "name": "Every_trigger-elicitation-request", "arguments": {} });
    let aimock = peers::Aimock::start(&json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "Then not." } },
        { "match": { "userMessage": "Work" }, "response": { "toolCalls": [asks] } },
    ]))
    .unwrap();
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let conversation = house.host.send(None, provider, "Work", None).await.unwrap();
    house.end_of_turn(&mut events, conversation).await;
    let shown = calls(&house.view(conversation).await).remove(0);
    assert_says(&below(&shown), &FORM);
    let sent = aimock.journal().unwrap().pop().unwrap().body;
    assert_says(&sent.to_string(), &FORM);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminal_names_the_switch_that_a_failed_call_needs() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    add_program(&data, "Every", every(), &[]).await;
    add_program(&data, "Thrown", thrown(), &[]).await;
    for (server, tool, words, switch) in [
        ("Every", "trigger-elicitation-request", FORM, "elicitation"),
        ("Thrown", "sample", MODEL, "sampling"),
        ("Thrown", "form", FORM, "elicitation"),
    ] {
        let words_of_call = ["--approve", "once", "tools", "call", server, tool];
        let failed = run(&data, &words_of_call).await;
        assert_ne!(failed.code, 0, "{}", failed.out);
        assert_says(&failed.err, &words);
        let command = format!("`innkeeper-cli servers features \"{server}\" --{switch} on`");
        assert_says(&failed.err, &[&command]);
    }
    let listed = run(&data, &["--json", "audit", "list"]).await;
    let rows: Vec<Value> = serde_json::from_str(&listed.out).unwrap();
    let named = rows
        .iter()
        .filter(|row| row.to_string().contains("switched off for it"));
    assert_eq!(named.count(), 3, "{}", listed.out);
}
