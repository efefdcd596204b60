//! Whatever another program does to the database and the log between the actions of the user: no rule allows that the actions alone
//! would not have made.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use domain::{RuleId, ServerId};
use proptest::prelude::*;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use store::{NewServer, RuleEffect, RuleRecord, Store, StoreError};

use crate::seals::{Log, key, open};

/// What another program writes. `?1` is the server.
const FOREIGN: &[&str] = &[
    "INSERT INTO rules (id, effect, server_id, tool, origin, created_ms) \
     SELECT '01890000-0000-7000-8000-0000000000' || substr(hex(randomblob(1)), 1, 2), 'allow', ?1, 'evil', 'answer', 9",
    "UPDATE rules SET revoked_ms = NULL WHERE server_id = ?1",
    "UPDATE rules SET tool = 'evil' WHERE server_id = ?1",
    "UPDATE rules SET effect = 'allow' WHERE server_id = ?1",
    "DELETE FROM rules WHERE server_id = ?1 AND effect = 'deny'",
    "DELETE FROM seals WHERE server_id = ?1",
    "UPDATE seals SET number = number + 1 WHERE server_id = ?1",
    "DELETE FROM seal_book WHERE ?1 IS NOT NULL",
    "UPDATE seal_book SET number = number - 1 WHERE ?1 IS NOT NULL",
    "UPDATE seal_book SET number = number + 1 WHERE ?1 IS NOT NULL",
];

/// What another program puts into the file, and how it goes again.
const SHAPES: &[(&str, &str)] = &[
    (
        "CREATE TRIGGER evil AFTER INSERT ON rules WHEN new.tool <> 'evil' BEGIN \
         INSERT INTO rules (id, effect, server_id, tool, origin, created_ms) \
         VALUES ('01890000-0000-7000-8000-000000000099', 'allow', new.server_id, 'evil', 'answer', 9); END",
        "DROP TRIGGER evil",
    ),
    (
        "CREATE TRIGGER evil BEFORE INSERT ON seals BEGIN UPDATE rules SET effect = 'allow', revoked_ms = NULL; END",
        "DROP TRIGGER evil",
    ),
    (
        "CREATE TRIGGER evil AFTER UPDATE ON rules BEGIN UPDATE rules SET revoked_ms = NULL; END",
        "DROP TRIGGER evil",
    ),
    (
        "CREATE INDEX evil ON rules (lower(tool))",
        "DROP INDEX evil",
    ),
    ("CREATE VIEW evil AS SELECT * FROM rules", "DROP VIEW evil"),
];

#[derive(Clone, Copy, Debug)]
enum Step {
    Add(bool),
    Revoke(usize),
    Restore(usize),
    Rename,
    Reopen,
    Confirm,
    Foreign(usize),
    /// Puts something into the file, which goes again after the action.
    Shape(usize),
    Keep,
    Back,
    EmptyLog,
    TurnLogBack,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => any::<bool>().prop_map(Step::Add),
        3 => any::<usize>().prop_map(Step::Revoke),
        1 => any::<usize>().prop_map(Step::Restore),
        1 => Just(Step::Rename),
        2 => Just(Step::Reopen),
        1 => Just(Step::Confirm),
        3 => (0..FOREIGN.len()).prop_map(Step::Foreign),
        2 => (0..SHAPES.len()).prop_map(Step::Shape),
        2 => Just(Step::Keep),
        3 => Just(Step::Back),
        2 => Just(Step::EmptyLog),
        1 => Just(Step::TurnLogBack),
    ];
    prop::collection::vec(step, 1..16)
}

/// What a rule says, as far as a call depends on it.
type Says = (RuleEffect, Option<String>);

struct Test {
    dir: PathBuf,
    store: Option<Store>,
    log: Log,
    server: ServerId,
    /// The rules that the actions of the user made and did not take back.
    meant: BTreeMap<RuleId, Says>,
    made: Vec<RuleId>,
    kept: Option<Vec<u8>>,
}

