//! What users allowed counts only as this program wrote it: another program that writes into the data folder, or into the files
//! that a server runs, gains nothing.

use std::{path::Path, sync::Arc};

use domain::ServerId;
use host::{Host, NewServer};
use host_api::{
    AddServer, ApprovalKindView, AuthorityKindView, CallStateView, EffectView, Event, ProposedRule,
    ScopeView, ServerStateView,
};
use peers::Aimock;
use serde_json::{Value, json};
use tokio::{sync::Mutex, task::JoinHandle};

use crate::{
    days::steps,
    house::{House, Person, calls, open_host, until, until_asked},
    person::answer_all,
};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
/// A rule as a person would have made it: for the accepted launch and definition of a tool.
const OWN_RULE: &str = "INSERT INTO rules (id, effect, server_id, tool, definition, launch, origin, created_ms) \
    SELECT '01890000-0000-7000-8000-000000000001', 'allow', s.id, p.name, p.digest, s.launch_grant, 'answer', 1 \
    FROM servers s JOIN pins p ON p.server_id = s.id WHERE s.id = ? AND p.name = 'get-sum'";

/// Writes into the database as another program would. Returns how many rows it changed.
fn write(data: &Path, statement: &str, server: ServerId) -> u64 {
    let script = "import sqlite3, sys\nfile = sqlite3.connect(sys.argv[1])\n\
        done = file.execute(sys.argv[2], (sys.argv[3],))\nfile.commit()\nprint(done.rowcount)";
    let done = std::process::Command::new("python3")
        .args(["-c", script])
        .arg(data.join("innkeeper.db"))
        .args([statement, &server.to_string()])
        .output()
        .unwrap();
    let told = String::from_utf8(done.stdout).unwrap();
    told.trim()
        .parse()
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&done.stderr)))
}

async fn every(house: &House) -> ServerId {
    let every = peers::node_server(EVERYTHING).unwrap();
    house.server("Every", every, &[]).await.0
}

/// Makes this program read its rules again.
async fn other_rule(host: &Host, server: ServerId) {
    let rule = ProposedRule {
        server: server.to_string(),
        effect: EffectView::Deny,
        tools: vec!["get-tiny-image".to_owned()],
        conversation: None,
        minutes: None,
        when: vec![],
    };
    host.propose_rule(rule).await.unwrap();
}

fn sum(id: &str) -> Value {
    json!({ "id": id, "name": "Every_get-sum", "arguments": { "a": 2, "b": 1 } })
}

/// A host that is opened again, with somebody who answers.
async fn reopened(data: &Path, person: Person) -> (Host, JoinHandle<()>) {
    let host = open_host(data).await;
    let answers = tokio::spawn(answer_all(host.clone(), person, Arc::new(Mutex::default())));
    (host, answers)
}

