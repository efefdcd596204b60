//! Servers in a sandbox.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use domain::{
    Confined, Confinement, ConfinementChoice, Enforcement, LaunchSpec, LocalLaunch, LocalNetwork,
};
use launcher::{
    ExitReport, GuardProgram, LaunchError, Places, Running, StopTimes, confine, enforcement,
    launch, strongest_enforcement,
};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use sandbox::{Access, Change, ChangeError, FolderChange, FolderGrant, Method, Remark};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::{Stage, approve, guard, output, until};

/// Reads files whose names it is told, and answers `-` for one that it cannot read. Nothing is open any more when it answers.
const READER: &str =
    r#"while read name; do text=$(cat "$name" 2>/dev/null) && echo "$text" || echo -; done"#;

impl Stage {
    /// A folder of the user with a file in it.
    fn user_folder(&self, name: &str) -> PathBuf {
        let folder = dunce::canonicalize(self.folder.path()).unwrap().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("file"), format!("{name}\n")).unwrap();
        folder
    }

    /// A private folder, and one to read.
    fn places(&self) -> Places {
        let granted = self.user_folder("granted");
        Places {
            recorded: false,
            home: self.user_folder("home"),
            grants: vec![FolderGrant::new(&granted, Access::Read).unwrap()],
            ports: vec![6379, 443, 6379],
        }
    }

    /// Starts a shell with this script.
    async fn confine(&self, script: &str) -> Result<Running, LaunchError> {
        let spec = self.spec("sh", &["-c", script]).unwrap();
        self.start(spec, nothing(), self.places()).await
    }

    async fn start(
        &self,
        spec: LocalLaunch,
        confined: Confined,
        places: Places,
    ) -> Result<Running, LaunchError> {
        let spec = LocalLaunch {
            confinement: Confinement::Confined(confined),
            ..spec
        };
        let approved = approve(LaunchSpec::Local(spec)).await;
        launch(
            approved,
            &self.secrets,
            GuardProgram::at(guard()),
            Some(places),
        )
        .await
    }
}

/// No program but the system's, no network.
fn nothing() -> Confined {
    Confined {
        programs: Vec::new(),
        network: LocalNetwork::None,
        run_in_home: false,
        unix_sockets: false,
        weakest: Enforcement::Partial,
    }
}

#[tokio::test]
async fn confined_server_sees_only_what_it_is_given() {
    let stage = Stage::new();
    let (granted, secret) = (stage.user_folder("granted"), stage.user_folder("secret"));
    let script = format!(
        r#"cat {granted}/file; cat {secret}/file 2>/dev/null || echo hidden
        echo changed 2>/dev/null > {granted}/file || echo read-only
        echo kept > "$HOME/kept"; [ "$PWD" = "$HOME" ] && echo at home; exit 7"#,
        granted = granted.display(),
        secret = secret.display()
    );
    let running = stage.confine(&script).await.unwrap();
    let report = running.sandbox.clone().unwrap();
    println!("{report:?}");
    assert!(
        report.files.is_enforced() && report.network.is_enforced(),
        "{report:?}"
    );
    assert_eq!(
        output(running).await,
        "granted\nhidden\nread-only\nat home\n"
    );
    let kept = fs::read_to_string(stage.user_folder("home").join("kept"));
    assert_eq!(kept.unwrap(), "kept\n");
}

#[tokio::test]
async fn end_of_a_confined_server_is_reported() {
    let stage = Stage::new();
    let mut exits = stage.confine("exit 7").await.unwrap();
    let code = |code| ExitReport {
        code: Some(code),
        ..ExitReport::default()
    };
    assert_eq!(exits.process.wait().await, code(7));

    let mut asks = stage
        .confine("trap 'exit 3' TERM; while :; do sleep 0.01; done")
        .await
        .unwrap();
    let patience = StopTimes {
        eof: std::time::Duration::from_millis(100),
        ..StopTimes::default()
    };
    assert_eq!(
        asks.process.stop(patience).await,
        code(3),
        "SIGTERM reaches it"
    );

    let mut killed = stage.confine("kill -9 $$").await.unwrap();
    let signal = ExitReport {
        signal: Some(9),
        ..ExitReport::default()
    };
    assert_eq!(killed.process.wait().await, signal);
}

