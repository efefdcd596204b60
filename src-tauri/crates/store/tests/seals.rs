//! What another hand wrote into the database does not count, whatever it wrote and whenever.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    future::Future,
    path::Path,
    pin::Pin,
    sync::{Arc, Mutex},
};

use domain::{
    ConversationId, DefinitionDigest, LaunchDigest, ReachGrant, RootAccess, RootGrant, RootPass,
    RuleId, ServerId,
};
use proptest::prelude::*;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use store::{
    Evidence, NewPin, NewServer, PinKind, RuleEffect, RuleRecord, SEAL_KEY_BYTES, SealKey, SealLog,
    Sealed, Section, Store, StoreError, ToolTier, Trusted, Unguarded,
};

/// The audit log, as far as seals need it.
#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<HashMap<(ServerId, Section), u64>>>);

impl SealLog for Log {
    fn sealed<'a>(&'a self, sealed: &'a Sealed) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        let before = self
            .0
            .lock()
            .unwrap()
            .insert((sealed.server, sealed.section), sealed.number);
        assert!(before.is_none_or(|before| before < sealed.number));
        Box::pin(std::future::ready(()))
    }
}

fn key(seed: u8) -> Option<SealKey> {
    Some(SealKey::new([seed; SEAL_KEY_BYTES]))
}

async fn open(dir: &Path, log: &Log, key: Option<SealKey>) -> Store {
    let store = Store::open(dir).await.unwrap();
    let evidence = Evidence {
        key,
        logged: log.0.lock().unwrap().clone(),
        log_is_whole: true,
        log: Arc::new(log.clone()),
    };
    store.seals().open(evidence).await.unwrap();
    store
}

fn digest() -> DefinitionDigest {
    DefinitionDigest::of("{}").unwrap()
}

fn launch() -> LaunchDigest {
    "ab".repeat(32).parse().unwrap()
}

/// Two servers and a conversation, with something in every table.
struct World {
    server: ServerId,
    other: ServerId,
    conversation: ConversationId,
}

impl World {
    async fn build(store: &Store) -> Self {
        let mut ids = Vec::new();
        for name in ["A", "B"] {
            let new = NewServer {
                name: name.into(),
                command: "a".into(),
                ..NewServer::default()
            };
            ids.push(store.servers().add(&new).await.unwrap().id);
        }
        let world = Self {
            server: ids[0],
            other: ids[1],
            conversation: store
                .conversations()
                .create("c", None, None)
                .await
                .unwrap()
                .id,
        };
        for step in 0..OURS {
            world.ours(store, step, 0).await.unwrap();
        }
        world
    }

    fn rule(&self, effect: RuleEffect, conversation: Option<ConversationId>) -> RuleRecord {
        RuleRecord {
            id: RuleId::new(),
            effect,
            server: self.server,
            tool: Some("t".into()),
            definition: Some(digest()),
            launch: Some(launch()),
            conversation,
            origin: "person".into(),
            created_ms: 1,
            revoked_ms: None,
            until_ms: None,
            conditions: "[]".into(),
            batch: None,
            use_count: 0,
            last_used_ms: None,
        }
    }

    /// A change that this program makes.
    async fn ours(&self, store: &Store, step: u8, seed: u8) -> Result<(), StoreError> {
        let (id, tier) = (self.server, seed % 4 + 1);
        match step {
            0 => store.rules().add(&self.rule(RuleEffect::Allow, None)).await,
            1 => {
                let rule = self.rule(RuleEffect::Deny, Some(self.conversation));
                store.rules().add(&rule).await
            }
            2 => {
                let flow = store.flow();
                flow.set_tier(&ToolTier {
                    server: id,
                    tool: "t".into(),
                    definition: digest(),
                    tier,
                })
                .await
            }
            3 => {
                let flow = store.flow();
                flow.trust(Trusted {
                    server: id,
                    launch: launch(),
                    reading: vec![digest()],
                    created_ms: 1,
                })
                .await
            }
            4 => {
                let pair = Unguarded {
                    from: (self.other, launch()),
                    to: (id, launch()),
                    offline: seed.is_multiple_of(2),
                    created_ms: 1,
                };
                store.flow().unguard(pair).await
            }
            5 => store.flow().carry(id, &[self.other]).await,
            6 => {
                let answer = store::FlowAnswer {
                    conversation: self.conversation,
                    from: self.other,
                    to: id,
                };
                store.flow().add_answer(answer).await
            }
            7 => {
                let grant = RootGrant {
                    server: id,
                    path: format!("/f{}", seed % 3),
                    name: "f".into(),
                    access: RootAccess::Read,
                    pass: RootPass::Asked,
                    identity: None,
                };
                store.roots().put(&grant).await.map(drop)
            }
            8 => {
                let grant = ReachGrant {
                    server: id,
                    host: "h.example".into(),
                    port: 443 + u16::from(seed),
                };
                store.reach().put(&grant).await.map(drop)
            }
            9 => {
                let pin = NewPin {
                    kind: PinKind::Tool,
                    name: "t",
                    digest: digest(),
                    raw: "{}",
                };
                store.pins().add(id, &[pin]).await
            }
            10 => {
                store
                    .servers()
                    .update_launch_grant(id, Some(launch()))
                    .await
            }
            11 => {
                store
                    .servers()
                    .set_features(id, seed.is_multiple_of(2), true)
                    .await
            }
            12 => {
                store
                    .servers()
                    .set_enabled(id, seed.is_multiple_of(2))
                    .await
            }
            _ => store.servers().rename(id, &format!("A{seed}")).await,
        }
    }
}

