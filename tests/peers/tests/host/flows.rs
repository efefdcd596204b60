//! What one server gave is found in what would go to another, however it is encoded; labels ask where it is paraphrased.

use host_api::{ApprovalKindView, CallStateView, ReasonKind, ReasonView, ScopeView};
use peers::Aimock;
use serde_json::{Value, json};

use crate::{
    days::steps,
    house::{House, Person, calls, text, until_asked},
};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";
const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
const SECRET: &str = "The third cellar opens with 4711, ask for Örjan.";

fn hex(text: &str) -> String {
    text.bytes().map(|b| format!("{b:02x}")).collect()
}

fn url(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02X}")).collect()
}

/// Of `SECRET`, written by hand: the test must not agree with a mistake of the decoder.
const BASE64: &str = "VGhlIHRoaXJkIGNlbGxhciBvcGVucyB3aXRoIDQ3MTEsIGFzayBmb3Igw5ZyamFuLg==";

/// A house with a note that one server may read without a question, and another that echoes; a model that reads the note and
/// then sends each of `messages` to the other.
async fn house(person: Person, messages: &[String]) -> (House, Aimock, domain::ProviderId) {
    let house = House::open(person).await;
    let folder = house.folder("notes");
    std::fs::write(folder.join("note.txt"), SECRET).unwrap();
    let read = json!({ "id": "r1", "name": "Files_read_text_file", "arguments": { "path": folder.join("note.txt") } });
    let mut fixtures: Vec<Value> = Vec::new();
    for (at, message) in messages.iter().enumerate().rev() {
        let call = json!({ "id": format!("e{at}"), "name": "Every_echo", "arguments": { "message": message } });
        let after = if at == 0 {
            "r1".to_owned()
        } else {
            format!("e{}", at - 1)
        };
        fixtures
            .push(json!({ "match": { "toolCallId": after }, "response": { "toolCalls": [call] } }));
    }
    let last = format!("e{}", messages.len() - 1);
    fixtures.insert(
        0,
        json!({ "match": { "toolCallId": last }, "response": { "content": "Done." } }),
    );
    fixtures
        .push(json!({ "match": { "userMessage": "Tell" }, "response": { "toolCalls": [read] } }));
    let aimock = Aimock::start(&json!(fixtures)).unwrap();
    let path = folder.display().to_string();
    let files = peers::node_server(FILESYSTEM).unwrap();
    let (files, _) = house.server("Files", files, &[&path]).await;
    let (every, _) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    house
        .host
        .allow_tool(files, "read_text_file", None)
        .unwrap();
    house.host.allow_tool(every, "echo", None).unwrap();
    let model = house.model(&aimock).await;
    (house, aimock, model)
}

