//! Command lines, and what they are recognised as.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

use packages::{
    AsWritten, Container, Ecosystem, Engine, Entry, LINE_MAX, Recipe, Recognition, Runner, Spec,
    WORDS_MAX, recognise,
};
use proptest::prelude::*;

fn line(line: &str) -> Recognition {
    let mut words = line.split(' ').map(str::to_owned);
    let program = words.next().unwrap();
    recognise(&program, &words.collect::<Vec<_>>())
}

fn recipe(text: &str) -> Recipe {
    match line(text) {
        Recognition::Package(recipe) => recipe,
        other => panic!("{text}: {other:?}"),
    }
}

fn reason(text: &str) -> AsWritten {
    match line(text) {
        Recognition::AsWritten { reason, .. } => reason,
        other => panic!("{text}: {other:?}"),
    }
}

fn spec(name: &str, version: Option<&str>) -> Spec {
    Spec {
        name: name.to_owned(),
        extras: Vec::new(),
        version: version.map(str::to_owned),
        marker: None,
    }
}

#[test]
fn package_of_npm_is_recognised_however_it_is_spelled() {
    for (text, runner) in [
        ("npx -y @a/b@1.2 x --y", Runner::Npm),
        ("npx --yes @a/b@1.2 x --y", Runner::Npm),
        ("npx -y -- @a/b@1.2 x --y", Runner::Npm),
        ("/usr/bin/npx -q @a/b@1.2 x --y", Runner::Npm),
        (r"C:\node\NPX.CMD @a/b@1.2 x --y", Runner::Npm),
        ("cmd /c npx -y @a/b@1.2 x --y", Runner::Npm),
        ("cmd.exe /d /s /C npx.cmd -y @a/b@1.2 x --y", Runner::Npm),
        ("npm exec -y -- @a/b@1.2 x --y", Runner::Npm),
        ("npm x --yes @a/b@1.2 x -- --y", Runner::Npm),
        ("pnpm dlx @a/b@1.2 x --y", Runner::Pnpm),
        ("pnpx @a/b@1.2 x --y", Runner::Pnpm),
        ("pnpm --silent dlx @a/b@1.2 x --y", Runner::Pnpm),
        ("yarn dlx -q @a/b@1.2 x --y", Runner::Yarn),
        ("bunx @a/b@1.2 x --y", Runner::Bun),
        ("bun x -y @a/b@1.2 x --y", Runner::Bun),
    ] {
        let wanted = Recipe {
            runner,
            packages: vec![spec("@a/b", Some("1.2"))],
            entry: Entry::Default,
            python: None,
            prerelease: false,
            args: vec!["x".to_owned(), "--y".to_owned()],
        };
        assert_eq!(recipe(text), wanted, "{text}");
    }
}

#[test]
fn package_of_python_is_recognised_however_it_is_spelled() {
    for (text, runner) in [
        ("uvx --python 3.12 b@1.2 -p x", Runner::Uv),
        ("uvx -q -p python3.12 b==1.2 -p x", Runner::Uv),
        ("uv tool run --python=3.12 b@1.2 -p x", Runner::Uv),
        ("uv --quiet tool run --python 3.12 b@1.2 -p x", Runner::Uv),
        ("cmd /c uvx.exe --python 3.12 b@1.2 -p x", Runner::Uv),
        ("pipx run --python 3.12 b==1.2 -p x", Runner::Pipx),
    ] {
        let found = recipe(text);
        assert_eq!(found.runner, runner, "{text}");
        assert_eq!(found.packages, [spec("b", Some("==1.2"))], "{text}");
        assert_eq!(found.python.as_deref(), Some("3.12"), "{text}");
        assert_eq!(found.args, ["-p", "x"], "{text}");
        assert_eq!(found.ecosystem(), Ecosystem::Python);
    }
}

#[test]
fn named_packages_and_their_program_are_told_apart() {
    let found = recipe("npx -p a@^1 --package=@s/b tool -p x");
    assert_eq!(found.packages, [spec("a", Some("^1")), spec("@s/b", None)]);
    assert_eq!(found.entry, Entry::Named("tool".to_owned()));
    assert_eq!(found.args, ["-p", "x"]);

    let found = recipe("uvx --from b[x,y]>=1,<2 --with c,d>=1,<3 --prerelease=allow tool --with e");
    let names: Vec<_> = found.packages.iter().map(|spec| &*spec.name).collect();
    assert_eq!(names, ["b", "c", "d"]);
    assert_eq!(found.packages[0].extras, ["x", "y"]);
    assert_eq!(found.packages[0].version.as_deref(), Some(">=1,<2"));
    assert_eq!(found.packages[2].version.as_deref(), Some(">=1,<3"));
    assert_eq!(found.entry, Entry::Named("tool".to_owned()));
    assert!(found.prerelease);
    assert_eq!(found.args, ["--with", "e"]);

    assert_eq!(recipe("uvx b@latest").packages, [spec("b", None)]);
    assert_eq!(
        recipe("pipx run --spec b tool").entry,
        Entry::Named("tool".to_owned())
    );
}

