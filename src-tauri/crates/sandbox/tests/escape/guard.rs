//! The guard of one attempt: becomes the user, starts the attempt, and waits for it.

use std::{
    ffi::OsString,
    fs::File,
    os::fd::OwnedFd,
    path::Path,
    process::{Command, ExitCode},
};

use rustix::{
    fs::{Mode, OFlags, open},
    process::{WaitOptions, waitpid},
};
use sandbox::{
    Confined, Confinement, Method, Network, Outcome, Program, Report, SandboxError, start_only,
};
use serde::{Deserialize, Serialize};

use crate::{scene::Scene, server::become_user};

/// The exit code of a guard that could not start the attempt.
pub const NOT_STARTED: u8 = 99;

/// What the guard does.
#[derive(Serialize, Deserialize)]
pub struct Plan {
    pub scene: Scene,
    /// None: no sandbox.
    pub method: Option<Method>,
    pub network: Network,
    pub recorded: bool,
    pub attempt: String,
}

pub fn run(plan: &str) -> ExitCode {
    let plan: Plan = serde_json::from_str(plan).unwrap();
    become_user(plan.scene.user);
    // As a careless parent would: left open for whoever is started.
    let leaked = open(plan.scene.key(), OFlags::RDONLY, Mode::empty()).unwrap();
    let scene = serde_json::to_string(&plan.scene).unwrap();
    let args = ["attempt".to_owned(), plan.attempt, scene];
    let code = match plan.method {
        None => unconfined(&plan.scene, &args),
        Some(method) => {
            let null = || File::open("/dev/null").unwrap().into();
            let streams = [null(), stdout(), stderr()];
            let confinement = Confinement {
                network: plan.network,
                recorded: plan.recorded,
                ..plan.scene.confinement()
            };
            match confined(method, &confinement, &plan.scene, &args, streams) {
                Ok(mut server) => {
                    // Small enough for its pipe.
                    let record = server.record();
                    let code = end_of(&mut *server);
                    drop(record);
                    code
                }
                Err(error) => {
                    eprintln!("{error}");
                    NOT_STARTED
                }
            }
        }
    };
    drop(leaked);
    ExitCode::from(code)
}

fn stdout() -> OwnedFd {
    rustix::io::dup(std::io::stdout()).unwrap()
}

fn stderr() -> OwnedFd {
    rustix::io::dup(std::io::stderr()).unwrap()
}

fn unconfined(scene: &Scene, args: &[String]) -> u8 {
    let home = scene.at("data/sandbox/own/home");
    let mut program = Command::new(scene.at("program/escape"));
    let program = program
        .args(args)
        .env_clear()
        .env("HOME", &home)
        .env("TMPDIR", "/tmp")
        .current_dir(&home);
    let status = program.status().unwrap();
    status
        .code()
        .map_or(128, |code| u8::try_from(code).unwrap())
}

/// Starts this program in a sandbox.
pub fn confined(
    method: Method,
    confinement: &Confinement,
    scene: &Scene,
    args: &[String],
    streams: [OwnedFd; 3],
) -> Result<Box<dyn Confined>, SandboxError> {
    let program = Program {
        path: scene.at("program/escape"),
        args: args.iter().map(OsString::from).collect(),
        env: vec![
            ("PATH".into(), "/usr/bin:/bin".into()),
            ("HOME".into(), "/root".into()),
        ],
        cwd: Path::new("/").to_owned(),
        streams,
    };
    let confined = start_only(method, confinement, program)?;
    check(confined.report(), method);
    Ok(confined)
}

/// What the attempts are about is enforced. Signals to others are so from version 6 of Landlock.
fn check(report: &Report, method: Method) {
    assert_eq!(report.method, method);
    assert!(
        report.files.is_enforced() && report.network.is_enforced(),
        "{report:?}"
    );
    if method == Method::Namespaces {
        assert!(
            report.processes.is_enforced() && report.limits.is_enforced(),
            "{report:?}"
        );
    }
    assert_eq!(report.live_grants, method == Method::Namespaces);
}

/// Waits for the end. Answers the code of the server; 128 for a signal.
pub fn end_of(server: &mut dyn Confined) -> u8 {
    let status = waitpid(Some(server.child()), WaitOptions::empty())
        .unwrap()
        .unwrap()
        .1;
    let code = match server.outcome() {
        Some(Outcome::Exited(code)) => Some(code),
        Some(Outcome::Signaled(_)) => None,
        None => status.exit_status(),
    };
    code.map_or(128, |code| u8::try_from(code).unwrap())
}
