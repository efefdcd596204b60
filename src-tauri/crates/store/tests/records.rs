//! Servers, providers, settings and rules come back as stored, and the rules between records hold.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::{
    CallId, ConversationId, DefinitionDigest, EnvEntry, EnvSource, HeaderEntry, HeaderSource,
    LaunchDigest, LaunchSpec, ProviderId, RemoteLaunch, RuleId, ServerId,
};
use store::{
    CallState, FlowAnswer, NewCall, NewPin, NewProvider, NewServer, PinKind, RuleEffect,
    RuleRecord, Store, StoreError, ToolTier,
};
use tempfile::TempDir;

async fn empty() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    (dir, store)
}

fn server(name: &str) -> NewServer {
    NewServer {
        name: name.into(),
        command: "run".into(),
        ..NewServer::default()
    }
}

fn new_call(
    id: CallId,
    conversation: Option<ConversationId>,
    server: Option<ServerId>,
) -> NewCall<'static> {
    NewCall {
        id,
        conversation,
        message: None,
        server,
        server_name: "a",
        tool: "t",
        alias: "t",
        wrapper: None,
        provider_call_id: "",
        definition: None,
        launch: None,
        arguments: "{}",
    }
}

fn launch() -> LaunchDigest {
    LaunchSpec::Remote(RemoteLaunch {
        server: ServerId::new(),
        url: "https://example.org".into(),
        headers: vec![],
    })
    .digest()
}

