//! `data backups` and `data restore`: from another version's start back to before it.

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use crate::{code, place::Place};

/// Makes it look as if this version used the data last.
fn used_by(place: &Place, version: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(place.data().join("innkeeper.db"));
        let mut connection = options.connect().await.unwrap();
        sqlx::query("UPDATE settings SET value = ? WHERE key = 'program_version'")
            .bind(format!("\"{version}\""))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    });
}

#[test]
fn data_goes_back_to_before_another_version() {
    let place = Place::new();
    place.add("Kit", &serde_json::json!({}));
    let none = place.run(&["data", "backups"]).expect(code::DONE);
    assert!(none.out.contains("no backups"), "{}", none.out);
    used_by(&place, "0.0.9");
    place
        .run(&["--approve", "once", "servers", "remove", "Kit"])
        .expect(code::DONE);
    let backups = place.run(&["--json", "data", "backups"]).expect(code::DONE);
    let backups = backups.json();
    assert_eq!(backups[0]["version"], "0.0.9", "{backups}");
    let name = backups[0]["name"].as_str().unwrap().to_owned();

    let refused = place
        .run(&["data", "restore", "0.0.8-2026-01-01"])
        .expect(code::USAGE);
    refused.one_error();
    assert!(
        refused.err.contains("no backup with this name"),
        "{}",
        refused.err
    );
    let done = place.run(&["data", "restore", &name]).expect(code::DONE);
    assert!(done.out.contains(&name), "{}", done.out);
    let servers = place.run(&["--json", "servers", "list"]).expect(code::DONE);
    assert!(servers.out.contains("Kit"), "{}", servers.out);
    let log = place.run(&["--json", "audit", "list"]).expect(code::DONE);
    assert!(log.out.contains("restored"), "{}", log.out);
    place.run(&["audit", "verify"]).expect(code::DONE);
}
