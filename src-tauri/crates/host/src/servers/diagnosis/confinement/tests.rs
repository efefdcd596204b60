//! Output of Node.js 20, Python 3.11, a shell, Docker, OpenSSH, Git and others in the sandbox, and what it means.

use std::path::PathBuf;

use domain::{
    Confined, Confinement, Enforcement, LocalLaunch, LocalNetwork, ResolvedProgram, ServerId,
};
use launcher::ExitReport;

use super::*;
use crate::{
    server::SecretRedactor,
    servers::diagnosis::{
        barrier::{Refused, Socket},
        evidence::Evidence,
    },
};

/// A user's machine, and a server that is started on it.
struct Scene {
    folder: tempfile::TempDir,
    launch: LocalLaunch,
}

impl Scene {
    fn new(network: LocalNetwork) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let top = dunce::canonicalize(folder.path()).unwrap();
        let bin = top.join("bin");
        for made in ["bin", "private/home", "work"] {
            std::fs::create_dir_all(top.join(made)).unwrap();
        }
        let path_value = bin.to_str().unwrap().to_owned();
        let program = Confined {
            programs: vec![PathBuf::from("/opt/server")],
            network,
            run_in_home: false,
            unix_sockets: false,
            weakest: Enforcement::Full,
        };
        let launch = LocalLaunch {
            server: ServerId::new(),
            command: "server".into(),
            program: ResolvedProgram {
                path: "/opt/server/run".into(),
                target: None,
                searched: Vec::new(),
            },
            args: Vec::new(),
            cwd: "/".into(),
            env: Vec::new(),
            risky: Vec::new(),
            plain: Vec::new(),
            roots: Vec::new(),
            contents: Vec::new(),
            path_value,
            confinement: Confinement::Confined(program),
            package: None,
        };
        Self { folder, launch }
    }

    fn path(&self, name: &str) -> PathBuf {
        dunce::canonicalize(self.folder.path()).unwrap().join(name)
    }

    #[cfg(unix)]
    fn program(&self, name: &str) -> String {
        use std::os::unix::fs::PermissionsExt;

        let file = self.path(name);
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        let may_run = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&file, may_run).unwrap();
        file.to_str().unwrap().to_owned()
    }

    fn ended(&self, stderr: &str, signal: Option<i32>, refused: &[&str]) -> Option<Barrier> {
        let veil = SecretRedactor::default();
        let home = self.path("private/home");
        let cause = find(&Evidence {
            server: "Test",
            launch: &self.launch,
            home: Some(&home),
            granted: &[self.path("work")],
            run: None,
            exit: signal.map(|signal| ExitReport {
                code: None,
                signal: Some(signal),
                out_of_memory: false,
            }),
            stderr,
            printed: Vec::new(),
            may_ask: mcp::MayAsk::default(),
            refused: refused.iter().map(|&host| host.to_owned()).collect(),
            veil: &veil,
        })?;
        let Cause::Sandbox { barrier, server } = cause else {
            panic!("{cause:?}");
        };
        assert_eq!(server, "Test");
        // Each has its sentences.
        let mut texts = [barrier.why(), barrier.to_do("Test")].into_iter();
        assert!(texts.all(|text| !messages::Text::from(text).to_string().is_empty()));
        Some(barrier)
    }

    fn says(&self, stderr: &str) -> Option<Barrier> {
        self.ended(stderr, None, &[])
    }
}

