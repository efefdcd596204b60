//! Confined programs that fail at their sandbox: the cause that is named, the grant that helps, and the private folder.

use std::path::PathBuf;

use domain::{ConfinementChoice, ServerId};
use host::DirectCall;
use host_api::{
    CallStateView, Event, FailureView, OutsideLinksView, RootAccessView, RootChoiceView,
    RootPassView, ServerStateView,
};
use serde_json::{Value, json};

use crate::house::{House, Person, until};

fn node(code: &str) -> (PathBuf, Vec<String>) {
    ("node".into(), vec!["-e".into(), code.into()])
}

fn python(code: &str) -> (PathBuf, Vec<String>) {
    (peers::python().unwrap(), vec!["-c".into(), code.into()])
}

fn intruder() -> (PathBuf, Vec<String>) {
    let script = peers::folder().join("servers/intruder.py");
    (peers::python().unwrap(), vec![script.display().to_string()])
}

/// Adds a server that is confined as usual.
async fn add(house: &House, name: &str, program: (PathBuf, Vec<String>)) -> ServerId {
    let id = house.add(name, program, &[]).await;
    let usual = ConfinementChoice::default();
    house.host.set_confinement(id, usual).await.unwrap();
    id
}

/// Starts a server, and returns why it failed.
async fn failure(house: &House, id: ServerId) -> FailureView {
    house.host.start_and_wait(id, false).await.unwrap_err();
    let servers = house.host.servers();
    let view = servers.into_iter().find(|v| v.tag.id == id.to_string());
    match view.unwrap().state {
        ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
            failure
        }
        other => panic!("{other:?}"),
    }
}

/// Whether this system confines servers fully; the words of the tests are those of a full sandbox.
async fn is_full(house: &House) -> bool {
    let id = add(house, "Probe", intruder()).await;
    let view = house.host.start_and_wait(id, false).await.unwrap();
    house.host.stop_server(id).unwrap();
    let full = view.sandbox.as_ref().is_some_and(|s| s.limits.is_empty());
    if !full {
        println!("skipped: {:?}", view.sandbox);
    }
    full
}