impl Test {
    async fn begin(dir: &Path) -> Self {
        let log = Log::default();
        let store = open(dir, &log, key(1)).await;
        let new = NewServer {
            name: "A".into(),
            command: "a".into(),
            ..NewServer::default()
        };
        Self {
            server: store.servers().add(&new).await.unwrap().id,
            dir: dir.to_owned(),
            store: Some(store),
            log,
            meant: BTreeMap::new(),
            made: Vec::new(),
            kept: None,
        }
    }

    fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    async fn reopen(&mut self, between: impl FnOnce(&Path)) {
        self.store.take().unwrap().close().await;
        between(&self.dir.join("innkeeper.db"));
        self.store = Some(open(&self.dir, &self.log, key(1)).await);
    }

    async fn foreign(&self, sql: &'static str) {
        let options = SqliteConnectOptions::new().filename(self.dir.join("innkeeper.db"));
        let mut connection = options.connect().await.unwrap();
        let query = sqlx::query(sql);
        let query = match sql.contains("?1") {
            true => query.bind(self.server.to_string()),
            false => query,
        };
        // A row that is there already is no attack.
        let _ = query.execute(&mut connection).await;
        connection.close().await.unwrap();
    }

    async fn add(&mut self, allows: bool) -> Result<(), StoreError> {
        let rule = RuleRecord {
            id: RuleId::new(),
            effect: match allows {
                true => RuleEffect::Allow,
                false => RuleEffect::Deny,
            },
            server: self.server,
            tool: Some(format!("t{}", self.made.len())),
            definition: None,
            launch: None,
            conversation: None,
            origin: "person".into(),
            created_ms: 1,
            revoked_ms: None,
            until_ms: None,
            conditions: "[]".into(),
            batch: None,
            use_count: 0,
            last_used_ms: None,
        };
        self.store().rules().add(&rule).await?;
        self.meant.insert(rule.id, (rule.effect, rule.tool));
        self.made.push(rule.id);
        Ok(())
    }

    async fn run(&mut self, step: Step) {
        let chosen = |at: usize, made: &[RuleId]| made.get(at % made.len().max(1)).copied();
        match step {
            Step::Add(allows) => self.add(allows).await.unwrap(),
            Step::Revoke(at) => {
                let Some(id) = chosen(at, &self.made) else {
                    return;
                };
                // A copy may not have it.
                let _ = self.store().rules().revoke(id, 7).await;
                self.meant.remove(&id);
            }
            Step::Restore(at) => {
                let Some(id) = chosen(at, &self.made) else {
                    return;
                };
                let before = self.counted().await;
                if before && self.store().rules().restore(id).await.is_ok() {
                    let rule = self.store().rules().get(id).await.unwrap().unwrap();
                    self.meant.insert(id, (rule.effect, rule.tool));
                }
            }
            Step::Rename => {
                let name = format!("A{}", self.made.len());
                let _ = self.store().servers().rename(self.server, &name).await;
            }
            Step::Reopen => self.reopen(|_| ()).await,
            Step::Confirm => {
                let store = self.store();
                let found = store.seals().unconfirmed().await.unwrap();
                let shown = store.seals().shown(&found).await.unwrap();
                store.seals().confirm(shown).await.unwrap();
                let seen = store.rules().list().await.unwrap().into_iter();
                self.meant = seen
                    .map(|rule| (rule.id, (rule.effect, rule.tool)))
                    .collect();
            }
            Step::Foreign(at) => self.foreign(FOREIGN[at]).await,
            Step::Shape(at) => {
                let (come, go) = SHAPES[at];
                self.foreign(come).await;
                let refused = self.add(true).await;
                assert!(
                    matches!(refused, Err(StoreError::Foreign(_))),
                    "{refused:?}"
                );
                if let Some(id) = self.made.first().copied() {
                    assert!(self.store().rules().revoke(id, 7).await.is_err());
                }
                self.foreign(go).await;
            }
            Step::Keep => {
                let mut copy = None;
                self.reopen(|file| copy = std::fs::read(file).ok()).await;
                self.kept = copy;
            }
            Step::Back => {
                let Some(copy) = self.kept.clone() else {
                    return;
                };
                self.reopen(|file| std::fs::write(file, copy).unwrap())
                    .await;
            }
            Step::EmptyLog => {
                self.log = Log(Arc::default(), Arc::clone(&self.log.1));
                self.reopen(|_| ()).await;
            }
            Step::TurnLogBack => {
                let numbers = self.log.0.lock().unwrap().clone();
                let turned = numbers.into_keys().map(|place| (place, 1)).collect();
                self.log = Log(
                    Arc::new(std::sync::Mutex::new(turned)),
                    Arc::clone(&self.log.1),
                );
                self.reopen(|_| ()).await;
            }
        }
    }

