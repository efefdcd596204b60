//! Links of many kinds, hostile ones among them, and what becomes of each.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use foreign::{
    Planned,
    pasted::{Field, Pasted, Server, read},
};
use messages::Phrase;
use proptest::prelude::*;
use secrets::Secret;
use serde_json::{Value, json};

/// Returns a line of the corpus with its repetitions written out.
fn written_out(line: &str) -> String {
    let mut parts = line.split('⟪');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (repetition, rest) = part.split_once('⟫').unwrap();
        let (times, text) = repetition.split_once('×').unwrap();
        out.push_str(&text.repeat(times.parse().unwrap()));
        out.push_str(rest);
    }
    out
}

fn names(kept: &[(String, Secret)]) -> Vec<String> {
    kept.iter().map(|(name, _)| name.clone()).collect()
}

fn ids(notes: &[Phrase]) -> Vec<&str> {
    notes.iter().map(|note| note.id.as_str()).collect()
}

/// Returns the form that a server fills in, without what is empty.
fn form(server: &Server) -> (bool, Value) {
    let name = server.suggested_name().unwrap_or_default();
    let (mut form, lists) = match &server.found {
        Planned::Local(local) => {
            let argv: Vec<&String> = std::iter::once(&local.command).chain(&local.args).collect();
            let mut form = json!({ "name": name, "argv": argv });
            if let Some(cwd) = &local.cwd {
                form["cwd"] = json!(cwd);
            }
            (
                form,
                (names(&local.kept), &local.asked, local.from_host.clone()),
            )
        }
        Planned::Remote(remote) => {
            let from_host = remote.from_host.iter().map(|(name, _)| name.clone());
            let lists = (names(&remote.kept), &remote.asked, from_host.collect());
            (json!({ "name": name, "url": remote.url }), lists)
        }
    };
    let mut notes = ids(&server.notes);
    let from_link = notes.first() == Some(&"host-paste-link");
    notes.retain(|id| *id != "host-paste-link");
    let (kept, asked, host) = lists;
    for (field, list) in [
        ("kept", json!(kept)),
        ("asked", json!(asked)),
        ("host", json!(host)),
        ("expands", json!(server.expands)),
        ("notes", json!(notes)),
    ] {
        if list != json!([]) {
            form[field] = list;
        }
    }
    (from_link, form)
}

/// Returns the kind of an outcome, and what belongs to it.
fn outcome(read: Pasted) -> (&'static str, Value) {
    match read {
        Pasted::Plain => ("plain", Value::Null),
        Pasted::Unclear(reason) => ("unclear", json!(reason.id)),
        Pasted::Several(servers) => ("several", json!(servers)),
        Pasted::Names(_) => ("names", Value::Null),
        Pasted::Server(server) => match form(&server) {
            (true, form) => ("link", form),
            (false, form) => ("server", form),
        },
    }
}

