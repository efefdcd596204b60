//! Projects give their conversations instructions, a beginning and a place; models give them titles. Held against what an endpoint received.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{ConversationId, ProjectId, ProviderId};
use host::{Destination, GuardProgram, Host, HostConfig, ModelChoice, SearchFilter};
use host_api::{
    ContextKindView, ContextPurposeView, ConversationSummary, Event, ProjectSettingsView,
    TuningView, TurnStateView,
};
use serde_json::{Value, json};
use store::{NewProvider, Store};
use testkit::{model_list, model_request};
use tokio::sync::broadcast::Receiver;

use crate::confirming::confirm_endpoint;

const LIMIT: Duration = Duration::from_secs(30);
const WORDS: &str = "Amounts in SEK.";

/// An endpoint with two models: each says its name, and this text when it is asked for a title.
struct Endpoint {
    base_url: String,
    bodies: Arc<Mutex<Vec<Value>>>,
}

impl Endpoint {
    fn start(title: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let bodies = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bodies);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(body) = model_request(&stream, LIMIT) else {
                    (&stream)
                        .write_all(model_list("m", 32_000).as_bytes())
                        .unwrap();
                    continue;
                };
                let body: Value = serde_json::from_slice(&body).unwrap();
                let said = match is_for_title(&body) {
                    true => title.to_owned(),
                    false => format!("I am {}.", body["model"].as_str().unwrap()),
                };
                kept.lock().unwrap().push(body);
                say(&stream, &said);
            }
        });
        Self { base_url, bodies }
    }

    /// The requests for answers.
    fn answered(&self) -> Vec<Value> {
        let bodies = self.bodies.lock().unwrap();
        bodies
            .iter()
            .filter(|b| !is_for_title(b))
            .cloned()
            .collect()
    }
}

fn is_for_title(body: &Value) -> bool {
    body.to_string()
        .contains("Write a title for the conversation above")
}

fn say(mut stream: &TcpStream, text: &str) {
    let said = json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": "stop" }] });
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let text = format!("{head}data: {said}\n\ndata: [DONE]\n\n");
    stream.write_all(text.as_bytes()).unwrap();
}

struct Place {
    host: Host,
    provider: ProviderId,
    endpoint: Endpoint,
    _dir: tempfile::TempDir,
}

impl Place {
    async fn open(title: &'static str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let endpoint = Endpoint::start(title);
        let store = Store::open(&data).await.unwrap();
        let provider = ProviderId::new();
        let new = NewProvider {
            id: provider,
            name: "Mine".into(),
            wire: llm::Wire::OpenAiChat,
            base_url: endpoint.base_url.clone(),
            model: "m".into(),
            models: vec!["m".into(), "other".into()],
            has_key: false,
        };
        store.providers().add(&new).await.unwrap();
        store.close().await;
        let config = HostConfig {
            data_dir: data,
            version: "0.0.0".into(),
            guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
            start_servers: false,
        };
        let host = Host::open(config).await.unwrap();
        // This program did not write the row that the test wrote.
        tokio::spawn(confirm_endpoint(host.clone()));
        Self {
            host,
            provider,
            endpoint,
            _dir: dir,
        }
    }

    /// Sends a message and waits for the end of its turn.
    async fn say(&self, to: Destination, text: &str) -> ConversationId {
        let mut events = self.host.events();
        let choice = ModelChoice::from(self.provider);
        let id = self
            .host
            .send_to(to, choice, text, None, &[])
            .await
            .unwrap();
        idle(&mut events, id).await;
        id
    }

    async fn summary(&self, id: ConversationId) -> ConversationSummary {
        self.host.open_conversation(id).await.unwrap().summary
    }

    async fn project(&self, name: &str, instructions: &str) -> ProjectId {
        self.host
            .add_project(settings(name, instructions))
            .await
            .unwrap()
    }
}

fn settings(name: &str, instructions: &str) -> ProjectSettingsView {
    ProjectSettingsView {
        name: name.into(),
        instructions: instructions.into(),
        servers_off: vec![],
        provider: None,
        model: None,
        tuning: TuningView::default(),
    }
}

async fn next(events: &mut Receiver<Event>) -> Event {
    let event = tokio::time::timeout(LIMIT, events.recv()).await;
    event.expect("an event").unwrap()
}

async fn idle(events: &mut Receiver<Event>, id: ConversationId) {
    loop {
        if let Event::Turn {
            conversation,
            state: TurnStateView::Idle,
        } = next(events).await
            && conversation == id.to_string()
        {
            return;
        }
    }
}

fn sent(body: &Value) -> String {
    body["messages"].to_string()
}