/// Why a server does not start; none if it does.
async fn refused(host: &Host, id: ServerId) -> Option<String> {
    let error = host.start_and_wait(id, false).await.err()?;
    let state = host.state().await.unwrap();
    let server = state.servers.iter().find(|s| s.tag.id == id.to_string());
    assert!(!matches!(
        server.unwrap().state,
        ServerStateView::Ready { .. }
    ));
    Some(error.message.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_of_another_program_allows_nothing_in_the_same_run_until_a_person_confirms_it() {
    let house = House::open(Person::Denies("no")).await;
    let data = house.folder("data");
    let id = every(&house).await;
    assert_eq!(write(&data, OWN_RULE, id), 1);
    let mut events = house.host.events();
    other_rule(&house.host, id).await;
    let aimock = Aimock::start(&json!(
        [
            steps("First", &[vec![sum("a")]]),
            steps("Then", &[vec![sum("b")]])
        ]
        .concat()
    ))
    .unwrap();
    let model = house.model(&aimock).await;
    let (first, _) = house.turn(model, "First").await;
    let call = &calls(&house.view(first).await)[0];
    assert_eq!(call.sent_ms, None, "{call:?}");
    let asked = house.asked.lock().await.clone();
    let reason = &asked
        .iter()
        .find(|asked| asked.tool == "get-sum")
        .unwrap()
        .reasons[0];
    assert_eq!(
        reason.lead.to_string(),
        "Its stored permissions are not confirmed."
    );
    // It is shown, and in the log.
    until(&mut events, |event| match event {
        Event::Unconfirmed {
            unconfirmed: Some(view),
        } => {
            assert_eq!(view.servers, [id.to_string()]);
            Some(())
        }
        _other => None,
    })
    .await;
    let rows = house.host.audit_list(Some(id), 50).await.unwrap();
    assert!(
        rows.iter()
            .any(|row| row.decision.as_deref() == Some("unconfirmed"))
    );
    assert!(rows.iter().all(|row| row.kind != "seal"));

    // The control: the same row counts once a person confirmed it.
    house.host.review_permissions().await.unwrap();
    assert_eq!(house.host.unconfirmed(), None);
    let mut events = house.host.events();
    let started = house.host.start_and_wait(id, false).await;
    drop(started);
    let sent = house.host.send(None, model, "Then", None).await.unwrap();
    house.end_of_turn(&mut events, sent).await;
    let call = &calls(&house.view(sent).await)[0];
    assert!(
        matches!(call.state, CallStateView::Done { by_rule: true, .. }),
        "{call:?}"
    );
    house.close().await;
}

/// What another program may write while this one does not run, and what of it the review shows.
const WRITTEN: &[(&str, &str)] = &[
    (OWN_RULE, "get-sum"),
    (
        "INSERT INTO roots VALUES (?, '/', '/', 'write', '\"asked\"', NULL, 1)",
        "Folder to read and write: /",
    ),
    (
        "INSERT INTO reach VALUES (?, 'evil.example', 443, 1)",
        "It may reach evil.example:443.",
    ),
    (
        "UPDATE servers SET sampling = 1 WHERE id = ?",
        "It may ask your models.",
    ),
    (
        "UPDATE servers SET elicitation = 1 WHERE id = ?",
        "It may ask you for input.",
    ),
    (
        "UPDATE servers SET tools_off = '[\"echo\"]' WHERE id = ?",
        "Switched off: echo",
    ),
    (
        "INSERT INTO tool_tiers SELECT ?1, name, digest, 1, 1 FROM pins WHERE server_id = ?1 AND name = 'echo'",
        "echo",
    ),
    // A row that no program of ours writes grants nothing, and is no reason not to start.
    (
        "INSERT INTO roots VALUES (?, '/x', 'x', 'write', '{}', NULL, 1)",
        "",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn server_whose_stored_permissions_were_changed_does_not_start_and_the_review_shows_all_of_them()
 {
    let house = House::open(Person::Denies("no")).await;
    let data = house.folder("data");
    let id = every(&house).await;
    let before = data.parent().unwrap().join("before.db");
    house.host.close().await;
    std::fs::copy(data.join("innkeeper.db"), &before).unwrap();
    // The control: as it was left, it starts.
    let (host, answers) = reopened(&data, Person::WidensNothing).await;
    assert_eq!(host.unconfirmed(), None);
    assert_eq!(refused(&host, id).await, None);
    host.close().await;
    answers.abort();
    std::fs::copy(data.join("innkeeper.db"), &before).unwrap();
    for (statement, shown) in WRITTEN {
        std::fs::copy(&before, data.join("innkeeper.db")).unwrap();
        assert_eq!(write(&data, statement, id), 1, "{statement}");
        let host = open_host(&data).await;
        let view = host.unconfirmed().expect(statement);
        assert_eq!((view.servers, view.keychain), (vec![id.to_string()], true));
        let told = refused(&host, id).await.expect(statement);
        assert!(told.contains("have to be confirmed first"), "{told}");
        let mut queue = host.prompts();
        let review = tokio::spawn({
            let host = host.clone();
            async move { host.review_permissions().await }
        });
        let lines = until_asked(&mut queue, |prompt| match &prompt.kind {
            ApprovalKindView::Authority { authority } => match &authority.change {
                AuthorityKindView::Stored { servers } => Some(servers[0].lines.clone()),
                _other => None,
            },
            _other => None,
        })
        .await;
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let isolated = |line: &String| line.replace(['\u{2068}', '\u{2069}'], "");
        assert!(
            lines.iter().map(isolated).any(|line| line.contains(shown)),
            "{shown}: {lines:?}"
        );
        // Nobody confirms it: it still does not count.
        host.stop_all(host::StoppedFrom::Window);
        assert!(review.await.unwrap().is_err());
        assert!(host.unconfirmed().is_some());
        host.close().await;
    }
    // An older copy, all of whose seals were right, does not count either.
    std::fs::copy(&before, data.join("innkeeper.db")).unwrap();
    let (host, answers) = reopened(&data, Person::Denies("no")).await;
    assert_eq!(refused(&host, id).await, None);
    other_rule(&host, id).await;
    host.close().await;
    answers.abort();
    std::fs::copy(&before, data.join("innkeeper.db")).unwrap();
    let (host, answers) = reopened(&data, Person::Denies("no")).await;
    assert!(host.unconfirmed().is_some());
    assert!(refused(&host, id).await.is_some());
    // Confirmed once, it is as before.
    host.review_permissions().await.unwrap();
    assert_eq!(refused(&host, id).await, None);
    host.close().await;
    answers.abort();
    let (host, answers) = reopened(&data, Person::WidensNothing).await;
    assert_eq!((host.unconfirmed(), refused(&host, id).await), (None, None));
    host.close().await;
    answers.abort();
}

/// A script that notes its arguments in its private folder and becomes a server that speaks the protocol.
const SCRIPT: &str =
    "#!/bin/sh\nkit=$1\nshift\nprintf '%s\\n' \"$@\" > \"$HOME/arguments\"\nexec \"$kit\" '{}'\n";

fn scripted(folder: &Path, more: &[&str]) -> NewServer {
    let script = folder.join("start.sh");
    std::fs::write(&script, SCRIPT).unwrap();
    let mut args = vec![
        script.display().to_string(),
        testkit::server_binary().unwrap().display().to_string(),
    ];
    args.extend(more.iter().map(|word| (*word).to_owned()));
    NewServer {
        server: AddServer {
            name: "Kit".into(),
            command: "sh".into(),
            args,
            cwd: None,
            env_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    }
}

async fn add(house: &House, new: NewServer) -> ServerId {
    let kit = new.server.args[1].clone();
    let id = house
        .host
        .add_server(new)
        .await
        .unwrap()
        .tag
        .id
        .parse()
        .unwrap();
    let choice = domain::ConfinementChoice {
        programs: vec![kit],
        ..domain::ConfinementChoice::default()
    };
    house.host.set_confinement(id, choice).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn program_with_other_content_is_reviewed_before_it_runs() {
    let house = House::open(Person::Denies("no")).await;
    let folder = house.folder("program");
    let id = add(&house, scripted(&folder, &["one"])).await;
    house.host.start_and_wait(id, false).await.unwrap();
    house.host.close().await;
    let data = house.folder("data");
    // The control: the same content starts unasked, also with a newer time.
    std::fs::write(folder.join("start.sh"), SCRIPT).unwrap();
    let host = open_host(&data).await;
    host.start_and_wait(id, false).await.unwrap();
    host.close().await;
    let canary = folder.join("canary");
    let other = format!("{SCRIPT}# {}", canary.display());
    for content in [
        other.as_str(),
        &SCRIPT.replace("exec", "touch \"$HOME/canary\"\nexec"),
    ] {
        std::fs::write(folder.join("start.sh"), content).unwrap();
        let host = open_host(&data).await;
        let mut queue = host.prompts();
        let starting = tokio::spawn({
            let host = host.clone();
            async move { host.start_and_wait(id, false).await }
        });
        let changes = until_asked(&mut queue, |prompt| match &prompt.kind {
            ApprovalKindView::Launch { launch } => Some((launch.changed, launch.changes.clone())),
            _other => None,
        })
        .await;
        assert!(changes.0);
        assert!(
            format!("{:?}", changes.1).contains("start.sh"),
            "{changes:?}"
        );
        host.stop_all(host::StoppedFrom::Window);
        assert!(starting.await.unwrap().is_err());
        host.close().await;
    }
    let home = data.join("home");
    assert!(!home.exists() || !contains_file(&home, "canary"));
}

fn contains_file(folder: &Path, name: &str) -> bool {
    found(folder, name).is_some()
}

/// The first file of this name in a folder or below it.
fn found(folder: &Path, name: &str) -> Option<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if let Some(found) = found(&path, name) {
                return Some(found);
            }
        } else if path.file_name().is_some_and(|own| own == name) {
            return Some(path);
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn key_in_the_arguments_is_stored_in_the_keychain_alone_and_reaches_the_program() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let folder = house.folder("program");
    let words = [
        "--api-key",
        "canary-one-1234",
        "--access_token=canary-two-5678",
        "https://h.example/mcp?token=canary-three-9&x=1",
        "plain",
    ];
    let id = add(&house, scripted(&folder, &words)).await;
    house.host.start_and_wait(id, false).await.unwrap();
    let data = house.folder("data");
    let private = house.host.private_folder(id).await.unwrap().path;
    let received = std::fs::read_to_string(Path::new(&private).join("arguments")).unwrap();
    assert_eq!(received, format!("{}\n", words.join("\n")));
    let record = house.host.state().await.unwrap();
    let shown = format!("{:?}", record.servers);
    house.host.close().await;
    assert!(!shown.contains("canary"), "{shown}");
    for file in ["innkeeper.db", "audit.db"] {
        let bytes = std::fs::read(data.join(file)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("canary"), "{file}");
        assert!(text.contains("INNKEEPER_ARG_API_KEY"), "{file}");
    }
}