#[tokio::test]
async fn killed_guard_leaves_no_process_of_a_confined_server() {
    let stage = Stage::new();
    // Forks twice, leaves the group and the session, and ignores every signal that can be ignored.
    let script = r#"trap '' TERM HUP INT
    (setsid sh -c 'trap "" TERM HUP INT; (setsid sleep 1000 &) ; sleep 1000' &)
    sleep 1000 & echo ready; read line"#;
    let mut running = stage.confine(script).await.unwrap();
    if running.sandbox.as_ref().unwrap().method != Method::Namespaces {
        println!("skipped: user namespaces are refused here");
        return;
    }
    let mut line = String::new();
    BufReader::new(&mut running.stdout)
        .read_line(&mut line)
        .await
        .unwrap();
    let init = parent_of(running.process.pid().cast_signed());
    let guard = parent_of(init);
    until(
        || family(guard).len() >= 6,
        || format!("{:?}", family(guard)),
    )
    .await;
    let all = family(guard);
    kill_process(Pid::from_raw(guard).unwrap(), Signal::KILL).unwrap();
    assert_eq!(running.process.wait().await, ExitReport::default());
    let lives = |pid: &&i32| test_kill_process(Pid::from_raw(**pid).unwrap()).is_ok();
    until(
        || all.iter().find(lives).is_none(),
        || {
            format!(
                "still run: {:?}",
                all.iter().filter(lives).collect::<Vec<_>>()
            )
        },
    )
    .await;
}

#[tokio::test]
async fn folder_comes_and_goes_while_the_server_runs() {
    let stage = Stage::new();
    let later = stage.user_folder("later");
    let file = later.join("file");
    let mut running = stage.confine(READER).await.unwrap();
    let live = running.sandbox.as_ref().unwrap().live_grants;
    let grant = FolderChange::Grant(FolderGrant::new(&later, Access::Read).unwrap());
    assert_eq!(read(&mut running, &file).await, "-\n");
    if !live {
        let refused = running.process.change_folder(&grant).await;
        assert_eq!(refused, Err(ChangeError::NeedsRestart));
        return;
    }
    assert_eq!(
        running.process.change_folder(&grant).await,
        Ok(Change::Done)
    );
    assert_eq!(read(&mut running, &file).await, "later\n");
    let again = running.process.change_folder(&grant).await;
    assert_eq!(again, Err(ChangeError::Granted));
    let revoke = FolderChange::Revoke(later);
    assert_eq!(
        running.process.change_folder(&revoke).await,
        Ok(Change::Done)
    );
    assert_eq!(read(&mut running, &file).await, "-\n");
    drop(running.stdin);
    assert_eq!(running.process.wait().await.code, Some(0));
    let late = running.process.change_folder(&revoke).await;
    assert!(matches!(late, Err(ChangeError::Refused(_))), "{late:?}");
}

#[tokio::test]
async fn confined_server_that_cannot_start_is_refused_with_the_reason() {
    let stage = Stage::new();
    let shell = || stage.spec("sh", &["-c", "exit 0"]).unwrap();
    let relative = Confined {
        programs: vec!["relative".into()],
        ..nothing()
    };
    let refused = stage.start(shell(), relative, stage.places()).await;
    assert!(
        matches!(&refused, Err(LaunchError::Sandbox { reason }) if reason.contains("relative")),
        "{refused:?}"
    );

    let gone = Places {
        home: stage.folder.path().join("gone"),
        ..stage.places()
    };
    let full = Confined {
        weakest: Enforcement::Full,
        ..nothing()
    };
    let refused = stage.start(shell(), full, gone).await;
    assert!(
        matches!(refused, Err(LaunchError::Sandbox { .. })),
        "{refused:?}"
    );

    // A confined launch never starts without what confines it.
    let spec = LocalLaunch {
        confinement: Confinement::Confined(nothing()),
        ..shell()
    };
    let approved = approve(LaunchSpec::Local(spec)).await;
    let refused = launch(approved, &stage.secrets, GuardProgram::at(guard()), None).await;
    assert!(
        matches!(refused, Err(LaunchError::Sandbox { .. })),
        "{refused:?}"
    );

    // Its own file is none of what it may see.
    let script = stage.script("server", "echo ran");
    let spec = stage.spec(script.to_str().unwrap(), &[]).unwrap();
    let refused = stage.start(spec, nothing(), stage.places()).await;
    let Err(LaunchError::Exec { source, .. }) = refused else {
        panic!("{refused:?}");
    };
    let kinds = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied];
    assert!(kinds.contains(&source.kind()), "{source:?}");
}

