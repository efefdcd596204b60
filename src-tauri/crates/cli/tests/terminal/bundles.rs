//! `servers add FILE.mcpb` and `servers bundle`: real files, a real server of Node.js, the real sandbox.

mod python;
mod registered;

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    code,
    place::{Place, keychain},
};

/// A server that answers what it was started with, and what it can read.
const SERVER: &str = r#"
const fs = require("fs");
// What is answered is stored.
const hide = (text) => text.replace(/canary-[0-9a-f]+/, "SECRET");
const version = "VERSION";
const tools = ["look", ...(version === "1.0.0" ? [] : ["more"])]
  .map((name) => ({ name, inputSchema: { type: "object", properties: { path: { type: "string" } } } }));
function answer(method, params) {
  if (method === "initialize")
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "b", version } };
  if (method === "tools/list") return { tools };
  if (method === "ping") return {};
  if (method !== "tools/call") return undefined;
  let read;
  try { read = fs.readFileSync(params.arguments.path, "utf8"); } catch (error) { read = "no: " + error.code; }
  const said = { version, read, args: process.argv.slice(2).map(hide), token: hide(process.env.TOKEN ?? ""), lib: process.env.LIB ?? null };
  return { content: [{ type: "text", text: JSON.stringify(said) }] };
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answer(method, params);
  const reply = result ? { result } : { error: { code: -32601, message: "no" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...reply }) + "\n");
});
"#;

fn has_node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        println!("skipped: Node.js is not installed");
    }
    found
}

/// Writes a bundle, and returns its file.
fn bundle(place: &Place, version: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let mut manifest = json!({
        "manifest_version": "0.3", "name": "looker", "display_name": "Looker", "version": version,
        "description": "Looks at files", "author": { "name": "Example Ltd" },
        "tools": [{ "name": "look", "description": "Reads a file" }],
        "server": {
            "type": "node", "entry_point": "server/index.js",
            "mcp_config": { "command": "node", "args": ["${__dirname}/server/index.js", "${user_config.folders}"] },
        },
        "user_config": {
            "folders": { "type": "directory", "title": "Folders", "description": "What it reads", "multiple": true, "required": true },
        },
    });
    change(&mut manifest);
    let path = place.path().join(format!("looker-{version}.mcpb"));
    let files = [
        ("manifest.json", manifest.to_string()),
        ("server/index.js", SERVER.replace("VERSION", version)),
    ];
    zip(&path, &files);
    path
}

