//! Bundles whose server is Python: with all modules in the bundle, and with packages of a registry on this machine.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use super::{look, look_of, unpacked, zip};
use crate::{
    code,
    installing::Registry,
    place::{Ended, Place, Running, keychain},
};

/// A server with a module that it has to find.
const PYTHON_SERVER: &str = r#"
import json, sys
import looking

def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "b", "version": "1"}}
    if method == "tools/list":
        return {"tools": [{"name": "look", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}}]}
    if method == "ping":
        return {}
    if method == "tools/call":
        data = next((a for a in sys.argv if a.startswith("--data=")), "--data=").partition("=")[2]
        said = {"version": looking.VERSION, "read": looking.read(params["arguments"]["path"]), "data": looking.read(data), "module": looking.__file__}
        return {"content": [{"type": "text", "text": json.dumps(said, separators=(",", ":"))}]}

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answer(message["method"], message.get("params"))
        reply = {"result": result} if result is not None else {"error": {"code": -32601, "message": "no"}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply}), flush=True)
"#;
const PYTHON_MODULE: &str = r#"
VERSION = "1.0.0"

def read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError as error:
        return "no: " + type(error).__name__
"#;

/// Whether there is Python, and a keychain that keeps the variable with its modules.
fn can_run() -> bool {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let can = has_python && keychain();
    if !can {
        println!("skipped: Python is not installed, or there is no keychain for tests");
    }
    can
}

/// Its own modules are in a folder that it names in PYTHONPATH, as bundles with all their packages have them.
#[test]
fn python_bundle_runs_confined_with_its_bundled_modules() {
    if !can_run() {
        return;
    }
    let place = Place::new();
    let outside = place.path().join("outside.txt");
    fs::write(&outside, "secret").unwrap();
    let manifest = json!({
        "manifest_version": "0.3", "name": "looker", "display_name": "Looker", "version": "1.0.0", "description": "",
        "author": { "name": "Example" },
        "server": {
            "type": "python", "entry_point": "server/main.py",
            "mcp_config": {
                "command": "python", "args": ["${__dirname}/server/main.py", "--data=${__dirname}${/}data.txt"],
                "env": { "PYTHONPATH": "${__dirname}/server/lib" },
            },
        },
    });
    let file = place.path().join("python.mcpb");
    let data = "a file of the bundle";
    let files = [
        ("manifest.json", manifest.to_string()),
        ("server/main.py", PYTHON_SERVER.to_owned()),
        ("server/lib/looking/__init__.py", PYTHON_MODULE.to_owned()),
        ("data.txt", data.to_owned()),
    ];
    zip(&file, &files);
    let file = file.to_str().unwrap();
    let add = ["--approve", "once", "servers", "add", file];
    place.run(&add).expect(code::DONE);
    let said = look(&place, &outside);
    assert_eq!(said["read"], "no: FileNotFoundError", "{said}");
    assert_eq!(said["data"], data, "{said}");
    let [folder] = unpacked(&place).try_into().unwrap();
    let module = folder.join("server/lib/looking/__init__.py");
    assert_eq!(said["module"], json!(module), "{said}");
    // The control: outside of a sandbox, the same bundle reads it.
    place
        .run(&[&add[..], &["--as", "Free", "--unconfined"]].concat())
        .expect(code::DONE);
    assert_eq!(look_of(&place, "Free", &outside)["read"], "secret");
    // Neither run wrote compiled modules or anything else into the folder.
    assert_eq!(look(&place, &outside)["data"], data);
}

/// Writes a bundle of the type `uv`, whose server needs `slow-guest` and a module below `src`.
fn uv_bundle(place: &Place, version: &str, project: &str) -> PathBuf {
    let manifest = json!({
        "manifest_version": "0.4", "name": "looker", "display_name": "Looker", "version": version, "description": "",
        "author": { "name": "Example" },
        "server": { "type": "uv", "entry_point": "src/pack/main.py" },
    });
    let module =
        format!("import slow_guest, slow_part\n{PYTHON_MODULE}\nVERSION = \"{version}\"\n");
    let server = PYTHON_SERVER
        .replace("import looking", "from pack import looking")
        .replace("looking.__file__", "looking.slow_guest.__file__");
    let files = [
        ("manifest.json", manifest.to_string()),
        ("pyproject.toml", project.to_owned()),
        ("src/pack/main.py", server),
        ("src/pack/__init__.py", String::new()),
        ("src/pack/looking.py", module),
    ];
    let file = place.path().join(format!("uv-{version}.mcpb"));
    zip(&file, &files);
    file
}

