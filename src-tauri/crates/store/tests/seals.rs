//! What another hand wrote into the database does not count, whatever it wrote and whenever.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod book;
mod elsewhere;
mod scene;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use proptest::prelude::*;
use store::{Evidence, NewPin, PinKind, RuleEffect, Section, Store, StoreError};

pub(crate) use scene::*;

#[derive(Clone, Copy, Debug)]
enum Step {
    Ours(u8, u8),
    Foreign(usize),
    Reopen,
    Confirm,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..OURS, any::<u8>()).prop_map(|(step, seed)| Step::Ours(step, seed)),
        2 => (0..FOREIGN.len()).prop_map(Step::Foreign),
        2 => Just(Step::Reopen),
        1 => Just(Step::Confirm),
    ];
    prop::collection::vec(step, 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever is written in whatever order: what this program wrote counts, and a section that another hand touched does not,
    /// in this run and the next ones, until a person confirms it.
    #[test]
    fn section_that_another_hand_wrote_counts_only_once_confirmed(steps in steps()) {
        runtime().block_on(async {
            let dir = tempfile::tempdir().unwrap();
            let log = Log::default();
            let mut store = open(dir.path(), &log, key(1)).await;
            let world = World::build(&store).await;
            let mut known = rows(dir.path(), &world).await;
            let mut held = BTreeSet::new();
            for step in steps {
                let before = rows(dir.path(), &world).await;
                match step {
                    Step::Ours(step, seed) => world.ours(&store, step, seed).await.unwrap(),
                    Step::Foreign(at) => drop(foreign(dir.path(), &world, FOREIGN[at].1).await),
                    Step::Reopen => {
                        store.close().await;
                        store = open(dir.path(), &log, key(1)).await;
                    }
                    Step::Confirm => {
                        let found = store.seals().unconfirmed().await.unwrap();
                        let shown = store.seals().shown(&found).await.unwrap();
                        store.seals().confirm(shown).await.unwrap();
                    }
                }
                let now = rows(dir.path(), &world).await;
                for (section, rows) in &now {
                    let counted = before[section] == known[section] && !held.contains(section);
                    let renewed = match step {
                        Step::Ours(..) => counted,
                        Step::Confirm => true,
                        Step::Foreign(_) | Step::Reopen => false,
                    };
                    if renewed {
                        known.insert(*section, rows.clone());
                    }
                }
                let doubtful: BTreeSet<Section> =
                    now.iter().filter(|(s, rows)| known[*s] != **rows).map(|(s, _)| *s).collect();
                let found = store.seals().unconfirmed().await.unwrap();
                let of_server = found.get(&world.server).cloned().unwrap_or_default();
                // A section that is as it was again may still wait for a person.
                assert!(doubtful.is_subset(&of_server), "{step:?}: {of_server:?}");
                let waits = |section: &Section| doubtful.contains(section) || held.contains(section);
                assert!(of_server.iter().all(waits), "{step:?}: {of_server:?}");
                assert!(!found.contains_key(&world.other), "{step:?}");
                let active = store.rules().active().await.unwrap();
                let rules = of_server.contains(&Section::Rules);
                assert_eq!(active.unconfirmed.contains(&world.server), rules);
                let started = store.servers().confirmed(world.server).await;
                assert_eq!(matches!(started, Err(StoreError::Unconfirmed)), !of_server.is_empty());
                let pins = store.pins().of(world.server).await;
                assert_eq!(pins.is_err(), of_server.contains(&Section::Pins));
                let answers = store.flow().answers(world.conversation).await.unwrap();
                assert!(answers.is_empty() || !rules);
                held = of_server;
            }
            store.close().await;
        });
    }
}

#[tokio::test]
async fn each_way_of_writing_rows_is_noticed_at_once_and_at_the_next_start() {
    for (section, statement) in FOREIGN {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::default();
        let store = open(dir.path(), &log, key(1)).await;
        let world = World::build(&store).await;
        let changed = foreign(dir.path(), &world, statement).await;
        assert!(changed > 0, "no attack: {statement}");
        let expected = BTreeMap::from([(world.server, BTreeSet::from([*section]))]);
        assert_eq!(
            store.seals().unconfirmed().await.unwrap(),
            expected,
            "{statement}"
        );
        // A change of this program does not vouch for the rows beside it.
        match section {
            Section::Rules => store.rules().add(&world.rule(RuleEffect::Deny, None)).await,
            Section::Folders => world.ours(&store, 8, 9).await,
            Section::Launch => world.ours(&store, 13, 9).await,
            Section::Pins => {
                let pin = NewPin {
                    kind: PinKind::Tool,
                    name: "u",
                    digest: digest(),
                    raw: "{}",
                };
                store.pins().add(world.server, &[pin]).await
            }
            Section::Endpoint | Section::Outflow | Section::Registry => unreachable!(),
        }
        .unwrap();
        assert_eq!(
            store.seals().unconfirmed().await.unwrap(),
            expected,
            "{statement}"
        );
        store.close().await;
        let store = open(dir.path(), &log, key(1)).await;
        assert_eq!(
            store.seals().unconfirmed().await.unwrap(),
            expected,
            "{statement}"
        );
        store.close().await;
    }
}

