//! Two servers with something in every table, and what another program may write there.

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
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use store::{
    Announced, Evidence, KeptNumber, NewPin, NewServer, PinKind, RuleEffect, RuleRecord,
    SEAL_KEY_BYTES, SealKey, SealLog, Sealed, Section, Store, StoreError, ToolTier, Trusted,
    Unguarded,
};

/// The audit log and the keychain, as far as seals need them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(
    pub(crate) Arc<Mutex<HashMap<(ServerId, Section), u64>>>,
    pub(crate) Arc<Mutex<Keychain>>,
);

#[derive(Clone, Debug, Default)]
pub(crate) struct Keychain {
    pub(crate) kept: KeptNumber,
    /// Whether it takes nothing.
    pub(crate) refuses: bool,
}

impl SealLog for Log {
    fn announce<'a>(
        &'a self,
        announced: &'a Announced,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>> {
        let mut keychain = self.1.lock().unwrap();
        if !keychain.refuses {
            let text = announced.to_string();
            keychain.kept = KeptNumber::Announced(text.parse().unwrap());
        }
        Box::pin(std::future::ready(!keychain.refuses))
    }

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

pub(crate) fn key(seed: u8) -> Option<SealKey> {
    Some(SealKey::new([seed; SEAL_KEY_BYTES]))
}

pub(crate) async fn open(dir: &Path, log: &Log, key: Option<SealKey>) -> Store {
    let store = Store::open(dir).await.unwrap();
    let evidence = Evidence {
        key,
        logged: log.0.lock().unwrap().clone(),
        log_is_whole: true,
        kept: log.1.lock().unwrap().kept.clone(),
        sealed_before: false,
        log: Arc::new(log.clone()),
    };
    store.seals().open(evidence).await.unwrap();
    store
}

pub(crate) fn digest() -> DefinitionDigest {
    DefinitionDigest::of("{}").unwrap()
}

pub(crate) fn launch() -> LaunchDigest {
    "ab".repeat(32).parse().unwrap()
}

/// Two servers and a conversation, with something in every table.
pub(crate) struct World {
    pub(crate) server: ServerId,
    pub(crate) other: ServerId,
    pub(crate) conversation: ConversationId,
}

impl World {
    pub(crate) async fn build(store: &Store) -> Self {
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

    pub(crate) fn rule(
        &self,
        effect: RuleEffect,
        conversation: Option<ConversationId>,
    ) -> RuleRecord {
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
    pub(crate) async fn ours(&self, store: &Store, step: u8, seed: u8) -> Result<(), StoreError> {
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

pub(crate) const OURS: u8 = 14;

/// Every section of both servers.
pub(crate) fn everything(world: &World) -> BTreeMap<ServerId, BTreeSet<Section>> {
    let all = BTreeSet::from(Section::ALL);
    BTreeMap::from([(world.server, all.clone()), (world.other, all)])
}

/// Statements of another hand, with the section each changes. `?1` is the server, `?2` the other one.
pub(crate) const FOREIGN: &[(Section, &str)] = &[
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
        Section::Pins,
        "UPDATE pins SET raw = CASE raw WHEN '{}' THEN '[]' ELSE '{}' END WHERE server_id = ?1",
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
pub(crate) const ROWS: &[(Section, &str)] = &[
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
        "SELECT quote(kind)||quote(name)||quote(digest)||quote(raw) FROM pins WHERE server_id = ?1 ORDER BY 1",
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

pub(crate) async fn rows(dir: &Path, world: &World) -> BTreeMap<Section, Vec<String>> {
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
pub(crate) async fn foreign(dir: &Path, world: &World, statement: &'static str) -> u64 {
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

pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}
