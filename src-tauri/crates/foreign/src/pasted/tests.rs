#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use proptest::prelude::*;

use messages::Phrase;

use super::*;
use crate::pasted::words::{MAX_WORDS, SplitError};
use messages::Text;

fn server(text: &str) -> Server {
    let read = read(text, Field::Name, "");
    let Pasted::Server(server) = read else {
        panic!("{text:?} is no server: {read:?}");
    };
    *server
}

fn local(text: &str) -> LocalPlan {
    match server(text).found {
        Planned::Local(local) => local,
        Planned::Remote(remote) => panic!("{text:?} is at {}", remote.url),
    }
}

fn argv(text: &str) -> Vec<String> {
    let local = local(text);
    std::iter::once(local.command).chain(local.args).collect()
}

fn english(phrase: &Phrase) -> String {
    Text::from(phrase.clone()).to_string()
}

fn proposed(text: &str) -> String {
    server(text).suggested_name().unwrap_or_default()
}

#[test]
fn command_lines_become_words_as_a_shell_splits_them() {
    for (text, words) in [
        (
            "npx -y @scope/server-files /tmp",
            &["npx", "-y", "@scope/server-files", "/tmp"][..],
        ),
        ("$ npx -y x", &["npx", "-y", "x"]),
        ("PS C:\\Users\\me> npx -y x", &["npx", "-y", "x"]),
        (
            "npx x '/a b' \"/c d\" /e\\ f",
            &["npx", "x", "/a b", "/c d", "/e f"],
        ),
        ("npx x ''", &["npx", "x", ""]),
        (r#"npx x "a\"b" 'a\"b'"#, &["npx", "x", "a\"b", "a\\\"b"]),
        ("npx -y \\\n  x \\\r\n  /tmp\n", &["npx", "-y", "x", "/tmp"]),
        ("npx -y ^\r\n x", &["npx", "-y", "x"]),
        ("npx -y `\n x", &["npx", "-y", "x"]),
        ("npx\u{a0}-y\u{a0}x", &["npx", "-y", "x"]),
        ("npx x # the files", &["npx", "x"]),
        ("# Install\nnpx x", &["npx", "x"]),
        ("npx x#y", &["npx", "x#y"]),
        ("cmd /c npx -y x", &["npx", "-y", "x"]),
        ("cmd.exe /d /s /c \"npx -y x\"", &["npx", "-y", "x"]),
        (
            "C:\\node\\npx.cmd -y x C:\\data",
            &["C:\\node\\npx.cmd", "-y", "x", "C:\\data"],
        ),
        ("bash -lc 'npx -y x'", &["npx", "-y", "x"]),
        (
            "bash -c 'npx x | tee log'",
            &["bash", "-c", "npx x | tee log"],
        ),
        ("env -u A -- B=1 npx x", &["npx", "x"]),
        ("/usr/bin/env npx x", &["npx", "x"]),
        (
            "npx mcp-remote https://e.org/?a=1&b=2",
            &["npx", "mcp-remote", "https://e.org/?a=1&b=2"],
        ),
        (
            "docker run -i --rm -e TOKEN mcp/files",
            &["docker", "run", "-i", "--rm", "-e", "TOKEN", "mcp/files"],
        ),
        ("claude mcp add files -- npx -y x", &["npx", "-y", "x"]),
    ] {
        assert_eq!(argv(text), words, "{text:?}");
    }
}

#[test]
fn variables_before_the_command_are_kept_asked_for_or_taken_from_the_environment() {
    for text in [
        "A='1 2' B=$B C=\"${C}\" D= E=<your key> F=$OTHER npx x",
        "env A='1 2' B=$B C=${C} D= E=your-key F=$OTHER npx x",
        "export A='1 2' B=$B C=${C}; export D= E=xxxx F=$OTHER\nnpx x",
        "export A='1 2' B=$B C=${C} D= E=... F=x$OTHER && npx x",
        "A='1 2' B=$B C=${C} D= E=<key> F=$OTHER cmd /c npx x",
    ] {
        let server = server(text);
        let notes: Vec<String> = server.notes.iter().map(english).collect();
        let notes = notes.join(" ");
        let Planned::Local(local) = server.found else {
            panic!("{text}");
        };
        let kept: Vec<(&str, &str)> = local
            .kept
            .iter()
            .map(|(n, v)| (n.as_str(), v.expose()))
            .collect();
        assert_eq!(kept, [("A", "1 2")], "{text:?}");
        assert_eq!(local.from_host, ["B", "C"], "{text:?}");
        assert_eq!(local.asked, ["D", "E", "F"], "{text:?}");
        assert_eq!(
            (local.command.as_str(), &*local.args),
            ("npx", &["x".to_owned()][..])
        );
        assert!(notes.contains("$OTHER"), "{notes}");
    }
}

#[test]
fn what_a_shell_would_expand_is_named() {
    for (text, expands) in [
        ("npx x $HOME/notes", &["$HOME"][..]),
        (
            "npx x \"${HOME}/a b\" $HOME/c ${HOME}",
            &["${HOME}", "$HOME"],
        ),
        ("npx x $(pwd) `date` ~/notes ~", &["$(pwd)", "`date`", "~"]),
        ("npx x <your folder>", &["<your folder>"]),
        ("npx.cmd x %USERPROFILE%\\notes", &["%USERPROFILE%"]),
        ("npx x '$HOME' \\$HOME a~b '~' 5$ 100%", &[]),
        (
            r#"{"mcpServers":{"a":{"command":"npx","args":["$HOME/x","~/y"]}}}"#,
            &["$HOME", "~"],
        ),
    ] {
        assert_eq!(server(text).expands, expands, "{text:?}");
    }
    assert_eq!(argv("npx x $HOME/notes")[2], "$HOME/notes");
}

#[test]
fn parts_of_configurations_are_read_by_the_reader_of_imports() {
    let whole =
        r#"{"mcpServers":{"files":{"command":"npx","args":["-y","x"],"env":{"TOKEN":"abc"}}}}"#;
    let inside =
        r#""mcpServers":{"files":{"command":"npx","args":["-y","x"],"env":{"TOKEN":"abc"}}}"#;
    let named = r#""files":{"command":"npx","args":["-y","x"],"env":{"TOKEN":"abc"}},"#;
    let alone = r#"{"command":"npx","args":["-y","x"],"env":{"TOKEN":"abc"}}"#;
    let code = r#"{ // mine
        "servers":{"files":{"type":"stdio","command":"npx","args":["-y","x"],"env":{"TOKEN":"abc"}}}}"#;
    for text in [whole, inside, named, alone, code] {
        let read = server(text);
        let name = read.suggested_name().unwrap_or_default();
        assert_eq!(name, if text == alone { "x" } else { "files" }, "{text}");
        let Planned::Local(local) = read.found else {
            panic!("{text}");
        };
        assert_eq!(
            (local.command.as_str(), local.kept[0].0.as_str()),
            ("npx", "TOKEN")
        );
    }
    let remote =
        server(r#"{"mcpServers":{"far":{"url":"https://e.org/mcp","headers":{"X-Key":"s"}}}}"#);
    assert!(matches!(remote.found, Planned::Remote(remote) if remote.kept.len() == 1));
    let two = r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}"#;
    assert!(matches!(read(two, Field::Env, ""), Pasted::Several(2)));
    assert!(matches!(
        read(r#"{"a":1}"#, Field::Name, ""),
        Pasted::Unclear(_)
    ));
    assert!(matches!(
        read(r#"{"a":1}"#, Field::Args, "npx"),
        Pasted::Plain
    ));
}

#[test]
fn the_field_decides_what_is_meant_as_a_server() {
    let url = "https://mcp.example.com/sse";
    for field in [
        Field::Name,
        Field::Command,
        Field::Headers,
        Field::Env,
        Field::Cwd,
    ] {
        assert!(
            matches!(read(url, field, ""), Pasted::Server(_)),
            "{field:?}"
        );
        assert!(
            matches!(read("npx -y x", field, ""), Pasted::Server(_)),
            "{field:?}"
        );
        for plain in ["", "npx", "My files", "Docker notes", "Authorization"] {
            assert!(
                matches!(read(plain, field, ""), Pasted::Plain),
                "{field:?} {plain:?}"
            );
        }
        // In the command or name field, a path and a word are a program and its argument.
        let path = read("/home/me/my notes", field, "");
        assert_eq!(
            matches!(path, Pasted::Plain),
            !matches!(field, Field::Command | Field::Name),
            "{field:?}"
        );
    }
    for name in ["and/or notes", "~ notes", "a/b c"] {
        assert!(
            matches!(read(name, Field::Name, ""), Pasted::Plain),
            "{name}"
        );
    }
    assert!(matches!(read(url, Field::Args, ""), Pasted::Server(_)));
    assert!(matches!(read(url, Field::Args, "npx"), Pasted::Plain));
    assert!(matches!(
        read("-y x /tmp", Field::Args, "npx"),
        Pasted::Plain
    ));
    assert!(matches!(
        read("npx -y x", Field::Args, "npx"),
        Pasted::Server(_)
    ));
    assert!(matches!(
        read("npx -y x", Field::Args, "docker"),
        Pasted::Plain
    ));
    assert!(matches!(
        read("/opt/x/serve --stdio", Field::Command, ""),
        Pasted::Server(_)
    ));
    assert!(matches!(
        read("/opt/My App/serve", Field::Command, ""),
        Pasted::Plain
    ));
    let Pasted::Names(Planned::Local(local)) = read("A=1\n# b\nexport B=\n", Field::Env, "") else {
        panic!("variables");
    };
    assert_eq!((local.kept.len(), local.asked), (1, vec!["B".to_owned()]));
    let bearer = "Authorization: Bearer abc\nX-Team: 7";
    let Pasted::Names(Planned::Remote(remote)) = read(bearer, Field::Headers, "") else {
        panic!("headers");
    };
    assert_eq!(remote.kept.len(), 2);
}

#[test]
fn lines_that_only_a_shell_understands_say_so() {
    for text in [
        "npx x | tee log",
        "npx x > log",
        "npx x &",
        "npx x 'open",
        "npm install x && npx x",
        "cd $(pwd) && npx x",
    ] {
        assert!(
            matches!(read(text, Field::Command, ""), Pasted::Unclear(_)),
            "{text:?}"
        );
    }
    assert_eq!(
        local("cd /srv/notes && npx x").cwd.as_deref(),
        Some("/srv/notes")
    );
}

#[test]
fn names_are_proposed_from_packages_images_and_hosts() {
    for (text, name) in [
        (
            "npx -y @modelcontextprotocol/server-filesystem /tmp",
            "Filesystem",
        ),
        ("npx -y some-mcp-server@1.2.3", "Some"),
        ("uvx mcp-server-git", "Git"),
        (
            "docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server",
            "Github",
        ),
        ("node /srv/weather/build/index.js", "Index"),
        ("https://mcp.linear.app/sse", "Linear"),
        ("http://127.0.0.1:3000/mcp", "127.0.0.1"),
    ] {
        assert_eq!(proposed(text), name, "{text:?}");
    }
}

#[test]
fn hostile_texts_are_bounded() {
    let deep = "[".repeat(400_000);
    let texts = [
        deep.clone(),
        format!("{{{deep}"),
        format!("{{\"mcpServers\":{deep}"),
        format!("npx {}", "$(".repeat(15_000)),
        format!("npx {}", "${".repeat(15_000)),
        format!("npx {}", "`".repeat(31_000)),
        format!("npx {}", "<a".repeat(15_000)),
        format!("npx {}", "\"".repeat(31_001)),
        format!("npx {}", "a ".repeat(MAX_WORDS + 1)),
        format!("npx {}", "sh -c '".repeat(4_000)),
        "npx x\0y".to_owned(),
        "a".repeat(2 * MAX_TEXT),
    ];
    let begin = std::time::Instant::now();
    for text in &texts {
        for field in [Field::Name, Field::Args, Field::Env] {
            let _ = read(text, field, "");
        }
    }
    assert!(
        begin.elapsed() < std::time::Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );
    let many = split(&"a ".repeat(MAX_WORDS + 1), Style::Posix);
    assert_eq!(many, Err(SplitError::TooMany));
}

fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn quote_twice(word: &str) -> String {
    let escaped: String = word
        .chars()
        .flat_map(|c| {
            matches!(c, '$' | '`' | '"' | '\\')
                .then_some('\\')
                .into_iter()
                .chain([c])
        })
        .collect();
    format!("\"{escaped}\"")
}

proptest! {
    #[test]
    fn quoted_words_come_back_as_they_were(words in prop::collection::vec(any::<String>(), 1..12), twice in any::<bool>()) {
        let quoted: Vec<String> = words.iter().map(|w| if twice { quote_twice(w) } else { quote(w) }).collect();
        let read = split(&quoted.join(" "), Style::Posix).unwrap();
        let texts: Vec<String> = read.iter().flatten().map(|w| w.text.clone()).collect();
        prop_assert_eq!(texts, words);
        prop_assert!(read.iter().flatten().all(|w| w.expands.is_empty()));
    }

    #[test]
    fn any_text_is_read_without_growing(text in "[ -~\\n'\"\\\\$`{}()<>&|;^%~#=a-zé\u{202e}]{0,200}", windows in any::<bool>()) {
        let style = if windows { Style::Windows } else { Style::Posix };
        if let Ok(commands) = split(&text, style) {
            let words: Vec<&words::Word> = commands.iter().flatten().collect();
            let long: usize = words.iter().map(|w| w.text.len()).sum();
            prop_assert!(long <= text.len());
            prop_assert!(words.iter().all(|w| w.bare <= w.text.len() && w.text.is_char_boundary(w.bare)));
            prop_assert!(words.iter().all(|w| w.expands.iter().all(|e| w.text.contains(e.as_str()))));
        }
        for field in [Field::Name, Field::Command, Field::Args, Field::Env, Field::Headers] {
            for start in ["", "npx ", "{", "\""] {
                let _ = read(&format!("{start}{text}"), field, "");
            }
        }
    }
}
