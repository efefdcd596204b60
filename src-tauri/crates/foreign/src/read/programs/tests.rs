#![allow(clippy::unwrap_used, reason = "tests")]

use messages::{Phrase, Text};

use crate::{ForeignServer, Local, Read, ReadServer, Remote, read};

fn english(phrases: &[Phrase]) -> Vec<String> {
    let texts = phrases.iter().cloned().map(Text::from);
    texts.map(|text| text.to_string()).collect()
}

/// Returns the servers of a file of `program`.
fn of(program: &str, text: &str) -> Read {
    let read = read(text).unwrap();
    let format = Text::from(read.format.clone()).to_string();
    assert!(format.contains(program), "{format}");
    read
}

fn server<'a>(read: &'a Read, name: &str) -> &'a ReadServer {
    let found = read.servers.iter().find(|server| server.name == name);
    found.unwrap_or_else(|| panic!("{name} is not among {:?}", read.servers))
}

fn local<'a>(read: &'a Read, name: &str) -> &'a Local {
    match server(read, name).found.as_ref().unwrap() {
        ForeignServer::Local(local) => local,
        ForeignServer::Remote(remote) => panic!("{remote:?}"),
    }
}

fn remote<'a>(read: &'a Read, name: &str) -> &'a Remote {
    match server(read, name).found.as_ref().unwrap() {
        ForeignServer::Remote(remote) => remote,
        ForeignServer::Local(local) => panic!("{local:?}"),
    }
}

fn pairs(pairs: &[(String, secrets::Secret)]) -> Vec<(&str, &str)> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| (name.as_str(), value.expose()))
        .collect()
}

fn notes(read: &Read, name: &str) -> String {
    english(&server(read, name).notes).join(" ")
}

#[test]
fn servers_of_codex() {
    let folder = if cfg!(windows) { "C:/srv" } else { "/srv" };
    let text = r#"
# The model
model = "gpt-5.5"

[mcp_servers.files]
command = "npx"
args = ["-y", "files-mcp", "/srv"]
cwd = "FOLDER"
env_vars = ["HOME_OF_FILES", { name = "LOCAL", source = "local" }, { name = "FAR", source = "remote" }, "not a name"]
startup_timeout_sec = 20
default_tools_approval_mode = "approve"

[mcp_servers.files.env]
TOKEN = "canary"

[mcp_servers.files.tools.write]
approval_mode = "approve"

[mcp_servers.far]
url = "https://far.example/mcp"
bearer_token_env_var = "FAR_TOKEN"
http_headers = { "X-Team" = "7" }
env_http_headers = { "X-Key" = "FAR_KEY", "X-Odd" = "a b" }
enabled = false

[mcp_servers.inline]
url = "https://far.example/mcp"
bearer_token = "canary"

[mcp_servers.both]
url = "https://far.example/mcp"
http_headers = { authorization = "Bearer x" }
bearer_token_env_var = "FAR_TOKEN"
"#;
    let read = of("Codex", &text.replace("FOLDER", folder));
    let files = local(&read, "files");
    assert_eq!((files.command.as_str(), files.args.len()), ("npx", 3));
    assert_eq!(files.cwd.as_deref(), Some(folder));
    assert_eq!(
        pairs(&files.env),
        [
            ("HOME_OF_FILES", "${HOME_OF_FILES}"),
            ("LOCAL", "${LOCAL}"),
            ("TOKEN", "canary")
        ]
    );
    let said = notes(&read, "files");
    let approvals =
        "default_tools_approval_mode and tools.approval_mode. Approvals in another program";
    assert!(said.contains(approvals), "{said}");
    assert!(said.contains("env_vars and startup_timeout_sec"), "{said}");
    let far = remote(&read, "far");
    assert!(server(&read, "far").off);
    assert_eq!(
        pairs(&far.headers),
        [
            ("Authorization", "Bearer ${FAR_TOKEN}"),
            ("X-Key", "${FAR_KEY}"),
            ("X-Team", "7")
        ]
    );
    assert!(notes(&read, "far").contains("env_http_headers"));
    assert!(remote(&read, "inline").headers.is_empty());
    assert!(notes(&read, "inline").contains("bearer_token"));
    assert_eq!(
        pairs(&remote(&read, "both").headers),
        [("authorization", "Bearer x")]
    );
    assert!(notes(&read, "both").contains("bearer_token_env_var"));
    assert_eq!(english(&read.notes), ["Not imported: model."]);
}

