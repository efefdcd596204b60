//! Servers of the newest SDKs, which speak the revision without sessions: over stdio and at a URL, with a round of input inside a
//! call that the person approves as any request of a server.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use domain::{EraChoice, ServerId};
use host::NewRemoteServer;
use host_api::{AddRemoteServer, AnswerView, FeatureView};
use serde_json::json;

use crate::asking::{Asking, Program, elicitation, shown};

/// The server of a SDK.
pub fn server(python: bool) -> Program {
    let (program, script) = match python {
        true => (peers::python_server("mcp").unwrap().0, "stateless.py"),
        false => (peers::node().unwrap(), "stateless.mjs"),
    };
    let script: PathBuf = peers::folder().join("servers").join(script);
    (program, vec![script.display().to_string()])
}

/// The same at a URL, ended with this.
pub struct Far(Child, String);

impl Far {
    pub fn start(program: Program) -> Self {
        Self::start_with(program, &[])
    }

    /// The same with these variables.
    pub fn start_with((program, arguments): Program, env: &[(&str, &str)]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .arg("http")
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let said = child.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut url).unwrap();
        Self(child, url.trim().to_owned())
    }

    /// Its port on the loopback address.
    pub fn port(&self) -> u16 {
        url::Url::parse(&self.1).unwrap().port().unwrap()
    }
}

