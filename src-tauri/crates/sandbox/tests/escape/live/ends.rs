//! How servers start and end.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, test_kill_process, waitpid};
use sandbox::{Method, SandboxError};

use super::Server;
use crate::{
    guard::{self, confined},
    scene::Scene,
};

/// This process starts another guard, which starts a server, and is killed.
pub fn killed_guard(scene: &Scene) {
    let scene_text = serde_json::to_string(scene).unwrap();
    if std::env::var_os("INNKEEPER_TEST_VICTIM").is_some() {
        let mut server = Server::start(scene);
        server.obeys("hermit 1000");
        println!(
            "{} {}",
            server.confined.child().as_raw_pid(),
            server.confined.server().as_raw_pid()
        );
        let _ = io::stdin().read_line(&mut String::new());
        return;
    }
    let mut guard = Command::new(scene.at("program/escape"))
        .args(["live", "killed_guard_leaves_no_process_behind", &scene_text])
        .env("INNKEEPER_TEST_VICTIM", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(guard.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let processes: Vec<i32> = line
        .split_whitespace()
        .map(|pid| pid.parse().unwrap())
        .collect();
    let all = family(processes[0]);
    assert!(all.len() >= 3, "init, server, hermit: {all:?}");
    guard.kill().unwrap();
    guard.wait().unwrap();
    wait_until_gone(&all);
}

pub fn hermits(scene: &Scene) {
    let mut server = Server::start(scene);
    server.obeys("hermit 1000");
    let all = family(server.confined.child().as_raw_pid());
    assert!(all.len() >= 3, "init, server, hermit: {all:?}");
    assert_eq!(server.end(), 0);
    wait_until_gone(&all);

    let mut server = Server::start(scene);
    server.obeys("hermit 1000");
    let all = family(server.confined.child().as_raw_pid());
    kill_process(server.confined.child(), Signal::KILL).unwrap();
    waitpid(Some(server.confined.child()), WaitOptions::empty()).unwrap();
    assert_eq!(server.confined.outcome(), None);
    wait_until_gone(&all);
}

/// A process and all below it.
fn family(of: i32) -> Vec<i32> {
    let mut found = vec![of];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
            let is_child = status
                .lines()
                .any(|line| line == format!("PPid:\t{parent}"));
            if is_child {
                found.push(entry.file_name().to_str().unwrap().parse().unwrap());
            }
        }
        next += 1;
    }
    found
}

/// Ends with an error after a while, through the limit of the test runner's own.
fn wait_until_gone(processes: &[i32]) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    let lives = |process: &i32| test_kill_process(Pid::from_raw(*process).unwrap()).is_ok();
    while processes.iter().any(lives) {
        assert!(
            std::time::Instant::now() < deadline,
            "still there: {processes:?}"
        );
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

pub fn not_run(scene: &Scene) {
    for method in [Method::Namespaces, Method::Filters, Method::Advisory] {
        let mut gone = scene.clone();
        gone.root = "/nonexistent".into();
        let null = || File::open("/dev/null").unwrap().into();
        let refused = confined(
            method,
            &scene.confinement(),
            &gone,
            &[],
            [null(), null(), null()],
        );
        let Some(SandboxError::Exec(error)) = refused.err() else {
            panic!("{method:?}: it runs");
        };
        assert_eq!(error.kind(), io::ErrorKind::NotFound, "{method:?}");
    }
}

/// What servers are written in starts and does its work.
pub fn interpreters(scene: &Scene) {
    let scripts = [
        (
            "/usr/bin/python3",
            "-c",
            "import ssl, json, os, subprocess, multiprocessing; print(os.cpu_count() > 0 and subprocess.run(['true']).returncode)",
        ),
        (
            "/usr/bin/node",
            "-e",
            "console.log(require('child_process').spawnSync('true').status)",
        ),
        (
            "/bin/sh",
            "-c",
            "echo $(ls / | wc -l) > $HOME/out && true | cat && echo 0",
        ),
    ];
    for (program, option, script) in scripts {
        if !Path::new(program).exists() {
            println!("{program} is not here");
            continue;
        }
        for method in [Method::Namespaces, Method::Filters] {
            let (stdout, theirs) = io::pipe().unwrap();
            let null = || {
                File::options()
                    .read(true)
                    .write(true)
                    .open("/dev/null")
                    .unwrap()
                    .into()
            };
            let program = sandbox::Program {
                path: program.into(),
                args: vec![option.into(), script.into()],
                env: vec![("PATH".into(), "/usr/bin:/bin".into())],
                cwd: "/".into(),
                streams: [
                    null(),
                    theirs.into(),
                    rustix::io::dup(io::stderr()).unwrap(),
                ],
            };
            let path = program.path.clone();
            let mut server = sandbox::start_only(method, &scene.confinement(), program).unwrap();
            let mut line = String::new();
            BufReader::new(stdout).read_line(&mut line).unwrap();
            assert_eq!(
                guard::end_of(&mut *server),
                0,
                "{path:?} {method:?}: {line}"
            );
            assert_eq!(line.trim(), "0", "{path:?} {method:?}");
        }
    }
}
