//! A day in the life of a host: what the child process does until it is killed.

use std::{
    collections::HashSet,
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use domain::{ConversationId, ServerId};
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer, SessionProvider};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, CallStateView, CallView, Event, PartView, ScopeView,
    TurnStateView, WireView,
};
use tokio::sync::broadcast::Receiver;

/// The tool that is called.
pub const TOOL: &str = "write_marker";
/// Which day it is: names what is said and sent on it.
pub const DAY: &str = "INNKEEPER_TEST_KILLED_DAY";
/// The base address of the model endpoint.
pub const MODEL: &str = "INNKEEPER_TEST_KILLED_MODEL";
/// A conversation of an earlier day in which everything was granted.
pub const GRANTED: &str = "INNKEEPER_TEST_KILLED_GRANTED";
/// Set for a day that ends in peace.
pub const LAST: &str = "INNKEEPER_TEST_KILLED_LAST";

/// The server of the conversations, and that of the calls outside of them: what a command line allows is allowed for its
/// server, and not to be used up by a conversation.
const TALKED: &str = "Talked";
const CALLED: &str = "Called";
/// Calls outside of conversations, side by side.
const SIDE_BY_SIDE: usize = 3;
/// Turns of a conversation in which the person is asked.
const QUESTIONS: usize = 1;
/// Turns of a conversation before the next one begins.
const TURNS: usize = 4;
/// Longest wait for the end of a turn.
const LIMIT: Duration = Duration::from_secs(20);

/// How many questions were put to the person.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// The file the server writes each text to that it receives, in their order.
pub fn marks(folder: &Path) -> PathBuf {
    folder.join("marks")
}

/// Where the host's data is.
pub fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

/// Says a line to who watches; it has left when this returns.
fn say(what: &str, about: impl Display) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n{} {what} {about}\n", super::lane::WORD).as_bytes())
        .unwrap();
    out.flush().unwrap();
}

fn told(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

pub fn live(folder: &Path) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let host = open(folder).await;
        say("open", "");
        let verdict = host.audit_verify().await.unwrap();
        assert!(verdict.intact, "{}", verdict.message);
        if told(LAST).is_some() {
            host.close().await;
            return say("closed", "");
        }
        let (talked, called) =
            tokio::join!(server(&host, folder, TALKED), server(&host, folder, CALLED));
        tokio::spawn(person(host.clone()));
        say("ready", "");
        let day = told(DAY).unwrap();
        let side = (0..SIDE_BY_SIDE).map(|lane| calls(&host, called, format!("side-{day}-{lane}")));
        tokio::join!(
            futures_util::future::join_all(side),
            talk(&host, talked, &day)
        );
    });
}

async fn open(folder: &Path) -> Host {
    let config = HostConfig {
        data_dir: data(folder),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    Host::open(config).await.unwrap()
}

async fn server(host: &Host, folder: &Path, name: &str) -> ServerId {
    let id = match host.server_named(name) {
        Ok((id, _)) => id,
        Err(_) => {
            let script = serde_json::json!({ "marker": marks(folder) }).to_string();
            let server = AddServer {
                name: name.into(),
                command: testkit::server_binary().unwrap().display().to_string(),
                args: vec![script],
                cwd: None,
                env_names: vec![],
            };
            let new = NewServer {
                server,
                values: vec![],
                from_host: vec![],
            };
            host.add_server(new).await.unwrap().tag.id.parse().unwrap()
        }
    };
    // It writes a file for this test.
    host.run_unconfined(id, true).await.unwrap();
    host.start_and_wait(id, true).await.unwrap();
    id
}

/// One call after the other, each allowed by the command line.
async fn calls(host: &Host, server: ServerId, name: String) {
    for number in 0.. {
        let text = format!("{name}-{number}");
        let call = DirectCall {
            server,
            tool: TOOL.into(),
            arguments: serde_json::json!({ "text": text }).to_string(),
            allowed: true,
        };
        let view = host.call_tool(call).await.unwrap();
        assert!(
            matches!(view.state, CallStateView::Done { .. }),
            "{:?}",
            view.state
        );
        say("call", text);
    }
}

/// One turn after the other. The person is asked in the first of a conversation, because no rule covers the tool. The answer is
/// kept, and from then on nothing is asked: a server's own data crosses nothing.
async fn talk(host: &Host, server: ServerId, day: &str) {
    let provider = SessionProvider {
        wire: WireView::OpenAiChat,
        base_url: told(MODEL).unwrap(),
        model: "scripted".into(),
        key: None,
    };
    let provider = host.use_session_provider(provider).await.unwrap();
    let provider = provider.parse().unwrap();
    let mut events = host.events();
    let mut conversation: Option<ConversationId> = told(GRANTED).map(|id| id.parse().unwrap());
    let mut turns = conversation.map_or(0, |_| QUESTIONS);
    for number in 0.. {
        let text = format!("talk-{day}-{number}");
        let before = ASKED.load(Ordering::SeqCst);
        let id = host
            .send(conversation, provider, &text, Some([server].into()))
            .await
            .unwrap();
        say("message", format!("{id} {text}"));
        end_of_turn(&mut events, id).await;
        let asked = ASKED.load(Ordering::SeqCst) - before;
        assert_eq!(asked, usize::from(turns < QUESTIONS), "questions of {id}");
        let view = host.open_conversation(id).await.unwrap();
        let parts = view.messages.iter().flat_map(|message| &message.parts);
        let call = parts.rev().find_map(|part| match part {
            PartView::Call { call, .. } => Some(call),
            PartView::Text { .. } | PartView::Reasoning { .. } | PartView::Notice { .. } => None,
        });
        assert!(call.is_some_and(|call| is_done(call)), "{call:?}");
        say("call", text);
        turns += 1;
        if turns >= QUESTIONS {
            say("grant", id);
        }
        conversation = Some(id).filter(|_| turns < TURNS);
        turns %= TURNS;
    }
}

fn is_done(call: &CallView) -> bool {
    matches!(call.state, CallStateView::Done { .. })
}

async fn end_of_turn(events: &mut Receiver<Event>, id: ConversationId) {
    let id = id.to_string();
    let wait = async {
        loop {
            if let Event::Turn {
                conversation,
                state,
            } = events.recv().await.unwrap()
                && conversation == id
                && state != TurnStateView::Running
            {
                return;
            }
        }
    };
    tokio::time::timeout(LIMIT, wait).await.unwrap();
}

/// Allows each tool for its conversation, as soon as that counts.
async fn person(host: Host) {
    let mut queue = host.prompts();
    let mut seen = HashSet::new();
    while let Some(prompts) = queue.recv().await {
        let Some(prompt) = prompts.into_iter().next() else {
            continue;
        };
        let answer = match &prompt.kind {
            ApprovalKindView::Tool { .. } => AnswerView::Allow {
                scope: ScopeView::Conversation,
                values: vec![],
                key: None,
            },
            ApprovalKindView::Calls { calls } => AnswerView::AllowCalls {
                calls: calls.calls.iter().map(|call| call.id.clone()).collect(),
            },
            other => panic!("nothing else is asked: {other:?}"),
        };
        let id = prompt.id.parse().unwrap();
        if host.prompt_shown(id, prompt.revision).is_err() {
            continue;
        }
        if seen.insert(prompt.id) {
            ASKED.fetch_add(1, Ordering::SeqCst);
        }
        tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 10)).await;
        // It may have been taken back.
        let _ = host.answer_prompt(id, prompt.revision, answer).await;
    }
}
