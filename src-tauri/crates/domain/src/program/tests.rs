use super::*;
use crate::{LaunchSpec, LocalLaunch, RemoteLaunch, ResolvedProgram, ServerId};

fn local(file: &str, line: &[&str]) -> LaunchFacts {
    LaunchSpec::Local(launch(file, line)).facts()
}

fn launch(file: &str, line: &[&str]) -> LocalLaunch {
    let (command, args) = line.split_first().unwrap();
    LocalLaunch {
        server: ServerId::new(),
        command: (*command).to_owned(),
        program: ResolvedProgram {
            path: file.into(),
            target: None,
            searched: Vec::new(),
        },
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        cwd: "/home/me".into(),
        env: Vec::new(),
        risky: Vec::new(),
        plain: Vec::new(),
        roots: Vec::new(),
        contents: Vec::new(),
        path_value: String::new(),
        confinement: crate::Confinement::Unconfined { instead: None },
        package: None,
    }
}

fn remote(url: &str) -> LaunchFacts {
    LaunchSpec::Remote(RemoteLaunch {
        server: ServerId::new(),
        url: url.to_owned(),
        headers: Vec::new(),
    })
    .facts()
}

fn look(word: &str) -> PathKind {
    match word {
        "/opt/evil" => PathKind::Program,
        "/home/granted" => PathKind::Folder,
        _ => PathKind::Other,
    }
}

fn differ(before: &[&str], now: &[&str]) -> bool {
    let of = |line: &[&str]| local(&format!("/usr/bin/{}", line[0]), line);
    is_another_program(&of(before), &of(now), &look)
}

#[test]
fn another_program_is_seen_however_it_is_chosen() {
    for (before, now) in [
        (
            &["npx", "-y", "@a/files"][..],
            &["npx", "-y", "@b/files"][..],
        ),
        (
            &["npx", "-y", "files"],
            &["npx", "-y", "-p", "evil", "files"],
        ),
        (&["npx", "files"], &["npx", "files@npm:evil@1"]),
        (&["npx", "files"], &["npx", "github:evil/files"]),
        (
            &["npx", "files"],
            &["npx", "--registry=https://evil.example", "files"],
        ),
        (
            &["npx", "files"],
            &["npx", "--registry", "https://evil.example", "files"],
        ),
        (
            &["npx", "@smithery/cli", "run", "@a/b"],
            &["npx", "@smithery/cli", "run", "@evil/b"],
        ),
        (
            &["npx", "mcp-remote", "https://a.example/mcp"],
            &["npx", "mcp-remote", "https://b.example/mcp"],
        ),
        (
            &["npx", "gateway", "--stdio", "npx a"],
            &["npx", "gateway", "--stdio", "npx b"],
        ),
        (&["uvx", "a"], &["uvx", "b"]),
        (
            &["uvx", "--from", "a", "serve"],
            &["uvx", "--from", "b", "serve"],
        ),
        (&["uvx", "a"], &["uvx", "--with", "b", "a"]),
        (
            &["uvx", "mcp-proxy", "tool-a"],
            &["uvx", "mcp-proxy", "tool-b"],
        ),
        (
            &["uvx", "mcp-proxy", "--x", "1"],
            &["uvx", "mcp-proxy", "--x", "1", "/opt/evil"],
        ),
        (&["python3", "server.py"], &["python3", "other.py"]),
        (&["python3", "-m", "a"], &["python3", "-m", "b"]),
        (
            &["node", "server.js"],
            &["node", "--require", "./evil.js", "server.js"],
        ),
        (&["node", "server.js"], &["node", "-e", "evil()"]),
        (&["java", "-jar", "a.jar"], &["java", "-jar", "b.jar"]),
        (
            &["docker", "run", "-i", "a/x"],
            &["docker", "run", "-i", "b/x"],
        ),
        (&["sh", "-c", "a"], &["sh", "-c", "b"]),
        (&["env", "A=1", "a"], &["env", "A=1", "b"]),
        (
            &["files", "/home/me"],
            &["files", "/home/me", "node", "evil"],
        ),
        (&["files"], &["files", "--plugin=evil.so"]),
        (&["files"], &["other"]),
        (
            &["uv", "run", "--directory", "/a", "serve"],
            &["uv", "run", "--directory", "/b", "serve"],
        ),
    ] {
        assert!(differ(before, now), "{before:?} {now:?}");
    }
}

