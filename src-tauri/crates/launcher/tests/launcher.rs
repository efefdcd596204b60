//! Real servers under the real guard: what they get, and that nothing of them survives.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod stage;

use std::{
    collections::BTreeMap,
    fs, io,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use domain::{EnvSource, INHERITED, INHERITED_PREFIX, LaunchSpec, RemoteLaunch, ServerId};
use launcher::{ExitReport, GuardProgram, LaunchError, STDERR_KEPT, StopTimes, launch};
use rustix::process::{Pid, Signal, kill_process};
use secrets::{Keychain, Secret};
use stage::{Stage, approve, guard, output, parent_of};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

/// Ignores the end of its input and SIGTERM; has a child in its group and one in a session of its own, both alike.
const STUBBORN: &str = r#"
note() { echo "$2" > "$1.new"; mv "$1.new" "$1"; }
trap '' TERM HUP INT
sh -c 'trap "" TERM; while :; do sleep 1; done' & note child $!
(setsid sh -c 'trap "" TERM; while :; do sleep 1; done' & note hermit $!)
note server $$
while :; do sleep 1; done
"#;
const STUBBORN_NOTES: [&str; 3] = ["server", "child", "hermit"];

const IMPATIENT: StopTimes = StopTimes {
    interrupt: Duration::ZERO,
    eof: Duration::from_millis(100),
    terminate: Duration::from_millis(100),
};

#[tokio::test]
async fn environment_is_the_allowlist_and_what_was_approved() {
    let stage = Stage::new();
    stage
        .secrets
        .set("API_KEY", &Secret::new("k3y with\nnewline".into()))
        .await
        .unwrap();
    let env = stage.env(&[
        ("API_KEY", EnvSource::Keychain),
        ("CARGO_PKG_NAME", EnvSource::Host),
    ]);
    let spec = stage.spec_with("env", &["-0"], env).unwrap();
    let printed = output(stage.launch(spec.clone()).await.unwrap()).await;

    let got: BTreeMap<_, _> = printed
        .split_terminator('\0')
        .map(|line| line.split_once('=').expect("a variable"))
        .collect();
    let host: BTreeMap<_, _> = std::env::vars().collect();
    assert!(
        host.contains_key("CARGO_MANIFEST_DIR"),
        "the canary that must not get through"
    );
    let inherited = host.iter().filter(|(name, _)| {
        INHERITED.contains(&name.as_str()) || name.starts_with(INHERITED_PREFIX)
    });
    let mut expected: BTreeMap<_, _> = inherited
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    expected.insert("PATH", &spec.path_value);
    expected.insert("API_KEY", "k3y with\nnewline");
    expected.insert("CARGO_PKG_NAME", "launcher");
    assert_eq!(got, expected);
}

#[tokio::test]
async fn a_variable_without_a_value_stops_the_launch() {
    let stage = Stage::new();
    let other = Keychain::in_memory().server(ServerId::new());
    other
        .set("TOKEN", &Secret::new("another server's".into()))
        .await
        .unwrap();
    for origin in [EnvSource::Keychain, EnvSource::Host] {
        let spec = stage
            .spec_with("env", &[], stage.env(&[("TOKEN", origin)]))
            .unwrap();
        let error = stage.launch(spec).await.unwrap_err();
        let LaunchError::EnvMissing {
            name,
            origin: named,
        } = error
        else {
            panic!("{error:?}")
        };
        assert_eq!((name.as_str(), named), ("TOKEN", origin));
    }
    stage
        .secrets
        .set("TOKEN", &Secret::new("cut\0short".into()))
        .await
        .unwrap();
    let spec = stage
        .spec_with("env", &[], stage.env(&[("TOKEN", EnvSource::Keychain)]))
        .unwrap();
    let error = stage.launch(spec).await.unwrap_err();
    assert!(matches!(error, LaunchError::EnvValue { .. }));
    assert!(!format!("{error} {error:?}").contains("short"));
}

#[tokio::test]
async fn arguments_folder_and_streams_arrive_and_nothing_else_is_open() {
    let stage = Stage::new();
    let args = [
        "",
        " ",
        "it's \"quoted\"",
        "two\nlines",
        "$HOME `id` \\n *",
        "--",
        "ünï\u{202e}code",
        "-e",
    ];
    let script = r#"for a; do printf '%s\0' "$a"; done; pwd -P"#;
    let all: Vec<_> = ["-c", script, "sh"].into_iter().chain(args).collect();
    let printed = output(stage.launch(stage.spec("sh", &all).unwrap()).await.unwrap()).await;
    let parts: Vec<_> = printed.split('\0').collect();
    assert_eq!(parts[..args.len()], args);
    assert_eq!(
        parts[args.len()].trim_end(),
        dunce::canonicalize(stage.folder.path())
            .unwrap()
            .to_string_lossy()
    );

    // The fourth is the folder that `ls` itself reads.
    let open = output(
        stage
            .launch(stage.spec("ls", &["/proc/self/fd"]).unwrap())
            .await
            .unwrap(),
    )
    .await;
    assert_eq!(open, "0\n1\n2\n3\n");
}

#[tokio::test]
async fn a_flood_on_stderr_is_bounded_and_blocks_nobody() {
    let stage = Stage::new();
    let script = "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo last >&2; echo written";
    let running = stage
        .launch(stage.spec("sh", &["-c", script]).unwrap())
        .await
        .unwrap();
    let ring = running.stderr.clone();
    assert_eq!(output(running).await, "written\n");
    let mut changed = ring.changed();
    while changed.changed().await.is_ok() {}
    assert_eq!(*changed.borrow(), 3_000_005);
    assert_eq!(ring.dropped(), 3_000_005 - STDERR_KEPT as u64);
    assert_eq!(ring.text().len(), STDERR_KEPT);
    assert!(ring.text().ends_with("xlast\n"));
}

#[tokio::test]
async fn polite_servers_end_at_the_stage_they_listen_to() {
    let stage = Stage::new();
    let mut cat = stage.launch(stage.spec("cat", &[]).unwrap()).await.unwrap();
    cat.stdin.write_all(b"hello\n").await.unwrap();
    let mut line = String::new();
    BufReader::new(&mut cat.stdout)
        .read_line(&mut line)
        .await
        .unwrap();
    assert_eq!(line, "hello\n");
    drop(cat.stdin);
    let exit = cat.process.stop(StopTimes::default()).await;
    assert_eq!(
        exit,
        ExitReport {
            code: Some(0),
            ..ExitReport::default()
        }
    );
    assert_eq!(cat.process.kill().await, exit, "an end is remembered");

    let mut sleep = stage
        .launch(stage.spec("sleep", &["1000"]).unwrap())
        .await
        .unwrap();
    drop(sleep.stdin);
    assert_eq!(
        sleep.process.stop(IMPATIENT).await,
        ExitReport {
            signal: Some(15),
            ..ExitReport::default()
        }
    );

    let mut exits = stage
        .launch(stage.spec("sh", &["-c", "exit 7"]).unwrap())
        .await
        .unwrap();
    assert_eq!(
        exits.process.wait().await,
        ExitReport {
            code: Some(7),
            ..ExitReport::default()
        }
    );
}

#[tokio::test]
async fn a_stubborn_family_is_gone_after_stop() {
    let stage = Stage::new();
    let mut running = stage
        .launch(stage.spec("sh", &["-c", STUBBORN]).unwrap())
        .await
        .unwrap();
    let pids = stage.noted(&STUBBORN_NOTES).await;
    assert_eq!(pids[0], running.process.pid().cast_signed());
    drop(running.stdin);
    let begun = Instant::now();
    assert_eq!(
        running.process.stop(IMPATIENT).await,
        ExitReport {
            signal: Some(9),
            ..ExitReport::default()
        }
    );
    assert!(
        begun.elapsed() < Duration::from_secs(3),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(stage.survivors(), [0; 0]);
}

#[tokio::test]
async fn dropping_a_process_ends_its_family() {
    let stage = Stage::new();
    let running = stage
        .launch(stage.spec("sh", &["-c", STUBBORN]).unwrap())
        .await
        .unwrap();
    stage.noted(&STUBBORN_NOTES).await;
    drop(running);
    stage.empties().await;
}

#[tokio::test]
async fn what_a_server_leaves_behind_is_ended_with_it() {
    let stage = Stage::new();
    let script = "setsid sleep 1000 & (setsid sleep 1000 &) ; sleep 1000 & echo ready; read line";
    let mut running = stage
        .launch(stage.spec("sh", &["-c", script]).unwrap())
        .await
        .unwrap();
    let mut line = String::new();
    BufReader::new(&mut running.stdout)
        .read_line(&mut line)
        .await
        .unwrap();
    drop(running.stdin);
    assert_eq!(running.process.wait().await.signal, None);
    assert_eq!(stage.survivors(), [0; 0]);
}

#[tokio::test]
async fn a_host_that_is_killed_takes_its_servers_along() {
    let stage = Stage::new();
    let mut host = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "plays_a_host", "--ignored"])
        .env(stage::HOST_FOLDER, stage.folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let pids = stage.noted(&STUBBORN_NOTES).await;
    assert!(
        pids.iter().all(|pid| stage.survivors().contains(pid)),
        "all run before the kill"
    );
    host.kill().unwrap();
    host.wait().unwrap();
    stage.empties().await;
}

/// Not a test: the host that the test above kills.
#[tokio::test]
#[ignore = "started by another test"]
async fn plays_a_host() {
    let Some(folder) = std::env::var_os(stage::HOST_FOLDER) else {
        return;
    };
    let stage = Stage::in_folder(&folder);
    let running = stage
        .launch(stage.spec("sh", &["-c", STUBBORN]).unwrap())
        .await
        .unwrap();
    std::future::pending::<()>().await;
    drop(running);
}

#[tokio::test]
async fn the_guard_shrugs_off_signals_and_its_own_end_is_noticed() {
    let stage = Stage::new();
    let mut running = stage.launch(stage.spec("cat", &[]).unwrap()).await.unwrap();
    let guard = Pid::from_raw(parent_of(running.process.pid())).unwrap();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT] {
        kill_process(guard, signal).unwrap();
    }
    let ended = tokio::time::timeout(Duration::from_millis(200), running.process.wait()).await;
    assert!(ended.is_err(), "the guard still guards");
    running.stdin.write_all(b"still here\n").await.unwrap();
    let mut heard = [0; 11];
    running.stdout.read_exact(&mut heard).await.unwrap();
    assert_eq!(&heard, b"still here\n");

    kill_process(guard, Signal::KILL).unwrap();
    assert_eq!(running.process.wait().await, ExitReport::default());
    stage.empties().await;
}

