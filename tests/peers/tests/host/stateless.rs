//! Servers of the newest SDKs, which speak the revision without sessions: over stdio and at a URL, with a round of input inside a
//! call that the person approves as any request of a server.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use domain::ServerId;
use host::NewRemoteServer;
use host_api::{AddRemoteServer, AnswerView, FeatureView};
use serde_json::json;

use crate::asking::{Asking, Program, elicitation, shown};

/// The server of a SDK.
fn server(python: bool) -> Program {
    let (program, script) = match python {
        true => (peers::python_server("mcp").unwrap().0, "stateless.py"),
        false => (peers::node().unwrap(), "stateless.mjs"),
    };
    let script: PathBuf = peers::folder().join("servers").join(script);
    (program, vec![script.display().to_string()])
}

/// The same at a URL, ended with this.
struct Far(Child, String);

impl Far {
    fn start((program, arguments): Program) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .arg("http")
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
}

impl Drop for Far {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn at_a_url(asking: &Asking, far: &Far) -> ServerId {
    let new = NewRemoteServer {
        server: AddRemoteServer {
            name: "Far".into(),
            url: far.1.clone(),
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

#[tokio::test(flavor = "multi_thread")]
async fn servers_of_the_newest_sdks_are_spoken_to_without_sessions_and_ask_inside_calls() {
    for python in [false, true] {
        for remote in [false, true] {
            let mut asking = Asking::open().await;
            let far = remote.then(|| Far::start(server(python)));
            let id = match &far {
                Some(far) => at_a_url(&asking, far).await,
                None => asking.server("Near", server(python)).await,
            };
            let case = format!("python {python}, remote {remote}");
            let view = asking.host().servers().into_iter().next().unwrap();
            assert_eq!(view.revision.as_deref(), Some("2026-07-28"), "{case}");
            let era = serde_json::to_string(&view.era).unwrap();
            assert!(era.contains("without sessions"), "{case}: {era}");

            let echo = asking.call(id, "echo", json!({ "text": "hi" }));
            assert_eq!(echo.await.unwrap(), "hi", "{case}");

            let greet = asking.call(id, "greet", json!({ "word": "Hello" }));
            let (prompt, form) = asking.form().await;
            assert_eq!(shown(&form.message), "Who is there?", "{case}");
            assert!(elicitation(&prompt).is_some());
            let content = json!({ "name": "Ada" }).to_string();
            asking.answer(&prompt, AnswerView::Fill { content }).await;
            assert_eq!(greet.await.unwrap(), "Hello, Ada", "{case}");
            asking.nothing_waits().await;
            let decided = asking.decisions(id, 1).await;
            assert_eq!(
                decided,
                [("allowed".to_owned(), "person".to_owned())],
                "{case}"
            );
            asking.house.close().await;
        }
    }
}
