use super::*;

fn parse(text: &str) -> Result<Manifest, BundleError> {
    Manifest::parse(text.as_bytes(), &|path| path == "server/index.js")
}

fn with(version: &str, more: &str) -> String {
    format!(
        r#"{{{version},"name":"n","version":"1.0.0","description":"d","author":{{"name":"a"}},
        "server":{{"type":"node","entry_point":"./server/index.js","mcp_config":{{"command":"node","args":["a"],
        "platform_overrides":{{"win32":{{"command":"w"}}}}}}}}{more}}}"#
    )
}

#[test]
fn manifest_of_each_version_is_read_and_others_are_refused() {
    for version in ["0.1", "0.2", "0.3", "0.4"] {
        for field in ["manifest_version", "dxt_version"] {
            let manifest = parse(&with(&format!(r#""{field}":"{version}""#), ""));
            assert_eq!(manifest.unwrap().format, version);
        }
    }
    for refused in [
        r#""manifest_version":"0.5""#,
        r#""manifest_version":"0.1","dxt_version":"0.2""#,
        r#""x":"0.1""#,
        r#""manifest_version":"0.1","manifest_version":"0.1""#,
    ] {
        assert!(parse(&with(refused, "")).is_err(), "{refused}");
    }
}

#[test]
fn options_keep_their_order_and_systems_their_commands() {
    let more = r#","user_config":{"z":{"type":"string","title":"Z","description":"","sensitive":true,"default":"known"},
        "a":{"type":"directory","title":"A","description":"","multiple":true,"default":["${HOME}/x"]}}"#;
    let manifest = parse(&with(r#""manifest_version":"0.2""#, more)).unwrap();
    let keys: Vec<&str> = manifest.options.iter().map(|o| o.key.as_str()).collect();
    assert_eq!(keys, ["z", "a"]);
    assert!(
        manifest.options[0].default.is_empty(),
        "a secret has no default"
    );
    assert_eq!(manifest.options[1].default, ["${HOME}/x"]);
    assert_eq!(manifest.server.on(Platform::Windows).command, "w");
    assert_eq!(manifest.server.on(Platform::Windows).args, ["a"]);
    assert_eq!(manifest.server.on(Platform::Mac).command, "node");
}

#[test]
fn odd_manifest_is_refused() {
    let version = r#""manifest_version":"0.3""#;
    for more in [
        r#","user_config":{"a b":{"type":"string","title":"","description":""}}"#,
        r#","user_config":{"a":{"type":"number","title":"","description":"","default":"x"}}"#,
        r#","user_config":{"a":{"type":"secret","title":"","description":""}}"#,
        r#","tools":{}"#,
    ] {
        assert!(parse(&with(version, more)).is_err(), "{more}");
    }
    let elsewhere = with(version, "").replace("server/index.js", "other.js");
    assert!(parse(&elsewhere).is_err());
}

#[test]
fn command_of_another_type_and_another_system_are_obstacles() {
    let at = |from: &str, to: &str| {
        let text = with(r#""manifest_version":"0.4""#, "").replace(from, to);
        parse(&text).unwrap().obstacle(Platform::Linux)
    };
    assert_eq!(at("", ""), None);
    let command = |command: &str| {
        let to = format!(r#""command":"{command}""#);
        at(r#""command":"node""#, &to)
    };
    for other in ["sh", "npx", "/bin/sh", "python3"] {
        assert_eq!(command(other), Some(Obstacle::Command(other.into())));
    }
    assert_eq!(command("${__dirname}/bin/node"), None);
    let uv = |platform| {
        let text =
            with(r#""manifest_version":"0.4""#, "").replace(r#""type":"node""#, r#""type":"uv""#);
        parse(&text).unwrap().obstacle(platform)
    };
    assert_eq!(uv(Platform::Windows), Some(Obstacle::Uv));
    assert_eq!(uv(Platform::Linux), Some(Obstacle::Command("node".into())));
    let mac = r#""name":"n","compatibility":{"platforms":["darwin"]}"#;
    assert_eq!(at(r#""name":"n""#, mac), Some(Obstacle::Platform));
}
