//! Tokens, codes, verifiers, client secrets, keys and values of headers: after use, refresh, two crashes and an export none
//! of them stands anywhere, however it is written.

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::Instant,
};

use host::Host;
use host_api::{AnswerView, ProposeProvider, ScopeView, WireView};
use rustix::process::{Pid, Signal, kill_process};
use testkit::{Canary, Exchange, Protected, Session, Web, found_below};

use super::{LIMIT, add, echo, open, runtime, sign_in};

const TEST: &str = "secrets::canary::no_secret_is_left_where_it_can_be_read";
/// Tells the binary of this test to live a run, and which.
const RUN: &str = "INNKEEPER_TEST_CANARY_RUN";
const SERVER: &str = "INNKEEPER_TEST_CANARY_SERVER";
const MODEL: &str = "INNKEEPER_TEST_CANARY_MODEL";
const API_KEY: &str = "k3y/of+a.model-c4n4ry-0123456789";
const HEADER: &str = "v4lue/of+a.header-c4n4ry-0123456789";

/// Where a run says how far it is, and waits to be told.
fn step(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("step-{name}"))
}

fn reach(folder: &Path, name: &str) {
    File::create(step(folder, name)).unwrap();
}

fn wait_for(folder: &Path, name: &str, child: Option<&mut Child>) {
    let begin = Instant::now();
    let mut child = child;
    while !step(folder, name).exists() {
        assert!(begin.elapsed() < LIMIT, "{name} was not reached");
        if let Some(child) = &mut child {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before {name}");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// An endpoint of models that wants its key.
async fn model(mut exchange: Exchange) -> std::io::Result<()> {
    match exchange.seen.header("authorization") == Some(&format!("Bearer {API_KEY}")) {
        true => {
            exchange
                .json(&serde_json::json!({ "data": [{ "id": "m" }] }))
                .await
        }
        false => exchange.answer(401, &[], "").await,
    }
}

/// Enters the key of an endpoint as a person does.
async fn enter_key(host: &Host) {
    let proposal = ProposeProvider {
        id: None,
        name: "Model".into(),
        wire: WireView::OpenAiChat,
        base_url: std::env::var(MODEL).unwrap(),
        model: "m".into(),
    };
    let mut queue = host.prompts();
    let answer = async {
        loop {
            let Some(asked) = queue.recv().await.unwrap().pop() else {
                continue;
            };
            let prompt = asked.id.parse().unwrap();
            host.prompt_shown(prompt, asked.revision).unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(
                u64::from(asked.arm_ms) + 20,
            ))
            .await;
            let allow = AnswerView::Allow {
                scope: ScopeView::Standing,
                values: vec![],
                key: Some(API_KEY.into()),
            };
            return host
                .answer_prompt(prompt, asked.revision, allow)
                .await
                .unwrap();
        }
    };
    let (proposed, ()) = tokio::join!(host.propose_provider(proposal), answer);
    assert!(proposed.unwrap().has_key);
}

/// One run of the program, which says everything that a window or a terminal could ask it for.
async fn live(run: &str, folder: &Path) {
    let host = open(&folder.join("data")).await;
    let id = match run {
        "first" => {
            enter_key(&host).await;
            let url = std::env::var(SERVER).unwrap();
            let id = add(&host, &url, &[("X-Key", HEADER)]).await;
            sign_in(&host, id).await.unwrap();
            id
        }
        _ => {
            host.set_opener(|_| panic!("nobody is asked to sign in"));
            host.servers()[0].tag.id.parse().unwrap()
        }
    };
    let mut feed = host.watch_traffic(id).unwrap();
    echo(&host, id).await;
    if run == "first" {
        reach(folder, "used");
        wait_for(folder, "expired", None);
        echo(&host, id).await;
    }
    host.ping_server(id).await.unwrap();
    if run == "last" {
        let export = folder.join("export");
        std::fs::create_dir(&export).unwrap();
        archive::export(&folder.join("data"), &export, |_| ())
            .await
            .unwrap();
    }
    let state = host.state().await.unwrap();
    println!("{state:?} {}", serde_json::to_string(&state).unwrap());
    println!("{:?}", host.account(id).unwrap());
    println!(
        "{:?} {:?}",
        host.server_page(id).unwrap(),
        host.server_log(id, 0.0).unwrap()
    );
    println!("{:?}", host.audit_list(None, 1_000).await.unwrap());
    let passed = tokio::time::timeout(LIMIT, feed.next())
        .await
        .unwrap()
        .unwrap();
    let mut hidden = 0;
    for row in passed.rows {
        let message = host.traffic_message(id, row.seq).unwrap();
        hidden += message.hidden;
        println!("{row:?} {message:?}");
    }
    assert!(hidden > 0, "the token that the server said is taken out");
    tracing::error!(token = API_KEY, "Authorization: Bearer {HEADER}");
    if run == "last" {
        return host.close().await;
    }
    reach(folder, run);
    std::future::pending::<()>().await;
}

/// Starts a run. If this machine makes core files, this one would leave one.
fn start(session: &Session, run: &str, peer: &Protected, model: &Web) -> Child {
    let said = |name: &str| File::create(session.home().join(format!("{run}-{name}.txt"))).unwrap();
    session
        .command("bash")
        .args(["-c", "ulimit -c unlimited; exec \"$@\"", "_"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", TEST, "--nocapture"])
        .current_dir(session.home())
        .env(RUN, run)
        .env(SERVER, peer.url())
        .env(MODEL, model.url("/v1"))
        .env("RUST_LOG", "trace")
        .env("RUST_BACKTRACE", "1")
        .stdout(said("out"))
        .stderr(said("err"))
        .spawn()
        .unwrap()
}

fn end(mut child: Child, signal: Signal) {
    kill_process(Pid::from_child(&child), signal).unwrap();
    child.wait().unwrap();
}

/// Whether a process that is aborted here leaves a core file in its folder.
fn makes_cores(folder: &Path) -> bool {
    std::fs::create_dir(folder).unwrap();
    let script = "ulimit -c unlimited && kill -ABRT $$";
    let mut control = std::process::Command::new("bash");
    control
        .args(["-c", script])
        .current_dir(folder)
        .stderr(Stdio::null());
    control.status().unwrap();
    let made = cores(folder);
    std::fs::remove_dir_all(folder).unwrap();
    made > 0
}

fn cores(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).unwrap().flatten();
    names
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("core"))
        .count()
}

#[test]
fn no_secret_is_left_where_it_can_be_read() {
    if let (Ok(run), Some(home)) = (std::env::var(RUN), std::env::var_os("HOME")) {
        host::begin_process("trace");
        return runtime().block_on(live(&run, Path::new(&home)));
    }
    let home = tempfile::tempdir().unwrap();
    let session = Session::new(home.path()).unwrap();
    let (_bus, _keyring) = (session.bus().unwrap(), session.keyring(true).unwrap());
    let runtime = runtime();
    let peer = runtime.block_on(Protected::start(3_600)).unwrap();
    let endpoint = runtime
        .block_on(Web::start(|exchange| Box::pin(model(exchange))))
        .unwrap();
    let cores_are_made = makes_cores(&home.path().join("control"));

    let mut first = start(&session, "first", &peer, &endpoint);
    wait_for(home.path(), "used", Some(&mut first));
    peer.expire();
    reach(home.path(), "expired");
    wait_for(home.path(), "first", Some(&mut first));
    end(first, Signal::KILL);
    let mut second = start(&session, "second", &peer, &endpoint);
    wait_for(home.path(), "second", Some(&mut second));
    end(second, Signal::ABORT);
    let last = start(&session, "last", &peer, &endpoint).wait().unwrap();
    assert!(
        last.success(),
        "{}",
        std::fs::read_to_string(home.path().join("last-err.txt")).unwrap()
    );

    assert_eq!(peer.wrong(), [""; 0]);
    let secrets = peer.secrets();
    let count = |what: &str| secrets.iter().filter(|(name, _)| name == what).count();
    assert_eq!(
        (
            count("client-secret"),
            count("code"),
            count("code-verifier")
        ),
        (1, 1, 1)
    );
    assert!(
        count("access-token") == 2 && count("refresh-token") == 2,
        "it was renewed once"
    );
    let used = |value: &str| {
        let sent =
            |seen: &testkit::Seen| seen.header("authorization") == Some(&format!("Bearer {value}"));
        peer.web.seen().iter().any(sent)
    };
    let tokens = secrets.iter().filter(|(name, _)| name == "access-token");
    assert!(
        tokens.clone().all(|(_, value)| used(value)),
        "each was used"
    );
    assert!(
        peer.web
            .seen()
            .iter()
            .any(|seen| seen.header("x-key") == Some(HEADER))
    );

    let mut canaries: Vec<Canary> = secrets
        .iter()
        .map(|(name, value)| Canary::new(name, value))
        .collect();
    canaries.push(Canary::new("API key", API_KEY));
    canaries.push(Canary::new("value of a header", HEADER));
    // Everything of the session: data, backups, export, what was said and logged, and the keyring's own file.
    let found = found_below(home.path(), &canaries).unwrap();
    assert!(found.is_empty(), "{found:#?}");
    let said = std::fs::metadata(home.path().join("first-err.txt"))
        .unwrap()
        .len();
    assert!(
        said > 10_000,
        "the log was as talkative as it can be: {said} bytes"
    );
    assert_eq!(
        cores(home.path()),
        0,
        "a crash leaves no image of the memory"
    );
    if !cores_are_made {
        println!("no core file is made on this machine at all");
    }
}
