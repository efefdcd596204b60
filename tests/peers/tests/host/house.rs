//! A host in a data directory of a test's own, with somebody who answers its questions.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use domain::{ConfinementChoice, ConversationId, LocalNetwork, ProviderId, ServerId};
use host::{GuardProgram, Host, HostConfig, NewServer, Reader, ReaderLimits, SessionProvider};
use host_api::{
    AddServer, ApprovalView, CallView, ConversationView, Event, PartView, ProposeProvider,
    RootAccessView, RootChoiceView, RootPassView, ServerView, TurnStateView, WireView,
};
use peers::Aimock;
use tokio::{
    sync::{Mutex, broadcast::Receiver},
    task::JoinHandle,
};

use crate::person::answer_all;
pub use crate::person::{Asked, Person};

/// No wait of these tests takes longer.
pub const LIMIT: Duration = Duration::from_secs(60);

/// The approvals that wait, anew after each change.
pub type Prompts = tokio::sync::mpsc::Receiver<Vec<ApprovalView>>;

pub struct House {
    pub host: Host,
    pub asked: Arc<Mutex<Vec<Asked>>>,
    answers: JoinHandle<()>,
    folder: tempfile::TempDir,
}

/// Opens a host with this data folder, whose questions nobody answers.
pub async fn open_host(data: &Path) -> Host {
    let config = HostConfig {
        data_dir: data.to_owned(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    let host = Host::open(config).await.unwrap();
    let reader = testkit::program("innkeeper-reader").unwrap();
    host.set_reader(Reader::at(reader, ReaderLimits::default()));
    host
}

impl House {
    /// Opens a host whose questions `person` answers; launches are always accepted.
    pub async fn open(person: Person) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let host = open_host(&folder.path().join("data")).await;
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = tokio::spawn(answer_all(host.clone(), person, Arc::clone(&asked)));
        Self {
            host,
            asked,
            answers,
            folder,
        }
    }

    /// A folder of this test, links resolved.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = dunce::canonicalize(self.folder.path()).unwrap().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Adds a server and starts it. The folders of this test that its command names are granted to it.
    pub async fn server(
        &self,
        name: &str,
        program: (PathBuf, Vec<String>),
        more: &[&str],
    ) -> (ServerId, ServerView) {
        let id = self.add(name, program, more).await;
        let own = dunce::canonicalize(self.folder.path()).unwrap();
        for folder in more.iter().map(Path::new) {
            if folder.is_dir() && folder.starts_with(&own) {
                self.grant(id, folder).await;
            }
        }
        let view = self.host.start_and_wait(id, false).await.unwrap();
        (id, view)
    }

    /// Adds a server.
    pub async fn add(
        &self,
        name: &str,
        program: (PathBuf, Vec<String>),
        more: &[&str],
    ) -> ServerId {
        let (command, mut args) = program;
        args.extend(more.iter().map(|&word| word.to_owned()));
        let server = AddServer {
            name: name.into(),
            command: command.display().to_string(),
            args,
            cwd: None,
            env_names: vec![],
        };
        let new = NewServer {
            server,
            values: vec![],
            from_host: vec![],
        };
        // Programs that its program starts: an interpreter behind a shell or a shim.
        let own = dunce::canonicalize(self.folder.path()).unwrap();
        let words = new.server.args.iter().filter(|word| {
            let path = Path::new(word);
            path.is_absolute() && path.is_file() && !path.starts_with(&own)
        });
        let programs = words.cloned().collect();
        let view = self.host.add_server(new).await.unwrap();
        let id = view.tag.id.parse().unwrap();
        // Nothing is asked about a server that can only read: these could send.
        let online = ConfinementChoice {
            network: Some(LocalNetwork::Open),
            programs,
            ..ConfinementChoice::default()
        };
        self.host.set_confinement(id, online).await.unwrap();
        id
    }

    /// Grants a folder to a server, to read and to change.
    pub async fn grant(&self, server: ServerId, folder: &Path) {
        let choice = RootChoiceView {
            name: "work".into(),
            access: RootAccessView::Write,
            pass: RootPassView::Asked,
            typed: String::new(),
        };
        let path = folder.to_str().unwrap();
        let granted = self.host.grant_root(server, path, Some(choice), true).await;
        granted.unwrap();
    }

    pub async fn model(&self, aimock: &Aimock) -> ProviderId {
        self.endpoint(aimock.openai_base(), "scripted").await
    }

    /// A model of an endpoint at this address, for this run.
    pub async fn endpoint(&self, base_url: String, model: &str) -> ProviderId {
        let session = SessionProvider {
            wire: WireView::OpenAiChat,
            base_url,
            model: model.into(),
            key: None,
        };
        self.host
            .use_session_provider(session)
            .await
            .unwrap()
            .parse()
            .unwrap()
    }

    /// The same, stored: a conversation keeps it.
    pub async fn stored_model(&self, aimock: &Aimock) -> ProviderId {
        let proposal = ProposeProvider {
            id: None,
            name: "Scripted".into(),
            wire: WireView::OpenAiChat,
            base_url: aimock.openai_base(),
            model: "scripted".into(),
        };
        let view = self.host.propose_provider(proposal).await.unwrap();
        view.id.parse().unwrap()
    }

    /// Sends a message and waits until the turn is no longer running.
    pub async fn turn(&self, provider: ProviderId, text: &str) -> (ConversationId, TurnStateView) {
        let mut events = self.host.events();
        let id = self.host.send(None, provider, text, None).await.unwrap();
        let end = self.end_of_turn(&mut events, id).await;
        (id, end)
    }

    pub async fn end_of_turn(
        &self,
        events: &mut Receiver<Event>,
        id: ConversationId,
    ) -> TurnStateView {
        let id = id.to_string();
        until(events, |event| match event {
            Event::Turn {
                conversation,
                state,
            } if conversation == id && state != TurnStateView::Running => Some(state),
            _other => None,
        })
        .await
    }

    pub async fn view(&self, id: ConversationId) -> ConversationView {
        self.host.open_conversation(id).await.unwrap()
    }

    /// Closes the host; what it started has to be gone.
    pub async fn close(self) {
        tokio::time::timeout(LIMIT, self.host.close())
            .await
            .expect("the host closes");
        self.answers.abort();
    }
}

/// The first thing that `pick` makes of an event.
pub async fn until<T>(events: &mut Receiver<Event>, mut pick: impl FnMut(Event) -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(picked) = pick(
                events
                    .recv()
                    .await
                    .expect("the host lives and this test keeps up"),
            ) {
                return picked;
            }
        }
    };
    tokio::time::timeout(LIMIT, wait)
        .await
        .expect("it happens in time")
}