#[tokio::test]
async fn what_changed_after_the_approval_is_refused() {
    let stage = Stage::new();
    let (old, new) = (
        stage.script("old", "echo old"),
        stage.script("new", "echo new"),
    );
    let link = stage.folder.path().join("server");
    std::os::unix::fs::symlink(&old, &link).unwrap();
    let path_value = format!(
        "{}/early:{}",
        stage.folder.path().display(),
        stage.folder.path().display()
    );
    let spec = || stage.spec_in("server", &[], &path_value).unwrap();

    let approved = spec();
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&new, &link).unwrap();
    let error = stage.launch(approved).await.unwrap_err();
    assert!(
        matches!(&error, LaunchError::Changed { approved, found } if *approved == old && *found == new),
        "{error:?}"
    );

    let approved = spec();
    fs::create_dir(stage.folder.path().join("early")).unwrap();
    stage.script("early/server", "echo earlier in PATH");
    assert!(matches!(
        stage.launch(approved).await,
        Err(LaunchError::Changed { .. })
    ));

    let approved = spec();
    fs::remove_dir_all(stage.folder.path().join("early")).unwrap();
    fs::remove_file(&link).unwrap();
    assert!(
        matches!(stage.launch(approved).await, Err(LaunchError::NotFound { searched, .. }) if searched.len() == 2)
    );
}