const OURS: u8 = 14;

/// Statements of another hand, with the section each changes. `?1` is the server, `?2` the other one.
const FOREIGN: &[(Section, &str)] = &[
    (
        Section::Rules,
        "INSERT INTO rules (id, effect, server_id, tool, definition, launch, origin, created_ms) \
        SELECT '01890000-0000-7000-8000-0000000000' || substr(hex(randomblob(1)), 1, 2), 'allow', ?1, tool, definition, launch, \
        'answer', 9 FROM rules WHERE server_id = ?1 LIMIT 1",
    ),
    (
        Section::Rules,
        "UPDATE rules SET effect = CASE effect WHEN 'allow' THEN 'deny' ELSE 'allow' END WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "UPDATE rules SET tool = tool || 'x' WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "UPDATE rules SET until_ms = coalesce(until_ms, 0) + 99 WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "UPDATE rules SET conditions = '[ ' || substr(conditions, 2) WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "UPDATE rules SET revoked_ms = CASE WHEN revoked_ms IS NULL THEN 1 END WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "UPDATE rules SET conversation_id = NULL WHERE server_id = ?1 AND conversation_id IS NOT NULL",
    ),
    (
        Section::Rules,
        "DELETE FROM rules WHERE server_id = ?1 AND effect = 'deny'",
    ),
    (
        Section::Rules,
        "UPDATE tool_tiers SET tier = (tier + 1) % 5 WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "DELETE FROM tool_tiers WHERE server_id = ?1",
    ),
    (Section::Rules, "DELETE FROM trusted WHERE server_id = ?1"),
    (
        Section::Rules,
        "UPDATE trusted SET reading = '[]' WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "UPDATE unguarded SET offline = 1 - offline WHERE to_server = ?1",
    ),
    (Section::Rules, "DELETE FROM carried WHERE server_id = ?1"),
    (
        Section::Rules,
        "UPDATE flow_answers SET created_ms = created_ms + 1 WHERE to_server = ?1",
    ),
    (
        Section::Folders,
        "UPDATE roots SET access = 'write' WHERE server_id = ?1 AND access = 'read'",
    ),
    (
        Section::Folders,
        "INSERT OR IGNORE INTO roots VALUES (?1, '/', '/', 'write', '{\"kind\":\"asked\"}', NULL, 1)",
    ),
    (
        Section::Folders,
        "INSERT OR IGNORE INTO reach VALUES (?1, 'evil.example', 443, 1)",
    ),
    (Section::Pins, "DELETE FROM pins WHERE server_id = ?1"),
    (
        Section::Pins,
        "UPDATE pins SET digest = replace(digest, 'a', 'b') WHERE server_id = ?1 AND instr(digest, 'a')",
    ),
    (
        Section::Launch,
        "UPDATE servers SET command = command || 'x' WHERE id = ?1",
    ),
    (
        Section::Launch,
        "UPDATE servers SET args = '[\"-x\"]' WHERE id = ?1 AND args = '[]'",
    ),
    (
        Section::Launch,
        "UPDATE servers SET env = '[{\"name\":\"LD_PRELOAD\",\"source\":{\"kind\":\"keychain\"}}]' WHERE id = ?1 AND env = '[]'",
    ),
    (
        Section::Launch,
        "UPDATE servers SET sampling = 1 - sampling WHERE id = ?1",
    ),
    (
        Section::Launch,
        "UPDATE servers SET elicitation = 1 - elicitation WHERE id = ?1",
    ),
    (
        Section::Launch,
        "UPDATE servers SET confinement = '{\"unix_sockets\":true}' WHERE id = ?1 AND confinement = '{}'",
    ),
    (
        Section::Launch,
        "UPDATE servers SET tools_off = '[\"t\"]' WHERE id = ?1 AND tools_off = '[]'",
    ),
    (
        Section::Launch,
        "INSERT INTO sampling_limits (server_id, review, minute, day) VALUES (?1, 0, 60, 1000) \
        ON CONFLICT DO NOTHING",
    ),
];