#[tokio::test]
async fn instructions_are_sent_with_each_message_as_long_as_the_conversation_is_in_the_project() {
    let place = Place::open("").await;
    let host = &place.host;
    let project = place.project("Books", WORDS).await;
    let id = place.say(Destination::New(Some(project)), "Hello").await;
    let requests = host.context_requests(id).await.unwrap();
    let account = host.context_request(id, &requests[0].id).await.unwrap();
    let kinds: Vec<_> = account.parts.iter().map(|part| part.kind).collect();
    assert!(kinds.contains(&ContextKindView::Project), "{kinds:?}");

    host.change_project(project, settings("Books", "Amounts in EUR."))
        .await
        .unwrap();
    place.say(Destination::Conversation(id), "And now").await;
    host.move_conversations(&[id], None, false).await.unwrap();
    place.say(Destination::Conversation(id), "At last").await;
    let sent: Vec<String> = place.endpoint.answered().iter().map(sent).collect();
    let has = |at: usize, words: &str| sent[at].contains(words);
    assert!(
        has(0, WORDS) && !has(1, WORDS) && has(1, "in EUR") && !has(2, "in EUR"),
        "{sent:#?}"
    );
    // A past request shows what was sent then.
    let again = host.context_request(id, &requests[0].id).await.unwrap();
    assert_eq!(again.parts.len(), account.parts.len());
    host.close().await;
}

#[tokio::test]
async fn move_says_what_it_changes_before_it_does() {
    let place = Place::open("").await;
    let host = &place.host;
    let from = place.project("Books", WORDS).await;
    let to = ProjectSettingsView {
        provider: Some(place.provider.to_string()),
        model: Some("other".into()),
        ..settings("Letters", "Be polite.")
    };
    let to = host.add_project(to).await.unwrap();
    let id = place.say(Destination::New(Some(from)), "Hello").await;
    let preview = host.move_preview(&[id], Some(to)).await.unwrap();
    assert_eq!(preview.ends, ["Books"]);
    assert_eq!(preview.model.as_deref(), Some("other"));
    assert!(preview.tokens.is_some_and(|tokens| tokens > 0));
    assert_eq!(
        place.summary(id).await.project,
        Some(from.to_string()),
        "a look moves nothing"
    );
    host.move_conversations(&[id], Some(to), true)
        .await
        .unwrap();
    let summary = place.summary(id).await;
    assert_eq!(
        (summary.project, summary.model),
        (Some(to.to_string()), Some("other".into()))
    );
    let page = host.project_page(to).await.unwrap();
    assert_eq!((page.conversations.len(), page.usage.requests), (1, 1));
    host.delete_project(to).await.unwrap();
    assert_eq!(place.summary(id).await.project, None);
    assert!(host.project_page(to).await.is_err());
    host.restore_project(to).await.unwrap();
    assert_eq!(place.summary(id).await.project, Some(to.to_string()));
    host.close().await;
}

#[tokio::test]
async fn archive_pin_and_search_keep_conversations_apart() {
    let place = Place::open("").await;
    let host = &place.host;
    let id = place.say(Destination::New(None), "A ledger").await;
    host.archive_conversations(&[id], true).await.unwrap();
    assert!(host.state().await.unwrap().conversations.is_empty());
    assert_eq!(host.archived_conversations().await.unwrap().len(), 1);
    let found = host
        .search_conversations("ledger", &SearchFilter::default())
        .await;
    assert_eq!(found.unwrap().len(), 1, "the archive is searched too");
    place.say(Destination::Conversation(id), "Once more").await;
    let state = host.state().await.unwrap();
    assert_eq!(
        (state.conversations.len(), state.archived),
        (1, 0),
        "who writes takes it out"
    );
    host.pin_conversation(id, true).await.unwrap();
    assert!(place.summary(id).await.pinned);
    for bad in ["", "  ", &"x".repeat(81)] {
        assert!(
            host.add_project(settings(bad, "")).await.is_err(),
            "{bad:?}"
        );
    }
    let long = "x".repeat(16 * 1024 + 1);
    assert!(host.add_project(settings("Long", &long)).await.is_err());
    host.close().await;
}

#[tokio::test]
async fn another_model_answers_once_beside_the_first() {
    let place = Place::open("").await;
    let host = &place.host;
    let id = place.say(Destination::New(None), "Who are you?").await;
    let view = host.open_conversation(id).await.unwrap();
    let first = view.messages.last().unwrap().id.clone();
    let other = |model: &str| ModelChoice {
        model: Some(model.into()),
        ..ModelChoice::from(place.provider)
    };
    let unknown = host
        .ask_another(id, first.parse().unwrap(), other("unknown"))
        .await;
    assert!(unknown.is_err());
    let mut events = host.events();
    host.ask_another(id, first.parse().unwrap(), other("other"))
        .await
        .unwrap();
    idle(&mut events, id).await;
    let view = host.open_conversation(id).await.unwrap();
    let last = view.messages.last().unwrap();
    assert_eq!(
        (last.model.as_deref(), last.siblings.len()),
        (Some("other"), 2)
    );
    assert_eq!(view.summary.model, None, "the conversation keeps its model");
    let beside = host.reply_beside(id, first.parse().unwrap()).await.unwrap();
    assert_eq!(beside.len(), 1);
    assert_eq!(beside[0].model.as_deref(), Some("m"));
    let models: Vec<Value> = place
        .endpoint
        .answered()
        .iter()
        .map(|b| b["model"].clone())
        .collect();
    assert_eq!(models, ["m", "other"]);
    host.close().await;
}