#[cfg(unix)]
#[test]
fn program_of_the_user_is_named_and_an_unknown_one_is_not() {
    let scene = Scene::new(LocalNetwork::Asked);
    let tool = scene.program("bin/mytool");
    for said in [
        "Error: spawn mytool ENOENT\n    at ChildProcess._handle.onexit (node:internal/child_process:285:19)",
        "Error: spawnSync mytool ENOENT",
        "FileNotFoundError: [Errno 2] No such file or directory: 'mytool'",
        "exec: \"mytool\": executable file not found in $PATH",
        "sh: 1: mytool: not found",
        "bash: line 1: mytool: command not found",
        "/usr/bin/env: ‘mytool’: No such file or directory",
        "env: mytool: No such file or directory",
    ] {
        assert_eq!(
            scene.says(said),
            Some(Barrier::Program(tool.clone())),
            "{said}"
        );
        assert_eq!(
            scene.says(&said.replace("mytool", "another")),
            None,
            "{said}"
        );
    }
    let shim = format!("/opt/server/run: line 12: {tool}: No such file or directory");
    assert_eq!(scene.says(&shim), Some(Barrier::Program(tool.clone())));
    let data = scene.path("work/data.csv");
    std::fs::write(&data, "").unwrap();
    let folder = data.parent().unwrap().to_str().unwrap().to_owned();
    let data = data.to_str().unwrap().to_owned();
    let read = format!("FileNotFoundError: [Errno 2] No such file or directory: '{data}'");
    assert_eq!(
        scene.says(&read),
        Some(Barrier::OutOfSight {
            path: data,
            folder: Some(folder)
        })
    );
}

#[cfg(unix)]
#[test]
fn file_that_may_not_be_run_is_told_from_one_that_is_not_seen() {
    let mut scene = Scene::new(LocalNetwork::Asked);
    for (said, path) in [
        (
            "Error: spawnSync /innkeeper/home/t.sh EACCES",
            "/innkeeper/home/t.sh",
        ),
        (
            "Error: spawn /tmp/made-by-it/t.sh EACCES",
            "/tmp/made-by-it/t.sh",
        ),
        (
            "sh: 1: /innkeeper/home/t.sh: Permission denied",
            "/innkeeper/home/t.sh",
        ),
        (
            "fork/exec /tmp/go-build1/b001/exe/main: permission denied",
            "/tmp/go-build1/b001/exe/main",
        ),
        (
            "OSError: /innkeeper/home/a.so: failed to map segment from shared object",
            "/innkeeper/home/a.so",
        ),
    ] {
        assert_eq!(
            scene.says(said),
            Some(Barrier::NotExecutable(path.into())),
            "{said}"
        );
    }
    let granted = scene.program("work/run.sh");
    let said = format!("Error: spawn {granted} EACCES");
    assert_eq!(
        scene.says(&said),
        Some(Barrier::NotExecutableInGrant(granted))
    );
    // One that may run what it downloads has another problem.
    let Confinement::Confined(confined) = &mut scene.launch.confinement else {
        unreachable!()
    };
    confined.run_in_home = true;
    assert_eq!(scene.says("Error: spawn /tmp/made-by-it/t.sh EACCES"), None);
}