    /// Whether the rules count.
    async fn counted(&self) -> bool {
        let active = self.store().rules().active().await.unwrap();
        !active.unconfirmed.contains(&self.server)
    }

    /// What counts is what the actions meant, all of it: a rule that denies is not missing either.
    async fn check(&self, after: &[Step]) {
        let active = self.store().rules().active().await.unwrap();
        if active.unconfirmed.contains(&self.server) {
            return;
        }
        let now = active.rules.into_iter();
        let now: BTreeMap<RuleId, Says> = now
            .map(|rule| (rule.id, (rule.effect, rule.tool)))
            .collect();
        assert_eq!(now, self.meant, "{after:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_allowed_that_the_actions_of_the_user_alone_would_not_allow(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let dir = tempfile::tempdir().unwrap();
            let mut test = Test::begin(dir.path()).await;
            for (at, step) in steps.iter().enumerate() {
                test.run(*step).await;
                test.check(&steps[..=at]).await;
            }
            test.store.take().unwrap().close().await;
        });
    }
}

#[tokio::test]
async fn rule_that_was_revoked_while_it_was_in_doubt_does_not_come_back() {
    for emptied in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let mut test = Test::begin(dir.path()).await;
        let steps = [
            Step::Add(true),
            Step::Keep,
            Step::Foreign(2),
            Step::Revoke(0),
            Step::Back,
        ];
        for (at, step) in steps.iter().enumerate() {
            test.run(*step).await;
            if emptied && at == 3 {
                test.run(Step::EmptyLog).await;
            }
            test.check(&steps[..=at]).await;
        }
        assert!(!test.counted().await, "{emptied}");
        test.store.take().unwrap().close().await;
    }
}

#[tokio::test]
async fn actions_alone_leave_everything_counted() {
    let dir = tempfile::tempdir().unwrap();
    let mut test = Test::begin(dir.path()).await;
    for step in [
        Step::Add(true),
        Step::Add(false),
        Step::Revoke(0),
        Step::Reopen,
        Step::Restore(0),
    ] {
        test.run(step).await;
        assert!(test.counted().await, "{step:?}");
        test.check(&[step]).await;
    }
    // The control: without a seal or a key, the same write is a rule that allows.
    let (copy, log) = (tempfile::tempdir().unwrap(), Log::default());
    let store = Store::open(copy.path()).await.unwrap();
    store.close().await;
    let store = open(copy.path(), &log, None).await;
    let new = NewServer {
        name: "A".into(),
        command: "a".into(),
        ..NewServer::default()
    };
    let server = store.servers().add(&new).await.unwrap().id;
    store.close().await;
    let unsealed = Test {
        dir: copy.path().to_owned(),
        store: None,
        log: log.clone(),
        server,
        meant: BTreeMap::new(),
        made: Vec::new(),
        kept: None,
    };
    unsealed.foreign(FOREIGN[0]).await;
    let store = open(copy.path(), &log, None).await;
    let active = store.rules().active().await.unwrap();
    assert!(active.unconfirmed.is_empty());
    assert_eq!(active.rules.len(), 1);
    store.close().await;
}