async fn call(house: &House, server: ServerId, tool: &str, arguments: Value) -> CallStateView {
    let call = DirectCall {
        server,
        tool: tool.into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    house.host.call_tool(call).await.unwrap().state
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_at_the_sandbox_name_the_grant_that_helps() {
    let house = House::open(Person::Widest).await;
    if !is_full(&house).await {
        return;
    }
    let tool = house.folder("bin").join("tool");
    std::fs::write(&tool, "#!/bin/sh\n").unwrap();
    let made = std::process::Command::new("chmod")
        .arg("+x")
        .arg(&tool)
        .status();
    assert!(made.unwrap().success());
    let spawn = format!(
        "require('child_process').spawn({:?})",
        tool.to_str().unwrap()
    );
    let socket = "require('net').connect('/var/run/docker.sock')";
    let service = "require('net').connect(1, '127.0.0.1')";
    let threads = "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()";
    let cases = [
        ("program", node(&spawn), "the program", "--program"),
        ("socket", node(socket), "Docker", "--unconfined"),
        ("service", node(service), "127.0.0.1:1", "--allow"),
        (
            "memory",
            python("bytearray(3 << 30)"),
            "out of memory",
            "less memory",
        ),
        ("threads", python(threads), "512", "fewer workers"),
        (
            "space",
            python("open('/tmp/big', 'wb').write(bytes(300 << 20))"),
            "temporary files",
            "TMPDIR",
        ),
        (
            "namespaces",
            ("sh".into(), vec!["-c".into(), "unshare -r true".into()]),
            "container of its own",
            "--unconfined",
        ),
    ];
    for (name, program, why, to_do) in cases {
        let id = add(&house, name, program).await;
        let failure = failure(&house, id).await;
        let (message, hint) = (failure.message.to_string(), failure.hint.to_string());
        println!("{name}: {message} — {hint}");
        assert!(message.contains(why), "{name}: {failure:?}");
        assert!(hint.contains(to_do), "{name}: {failure:?}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn file_of_the_private_folder_runs_only_if_the_user_chose_that() {
    let house = House::open(Person::Widest).await;
    if !is_full(&house).await {
        return;
    }
    let code = "const { writeFileSync: write } = require('fs');\
                const file = process.env.HOME + '/made.sh';\
                write(file, '#!/bin/sh\\necho it ran >&2\\n', { mode: 0o755 });\
                require('child_process').execFileSync(file, { stdio: 'inherit' })";
    let id = add(&house, "Maker", node(code)).await;
    let refused = failure(&house, id).await;
    assert!(
        refused.message.to_string().contains("made.sh"),
        "{refused:?}"
    );
    assert!(
        refused.hint.to_string().contains("--run-private on"),
        "{refused:?}"
    );
    assert!(!refused.stderr.contains("it ran"), "{refused:?}");
    let choice = ConfinementChoice {
        run_in_home: true,
        ..ConfinementChoice::default()
    };
    house.host.set_confinement(id, choice).await.unwrap();
    let ran = failure(&house, id).await;
    assert!(ran.stderr.contains("it ran"), "{ran:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn call_that_ends_its_server_at_a_limit_says_so() {
    let house = House::open(Person::Widest).await;
    let id = add(&house, "Hungry", intruder()).await;
    let started = house.host.start_and_wait(id, false).await.unwrap();
    if started.sandbox.is_none() {
        return;
    }
    let state = call(&house, id, "exhaust", json!({ "mebibytes": 3_072 })).await;
    match state {
        CallStateView::Unknown { reason } => {
            assert!(reason.to_string().contains("2,048 MiB"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_that_lead_outside_are_counted_and_do_not_work() {
    let house = House::open(Person::Widest).await;
    let (work, other) = (house.folder("work"), house.folder("other"));
    std::fs::write(other.join("note.txt"), "outside").unwrap();
    std::fs::write(work.join("note.txt"), "inside").unwrap();
    std::os::unix::fs::symlink(other.join("note.txt"), work.join("out")).unwrap();
    std::os::unix::fs::symlink("note.txt", work.join("in")).unwrap();
    let id = add(&house, "Links", intruder()).await;
    house.host.start_and_wait(id, false).await.unwrap();
    let links = || {
        let roots = house.host.roots(id).unwrap().roots;
        roots.first().and_then(|root| root.outside_links)
    };
    let mut events = house.host.events();
    let choice = RootChoiceView {
        name: "work".into(),
        access: RootAccessView::Read,
        pass: RootPassView::Asked,
        typed: String::new(),
    };
    let path = work.to_str().unwrap();
    let granted = house.host.grant_root(id, path, Some(choice), true).await;
    granted.unwrap();
    until(&mut events, |event| match event {
        Event::Roots { .. } => links(),
        _ => None,
    })
    .await;
    let one = OutsideLinksView {
        count: 1,
        at_least: false,
    };
    assert_eq!(links(), Some(one));
    let read = |name: &str| call(&house, id, "read", json!({ "path": work.join(name) }));
    let worked = |state: CallStateView| {
        matches!(
            state,
            CallStateView::Done {
                tool_error: false,
                ..
            }
        )
    };
    assert!(worked(read("in").await));
    assert!(!worked(read("out").await));
    // A server without a sandbox follows them.
    house.host.run_unconfined(id, false).await.unwrap();
    house.host.start_and_wait(id, false).await.unwrap();
    assert_eq!(links(), None);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_folder_is_measured_bounded_and_cleared() {
    let house = House::open(Person::Widest).await;
    let id = add(&house, "Keeper", intruder()).await;
    let started = house.host.start_and_wait(id, false).await.unwrap();
    if !started
        .sandbox
        .as_ref()
        .is_some_and(|s| s.limits.is_empty())
    {
        return;
    }
    let host = &house.host;
    let write = json!({ "path": "/innkeeper/home/data", "text": "x".repeat(100_000) });
    assert!(matches!(
        call(&house, id, "write", write).await,
        CallStateView::Done { .. }
    ));
    let folder = host.private_folder(id).await.unwrap();
    assert!((100_000.0..1e6).contains(&folder.bytes), "{folder:?}");
    assert!(!folder.over && !folder.at_least);
    let path = PathBuf::from(&folder.path);
    assert!(path.join("data").exists());

    host.clear_private_folder(id).await.unwrap();
    assert!(!path.join("data").exists());
    let view = host
        .servers()
        .into_iter()
        .find(|v| v.tag.id == id.to_string());
    assert!(matches!(
        view.unwrap().state,
        ServerStateView::Stopped { .. }
    ));
    assert_eq!(host.private_folder(id).await.unwrap().bytes, 0.0);
    host.start_and_wait(id, false).await.unwrap();

    host.stop_server(id).unwrap();
    let low = ConfinementChoice {
        private_gib: Some(1),
        ..ConfinementChoice::default()
    };
    host.set_confinement(id, low).await.unwrap();
    let big = path.join("big");
    let mut make = std::process::Command::new("fallocate");
    let made = make.args(["-l", "1100M"]).arg(&big).status();
    if !made.is_ok_and(|made| made.success()) {
        println!("skipped: no large file could be made");
        return;
    }
    let full = failure(&house, id).await;
    assert!(full.message.to_string().contains("1,024 MiB"), "{full:?}");
    assert!(full.hint.to_string().contains("--clear"), "{full:?}");
    assert!(host.private_folder(id).await.unwrap().over);
    host.clear_private_folder(id).await.unwrap();
    host.start_and_wait(id, false).await.unwrap();
    house.close().await;
}
