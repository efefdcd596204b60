//! `audit`: what is found, what a changed file says, and that another program can check what is exported.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use crate::{
    code,
    model::{Model, calls, says},
    place::{Place, keychain},
};

/// A log with two conversations, and some calls outside of them.
fn lived() -> Place {
    let place = Place::new();
    place.add("Kit", &json!({}));
    for text in ["first", "Second", "third"] {
        let arguments = json!({ "text": text, "password": "hunter2" }).to_string();
        place
            .run(&[
                "--approve",
                "once",
                "tools",
                "call",
                "Kit",
                "echo",
                &arguments,
            ])
            .expect(code::DONE);
    }
    place
        .run(&[
            "--approve",
            "deny",
            "tools",
            "call",
            "Kit",
            "echo",
            r#"{"text":"never"}"#,
        ])
        .expect(code::DENIED);
    let answers = vec![
        calls(&[("Kit_echo", json!({ "text": "in a conversation" }))]),
        says("Done."),
    ];
    let model = Model::start(answers);
    let words = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--approve-tool",
        "Kit/echo",
        "Hello",
    ];
    place.run(&words).expect(code::DONE);
    place
}

fn rows(place: &Place, words: &[&str]) -> Vec<Value> {
    let found = place.run(&[&["--json", "audit", "list"], words].concat());
    found.expect(code::DONE).json().as_array().unwrap().clone()
}

/// Changes a file of the data directory as another program would.
fn tamper(place: &Place, file: &str, sql: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(place.data().join(file));
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    });
}

