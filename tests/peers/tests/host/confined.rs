//! Real servers in their sandbox, through the whole product: what they see, what comes and goes while they run, and attacks that succeed without one.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{ConfinementChoice, LocalNetwork, ServerId};
use host::DirectCall;
use host_api::{
    CallStateView, ContentView, Event, NetworkView, RootAccessView, RootChoiceView, RootPassView,
    ServerStateView, ServerView,
};
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person, until};

const FILES: &str = "@modelcontextprotocol/server-filesystem";

/// Calls a tool: its text, or the text of its error.
async fn call(
    house: &House,
    server: ServerId,
    tool: &str,
    arguments: &Value,
) -> Result<String, String> {
    let call = DirectCall {
        server,
        tool: tool.into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    let view = house.host.call_tool(call).await.unwrap();
    let texts = view.result.iter().filter_map(|content| match content {
        ContentView::Text { text, .. } => Some(text.as_str()),
        _other => None,
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    match view.state {
        CallStateView::Done {
            tool_error: false, ..
        } => Ok(text),
        CallStateView::Done { .. } => Err(text),
        other => panic!("{tool}: {other:?}"),
    }
}

fn path_of(path: &Path) -> Value {
    json!({ "path": path })
}

pub fn intruder() -> (PathBuf, Vec<String>) {
    let script = peers::folder().join("servers/intruder.py");
    (peers::python().unwrap(), vec![script.display().to_string()])
}

async fn access(house: &House, server: ServerId, folder: &Path, access: RootAccessView) {
    let choice = RootChoiceView {
        name: "work".into(),
        access,
        pass: RootPassView::Asked,
        typed: folder.file_name().unwrap().to_str().unwrap().to_owned(),
    };
    let path = folder.to_str().unwrap();
    let granted = house
        .host
        .grant_root(server, path, Some(choice), true)
        .await;
    granted.unwrap();
}

fn view(house: &House, server: ServerId) -> ServerView {
    let servers = house.host.servers();
    let found = servers.into_iter().find(|v| v.tag.id == server.to_string());
    found.unwrap()
}

fn pid(view: &ServerView) -> u32 {
    match view.state {
        ServerStateView::Ready { pid: Some(pid) } => pid,
        _ => panic!("{:?}", view.state),
    }
}

/// Whether this system confines servers fully; tests of details say so and end where it does not.
fn is_full(view: &ServerView) -> bool {
    let full = view.sandbox.as_ref().is_some_and(|s| s.limits.is_empty());
    if !full {
        println!("skipped: {:?}", view.sandbox);
    }
    full
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_named_by_a_command_is_offered_and_is_all_that_the_server_sees() {
    let house = House::open(Person::Widest).await;
    let (own, other) = (house.folder("own"), house.folder("other"));
    for folder in [&own, &other] {
        std::fs::write(folder.join("note.txt"), "found").unwrap();
    }
    let program = peers::node_server(FILES).unwrap();
    let id = house
        .add(
            "Files",
            program,
            &[own.to_str().unwrap(), other.to_str().unwrap()],
        )
        .await;
    let usual = ConfinementChoice::default();
    house.host.set_confinement(id, usual).await.unwrap();
    let started = house.host.start_and_wait(id, false).await.unwrap();
    let sandbox = started.sandbox.clone().unwrap();
    assert!(sandbox.files_enforced && sandbox.network_enforced);
    assert_ne!(sandbox.network, NetworkView::Open);
    let offered = house.asked.lock().await.clone();
    assert_eq!(
        offered
            .iter()
            .filter(|asked| asked.tool == "folder")
            .count(),
        2
    );

    let note = own.join("note.txt");
    assert_eq!(
        call(&house, id, "read_text_file", &path_of(&note))
            .await
            .unwrap(),
        "found"
    );
    let change = json!({ "path": own.join("new.txt"), "content": "text" });
    let refused = call(&house, id, "write_file", &change).await.unwrap_err();
    assert!(
        refused.contains("EROFS") || refused.contains("EACCES"),
        "{refused}"
    );
    access(&house, id, &own, RootAccessView::Write).await;
    call(&house, id, "write_file", &change).await.unwrap();
    assert_eq!(
        std::fs::read_to_string(own.join("new.txt")).unwrap(),
        "text"
    );
    if is_full(&started) {
        assert_eq!(
            pid(&view(&house, id)),
            pid(&started),
            "it did not have to restart"
        );
    }
    house
        .host
        .revoke_root(id, other.to_str().unwrap())
        .await
        .unwrap();
    let gone = call(
        &house,
        id,
        "read_text_file",
        &path_of(&other.join("note.txt")),
    )
    .await;
    assert!(gone.is_err(), "{gone:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn grants_follow_a_running_server_and_a_held_file_restarts_it() {
    let house = House::open(Person::Widest).await;
    let folder = house.folder("work");
    let note = folder.join("note.txt");
    std::fs::write(&note, "found").unwrap();
    let id = house.add("Intruder", intruder(), &[]).await;
    let started = house.host.start_and_wait(id, false).await.unwrap();
    if !is_full(&started) {
        return;
    }
    let read = || async { call(&house, id, "read", &path_of(&note)).await };
    let write = || async { call(&house, id, "write", &json!({ "path": note, "text": "!" })).await };
    assert!(read().await.is_err());
    access(&house, id, &folder, RootAccessView::Read).await;
    assert_eq!(read().await.unwrap(), "found");
    assert!(write().await.is_err());
    access(&house, id, &folder, RootAccessView::Write).await;
    assert_eq!(write().await.unwrap(), "written");
    assert_eq!(
        view(&house, id).sandbox.unwrap().writes,
        [folder.display().to_string()]
    );
    access(&house, id, &folder, RootAccessView::Read).await;
    assert!(write().await.is_err());
    house
        .host
        .revoke_root(id, folder.to_str().unwrap())
        .await
        .unwrap();
    assert!(read().await.is_err());
    assert_eq!(pid(&view(&house, id)), pid(&started));

    // What it holds open ends with it, and only with it.
    access(&house, id, &folder, RootAccessView::Read).await;
    assert_eq!(
        call(&house, id, "hold", &path_of(&note)).await.unwrap(),
        "held"
    );
    let mut events = house.host.events();
    house
        .host
        .revoke_root(id, folder.to_str().unwrap())
        .await
        .unwrap();
    let again = until(&mut events, |event| match event {
        Event::Server { server } if server.tag.id == id.to_string() => match server.state {
            ServerStateView::Ready { pid: Some(now) } if now != pid(&started) => Some(()),
            _ => None,
        },
        _ => None,
    });
    again.await;
    assert!(read().await.is_err());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_on_our_data_and_guard_succeed_only_unconfined() {
    let house = House::open(Person::Widest).await;
    let mark = |name: &str| format!("{name} left by {}", std::process::id());
    let database = dunce::canonicalize(house.host.data_dir())
        .unwrap()
        .join("innkeeper.db");
    let attack = json!({ "path": database, "text": "" });
    let secret = house.folder("secret").join("key");
    std::fs::write(&secret, "the key").unwrap();
    for confined in [true, false] {
        let name = if confined { "Confined" } else { "Unconfined" };
        let id = house.add(name, intruder(), &[]).await;
        if confined {
            let usual = ConfinementChoice::default();
            house.host.set_confinement(id, usual).await.unwrap();
        } else {
            house.host.run_unconfined(id, false).await.unwrap();
        }
        let started = house.host.start_and_wait(id, false).await.unwrap();
        assert_eq!(started.sandbox.is_some(), confined);
        let wrote = call(&house, id, "write", &attack).await;
        let read = call(&house, id, "read", &path_of(&secret)).await;
        let rule = json!({ "database": database, "server": id.to_string(), "tool": "read" });
        let forged = call(&house, id, "forge", &rule).await;
        assert_eq!(
            (wrote.is_ok(), read.is_ok(), forged.is_ok()),
            (!confined, !confined, !confined),
            "{wrote:?} {read:?} {forged:?}"
        );
        if confined && !is_full(&started) {
            continue;
        }
        let parent = |of: u32| {
            let status = std::fs::read_to_string(format!("/proc/{of}/status")).unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            line.unwrap().trim().parse::<u32>().unwrap()
        };
        let mark = mark(name);
        call(&house, id, "linger", &json!({ "mark": mark }))
            .await
            .unwrap();
        let lingers = async {
            while left_behind(&mark).is_empty() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LIMIT, lingers).await.unwrap();
        let server = pid(&started);
        let guard = if confined {
            parent(parent(server))
        } else {
            parent(server)
        };
        let struck = call(&house, id, "strike", &json!({ "process": guard })).await;
        let (said, lives) = match confined {
            true => ("ProcessLookupError", true),
            false => ("struck", false),
        };
        assert_eq!(struck.unwrap(), said);
        let is_alive = || {
            let status = std::fs::read_to_string(format!("/proc/{guard}/status"));
            status.is_ok_and(|status| !status.contains("Z (zombie)"))
        };
        let dies = async {
            while is_alive() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        match lives {
            true => assert!(is_alive()),
            // A signal takes effect a moment after it was sent.
            false => tokio::time::timeout(LIMIT, dies).await.unwrap(),
        }
        house.host.stop_server(id).unwrap();
        let stopped = async {
            while !matches!(view(&house, id).state, ServerStateView::Stopped { .. }) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LIMIT, stopped).await.unwrap();
        let left = left_behind(&mark);
        assert_eq!(left.len(), usize::from(!confined), "{name}");
        for process in left {
            let killed = std::process::Command::new("kill")
                .args(["-KILL", &process])
                .status();
            assert!(killed.unwrap().success());
        }
    }
    house.close().await;
}

/// The processes with this word on their command line.
fn left_behind(mark: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let marked = processes.filter(|process| {
        let words = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        words
            .split(|byte| *byte == 0)
            .any(|word| word == mark.as_bytes())
    });
    marked
        .map(|process| process.file_name().into_string().unwrap())
        .collect()
}

/// A granted folder may hold this program's own data. The server sees the folder, and nothing of the data.
#[tokio::test(flavor = "multi_thread")]
async fn own_data_is_hidden_in_a_granted_folder_around_it() {
    let house = House::open(Person::Widest).await;
    let data = dunce::canonicalize(house.host.data_dir()).unwrap();
    let around = data.parent().unwrap().to_path_buf();
    let beside = around.join("beside");
    std::fs::write(&beside, "seen").unwrap();
    let database = data.join("innkeeper.db");
    let id = house.add("Confined", intruder(), &[]).await;
    let started = house.host.start_and_wait(id, false).await.unwrap();
    assert!(started.sandbox.is_some());

    let write = json!({ "path": database, "text": "" });
    for again in [false, true] {
        if again {
            // It starts with the folder, instead of getting it while it runs.
            house.host.restart_server(id).unwrap();
        } else {
            access(&house, id, &around, RootAccessView::Write).await;
        }
        house.host.start_and_wait(id, false).await.unwrap();
        assert_eq!(
            call(&house, id, "read", &path_of(&beside)).await.unwrap(),
            "seen"
        );
        call(&house, id, "write", &json!({ "path": beside, "text": "" }))
            .await
            .unwrap();
        for file in [
            &database,
            &data.join("sandbox"),
            &around.join("data/../data/innkeeper.db"),
        ] {
            call(&house, id, "read", &path_of(file)).await.unwrap_err();
        }
        call(&house, id, "write", &write).await.unwrap_err();
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_of_others_work_confined() {
    let house = House::open(Person::Widest).await;
    let repository = house.folder("repository");
    let path = repository.to_str().unwrap();
    std::process::Command::new("git")
        .args(["init", "--quiet", path])
        .status()
        .unwrap();
    let npm = |name: &str| peers::node_server(&format!("@modelcontextprotocol/{name}")).unwrap();
    let python = |name: &str| peers::python_server(name).unwrap();
    let library = peers::folder().join("servers/library.py");
    let fast = (
        peers::python().unwrap(),
        vec![library.display().to_string()],
    );
    let rust = (
        testkit::program(peers::rust_server().1).unwrap(),
        Vec::new(),
    );
    for (name, program, more, network) in [
        ("filesystem", npm("server-filesystem"), &[path][..], None),
        ("everything", npm("server-everything"), &[], None),
        ("memory", npm("server-memory"), &[], None),
        ("time", python("mcp_server_time"), &[], None),
        (
            "git",
            python("mcp_server_git"),
            &["--repository", path],
            None,
        ),
        (
            "fetch",
            python("mcp_server_fetch"),
            &[],
            Some(LocalNetwork::Open),
        ),
        ("library", fast, &[], None),
        ("rust", rust, &[], None),
    ] {
        let id = house.add(name, program, more).await;
        let choice = ConfinementChoice {
            network,
            ..ConfinementChoice::default()
        };
        house.host.set_confinement(id, choice).await.unwrap();
        let started = house.host.start_and_wait(id, false).await;
        let started = started.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let sandbox = started.sandbox.unwrap();
        println!("{name}: {sandbox:?}");
        assert!(sandbox.files_enforced, "{name}");
        assert_eq!(sandbox.network_enforced, network.is_none(), "{name}");
    }
    house.close().await;
}
