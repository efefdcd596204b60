//! Another program in the place of a server's: what it finds in its environment and is told, with real processes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]
#![cfg(target_os = "linux")]

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, EffectView, ErrorCode, FeatureView, ImportChoice,
    ProposedRule, ReplacementApprovalView, RootChoiceView, ScopeView, ServerStateView, ServerView,
};
use serde_json::{Value, json};

/// No wait of these tests takes longer.
const LIMIT: Duration = Duration::from_secs(30);
const OLD: &str = "value-of-the-old-program";
const NEW: &str = "value-of-the-new-program";

/// What the person says to another program: the words of what they tick, or no.
type Says = Option<Vec<&'static str>>;

struct Place {
    host: Host,
    id: ServerId,
    says: Arc<Mutex<Says>>,
    shown: Arc<Mutex<Vec<ReplacementApprovalView>>>,
    /// What is typed where a value is missing.
    value: Arc<Mutex<&'static str>>,
    dir: tempfile::TempDir,
}

impl Place {
    /// A server with a stored value, a folder, a switch and a rule, ready.
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let host = Host::open(HostConfig {
            data_dir: dir.path().join("data"),
            version: "0.0.0".into(),
            guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
            start_servers: false,
        })
        .await
        .unwrap();
        let says = Arc::new(Mutex::new(Some(Vec::new())));
        let shown = Arc::<Mutex<Vec<_>>>::default();
        let value = Arc::new(Mutex::new(OLD));
        tokio::spawn(answer(
            host.clone(),
            Arc::clone(&says),
            Arc::clone(&shown),
            Arc::clone(&value),
        ));
        let mut place = Self {
            host,
            id: ServerId::new(),
            says,
            shown,
            value,
            dir,
        };
        let npx = place.program("bin/npx");
        let added = place
            .host
            .add_server(place.files(&npx, &["-y", "@good/files@1.0.0"]))
            .await;
        place.id = added.unwrap().tag.id.parse().unwrap();
        // No registry has these packages.
        place.host.fetch_package(place.id, true).await.unwrap();
        let elicitation = FeatureView::Elicitation;
        place
            .host
            .set_server_feature(place.id, elicitation, true, false)
            .await
            .unwrap();
        place.start().await.unwrap();
        let granted = place.folder("granted");
        let path = granted.to_str().unwrap();
        place
            .host
            .grant_root(place.id, path, None, false)
            .await
            .unwrap();
        place.call("echo", true).await;
        assert!(place.environment().contains(OLD));
        assert!(place.told_roots().await.contains(path));
        *place.value.lock().unwrap() = NEW;
        place
    }

    /// A program that is the test server, whatever its arguments are. It sees its own folder.
    fn program(&self, name: &str) -> PathBuf {
        let path = dunce::canonicalize(self.dir.path()).unwrap().join(name);
        let folder = path.parent().unwrap();
        std::fs::create_dir_all(folder).unwrap();
        let (server, script) = (folder.join("server"), folder.join("script.json"));
        let asks =
            json!({ "on_call": { "fail": [{ "ask": { "method": "roots/list", "params": {} } }] } });
        std::fs::write(&script, asks.to_string()).unwrap();
        if !server.exists() {
            std::fs::copy(testkit::server_binary().unwrap(), &server).unwrap();
        }
        let text = format!(
            "#!/bin/sh\nexec '{}' '@{}'\n",
            server.display(),
            script.display()
        );
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn folder(&self, name: &str) -> PathBuf {
        let folder = dunce::canonicalize(self.dir.path()).unwrap().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn files(&self, program: &Path, args: &[&str]) -> NewServer {
        NewServer {
            server: AddServer {
                name: "Files".into(),
                command: program.display().to_string(),
                args: args.iter().map(|&arg| arg.to_owned()).collect(),
                cwd: None,
                env_names: vec!["TOKEN".into()],
            },
            values: vec![],
            from_host: vec![],
        }
    }

    fn says(&self, says: Says) {
        *self.says.lock().unwrap() = says;
    }

    fn shown(&self) -> Vec<Vec<String>> {
        let shown = self.shown.lock().unwrap();
        let words =
            |one: &ReplacementApprovalView| one.held.iter().map(|h| h.what.to_string()).collect();
        shown.iter().map(words).collect()
    }

    fn view(&self) -> ServerView {
        self.host
            .servers()
            .into_iter()
            .find(|s| s.tag.id == self.id.to_string())
            .unwrap()
    }

    async fn start(&self) -> Result<(), host_api::ApiError> {
        let started = self.host.start_and_wait(self.id, false);
        tokio::time::timeout(LIMIT, started)
            .await
            .unwrap()
            .map(drop)
    }

    /// The environment of the running program, from the system.
    fn environment(&self) -> String {
        let ServerStateView::Ready { pid: Some(pid) } = self.view().state else {
            panic!("{:?}", self.view().state);
        };
        let bytes = std::fs::read(format!("/proc/{pid}/environ")).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    async fn call(&self, tool: &str, allowed: bool) -> Value {
        let call = DirectCall {
            server: self.id,
            tool: tool.into(),
            arguments: "{}".into(),
            allowed,
        };
        let called = tokio::time::timeout(LIMIT, self.host.call_tool(call))
            .await
            .unwrap();
        serde_json::to_value(called.unwrap()).unwrap()
    }

    /// What the running program is told of folders.
    async fn told_roots(&self) -> String {
        self.call("fail", true).await["result"].to_string()
    }

    async fn import(&self, text: &Value) -> Vec<host_api::ImportedView> {
        let view = self.host.import_text(&text.to_string()).await.unwrap();
        let names = view.servers.iter().map(|s| s.name.clone()).collect();
        let choice = ImportChoice {
            names,
            ..ImportChoice::default()
        };
        let added = self.host.import_add(&view.id, choice);
        tokio::time::timeout(LIMIT, added).await.unwrap().unwrap()
    }

    /// The last row about another program.
    async fn row(&self) -> (String, Value) {
        let rows = self.host.audit_list(None, 200).await.unwrap();
        let row = rows
            .into_iter()
            .find(|row| row.detail["about"] == "replacement");
        let row = row.unwrap();
        (row.decision.unwrap(), row.detail)
    }

    /// Nothing of the old program's is left for the running one.
    async fn has_nothing(&self) {
        let environment = self.environment();
        assert!(
            !environment.contains(OLD) && environment.contains(NEW),
            "{environment}"
        );
        let granted = self.folder("granted");
        assert!(!self.told_roots().await.contains(granted.to_str().unwrap()));
        let view = self.view();
        assert!(!view.elicitation && !view.sampling);
        let (decision, detail) = self.row().await;
        assert_eq!(decision, "allowed");
        assert_eq!(detail["moved"], json!([]));
        let held: Vec<_> = detail["not_moved"]
            .as_array()
            .unwrap()
            .iter()
            .map(|h| h["holding"].clone())
            .collect();
        assert_eq!(held, ["variable", "root", "elicitation"]);
    }
}

async fn answer(
    host: Host,
    says: Arc<Mutex<Says>>,
    shown: Arc<Mutex<Vec<ReplacementApprovalView>>>,
    value: Arc<Mutex<&'static str>>,
) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let Some(prompt) = prompts.into_iter().next() else {
            continue;
        };
        let id = prompt.id.parse().unwrap();
        if host.prompt_shown(id, prompt.revision).is_err() {
            continue;
        }
        tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;
        let said = match &prompt.kind {
            ApprovalKindView::Replacement { replacement } => {
                shown.lock().unwrap().push((**replacement).clone());
                match says.lock().unwrap().clone() {
                    None => AnswerView::Deny { note: None },
                    Some(ticks) => AnswerView::AllowMoving {
                        moves: (0_u32..)
                            .zip(&replacement.held)
                            .filter(|(_, held)| {
                                ticks.iter().any(|t| held.what.to_string().contains(t))
                            })
                            .map(|(at, _)| at)
                            .collect(),
                    },
                }
            }
            ApprovalKindView::Launch { launch } => {
                let missing = launch.env.iter().filter(|env| env.missing);
                let value = *value.lock().unwrap();
                AnswerView::Allow {
                    scope: ScopeView::Standing,
                    values: missing
                        .map(|env| (env.name.clone(), value.to_owned()))
                        .collect(),
                    key: None,
                }
            }
            ApprovalKindView::Root { root } => AnswerView::AllowRoot {
                choice: RootChoiceView {
                    name: root.name.clone(),
                    access: root.access,
                    pass: root.pass.clone(),
                    typed: root.typed.clone().unwrap_or_default(),
                },
            },
            kind => AnswerView::Allow {
                scope: match kind {
                    ApprovalKindView::Tool { .. } => ScopeView::Once,
                    _ => ScopeView::Standing,
                },
                values: vec![],
                key: None,
            },
        };
        // It may have been taken back meanwhile.
        // It may have been taken back meanwhile.
        let _ = host.answer_prompt(id, prompt.revision, said).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_with_the_same_name_and_another_program_gets_nothing_that_is_not_ticked() {
    let place = Place::new().await;
    let evil = place.program("evil/files");
    // Another letter case is the same name.
    let file = json!({ "mcpServers": { "FILES": { "command": evil, "env": {} } } });
    // Denied first: the server is as it was, and keeps running.
    place.says(None);
    let added = place.import(&file).await;
    assert_eq!(added[0].error.as_ref().unwrap().code, ErrorCode::Denied);
    assert!(place.environment().contains(OLD));
    assert_eq!(place.row().await.0, "denied");
    assert_eq!(place.view().args, ["-y", "@good/files@1.0.0"]);

    place.says(Some(vec![]));
    let added = place.import(&file).await;
    assert!(added[0].error.is_none(), "{added:?}");
    assert_eq!(place.host.servers().len(), 1);
    // The imported one has no variable: the value has nowhere to go, ticked or not.
    let shown = place.shown.lock().unwrap().last().unwrap().clone();
    assert!(shown.held[0].what.to_string().contains("TOKEN") && shown.held[0].stays.is_some());
    assert_eq!(shown.launch.program, evil.display().to_string());
    place.start().await.unwrap();
    let environment = place.environment();
    assert!(!environment.contains(OLD), "{environment}");
    assert!(!place.told_roots().await.contains("granted"));
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn name_with_a_character_that_cannot_be_seen_is_refused_and_changes_nothing() {
    let place = Place::new().await;
    let evil = place.program("evil/files");
    for name in ["Fi\u{200b}les", "Files\u{2060}", "\u{202e}Files"] {
        let mut servers = serde_json::Map::new();
        servers.insert(name.into(), json!({ "command": evil }));
        let added = place.import(&json!({ "mcpServers": servers })).await;
        assert!(added.iter().all(|one| one.error.is_some()), "{added:?}");
    }
    assert_eq!(place.host.servers().len(), 1);
    assert!(place.environment().contains(OLD));
    assert!(place.shown().is_empty());
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_package_of_the_same_runner_gets_nothing_that_is_not_ticked() {
    let place = Place::new().await;
    let npx = place.program("bin/npx");
    // Another version, and an argument more: the same program.
    let edit = place.files(&npx, &["@good/files@2.0.0", "--verbose"]);
    place.host.change_server(place.id, edit).await.unwrap();
    place.start().await.unwrap();
    assert!(place.shown().is_empty());
    assert!(place.environment().contains(OLD));
    assert!(place.told_roots().await.contains("granted"));

    let edit = place.files(&npx, &["-y", "@evil/files"]);
    place.host.change_server(place.id, edit).await.unwrap();
    place.start().await.unwrap();
    assert_eq!(place.shown().len(), 1, "the start asks nothing more");
    place.has_nothing().await;
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn program_that_the_command_leads_to_since_it_was_accepted_gets_nothing_that_is_not_ticked() {
    let place = Place::new().await;
    let mut events = place.host.events();
    place.host.stop_server(place.id).unwrap();
    let stopped = async {
        while !matches!(place.view().state, ServerStateView::Stopped { .. }) {
            let _ = events.recv().await;
        }
    };
    tokio::time::timeout(LIMIT, stopped).await.unwrap();
    // The file of the command is a link to another program now.
    let evil = place.program("evil/files");
    let npx = dunce::canonicalize(place.dir.path())
        .unwrap()
        .join("bin/npx");
    std::fs::remove_file(&npx).unwrap();
    std::os::unix::fs::symlink(&evil, &npx).unwrap();
    place.says(None);
    assert!(place.start().await.is_err());
    place.says(Some(vec![]));
    place.start().await.unwrap();
    assert_eq!(place.shown().len(), 2);
    place.has_nothing().await;
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exactly_what_is_ticked_moves() {
    for (tick, moves) in [
        ("TOKEN", "variable"),
        ("granted", "root"),
        ("ask you", "elicitation"),
    ] {
        let place = Place::new().await;
        place.says(Some(vec![tick]));
        let other = place.program("other/files");
        place
            .host
            .change_server(place.id, place.files(&other, &[]))
            .await
            .unwrap();
        place.start().await.unwrap();
        let (_, detail) = place.row().await;
        let moved: Vec<_> = detail["moved"]
            .as_array()
            .unwrap()
            .iter()
            .map(|h| h["holding"].clone())
            .collect();
        assert_eq!(moved, [moves]);
        assert_eq!(detail["not_moved"].as_array().unwrap().len(), 2);
        assert_eq!(place.environment().contains(OLD), moves == "variable");
        assert_eq!(
            place.told_roots().await.contains("granted"),
            moves == "root"
        );
        assert_eq!(place.view().elicitation, moves == "elicitation");
        place.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_moves_to_another_program_only_if_it_is_ticked() {
    for ticked in [false, true] {
        let place = Place::new().await;
        let rule = ProposedRule {
            server: place.id.to_string(),
            effect: EffectView::Allow,
            tools: vec!["echo".into()],
            conversation: None,
            minutes: None,
            when: vec![],
        };
        place.host.propose_rule(rule).await.unwrap();
        assert_eq!(place.host.rules().await.unwrap().rules.len(), 1);
        place.says(Some(if ticked { vec!["echo"] } else { vec![] }));
        let other = place.program("other/files");
        place
            .host
            .change_server(place.id, place.files(&other, &[]))
            .await
            .unwrap();
        place.start().await.unwrap();
        let before = place.host.audit_list(None, 500).await.unwrap().len();
        let called = place.call("echo", false).await;
        assert_eq!(called["state"]["state"], "done");
        let rows = place.host.audit_list(None, 500).await.unwrap();
        let decided = rows[..rows.len() - before]
            .iter()
            .find(|row| row.detail["about"] == "tool")
            .unwrap();
        // Without the rule it is allowed because it can only read.
        let rules = &decided.detail["evaluation"]["matched_rules"];
        let by_rule = rules.as_array().is_some_and(|rules| !rules.is_empty());
        assert_eq!(by_rule, ticked, "{}", decided.detail);
        place.host.close().await;
    }
}
