//! Search in the real window leads to what was found: a message, a tool's result, another branch; and marks it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use domain::{
    CallId, Content, ConversationId, JsonObjectText, MessageId, Provenance, Rest, ToolOutcome,
};
use e2e::{App, Display, ENTER, Error};
use store::{CallState, MessageStatus, NewCall, NewMessage, NewPart, PartKind, Role, Store};

async fn say(
    store: &Store,
    conversation: ConversationId,
    parent: Option<MessageId>,
    role: Role,
    text: &str,
) -> MessageId {
    let part = NewPart {
        kind: PartKind::Text,
        body: text.to_owned(),
        origin: Provenance::User,
    };
    let message = NewMessage {
        conversation,
        parent,
        role,
        model: None,
        status: MessageStatus::Complete,
        parts: vec![part],
    };
    store.messages().append_message(&message).await.unwrap().id
}

async fn call(store: &Store, conversation: ConversationId, message: MessageId, text: &str) {
    let id = CallId::new();
    let arguments = r#"{"path":"/srv/bestiary.txt"}"#;
    let new = NewCall {
        id,
        conversation: Some(conversation),
        message: Some(message),
        server: None,
        server_name: "Files",
        tool: "read_text_file",
        alias: "Files_read_text_file",
        wrapper: None,
        provider_call_id: "1",
        definition: None,
        launch: None,
        arguments,
    };
    store.calls().insert_call(new).await.unwrap();
    let part = NewPart {
        kind: PartKind::Call,
        body: id.to_string(),
        origin: Provenance::Host,
    };
    store.messages().add_part(message, &part).await.unwrap();
    let arguments = JsonObjectText::parse(arguments).unwrap();
    let calls = store.calls();
    calls
        .mark_running(id, &arguments, false, "person")
        .await
        .unwrap();
    let result = ToolOutcome {
        content: vec![Content::Text {
            text: text.into(),
            rest: Rest::default(),
        }],
        structured: None,
        is_error: false,
        misfit: None,
        rest: Rest::default(),
    };
    calls
        .finish_call(id, CallState::Done, None, Some(&result))
        .await
        .unwrap();
}

/// A long conversation with what is looked for far from its end, and on another branch.
async fn begun(dir: &Path) {
    let store = Store::open(dir).await.unwrap();
    let conversation = store
        .conversations()
        .create("A long evening", None, None)
        .await
        .unwrap()
        .id;
    let paragraphs = |n: usize| format!("Paragraph {n} goes on about the weather.\n\n").repeat(6);
    let mut head = None;
    for n in 0..30 {
        let asked = say(
            &store,
            conversation,
            head,
            Role::User,
            &format!("ApprovalRequest {n}"),
        )
        .await;
        let text = match n {
            4 => format!(
                "{}The griffin sleeps **behind the mill**.\n\n{}",
                paragraphs(n),
                paragraphs(n)
            ),
            _ => paragraphs(n),
        };
        let answer = say(&store, conversation, Some(asked), Role::Assistant, &text).await;
        if n == 2 {
            say(
                &store,
                conversation,
                Some(answer),
                Role::User,
                "A manticore, on another branch",
            )
            .await;
        }
        if n == 9 {
            call(&store, conversation, answer, "Here be Basilisks.").await;
        }
        head = Some(answer);
    }
    store
        .conversations()
        .set_head(conversation, head)
        .await
        .unwrap();
    store
        .conversations()
        .create("Something else", None, None)
        .await
        .unwrap();
    store.close().await;
}

/// Whether a marked element with these words is in the middle of what is in sight.
fn in_sight(kind: &str, words: &str) -> String {
    format!(
        "(() => {{ const one = document.querySelector('.found-here[data-testid={kind}]'); \
         const clip = document.querySelector('.thread-clip')?.getBoundingClientRect(); \
         if (!one || !clip || !one.innerText.includes('{words}')) return false; \
         const ranges = [...(CSS.highlights.get('found') ?? [])]; \
         const place = ranges[0]?.getBoundingClientRect(); \
         return ranges.length > 0 && place.top >= clip.top && place.bottom <= clip.bottom; }})()"
    )
}

async fn search(app: &App, words: &str) -> Result<(), Error> {
    app.control('k').await?;
    app.focus_on("search").await?;
    app.type_text(words).await?;
    app.select("[data-testid=found][data-group=messages]")
        .await
        .map(drop)
}

#[tokio::test]
async fn search_leads_to_messages_results_and_branches_and_marks_them() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    app.until("document.querySelector('.side-search .icon') && document.querySelector('.side-search .keys')?.innerText.includes('K')").await?;
    app.keep_both_themes("search-field").await?;

    search(&app, "griff").await?;
    app.key(ENTER).await?;
    app.until(&in_sight("message", "The griffin")).await?;
    app.until("!document.querySelector('.new-below')").await?;
    app.keep_both_themes("search-message").await?;

    search(&app, "basilisk").await?;
    app.until("document.querySelector('[data-testid=found]').innerText.includes('Tool call')")
        .await?;
    app.key(ENTER).await?;
    app.until(&in_sight("call", "Here be Basilisks")).await?;
    app.keep_both_themes("search-call").await?;
    search(&app, "bestiary").await?;
    app.click("found").await?;
    app.until(&in_sight("call", "bestiary.txt")).await?;

    search(&app, "manticore").await?;
    app.click("found").await?;
    app.until(&in_sight("message", "A manticore")).await?;

    // A title leads to the conversation; nothing of it is marked any more.
    app.control('k').await?;
    app.focus_on("search").await?;
    app.type_text("something").await?;
    app.select("[data-testid=found][data-group=conversations]")
        .await?;
    app.key(ENTER).await?;
    app.until("!document.querySelector('.found-here') && !CSS.highlights.get('found')")
        .await?;
    app.quit().await
}