#[test]
fn each_link_of_the_corpus_has_its_outcome() {
    let corpus = include_str!("links.txt");
    let is_comment = |line: &&str| line.is_empty() || line.starts_with("# ");
    let lines: Vec<&str> = corpus.lines().filter(|line| !is_comment(line)).collect();
    assert!(lines.len() >= 100, "{} links", lines.len());
    let mut wrong = Vec::new();
    for line in lines {
        let (link, wanted) = line.split_once('\t').expect("a tab");
        let (kind, rest) = wanted.split_once(' ').unwrap_or((wanted, "null"));
        let rest = serde_json::from_str(rest).unwrap_or_else(|_| json!(rest));
        let is = outcome(read(&written_out(link), Field::Name, ""));
        if is != (kind, rest) {
            wrong.push(format!(
                "{link}\n  wanted {wanted}\n  is     {} {}",
                is.0, is.1
            ));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_link_is_read_in_each_field_and_never_as_an_argument() {
    let link = "innkeeper://add?name=files&config=eyJjb21tYW5kIjoibnB4In0";
    for field in [
        Field::Name,
        Field::Url,
        Field::Headers,
        Field::Command,
        Field::Args,
        Field::Cwd,
        Field::Env,
    ] {
        assert_eq!(outcome(read(link, field, "")).0, "link", "{field:?}");
    }
    let around = format!("\u{feff} {link}\n");
    assert_eq!(outcome(read(&around, Field::Name, "")).0, "link");
    assert_eq!(outcome(read(link, Field::Args, "npx")).0, "plain");
}

/// Encodes each byte.
fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// Encodes in Base64 of the URL-safe alphabet, without padding.
fn base64(text: &str) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let at = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for sign in 0..=chunk.len() {
            let index = bits >> (18 - 6 * sign) & 63;
            out.push(char::from(SIGNS[usize::try_from(index).unwrap()]));
        }
    }
    out
}

/// The links of all programs for a configuration in JSON.
fn links(name: &str, config: &Value) -> [String; 8] {
    let text = config.to_string();
    let mut whole = config.clone();
    whole["name"] = json!(name);
    let (whole, config, name) = (percent(&whole.to_string()), percent(&text), percent(name));
    let base64 = base64(&text);
    [
        format!("vscode:mcp/install?{whole}"),
        format!("vscode-insiders:mcp/install?{whole}"),
        format!("https://vscode.dev/redirect/mcp/install?name={name}&config={config}"),
        format!(
            "https://insiders.vscode.dev/redirect?url=vscode:mcp/install?{}",
            percent(&whole)
        ),
        format!("cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={base64}"),
        format!("https://cursor.com/install-mcp?config={base64}&name={name}"),
        format!("lmstudio://add_mcp?name={name}&config={base64}"),
        format!("innkeeper://add?name={name}&config={base64}"),
    ]
}

/// Returns what the form shows of a server.
fn shown(server: &Server) -> Vec<String> {
    let mut texts: Vec<String> = server.name.iter().cloned().collect();
    match &server.found {
        Planned::Local(local) => {
            texts.push(local.command.clone());
            texts.extend(local.args.iter().chain(&local.cwd).cloned());
            texts.extend(local.asked.iter().chain(&local.from_host).cloned());
            texts.extend(names(&local.kept));
        }
        Planned::Remote(remote) => {
            texts.push(remote.url.clone());
            texts.extend(remote.asked.iter().cloned());
            texts.extend(names(&remote.kept));
        }
    }
    texts
}

/// Returns how long everything is that was read from a link.
fn length(server: &Server) -> usize {
    let kept = |kept: &[(String, Secret)]| -> usize {
        kept.iter()
            .map(|(name, value)| name.len() + value.expose().len())
            .sum()
    };
    let sum = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
    let found = match &server.found {
        Planned::Local(local) => {
            let cwd = local.cwd.as_ref().map_or(0, String::len);
            let lists = sum(&local.args) + sum(&local.asked) + sum(&local.from_host);
            local.command.len() + cwd + lists + kept(&local.kept)
        }
        Planned::Remote(remote) => {
            // A header that is read from a variable of another name has both.
            let from_host = remote
                .from_host
                .iter()
                .map(|(header, variable)| header.len() + variable.len());
            remote.url.len() + sum(&remote.asked) + from_host.sum::<usize>() + kept(&remote.kept)
        }
    };
    found + server.name.as_ref().map_or(0, String::len)
}

proptest! {
    #[test]
    fn a_link_says_what_was_put_into_it(
        name in "[a-zA-Z0-9 é+%&=?#]{1,20}[a-z]",
        command in "[a-zA-Z0-9/._é-]{1,20}",
        args in prop::collection::vec("[ -#%-z|~é]{0,12}", 0..6),
        variables in prop::collection::btree_map("[A-Z][A-Z_]{1,8}", "[A-W0-9][ -#%-z|~é]{0,12}", 0..4),
    ) {
        let config = json!({ "command": command, "args": args, "env": variables });
        for link in links(&name, &config) {
            let Pasted::Server(server) = read(&link, Field::Name, "") else {
                return Err(TestCaseError::fail(format!("{link}: {:?}", read(&link, Field::Name, ""))));
            };
            prop_assert_eq!(server.name.as_ref(), Some(&name), "{}", &link);
            let Planned::Local(local) = &server.found else {
                return Err(TestCaseError::fail(link));
            };
            prop_assert_eq!((&local.command, &local.args), (&command, &args));
            let kept: Vec<(&str, &str)> = local.kept.iter().map(|(n, v)| (n.as_str(), v.expose())).collect();
            let wanted: Vec<(&str, &str)> = variables.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            prop_assert_eq!(kept, wanted);
            prop_assert!(local.asked.is_empty() && local.from_host.is_empty() && local.cwd.is_none());
        }
    }

    #[test]
    fn any_configuration_is_read_or_refused_and_never_grows(
        name in "\\PC{0,12}",
        fields in prop::collection::btree_map(
            prop::sample::select(vec!["command", "args", "env", "cwd", "url", "headers", "type", "name", "servers", "mcpServers", "inputs", "trust", "x"]),
            prop_oneof![
                "\\PC{0,16}".prop_map(|text| json!(text)),
                prop::collection::vec("[\\PC\\n\\x00]{0,8}", 0..4).prop_map(|list| json!(list)),
                prop::collection::btree_map("\\PC{0,6}", "[${}a-zA-Z:\\n]{0,12}", 0..4).prop_map(|object| json!(object)),
                Just(json!({ "a": { "command": "npx", "env": { "A": "${B}" } } })),
                Just(json!("https://far.example/mcp")),
                any::<i32>().prop_map(|number| json!(number)),
            ],
            0..6,
        ),
    ) {
        for link in links(&name, &json!(fields)) {
            if let Pasted::Server(server) = read(&link, Field::Name, "") {
                prop_assert!(length(&server) <= link.len(), "{}", link);
                let hidden = shown(&server).into_iter().find(|text| domain::hidden_in(text) > 0);
                prop_assert_eq!(hidden, None);
            }
        }
    }

    #[test]
    fn any_text_behind_the_beginning_of_a_link_ends(
        begin in prop::sample::select(vec![
            "vscode:mcp/install?", "vscode-insiders:mcp/install?", "cursor://anysphere.cursor-deeplink/mcp/install?config=",
            "lmstudio://add_mcp?name=", "goose://extension?cmd=npx&", "goose://extension?url=https://x.example&", "innkeeper://add?config=",
            "https://vscode.dev/redirect?url=vscode:mcp/install?", "https://vscode.dev/redirect/mcp/install?config=", "https://cursor.com/install-mcp?",
            "cursor://", "innkeeper:", "vscode:",
        ]),
        text in "[%&=?#+a-zA-Z0-9{}\"\\[\\],:/ \\\\\\n\u{202e}é-]{0,120}",
    ) {
        let link = format!("{begin}{text}");
        for field in [Field::Name, Field::Args, Field::Env, Field::Headers] {
            if let Pasted::Server(server) = read(&link, field, "") {
                prop_assert!(length(&server) <= link.len());
            }
        }
    }
}
