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

fn differ(before: &[&str], now: &[&str]) -> bool {
    let of = |line: &[&str]| local(&format!("/usr/bin/{}", line[0]), line);
    is_another_program(&of(before), &of(now))
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

/// Pairs that differ in one argument, which the programs read in ways that nobody knows here.
#[test]
fn every_argument_counts() {
    for (before, now) in [
        (
            &["npx", "files", "/home/a"][..],
            &["npx", "files", "/home/b"][..],
        ),
        (&["npx", "files"], &["npx", "files", "--verbose"]),
        (
            &["npx", "files", "--port", "1"],
            &["npx", "files", "--port", "2"],
        ),
        (&["npx", "a", "b@1"], &["npx", "a", "b@2"]),
        (&["npx", "./a@1"], &["npx", "./a@2"]),
        (&["npx", "a@1"], &["npx", "a@https://evil.example/a.tgz"]),
        (&["npx", "--offline", "a"], &["npx", "a"]),
        (
            &["npx", "mcp-remote", "https://a.example/one"],
            &["npx", "mcp-remote", "https://a.example/two"],
        ),
        (
            &["npx", "mcp-remote", "https://a.example/?to=one"],
            &["npx", "mcp-remote", "https://a.example/?to=two"],
        ),
        (
            &["npx", "gateway", "--stdio", "a"],
            &["npx", "gateway", "--stdio", "b"],
        ),
        (
            &["node", "/opt/npm-cli.js", "exec", "a"],
            &["node", "/opt/npm-cli.js", "exec", "b"],
        ),
        (
            &["node", "/opt/npm-cli.js", "exec", "a"],
            &["node", "/tmp/npm-cli.js", "exec", "a"],
        ),
        (&["npm-cli", "exec", "a"], &["npm-cli", "exec", "b"]),
        (&["yarnpkg", "dlx", "a"], &["yarnpkg", "dlx", "b"]),
        (
            &["pnpm", "dlx", "a"],
            &["pnpm", "dlx", "--package", "b", "a"],
        ),
        (
            &["pnpm", "--dir", "/a", "dlx", "a"],
            &["pnpm", "--dir", "/b", "dlx", "a"],
        ),
        (&["bunx", "a"], &["bunx", "b"]),
        (
            &["uvx", "--with", "a==1", "b"],
            &["uvx", "--with", "a==1,evil", "b"],
        ),
        (&["uvx", "a", "--db", "one"], &["uvx", "a", "--db", "two"]),
        (
            &["uvx", "--from", "git+https://a.example/x", "x"],
            &["uvx", "--from", "git+https://a.example/y", "x"],
        ),
        (&["pipx", "run", "a"], &["pipx", "run", "b"]),
        (
            &["pipx", "run", "--spec", "a", "x"],
            &["pipx", "run", "--spec", "b", "x"],
        ),
        (&["python3", "-m", "a", "b"], &["python3", "-m", "a", "c"]),
        (
            &["python3", "-X", "a", "s.py"],
            &["python3", "-X", "b", "s.py"],
        ),
        (&["node", "/a/index.js"], &["node", "/b/index.js"]),
        (&["node", "s.js", "one"], &["node", "s.js", "two"]),
        (
            &["deno", "run", "https://a.example/one.ts"],
            &["deno", "run", "https://a.example/two.ts"],
        ),
        (
            &["deno", "run", "-A", "npm:a"],
            &["deno", "run", "-A", "npm:b"],
        ),
        (
            &["docker", "run", "a/x"],
            &["docker", "run", "--privileged", "a/x"],
        ),
        (
            &["docker", "run", "-v", "/a:/w", "x"],
            &["docker", "run", "-v", "/b:/w", "x"],
        ),
        (
            &["docker", "run", "x", "h:80"],
            &["docker", "run", "x", "h:81"],
        ),
        (
            &["docker", "run", "--odd", "h:80", "x"],
            &["docker", "run", "--odd", "h:81", "x"],
        ),
        (
            &["docker", "run", "localhost:5000/x"],
            &["docker", "run", "localhost:6000/x"],
        ),
        (&["dnx", "A"], &["dnx", "B"]),
        (
            &["go", "run", "a.example/x@v1"],
            &["go", "run", "b.example/x@v1"],
        ),
        (&["go", "run", "./x", "h@1"], &["go", "run", "./x", "h@2"]),
        (
            &["cargo", "run", "--bin", "a"],
            &["cargo", "run", "--bin", "b"],
        ),
        (&["cargo", "run", "a@1"], &["cargo", "run", "a@2"]),
        (&["uv", "run", "a.py"], &["uv", "run", "b.py"]),
        (&["sh", "-c", "npx a@1"], &["sh", "-c", "npx a@2"]),
        (&["env", "A=1", "npx", "a"], &["env", "A=2", "npx", "a"]),
        (
            &["env", "-C", "/a", "npx", "a"],
            &["env", "-C", "/b", "npx", "a"],
        ),
        (&["cmd", "/c", "npx", "a"], &["cmd", "/c", "npx", "b"]),
        (&["ssh", "me@1.2.3.4", "a"], &["ssh", "me@1.2.3.5", "a"]),
        (&["server"], &["server", "/home"]),
        (&["server", "one"], &["server", "two"]),
    ] {
        assert!(differ(before, now), "{before:?} {now:?}");
        assert!(differ(now, before), "{now:?} {before:?}");
    }
}

#[test]
fn what_the_host_added_does_not_count_by_its_value_alone() {
    let with = |args: &[&str], folders: &[&str]| {
        let line: Vec<&str> = ["server"]
            .iter()
            .chain(args)
            .chain(folders)
            .copied()
            .collect();
        let roots = folders.iter().map(|&path| crate::PassedRoot {
            path: path.to_owned(),
            variable: None,
        });
        let roots = roots.collect();
        let launch = launch("/usr/bin/server", &line);
        LaunchSpec::Local(LocalLaunch { roots, ..launch }).facts()
    };
    let plain = with(&["x"], &[]);
    for folders in [&["/a"][..], &["/a", "/b"], &["x"]] {
        assert!(
            !is_another_program(&plain, &with(&["x"], folders)),
            "{folders:?}"
        );
    }
    assert!(!is_another_program(
        &with(&["x"], &["/a"]),
        &with(&["x"], &["/b"])
    ));
    // A folder of the command line's own counts, wherever it stands.
    assert!(is_another_program(&plain, &with(&["x", "/a"], &[])));
    assert!(is_another_program(&plain, &with(&["x", "/a"], &["/a"])));
    assert!(is_another_program(&plain, &with(&["/a"], &["x"])));
    assert!(is_another_program(&plain, &with(&["x", "/b"], &["/a"])));
}

#[test]
fn options_of_a_bundle_do_not_count_and_its_arguments_are_those_of_its_version() {
    let bundle = |args: &[&str], entered: &[&str], version: &str, name: &str| {
        let line: Vec<&str> = ["node", "${__dirname}/s.js"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let launch = launch("/usr/bin/node", &line);
        let package = crate::InstalledPackage {
            name: name.to_owned(),
            version: version.to_owned(),
            lock: version.to_owned(),
            tree: version.to_owned(),
            program: "/usr/bin/node".into(),
            args: Vec::new(),
            folders: Vec::new(),
            set: None,
            entered: Some(entered.iter().map(|&value| value.to_owned()).collect()),
        };
        let package = Some(package);
        LaunchSpec::Local(LocalLaunch { package, ..launch }).facts()
    };
    let before = bundle(
        &["--dir=/a", "/a", "--log"],
        &["/a", "/a"],
        "1",
        "good files",
    );
    let same = bundle(
        &["--dir=/b", "/c", "--log"],
        &["/b", "/c"],
        "1",
        "good files",
    );
    assert!(!is_another_program(&before, &same));
    let edited = bundle(
        &["--dir=/b", "/c", "--evil"],
        &["/b", "/c"],
        "1",
        "good files",
    );
    assert!(is_another_program(&before, &edited));
    let update = bundle(&["--more"], &[], "2", "good files");
    assert!(!is_another_program(&before, &update));
    assert!(is_another_program(
        &before,
        &bundle(&["--more"], &[], "2", "evil files")
    ));
    let package = local("/usr/bin/node", &["node", "${__dirname}/s.js", "--more"]);
    assert!(is_another_program(&update, &package));
}

#[test]
fn another_version_of_a_package_is_the_same_program() {
    for (before, now) in [
        (
            &["npx", "-y", "@a/files@1.2.0"][..],
            &["npx", "@a/files@latest"][..],
        ),
        (&["npx", "files"], &["npx", "-q", "files@2.0.0-beta.1"]),
        (
            &["npx", "--package", "a@1", "serve", "x@1"],
            &["npx", "--package", "a@2", "serve", "x@1"],
        ),
        (
            &["npx", "mcp-remote", "https://a.example/mcp"],
            &["npx", "mcp-remote@0.2", "https://a.example/mcp"],
        ),
        (
            &["npm", "exec", "--", "files"],
            &["npm", "exec", "--", "files"],
        ),
        (&["pnpm", "dlx", "a@1"], &["pnpm", "dlx", "a@^2"]),
        (&["bunx", "--bun", "a@1"], &["bunx", "--bun", "a@2"]),
        (&["uvx", "a==1.2"], &["uvx", "a@1.3"]),
        (
            &["uvx", "--from", "a[x]>=1.2", "serve"],
            &["uvx", "--from", "a[x]", "serve"],
        ),
        (&["pipx", "run", "a==1"], &["pipx", "run", "a==2"]),
        (
            &["docker", "run", "-i", "--rm", "-e", "TOKEN", "a/x:1.2"],
            &[
                "docker",
                "run",
                "-i",
                "--rm",
                "-e",
                "TOKEN",
                "a/x:1.3@sha256:0a1b",
            ],
        ),
        (
            &["deno", "run", "-A", "npm:a@1"],
            &["deno", "run", "-A", "npm:a@2"],
        ),
        (
            &["go", "run", "a.example/x@v1.0.0"],
            &["go", "run", "a.example/x@latest"],
        ),
        (&["dnx", "-y", "A.Files@1.0"], &["dnx", "-y", "A.Files@1.1"]),
        (
            &["cmd", "/c", "npx", "-y", "a@1"],
            &["cmd", "/c", "npx", "-y", "a@2"],
        ),
        (&["env", "A=1", "uvx", "a@1"], &["env", "A=1", "uvx", "a@2"]),
        (
            &["node", "/opt/npm-cli.js", "exec", "a@1"],
            &["node", "/opt/npm-cli.js", "exec", "a@2"],
        ),
        (
            &["python3", "-m", "pipx", "run", "a"],
            &["python3", "-m", "pipx", "run", "a==2"],
        ),
    ] {
        assert!(!differ(before, now), "{before:?} {now:?}");
        assert!(!differ(now, before), "{now:?} {before:?}");
    }
    let node = |file: &str| local(file, &["node", "server.js"]);
    let nvm = |version: &str| node(&format!("/home/me/.nvm/versions/node/{version}/bin/node"));
    assert!(!is_another_program(&nvm("v20.1.0"), &nvm("v22.3.1")));
    assert!(!is_another_program(
        &local("/usr/bin/python3.11", &["python3", "a.py"]),
        &local("/usr/bin/python3.12", &["python3", "a.py"]),
    ));
    assert!(is_another_program(
        &node("/usr/bin/node"),
        &node("/tmp/node"),
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
    assert!(!is_another_program(&before, &node("/a", "ENVIRONMENT"),));
    assert!(is_another_program(&before, &node("/b", "TOKEN")));
    for loader in ["NODE_OPTIONS", "LD_PRELOAD", "npm_config_registry", "PATH"] {
        assert!(is_another_program(&before, &node("/a", loader)), "{loader}");
    }
}

#[test]
fn another_origin_is_another_server_and_another_path_is_not() {
    let differ = |now: &str| is_another_program(&remote("https://a.example/mcp"), &remote(now));
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
    ));
    assert!(is_another_program(
        &LaunchFacts::default(),
        &LaunchFacts::default(),
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
            entered: None,
        });
        LaunchSpec::Local(LocalLaunch { package, ..launch }).facts()
    };
    let (fetched, installed) = (facts("@good/files", false), facts("@good/files", true));
    assert!(!is_another_program(&fetched, &installed));
    assert!(!is_another_program(&installed, &fetched));
    assert!(is_another_program(&installed, &facts("@evil/files", true),));
    assert!(is_another_program(&installed, &facts("@evil/files", false),));
}
