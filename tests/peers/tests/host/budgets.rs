//! One rule allows so many calls, and then a person is asked again: once for as many more.

use domain::ServerId;
use host_api::{
    CallStateView, CallView, EffectView, Event, ProposedCondition, ProposedRule, ScopeView,
    TestView,
};
use peers::Aimock;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;

use crate::{
    days::steps,
    house::{House, Person, calls},
};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
/// What a rule allows in a turn of tools that could send data out.
const PER_TURN: usize = 20;

fn sum(id: &str, amount: usize) -> Value {
    json!({ "id": id, "name": "Every_get-sum", "arguments": { "a": amount, "b": 1 } })
}

/// A server whose tool a rule allows.
async fn ruled(house: &House) -> ServerId {
    ruled_where(house, vec![]).await
}

/// A server whose tool a rule allows under these conditions.
async fn ruled_where(house: &House, when: Vec<ProposedCondition>) -> ServerId {
    let every = peers::node_server(EVERYTHING).unwrap();
    let (every, _) = house.server("Every", every, &[]).await;
    let tool = "get-sum";
    house.host.set_tier(every, tool, Some(3)).await.unwrap();
    let proposed = ProposedRule {
        server: every.to_string(),
        effect: EffectView::Allow,
        tools: vec![tool.to_owned()],
        conversation: None,
        minutes: None,
        when,
    };
    house.host.propose_rule(proposed).await.unwrap();
    every
}

fn by_rule(calls: &[CallView]) -> usize {
    let done = |call: &&CallView| matches!(call.state, CallStateView::Done { by_rule: true, .. });
    calls.iter().filter(done).count()
}

async fn asked(house: &House) -> Vec<String> {
    let asked = house.asked.lock().await;
    let calls = asked.iter().filter(|asked| asked.tool == "get-sum");
    calls
        .map(|asked| asked.reasons[0].lead.to_string())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_allows_twenty_of_a_hundred_and_twenty_payments_in_one_turn() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    ruled(&house).await;
    let step = |at: usize| {
        let calls = (0..10).map(|n| sum(&format!("p{at}-{n}"), at * 10 + n));
        calls.collect::<Vec<Value>>()
    };
    let all: Vec<Vec<Value>> = (0..12).map(step).collect();
    let aimock = Aimock::start(&json!(steps("Pay", &all))).unwrap();
    let model = house.model(&aimock).await;
    let (id, _) = house.turn(model, "Pay").await;
    let calls = calls(&house.view(id).await);
    assert_eq!((calls.len(), by_rule(&calls)), (120, PER_TURN));
    let told = "A rule allowed 20 calls since your last message.";
    assert_eq!(asked(&house).await, vec![told; 120 - PER_TURN]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answer_renews_the_budget_and_so_does_a_message_of_the_user() {
    let house = House::open(Person::Allows(ScopeView::Conversation)).await;
    ruled(&house).await;
    let singles = |name: &str, count: usize| -> Vec<Vec<Value>> {
        let one = |n: usize| vec![sum(&format!("{name}{n}"), n)];
        (0..count).map(one).collect()
    };
    let mut fixtures = steps("Later", &singles("l", PER_TURN));
    fixtures.extend(steps("First", &singles("f", PER_TURN + 4)));
    let aimock = Aimock::start(&json!(fixtures)).unwrap();
    let model = house.model(&aimock).await;
    let (id, _) = house.turn(model, "First").await;
    let first = calls(&house.view(id).await);
    assert_eq!((first.len(), by_rule(&first)), (PER_TURN + 4, PER_TURN + 3));
    assert_eq!(asked(&house).await.len(), 1);

    let mut events: Receiver<Event> = house.host.events();
    let sent = house.host.send(Some(id), model, "Later", None).await;
    house.end_of_turn(&mut events, sent.unwrap()).await;
    let all = calls(&house.view(id).await);
    assert_eq!(by_rule(&all), PER_TURN + 3 + PER_TURN);
    assert_eq!(asked(&house).await.len(), 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_allows_payments_up_to_a_sum_also_when_they_come_at_once() {
    for (test, goes) in [(TestView::Sum, 3), (TestView::AtMost, 8)] {
        let house = House::open(Person::Denies("too much")).await;
        let condition = ProposedCondition {
            argument: "a".into(),
            test,
            value: "100".into(),
        };
        ruled_where(&house, vec![condition]).await;
        let payments: Vec<Value> = (0..8).map(|n| sum(&format!("p{n}"), 30)).collect();
        let aimock = Aimock::start(&json!(steps("Pay", &[payments]))).unwrap();
        let model = house.model(&aimock).await;
        let (id, _) = house.turn(model, "Pay").await;
        let calls = calls(&house.view(id).await);
        assert_eq!((calls.len(), by_rule(&calls)), (8, goes), "{test:?}");
        let told = asked(&house).await;
        let over = |lead: &String| lead.contains("in all within an hour");
        assert_eq!(told.is_empty(), goes == 8);
        assert!(told.iter().all(over), "{told:?}");
        house.close().await;
    }
}