/// Writes an archive of these files.
fn zip(path: &Path, files: &[(&str, String)]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// The folders of unpacked bundles.
fn unpacked(place: &Place) -> Vec<PathBuf> {
    let entries = fs::read_dir(place.data().join("bundles"));
    let entries = entries.into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn look(place: &Place, path: &Path) -> Value {
    look_of(place, "Looker", path)
}

fn look_of(place: &Place, server: &str, path: &Path) -> Value {
    let argument = json!({ "path": path }).to_string();
    let call = [
        "--approve",
        "once",
        "--json",
        "tools",
        "call",
        server,
        "look",
        &argument,
    ];
    let ended = place.run(&call).expect(code::DONE);
    let text = ended.json().to_string();
    let begin = text
        .find(r#"{\"version"#)
        .unwrap_or_else(|| panic!("{text}"));
    let end = text[begin..].find("}\"").map(|at| begin + at + 1).unwrap();
    serde_json::from_str(&text[begin..end].replace("\\\"", "\"")).unwrap()
}

#[test]
fn bundle_is_shown_and_nothing_of_it_is_unpacked() {
    let place = Place::new();
    let file = bundle(&place, "1.0.0", |_| {});
    let file = file.to_str().unwrap();
    let shown = place
        .run(&["servers", "bundle", file])
        .expect(code::DONE)
        .out;
    for part in [
        "Looker 1.0.0",
        "Example Ltd",
        "Signature: none",
        "look",
        "folders (folder, required)",
        "2 files",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let view = place
        .run(&["--json", "servers", "bundle", file])
        .expect(code::DONE)
        .json();
    assert_eq!(view["bundle"]["name"], "looker");
    assert!(unpacked(&place).is_empty());

    // Damaged, for another system, of another type, signed by nobody.
    let other = |change: &dyn Fn(&mut Value)| bundle(&place, "2.0.0", change);
    let add = |file: &Path| {
        place.run(&[
            "--approve",
            "once",
            "servers",
            "add",
            file.to_str().unwrap(),
            "--set",
            "folders=/tmp",
        ])
    };
    let mac = other(&|m| m["compatibility"] = json!({ "platforms": ["plan9"] }));
    assert!(add(&mac).expect(code::USAGE).err.contains("plan9"));
    let uv = other(&|m| {
        m["server"]["type"] = json!("uv");
        m["server"]["mcp_config"] =
            json!({ "command": "uv", "args": ["run", "--with", "evil", "server/index.js"] });
    });
    assert!(add(&uv).expect(code::USAGE).err.contains("runs uv"));
    let shell = other(&|m| m["server"]["mcp_config"]["command"] = json!("sh"));
    assert!(add(&shell).expect(code::USAGE).err.contains("sh"));
    let signed = other(&|_| {});
    let block = b"MCPB_SIG_V1\x03\0\0\0abcMCPB_SIG_END";
    fs::OpenOptions::new()
        .append(true)
        .open(&signed)
        .unwrap()
        .write_all(block)
        .unwrap();
    assert!(add(&signed).expect(code::USAGE).err.contains("signature"));
    let mut cut = fs::read(file).unwrap();
    cut.truncate(cut.len() - 9);
    fs::write(&signed, cut).unwrap();
    assert!(add(&signed).expect(code::USAGE).err.contains("refused"));
    let servers = place.run(&["--json", "servers", "list"]).expect(code::DONE);
    assert_eq!(servers.out.trim(), "[]", "nothing was added");
    assert!(unpacked(&place).is_empty());
}

#[test]
fn bundle_runs_confined_with_what_was_chosen_and_is_compared_before_each_start() {
    if !has_node() {
        return;
    }
    let place = Place::new();
    let root = dunce::canonicalize(place.path()).unwrap();
    let (folder, outside) = (root.join("work"), root.join("outside"));
    fs::create_dir(&folder).unwrap();
    fs::create_dir(&outside).unwrap();
    let (inside, secret) = (folder.join("a.txt"), outside.join("b.txt"));
    fs::write(&inside, "granted").unwrap();
    fs::write(&secret, "secret").unwrap();
    let file = bundle(&place, "1.0.0", |_| {});
    let file = file.to_str().unwrap();
    let set = format!("folders={}", folder.display());

    // Nobody accepts it: nothing stays.
    place
        .run(&["--approve", "deny", "servers", "add", file, "--set", &set])
        .expect(code::DENIED);
    assert!(unpacked(&place).is_empty());
    // An option is missing.
    let missing = place
        .run(&["--approve", "once", "servers", "add", file])
        .expect(code::USAGE);
    assert!(missing.err.contains("folders"), "{}", missing.err);

    place
        .run(&["--approve", "once", "servers", "add", file, "--set", &set])
        .expect(code::DONE);
    let call = ["--approve", "once", "tools", "call", "Looker", "look", "{}"];
    // The folder was chosen and not granted yet.
    let refused = place.run(&call);
    assert_ne!(refused.code, code::DONE);
    assert!(refused.err.contains("not granted"), "{}", refused.err);
    let grant = [
        "--approve",
        "once",
        "roots",
        "grant",
        "Looker",
        folder.to_str().unwrap(),
    ];
    place.run(&grant).expect(code::DONE);
    let said = look(&place, &inside);
    assert_eq!(
        (&said["read"], &said["args"]),
        (&json!("granted"), &json!([folder]))
    );
    assert_eq!(look(&place, &secret)["read"], "no: ENOENT");
    // The control: outside of a sandbox, the same bundle reads it.
    let free = [
        "--approve",
        "once",
        "servers",
        "add",
        file,
        "--as",
        "Free",
        "--unconfined",
        "--set",
        &set,
    ];
    place.run(&free).expect(code::DONE);
    place
        .run(&[
            "--approve",
            "once",
            "roots",
            "grant",
            "Free",
            folder.to_str().unwrap(),
        ])
        .expect(code::DONE);
    assert_eq!(look_of(&place, "Free", &secret)["read"], "secret");
    place.run(&["servers", "remove", "Free"]).expect(code::DONE);
    // Both servers used one unpacked bundle: the other one still has it.
    assert_eq!(look(&place, &inside)["read"], "granted");

    // One byte more in its folder, and it does not start.
    let [unpacked_to] = unpacked(&place).try_into().unwrap();
    let script = unpacked_to.join("server/index.js");
    let before = fs::read(&script).unwrap();
    fs::write(&script, [before.as_slice(), b" "].concat()).unwrap();
    let changed = place.run(&call);
    assert_ne!(changed.code, code::DONE);
    assert!(
        changed.err.contains("not those that you accepted"),
        "{}",
        changed.err
    );
    fs::write(&script, before).unwrap();
    assert_eq!(look(&place, &inside)["read"], "granted");

    // A newer version: what differs is shown, and it replaces the older one once it was accepted.
    let newer = bundle(&place, "1.1.0", |m| {
        m["tools"] = json!([{ "name": "look" }, { "name": "more" }]);
    });
    let newer = newer.to_str().unwrap();
    let shown = place
        .run(&["servers", "bundle", newer])
        .expect(code::DONE)
        .out;
    assert!(
        shown.contains("Version 1.0.0 → 1.1.0") && shown.contains("New tools: more"),
        "{shown}"
    );
    place
        .run(&[
            "--approve",
            "deny",
            "servers",
            "add",
            newer,
            "--update",
            "Looker",
        ])
        .expect(code::DENIED);
    assert_eq!(look(&place, &inside)["version"], "1.0.0");
    assert_eq!(unpacked(&place), std::slice::from_ref(&unpacked_to));
    let updated = place
        .run(&[
            "--approve",
            "once",
            "servers",
            "add",
            newer,
            "--update",
            "Looker",
        ])
        .expect(code::DONE)
        .out;
    assert!(
        updated.contains("New tool: more") || updated.contains("user namespaces"),
        "{updated}"
    );
    assert_eq!(look(&place, &inside)["version"], "1.1.0");
    assert!(!unpacked_to.exists());
    let another = bundle(&place, "1.2.0", |m| m["name"] = json!("another"));
    let another = another.to_str().unwrap();
    let refused = place.run(&[
        "--approve",
        "once",
        "servers",
        "add",
        another,
        "--update",
        "Looker",
    ]);
    assert!(refused.expect(code::USAGE).err.contains("another name"));

    place
        .run(&["servers", "remove", "Looker"])
        .expect(code::DONE);
    assert!(unpacked(&place).is_empty());
}

/// A program in a bundle, whose mode is in the archive: it is executed from the unpacked folder.
#[test]
fn program_of_a_bundle_runs_from_its_folder() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut nodes = std::env::split_paths(&path).map(|folder| folder.join("node"));
    let Some(node) = nodes.find(|node| node.exists()) else {
        println!("skipped: Node.js is not installed");
        return;
    };
    let place = Place::new();
    let manifest = json!({
        "dxt_version": "0.1", "name": "looker", "display_name": "Looker", "version": "1.0.0", "description": "",
        "author": { "name": "Example" },
        "server": {
            "type": "binary", "entry_point": "bin/server",
            "mcp_config": { "command": "none", "platform_overrides": { "linux": { "command": "bin/server", "args": ["--x", "${/}"] } } },
        },
    });
    let file = place.path().join("program.dxt");
    let mut zip = ZipWriter::new(File::create(&file).unwrap());
    let options = SimpleFileOptions::default();
    zip.start_file("manifest.json", options).unwrap();
    zip.write_all(manifest.to_string().as_bytes()).unwrap();
    // Without a mode, as archives made under Windows.
    zip.start_file("bin/server", options.unix_permissions(0o644))
        .unwrap();
    let program = format!(
        "#!{}\n{}",
        node.display(),
        SERVER.replace("VERSION", "1.0.0")
    );
    zip.write_all(program.as_bytes()).unwrap();
    zip.finish().unwrap();
    place
        .run(&[
            "--approve",
            "once",
            "servers",
            "add",
            file.to_str().unwrap(),
        ])
        .expect(code::DONE);
    let said = look(&place, Path::new("/nonexistent"));
    assert_eq!(said["args"], json!(["--x", "/"]), "{said}");
}

#[test]
fn secret_of_a_bundle_is_in_the_keychain_alone() {
    if !has_node() || !keychain() {
        println!("skipped: there is no keychain for tests");
        return;
    }
    let place = Place::new();
    let file = bundle(&place, "1.0.0", |m| {
        m["server"]["mcp_config"]["args"] = json!(["server/index.js", "--key=${user_config.key}"]);
        m["server"]["mcp_config"]["env"] =
            json!({ "TOKEN": "Bearer ${user_config.key}", "LIB": "${__dirname}/lib" });
        m["user_config"] = json!({ "key": { "type": "string", "title": "Key", "description": "", "sensitive": true, "required": true } });
    });
    let secret = "canary-5f0c2a77";
    let set = format!("key={secret}");
    let add = [
        "--approve",
        "once",
        "servers",
        "add",
        file.to_str().unwrap(),
        "--set",
        &set,
    ];
    place.run(&add).expect(code::DONE);
    let said = look(&place, Path::new("/nonexistent"));
    assert_eq!(said["args"], json!(["--key=SECRET"]), "{said}");
    assert_eq!(said["token"], "Bearer SECRET", "{said}");
    assert!(said["lib"].as_str().unwrap().ends_with("/lib"), "{said}");
    let stored = place.stored();
    let found = stored
        .windows(secret.len())
        .any(|part| part == secret.as_bytes());
    assert!(!found, "the secret is on the disk");
    place
        .run(&["servers", "remove", "Looker"])
        .expect(code::DONE);
}