/// The first thing that `pick` makes of an approval that waits.
pub async fn until_asked<T>(
    queue: &mut Prompts,
    mut pick: impl FnMut(&ApprovalView) -> Option<T>,
) -> T {
    let wait = async {
        loop {
            let prompts = queue.recv().await.expect("the host lives");
            if let Some(picked) = prompts.iter().find_map(&mut pick) {
                return picked;
            }
        }
    };
    tokio::time::timeout(LIMIT, wait)
        .await
        .expect("it is asked in time")
}

/// The calls of a conversation, in their order.
pub fn calls(view: &ConversationView) -> Vec<CallView> {
    let parts = view.messages.iter().flat_map(|m| &m.parts);
    parts
        .filter_map(|part| match part {
            PartView::Call { call, .. } => Some((**call).clone()),
            PartView::Text { .. } | PartView::Reasoning { .. } | PartView::Notice { .. } => None,
        })
        .collect()
}

/// The text of a conversation's messages.
pub fn text(view: &ConversationView) -> String {
    let parts = view.messages.iter().flat_map(|m| &m.parts);
    parts
        .filter_map(|part| match part {
            PartView::Text { text, .. } => Some(text.as_str()),
            PartView::Reasoning { .. } | PartView::Call { .. } | PartView::Notice { .. } => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}