#[test]
fn extensions_of_goose() {
    let read = of(
        "Goose",
        r#"
GOOSE_MODE: auto
extensions:
  developer: {type: builtin, name: developer, enabled: true, bundled: true}
  memory: {type: platform, name: memory}
  github:
    enabled: true
    type: stdio
    name: GitHub
    cmd: npx
    args: [-y, "@github/mcp"]
    envs: {LOG: debug, PORT: 8080}
    env_keys: [GITHUB_TOKEN, LOG]
    timeout: 300
  far:
    enabled: false
    type: streamable_http
    name: ""
    uri: https://far.example/mcp
    headers: {Authorization: "Bearer $TOKEN"}
    envs: {}
    env_keys: [TOKEN]
  old: {type: sse, name: old, uri: "https://old.example/sse", envs: {}, env_keys: []}
"#,
    );
    let names: Vec<&str> = read
        .servers
        .iter()
        .map(|server| server.name.as_str())
        .collect();
    assert_eq!(names, ["far", "GitHub", "old"]);
    let github = local(&read, "GitHub");
    assert_eq!(github.args, ["-y", "@github/mcp"]);
    assert_eq!(
        pairs(&github.env),
        [("GITHUB_TOKEN", ""), ("LOG", "debug"), ("PORT", "8080")]
    );
    assert_eq!(
        notes(&read, "GitHub"),
        "Not imported: env_keys and timeout."
    );
    assert!(server(&read, "far").off);
    assert_eq!(remote(&read, "far").url, "https://far.example/mcp");
    assert_eq!(notes(&read, "far"), "Not imported: env_keys.");
    assert_eq!(notes(&read, "old"), "");
    let said = english(&read.notes).join(" ");
    assert!(
        said.contains("developer and memory") && said.contains("GOOSE_MODE"),
        "{said}"
    );
}

#[test]
fn servers_of_continue() {
    let read = of(
        "Continue",
        r#"
name: Mine
version: 0.0.1
schema: v1
models: []
mcpServers:
  - name: SQLite
    command: npx
    args: ["-y", "mcp-sqlite", "/x.db"]
    env: {KEY: "${{ secrets.KEY }}"}
    connectionTimeout: 5
  - name: Far
    type: streamable-http
    url: https://far.example/mcp
    requestOptions: {headers: {X-Key: abc}, verifySsl: false}
  - uses: owner/block
  - 7
"#,
    );
    assert_eq!(local(&read, "SQLite").args.len(), 3);
    assert_eq!(notes(&read, "SQLite"), "Not imported: connectionTimeout.");
    assert_eq!(pairs(&remote(&read, "Far").headers), [("X-Key", "abc")]);
    assert_eq!(
        notes(&read, "Far"),
        "Not imported: requestOptions.verifySsl."
    );
    assert!(server(&read, "owner/block").found.is_err());
    assert!(server(&read, "server").found.is_err());
    assert_eq!(english(&read.notes), ["Not imported: models."]);
}

#[test]
fn servers_of_zed() {
    let read = of(
        "Zed",
        r#"// Settings
{
  "theme": "One Dark",
  "context_servers": {
    "old": {"command": {"path": "/bin/old", "args": ["x"], "env": null}, "settings": {}},
    "new": {"source": "custom", "enabled": true, "command": "new", "args": [], "env": {"A": "1"}, "remote": false},
    "far": {"url": "https://far.example/mcp", "headers": {"Authorization": "Bearer x"}},
    "packaged": {"source": "extension", "enabled": true, "settings": {"key": "canary"}},
    "settings-only": {"settings": {}},
  },
}"#,
    );
    assert_eq!(local(&read, "old").command, "/bin/old");
    assert_eq!(local(&read, "new").env.len(), 1);
    assert_eq!(notes(&read, "new"), "Not imported: remote.");
    assert_eq!(remote(&read, "far").headers.len(), 1);
    assert_eq!(read.servers.len(), 3);
    let said = english(&read.notes).join(" ");
    assert!(
        said.contains("packaged and settings-only") && said.contains("theme"),
        "{said}"
    );
}

