//! A server, and a person who answers what is asked about another program.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, FeatureView, ImportChoice, ReplacementApprovalView,
    RootChoiceView, ScopeView, ServerStateView, ServerView,
};
use serde_json::{Value, json};

/// No wait of these tests takes longer.
pub(super) const LIMIT: Duration = Duration::from_secs(30);
pub(super) const OLD: &str = "value-of-the-old-program";
pub(super) const NEW: &str = "value-of-the-new-program";

/// What the person says to another program: the words of what they tick, or no.
pub(super) type Says = Option<Vec<&'static str>>;

/// The word of one thing, if any.
pub(super) type Word = Option<&'static str>;

pub(super) struct Place {
    pub(super) host: Host,
    pub(super) id: ServerId,
    pub(super) says: Arc<Mutex<Says>>,
    pub(super) shown: Arc<Mutex<Vec<ReplacementApprovalView>>>,
    /// What is typed where a value is missing.
    pub(super) value: Arc<Mutex<&'static str>>,
    /// What the last changed start was said to keep.
    pub(super) kept: Arc<Mutex<Vec<String>>>,
    /// The word of what is taken away with its answer.
    pub(super) takes_away: Arc<Mutex<Word>>,
    pub(super) dir: tempfile::TempDir,
}

impl Place {
    /// A server with a stored value, a folder, a switch and a rule, ready.
    pub(super) async fn new() -> Self {
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
        let kept = Arc::<Mutex<Vec<_>>>::default();
        let takes_away = Arc::new(Mutex::new(None));
        tokio::spawn(answer(
            host.clone(),
            Arc::clone(&says),
            Arc::clone(&shown),
            Arc::clone(&value),
            (Arc::clone(&kept), Arc::clone(&takes_away)),
        ));
        let mut place = Self {
            host,
            id: ServerId::new(),
            says,
            shown,
            value,
            kept,
            takes_away,
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
    pub(super) fn program(&self, name: &str) -> PathBuf {
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

    pub(super) fn folder(&self, name: &str) -> PathBuf {
        let folder = dunce::canonicalize(self.dir.path()).unwrap().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    pub(super) fn files(&self, program: &Path, args: &[&str]) -> NewServer {
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

    pub(super) fn says(&self, says: Says) {
        *self.says.lock().unwrap() = says;
    }

    pub(super) fn shown(&self) -> Vec<Vec<String>> {
        let shown = self.shown.lock().unwrap();
        let words =
            |one: &ReplacementApprovalView| one.held.iter().map(|h| h.what.to_string()).collect();
        shown.iter().map(words).collect()
    }

    pub(super) fn view(&self) -> ServerView {
        self.host
            .servers()
            .into_iter()
            .find(|s| s.tag.id == self.id.to_string())
            .unwrap()
    }

    pub(super) async fn start(&self) -> Result<(), host_api::ApiError> {
        let started = self.host.start_and_wait(self.id, false);
        tokio::time::timeout(LIMIT, started)
            .await
            .unwrap()
            .map(drop)
    }

    /// The environment of the running program, from the system.
    pub(super) fn environment(&self) -> String {
        let ServerStateView::Ready { pid: Some(pid) } = self.view().state else {
            panic!("{:?}", self.view().state);
        };
        let bytes = std::fs::read(format!("/proc/{pid}/environ")).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(super) async fn call(&self, tool: &str, allowed: bool) -> Value {
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
    pub(super) async fn told_roots(&self) -> String {
        self.call("fail", true).await["result"].to_string()
    }

    pub(super) async fn import(&self, text: &Value) -> Vec<host_api::ImportedView> {
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
    pub(super) async fn row(&self) -> (String, Value) {
        let rows = self.host.audit_list(None, 200).await.unwrap();
        let row = rows
            .into_iter()
            .find(|row| row.detail["about"] == "replacement");
        let row = row.unwrap();
        (row.decision.unwrap(), row.detail)
    }

    /// Nothing of the old program's is left for the running one.
    pub(super) async fn has_nothing(&self) {
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

pub(super) async fn answer(
    host: Host,
    says: Arc<Mutex<Says>>,
    shown: Arc<Mutex<Vec<ReplacementApprovalView>>>,
    value: Arc<Mutex<&'static str>>,
    (kept, takes_away): (Arc<Mutex<Vec<String>>>, Arc<Mutex<Word>>),
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
                let keeps = launch.keeps.iter();
                *kept.lock().unwrap() = keeps.map(|kept| kept.what.to_string()).collect();
                let word = *takes_away.lock().unwrap();
                let gone = launch
                    .keeps
                    .iter()
                    .filter(|kept| word.is_some_and(|word| kept.what.to_string().contains(word)));
                let gone = gone.filter_map(|kept| Some((kept.revoke.clone()?, "yes".to_owned())));
                AnswerView::Allow {
                    scope: ScopeView::Standing,
                    values: missing
                        .map(|env| (env.name.clone(), value.to_owned()))
                        .chain(gone)
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