#[test]
fn sockets_and_refused_calls_need_a_run_without_a_sandbox() {
    let scene = Scene::new(LocalNetwork::Asked);
    for (said, barrier) in [
        (
            "Error: connect EPERM /var/run/docker.sock\n    at PipeConnectWrap.afterConnect",
            Barrier::Socket(Socket::Containers),
        ),
        (
            "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: dial unix /var/run/docker.sock: socket: operation not permitted",
            Barrier::Socket(Socket::Containers),
        ),
        (
            "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
            Barrier::Socket(Socket::Containers),
        ),
        (
            "  File \"/opt/server/x.py\", line 3, in <module>\n    s.connect(\"/var/run/docker.sock\")\nPermissionError: [Errno 1] Operation not permitted",
            Barrier::Socket(Socket::Containers),
        ),
        (
            "Error connecting to agent: Operation not permitted",
            Barrier::Socket(Socket::SshAgent),
        ),
        (
            "Could not open a connection to your authentication agent.",
            Barrier::Socket(Socket::SshAgent),
        ),
        (
            "Failed to connect to bus: Operation not permitted",
            Barrier::Socket(Socket::SessionBus),
        ),
        (
            "Cannot autolaunch D-Bus without X11 $DISPLAY",
            Barrier::Socket(Socket::SessionBus),
        ),
        (
            "Error: Can't open display: :0",
            Barrier::Socket(Socket::Display),
        ),
        (
            "Missing X server or $DISPLAY",
            Barrier::Socket(Socket::Display),
        ),
        (
            "Error: async initializeServer: listen EPERM: operation not permitted /tmp/pw-7505d64a/browser/browser-d97e50.sock",
            Barrier::Socket(Socket::Own),
        ),
        (
            "FATAL:chrome/browser/process_singleton_posix.cc:297] Check failed: . socket() failed: Operation not permitted (1)",
            Barrier::Socket(Socket::Own),
        ),
        (
            "Error: connect EPERM /run/mysqld/mysqld.sock",
            Barrier::Socket(Socket::Other),
        ),
        (
            "unshare: unshare failed: Operation not permitted",
            Barrier::Refused(Refused::Namespaces),
        ),
        (
            "mount: /tmp: permission denied.",
            Barrier::Refused(Refused::Mounts),
        ),
        (
            "strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted",
            Barrier::Refused(Refused::Tracing),
        ),
        (
            "[12:12:1123/083700.1:FATAL:zygote_host_impl_linux.cc(126)] No usable sandbox! Update your kernel or see https://chromium.googlesource.com/chromium/src/+/main/docs/linux/suid_sandbox_development.md",
            Barrier::Refused(Refused::BrowserSandbox),
        ),
    ] {
        assert_eq!(scene.says(said), Some(barrier), "{said}");
    }
    assert_eq!(scene.ended("", Some(31), &[]), Some(Barrier::ForeignCall));
    assert_eq!(scene.ended("", Some(25), &[]), Some(Barrier::FileTooLarge));
    assert_eq!(scene.ended("", Some(9), &[]), None);
}

#[test]
fn limits_are_recognised_and_counted() {
    let scene = Scene::new(LocalNetwork::Asked);
    for (said, limit) in [
        ("RuntimeError: can't start new thread", Limit::Processes),
        (
            "BlockingIOError: [Errno 11] Resource temporarily unavailable\nbash: fork: retry: Resource temporarily unavailable",
            Limit::Processes,
        ),
        ("Error: spawn /usr/bin/true EAGAIN", Limit::Processes),
        (
            "runtime: failed to create new OS thread (have 500 already; errno=11)\nruntime/cgo: pthread_create failed: Resource temporarily unavailable",
            Limit::Processes,
        ),
        (
            "fatal: cannot fork() for remote-https: Resource temporarily unavailable",
            Limit::Processes,
        ),
        ("MemoryError", Limit::Memory),
        ("RangeError: Array buffer allocation failed", Limit::Memory),
        (
            "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
            Limit::Memory,
        ),
        ("OSError: [Errno 12] Cannot allocate memory", Limit::Memory),
        (
            "memory allocation of 3221225472 bytes failed",
            Limit::Memory,
        ),
        ("OSError: [Errno 28] No space left on device", Limit::Space),
        (
            "Error: ENOSPC: no space left on device, write '/tmp/big'",
            Limit::Space,
        ),
    ] {
        assert_eq!(scene.says(said), Some(Barrier::Limit(limit)), "{said}");
        assert_eq!(
            limits_hit(said).first().map(|hit| hit.0),
            Some(limit),
            "{said}"
        );
    }
    // The disk is full, or too many files are watched.
    for other in [
        "Error: ENOSPC: no space left on device, write '/innkeeper/home/big'",
        "Error: ENOSPC: System limit for number of file watchers reached, watch '/x'",
    ] {
        assert_eq!(scene.says(other), None, "{other}");
    }
    let twice =
        limits_hit("MemoryError\nOSError: [Errno 28] No space left on device\nMemoryError\n");
    assert_eq!(twice, [(Limit::Memory, 2), (Limit::Space, 1)]);
}