#[tokio::test]
async fn program_folder_of_a_confined_server_runs_and_stays_as_it_is() {
    let stage = Stage::new();
    let script = stage.user_folder("program").join("server");
    let text = "echo ran; echo changed 2>/dev/null > \"$0\" || echo unchanged";
    stage.script("program/server", text);
    let spec = stage.spec(script.to_str().unwrap(), &[]).unwrap();
    // What it needs is found without being told.
    let found = confine(
        spec.clone(),
        &ConfinementChoice::default(),
        Enforcement::Partial,
        &[],
    );
    let confined = found.confinement.confined().unwrap().clone();
    assert_eq!(confined.programs, [script.parent().unwrap()]);
    assert_eq!(confined.network, LocalNetwork::None);
    let running = stage.start(spec, confined, stage.places()).await.unwrap();
    assert_eq!(output(running).await, "ran\nunchanged\n");
}

#[tokio::test]
async fn network_of_the_machine_is_reached_only_where_it_was_given() {
    let stage = Stage::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script =
        format!("(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo reached || echo cut off");
    for (network, said) in [
        (LocalNetwork::None, "cut off\n"),
        (LocalNetwork::Open, "reached\n"),
    ] {
        let spec = stage.spec("bash", &["-c", &script]).unwrap();
        let confined = Confined {
            network,
            ..nothing()
        };
        let running = stage.start(spec, confined, stage.places()).await.unwrap();
        let report = running.sandbox.clone().unwrap();
        assert_eq!(report.network.is_enforced(), network == LocalNetwork::None);
        assert!(report.files.is_enforced());
        assert_eq!(output(running).await, said);
    }
}

#[tokio::test]
async fn private_folder_runs_programs_only_where_that_was_allowed() {
    let stage = Stage::new();
    let script = r#"printf '#!/bin/sh\necho ran\n' > "$HOME/tool"; chmod +x "$HOME/tool"
    "$HOME/tool" 2>/dev/null || echo refused"#;
    for (run_in_home, said) in [(false, "refused\n"), (true, "ran\n")] {
        let spec = stage.spec("sh", &["-c", script]).unwrap();
        let confined = Confined {
            run_in_home,
            ..nothing()
        };
        let running = stage.start(spec, confined, stage.places()).await.unwrap();
        assert_eq!(output(running).await, said);
    }
}

#[tokio::test]
async fn strongest_enforcement_is_the_one_that_a_server_gets() {
    let stage = Stage::new();
    let home = stage.user_folder("home");
    let found = strongest_enforcement(&GuardProgram::at(guard()), &home).await;
    let running = stage.confine("exit 0").await.unwrap();
    assert_eq!(found, enforcement(running.sandbox.unwrap().method));
    let none = strongest_enforcement(&GuardProgram::at("/nothing"), &home).await;
    assert_eq!(none, Enforcement::Advisory);
}

async fn read(running: &mut Running, file: &Path) -> String {
    let line = format!("{}\n", file.display());
    running.stdin.write_all(line.as_bytes()).await.unwrap();
    let mut line = String::new();
    BufReader::with_capacity(1, &mut running.stdout)
        .read_line(&mut line)
        .await
        .unwrap();
    line
}

fn parent_of(pid: i32) -> i32 {
    super::parent_of(pid.cast_unsigned())
}

/// A process and all below it.
fn family(of: i32) -> Vec<i32> {
    let processes = || fs::read_dir("/proc").unwrap().flatten();
    let mut found = vec![of];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        let is_child = |process: &PathBuf| {
            let status = fs::read_to_string(process.join("status")).unwrap_or_default();
            status
                .lines()
                .any(|line| line == format!("PPid:\t{parent}"))
        };
        let children = processes().map(|entry| entry.path()).filter(is_child);
        found.extend(
            children.filter_map(|process| process.file_name()?.to_str()?.parse::<i32>().ok()),
        );
        next += 1;
    }
    found
}

