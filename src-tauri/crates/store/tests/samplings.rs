//! What servers asked of models: counted at once, kept in bounds, set right after a kill.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::ServerId;
use store::{
    Begun, CallRecord, MAX_SAMPLINGS, NewSampling, NewServer, SamplingEnd, SamplingLimits,
    SamplingState, Store, StoreError,
};

async fn server(store: &Store, name: &str) -> ServerId {
    let new = NewServer {
        name: name.into(),
        command: "run".into(),
        ..NewServer::default()
    };
    store.servers().add(&new).await.unwrap().id
}

fn asks(server: ServerId, tokens: u64) -> NewSampling<'static> {
    NewSampling {
        server,
        model: "m",
        origin: "https://example.org",
        tokens,
    }
}

fn ended(state: SamplingState, tokens: u64) -> SamplingEnd<'static> {
    SamplingEnd {
        state,
        model: "m",
        origin: "https://example.org",
        edited: false,
        tokens,
        input_tokens: Some(tokens),
        output_tokens: Some(0),
        cost: Some(0.5),
        took_ms: Some(1),
    }
}

#[tokio::test]
async fn a_day_is_counted_by_what_is_estimated_then_by_what_was_used() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let (one, other) = (server(&store, "one").await, server(&store, "other").await);
    let samplings = store.samplings();
    let limits = SamplingLimits {
        review: false,
        minute: 60,
        day: 1_000,
    };
    samplings.set_limits(one, limits).await.unwrap();
    assert_eq!(samplings.limits(one).await.unwrap(), limits);
    for wrong in [(0, 1_000), (61, 1_000), (1, 999)] {
        let limits = SamplingLimits {
            review: true,
            minute: wrong.0,
            day: wrong.1,
        };
        let refused = samplings.set_limits(one, limits).await;
        assert!(
            matches!(refused, Err(StoreError::Invalid(_))),
            "{refused:?}"
        );
    }
    let Begun::Yes { id, today: 1 } = samplings.begin(asks(one, 600)).await.unwrap() else {
        panic!("it is within its limits");
    };
    assert_eq!(
        samplings.begin(asks(one, 500)).await.unwrap(),
        Begun::OverDay { left: 400 }
    );
    assert_eq!(samplings.reserve(one, id, 1_001).await.unwrap(), Err(1_000));
    samplings.reserve(one, id, 900).await.unwrap().unwrap();
    assert_eq!(samplings.used(one).await.unwrap().day, 900);
    samplings
        .finish(id, ended(SamplingState::Answered, 100))
        .await
        .unwrap();
    let again = samplings
        .finish(id, ended(SamplingState::Answered, 1))
        .await;
    assert!(matches!(again, Err(StoreError::NotFound)));
    let used = samplings.used(one).await.unwrap();
    assert_eq!(
        (used.day, used.requests, used.minute, used.day_cost),
        (100, 1, 1, Some(0.5))
    );
    assert_eq!(samplings.used(other).await.unwrap().day, 0);

    // A flood that is refused is kept in bounds, and takes nothing out of what is counted.
    for _ in 0..MAX_SAMPLINGS + 50 {
        samplings.begin(asks(one, 5_000)).await.unwrap();
    }
    assert_eq!(
        samplings.of_server(one).await.unwrap().len(),
        MAX_SAMPLINGS as usize
    );
    assert_eq!(samplings.used(one).await.unwrap().day, 100);
    store.servers().remove(one).await.unwrap();
    assert!(samplings.of_server(one).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_a_killed_process_asked_counts_as_it_was_estimated() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let one = server(&store, "one").await;
    store.samplings().begin(asks(one, 700)).await.unwrap();
    store.close().await;
    let store = Store::open(dir.path()).await.unwrap();
    let none_allowed = async |_: &CallRecord| Ok::<_, StoreError>(false);
    store.repair(none_allowed).await.unwrap();
    let rows = store.samplings().of_server(one).await.unwrap();
    assert_eq!(rows[0].state, SamplingState::Failed);
    assert_eq!(store.samplings().used(one).await.unwrap().day, 700);
}