fn definition() -> DefinitionDigest {
    DefinitionDigest::of(r#"{"name":"t"}"#).unwrap()
}

#[tokio::test]
async fn a_server_at_a_url() {
    let (_dir, store) = empty().await;
    let servers = store.servers();
    let mut new = NewServer {
        name: "Far".into(),
        url: Some("https://h.example/mcp?a=b".into()),
        headers: vec![
            HeaderEntry {
                name: "Authorization".into(),
                source: HeaderSource::Keychain,
            },
            HeaderEntry {
                name: "X-Tenant".into(),
                source: HeaderSource::Host("TENANT".into()),
            },
        ],
        ..NewServer::default()
    };
    let added = servers.add(&new).await.unwrap();
    servers
        .set_wire(added.id, domain::RemoteTransport::HttpSse)
        .await
        .unwrap();
    let found = servers.get(added.id).await.unwrap().unwrap();
    assert_eq!((&found.url, &found.headers), (&new.url, &new.headers));
    assert_eq!(found.wire, Some(domain::RemoteTransport::HttpSse));
    // Another address: what worked at the one before says nothing of it.
    new.url = Some("https://h.example/other".into());
    servers.update(added.id, &new).await.unwrap();
    let found = servers.get(added.id).await.unwrap().unwrap();
    assert_eq!((found.url, found.wire), (new.url, None));
}

#[tokio::test]
async fn servers() {
    let (dir, store) = empty().await;
    let servers = store.servers();
    let new = NewServer {
        name: "Größe".into(),
        command: "npx".into(),
        args: vec!["-y".into(), "a \"b\"".into()],
        cwd: Some("/tmp".into()),
        env: vec![
            EnvEntry {
                name: "API_KEY".into(),
                source: EnvSource::Keychain,
            },
            EnvEntry {
                name: "LANG".into(),
                source: EnvSource::Host,
            },
        ],
        ..NewServer::default()
    };
    let first = servers.add(&new).await.unwrap();
    assert_eq!(
        (first.fob, first.position, first.enabled, first.launch_grant),
        (0, 0, true, None)
    );
    assert_eq!(servers.get(first.id).await.unwrap().unwrap(), first);
    assert_eq!(
        servers.get_by_name("gRÖSSE").await.unwrap(),
        None,
        "ß is not ss"
    );
    assert_eq!(
        servers.get_by_name("gRÖßE").await.unwrap().unwrap().id,
        first.id
    );
    assert!(matches!(
        servers.add(&server("GRÖßE")).await,
        Err(StoreError::NameTaken)
    ));

    let second = servers.add(&server("b")).await.unwrap();
    let third = servers.add(&server("c")).await.unwrap();
    assert!(matches!(
        servers.rename(third.id, "B").await,
        Err(StoreError::NameTaken)
    ));
    servers.rename(third.id, "C").await.unwrap();
    servers.set_enabled(third.id, false).await.unwrap();
    servers
        .set_last_revision(third.id, "2025-03-26")
        .await
        .unwrap();
    servers
        .update_launch_grant(third.id, Some(launch()))
        .await
        .unwrap();
    let found = servers.get(third.id).await.unwrap().unwrap();
    assert_eq!(
        (
            found.name.as_str(),
            found.enabled,
            found.last_revision.as_deref()
        ),
        ("C", false, Some("2025-03-26"))
    );
    assert!(found.launch_grant.is_some());
    servers
        .update(
            third.id,
            &NewServer {
                command: "other".into(),
                ..server("C")
            },
        )
        .await
        .unwrap();
    let found = servers.get(third.id).await.unwrap().unwrap();
    assert_eq!(
        (found.command.as_str(), found.launch_grant),
        ("other", Some(launch())),
        "the grant still names the launch it was given for"
    );

    servers.remove(second.id).await.unwrap();
    assert!(matches!(
        servers.remove(second.id).await,
        Err(StoreError::NotFound)
    ));
    let again = servers.add(&server("b")).await.unwrap();
    assert_eq!(
        (again.fob, again.position),
        (1, 3),
        "the smallest free fob, the last place"
    );
    let names: Vec<_> = servers
        .list()
        .await
        .unwrap()
        .into_iter()
        .map(|s| s.name)
        .collect();
    assert_eq!(names, ["Größe", "C", "b"]);

    // Names and sources are all the file knows about an environment.
    store.clone().close().await;
    let path = dir.path().join("data/innkeeper.db");
    let pool = sqlx::SqlitePool::connect(path.to_str().unwrap())
        .await
        .unwrap();
    let env: String = sqlx::query_scalar("SELECT env FROM servers WHERE fob = 0")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(
        env,
        r#"[{"name":"API_KEY","source":"keychain"},{"name":"LANG","source":"host"}]"#
    );
}

#[tokio::test]
async fn providers_and_settings() {
    let (_dir, store) = empty().await;
    let providers = store.providers();
    let new = NewProvider {
        id: domain::ProviderId::new(),
        name: "Local".into(),
        wire: domain::Wire::OpenAiChat,
        base_url: "http://localhost:11434/v1".into(),
        model: "m".into(),
        models: vec!["m".into(), "n".into()],
        has_key: false,
    };
    let mut record = providers.add(&new).await.unwrap();
    record.has_key = true;
    providers.update(&record).await.unwrap();
    assert_eq!(
        providers.list().await.unwrap(),
        std::slice::from_ref(&record)
    );

    assert_eq!(providers.default().await.unwrap(), None);
    assert!(matches!(
        providers.set_default(Some(ProviderId::new())).await,
        Err(StoreError::NotFound)
    ));
    providers.set_default(Some(record.id)).await.unwrap();
    assert_eq!(providers.default().await.unwrap().as_ref(), Some(&record));
    let conversation = store
        .conversations()
        .create("c", Some(record.id), None)
        .await
        .unwrap();
    providers.remove(record.id).await.unwrap();
    assert_eq!(providers.default().await.unwrap(), None);
    assert_eq!(
        store
            .conversations()
            .get(conversation.id)
            .await
            .unwrap()
            .unwrap()
            .provider,
        None
    );

    let settings = store.settings();
    settings.set("theme", "dark").await.unwrap();
    settings.set("theme", &vec![1, 2]).await.unwrap();
    assert_eq!(
        settings.get::<Vec<i32>>("theme").await.unwrap(),
        Some(vec![1, 2])
    );
    assert!(matches!(
        settings.get::<String>("theme").await,
        Err(StoreError::Damaged(_))
    ));
    settings.delete("theme").await.unwrap();
    assert_eq!(settings.get::<String>("theme").await.unwrap(), None);
}

#[tokio::test]
async fn rules_tiers_and_flows_go_with_their_server() {
    let (_dir, store) = empty().await;
    let a = store.servers().add(&server("a")).await.unwrap().id;
    let b = store.servers().add(&server("b")).await.unwrap().id;
    let conversation = store
        .conversations()
        .create("c", None, None)
        .await
        .unwrap()
        .id;
    let rule = RuleRecord {
        id: RuleId::new(),
        effect: RuleEffect::Allow,
        server: a,
        tool: Some("read".into()),
        definition: Some(definition()),
        launch: Some(launch()),
        conversation: Some(conversation),
        origin: "prompt".into(),
        created_ms: 1,
        revoked_ms: None,
        until_ms: Some(99),
        conditions: r#"[{"argument":"path","test":{"under":{"folder":"/in"}}}]"#.into(),
        batch: Some("together".into()),
        use_count: 0,
        last_used_ms: None,
    };
    let deny = RuleRecord {
        id: RuleId::new(),
        effect: RuleEffect::Deny,
        server: b,
        created_ms: 2,
        ..rule.clone()
    };
    store.rules().add(&rule).await.unwrap();
    store.rules().add(&deny).await.unwrap();
    assert_eq!(
        store.rules().list().await.unwrap(),
        [rule.clone(), deny.clone()]
    );
    store.rules().note_use(deny.id, 7).await.unwrap();
    store.rules().note_use(deny.id, 8).await.unwrap();
    store.rules().revoke(deny.id, 9).await.unwrap();
    store.rules().revoke(deny.id, 10).await.unwrap();
    let used = RuleRecord {
        revoked_ms: Some(9),
        use_count: 2,
        last_used_ms: Some(8),
        ..deny.clone()
    };
    assert_eq!(store.rules().get(deny.id).await.unwrap(), Some(used));
    assert_eq!(
        store.rules().list().await.unwrap(),
        std::slice::from_ref(&rule)
    );

    let answer = FlowAnswer {
        conversation,
        from: a,
        to: b,
    };
    store.flow().add_answer(answer).await.unwrap();
    store.flow().add_answer(answer).await.unwrap();
    let answers = store.flow().answers(conversation).await.unwrap();
    assert_eq!(
        answers.iter().map(|(a, _)| *a).collect::<Vec<_>>(),
        [answer]
    );
    let tier = |tier| ToolTier {
        server: a,
        tool: "read".into(),
        definition: definition(),
        tier,
    };
    store.flow().set_tier(&tier(3)).await.unwrap();
    store.flow().set_tier(&tier(1)).await.unwrap();
    assert_eq!(store.flow().tiers().await.unwrap(), [tier(1)]);
    assert!(matches!(
        store.flow().set_tier(&tier(5)).await,
        Err(StoreError::Invalid(_))
    ));

    store.servers().remove(a).await.unwrap();
    assert_eq!(
        store.rules().get(rule.id).await.unwrap(),
        None,
        "a new server of that name inherits nothing"
    );
    assert_eq!(store.flow().answers(conversation).await.unwrap(), []);
    assert_eq!(store.flow().tiers().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_stored_together_stand_or_fall_alone() {
    const CALLS: usize = 200;
    let (dir, store) = empty().await;
    let mut all = tokio::task::JoinSet::new();
    for number in 0..CALLS {
        let store = store.clone();
        all.spawn(async move {
            let id = CallId::new();
            // Every third breaks a rule of the tables, in the middle of those that do not.
            let nowhere = (number % 3 == 0).then(ConversationId::new);
            let stored = store.calls().insert_call(new_call(id, nowhere, None)).await;
            assert_eq!(stored.is_err(), nowhere.is_some(), "{stored:?}");
            assert!(stored.is_ok() || matches!(stored, Err(StoreError::Invalid(_))));
            stored.is_ok().then_some(id)
        });
    }
    let kept: Vec<CallId> = all.join_all().await.into_iter().flatten().collect();
    assert_eq!(kept.len(), CALLS - CALLS.div_ceil(3));
    store.close().await;
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    for id in kept {
        assert!(store.calls().get(id).await.unwrap().is_some());
    }
    let closed = store.clone();
    store.close().await;
    let late = closed.rules().note_use(RuleId::new(), 1).await;
    assert!(matches!(late, Err(StoreError::Closed)), "{late:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_once_each_count_and_a_call_ends_once() {
    const ROUNDS: usize = 40;
    let (_dir, store) = empty().await;
    let server = store.servers().add(&server("a")).await.unwrap().id;
    let rule = RuleRecord {
        id: RuleId::new(),
        effect: RuleEffect::Allow,
        server,
        tool: None,
        definition: None,
        launch: None,
        conversation: None,
        origin: "prompt".into(),
        created_ms: 1,
        revoked_ms: None,
        until_ms: None,
        conditions: "[]".into(),
        batch: None,
        use_count: 0,
        last_used_ms: None,
    };
    store.rules().add(&rule).await.unwrap();
    let mut uses = tokio::task::JoinSet::new();
    let mut ends = tokio::task::JoinSet::new();
    for number in 0..ROUNDS {
        let call = new_call(CallId::new(), None, Some(server));
        let id = store.calls().insert_call(call).await.unwrap().id;
        let (at, of) = (i64::try_from(number).unwrap(), store.clone());
        uses.spawn(async move { of.rules().note_use(rule.id, at).await });
        let of = store.clone();
        uses.spawn(async move { of.rules().note_use(RuleId::new(), at).await });
        for state in [CallState::Done, CallState::Cancelled] {
            let of = store.clone();
            ends.spawn(async move { (id, of.calls().finish_call(id, state, None, None).await) });
        }
    }
    let uses = uses.join_all().await;
    let counted = uses.iter().filter(|used| used.is_ok()).count();
    let unknown = uses
        .iter()
        .filter(|used| matches!(used, Err(StoreError::NotFound)));
    assert_eq!((counted, unknown.count()), (ROUNDS, ROUNDS));
    let found = store.rules().get(rule.id).await.unwrap().unwrap();
    let last = i64::try_from(ROUNDS - 1).unwrap();
    assert_eq!((found.use_count, found.last_used_ms), (40, Some(last)));
    let ends = ends.join_all().await;
    let refused = ends
        .iter()
        .filter(|(_, end)| matches!(end, Err(StoreError::WrongState)));
    assert_eq!(refused.count(), ROUNDS);
    let ended: std::collections::BTreeSet<CallId> = ends
        .iter()
        .filter_map(|(id, end)| end.is_ok().then_some(*id))
        .collect();
    assert_eq!(
        ended.len(),
        ROUNDS,
        "a call ended twice, and another not at all"
    );
}

#[tokio::test]
async fn a_server_set_aside_keeps_everything_but_its_name() {
    let (_dir, store) = empty().await;
    let servers = store.servers();
    let kept = servers.add(&server("Files")).await.unwrap();
    servers
        .update_launch_grant(kept.id, Some(launch()))
        .await
        .unwrap();
    let before = servers.get(kept.id).await.unwrap().unwrap();

    servers.put_aside(kept.id).await.unwrap();
    assert!(matches!(
        servers.put_aside(kept.id).await,
        Err(StoreError::NotFound)
    ));
    assert_eq!(servers.get(kept.id).await.unwrap(), None);
    assert_eq!(servers.get_by_name("files").await.unwrap(), None);
    assert!(servers.list().await.unwrap().is_empty());
    let other = servers.add(&server("FILES")).await.unwrap();
    assert_ne!(other.fob, kept.fob, "its mark is kept for it");
    assert!(matches!(
        servers.bring_back(kept.id, "Files").await,
        Err(StoreError::NameTaken)
    ));
    servers.remove(other.id).await.unwrap();
    servers.bring_back(kept.id, "Files").await.unwrap();
    assert_eq!(servers.get(kept.id).await.unwrap(), Some(before));
    assert!(matches!(
        servers.bring_back(kept.id, "Files").await,
        Err(StoreError::NotFound)
    ));
}

#[tokio::test]
async fn what_was_accepted_stays_until_another_is_and_goes_with_its_server() {
    let (_dir, store) = empty().await;
    let server = store.servers().add(&server("Kit")).await.unwrap().id;
    let other = DefinitionDigest::of(r#"{"name":"t","x":1}"#).unwrap();
    let pin = |digest, raw| NewPin {
        kind: PinKind::Tool,
        name: "t",
        digest,
        raw,
    };
    let pins = store.pins();
    let first = r#"{"name":"t"}"#;
    pins.add(server, &[pin(definition(), first)]).await.unwrap();
    // Seen again with other words: what was accepted stays.
    let second = r#"{"name":"t","x":1}"#;
    pins.add(server, &[pin(other, second)]).await.unwrap();
    let kept = pins.of(server).await.unwrap().remove(0);
    assert_eq!(
        (kept.digest, kept.bytes),
        (definition(), first.len() as u64)
    );
    let raw = || pins.raw(server, PinKind::Tool, "t");
    assert_eq!(raw().await.unwrap().as_deref(), Some(first));
    pins.accept(server, &[pin(other, second)]).await.unwrap();
    assert_eq!(pins.of(server).await.unwrap()[0].digest, other);
    assert_eq!(raw().await.unwrap().as_deref(), Some(second));

    let facts = domain::LaunchFacts::default();
    pins.accept_launch(server, launch(), &facts).await.unwrap();
    pins.accept_launch(server, launch(), &facts).await.unwrap();
    assert!(pins.launch(server).await.unwrap().is_some());
    store.servers().remove(server).await.unwrap();
    assert_eq!(pins.of(server).await.unwrap(), []);
    assert_eq!(pins.launch(server).await.unwrap(), None);
    let gone = pins.add(server, &[pin(other, second)]).await;
    assert!(matches!(gone, Err(StoreError::Invalid(_))), "{gone:?}");
}