/// Of each question, who asked and whether it said that text of Files stands in it.
async fn asked(house: &House) -> Vec<(String, bool)> {
    let carries = |r: &ReasonView| {
        r.kind == ReasonKind::Flow && r.lead == "The arguments contain text of Files."
    };
    let asked = house.asked.lock().await;
    asked
        .iter()
        .map(|a| (a.tool.clone(), a.reasons.iter().any(carries)))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn text_of_one_server_is_found_in_each_encoding_before_it_reaches_another() {
    let messages = [
        SECRET.to_owned(),
        format!("Fyi: {}", &SECRET[4..40]),
        SECRET.to_uppercase(),
        BASE64.to_owned(),
        format!("x{BASE64}"),
        hex(SECRET),
        url(SECRET),
        serde_json::to_string(&format!("{SECRET}\n")).unwrap(),
        url(BASE64),
    ];
    let (house, _aimock, model) = house(Person::Allows(ScopeView::Once), &messages).await;
    let (conversation, _) = house.turn(model, "Tell").await;
    let view = house.view(conversation).await;
    assert!(text(&view).contains("Done."), "{}", text(&view));
    let each = vec![("echo".to_owned(), true); messages.len()];
    assert_eq!(asked(&house).await, each);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_denied_does_not_reach_the_other_server() {
    let messages = [SECRET.to_owned(), BASE64.to_owned()];
    let (house, _aimock, model) = house(Person::Denies("no"), &messages).await;
    let (conversation, _) = house.turn(model, "Tell").await;
    let calls = calls(&house.view(conversation).await);
    assert!(
        matches!(calls[0].state, CallStateView::Done { .. }),
        "{:?}",
        calls[0]
    );
    assert_eq!(calls.len(), 3);
    for call in &calls[1..] {
        assert!(call.sent_ms.is_none(), "{call:?}");
        assert!(
            matches!(call.state, CallStateView::Denied { .. }),
            "{call:?}"
        );
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_of_another_server_is_asked_about_each_time_a_paraphrase_once() {
    let messages = [
        "The lower room has a code.".to_owned(),
        "It is the door below.".to_owned(),
        SECRET.to_owned(),
        BASE64.to_owned(),
        "Nothing more.".to_owned(),
    ];
    let (house, _aimock, model) = house(Person::Allows(ScopeView::Conversation), &messages).await;
    let (conversation, _) = house.turn(model, "Tell").await;
    let view = house.view(conversation).await;
    assert!(text(&view).contains("Done."), "{}", text(&view));
    // The first because of what Files gave, then no more, but for what is found: what Every gave itself crosses nothing.
    let echoed = [false, true, true].map(|found| ("echo".to_owned(), found));
    let asked: Vec<_> = asked(&house).await;
    let echo: Vec<_> = asked
        .into_iter()
        .filter(|(tool, _)| tool == "echo")
        .collect();
    assert_eq!(echo, echoed);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn launch_that_reaches_out_names_whose_data_the_server_was_sent() {
    let (house, _aimock, model) = house(Person::Widest, &["Nothing of it.".to_owned()]).await;
    house.turn(model, "Tell").await;
    let servers = house.host.servers();
    let id = |name: &str| {
        let found = servers.iter().find(|server| server.tag.name == name);
        found.unwrap().tag.id.parse().unwrap()
    };
    for (server, sent) in [(id("Every"), vec!["Files"]), (id("Files"), vec![])] {
        let mut queue = house.host.prompts();
        let host = house.host.clone();
        let leaving = tokio::spawn(async move { host.run_unconfined(server, false).await });
        let named = until_asked(&mut queue, |prompt| match &prompt.kind {
            ApprovalKindView::Launch { launch } => Some(launch.holds.clone()),
            _ => None,
        });
        let named = named.await;
        let names: Vec<&str> = named.iter().map(|server| server.name.as_str()).collect();
        assert_eq!(names, sent);
        leaving.await.unwrap().unwrap();
    }
    house.close().await;
}

/// A server that was given data of another one may return it in a later conversation: it counts as data of both.
#[tokio::test(flavor = "multi_thread")]
async fn data_keeps_its_label_through_a_server_that_was_given_it() {
    let house = House::open(Person::Widest).await;
    let call =
        |id: &str, name: &str| json!({ "id": id, "name": name, "arguments": { "text": id } });
    let turns = [
        (
            "First",
            vec![
                vec![call("a1", "Source_echo")],
                vec![call("b1", "Memory_echo")],
            ],
        ),
        (
            "Second",
            vec![
                vec![call("b2", "Memory_echo")],
                vec![call("c2", "Target_echo")],
            ],
        ),
        (
            "Third",
            vec![
                vec![call("b3", "Memory_echo")],
                vec![call("a3", "Source_echo")],
            ],
        ),
        (
            "Fourth",
            vec![
                vec![call("c4", "Target_echo")],
                vec![call("d4", "Last_echo")],
            ],
        ),
        (
            "Fifth",
            vec![
                vec![call("b5", "Memory_echo")],
                vec![call("c5", "Target_echo")],
            ],
        ),
    ];
    let fixtures = turns.iter().flat_map(|(message, all)| steps(message, all));
    let aimock = Aimock::start(&json!(fixtures.collect::<Vec<_>>())).unwrap();
    let model = house.model(&aimock).await;
    let program = (testkit::server_binary().unwrap(), vec!["{}".to_owned()]);
    let mut ids = Vec::new();
    for name in ["Source", "Memory", "Target", "Last"] {
        ids.push(house.server(name, program.clone(), &[]).await.0);
    }
    // Why the last call of each conversation was asked about.
    let names = async || {
        let asked = house.asked.lock().await;
        let why = asked.last().unwrap().reasons.iter();
        let flows = why.filter(|reason| reason.kind == ReasonKind::Flow);
        flows
            .map(|reason| reason.rest.to_string())
            .collect::<Vec<_>>()
    };
    let held = async |at: usize| {
        let held = house.host.held_data(ids[at]).await.unwrap();
        held.into_iter().map(|tag| tag.name).collect::<Vec<_>>()
    };

    house.turn(model, "First").await;
    assert_eq!(names().await.len(), 1);
    assert_eq!(held(1).await, ["Source"]);
    assert_eq!(held(0).await, [""; 0]);

    house.turn(model, "Second").await;
    let why = names().await;
    assert_eq!(why.len(), 2, "{why:?}");
    assert!(
        why.iter()
            .any(|why| why.contains("Source") && why.contains("Memory")),
        "{why:?}"
    );
    assert_eq!(held(2).await.len(), 2);

    // Back to where it came from, it crosses nothing; what else that server holds does.
    house.turn(model, "Third").await;
    let why = names().await;
    assert!(!why.iter().any(|why| why.contains("Source")), "{why:?}");

    // Through two servers.
    house.turn(model, "Fourth").await;
    let why = names().await;
    assert!(why.iter().any(|why| why.contains("Source")), "{why:?}");

    // Until the user says that it holds none.
    house.host.forget_held_data(ids[1]).await.unwrap();
    assert_eq!(held(1).await, [""; 0]);
    house.turn(model, "Fifth").await;
    let why = names().await;
    assert!(!why.iter().any(|why| why.contains("Source")), "{why:?}");
    house.close().await;
}