#[test]
fn package_from_elsewhere_runs_as_written_with_the_reason() {
    let kind = |text: &str| match reason(text) {
        AsWritten::Git(_) => "git",
        AsWritten::Url(_) => "url",
        AsWritten::File(_) => "file",
        AsWritten::Alias(_) => "alias",
        AsWritten::Registry(_) => "registry",
        AsWritten::Option(_) => "option",
        AsWritten::Name(_) => "name",
        AsWritten::NoPackage => "none",
        AsWritten::ShellLine => "shell",
        other => panic!("{other:?}"),
    };
    for (text, wanted) in [
        ("npx github:a/b", "git"),
        ("npx -y a/b", "git"),
        ("npx b@github:a/b", "git"),
        ("npx git+ssh://git@host/a.git", "git"),
        ("uvx --from git+https://host/a b", "git"),
        ("uvx --from b@git+https://host/a b", "git"),
        ("npx https://host/a.tgz", "url"),
        ("uvx --from https://host/a.whl b", "url"),
        ("npx ./a", "file"),
        ("npx /a/b", "file"),
        ("npx a.tgz", "file"),
        ("npx file:a", "file"),
        (r"npx C:\a", "file"),
        ("uvx --from . b", "file"),
        ("npx a@npm:b@1", "alias"),
        ("npx npm:b", "alias"),
        ("npx --registry=https://host a", "registry"),
        ("uvx --index-url https://host a", "registry"),
        ("npx --prefix /x a", "option"),
        ("npx -yq a", "option"),
        ("npx -p --foo a", "option"),
        ("npm exec a --foo", "option"),
        ("npm exec --yes false a", "option"),
        ("npx --yes=false a", "option"),
        ("bunx --bun a", "option"),
        ("pnpm dlx -- a", "option"),
        ("uvx --with-editable x a", "option"),
        ("uvx -- a", "option"),
        ("pipx run --pip-args x a", "option"),
        ("npx .a", "name"),
        ("npx a@1;2", "name"),
        ("npx @a", "name"),
        ("uvx python", "name"),
        ("uvx python3.12", "name"),
        ("uvx b@../x", "file"),
        ("npx", "none"),
        ("npx -y", "none"),
        ("npm exec --", "none"),
        ("uvx", "none"),
        ("npx -c a", "shell"),
        ("npx --call=a", "shell"),
        ("pnpm dlx -c a", "shell"),
        ("cmd /c npx a&b", "shell"),
        ("cmd /c npx %A%", "shell"),
        ("bash -lc npx", "shell"),
        ("env X=1 npx a", "shell"),
    ] {
        assert_eq!(kind(text), wanted, "{text}");
    }
    let whole = ["/c".to_owned(), "npx -y a".to_owned()];
    let Recognition::AsWritten { runner, reason } = recognise("cmd", &whole) else {
        panic!()
    };
    assert_eq!((runner, reason), (None, AsWritten::ShellLine));
}

#[test]
fn other_programs_are_no_package_runners() {
    for text in [
        "node server.js",
        "npm start exec",
        "npm run x",
        "yarn start",
        "uv pip install tool",
        "uv run server.py",
        "uv tool install a",
        "pipx install run",
        "my-npx a",
        "server npx a",
        "python server.py --uvx",
        "bash server.sh",
        "docker ps",
        "cmd /c dir",
    ] {
        assert_eq!(line(text), Recognition::Other, "{text}");
    }
}

#[test]
fn bridge_to_a_remote_server_offers_its_url() {
    let Recognition::Remote { url, recipe } =
        line("npx -y mcp-remote@latest https://h.example/mcp --x")
    else {
        panic!()
    };
    assert_eq!(url.as_str(), "https://h.example/mcp");
    assert_eq!(recipe.args, ["https://h.example/mcp", "--x"]);
    for text in [
        "npx mcp-remote",
        "npx mcp-remote file:///x",
        "npx other https://h.example",
    ] {
        assert!(matches!(line(text), Recognition::Package(_)), "{text}");
    }
}

#[test]
fn container_shows_what_it_opens() {
    let container = |text: &str| -> Container {
        match line(text) {
            Recognition::Container(container) => container,
            other => panic!("{text}: {other:?}"),
        }
    };
    let found = container(
        "docker run -i --rm --privileged -v /home/me:/data:ro -v/a:/b --mount type=bind,src=/c,dst=/d \
         --network=host --cap-add ALL -e KEY image:1 -v /not:/this",
    );
    assert_eq!(found.engine, Engine::Docker);
    assert_eq!(found.image.as_deref(), Some("image:1"));
    assert!(found.privileged);
    let mounts: Vec<_> = found
        .mounts
        .iter()
        .map(|mount| (&*mount.source, &*mount.target, mount.read_only))
        .collect();
    assert_eq!(
        mounts,
        [
            ("/home/me", "/data", true),
            ("/a", "/b", false),
            ("/c", "/d", false)
        ]
    );
    assert_eq!(found.opening, ["--network=host", "--cap-add=ALL"]);

    let found = container(r"podman container run -it -v C:\x:/data image --privileged");
    assert!(!found.privileged);
    assert_eq!(found.mounts[0].source, r"C:\x");
    assert_eq!(container("docker run -i").image, None);
}