#[tokio::test]
async fn programs_the_system_refuses_are_named() {
    let stage = Stage::new();
    let plain = stage.folder.path().join("plain");
    fs::write(&plain, "no program").unwrap();
    let refused = stage.spec(plain.to_str().unwrap(), &[]);
    assert!(matches!(refused, Err(LaunchError::NotExecutable { path }) if path == plain));

    let orphan = stage.script("orphan", "");
    fs::write(&orphan, "#!/nonexistent/interpreter\n").unwrap();
    let error = stage
        .launch(stage.spec(orphan.to_str().unwrap(), &[]).unwrap())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, LaunchError::Exec { path, source, .. } if *path == orphan && source.kind() == io::ErrorKind::NotFound),
        "{error:?}"
    );
}

#[tokio::test]
async fn without_a_working_guard_nothing_runs() {
    let stage = Stage::new();
    let script = stage.script("server", "touch ran; read line");
    for (program, silent) in [("/nonexistent/guard", false), ("/bin/true", true)] {
        let spec = stage.spec(script.to_str().unwrap(), &[]).unwrap();
        let error = launch(
            approve(LaunchSpec::Local(spec)).await,
            &stage.secrets,
            GuardProgram::at(program),
            None,
        )
        .await;
        let error = error.unwrap_err();
        let as_expected = if silent {
            matches!(error, LaunchError::GuardSilent)
        } else {
            matches!(error, LaunchError::Guard(_))
        };
        assert!(as_expected, "{program}: {error:?}");
    }
    assert!(!stage.folder.path().join("ran").exists());

    let by_hand = Command::new(guard())
        .arg("__innkeeper_guard")
        .stdin(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(by_hand.code(), Some(2));
    let remote = LaunchSpec::Remote(RemoteLaunch {
        server: stage.server,
        url: "https://example.com/mcp".into(),
        headers: vec![],
    });
    let error = launch(
        approve(remote).await,
        &stage.secrets,
        GuardProgram::at(guard()),
        None,
    )
    .await;
    assert!(matches!(error, Err(LaunchError::NotLocal)));
}
