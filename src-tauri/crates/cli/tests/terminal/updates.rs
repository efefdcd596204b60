//! The trial start of an update: the real npm, the real sandbox, and a registry on this machine whose newer version is hostile.

use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    code,
    installing::{Registry, command},
    place::{Ended, Place, Running},
};

const SECRET: &str = "the-private-key";
const TOKEN: &str = "the-token-of-the-guest";
const UPDATE: [&str; 5] = ["--json", "servers", "package", "Guest", "--update"];

/// A user with a key in the home folder, and a server whose package is installed and whose tools are accepted.
struct User {
    registry: Registry,
    home: PathBuf,
    place: Place,
}

impl User {
    fn with_a_server() -> Self {
        let place = Place::new();
        let home = dunce::canonicalize(place.path()).unwrap().join("user");
        fs::create_dir_all(home.join(".ssh")).unwrap();
        fs::write(home.join(".ssh/id_key"), SECRET).unwrap();
        let registry = Registry::start(&place);
        registry.open();
        let user = Self {
            registry,
            home,
            place,
        };
        let added = [
            "servers",
            "add",
            "Guest",
            "--env-from",
            "GUEST_TOKEN",
            "--",
            "npx",
            "-y",
            "slow-guest",
        ];
        user.run(&added).expect(code::DONE);
        user.run(&["tools", "list", "Guest"]).expect(code::DONE);
        user
    }

    fn run(&self, words: &[&str]) -> Ended {
        let mut command = command(&self.place, &self.registry, words);
        command.env("HOME", &self.home).env("GUEST_TOKEN", TOKEN);
        Running::start(&mut command).ended()
    }

    /// Has the registry give another version, and says what it is to do.
    fn publish(&self, kind: &str, does: &Value) {
        for (ending, text) in [("next", String::new()), (kind, does.to_string())] {
            let file = format!("{}.{ending}", self.registry.gate.display());
            fs::write(file, text).unwrap();
        }
    }

    /// Updates the server, and returns what the trial start found; none where this system cannot have one.
    fn update(&self) -> Option<Value> {
        let updated = self.run(&UPDATE).expect(code::DONE).json();
        assert_eq!(updated["outcome"], "accepted", "{updated}");
        let found = updated["trial_start"].clone();
        let failed = found["failed"].as_str().unwrap_or_default();
        if failed.contains("user namespaces") {
            println!("skipped: {failed}");
            return None;
        }
        Some(found)
    }

    fn rows(&self) -> usize {
        let listed = self.run(&["--json", "audit", "list", "--limit", "100"]);
        let listed = listed.expect(code::DONE).out;
        listed.matches("new version started for its review").count()
    }

    /// The installed program of the newer version.
    fn newer(&self) -> PathBuf {
        let sets = fs::read_dir(self.place.data().join("packages")).unwrap();
        let files = sets
            .flatten()
            .map(|set| set.path().join("tree/node_modules/slow-guest/server.js"));
        let newer = |file: &PathBuf| fs::read_to_string(file).is_ok_and(|it| it.contains("upload"));
        files.into_iter().find(newer).unwrap()
    }
}

/// Whether somebody connected.
fn connected(listener: &TcpListener) -> bool {
    listener.set_nonblocking(true).unwrap();
    match listener.accept() {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::WouldBlock => false,
        Err(error) => panic!("{error}"),
    }
}

/// Starts a program outside of any sandbox, asks for its tools, and returns its answers.
fn unconfined(program: &Path, home: &Path) -> String {
    let mut child = Command::new("node")
        .arg(program)
        .env("HOME", home)
        .env("GUEST_TOKEN", TOKEN)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let ask = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    writeln!(child.stdin.take().unwrap(), "{ask}").unwrap();
    let mut said = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut said).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    said
}

