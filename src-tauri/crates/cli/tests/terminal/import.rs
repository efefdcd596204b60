//! `servers import` of files as other programs write them.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{
    code,
    place::{Ended, Place, Running, keychain},
};

/// A fixture under the name that its program gives it.
fn file(place: &Place, fixture: &str, named: &str) -> PathBuf {
    let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import");
    let to = place.path().join(named);
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    std::fs::copy(from.join(fixture), &to).unwrap();
    to
}

fn import(place: &Place, path: &Path, more: &[&str], variables: &[(&str, &str)]) -> Ended {
    let path = path.display().to_string();
    let mut words = vec!["--json", "servers", "import", &path];
    words.extend(more);
    let mut command = place.command(&words);
    command.envs(variables.iter().copied());
    Running::start(&mut command).ended()
}

fn look(place: &Place, path: &Path, variables: &[(&str, &str)]) -> Value {
    import(place, path, &["--dry-run"], variables)
        .expect(code::DONE)
        .json()["found"]
        .clone()
}

fn server<'a>(found: &'a Value, name: &str) -> &'a Value {
    let servers = found["servers"].as_array().unwrap();
    let one = servers.iter().find(|s| s["name"] == name);
    one.unwrap_or_else(|| panic!("{name} in {found:#}"))
}

fn variable<'a>(server: &'a Value, name: &str) -> &'a Value {
    let variables = server["variables"].as_array().unwrap();
    let one = variables.iter().find(|v| v["key"] == name);
    one.unwrap_or_else(|| panic!("{name} in {server:#}"))
}

