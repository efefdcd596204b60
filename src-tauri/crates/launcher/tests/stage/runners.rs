//! Package runners, which are ended gently, and commands that cannot be started as they are written.

use launcher::{LaunchError, StopTimes, local_spec};

use super::Stage;

const IMPATIENT: StopTimes = StopTimes {
    eof: std::time::Duration::from_millis(100),
    interrupt: std::time::Duration::ZERO,
    terminate: std::time::Duration::from_millis(100),
};

/// Writes for as long as it is left alone, and undoes that on SIGINT; a second signal would end it half done.
const INSTALLER: &str = r"
undo() { sleep 0.4; rm half-written; : > undone; exit 0; }
trap undo INT
: > half-written
echo $$ > installer
while :; do sleep 0.05; done";

/// A package runner is interrupted and gets the time to undo its work, in each way in which it can be ended.
#[tokio::test]
async fn package_runner_undoes_its_work_however_it_is_ended() {
    for dropped in [false, true] {
        let stage = Stage::new();
        let npx = stage.script("npx", INSTALLER);
        let spec = stage.spec(npx.to_str().unwrap(), &["-y", "pkg"]).unwrap();
        let mut running = stage.launch(spec).await.unwrap();
        stage.noted(&["installer"]).await;
        drop(running.stdin);
        if dropped {
            drop(running.process);
        } else {
            let times = IMPATIENT.for_installer();
            let exit = running.process.stop(times).await;
            assert_eq!(exit.code, Some(0), "{exit:?}");
        }
        stage.empties().await;
        let left = |name: &str| stage.folder.path().join(name).exists();
        assert!(
            left("undone") && !left("half-written"),
            "dropped: {dropped}"
        );
    }
}

/// Once the package runs, its family is ended as that of any other server.
#[tokio::test]
async fn settled_package_runner_gets_no_time_to_undo() {
    let stage = Stage::new();
    let npx = stage.script("npx", INSTALLER);
    let spec = stage.spec(npx.to_str().unwrap(), &["-y", "pkg"]).unwrap();
    let mut running = stage.launch(spec).await.unwrap();
    stage.noted(&["installer"]).await;
    running.process.settled().await;
    drop(running);
    stage.empties().await;
    assert!(!stage.folder.path().join("undone").exists());
}

/// What the system says of a file is seldom what is wrong with it.
#[tokio::test]
async fn refused_program_is_explained_by_its_file() {
    let stage = Stage::new();
    let file = |name: &str, bytes: &[u8]| {
        let path = stage.script(name, "");
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let mut foreign = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0".to_vec();
    foreign.extend(if cfg!(target_arch = "aarch64") {
        [62, 0]
    } else {
        [183, 0]
    });
    foreign.extend([0; 100]);
    let cases = [
        (
            file("lost", b"#!/no/such/interpreter -u\n"),
            "`/no/such/interpreter`",
        ),
        (file("dos", b"#!/bin/sh\r\n"), "carriage return"),
        (file("foreign", &foreign), "not for this machine"),
        (file("mac", b"\xcf\xfa\xed\xfe0000"), "built for macOS"),
        (
            file("text", b"just words\n"),
            "neither a program nor a script",
        ),
    ];
    for (command, wanted) in cases {
        let spec = stage.spec(&command, &[]).unwrap();
        let error = stage.launch(spec).await.unwrap_err();
        assert!(matches!(error, LaunchError::Exec { .. }), "{error:?}");
        assert!(error.to_string().contains(wanted), "{wanted} in {error}");
    }
}

#[test]
fn command_that_was_written_for_a_shell_is_told_as_that() {
    let stage = Stage::new();
    let program = |command: &str| match stage.spec(command, &[]) {
        Err(LaunchError::HoldsArguments { program, .. }) => program,
        other => panic!("{command}: {other:?}"),
    };
    for command in ["sh -c true", "/bin/sh -c true", "\"sh\" -c true"] {
        assert!(program(command).ends_with("sh"), "{command}");
    }
    assert!(matches!(
        stage.spec("no-such-program -y", &[]),
        Err(LaunchError::NotFound { .. })
    ));
    let home = std::env::home_dir().unwrap();
    let in_home = stage.spec("~/bin/server", &[]).unwrap_err();
    assert!(
        matches!(&in_home, LaunchError::Tilde { part: "command", meant: Some(meant), .. } if *meant == home.join("bin/server")),
        "{in_home:?}"
    );
    let folder = local_spec(
        stage.server,
        "sh",
        vec![],
        Some(std::path::Path::new("~/notes")),
        vec![],
        "/usr/bin:/bin",
    );
    assert!(
        matches!(
            &folder,
            Err(LaunchError::Tilde {
                part: "working directory",
                ..
            })
        ),
        "{folder:?}"
    );
}