#[tokio::test]
async fn older_copy_of_the_database_does_not_count_though_each_of_its_seals_was_right() {
    let dir = tempfile::tempdir().unwrap();
    let copy = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    let rule = store.rules().list().await.unwrap()[0].id;
    store.close().await;
    let (database, older) = (dir.path().join("innkeeper.db"), copy.path().join("old.db"));
    std::fs::copy(&database, &older).unwrap();
    let store = open(dir.path(), &log, key(1)).await;
    store.rules().revoke(rule, 7).await.unwrap();
    store.close().await;
    std::fs::copy(&older, &database).unwrap();
    let store = open(dir.path(), &log, key(1)).await;
    // The rule is back, and does not count. The last change was about nothing else.
    assert_eq!(store.rules().list().await.unwrap()[0].id, rule);
    let expected = BTreeMap::from([(world.server, BTreeSet::from([Section::Rules]))]);
    assert_eq!(store.seals().unconfirmed().await.unwrap(), expected);
    world.ours(&store, 8, 9).await.unwrap();
    store.close().await;
    // The same copy again: the change since is in doubt as well, and the rule stays so though the log was emptied.
    std::fs::copy(&older, &database).unwrap();
    let emptied = Log(Arc::default(), Arc::clone(&log.1));
    let store = open(dir.path(), &emptied, key(1)).await;
    let both = BTreeSet::from([Section::Rules, Section::Folders]);
    let expected = BTreeMap::from([(world.server, both)]);
    assert_eq!(store.seals().unconfirmed().await.unwrap(), expected);
    world.ours(&store, 13, 9).await.unwrap();
    world.ours(&store, 13, 8).await.unwrap();
    store.close().await;
    // Of a copy that is older than that, nobody knows what changed since.
    std::fs::copy(&older, &database).unwrap();
    let store = open(dir.path(), &log, key(1)).await;
    assert_eq!(
        store.seals().unconfirmed().await.unwrap(),
        everything(&world)
    );
    store.close().await;
}

#[tokio::test]
async fn seal_that_another_hand_wrote_or_removed_counts_for_nothing() {
    for statement in [
        "DELETE FROM seals WHERE server_id = ?1 AND section = 'rules'",
        "UPDATE seals SET number = number + 1 WHERE server_id = ?1 AND section = 'rules'",
        "UPDATE seals SET code = zeroblob(32) WHERE server_id = ?1 AND section = 'rules'",
        "UPDATE seals SET code = (SELECT code FROM seals s WHERE s.server_id = ?2 AND s.section = 'rules') \
         WHERE server_id = ?1 AND section = 'rules'",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::default();
        let store = open(dir.path(), &log, key(1)).await;
        let world = World::build(&store).await;
        // The other server has a seal over its rules as well.
        store
            .flow()
            .carry(world.other, &[world.server])
            .await
            .unwrap();
        store.close().await;
        assert_eq!(
            foreign(dir.path(), &world, statement).await,
            1,
            "{statement}"
        );
        let store = open(dir.path(), &log, key(1)).await;
        let expected = BTreeMap::from([(world.server, BTreeSet::from([Section::Rules]))]);
        assert_eq!(
            store.seals().unconfirmed().await.unwrap(),
            expected,
            "{statement}"
        );
        store.close().await;
    }
}

#[tokio::test]
async fn without_the_right_key_or_a_whole_log_nothing_that_was_sealed_counts() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    store.close().await;
    let all = || BTreeSet::from([world.server, world.other]);
    let of = |found: store::Unconfirmed| found.into_keys().collect::<BTreeSet<_>>();
    for wrong in [None, key(2)] {
        let store = open(dir.path(), &log, wrong).await;
        assert_eq!(of(store.seals().unconfirmed().await.unwrap()), all());
        store.close().await;
    }
    let store = Store::open(dir.path()).await.unwrap();
    let evidence = |log_is_whole, key| Evidence {
        key,
        logged: log.0.lock().unwrap().clone(),
        log_is_whole,
        kept: log.1.lock().unwrap().kept.clone(),
        sealed_before: false,
        log: Arc::new(log.clone()),
    };
    store.seals().open(evidence(false, key(1))).await.unwrap();
    assert_eq!(of(store.seals().unconfirmed().await.unwrap()), all());
    // The keychain that is opened later lets everything count again.
    store.seals().open(evidence(true, None)).await.unwrap();
    assert_eq!(of(store.seals().unconfirmed().await.unwrap()), all());
    store.seals().unlock(evidence(true, key(1))).await.unwrap();
    assert_eq!(
        of(store.seals().unconfirmed().await.unwrap()),
        BTreeSet::new()
    );
    store.close().await;
}
