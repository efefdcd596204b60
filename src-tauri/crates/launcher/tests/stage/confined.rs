//! Servers in a sandbox.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use domain::LaunchSpec;
use launcher::{ExitReport, GuardProgram, LaunchError, Running, StopTimes, launch_confined};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use sandbox::{Access, Change, ChangeError, Confinement, FolderChange, FolderGrant, Method};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::{Stage, approve, guard, output, until};

/// Reads files whose names it is told, and answers `-` for one that it cannot read.
const READER: &str = r#"while read name; do cat "$name" 2>/dev/null || echo -; done"#;

impl Stage {
    /// A folder of the user with a file in it.
    fn user_folder(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().canonicalize().unwrap().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("file"), format!("{name}\n")).unwrap();
        folder
    }

    fn confinement(&self) -> Confinement {
        let mut confinement = Confinement::new(self.user_folder("home"));
        let granted = self.user_folder("granted");
        confinement
            .grants
            .push(FolderGrant::new(&granted, Access::Read).unwrap());
        confinement
    }

    async fn confine(
        &self,
        script: &str,
        confinement: Confinement,
    ) -> Result<Running, LaunchError> {
        let spec = self.spec("sh", &["-c", script]).unwrap();
        let approved = approve(LaunchSpec::Local(spec)).await;
        launch_confined(
            approved,
            &self.secrets,
            GuardProgram::at(guard()),
            confinement,
        )
        .await
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
    let running = stage.confine(&script, stage.confinement()).await.unwrap();
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
    let mut exits = stage.confine("exit 7", stage.confinement()).await.unwrap();
    let code = |code| ExitReport {
        code: Some(code),
        signal: None,
    };
    assert_eq!(exits.process.wait().await, code(7));

    let mut asks = stage
        .confine(
            "trap 'exit 3' TERM; while :; do sleep 0.01; done",
            stage.confinement(),
        )
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

    let mut killed = stage
        .confine("kill -9 $$", stage.confinement())
        .await
        .unwrap();
    let signal = ExitReport {
        code: None,
        signal: Some(9),
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
    let mut running = stage.confine(script, stage.confinement()).await.unwrap();
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
    let mut running = stage.confine(READER, stage.confinement()).await.unwrap();
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
    let mut confinement = stage.confinement();
    confinement.programs.push("relative".into());
    let refused = stage.confine("exit 0", confinement).await.unwrap_err();
    assert!(
        matches!(&refused, LaunchError::Sandbox { reason } if reason.contains("relative")),
        "{refused:?}"
    );

    let mut confinement = stage.confinement();
    confinement.home = stage.folder.path().join("gone");
    confinement.weakest = Method::Namespaces;
    let refused = stage.confine("exit 0", confinement).await.unwrap_err();
    assert!(
        matches!(refused, LaunchError::Sandbox { .. }),
        "{refused:?}"
    );

    // Its own file is none of what it may see.
    let script = stage.script("server", "echo ran");
    let spec = stage.spec(script.to_str().unwrap(), &[]).unwrap();
    let approved = approve(LaunchSpec::Local(spec)).await;
    let refused = launch_confined(
        approved,
        &stage.secrets,
        GuardProgram::at(guard()),
        stage.confinement(),
    )
    .await;
    let Err(LaunchError::Exec { source, .. }) = refused else {
        panic!("{refused:?}");
    };
    let kinds = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied];
    assert!(kinds.contains(&source.kind()), "{source:?}");
}

#[tokio::test]
async fn program_folder_of_a_confined_server_runs_and_stays_as_it_is() {
    let stage = Stage::new();
    let program = stage.user_folder("program");
    let script = stage.script(
        "program/server",
        "echo ran; echo changed 2>/dev/null > \"$0\" || echo unchanged",
    );
    let mut confinement = stage.confinement();
    confinement.programs.push(program);
    let spec = stage.spec(script.to_str().unwrap(), &[]).unwrap();
    let approved = approve(LaunchSpec::Local(spec)).await;
    let running = launch_confined(
        approved,
        &stage.secrets,
        GuardProgram::at(guard()),
        confinement,
    )
    .await;
    assert_eq!(output(running.unwrap()).await, "ran\nunchanged\n");
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
