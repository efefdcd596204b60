//! What real servers ask, through three revisions of the protocol: allowed, denied, declined, closed, taken back, and left
//! behind by a server that ends. What each was told is read at the server.

use domain::ServerId;
use host_api::{AnswerView, BlockEdit, ErrorCode, SamplingEdit};
use serde_json::{Value, json};

use crate::asking::{
    Asking, Program, allow, asking, deny, everything, is_sampling, sampling, shown,
};

/// The revisions that these servers are met in.
const REVISIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

/// The same server, which is made to believe that only this revision is offered.
fn in_revision((program, args): Program, revision: &str) -> Program {
    let shim = peers::folder().join("servers/revision.mjs");
    let words = [shim.display().to_string(), revision.to_owned()];
    let words = words.into_iter().chain([program.display().to_string()]);
    (peers::node().unwrap(), words.chain(args).collect())
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

async fn the_reference_server(revision: &str) {
    let mut asking = Asking::open().await;
    let every = in_revision(everything(), revision);
    let every = asking.server("Every", every).await;
    let page = asking.host().server_page(every).unwrap();
    assert_eq!(page.revision.as_deref(), Some(revision));

    let prompt = json!({ "prompt": "Shorten this", "maxTokens": 50 });
    let call = asking.call(every, "trigger-sampling-request", prompt.clone());
    let request = asking.asked(|p| is_sampling(p, false)).await;
    let view = sampling(&request).unwrap();
    assert_eq!(view.server.name, "Every");
    assert_eq!((view.max_tokens, view.wished_tokens), (50, 50));
    asking.answer(&request, allow()).await;
    let reply = asking.asked(|p| is_sampling(p, true)).await;
    asking.answer(&reply, allow()).await;
    assert!(call.await.unwrap().contains("\"text\": \"Short.\""));

    let call = asking.call(every, "trigger-sampling-request", prompt.clone());
    let request = asking.asked(|p| is_sampling(p, false)).await;
    asking.answer(&request, deny()).await;
    let refused = call.await.unwrap();
    assert!(refused.contains("User rejected"), "{refused}");

    // What the model said is the user's until they give it.
    let call = asking.call(every, "trigger-sampling-request", prompt);
    let request = asking.asked(|p| is_sampling(p, false)).await;
    asking.answer(&request, allow()).await;
    let reply = asking.asked(|p| is_sampling(p, true)).await;
    asking.answer(&reply, deny()).await;
    let kept = call.await.unwrap();
    assert!(!kept.contains("Short."), "{kept}");

    let call = asking.call(every, "trigger-elicitation-request", json!({}));
    let (prompt, form) = asking.form().await;
    let field = |name: &str| form.fields.iter().find(|f| f.name == name).unwrap();
    assert!(field("name").required && field("integer").speaks_of_secret);
    let id = prompt.id.parse().unwrap();
    let wrong = r#"{"email":"nobody","integer":101,"birthdate":"2026-02-30","homepage":"x","untitledMultipleSelectEnum":["Guitar","Piano","Bass","Drums"],"titledSingleSelectEnum":"Superman"}"#;
    let problems = asking.host().check_form(id, wrong).unwrap();
    let mut names: Vec<&str> = problems.iter().map(|p| p.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "birthdate",
            "email",
            "homepage",
            "integer",
            "name",
            "titledSingleSelectEnum",
            "untitledMultipleSelectEnum"
        ]
    );
    let content = r#"{"name":"Ada","email":"ada@b.example","integer":7,"birthdate":"1815-12-10","homepage":"https://a.example","titledSingleSelectEnum":"hero-2","titledMultipleSelectEnum":["fish-1","fish-3"],"legacyTitledEnum":"pet-1","check":true,"number":2.5}"#;
    let fill = AnswerView::Fill {
        content: content.into(),
    };
    asking.answer(&prompt, fill).await;
    let told = call.await.unwrap();
    for word in ["Ada", "ada@b.example", "hero-2", "fish-3", "2.5"] {
        assert!(told.contains(word), "{word} in {told}");
    }
    for (answer, word) in [(deny(), "decline"), (AnswerView::Dismiss, "cancel")] {
        let call = asking.call(every, "trigger-elicitation-request", json!({}));
        let (prompt, _) = asking.form().await;
        asking.answer(&prompt, answer).await;
        let told = call.await.unwrap();
        assert!(told.contains(word), "{word} in {told}");
    }

    let url = json!({ "url": "https://a.example/sign", "message": "Sign here" });
    let call = asking.call(every, "trigger-url-elicitation", url);
    let (prompt, visit) = asking.form().await;
    assert_eq!(visit.visit.unwrap().origin, "https://a.example");
    assert!(
        asking.opened.lock().unwrap().is_empty(),
        "nothing before the answer"
    );
    asking.answer(&prompt, allow()).await;
    assert!(call.await.unwrap().contains("accept"));
    assert_eq!(*asking.opened.lock().unwrap(), ["https://a.example/sign"]);

    // The other road: it does nothing until a page was visited.
    let url = json!({ "url": "https://a.example/then", "message": "Sign here", "errorPath": true });
    let call = asking.call(every, "trigger-url-elicitation", url.clone());
    let (prompt, visit) = asking.form().await;
    let first = visit.visit.unwrap();
    assert_eq!(first.origin, "https://modelcontextprotocol.io");
    asking.answer(&prompt, allow()).await;
    let told = call.await.unwrap();
    assert!(told.contains("did nothing yet"), "{told}");
    assert_eq!(asking.opened.lock().unwrap().last(), Some(&first.url));
    let call = asking.call(every, "trigger-url-elicitation", url);
    let (prompt, _) = asking.form().await;
    asking.answer(&prompt, deny()).await;
    assert!(call.await.unwrap().contains("decline"));
    asking.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reference_server_asks_in_every_revision() {
    let [oldest, middle, newest] = REVISIONS;
    tokio::join!(
        the_reference_server(oldest),
        the_reference_server(middle),
        the_reference_server(newest)
    );
}

/// What is asked is changed before the model gets it, and what the model said before the server does.
async fn the_person_has_the_last_word(asking: &mut Asking, server: ServerId) {
    let arguments = json!({ "prompt": "Shorten it", "system": "Be brief" });
    let call = asking.call(server, "sample", arguments);
    let request = asking.asked(|p| is_sampling(p, false)).await;
    let edit = SamplingEdit {
        provider: None,
        system: Some("Be kind".into()),
        blocks: vec![vec![BlockEdit::Text {
            text: "Shorten what I wrote".into(),
        }]],
        tools: vec![],
        max_tokens: 20,
        context: false,
    };
    let id = request.id.parse().unwrap();
    let edited = asking.host().edit_sampling(id, request.revision, edit);
    let revision = edited.await.unwrap();
    let stale = asking.host().answer_prompt(id, request.revision, allow());
    assert_eq!(stale.await.unwrap_err().code, ErrorCode::Stale);
    let request = asking
        .asked(|p| is_sampling(p, false) && p.revision == revision)
        .await;
    asking.answer(&request, allow()).await;

    let reply = asking.asked(|p| is_sampling(p, true)).await;
    let mine = vec![BlockEdit::Text {
        text: "Mine.".into(),
    }];
    let id = reply.id.parse().unwrap();
    let edited = asking.host().edit_sampling_reply(id, reply.revision, mine);
    let revision = edited.unwrap();
    let reply = asking
        .asked(|p| is_sampling(p, true) && p.revision == revision)
        .await;
    asking.answer(&reply, allow()).await;
    assert_eq!(json_of(&call.await.unwrap())["content"]["text"], "Mine.");

    let sent = asking.aimock.journal().unwrap().pop().unwrap().body;
    let words = sent.to_string();
    for word in ["Be kind", "Shorten what I wrote"] {
        assert!(words.contains(word), "{word} in {words}");
    }
    for word in ["Be brief", "Shorten it"] {
        assert!(!words.contains(word), "{word} in {words}");
    }
    assert_eq!(sent["max_tokens"], 20);
    let page = asking.host().sampling_page(server).await.unwrap();
    let newest = &page.history[0];
    assert_eq!((newest.state.as_str(), newest.edited), ("answered", true));
}

async fn the_python_server(revision: &str) {
    let mut asking = Asking::open().await;
    let server = asking
        .server("Guests", in_revision(self::asking(), revision))
        .await;
    let page = asking.host().server_page(server).unwrap();
    assert_eq!(page.revision.as_deref(), Some(revision));

    let arguments =
        json!({ "prompt": "Shorten it", "system": "Be brief", "include": "allServers" });
    let call = asking.call(server, "sample", arguments);
    let request = asking.asked(|p| is_sampling(p, false)).await;
    let json = serde_json::to_string(sampling(&request).unwrap()).unwrap();
    for words in ["Shorten it", "Be brief", "haiku"] {
        assert!(json.contains(words), "{words} in {json}");
    }
    asking.answer(&request, allow()).await;
    let reply = asking.asked(|p| is_sampling(p, true)).await;
    asking.answer(&reply, allow()).await;
    let told = json_of(&call.await.unwrap());
    assert_eq!(told["content"]["text"], "Short.");
    assert_eq!(told["role"], "assistant");

    the_person_has_the_last_word(&mut asking, server).await;

    let call = asking.call(server, "sample_image", json!({}));
    let request = asking.asked(|p| is_sampling(p, false)).await;
    let view = serde_json::to_value(sampling(&request).unwrap()).unwrap();
    let blocks = view["messages"].as_array().unwrap().iter();
    let kinds: Vec<&Value> = blocks
        .flat_map(|m| m["blocks"].as_array().unwrap())
        .map(|b| &b["kind"])
        .collect();
    assert_eq!(kinds, ["text", "image"]);
    asking.answer(&request, deny()).await;
    assert_eq!(json_of(&call.await.unwrap())["error"]["code"], -1);

    let call = asking.call(server, "invite", json!({}));
    let (prompt, form) = asking.form().await;
    assert_eq!(shown(&form.message), "For the invitation");
    let required: Vec<&str> = form
        .fields
        .iter()
        .filter(|f| f.required)
        .map(|f| f.name.as_str())
        .collect();
    assert_eq!(required, ["name"]);
    let content = r#"{"name":"Ada","mail":"ada@b.example","page":"https://b.example","arrives":"2026-12-24","at":"2026-12-24T18:00:00Z","guests":3,"budget":12.5,"quiet":false,"meal":"fish","days":["fri","sun"]}"#;
    let fill = AnswerView::Fill {
        content: content.into(),
    };
    asking.answer(&prompt, fill).await;
    let told = json_of(&call.await.unwrap());
    assert_eq!(
        (&told["action"], &told["data"]),
        (&json!("accept"), &json_of(content))
    );
    for (answer, word) in [(deny(), "decline"), (AnswerView::Dismiss, "cancel")] {
        let call = asking.call(server, "invite", json!({}));
        let (prompt, _) = asking.form().await;
        asking.answer(&prompt, answer).await;
        assert_eq!(json_of(&call.await.unwrap())["action"], word);
    }

    let call = asking.call(server, "visit", json!({ "url": "https://b.example/x" }));
    let (prompt, _) = asking.form().await;
    asking.answer(&prompt, AnswerView::Dismiss).await;
    assert_eq!(json_of(&call.await.unwrap())["action"], "cancel");
    assert!(asking.opened.lock().unwrap().is_empty());
    assert_eq!(
        json_of(&asking.call(server, "roots", json!({})).await.unwrap()),
        json!({ "roots": [] })
    );
    asking.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_the_python_sdk_asks_in_every_revision() {
    let [oldest, middle, newest] = REVISIONS;
    tokio::join!(
        the_python_server(oldest),
        the_python_server(middle),
        the_python_server(newest)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_gone_when_its_server_takes_it_back_or_ends_while_it_is_read() {
    let mut asking = Asking::open().await;
    let server = asking.server("Guests", self::asking()).await;
    let prompt = json!({ "prompt": "Shorten it" });

    let call = asking.call(server, "sample", prompt.clone());
    let request = asking.asked(|p| is_sampling(p, false)).await;
    asking.call(server, "take_back", json!({})).await.unwrap();
    asking.nothing_waits().await;
    assert_eq!(call.await.unwrap(), "it was taken back");
    let late = asking
        .host()
        .answer_prompt(request.id.parse().unwrap(), request.revision, allow());
    late.await.unwrap_err();
    assert_eq!(
        asking.decisions(server, 1).await,
        [("denied".to_owned(), "withdrawn".to_owned())]
    );

    // While the model's answer is read, too.
    let call = asking.call(server, "sample", prompt.clone());
    let request = asking.asked(|p| is_sampling(p, false)).await;
    asking.answer(&request, allow()).await;
    asking.asked(|p| is_sampling(p, true)).await;
    asking.call(server, "take_back", json!({})).await.unwrap();
    asking.nothing_waits().await;
    assert_eq!(call.await.unwrap(), "it was taken back");

    let call = asking.call(server, "sample", prompt);
    asking.asked(|p| is_sampling(p, false)).await;
    let end = asking.call(server, "end", json!({}));
    asking.nothing_waits().await;
    // What a call did at a server that is gone nobody knows.
    assert!(call.await.unwrap().contains("unknown"));
    end.await.unwrap();
    assert_eq!(
        asking.decisions(server, 1).await,
        [("denied".to_owned(), "withdrawn".to_owned())]
    );
    asking.house.close().await;
}