impl Drop for Far {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub async fn at_a_url(asking: &Asking, url: &str) -> ServerId {
    let new = NewRemoteServer {
        server: AddRemoteServer {
            name: "Far".into(),
            url: url.to_owned(),
            header_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    let view = asking.host().add_remote_server(new).await.unwrap();
    let id: ServerId = view.tag.id.parse().unwrap();
    let feature = FeatureView::Elicitation;
    let set = asking.host().set_server_feature(id, feature, true, true);
    set.await.unwrap();
    asking.host().start_and_wait(id, true).await.unwrap();
    id
}

/// How a server is spoken to: what the user chose, and the revision and words that follow.
struct Case {
    remote: bool,
    choice: EraChoice,
    revision: &'static str,
    words: &'static str,
}

const CASES: [Case; 4] = [
    Case {
        remote: false,
        choice: EraChoice::Automatic,
        revision: "2025-11-25",
        words: "with sessions: it may make requests",
    },
    Case {
        remote: false,
        choice: EraChoice::WithoutSessions,
        revision: "2026-07-28",
        words: "without sessions: you chose it",
    },
    Case {
        remote: true,
        choice: EraChoice::Automatic,
        revision: "2026-07-28",
        words: "without sessions: it answered",
    },
    Case {
        remote: true,
        choice: EraChoice::WithSessions,
        revision: "2025-11-25",
        words: "with sessions: you chose it",
    },
];

#[tokio::test(flavor = "multi_thread")]
async fn servers_of_the_newest_sdks_are_spoken_to_as_chosen_and_ask_inside_calls() {
    for python in [false, true] {
        for case in &CASES {
            let mut asking = Asking::open().await;
            let far = case.remote.then(|| Far::start(server(python)));
            let id = match &far {
                Some(far) => at_a_url(&asking, &far.1).await,
                None => asking.server("Near", server(python)).await,
            };
            let chosen = asking.host().set_era_choice(id, case.choice);
            chosen.await.unwrap();
            asking.host().start_and_wait(id, true).await.unwrap();
            let view = asking.host().servers().into_iter().next().unwrap();
            let which = format!("python {python}, {:?}, {view:?}", case.choice);
            assert_eq!(view.revision.as_deref(), Some(case.revision), "{which}");
            let era = serde_json::to_string(&view.era).unwrap();
            assert!(era.contains(case.words), "{which}");

            let echo = asking.call(id, "echo", json!({ "text": "hi" }));
            assert_eq!(echo.await.unwrap(), "hi", "{which}");
            // The handler of the TypeScript SDK keeps no sessions at a URL: with one, its tools cannot ask.
            if case.remote && case.choice == EraChoice::WithSessions {
                asking.house.close().await;
                continue;
            }
            let greet = asking.call(id, "greet", json!({ "word": "Hello" }));
            let (prompt, form) = asking.form().await;
            assert_eq!(shown(&form.message), "Who is there?", "{which}");
            assert!(elicitation(&prompt).is_some());
            let part = serde_json::to_string(&prompt.part_of).unwrap();
            match case.revision {
                "2026-07-28" => assert!(part.contains("greet") && part.contains("round"), "{part}"),
                _ => assert_eq!(part, "null", "{which}"),
            }
            let content = json!({ "name": "Ada" }).to_string();
            asking.answer(&prompt, AnswerView::Fill { content }).await;
            assert_eq!(greet.await.unwrap(), "Hello, Ada", "{which}");
            asking.nothing_waits().await;
            let decided = asking.decisions(id, 1).await;
            assert_eq!(
                decided,
                [("allowed".to_owned(), "person".to_owned())],
                "{which}"
            );
            asking.house.close().await;
        }
    }
}

/// The official Rust SDK, over stdio and at a URL: a round of input inside a call, with nothing kept but the state.
#[tokio::test(flavor = "multi_thread")]
async fn server_of_the_rust_sdk_asks_inside_a_call_without_a_session() {
    for remote in [false, true] {
        let mut asking = Asking::open().await;
        let program = testkit::program("peer-rmcp-stateless").unwrap();
        let far = remote.then(|| Far::start((program.clone(), vec![])));
        let id = match &far {
            Some(far) => at_a_url(&asking, &far.1).await,
            None => asking.server("Near", (program, vec![])).await,
        };
        let chosen = asking.host().set_era_choice(id, EraChoice::WithoutSessions);
        chosen.await.unwrap();
        asking.host().start_and_wait(id, true).await.unwrap();
        let view = asking.host().servers().into_iter().next().unwrap();
        assert_eq!(view.revision.as_deref(), Some("2026-07-28"), "{view:?}");
        let echo = asking.call(id, "echo", json!({ "text": "hi" }));
        assert_eq!(echo.await.unwrap(), "hi", "at a URL: {remote}");
        let greet = asking.call(id, "greet", json!({ "word": "Hello" }));
        let (prompt, form) = asking.form().await;
        assert_eq!(shown(&form.message), "Who is there?");
        let part = serde_json::to_string(&prompt.part_of).unwrap();
        assert!(part.contains("greet") && part.contains("round"), "{part}");
        let content = json!({ "name": "Ada" }).to_string();
        asking.answer(&prompt, AnswerView::Fill { content }).await;
        assert_eq!(greet.await.unwrap(), "Hello, Ada", "at a URL: {remote}");
        asking.nothing_waits().await;
        asking.house.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_local_server_that_speaks_both_ways_asks_in_messages_because_it_gets_a_session() {
    let (program, mut arguments) = crate::asking::asking();
    arguments.push("both".to_owned());
    let asking = Asking::open().await;
    let id = asking.server("Both", (program, arguments)).await;
    let view = asking.host().servers().into_iter().next().unwrap();
    assert_eq!(view.revision.as_deref(), Some("2025-11-25"));
    let roots = asking.call(id, "roots", json!({})).await.unwrap();
    assert!(roots.contains("\"roots\""), "{roots}");
    // The control: without a session it has no way to ask.
    let chosen = asking.host().set_era_choice(id, EraChoice::WithoutSessions);
    chosen.await.unwrap();
    asking.host().start_and_wait(id, true).await.unwrap();
    let view = asking.host().servers().into_iter().next().unwrap();
    assert_eq!(view.revision.as_deref(), Some("2026-07-28"));
    let roots = asking.call(id, "roots", json!({})).await.unwrap();
    assert!(!roots.contains("\"roots\""), "{roots}");
    asking.house.close().await;
}
