//! Folders that come and go while a hostile server holds on to them, and the end of everything.
//!
//! Each scenario runs in a guard: a process of its own with one thread.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Write},
    os::unix::fs::symlink,
    path::Path,
    process::{Command, ExitCode, Stdio},
};

use libtest_mimic::Failed;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, test_kill_process, waitpid};
use sandbox::{
    Access, Change, ChangeError, Confined, Confinement, FolderChange, FolderGrant, Method,
    SandboxError,
};

use crate::{
    guard::{self, confined},
    scene::{PLACE, Scene, Stage},
    server::become_user,
    table,
};

/// One story of a running server.
pub struct Scenario {
    pub name: &'static str,
    run: fn(&Scene),
    /// Where the folders of the user are.
    place: &'static str,
}

const fn scenario(name: &'static str, run: fn(&Scene)) -> Scenario {
    Scenario {
        name,
        run,
        place: PLACE,
    }
}

pub const SCENARIOS: &[Scenario] = &[
    scenario(
        "granted_folder_appears_and_is_gone_after_revoke",
        comes_and_goes,
    ),
    scenario("folder_is_held_while_anything_in_it_is_open", held),
    scenario("access_changes_and_hooks_stay_covered", changes),
    scenario("only_the_approved_folder_is_granted", approved_only),
    scenario("overlapping_folders_need_a_restart", nested),
    Scenario {
        name: "revoke_finds_a_folder_whose_parent_was_renamed",
        run: renamed,
        // Which the server has for itself, and can write to.
        place: "/tmp",
    },
    scenario("killed_guard_leaves_no_process_behind", killed_guard),
    scenario("hermits_end_with_their_server", hermits),
    scenario("program_that_cannot_run_is_reported", not_run),
    scenario("interpreters_start_in_both_sandboxes", interpreters),
    scenario("refused_namespaces_fall_back_to_filters", falls_back),
];

/// Runs a scenario in a process of its own.
pub fn check(scenario: &Scenario, user: u32) -> Result<(), Failed> {
    let stage = Stage::new(user, scenario.place);
    let scene = serde_json::to_string(&stage.scene).unwrap();
    let output = table::guard(&stage.scene, &["live", scenario.name, &scene]);
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
}

pub fn run(name: &str, scene: &str) -> ExitCode {
    let scene: Scene = serde_json::from_str(scene).unwrap();
    become_user(scene.user);
    let scenario = SCENARIOS
        .iter()
        .find(|scenario| scenario.name == name)
        .unwrap();
    (scenario.run)(&scene);
    ExitCode::SUCCESS
}

/// A server that does what it is told.
struct Server {
    confined: Box<dyn Confined>,
    stdin: Option<io::PipeWriter>,
    stdout: BufReader<io::PipeReader>,
}

impl Server {
    fn start(scene: &Scene) -> Self {
        Self::with(Method::Namespaces, &scene.confinement(), scene).unwrap()
    }

    fn with(
        method: Method,
        confinement: &Confinement,
        scene: &Scene,
    ) -> Result<Self, SandboxError> {
        let (theirs_in, stdin) = io::pipe().unwrap();
        let (stdout, theirs_out) = io::pipe().unwrap();
        let null = File::options().write(true).open("/dev/null").unwrap();
        let streams = [theirs_in.into(), theirs_out.into(), null.into()];
        let confined = confined(method, confinement, scene, &["serve".to_owned()], streams)?;
        Ok(Self {
            confined,
            stdin: Some(stdin),
            stdout: BufReader::new(stdout),
        })
    }