#[test]
fn host_is_named_where_the_text_names_one() {
    let scene = Scene::new(LocalNetwork::None);
    let to = |host: Option<&str>| {
        Some(Barrier::NoNetwork {
            host: host.map(str::to_owned),
            weakest: Enforcement::Full,
        })
    };
    for (said, host) in [
        (
            "npm error code EAI_AGAIN\nnpm error request to https://registry.npmjs.org/x failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org",
            Some("registry.npmjs.org:443"),
        ),
        (
            "fatal: unable to access 'https://github.com/x/y/': Could not resolve host: github.com",
            Some("github.com:443"),
        ),
        (
            "socket.gaierror: [Errno -3] Temporary failure in name resolution",
            None,
        ),
        (
            "dial tcp: lookup api.example.com: Temporary failure in name resolution",
            Some("api.example.com:443"),
        ),
        (
            "ssh: Could not resolve hostname github.com: Temporary failure in name resolution",
            Some("github.com:22"),
        ),
        ("Error: connect EACCES 93.184.216.34:443", None),
    ] {
        assert_eq!(scene.says(said), to(host), "{said}");
    }
    let asked = Scene::new(LocalNetwork::Asked);
    let refused = asked.ended(
        "fatal: unable to access 'https://github.com/x/y/': CONNECT tunnel failed, response 403",
        None,
        &["github.com:443"],
    );
    assert_eq!(refused, Some(Barrier::HostRefused("github.com:443".into())));
    let open = Scene::new(LocalNetwork::Open);
    assert_eq!(open.says("getaddrinfo EAI_AGAIN registry.npmjs.org"), None);
}

#[test]
fn service_of_this_machine_is_named_with_its_address() {
    let scene = Scene::new(LocalNetwork::Asked);
    for (said, address) in [
        (
            "Error: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect",
            "127.0.0.1:6379",
        ),
        ("Error: connect ECONNREFUSED ::1:5432", "[::1]:5432"),
        (
            "dial tcp 127.0.0.1:5432: connect: connection refused",
            "127.0.0.1:5432",
        ),
        (
            "psql: error: connection to server at \"127.0.0.1\", port 5432 failed: Connection refused",
            "127.0.0.1:5432",
        ),
        (
            "redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.",
            "127.0.0.1:6379",
        ),
        (
            "curl: (7) Failed to connect to localhost port 8080 after 0 ms: Connection refused",
            "127.0.0.1:8080",
        ),
    ] {
        let local = |asked| {
            Some(Barrier::LocalService {
                address: address.into(),
                asked,
            })
        };
        assert_eq!(scene.says(said), local(true), "{said}");
        let offline = Scene::new(LocalNetwork::None);
        assert_eq!(offline.says(said), local(false), "{said}");
    }
    let offline = Scene::new(LocalNetwork::None);
    let said = "Error: connect EACCES 127.0.0.1:6379";
    assert!(matches!(
        offline.says(said),
        Some(Barrier::LocalService { asked: false, .. })
    ));
    assert_eq!(
        scene.says("Error: connect ECONNREFUSED 93.184.216.34:5432"),
        None
    );
    let open = Scene::new(LocalNetwork::Open);
    assert_eq!(
        open.says("Error: connect ECONNREFUSED 127.0.0.1:6379"),
        None
    );
}

#[test]
fn nothing_is_blamed_on_a_sandbox_that_is_not_there() {
    let mut scene = Scene::new(LocalNetwork::None);
    scene.launch.confinement = Confinement::Unconfined { instead: None };
    for said in [
        "MemoryError",
        "Error: connect EPERM /var/run/docker.sock",
        "getaddrinfo EAI_AGAIN x.example",
    ] {
        assert_eq!(scene.says(said), None);
    }
}

#[test]
fn paths_are_found_in_what_programs_say() {
    let paths_in = found::paths_in;
    let node = "Error: ENOENT: no such file or directory, stat '/home/me/My Files'";
    assert!(paths_in(node).contains(&"/home/me/My Files".into()));
    let python = "PermissionError: [Errno 13] Permission denied: /srv/data.db:";
    assert!(paths_in(python).contains(&"/srv/data.db".into()));
    assert!(paths_in("nothing is here").is_empty());
}
