//! The practice model answers in the tour and nowhere else; the sample server is this program, started again.

use domain::{ConversationId, ProviderId};
use host_api::{CallStateView, ScopeView, ServerStateView, TourView};

use super::house::{House, Person, calls, text};

async fn begin(house: &House) -> TourView {
    let program = testkit::program("innkeeper-cli").unwrap();
    let tour = house.host.tour_start(&program).await.unwrap();
    let server = tour.server.parse().unwrap();
    let view = house.host.start_and_wait(server, false).await.unwrap();
    assert!(matches!(view.state, ServerStateView::Ready { .. }));
    tour
}

async fn state(house: &House) -> TourView {
    house.host.state().await.unwrap().tour.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_asks_for_two_calls_and_notes_what_became_of_them() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    // A server that is not of the tour is not offered: the script names the sample server's tools only.
    let tour = begin(&house).await;
    let practice: ProviderId = tour.model.id.parse().unwrap();
    let (id, _) = house.turn(practice, "Count these four words").await;
    let view = house.view(id).await;
    let made = calls(&view);
    assert_eq!(made.len(), 1);
    assert!(matches!(made[0].state, CallStateView::Done { .. }));
    assert!(
        made[0]
            .structured
            .as_ref()
            .unwrap()
            .json
            .contains("\"words\": 4")
    );
    let said = text(&view);
    assert_eq!(said.matches("not an AI: it follows a script").count(), 2);
    let reached = state(&house).await;
    assert!(reached.allowed && !reached.denied && !reached.looked);
    assert_eq!(reached.conversation, Some(id.to_string()));
    assert_eq!(view.summary.provider, Some(tour.model.id.clone()));

    // Where no question is denied, the second call runs, and the tour says so and stays where it is.
    let mut events = house.host.events();
    house
        .host
        .send(Some(id), practice, "And a note", None)
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    assert!(text(&house.view(id).await).contains("keeps the note"));
    assert!(!state(&house).await.denied);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_practice_model_answers_in_its_own_conversation_only() {
    let house = House::open(Person::Denies("no")).await;
    let before = house.host.state().await.unwrap();
    assert!(before.tour.is_none());
    let practice: ProviderId = "00000000-0000-7000-8000-000000000000".parse().unwrap();
    let refused = |id: Option<ConversationId>| {
        let host = house.host.clone();
        async move {
            host.send(id, practice, "Hello", None)
                .await
                .unwrap_err()
                .message
        }
    };
    assert!(refused(None).await.to_string().contains("in the tour only"));

    let tour = begin(&house).await;
    assert_eq!(tour.model.id, practice.to_string());
    let (id, _) = house.turn(practice, "Hello there").await;
    let reached = state(&house).await;
    assert!(!reached.allowed, "a denied call is not an allowed one");
    assert!(text(&house.view(id).await).contains("nothing was sent"));
    assert!(refused(None).await.to_string().contains("in the tour only"));
    // No list of models has it, so nothing falls back to it.
    assert!(house.host.providers().await.unwrap().is_empty());

    house.host.tour_end().await.unwrap();
    assert!(
        refused(Some(id))
            .await
            .to_string()
            .contains("in the tour only")
    );
    house.close().await;
}