async fn titled(events: &mut Receiver<Event>, id: ConversationId, title: &str) {
    loop {
        if let Event::Conversation { conversation } = next(events).await
            && conversation.id == id.to_string()
            && conversation.title == title
        {
            return;
        }
    }
}

#[tokio::test]
async fn model_finds_a_title_after_the_first_answer_only() {
    let place = Place::open("\"Greetings among friends.\"").await;
    let host = &place.host;
    host.find_titles();
    let mut events = host.events();
    let id = place.say(Destination::New(None), "Hello there").await;
    titled(&mut events, id, "Greetings among friends").await;
    let requests = host.context_requests(id).await.unwrap();
    let purposes: Vec<_> = requests.iter().map(|request| request.purpose).collect();
    assert_eq!(
        purposes,
        [ContextPurposeView::Reply, ContextPurposeView::Title]
    );
    let account = host.context_request(id, &requests[1].id).await.unwrap();
    assert!(!account.parts.is_empty(), "it is in the inspector as well");
    assert_eq!(
        host.open_conversation(id).await.unwrap().usage.requests,
        2,
        "it is counted"
    );

    place.say(Destination::Conversation(id), "And again").await;
    let renamed = place.say(Destination::New(None), "Off").await;
    titled(&mut events, renamed, "Greetings among friends").await;
    host.rename_conversation(renamed, "Mine").await.unwrap();
    host.set_titles(false).await.unwrap();
    place.say(Destination::New(None), "No title").await;
    let asked = place
        .endpoint
        .bodies
        .lock()
        .unwrap()
        .iter()
        .filter(|b| is_for_title(b))
        .count();
    assert_eq!(
        asked, 2,
        "neither the second turn nor the switch asks for one"
    );
    host.close().await;
}

#[tokio::test]
async fn exported_conversation_comes_back_as_data_of_its_file() {
    let place = Place::open("").await;
    let host = &place.host;
    let id = place.say(Destination::New(None), "A ledger of 1926").await;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("conversations.jsonl");
    let lines = archive::OneFormat::Lines;
    archive::save_one(host.data_dir(), id, lines, &file)
        .await
        .unwrap();
    let page = archive::export_one(host.data_dir(), id, archive::OneFormat::Markdown).await;
    assert!(page.unwrap().contains("> A ledger of 1926"));

    let done = host.import_conversations(&file, |_| ()).await.unwrap();
    assert_eq!(
        (done.conversations, done.messages, done.left_out),
        (1, 2, 0)
    );
    let copy: ConversationId = done.first.unwrap().parse().unwrap();
    assert_ne!(copy, id);
    let view = host.open_conversation(copy).await.unwrap();
    assert_eq!(view.messages.len(), 2);
    assert_eq!(view.summary.title, "A ledger of 1926");
    let mut events = host.events();
    let choice = ModelChoice::from(place.provider);
    host.send_to(Some(copy), choice, "Go on", None, &[])
        .await
        .unwrap();
    idle(&mut events, copy).await;
    let sent = sent(place.endpoint.answered().last().unwrap());
    assert!(
        sent.contains("A ledger of 1926") && sent.contains("conversations.jsonl"),
        "{sent}"
    );
    let requests = host.context_requests(copy).await.unwrap();
    let account = host.context_request(copy, &requests[0].id).await.unwrap();
    let kinds: Vec<_> = account.parts.iter().map(|part| part.kind).collect();
    use ContextKindView::{Answer, Attachment, Message, System};
    assert_eq!(
        kinds,
        [System, Attachment, Answer, Message],
        "the imported words are data"
    );

    let one = r#"{ "title": "Trains", "current_node": "a", "mapping": { "a": { "parent": null, "message": { "author": { "role": "user" },
        "create_time": 1.0, "content": { "content_type": "text", "parts": ["Which train?"] } } } } }"#;
    std::fs::write(&file, format!("[{one},{one},{one}]")).unwrap();
    let cancel = |seen: host_api::ConversationProgress| {
        if seen.done == 2 {
            host.cancel_import();
        }
    };
    let stopped = host.import_conversations(&file, cancel).await.unwrap();
    assert_eq!((stopped.conversations, stopped.cancelled), (2, true));
    let none = |_| host.cancel_import();
    let stopped = host.import_conversations(&file, none).await.unwrap();
    assert_eq!((stopped.conversations, stopped.cancelled), (0, true));

    std::fs::write(&file, "no conversation").unwrap();
    assert!(host.import_conversations(&file, |_| ()).await.is_err());
    assert!(host.import_conversations(dir.path(), |_| ()).await.is_err());
    host.close().await;
}