#[test]
fn rows_are_found_by_what_one_knows() {
    let place = lived();
    let about = |row: &Value| (row["subject"].clone(), row["verdict"].clone());
    let found = rows(&place, &["--search", "SECOND"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        about(&found[0]),
        (json!("echo"), json!("allowed by the command line"))
    );
    assert!(!found[0].to_string().contains("hunter2"));
    assert_eq!(
        rows(&place, &["--search", "nowhere at all"]),
        Vec::<Value>::new()
    );
    assert!(
        !rows(&place, &["--search", "kit"]).is_empty(),
        "by its server's name"
    );
    let denied = rows(&place, &["--decision", "denied"]);
    assert_eq!(denied.len(), 1);
    assert_eq!(denied[0]["decision"], "denied");
    let all = rows(&place, &["--limit", "1000"]);
    let seqs: Vec<u64> = all.iter().map(|row| row["seq"].as_u64().unwrap()).collect();
    let newest = seqs[0];
    assert!(newest > 8 && seqs.is_sorted_by(|a, b| a > b), "{seqs:?}");
    // Rows that nobody wants to read are seals, which there are none of without a keychain.
    assert!(keychain() || seqs.len() as u64 == newest, "{seqs:?}");
    let before = rows(&place, &["--before", "3", "--server", "Kit", "--days", "2"]);
    assert!(before.iter().all(|row| row["seq"].as_u64().unwrap() < 3));
    place
        .run(&["audit", "list", "--server", "Nobody"])
        .expect(code::USAGE);
    place
        .run(&["audit", "list", "--search", &"x".repeat(201)])
        .expect(code::USAGE);
    let text = place
        .run(&["audit", "list", "--search", "first"])
        .expect(code::DONE);
    assert!(
        text.out.contains("allowed by the command line"),
        "{}",
        text.out
    );
}

#[test]
fn the_first_bad_row_is_named() {
    let place = lived();
    let intact = place
        .run(&["--json", "audit", "verify"])
        .expect(code::DONE)
        .json();
    assert_eq!(intact["intact"], true);
    assert_eq!(intact["end_known"], keychain(), "{intact}");
    let whole = std::fs::read(place.data().join("audit.db")).unwrap();
    let all = rows(&place, &[]);
    let with_arguments = all
        .iter()
        .rev()
        .find(|row| row["content"].is_string())
        .unwrap();
    let with_arguments = with_arguments["seq"].as_u64().unwrap();
    let broken = |sql: &str, first_bad: u64, fault: &str| {
        for beside in ["audit.db-wal", "audit.db-shm"] {
            let _ = std::fs::remove_file(place.data().join(beside));
        }
        std::fs::write(place.data().join("audit.db"), &whole).unwrap();
        tamper(&place, "audit.db", sql);
        let ended = place.run(&["--json", "audit", "verify"]).expect(code::DATA);
        ended.one_error();
        let found = ended.json();
        assert_eq!(found["first_bad"], first_bad, "{sql}: {found}");
        assert_eq!(found["fault"], fault, "{sql}: {found}");
        // What is broken is listed and exported all the same.
        assert!(rows(&place, &[]).len() > 3, "{sql}");
        place.run(&["audit", "export"]).expect(code::DONE);
    };
    broken(
        "UPDATE record SET decision = 'denied' WHERE seq = 4",
        4,
        "edited",
    );
    broken(
        "UPDATE record SET content = '{}' WHERE content IS NOT NULL",
        with_arguments,
        "edited",
    );
    broken(
        "UPDATE record SET content = NULL, salt = NULL",
        with_arguments,
        "edited",
    );
    broken(
        "UPDATE record SET content_digest = NULL, content = NULL",
        with_arguments,
        "edited",
    );
    broken(
        "UPDATE record SET subject = CAST(x'ff' AS TEXT) WHERE seq = 2",
        2,
        "edited",
    );
    broken(
        "UPDATE record SET kind = 'forged' WHERE seq = 2",
        2,
        "edited",
    );
    broken("DELETE FROM record WHERE seq = 3", 3, "dropped");
    let move_up = "UPDATE record SET seq = -seq WHERE seq > 3; UPDATE record SET seq = -seq - 1 WHERE seq < 0";
    broken(
        &format!("DELETE FROM record WHERE seq = 3; {move_up}"),
        3,
        "dropped",
    );
    let swap = "UPDATE record SET seq = -1 WHERE seq = 2; UPDATE record SET seq = 2 WHERE seq = 5; UPDATE record SET seq = 5 WHERE seq = -1";
    broken(swap, 2, "swapped");
    let columns = "at_ms, kind, server, conversation, call, subject, decision, detail, content_digest, salt, content, prev, hash";
    let insert = format!(
        "UPDATE record SET seq = -seq WHERE seq > 2; INSERT INTO record SELECT 3, {columns} FROM record WHERE seq = 2; \
         UPDATE record SET seq = 1 - seq WHERE seq < 0"
    );
    broken(&insert, 3, "inserted");
}

#[test]
fn a_cut_tail_is_found_where_the_head_is_kept() {
    let place = lived();
    let newest = rows(&place, &["--limit", "1"])[0]["seq"].as_u64().unwrap();
    tamper(
        &place,
        "audit.db",
        &format!("DELETE FROM record WHERE seq > {}", newest - 2),
    );
    let ended = place.run(&["--json", "audit", "verify"]);
    if keychain() {
        let found = ended.expect(code::DATA).json();
        // One row came after the cut: the log is not whole, so that stored permissions have to be confirmed.
        assert_eq!(
            (&found["first_bad"], &found["fault"]),
            (&json!(newest), &json!("tail_cut"))
        );
        let listed = rows(&place, &["--limit", "5"]);
        let added = listed.iter().find(|row| row["seq"] == newest - 1);
        let added = added.expect("a row after the cut");
        assert!(added.to_string().contains("unconfirmed"), "{added}");
    } else {
        let found = ended.expect(code::DONE).json();
        assert_eq!(found["end_known"], false);
        let message = found["message"].as_str().unwrap();
        assert!(
            message.contains("rows cut off its end would go unnoticed"),
            "{message}"
        );
    }
}

/// A field as the chain covers it: absent, or a mark, its length in eight bytes, and itself.
fn field(hash: &mut Sha256, bytes: Option<&[u8]>) {
    match bytes {
        None => hash.update([0]),
        Some(bytes) => {
            hash.update([1]);
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2);
    digits
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// The check of another program, written from SECURITY.md alone. Answers how many contents it could check.
fn check(lines: &str) -> usize {
    let mut prev = vec![0; 32];
    let mut contents = 0;
    for (number, line) in lines.lines().enumerate() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().map(str::to_owned);
        assert_eq!(row["seq"], number + 1);
        assert_eq!(unhex(row["prev"].as_str().unwrap()), prev, "{row}");
        let digest = text("content_digest").map(|hex| unhex(&hex));
        let mut hash = Sha256::new();
        hash.update(&prev);
        field(&mut hash, Some(b"innkeeper audit row 1"));
        field(
            &mut hash,
            Some(&row["at_ms"].as_i64().unwrap().to_be_bytes()),
        );
        for name in [
            "kind",
            "server",
            "conversation",
            "call",
            "subject",
            "decision",
            "detail",
        ] {
            field(&mut hash, text(name).as_deref().map(str::as_bytes));
        }
        field(&mut hash, digest.as_deref());
        prev = hash.finalize().to_vec();
        assert_eq!(unhex(row["hash"].as_str().unwrap()), prev, "{row}");
        if let Some(content) = text("content") {
            let salt = unhex(row["salt"].as_str().unwrap());
            let mut hash = Sha256::new();
            hash.update((salt.len() as u64).to_be_bytes());
            hash.update(&salt);
            hash.update(content.as_bytes());
            assert_eq!(digest.unwrap(), hash.finalize().to_vec(), "{row}");
            contents += 1;
        }
    }
    contents
}

#[test]
fn what_is_exported_can_be_checked_by_others_after_a_purge_too() {
    let place = lived();
    let before = place.run(&["audit", "export"]).expect(code::DONE).out;
    let contents = check(&before);
    assert!(contents >= 5 && before.contains("in a conversation"));

    // Deleted long ago; the next start forgets what it said.
    tamper(
        &place,
        "innkeeper.db",
        "UPDATE conversations SET deleted_ms = 1",
    );
    place.run(&["servers", "list"]).expect(code::DONE);
    let file = place.path().join("log.jsonl");
    let out = file.to_str().unwrap();
    let said = place
        .run(&["--json", "audit", "export", "--out", out])
        .expect(code::DONE)
        .json();
    let after = std::fs::read_to_string(&file).unwrap();
    assert_eq!(said["rows"], after.lines().count());
    assert_eq!(
        check(&after),
        contents - 1,
        "one content is gone, and the chain holds"
    );
    assert!(!after.contains("in a conversation") && after.contains("\"purge\""));
    place.run(&["audit", "verify"]).expect(code::DONE);
    let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);

    place
        .run(&["audit", "export", "--out", out])
        .expect(code::USAGE)
        .one_error();
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        after,
        "nothing is written over"
    );
    let folder = place.path().join("none/log.jsonl");
    place
        .run(&["audit", "export", "--out", folder.to_str().unwrap()])
        .expect(code::DATA)
        .one_error();
    let left = std::fs::read_dir(place.path()).unwrap().flatten();
    let names: Vec<_> = left
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert!(
        !names.iter().any(|name| name.contains(".part")),
        "{names:?}"
    );
    let help = place.run(&["audit", "export", "--help"]).expect(code::DONE);
    let line: Value = serde_json::from_str(after.lines().next().unwrap()).unwrap();
    for name in line.as_object().unwrap().keys() {
        assert!(help.out.contains(name.as_str()), "{name} is not explained");
    }
}