const PROJECT: &str = r#"
[project]
name = "looker"
dependencies = ["slow-guest>=1,<2", "not-there-1; sys_platform == 'win32'"]
requires-python = ">=3.8"
"#;

/// Runs the program with the registry as that of pip and uv.
fn run_with(place: &Place, port: &str, args: &[&str]) -> Ended {
    let index = format!("http://127.0.0.1:{port}/simple/");
    let mut command = place.command(args);
    command
        .env("PIP_INDEX_URL", &index)
        .env("UV_DEFAULT_INDEX", &index)
        .env_remove("PIP_FIND_LINKS");
    Running::start(&mut command).ended()
}

#[test]
fn uv_bundle_runs_offline_with_the_packages_that_were_reviewed() {
    if !can_run() {
        return;
    }
    let place = Place::new();
    let registry = Registry::start(&place);
    registry.open();
    let port = registry.port.clone();
    let file = uv_bundle(&place, "1.0.0", PROJECT);
    let add = [
        "--approve",
        "once",
        "servers",
        "add",
        file.to_str().unwrap(),
    ];
    run_with(&place, &port, &add).expect(code::DONE);
    drop(registry);

    // The registry is gone, and so is every other host.
    let said = look(&place, Path::new("/nonexistent"));
    let module = PathBuf::from(said["module"].as_str().unwrap());
    let packages = dunce::canonicalize(place.data().join("packages")).unwrap();
    assert!(module.starts_with(&packages), "{said}");
    assert_eq!(said["version"], "1.0.0");

    // Both the bundle and its packages are compared before each start.
    let call = [
        "--approve",
        "once",
        "tools",
        "call",
        "Looker",
        "look",
        "{\"path\":\"/\"}",
    ];
    let [folder] = unpacked(&place).try_into().unwrap();
    for (changed, told) in [
        (module, "slow_guest.py"),
        (
            folder.join("src/pack/looking.py"),
            "not those that you accepted",
        ),
    ] {
        let (before, mode) = (
            fs::read(&changed).unwrap(),
            changed.metadata().unwrap().permissions(),
        );
        fs::set_permissions(&changed, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(&changed, [before.as_slice(), b"\n"].concat()).unwrap();
        fs::set_permissions(&changed, mode.clone()).unwrap();
        let refused = place.run(&call);
        assert_ne!(refused.code, code::DONE);
        assert!(refused.err.contains(told), "{}", refused.err);
        fs::set_permissions(&changed, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(&changed, before).unwrap();
        fs::set_permissions(&changed, mode).unwrap();
    }
    place.run(&call).expect(code::DONE);

    // A newer bundle resolves its packages anew, which fails without a registry; then the older one stays.
    let newer = uv_bundle(&place, "1.1.0", PROJECT);
    let update = [
        "--approve",
        "once",
        "servers",
        "add",
        newer.to_str().unwrap(),
        "--update",
        "Looker",
    ];
    assert_ne!(run_with(&place, &port, &update).code, code::DONE);
    assert_eq!(look(&place, Path::new("/"))["version"], "1.0.0");
    let registry = Registry::start(&place);
    run_with(&place, &registry.port, &update).expect(code::DONE);
    assert_eq!(look(&place, Path::new("/"))["version"], "1.1.0");
}

#[test]
fn uv_bundle_with_packages_from_elsewhere_is_refused_and_fetches_nothing() {
    let place = Place::new();
    let registry = Registry::start(&place);
    let refused = |project: &str, part: &str| {
        let file = uv_bundle(&place, "1.0.0", project);
        let file = file.to_str().unwrap();
        let add = ["--approve", "once", "servers", "add", file];
        let ended = run_with(&place, &registry.port, &add).expect(code::USAGE);
        assert!(ended.err.contains(part), "{part} in {}", ended.err);
        let shown = place
            .run(&["--json", "servers", "bundle", file])
            .expect(code::DONE)
            .json();
        assert_ne!(shown["obstacle"], Value::Null);
    };
    let url = PROJECT.replace(
        "slow-guest>=1,<2",
        "slow-guest @ https://evil.example/x.whl",
    );
    refused(&url, "evil.example");
    refused(
        &PROJECT.replace("slow-guest>=1,<2", "../slow-guest"),
        "../slow-guest",
    );
    refused(
        &format!("{PROJECT}[tool.uv.sources]\nslow-guest = {{ path = '.' }}"),
        "sources",
    );
    refused(
        &format!("{PROJECT}[[tool.uv.index]]\nurl = 'https://evil.example'"),
        "tool.uv.index",
    );
    refused("[project]", "no package");
    refused("nothing", "TOML");
    assert!(unpacked(&place).is_empty());
    assert!(!place.data().join("packages").exists());
}