#[test]
fn claude_codes_servers_of_projects_are_found_with_their_projects() {
    let place = Place::new();
    let path = file(&place, "claude-code.json", ".claude.json");
    let found = look(&place, &path, &[]);
    assert_eq!(found["program"], "Claude Code");
    assert_eq!(found["servers"].as_array().unwrap().len(), 4);
    assert_eq!(
        server(&found, "everywhere")["projects"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
    let shop = server(&found, "database (shop)");
    assert_eq!(shop["projects"][0], "/home/kim/work/shop");
    let dsn = variable(shop, "SHOP_DSN");
    assert_eq!(
        (&dsn["set"], &dsn["default"]),
        (&false.into(), &"sqlite:///tmp/shop.db".into())
    );
    assert_eq!(dsn["places"][0], "argument 4");
    assert_eq!(server(&found, "database (site)")["state"]["state"], "new");
    let tickets = server(&found, "tickets");
    assert_eq!(
        tickets["asked"][0], "Authorization",
        "its token is not set: {tickets:#}"
    );
    let set = look(&place, &path, &[("TICKETS_TOKEN", "canary-tickets")]);
    assert_eq!(server(&set, "tickets")["kept"][0], "Authorization");
    assert!(!set.to_string().contains("canary"));

    // What is added is started with the default, or with the variable as it is set.
    import(
        &place,
        &path,
        &["database (shop)"],
        &[("SHOP_DSN", "sqlite:///tmp/other.db")],
    )
    .expect(code::DONE);
    let listed = place
        .run(&["--json", "servers", "list"])
        .expect(code::DONE)
        .json();
    assert_eq!(listed[0]["args"][3], "sqlite:///tmp/other.db");
}

#[test]
fn spellings_of_other_programs_are_understood() {
    let place = Place::new();
    let found = look(
        &place,
        &file(&place, "claude-code-project.json", "shop/.mcp.json"),
        &[],
    );
    let base = variable(server(&found, "api"), "API_BASE_URL");
    assert_eq!(
        (&base["default"], &base["places"][0]),
        (&"https://api.example".into(), &"the URL".into())
    );

    let gemini = file(&place, "gemini.json", ".gemini/settings.json");
    let found = look(&place, &gemini, &[("DB_CONNECTION_STRING", "canary-db")]);
    assert_eq!(found["program"], "Gemini CLI");
    let relative = &server(&found, "pythonTools")["state"];
    assert_eq!(relative["state"], "unreadable");
    for words in [
        "“./mcp-servers/python” is relative",
        "Write the full path in that file",
    ] {
        assert!(
            relative.to_string().contains(words),
            "{words} in {relative}"
        );
    }
    let python = server(&found, "dataTools");
    let place_of = variable(python, "GEMINI_FIXTURE_PLACE");
    assert_eq!(place_of["places"][0], "the working directory");
    assert_eq!(python["from_host"], serde_json::json!(["SAME"]));
    assert_eq!(
        python["kept"],
        serde_json::json!(["DATABASE_URL"]),
        "never the text $DB_CONNECTION_STRING"
    );
    assert_eq!(python["asked"], serde_json::json!(["API_KEY"]));
    assert!(
        variable(python, "DB_CONNECTION_STRING")["set"]
            .as_bool()
            .unwrap()
    );
    let http = server(&found, "httpServer");
    assert_eq!(http["from_host"][0], "X-Token ← GEMINI_FIXTURE_TOKEN");

    let found = look(
        &place,
        &file(&place, "windsurf.json", "windsurf/mcp_config.json"),
        &[],
    );
    assert_eq!(found["program"], "Windsurf");
    assert_eq!(server(&found, "remote-http-mcp")["state"]["state"], "new");
    assert_eq!(
        server(&found, "github")["from_host"][0],
        "GITHUB_PERSONAL_ACCESS_TOKEN"
    );

    let found = look(&place, &file(&place, "opencode.json", "opencode.json"), &[]);
    assert_eq!(
        server(&found, "everything")["argv"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(server(&found, "docs")["from_host"][0], "X-Key ← DOCS_KEY");

    let found = look(&place, &file(&place, "zed.json", "zed/settings.json"), &[]);
    assert_eq!(found["program"], "Zed");
    assert!(
        variable(server(&found, "notes"), "userHome")["set"]
            .as_bool()
            .unwrap()
    );
    assert_eq!(server(&found, "old")["argv"].as_array().unwrap().len(), 2);
}

#[test]
fn input_inside_an_argument_needs_its_value() {
    let place = Place::new();
    let path = file(&place, "vscode.json", ".vscode/mcp.json");
    let found = look(&place, &path, &[]);
    let database = variable(server(&found, "postgres"), "database");
    assert_eq!(
        (&database["needs_value"], &database["description"]),
        (&true.into(), &"Name of the database".into())
    );
    let tree = &server(&found, "tree")["state"];
    assert_eq!(tree["state"], "unreadable");
    assert!(
        tree.to_string()
            .contains("${workspaceFolder}, which only the other program can replace"),
        "{tree}"
    );
    let notes = server(&found, "with-folder");
    assert_eq!(notes["asked"], serde_json::json!(["NOTES_DIR"]));
    assert!(
        notes["notes"]
            .to_string()
            .contains("The value of NOTES_DIR contains ${workspaceFolder}. Innkeeper requests it at the first start."),
        "{notes:#}"
    );
    let missing = import(&place, &path, &[], &[]);
    assert_ne!(missing.code, code::DONE);
    assert!(
        missing.out.contains("A value is missing: database."),
        "{}",
        missing.out
    );
    assert!(
        missing.err.contains("--set NAME=VALUE") || !keychain(),
        "{}",
        missing.err
    );
    import(&place, &path, &["--set", "database=shop"], &[]).expect(code::DONE);
    let listed = place
        .run(&["--json", "servers", "list"])
        .expect(code::DONE)
        .json();
    let listed = listed.to_string();
    assert!(
        listed.contains("\"postgresql://host.docker.internal/shop\""),
        "{listed}"
    );
    import(&place, &path, &["--set", "database"], &[]).expect(code::USAGE);
}

#[test]
fn values_can_be_left_to_the_environment() {
    let place = Place::new();
    let path = place.path().join("claude_desktop_config.json");
    std::fs::write(
        &path,
        r#"{"mcpServers":{"Notes":{"command":"/usr/bin/true","env":{"TOKEN":"canary-import-7"}}}}"#,
    )
    .unwrap();
    if !keychain() {
        let refused = import(&place, &path, &[], &[]).expect(code::FAILED);
        assert!(refused.err.contains("--env-from"), "{}", refused.err);
    }
    import(&place, &path, &["--env-from"], &[]).expect(code::DONE);
    let listed = place
        .run(&["--json", "servers", "list"])
        .expect(code::DONE)
        .json();
    assert_eq!(listed[0]["env_names"][0], "TOKEN");
    assert!(!String::from_utf8_lossy(&place.stored()).contains("canary-import"));
    // The start names the variable that is not set.
    let start = place.run(&["--approve", "once", "tools", "list", "Notes"]);
    assert!(start.err.contains("TOKEN"), "{}", start.err);
}

#[test]
fn unreadable_file_is_named_with_its_program() {
    let place = Place::new();
    for (named, program) in [
        (".claude.json", "Claude Code"),
        ("claude_desktop_config.json", "Claude Desktop"),
        (".cursor/mcp.json", "Cursor"),
        (".gemini/settings.json", "Gemini CLI"),
    ] {
        let path = place.path().join(named);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(
            &path,
            r#"{"mcpServers": {"A": {"env": {"K": "canary-9" "x"}}}}"#,
        )
        .unwrap();
        let refused = place
            .run(&["servers", "import", &path.display().to_string()])
            .expect(code::USAGE);
        assert!(
            refused.err.contains(program) && refused.err.contains("not JSON: line 1"),
            "{}",
            refused.err
        );
        assert!(!refused.err.contains("canary"), "{}", refused.err);
    }
}