    fn say(&mut self, words: &str) -> String {
        writeln!(self.stdin.as_mut().unwrap(), "{words}").unwrap();
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    #[track_caller]
    fn obeys(&mut self, words: &str) {
        assert_eq!(self.say(words), "ok", "{words}");
    }

    #[track_caller]
    fn fails(&mut self, words: &str, error: i32) {
        assert_eq!(self.say(words), format!("error {error}"), "{words}");
    }

    fn grant(&mut self, grant: &FolderGrant) -> Result<Change, ChangeError> {
        self.confined.change(&FolderChange::Grant(grant.clone()))
    }

    fn revoke(&mut self, path: &Path) -> Result<Change, ChangeError> {
        self.confined.change(&FolderChange::Revoke(path.to_owned()))
    }

    fn set_access(&mut self, path: &Path, access: Access) -> Result<Change, ChangeError> {
        self.confined
            .change(&FolderChange::Access(path.to_owned(), access))
    }

    fn end(mut self) -> u8 {
        drop(self.stdin.take());
        guard::end_of(&mut *self.confined)
    }
}

fn grant_of(path: &Path, access: Access) -> FolderGrant {
    FolderGrant::new(path, access).unwrap()
}

fn comes_and_goes(scene: &Scene) {
    let mut server = Server::start(scene);
    let later = scene.at("later");
    let read = format!("read {}/file", later.display());
    server.fails(&read, libc::ENOENT);
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    assert_eq!(server.say(&read), "later");
    server.fails(&format!("write {}/file", later.display()), libc::EROFS);
    let again = server.grant(&grant_of(&later, Access::Read));
    assert_eq!(again, Err(ChangeError::Granted));
    assert_eq!(server.revoke(&later), Ok(Change::Done));
    server.fails(&read, libc::ENOENT);
    assert_eq!(server.revoke(&later), Err(ChangeError::NotGranted));

    server.grant(&grant_of(&later, Access::Write)).unwrap();
    server.obeys(&format!("write {}/file", later.display()));
    server.fails(
        &format!("write {}/.git/hooks/pre-commit", later.display()),
        libc::EROFS,
    );
    server.fails(
        &format!("rename {0}/.git {0}/aside", later.display()),
        libc::EBUSY,
    );
    assert_eq!(server.revoke(&later), Ok(Change::Done));

    // Those of the start go, too.
    for folder in ["ro", "rw"] {
        assert_eq!(server.revoke(&scene.at(folder)), Ok(Change::Done));
        server.fails(
            &format!("read {}/file", scene.at(folder).display()),
            libc::ENOENT,
        );
    }
    assert_eq!(server.end(), 0);
}

fn held(scene: &Scene) {
    let later = scene.at("later");
    let path = later.display();
    let cases = [
        (format!("open it {path}/file"), "drop it"),
        (format!("folder it {path}"), "drop it"),
        (format!("watch it {path}"), "drop it"),
        (format!("stand {path}"), "stand /"),
    ];
    let mut server = Server::start(scene);
    for (take, leave) in cases {
        server.grant(&grant_of(&later, Access::Read)).unwrap();
        server.obeys(&take);
        assert_eq!(server.revoke(&later), Ok(Change::Held), "{take}");
        server.fails(&format!("read {path}/file"), libc::ENOENT);
        if take.starts_with("open") {
            assert_eq!(server.say("again it"), "later", "what is open stays open");
        }
        if take.starts_with("folder") {
            server.fails("inside it file", libc::EACCES);
        }
        server.obeys(leave);
    }
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    assert_eq!(server.revoke(&later), Ok(Change::Done), "nothing is held");
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    server.obeys(&format!("map {path}/file"));
    assert_eq!(server.revoke(&later), Ok(Change::Held), "a mapping");
    assert_eq!(server.end(), 0);
}

fn changes(scene: &Scene) {
    let mut server = Server::start(scene);
    let later = scene.at("later");
    let path = later.display();
    let (write, hook) = (
        format!("write {path}/file"),
        format!("write {path}/.git/hooks/pre-commit"),
    );
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    server.fails(&write, libc::EROFS);
    assert_eq!(server.set_access(&later, Access::Write), Ok(Change::Done));
    server.obeys(&write);
    server.fails(&hook, libc::EROFS);
    server.obeys(&format!("append it {path}/file"));
    assert_eq!(server.set_access(&later, Access::Read), Ok(Change::Held));
    server.obeys("drop it");
    assert_eq!(server.set_access(&later, Access::Read), Ok(Change::Done));
    server.fails(&write, libc::EROFS);
    assert_eq!(server.set_access(&later, Access::Write), Ok(Change::Done));
    server.obeys(&write);
    server.fails(&hook, libc::EROFS);
    assert_eq!(server.revoke(&later), Ok(Change::Done));
    server.fails(&format!("read {path}/file"), libc::ENOENT);

    assert_eq!(
        server.set_access(&scene.at("rw"), Access::Read),
        Ok(Change::Done)
    );
    server.fails(
        &format!("write {}/file", scene.at("rw").display()),
        libc::EROFS,
    );
    assert_eq!(server.end(), 0);
}

fn approved_only(scene: &Scene) {
    let mut server = Server::start(scene);
    let (later, other) = (scene.at("later"), scene.at("other"));
    let approved = grant_of(&later, Access::Read);
    fs::rename(&later, &other).unwrap();
    symlink(scene.at("home"), &later).unwrap();
    let refused = server.grant(&approved);
    assert!(
        matches!(refused, Err(ChangeError::Refused(_))),
        "a link: {refused:?}"
    );
    fs::remove_file(&later).unwrap();
    fs::create_dir(&later).unwrap();
    assert_eq!(server.grant(&approved), Err(ChangeError::AnotherFolder));
    fs::remove_dir(&later).unwrap();
    fs::rename(&other, &later).unwrap();
    server.grant(&approved).unwrap();
    for path in ["/", "/proc/self", "/dev", "/innkeeper/home"] {
        let grant = FolderGrant {
            path: path.into(),
            ..approved.clone()
        };
        assert_eq!(server.grant(&grant), Err(ChangeError::Path), "{path}");
    }
    assert_eq!(server.end(), 0);

    // The same at the start.
    let mut confinement = scene.confinement();
    confinement.grants.push(FolderGrant {
        inode: approved.inode.wrapping_add(1),
        ..approved
    });
    for method in [Method::Namespaces, Method::Filters] {
        let refused = Server::with(method, &confinement, scene);
        assert!(
            matches!(refused.err(), Some(SandboxError::TooWeak { .. })),
            "{method:?}"
        );
    }
}

fn nested(scene: &Scene) {
    let mut server = Server::start(scene);
    let (outer, inner) = (scene.at("nest/a"), scene.at("nest/a/b"));
    server.grant(&grant_of(&outer, Access::Write)).unwrap();
    assert_eq!(
        server.grant(&grant_of(&inner, Access::Read)),
        Err(ChangeError::Nested)
    );
    assert_eq!(
        server.grant(&grant_of(&scene.at("nest"), Access::Read)),
        Err(ChangeError::Nested)
    );
    assert_eq!(server.revoke(&outer), Ok(Change::Done));
    // The folder around its own program and all its grants.
    assert_eq!(
        server.grant(&grant_of(&scene.root, Access::Read)),
        Err(ChangeError::Nested)
    );
    assert_eq!(server.end(), 0);
}

/// In `/tmp` the server may rename what lies above a mount point.
fn renamed(scene: &Scene) {
    let mut server = Server::start(scene);
    let (outer, inner) = (scene.at("nest/a"), scene.at("nest/a/b"));
    let read = format!("read {}/file", inner.display());
    server.grant(&grant_of(&inner, Access::Read)).unwrap();
    assert_eq!(server.say(&read), "nested");
    let aside = scene.at("nest/aside");
    server.obeys(&format!("rename {} {}", outer.display(), aside.display()));
    assert_eq!(
        server.say(&format!("read {}/b/file", aside.display())),
        "nested"
    );
    assert_eq!(server.revoke(&inner), Ok(Change::Done));
    server.fails(&format!("read {}/b/file", aside.display()), libc::ENOENT);
    server.fails(&read, libc::ENOENT);
    assert_eq!(server.end(), 0);
}

/// This process starts another guard, which starts a server, and is killed.
fn killed_guard(scene: &Scene) {
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

fn hermits(scene: &Scene) {
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

fn not_run(scene: &Scene) {
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
fn interpreters(scene: &Scene) {
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

/// As on a system that refuses user namespaces: here, because this process uses up their number.
fn falls_back(scene: &Scene) {
    use rustix::thread::UnshareFlags;
    // A user namespace in which no other can be made; its files keep the owner that it had.
    let owner = (
        rustix::process::geteuid().as_raw(),
        rustix::process::getegid().as_raw(),
    );
    crate::raw::call(libc::SYS_unshare, [UnshareFlags::NEWUSER.bits() as usize]).unwrap();
    fs::write("/proc/self/setgroups", "deny").unwrap();
    fs::write("/proc/self/uid_map", format!("{0} {0} 1", owner.0)).unwrap();
    fs::write("/proc/self/gid_map", format!("{0} {0} 1", owner.1)).unwrap();
    fs::write("/proc/sys/user/max_user_namespaces", "0").unwrap();

    let start = |confinement: &Confinement| {
        let null = || File::open("/dev/null").unwrap().into();
        let program = sandbox::Program {
            path: "/bin/true".into(),
            args: vec![],
            env: vec![],
            cwd: "/".into(),
            streams: [null(), null(), null()],
        };
        sandbox::start(confinement, program)
    };
    let mut confinement = scene.confinement();
    let mut server = start(&confinement).unwrap();
    assert_eq!(server.report().method, Method::Filters);
    let because = &server.report().files.remarks;
    assert!(
        because
            .iter()
            .any(|remark| matches!(remark, sandbox::Remark::Refused(_))),
        "{because:?}"
    );
    assert_eq!(
        server.change(&FolderChange::Grant(grant_of(
            &scene.at("later"),
            Access::Read
        ))),
        Err(ChangeError::NeedsRestart)
    );
    assert_eq!(guard::end_of(&mut *server), 0);

    confinement.weakest = Method::Namespaces;
    let refused = start(&confinement).err();
    let Some(SandboxError::TooWeak { refusal, .. }) = refused else {
        panic!("it runs");
    };
    assert_eq!(
        (refusal.step, refusal.errno),
        (sandbox::Step::Namespaces, libc::ENOSPC)
    );
}
