//! Results of tools do not leave this machine before somebody said so.

use domain::{ConversationId, ProviderId};
use host::SessionProvider;
use host_api::{
    ConversationView, Event, MessageStatusView, PartView, ProposeProvider, ScopeView,
    TurnStateView, WireView,
};
use peers::Aimock;
use serde_json::json;

use crate::house::{House, Person, until};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
/// No name below `.invalid` leads anywhere.
const ELSEWHERE: &str = "https://models.invalid/v1";
const ORIGIN: &str = "https://models.invalid";

/// A house with a server whose echo is allowed, and a model of this machine that calls it.
async fn house(person: Person) -> (House, Aimock, ProviderId) {
    let house = House::open(person).await;
    let call = json!({ "id": "c1", "name": "Every_echo", "arguments": { "message": "kept here" } });
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "Read." } },
        { "match": { "userMessage": "Echo" }, "response": { "toolCalls": [call] } },
    ]))
    .unwrap();
    let (every, _) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    house.host.allow_tool(every, "echo", None).unwrap();
    let here = house.model(&aimock).await;
    (house, aimock, here)
}

async fn of_this_run(house: &House) -> ProviderId {
    let session = SessionProvider {
        wire: WireView::OpenAiChat,
        base_url: ELSEWHERE.into(),
        model: "elsewhere".into(),
        key: None,
    };
    let id = house.host.use_session_provider(session).await.unwrap();
    id.parse().unwrap()
}

async fn say(house: &House, id: ConversationId, provider: ProviderId) -> ConversationView {
    let mut events = house.host.events();
    house
        .host
        .send(Some(id), provider, "And now?", None)
        .await
        .unwrap();
    let end = house.end_of_turn(&mut events, id).await;
    assert_eq!(end, TurnStateView::Idle);
    house.view(id).await
}

/// How often somebody was asked about what leaves this machine.
async fn asked(house: &House) -> usize {
    let asked = house.asked.lock().await;
    asked
        .iter()
        .filter(|a| a.tool == "outflow" && a.server == "Every")
        .count()
}

fn end(view: &ConversationView) -> &MessageStatusView {
    &view.messages.last().unwrap().status
}

/// Who decided about it, the last time first.
async fn recorded(house: &House) -> Vec<(String, String)> {
    let rows = house.host.audit_list(None, 100).await.unwrap();
    let about = rows.into_iter().filter(|row| row.subject == ORIGIN);
    about
        .map(|row| {
            assert_eq!(row.detail["servers"][0]["name"], "Every");
            let by = row.detail["by"].as_str().unwrap().to_owned();
            (row.decision.unwrap(), by)
        })
        .collect()
}

fn pair(decision: &str, by: &str) -> (String, String) {
    (decision.to_owned(), by.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_sends_nothing_and_is_asked_again() {
    let (house, _aimock, here) = house(Person::Denies("not asked here")).await;
    let elsewhere = of_this_run(&house).await;
    let (id, _) = house.turn(here, "Echo").await;
    assert_eq!(
        asked(&house).await,
        0,
        "a model of this machine is not asked about"
    );
    let view = say(&house, id, elsewhere).await;
    assert_eq!(*end(&view), MessageStatusView::Stopped);
    let said = |part: &PartView| matches!(part, PartView::Notice { text, .. } if text.to_string().contains("Nothing was sent to models.invalid"));
    assert!(
        view.messages.last().unwrap().parts.iter().any(said),
        "{view:?}"
    );
    say(&house, id, elsewhere).await;
    assert_eq!(asked(&house).await, 2);
    assert_eq!(recorded(&house).await, vec![pair("denied", "person"); 2]);

    // Without a tool's result there is nothing to ask about.
    let (plain, _) = house.turn(elsewhere, "Hello").await;
    assert!(matches!(
        end(&house.view(plain).await),
        MessageStatusView::Failed { .. }
    ));
    assert_eq!(asked(&house).await, 2);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_holds_for_its_conversation_and_one_for_the_endpoint_until_taken_back() {
    let (house, _aimock, here) = house(Person::Allows(ScopeView::Conversation)).await;
    let elsewhere = of_this_run(&house).await;
    let (id, _) = house.turn(here, "Echo").await;
    for _ in 0..2 {
        // It was tried, and led nowhere.
        let view = say(&house, id, elsewhere).await;
        assert!(
            matches!(end(&view), MessageStatusView::Failed { .. }),
            "{view:?}"
        );
    }
    assert_eq!(asked(&house).await, 1);
    let (other, _) = house.turn(here, "Echo").await;
    say(&house, other, elsewhere).await;
    assert_eq!(asked(&house).await, 2);
    house.close().await;

    let (house, _aimock, here) = self::house(Person::Allows(ScopeView::Standing)).await;
    let proposal = ProposeProvider {
        id: None,
        name: "Elsewhere".into(),
        wire: WireView::OpenAiChat,
        base_url: ELSEWHERE.into(),
        model: "elsewhere".into(),
    };
    let provider = house.host.propose_provider(proposal).await.unwrap().id;
    let elsewhere = provider.parse().unwrap();
    for _ in 0..2 {
        let (id, _) = house.turn(here, "Echo").await;
        say(&house, id, elsewhere).await;
    }
    assert_eq!(asked(&house).await, 1);
    assert!(house.host.providers().await.unwrap()[0].outflow_allowed);
    house.host.ask_outflow_again(&provider).await.unwrap();
    assert!(!house.host.providers().await.unwrap()[0].outflow_allowed);
    let (id, _) = house.turn(here, "Echo").await;
    say(&house, id, elsewhere).await;
    assert_eq!(asked(&house).await, 2);
    let wanted = [
        ("allowed", "person"),
        ("allowed", "rule"),
        ("allowed", "person"),
    ];
    assert_eq!(recorded(&house).await, wanted.map(|(d, b)| pair(d, b)));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_waits_for_the_answer_can_be_stopped_and_a_command_line_can_give_it() {
    let (house, _aimock, here) = house(Person::Waits).await;
    let elsewhere = of_this_run(&house).await;
    let (id, _) = house.turn(here, "Echo").await;
    let mut events = house.host.events();
    house
        .host
        .send(Some(id), elsewhere, "And now?", None)
        .await
        .unwrap();
    let waiting = until(&mut events, |event| match event {
        Event::Waiting { waiting } => waiting.into_iter().next(),
        _other => None,
    })
    .await;
    let outflow = waiting.outflow.unwrap();
    assert_eq!(
        (outflow.host.as_str(), outflow.model.as_str()),
        ("models.invalid", "elsewhere")
    );
    assert!(!outflow.can_stand && outflow.servers[0].name == "Every");
    let before = house.view(id).await.messages.len();
    house.host.stop_turn(id);
    assert_eq!(
        house.end_of_turn(&mut events, id).await,
        TurnStateView::Idle
    );
    assert_eq!(
        house.view(id).await.messages.len(),
        before,
        "no answer was begun"
    );
    assert!(house.host.state().await.unwrap().waiting.is_empty());
    assert_eq!(recorded(&house).await, [pair("denied", "withdrawn")]);

    house.host.allow_outflow(elsewhere);
    let view = say(&house, id, elsewhere).await;
    assert!(
        matches!(end(&view), MessageStatusView::Failed { .. }),
        "{view:?}"
    );
    assert_eq!(recorded(&house).await[0], pair("allowed", "command_line"));
    house.close().await;
}