#[test]
fn names_that_look_like_others_are_kept_and_marked() {
    let found = recipe("npx -y serv\u{435}r");
    assert_eq!(found.packages[0].name, "serv\u{435}r");
    assert!(found.packages[0].is_odd());
    assert!(!recipe("npx -y server").packages[0].is_odd());
    assert!(
        matches!(reason("npx -y ser\u{202e}ver"), AsWritten::Name(text) if text.is_ascii() || text.contains("U+202E"))
    );
}

#[test]
fn line_beyond_the_bounds_runs_as_written() {
    let many = vec!["a".to_owned(); WORDS_MAX + 1];
    let long = vec!["a".repeat(LINE_MAX)];
    let named = vec!["-p=a".to_owned(); 40];
    for args in [many, long, named] {
        let args = [args, vec!["b".to_owned()]].concat();
        let found = recognise("npx", &args);
        assert!(
            matches!(
                found,
                Recognition::AsWritten {
                    reason: AsWritten::TooLong,
                    ..
                }
            ),
            "{} words",
            args.len()
        );
    }
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "\\PC{0,6}",
        "-{1,2}[a-z]{1,8}(=[a-z./]{0,6})?",
        proptest::sample::select(vec![
            "-y",
            "-p",
            "--",
            "--package",
            "--from",
            "--with",
            "-c",
            "/c",
            "exec",
            "dlx",
            "x",
            "run",
            "tool",
            "a@1",
            "@a/b",
            "npx",
            "true",
            "[",
            "a[b",
            "a==",
            ",",
        ])
        .prop_map(str::to_owned),
    ]
}

fn program() -> impl Strategy<Value = String> {
    proptest::sample::select(vec![
        "npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun", "uvx", "uv", "pipx", "docker",
        "podman", "cmd", "sh", "NPX.cmd", "/a/uvx",
    ])
    .prop_map(str::to_owned)
}

/// A runner with options that it takes before the package.
fn runner() -> impl Strategy<Value = (Vec<&'static str>, &'static str)> {
    proptest::sample::select(vec![
        (vec!["npx", "-y"], "pkg@1"),
        (vec!["npx", "-p", "other", "--quiet"], "tool"),
        (vec!["npm", "exec", "--yes", "--"], "@a/pkg"),
        (vec!["pnpm", "--package=other", "dlx"], "tool"),
        (vec!["yarn", "dlx", "-p", "other"], "tool"),
        (vec!["bunx", "-y"], "pkg"),
        (
            vec!["uvx", "--from", "other[x]", "--with=c", "-p", "3.12"],
            "tool",
        ),
        (vec!["uv", "tool", "run"], "pkg@1.2"),
        (vec!["pipx", "run", "--spec", "other", "--no-cache"], "tool"),
    ])
}

proptest! {
    #[test]
    fn no_line_panics(program in program(), args in proptest::collection::vec(word(), 0..12)) {
        let _ = recognise(&program, &args);
    }

    /// Whatever is recognised as a package: the end of the line is the server's, whole and in order.
    #[test]
    fn arguments_are_the_end_of_the_line(program in program(), args in proptest::collection::vec(word(), 0..12)) {
        let is_exec = args.iter().any(|arg| arg == "exec" || arg == "x");
        if let Recognition::Package(recipe) = recognise(&program, &args) {
            prop_assert!(!recipe.packages.is_empty());
            if !(is_exec && recipe.runner == Runner::Npm) {
                prop_assert!(args.ends_with(&recipe.args), "{:?} of {:?}", recipe.args, args);
            }
            for spec in &recipe.packages {
                prop_assert!(!spec.name.starts_with(['-', '.', '/']), "{:?}", spec);
            }
        }
    }

    /// No option of the server is read as one of the runner, and none of the runner's reaches the server.
    #[test]
    fn options_stay_on_their_side((begin, first) in runner(), args in proptest::collection::vec(word(), 0..10)) {
        let mut words: Vec<String> = begin[1..].iter().map(|&word| word.to_owned()).collect();
        words.push(first.to_owned());
        let alone = recognise(begin[0], &words);
        let Recognition::Package(alone) = alone else { panic!("{alone:?}") };
        prop_assert!(alone.args.is_empty());
        words.extend(args.iter().cloned());
        match recognise(begin[0], &words) {
            Recognition::Package(recipe) | Recognition::Remote { recipe, .. } => {
                prop_assert_eq!(&recipe.args, &args);
                prop_assert_eq!(Recipe { args: Vec::new(), ..recipe }, alone);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