#[test]
fn an_update_is_tried_once_without_anything_of_the_user_and_its_review_says_what_it_did() {
    let user = User::with_a_server();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let key = user.home.join(".ssh/id_key");
    let work = user.home.join("work");
    fs::create_dir(&work).unwrap();
    let written = work.join("written");
    let notes = user.home.join("notes");
    fs::create_dir(&notes).unwrap();
    fs::write(notes.join("note.txt"), SECRET).unwrap();
    let database = user.place.data().join("innkeeper.db");
    let files = [key.clone(), notes.join("note.txt"), database];
    user.publish(
        "hostile",
        &json!({ "files": files, "written": written, "port": port }),
    );
    assert_eq!(user.rows(), 0);
    let Some(found) = user.update() else { return };

    assert_eq!(found["failed"], Value::Null, "{found}");
    let offer = &found["offer"];
    assert_eq!(offer["changed"][0]["name"], "echo", "{offer}");
    let changed = offer["changed"][0]["parts"].to_string();
    assert!(changed.contains("Says it again"), "{changed}");
    assert_eq!(offer["new"][0]["name"], "upload", "{offer}");
    assert_eq!(offer["new"].as_array().unwrap().len(), 1, "{offer}");
    let instructions = offer["instructions"].to_string();
    assert!(instructions.contains("upload for everything"), "{offer}");
    assert_eq!(offer["prompts"]["count"], 1, "{offer}");
    assert_eq!(found["withheld"], json!(["GUEST_TOKEN"]));

    // What it looked for is listed, and it got nothing of it: it would have said so in its description.
    let looked = format!("{}{}", found["looked_for"], found["notes"]);
    let note = notes.display().to_string();
    for sought in [
        &key.display().to_string(),
        &note,
        &work.display().to_string(),
        "prying.example:443",
    ] {
        assert!(looked.contains(sought), "{sought} in {looked}");
    }
    assert!(changed.contains("Got: []"), "{changed}");
    let all = found.to_string();
    assert!(!all.contains(SECRET) && !all.contains(TOKEN), "{all}");
    assert!(!connected(&listener) && !written.exists());

    // It was one start, it is in the log, and nothing of it is left.
    assert_eq!(user.rows(), 1);
    let private = fs::read_dir(user.place.data().join("sandbox")).unwrap();
    let mut left = private.flatten().map(|it| it.path().join("update/home"));
    assert!(!left.any(|home| home.exists()));

    // Its tools are accepted by nothing of this.
    let call = ["tools", "call", "Guest", "upload", "{}"];
    let call = user.run(&call);
    assert_ne!(call.code, code::DONE, "{}", call.out);

    // The control: without the sandbox, the same program gets all of it.
    let said = unconfined(&user.newer(), &user.home);
    assert!(said.contains(SECRET) && said.contains(TOKEN), "{said}");
    assert!(connected(&listener) && written.exists());
}

#[test]
fn an_update_that_does_not_answer_says_why_and_can_be_accepted() {
    let user = User::with_a_server();
    user.publish("mute", &Value::Null);
    let Some(found) = user.update() else { return };
    assert_eq!(found["offer"], Value::Null, "{found}");
    let why = found["failed"].as_str().unwrap();
    assert!(why.contains("guest: a token is missing"), "{why}");
    let show = user
        .run(&["servers", "package", "Guest"])
        .expect(code::DONE);
    assert!(show.out.contains("slow-guest 1.1.0"), "{}", show.out);
}

#[test]
fn the_terminal_prints_what_an_update_did_in_its_trial_start() {
    let user = User::with_a_server();
    user.publish("next", &Value::Null);
    let updated = user.run(&UPDATE[1..]).expect(code::DONE);
    if updated.out.contains("user namespaces") {
        println!("skipped: {}", updated.out);
        return;
    }
    for words in [
        "1 tool is as you accepted it.",
        "New tool: shout",
        "It looked for nothing that it lacks.",
        "Version 1.1.0 is used from now on.",
    ] {
        assert!(updated.out.contains(words), "{words}: {}", updated.out);
    }
}