#[tokio::test]
async fn network_that_is_asked_about_is_handed_to_the_host() {
    let stage = Stage::new();
    let home = stage.user_folder("home");
    if strongest_enforcement(&GuardProgram::at(guard()), &home).await != Enforcement::Full {
        println!("skipped: this system has no namespaces");
        return;
    }
    let script = "echo $http_proxy $NO_PROXY; exec 3<>/dev/tcp/127.0.0.1/3128; read answer <&3; echo $answer";
    let spec = stage.spec("bash", &["-c", script]).unwrap();
    let confined = Confined {
        network: LocalNetwork::Asked,
        weakest: Enforcement::Full,
        ..nothing()
    };
    let mut running = stage.start(spec, confined, stage.places()).await.unwrap();
    assert!(running.sandbox.as_ref().unwrap().network.is_enforced());
    let sockets = running.sockets.take().unwrap();
    let proxy = tokio::net::TcpListener::from_std(sockets.proxy).unwrap();
    let (mut connection, _) = proxy.accept().await.unwrap();
    connection.write_all(b"from outside\n").await.unwrap();
    assert_eq!(
        output(running).await,
        "http://127.0.0.1:3128\nfrom outside\n"
    );
}

#[test]
fn network_is_asked_about_where_that_works() {
    let stage = Stage::new();
    let network = |words: &[&str], chosen, weakest| {
        let spec = stage.spec(words[0], &words[1..]).unwrap();
        let choice = ConfinementChoice {
            network: chosen,
            ..ConfinementChoice::default()
        };
        let launch = confine(spec, &choice, weakest, &[]);
        launch.confinement.confined().unwrap().network
    };
    let (full, partial) = (Enforcement::Full, Enforcement::Partial);
    let (none, asked, open) = (LocalNetwork::None, LocalNetwork::Asked, LocalNetwork::Open);
    let (plain, runner) = (&["sh"][..], &["npx", "-y", "server"][..]);
    for (words, chosen, weakest, expected) in [
        (plain, None, full, asked),
        (runner, None, full, asked),
        (plain, None, partial, none),
        (runner, None, partial, open),
        (plain, Some(asked), partial, none),
        (runner, Some(asked), Enforcement::Advisory, none),
        (plain, Some(none), full, none),
        (runner, Some(open), full, open),
    ] {
        assert_eq!(
            network(words, chosen, weakest),
            expected,
            "{words:?} {chosen:?}"
        );
    }
}

/// The control group of a process in the unified hierarchy.
fn group_of(process: i32) -> Option<PathBuf> {
    let lines = fs::read_to_string(format!("/proc/{process}/cgroup")).ok()?;
    let path = lines.lines().find_map(|line| line.strip_prefix("0::"))?;
    Some(path.into())
}

#[tokio::test]
async fn whole_family_is_in_a_scope_of_its_own_where_systemd_answers() {
    let stage = Stage::new();
    let script = "(setsid sleep 1000 &); sleep 1000 & echo ready; read line";
    let mut running = stage.confine(script).await.unwrap();
    let mut line = String::new();
    BufReader::new(&mut running.stdout)
        .read_line(&mut line)
        .await
        .unwrap();
    let server = running.process.pid().cast_signed();
    let scope = group_of(server).unwrap_or_default();
    let name = scope.file_name().unwrap_or_default().to_string_lossy();
    let report = running.sandbox.clone().unwrap();
    println!("{}: {:?}", scope.display(), report.limits);
    let bounds_all = |remark: &Remark| matches!(remark, Remark::FamilyMemory(_));
    if !name.starts_with(&format!("innkeeper-{}-", stage.server)) {
        assert!(!report.limits.remarks.iter().any(bounds_all));
        println!("skipped: no systemd of the user answers here");
        return;
    }
    let above = parent_of(server);
    let guard = if report.method == Method::Namespaces {
        parent_of(above)
    } else {
        above
    };
    let all = family(guard);
    assert!(all.len() >= 4, "{all:?}");
    for member in all {
        assert_eq!(group_of(member).as_ref(), Some(&scope), "{member}");
    }
    assert_ne!(group_of(std::process::id().cast_signed()), Some(scope));
    running.process.kill().await;
}