#[test]
fn another_version_or_argument_of_a_program_is_the_same_program() {
    for (before, now) in [
        (
            &["npx", "-y", "@a/files@1.2.0"][..],
            &["npx", "@a/files@latest"][..],
        ),
        (
            &["npx", "files"],
            &["npx", "-y", "files@2.0.0-beta.1", "--verbose"],
        ),
        (
            &["npx", "files", "/home/a"],
            &["npx", "files", "/home/b", "/home/c"],
        ),
        (
            &["npx", "mcp-remote", "https://a.example/mcp"],
            &["npx", "mcp-remote@0.2", "https://a.example/v2"],
        ),
        (
            &["uvx", "a==1.2"],
            &["uvx", "a@1.3", "--log-level", "debug"],
        ),
        (
            &["python3.11", "server.py"],
            &["python3.11", "server.py", "--port", "80"],
        ),
        (
            &["docker", "run", "-i", "a/x:1.2"],
            &["docker", "run", "-i", "a/x@sha256:0a1b"],
        ),
        (
            &["files", "--root", "/home/a"],
            &["files", "--root", "/home/b", "--read-only"],
        ),
    ] {
        assert!(!differ(before, now), "{before:?} {now:?}");
    }
    let node = |file: &str| local(file, &["node", "server.js"]);
    let nvm = |version: &str| node(&format!("/home/me/.nvm/versions/node/{version}/bin/node"));
    assert!(!is_another_program(&nvm("v20.1.0"), &nvm("v22.3.1"), &look));
    assert!(!is_another_program(
        &local("/usr/bin/python3.11", &["python3", "a.py"]),
        &local("/usr/bin/python3.12", &["python3", "a.py"]),
        &look
    ));
    assert!(is_another_program(
        &node("/usr/bin/node"),
        &node("/tmp/node"),
        &look
    ));
}

#[test]
fn another_folder_or_a_variable_that_loads_code_is_another_program() {
    let node = |cwd: &str, variable: &str| {
        LaunchSpec::Local(LocalLaunch {
            server: ServerId::new(),
            command: "node".to_owned(),
            program: ResolvedProgram {
                path: "/usr/bin/node".into(),
                target: None,
                searched: Vec::new(),
            },
            args: vec!["server.js".to_owned()],
            cwd: cwd.into(),
            env: vec![crate::EnvEntry {
                name: variable.to_owned(),
                source: crate::EnvSource::Keychain,
            }],
            risky: Vec::new(),
            plain: Vec::new(),
            roots: Vec::new(),
            contents: Vec::new(),
            path_value: String::new(),
            confinement: crate::Confinement::Unconfined { instead: None },
            package: None,
        })
        .facts()
    };
    let before = node("/a", "TOKEN");
    assert!(!is_another_program(
        &before,
        &node("/a", "ENVIRONMENT"),
        &look
    ));
    assert!(is_another_program(&before, &node("/b", "TOKEN"), &look));
    for loader in ["NODE_OPTIONS", "LD_PRELOAD", "npm_config_registry", "PATH"] {
        assert!(
            is_another_program(&before, &node("/a", loader), &look),
            "{loader}"
        );
    }
}

#[test]
fn another_origin_is_another_server_and_another_path_is_not() {
    let differ =
        |now: &str| is_another_program(&remote("https://a.example/mcp"), &remote(now), &look);
    assert!(!differ("https://a.example:443/v2?x=1"));
    for now in [
        "https://b.example/mcp",
        "http://a.example/mcp",
        "https://a.example:8443/mcp",
        "https://a.example.evil.example/mcp",
    ] {
        assert!(differ(now), "{now}");
    }
    assert!(is_another_program(
        &remote("https://a.example/"),
        &local("/usr/bin/a", &["a"]),
        &look
    ));
    assert!(is_another_program(
        &LaunchFacts::default(),
        &LaunchFacts::default(),
        &look
    ));
}

#[test]
fn an_installed_package_is_the_program_that_its_runner_fetches() {
    let facts = |package: &str, installed: bool| {
        let launch = launch("/usr/bin/npx", &["npx", "-y", package]);
        let package = installed.then(|| crate::InstalledPackage {
            name: package.to_owned(),
            version: "1.0.0".to_owned(),
            lock: "a".repeat(64),
            tree: "b".repeat(64),
            program: "/usr/bin/node".into(),
            args: Vec::new(),
            folders: Vec::new(),
            set: None,
        });
        LaunchSpec::Local(LocalLaunch { package, ..launch }).facts()
    };
    let nothing: LookAt<'_> = &|_| PathKind::Other;
    let (fetched, installed) = (facts("@good/files", false), facts("@good/files", true));
    assert!(!is_another_program(&fetched, &installed, nothing));
    assert!(!is_another_program(&installed, &fetched, nothing));
    assert!(is_another_program(
        &installed,
        &facts("@evil/files", true),
        nothing
    ));
    assert!(is_another_program(
        &installed,
        &facts("@evil/files", false),
        nothing
    ));
}
