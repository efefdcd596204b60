//! Days of work under the rules a person would set: how often they are asked, and why.

use std::collections::BTreeMap;

use domain::{ConfinementChoice, ConversationId, LocalNetwork, ServerId};
use host_api::{
    CallStateView, CallView, EffectView, Event, ProposedRule, ReasonKind, TurnStateView,
};
use peers::Aimock;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;

use crate::house::{House, Person, calls};

/// Lets these tools of a server be used, as a person confirms it.
async fn allow(house: &House, server: ServerId, tools: &[&str]) {
    let proposed = ProposedRule {
        server: server.to_string(),
        effect: EffectView::Allow,
        tools: tools.iter().map(|&tool| tool.to_owned()).collect(),
        conversation: None,
        minutes: None,
        when: vec![],
    };
    house.host.propose_rule(proposed).await.unwrap();
}

/// A model that takes each of these steps, calls side by side, and is done; begun by a message of its own.
pub fn steps(message: &str, steps: &[Vec<Value>]) -> Vec<Value> {
    let mut after = json!({ "userMessage": message });
    let mut fixtures = Vec::new();
    for calls in steps {
        fixtures.push(json!({ "match": after, "response": { "toolCalls": calls } }));
        after = json!({ "toolCallId": calls.last().unwrap()["id"] });
    }
    fixtures.push(json!({ "match": after, "response": { "content": "Done." } }));
    // The first that matches answers: what comes later in a conversation stands first.
    fixtures.reverse();
    fixtures
}

async fn turn(house: &House, model: domain::ProviderId, message: &str) -> ConversationId {
    let mut events: Receiver<Event> = house.host.events();
    let id = house.host.send(None, model, message, None).await.unwrap();
    let end = house.end_of_turn(&mut events, id).await;
    assert_eq!(end, TurnStateView::Idle);
    id
}