/// The rows of each section, read without this program.
const ROWS: &[(Section, &str)] = &[
    (
        Section::Rules,
        "SELECT quote(id)||quote(effect)||quote(tool)||quote(definition)||quote(launch)||quote(conversation_id)\
        ||quote(origin)||quote(created_ms)||quote(revoked_ms)||quote(until_ms)||quote(conditions)||quote(batch) \
        FROM rules WHERE server_id = ?1 ORDER BY 1",
    ),
    (
        Section::Rules,
        "SELECT quote(tool)||quote(definition)||quote(tier) FROM tool_tiers WHERE server_id = ?1 ORDER BY 1",
    ),
    (
        Section::Rules,
        "SELECT quote(launch)||quote(reading) FROM trusted WHERE server_id = ?1",
    ),
    (
        Section::Rules,
        "SELECT quote(from_server)||quote(from_launch)||quote(to_launch)||quote(offline) FROM unguarded \
        WHERE to_server = ?1 ORDER BY 1",
    ),
    (
        Section::Rules,
        "SELECT quote(from_server) FROM carried WHERE server_id = ?1 ORDER BY 1",
    ),
    (
        Section::Rules,
        "SELECT quote(conversation_id)||quote(from_server)||quote(created_ms) FROM flow_answers \
        WHERE to_server = ?1 ORDER BY 1",
    ),
    (
        Section::Folders,
        "SELECT quote(path)||quote(name)||quote(access)||quote(pass)||quote(identity) FROM roots \
        WHERE server_id = ?1 ORDER BY 1",
    ),
    (
        Section::Folders,
        "SELECT quote(host)||quote(port) FROM reach WHERE server_id = ?1 ORDER BY 1",
    ),
    (
        Section::Pins,
        "SELECT quote(kind)||quote(name)||quote(digest) FROM pins WHERE server_id = ?1 ORDER BY 1",
    ),
    (
        Section::Launch,
        "SELECT quote(name)||quote(enabled)||quote(tools_off)||quote(sampling)||quote(elicitation)||quote(command)\
        ||quote(args)||quote(cwd)||quote(env)||quote(url)||quote(headers)||quote(launch_grant)||quote(confinement) \
        FROM servers WHERE id = ?1",
    ),
    (
        Section::Launch,
        "SELECT quote(review)||quote(minute)||quote(day) FROM sampling_limits WHERE server_id = ?1",
    ),
];

async fn rows(dir: &Path, world: &World) -> BTreeMap<Section, Vec<String>> {
    let options = SqliteConnectOptions::new().filename(dir.join("innkeeper.db"));
    let mut connection = options.connect().await.unwrap();
    let mut all = BTreeMap::<Section, Vec<String>>::new();
    for (section, query) in ROWS {
        let found: Vec<String> = sqlx::query_scalar(*query)
            .bind(world.server.to_string())
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let of_section = all.entry(*section).or_default();
        of_section.extend(found);
        of_section.push(String::new());
    }
    connection.close().await.unwrap();
    all
}

/// Writes as another program would. Returns how many rows it changed.
async fn foreign(dir: &Path, world: &World, statement: &'static str) -> u64 {
    let options = SqliteConnectOptions::new().filename(dir.join("innkeeper.db"));
    let mut connection = options.connect().await.unwrap();
    let done = sqlx::query(statement)
        .bind(world.server.to_string())
        .bind(world.other.to_string())
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    done.rows_affected()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

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
    // The rule is back, and does not count.
    assert_eq!(store.rules().list().await.unwrap()[0].id, rule);
    let expected = BTreeMap::from([(world.server, BTreeSet::from([Section::Rules]))]);
    assert_eq!(store.seals().unconfirmed().await.unwrap(), expected);
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

#[tokio::test]
async fn rows_of_a_program_before_seals_are_confirmed_once() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = Store::open(dir.path()).await.unwrap();
    let world = World::build(&store).await;
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    let found = store.seals().unconfirmed().await.unwrap();
    assert_eq!(found.len(), 2);
    let shown = store.seals().shown(&found).await.unwrap();
    // What changed since it was shown is not confirmed.
    foreign(dir.path(), &world, FOREIGN[0].1).await;
    let confirmed = store.seals().confirm(shown).await;
    assert!(matches!(confirmed, Err(StoreError::WrongState)));
    assert_eq!(store.seals().unconfirmed().await.unwrap(), found);
    let shown = store.seals().shown(&found).await.unwrap();
    store.seals().confirm(shown).await.unwrap();
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    assert!(store.seals().unconfirmed().await.unwrap().is_empty());
    // Removing a server and purging a conversation leaves the seals of what stays right.
    store.servers().remove(world.other).await.unwrap();
    store
        .conversations()
        .purge(world.conversation)
        .await
        .unwrap();
    assert!(store.seals().unconfirmed().await.unwrap().is_empty());
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    assert!(store.seals().unconfirmed().await.unwrap().is_empty());
    store.close().await;
}
