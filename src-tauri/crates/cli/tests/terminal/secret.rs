//! Values that are nobody else's business.

use serde_json::json;

use crate::{
    code,
    model::{Model, says},
    place::{Ended, Place, keychain},
};

/// Nothing printed and nothing stored has the value in it.
#[track_caller]
fn unseen(place: &Place, ended: &Ended, canary: &str) {
    assert!(!ended.out.contains(canary), "{}", ended.out);
    assert!(!ended.err.contains(canary), "{}", ended.err);
    let stored = place.stored();
    let found = stored.windows(canary.len()).any(|w| w == canary.as_bytes());
    assert!(!found, "it is stored in plain text");
}

#[test]
fn variables_reach_the_server_and_no_file() {
    let place = Place::new();
    let canary = "canary-7f3a91-host";
    let add = [
        "--approve",
        "once",
        "servers",
        "add",
        "Env",
        "--env-from",
        "OUR_CANARY",
        "--",
        "/bin/sh",
        "-c",
        "echo \"got ${OUR_CANARY#canary-}\" >&2",
    ];
    let own = [("OUR_CANARY", canary)];
    let added = place.run_with(&own, &add).expect(code::DONE);
    unseen(&place, &added, canary);
    let found = place
        .run_with(&own, &["servers", "doctor", "Env"])
        .expect(code::FAILED);
    assert!(
        found.out.contains("got 7f3a91-host"),
        "the server had it: {}",
        found.out
    );
    unseen(&place, &found, canary);
    let stored = String::from_utf8_lossy(&place.stored()).into_owned();
    assert!(stored.contains("OUR_CANARY"), "the name is kept");

    // Read at each launch: another value is another value, and none is said.
    let changed = place
        .run_with(
            &[("OUR_CANARY", "canary-second")],
            &["servers", "doctor", "Env"],
        )
        .expect(code::FAILED);
    assert!(changed.out.contains("got second"), "{}", changed.out);
    let missing = place.run(&["servers", "doctor", "Env"]);
    assert_ne!(missing.code, code::DONE);
    assert!(missing.err.contains("OUR_CANARY"), "{}", missing.err);
}

#[test]
fn a_value_is_kept_in_the_keychain_or_not_at_all() {
    let place = Place::new();
    let canary = "canary-55ab-kept";
    let pair = format!("TOKEN={canary}");
    let add = [
        "--approve",
        "once",
        "servers",
        "add",
        "Env",
        "--env",
        &pair,
        "--",
        "/bin/sh",
        "-c",
        "echo \"got ${TOKEN#canary-}\" >&2",
    ];
    let added = place.run_with(&[], &add);
    unseen(&place, &added, canary);
    if !keychain() {
        let refused = added.expect(code::DATA);
        assert!(refused.err.contains("keychain"), "{}", refused.err);
        assert_eq!(place.run(&["--json", "servers", "list"]).json(), json!([]));
        return;
    }
    added.expect(code::DONE);
    for (words, ends) in [
        (&["servers", "doctor", "Env"][..], code::FAILED),
        (&["--json", "servers", "doctor", "Env"], code::FAILED),
        (&["--json", "servers", "list"], code::DONE),
        (&["--json", "audit", "list"], code::DONE),
    ] {
        let ended = place.run_with(&[], words).expect(ends);
        unseen(&place, &ended, canary);
        if words.contains(&"doctor") {
            assert!(ended.out.contains("got 55ab-kept"), "{}", ended.out);
        }
    }
    let removed = place
        .run_with(&[], &["servers", "remove", "Env"])
        .expect(code::DONE);
    unseen(&place, &removed, canary);
}

#[test]
fn a_value_without_its_name_is_not_repeated() {
    let place = Place::new();
    let add = [
        "servers",
        "add",
        "Env",
        "--env",
        "canary-91-bare",
        "--",
        "true",
    ];
    let refused = place.run(&add).expect(code::USAGE);
    assert!(!refused.err.contains("canary"), "{}", refused.err);
}

#[test]
fn an_endpoints_key_goes_to_the_endpoint_alone() {
    let place = Place::new();
    let canary = "canary-d00d-key";
    let model = Model::start(vec![says("Hello.")]);
    let words = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--key-env",
        "OUR_KEY",
        "--servers",
        "",
        "Hello",
    ];
    let unset = place.run(&words).expect(code::USAGE);
    assert!(unset.err.contains("OUR_KEY"), "{}", unset.err);
    let ended = place
        .run_with(&[("OUR_KEY", canary)], &words)
        .expect(code::DONE);
    unseen(&place, &ended, canary);
    let heads = model.heads.lock().unwrap();
    assert!(
        heads[0].contains(&format!("Bearer {canary}")),
        "it was sent"
    );
}