fn done(calls: &[CallView]) -> usize {
    let done = |call: &&CallView| matches!(call.state, CallStateView::Done { by_rule: true, .. });
    calls.iter().filter(done).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_reads_under_a_rule_are_not_asked_about() {
    let house = House::open(Person::Widest).await;
    let folder = house.folder("notes");
    let read = |n: usize| {
        let file = folder.join(format!("{n}.txt"));
        std::fs::write(
            &file,
            format!("What note number {n} says, and nothing else."),
        )
        .unwrap();
        json!({ "id": format!("r{n}"), "name": "Files_read_text_file", "arguments": { "path": file } })
    };
    let all: Vec<Value> = (0..50).map(read).collect();
    let all: Vec<Vec<Value>> = all.chunks(10).map(<[Value]>::to_vec).collect();
    let aimock = Aimock::start(&json!(steps("Read all", &all))).unwrap();
    let path = folder.display().to_string();
    let files = peers::node_server("@modelcontextprotocol/server-filesystem").unwrap();
    let (files, _) = house.server("Files", files, &[&path]).await;
    let model = house.model(&aimock).await;
    house
        .host
        .set_tier(files, "read_text_file", Some(1))
        .await
        .unwrap();
    allow(&house, files, &["read_text_file"]).await;

    let id = turn(&house, model, "Read all").await;
    let calls = calls(&house.view(id).await);
    assert_eq!(done(&calls), 50, "{calls:?}");
    assert_eq!(house.asked.lock().await.len(), 0);
    println!("50 reads under a rule: 0 questions");
    house.close().await;
}

const DAY: usize = 200;
const CONVERSATIONS: usize = 4;
const STEPS: usize = 5;
/// In each step: where is read, where it is written down, who is told.
const KINDS: [(&str, &str, usize); 4] = [
    ("Files", "echo", 4),
    ("Web", "echo", 3),
    ("Notes", "write_marker", 2),
    ("Mail", "write_marker", 1),
];

/// What the model does in all conversations of a day.
fn day() -> Value {
    let mut fixtures = Vec::new();
    for conversation in 0..CONVERSATIONS {
        let step = |step: usize| {
            let mut calls = Vec::new();
            for (server, tool, times) in KINDS {
                for time in 0..times {
                    // Words of the model's own: nothing of one server goes to another.
                    let place = format!("{conversation}{step}{time}");
                    let text = format!("{} {place}", server.chars().rev().collect::<String>());
                    calls.push(json!({
                        "id": format!("{server}{place}"),
                        "name": format!("{server}_{tool}"),
                        "arguments": { "text": text },
                    }));
                }
            }
            calls
        };
        let all: Vec<Vec<Value>> = (0..STEPS).map(step).collect();
        fixtures.extend(steps(&format!("Day part {conversation}"), &all));
    }
    json!(fixtures)
}

fn assert_flows_only(causes: &BTreeMap<(Option<ReasonKind>, String), usize>) {
    let flow = |why: &Option<ReasonKind>| *why == Some(ReasonKind::Flow);
    assert!(
        causes.keys().all(|(why, _)| flow(why)),
        "rules cover all else"
    );
}

/// Lives the day, and gives the questions by cause: why, and about what.
async fn live(
    house: &House,
    model: domain::ProviderId,
) -> BTreeMap<(Option<ReasonKind>, String), usize> {
    let mut sent = 0;
    for conversation in 0..CONVERSATIONS {
        let id = turn(house, model, &format!("Day part {conversation}")).await;
        let calls = calls(&house.view(id).await);
        let done = calls
            .iter()
            .filter(|c| matches!(c.state, CallStateView::Done { .. }));
        sent += done.count();
    }
    assert_eq!(sent, DAY);

    let asked = house.asked.lock().await;
    let mut causes: BTreeMap<(Option<ReasonKind>, String), usize> = BTreeMap::new();
    for question in asked.iter() {
        let why = question.reasons.first().map(|r| r.kind);
        let what = format!("{} / {}", question.server, question.tool);
        *causes.entry((why, what)).or_default() += 1;
    }
    println!(
        "a day of {DAY} calls over {} servers, questions by cause:",
        KINDS.len()
    );
    for ((why, what), times) in &causes {
        println!("  {what:<24} {times} ({why:?})");
    }
    println!("  {} in all", asked.len());
    causes
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mixed_day_asks_once_in_twenty_calls_at_most() {
    let house = House::open(Person::Widest).await;
    let aimock = Aimock::start(&day()).unwrap();
    let model = house.model(&aimock).await;
    let program = testkit::server_binary().unwrap();
    for (name, tool, _) in KINDS {
        let markers = house.folder("markers");
        let script = json!({ "marker": markers.join(name) }).to_string();
        let server = house.add(name, (program.clone(), vec![script]), &[]).await;
        house.grant(server, &markers).await;
        house.host.start_and_wait(server, false).await.unwrap();
        if tool == "echo" {
            house.host.set_tier(server, tool, Some(1)).await.unwrap();
        }
        allow(&house, server, &[tool]).await;
    }
    let causes = live(&house, model).await;
    assert_flows_only(&causes);
    // The first of a kind: the first call of a tool, in a conversation, that could carry on what was read in it.
    let first = causes.len() * CONVERSATIONS;
    let rest = causes.values().sum::<usize>().saturating_sub(first);
    println!("  {rest} after the first of a kind");
    assert!(rest * 20 <= DAY, "{rest}");
    house.close().await;
}

/// The same day in sandboxes without a network: reading needs no rule and no question.
#[tokio::test(flavor = "multi_thread")]
async fn a_mixed_day_in_sandboxes_asks_nothing_about_reading() {
    let house = House::open(Person::Widest).await;
    let aimock = Aimock::start(&day()).unwrap();
    let model = house.model(&aimock).await;
    let program = testkit::server_binary().unwrap();
    for (name, tool, _) in KINDS {
        let markers = house.folder(name);
        let script = json!({ "marker": markers.join("marks") }).to_string();
        let server = house.add(name, (program.clone(), vec![script]), &[]).await;
        let usual = ConfinementChoice::default();
        house.host.set_confinement(server, usual).await.unwrap();
        if tool != "echo" {
            house.grant(server, &markers).await;
        }
        let started = house.host.start_and_wait(server, false).await.unwrap();
        if started
            .sandbox
            .is_none_or(|sandbox| !sandbox.network_enforced)
        {
            println!("skipped: this system confines too little");
            return;
        }
        if tool != "echo" {
            allow(&house, server, &[tool]).await;
        }
    }
    let causes = live(&house, model).await;
    let reads = causes.keys().filter(|(_, what)| what.ends_with("echo"));
    assert_eq!(reads.count(), 0, "reading asks nothing");
    assert_flows_only(&causes);
    // What is written down stays there: a yes to it holds in the conversations that follow.
    let all = causes.values().sum::<usize>();
    assert!(all * 40 <= DAY, "{all}");
    house.close().await;
}

/// A yes to what a server may be given holds in later conversations as long as that server can pass it to nobody.
#[tokio::test(flavor = "multi_thread")]
async fn flow_into_a_server_that_keeps_it_is_asked_about_again_when_it_could_leave() {
    let house = House::open(Person::Widest).await;
    let parts: Vec<String> = (0..8).map(|part| format!("Part {part}")).collect();
    let fixtures = parts.iter().enumerate().flat_map(|(at, message)| {
        let call = |id: &str, name: &str| json!({ "id": format!("{id}{at}"), "name": name, "arguments": { "text": "a" } });
        steps(message, &[vec![call("r", "Files_echo")], vec![call("w", "Notes_write_marker")]])
    });
    let aimock = Aimock::start(&json!(fixtures.collect::<Vec<_>>())).unwrap();
    let model = house.model(&aimock).await;
    let program = testkit::server_binary().unwrap();
    let mut servers = Vec::new();
    for name in ["Files", "Notes", "Other"] {
        let script = json!({ "marker": house.folder("notes").join("marks") }).to_string();
        let server = house.add(name, (program.clone(), vec![script]), &[]).await;
        let usual = ConfinementChoice::default();
        house.host.set_confinement(server, usual).await.unwrap();
        servers.push(server);
    }
    let [_, notes, other] = servers[..] else {
        unreachable!()
    };
    house.grant(notes, &house.folder("notes")).await;
    for server in &servers {
        let started = house.host.start_and_wait(*server, false).await.unwrap();
        if started
            .sandbox
            .is_none_or(|sandbox| !sandbox.network_enforced)
        {
            println!("skipped: this system confines too little");
            return;
        }
    }
    let mut parts = parts.iter();
    let mut flows = async || {
        let before = house.asked.lock().await.len();
        let id = turn(&house, model, parts.next().unwrap()).await;
        let calls = calls(&house.view(id).await);
        assert!(
            calls
                .iter()
                .all(|call| matches!(call.state, CallStateView::Done { .. })),
            "{calls:?}"
        );
        let asked = house.asked.lock().await.split_off(before);
        asked
            .iter()
            .filter(|asked| {
                asked
                    .reasons
                    .iter()
                    .any(|reason| reason.kind == ReasonKind::Flow)
            })
            .count()
    };
    assert_eq!(flows().await, 1);
    assert_eq!(flows().await, 0, "it stays there");

    // Another server sees a part of the folder.
    let part = house.folder("notes/part");
    house.grant(other, &part).await;
    assert_eq!(flows().await, 1, "another server sees it");
    house
        .host
        .revoke_root(other, part.to_str().unwrap())
        .await
        .unwrap();
    assert_eq!(flows().await, 0);

    // Another server sees everything.
    house.host.run_unconfined(other, true).await.unwrap();
    assert_eq!(flows().await, 1, "another server sees all folders");
    let usual = ConfinementChoice::default();
    house
        .host
        .set_confinement(other, usual.clone())
        .await
        .unwrap();
    assert_eq!(flows().await, 0);

    // It can send.
    let online = ConfinementChoice {
        network: Some(LocalNetwork::Open),
        ..usual
    };
    house.host.set_confinement(notes, online).await.unwrap();
    house.host.start_and_wait(notes, false).await.unwrap();
    assert_eq!(flows().await, 1, "it can send");
    house.close().await;
}