#[test]
fn servers_of_programs_with_the_common_fields() {
    for (text, url) in [
        (
            r#"{"mcpServers":{"A":{"serverUrl":"https://a.example/mcp","disabledTools":["x"]}}}"#,
            "https://a.example/mcp",
        ),
        (
            r#"{"mcpServers":{"A":{"httpUrl":"https://a.example/g","trust":true,"includeTools":["x"]}}}"#,
            "https://a.example/g",
        ),
        (
            r#"{"mcpServers":{"A":{"type":"streamableHttp","url":"https://a.example/c","autoApprove":["x"]}}}"#,
            "https://a.example/c",
        ),
    ] {
        assert_eq!(remote(&read(text).unwrap(), "A").url, url);
    }
    let named = read(r#"{"name":"mine","command":"npx","args":[]}"#).unwrap();
    assert_eq!(named.servers[0].name, "mine");
    assert!(named.servers[0].notes.is_empty());
}

#[test]
fn approvals_of_another_program_are_never_imported_and_named() {
    for field in [
        "\"trust\":true",
        "\"autoApprove\":[\"x\"]",
        "\"alwaysAllow\":[\"x\"]",
    ] {
        let text = format!(r#"{{"mcpServers":{{"A":{{"command":"c",{field},"other":1}}}}}}"#);
        let read = read(&text).unwrap();
        let said = english(&read.servers[0].notes);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains("Approvals in another program"), "{said:?}");
        assert_eq!(said[1], "Not imported: other.");
        // Nothing but the command is left of the entry.
        assert_eq!(local(&read, "A").command, "c");
    }
    let nothing =
        r#"{"mcpServers":{"A":{"command":"c","trust":false,"autoApprove":[],"alwaysAllow":null}}}"#;
    assert_eq!(notes(&read(nothing).unwrap(), "A"), "");
}

#[test]
fn a_field_that_is_no_servers_is_left_alone() {
    for text in [
        r#"{"extensions":{"a":{"b":1}}}"#,
        r#"{"extensions":{}}"#,
        r#"{"extensions":["builtin"]}"#,
        "extensions: 7\n",
        "mcp_servers = 7\n",
        "mcpServers: text\n",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    for wrong in [
        "env_keys: 7",
        "env_keys: [7]",
        "envs: 7",
        "args: 7",
        "cmd: 7",
    ] {
        let text = format!("extensions:\n  a:\n    type: stdio\n    cmd: c\n    {wrong}\n");
        // Two commands are a field twice.
        let _ = read(&text);
    }
}

#[test]
fn the_syntax_is_recognized_by_the_first_line() {
    for text in [
        "[mcp_servers.a]\ncommand = 'c'\n",
        "# mine\n\n[mcp_servers.\"a\"]\ncommand = 'c'\n",
        "x = 1\n[mcp_servers]\na = { command = 'c' }\n",
        "mcp_servers.a.command = 'c'\n",
        "[[x]]\ny = 1\n[mcp_servers.a]\ncommand = 'c'\n",
        "mcpServers:\n- name: a\n  command: c\n",
        "---\nmcpServers:\n- name: a\n  command: c\n",
        "%YAML 1.2\n---\nmcpServers: [{name: a, command: c}]\n",
        "extensions:\n  a: {type: stdio, cmd: c, args: []}\n",
        "mcpServers:\n  a:\n    command: c\n",
        "```yaml\nmcpServers:\n  a: {command: c}\n```",
        "{\"mcpServers\":{\"a\":{\"command\":\"c\"}}}",
    ] {
        let read = read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(local(&read, "a").command, "c", "{text}");
    }
    let reason = |text: &str| Text::from(read(text).unwrap_err().text()).to_string();
    assert!(reason("[mcp_servers.a]\ncommand = 'canary\n").contains("TOML: line 2"));
    assert!(reason("extensions:\n  a: [canary\n").contains("YAML that Innkeeper can read: line"));
    assert!(reason("just words").contains("JSON"));
    assert!(!reason("[mcp_servers.a]\ncommand = 'canary\n").contains("canary"));
}
