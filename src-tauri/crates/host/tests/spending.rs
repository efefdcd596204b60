//! What requests to models take, their waits at a busy endpoint, and how a model is told to answer; held against a real socket.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{ConversationId, ProviderId};
use host::{GuardProgram, Host, HostConfig, ModelChoice};
use host_api::{
    Event, MessageStatusView, MessageView, ModelNotesView, TuningView, TurnStateView, UsageView,
};
use serde_json::{Value, json};
use store::{NewProvider, Store};
use tempfile::TempDir;
use tokio::sync::broadcast::Receiver;

use crate::confirming::confirm_endpoint;

/// Longest wait for anything.
const LIMIT: Duration = Duration::from_secs(30);

/// A model endpoint that gives these replies in turn, then closes connections unanswered.
struct Endpoint {
    base_url: String,
    bodies: Arc<Mutex<Vec<Value>>>,
}

impl Endpoint {
    fn start(replies: Vec<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let bodies = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bodies);
        std::thread::spawn(move || {
            let mut replies = replies.into_iter();
            for mut stream in listener.incoming().map_while(Result::ok) {
                let body = read(&stream);
                kept.lock().unwrap().push(body);
                if let Some(reply) = replies.next() {
                    stream.write_all(reply.as_bytes()).unwrap();
                }
            }
        });
        Self { base_url, bodies }
    }

    fn bodies(&self) -> Vec<Value> {
        self.bodies.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Value {
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    serde_json::from_slice(&body).unwrap_or_default()
}

/// An answer, with what the endpoint counts.
fn answer(text: &str, usage: Option<Value>) -> String {
    let delta = json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": "stop" }] });
    let usage = usage.map(|usage| json!({ "choices": [], "usage": usage }));
    let mut reply =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
            .to_owned();
    for chunk in [Some(delta), usage].into_iter().flatten() {
        reply += &format!("data: {chunk}\n\n");
    }
    reply + "data: [DONE]\n\n"
}

fn counted() -> Option<Value> {
    Some(
        json!({ "prompt_tokens": 1000, "completion_tokens": 5, "prompt_tokens_details": { "cached_tokens": 600 } }),
    )
}

fn busy(status: &str, seconds: u32) -> String {
    format!(
        "HTTP/1.1 {status}\r\nretry-after: {seconds}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    )
}

/// A host with one stored endpoint.
struct Place {
    host: Host,
    provider: ProviderId,
    endpoint: Endpoint,
    _dir: TempDir,
}

impl Place {
    async fn open(replies: Vec<String>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let endpoint = Endpoint::start(replies);
        let data = dir.path().join("data");
        let provider = ProviderId::new();
        let store = Store::open(&data).await.unwrap();
        let new = NewProvider {
            id: provider,
            name: "Mine".into(),
            wire: llm::Wire::OpenAiChat,
            base_url: endpoint.base_url.clone(),
            model: "m".into(),
            models: vec!["m".into(), "gpt-5-mini".into()],
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
    async fn say(&self, to: Option<ConversationId>, choice: ModelChoice) -> ConversationId {
        let mut events = self.host.events();
        let id = self.host.send_to(to, choice, "Hello", None, &[]).await;
        let id = id.unwrap();
        idle(&mut events, id).await;
        id
    }

    async fn last(&self, id: ConversationId) -> MessageView {
        let view = self.host.open_conversation(id).await.unwrap();
        view.messages.into_iter().next_back().unwrap()
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

/// Waits for the message that waits for its endpoint.
async fn waiting(events: &mut Receiver<Event>) -> MessageView {
    loop {
        if let Event::Message { message, .. } = next(events).await
            && message.retry.is_some()
        {
            return message;
        }
    }
}

fn close(cost: Option<f64>, to: f64) -> bool {
    cost.is_some_and(|cost| (cost - to).abs() < 1e-9)
}

#[tokio::test]
async fn tokens_and_cost_are_kept_for_message_conversation_day_and_model() {
    let place = Place::open(vec![answer("Hi", counted()), answer("Again", counted())]).await;
    let notes = ModelNotesView {
        input_price: Some(2.0),
        output_price: Some(10.0),
        cached_price: Some(0.5),
        ..ModelNotesView::default()
    };
    let provider = place.provider.to_string();
    let host = &place.host;
    host.set_model_notes(&provider, "m", notes).await.unwrap();
    let id = place.say(None, place.provider.into()).await;
    place.say(Some(id), place.provider.into()).await;

    let one = place.last(id).await.usage.unwrap();
    // 400 read, 600 from the cache, 5 written.
    assert!(close(one.cost, 0.00115), "{one:?}");
    assert_eq!((one.input, one.cached, one.output), (1_000.0, 600.0, 5.0));
    assert_eq!((one.estimated, one.unpriced, one.local), (0, 0, 0));
    let both = host.open_conversation(id).await.unwrap().usage;
    assert!(both.requests == 2 && close(both.cost, 0.0023), "{both:?}");

    let spending = host.spending(Some(1)).await.unwrap();
    assert_eq!(spending.total, both);
    let groups = [&spending.days, &spending.models, &spending.conversations];
    for group in groups {
        assert_eq!(group.len(), 1);
        assert_eq!(group[0].usage, both);
    }
    assert_eq!(spending.models[0].name.as_deref(), Some("m"));
    let shown = &spending.conversations[0];
    assert_eq!(shown.conversation.as_deref(), Some(&*id.to_string()));

    // The sums of a day outlive the conversation; its title does not.
    host.delete_conversations(&[id]).await.unwrap();
    let spending = host.spending(None).await.unwrap();
    assert_eq!(spending.total, both);
    assert_eq!(spending.conversations[0].name, None);
    assert_eq!(spending.conversations[0].conversation, None);
    host.close().await;
}

#[tokio::test]
async fn answer_that_no_endpoint_counts_is_estimated_and_free_on_this_machine() {
    let place = Place::open(vec![answer(&"word ".repeat(40), None)]).await;
    let id = place.say(None, place.provider.into()).await;
    let usage: UsageView = place.last(id).await.usage.unwrap();
    assert_eq!((usage.requests, usage.estimated, usage.local), (1, 1, 1));
    assert_eq!((usage.output, usage.cost), (50.0, Some(0.0)));
    assert!(usage.input > 5.0, "{usage:?}");
    place.host.close().await;
}

#[tokio::test]
async fn busy_endpoint_is_waited_for_in_sight_and_asked_again() {
    let place = Place::open(vec![
        busy("529 Overloaded", 1),
        busy("429 Too Many Requests", 0),
        answer("At last", counted()),
    ])
    .await;
    let mut events = place.host.events();
    let choice = ModelChoice::from(place.provider);
    let id = place.host.send_to(None, choice, "Hello", None, &[]).await;
    let id = id.unwrap();
    let retry = waiting(&mut events).await.retry.unwrap();
    assert_eq!((retry.status, retry.attempt), (529, 2));
    assert!(retry.most.is_some_and(|most| most > 2) && retry.until_ms > 0.0);
    idle(&mut events, id).await;
    let last = place.last(id).await;
    assert!(matches!(last.status, MessageStatusView::Complete));
    assert_eq!(last.retry, None);
    // Refused requests took nothing.
    assert_eq!(last.usage.unwrap().requests, 1);
    assert_eq!(place.endpoint.bodies().len(), 3);
    place.host.close().await;
}

#[tokio::test]
async fn wait_for_a_busy_endpoint_ends_when_the_turn_is_stopped() {
    let place = Place::open(vec![
        busy("503 Service Unavailable", 30),
        answer("no", None),
    ])
    .await;
    let mut events = place.host.events();
    let choice = ModelChoice::from(place.provider);
    let id = place.host.send_to(None, choice, "Hello", None, &[]).await;
    let id = id.unwrap();
    waiting(&mut events).await;
    place.host.stop_turn(id);
    idle(&mut events, id).await;
    let last = place.last(id).await;
    assert!(matches!(last.status, MessageStatusView::Stopped));
    assert_eq!((last.retry, last.usage), (None, None));
    assert_eq!(place.endpoint.bodies().len(), 1);
    place.host.close().await;
}

#[tokio::test]
async fn answer_is_asked_for_as_the_conversation_says_and_the_model_takes_it() {
    let replies = (0..3).map(|_| answer("Hi", None)).collect();
    let place = Place::open(replies).await;
    let (host, provider) = (&place.host, place.provider);
    let tuning = TuningView {
        effort: None,
        temperature: Some(0.25),
        answer: Some(300),
    };
    let choice = ModelChoice {
        tuning: tuning.clone(),
        ..ModelChoice::from(provider)
    };
    let id = place.say(None, choice).await;
    let view = host.open_conversation(id).await.unwrap();
    assert_eq!(view.summary.tuning, tuning);

    // A model that reasons takes an effort and no temperature.
    let other = ModelChoice {
        model: Some("gpt-5-mini".into()),
        ..ModelChoice::from(provider)
    };
    let effort = |effort: &str, temperature| TuningView {
        effort: Some(effort.into()),
        temperature,
        answer: None,
    };
    let refused = host.set_conversation_tuning(id, effort("low", None)).await;
    assert!(refused.is_err(), "nothing is known of this model's efforts");
    host.set_conversation_model(id, other).await.unwrap();
    place.say(Some(id), provider.into()).await;
    let refused = host.set_conversation_tuning(id, effort("low", Some(1.0)));
    assert!(refused.await.is_err(), "it takes no temperature");
    let low = effort("low", None);
    host.set_conversation_tuning(id, low).await.unwrap();
    place.say(Some(id), provider.into()).await;

    let sent: Vec<Value> = place
        .endpoint
        .bodies()
        .iter()
        .map(|body| {
            json!([
                body["temperature"],
                body["reasoning_effort"],
                body["max_tokens"]
            ])
        })
        .collect();
    assert_eq!(
        sent,
        [
            json!([0.25, null, 300]),
            json!([null, null, 300]),
            json!([null, "low", null])
        ]
    );
    host.close().await;
}

#[tokio::test]
async fn facts_of_a_model_come_from_the_user_before_the_table() {
    let place = Place::open(vec![]).await;
    let provider = place.provider.to_string();
    let facts = async || {
        let all = place.host.model_facts(&provider).await.unwrap();
        all.into_iter().find(|f| f.model == "gpt-5-mini").unwrap()
    };
    let known = facts().await;
    assert_eq!(
        (known.window, known.temperature),
        (Some(400_000.0), Some(false))
    );
    assert_eq!((known.price, known.favourite), (None, false));
    let notes = ModelNotesView {
        window: Some(9_000),
        ..ModelNotesView::default()
    };
    let host = &place.host;
    host.set_model_notes(&provider, "gpt-5-mini", notes)
        .await
        .unwrap();
    host.set_favourite(&provider, "gpt-5-mini", true)
        .await
        .unwrap();
    let own = facts().await;
    assert_eq!((own.window, own.favourite), (Some(9_000.0), true));
    let refused = host.set_favourite(&provider, "nobody", true).await;
    assert!(refused.is_err());
    host.close().await;
}
