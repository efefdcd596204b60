#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::Confined;

fn local(args: &[&str], env: &[&str]) -> LaunchSpec {
    LaunchSpec::Local(LocalLaunch {
        server: ServerId::new(),
        command: "npx".into(),
        program: ResolvedProgram {
            path: "/usr/bin/npx".into(),
            target: None,
            searched: Vec::new(),
        },
        args: args.iter().map(|a| (*a).to_owned()).collect(),
        cwd: "/home/me".into(),
        env: env
            .iter()
            .map(|name| EnvEntry {
                name: (*name).into(),
                source: EnvSource::Host,
            })
            .collect(),
        risky: Vec::new(),
        plain: Vec::new(),
        roots: Vec::new(),
        contents: Vec::new(),
        path_value: "/usr/bin".into(),
        confinement: Confinement::Unconfined { instead: None },
        package: None,
    })
}

#[test]
fn what_changed_of_a_launch_is_told_word_by_word() {
    let before = local(&["--yes", "@n/pg@2.4.1", "--schema=a"], &["PGUSER"]);
    let after = local(&["--yes", "@n/pg@latest", "--schema=a"], &["NODE_OPTIONS"]);
    let kept = serde_json::to_string(&before.facts()).unwrap();
    let kept: LaunchFacts = serde_json::from_str(&kept).unwrap();
    let told: Vec<String> = kept
        .changes(&after.facts())
        .into_iter()
        .map(|l| format!("{}: {:?} {:?}", l.label, l.before, l.after))
        .collect();
    assert_eq!(
        told,
        [
            r#"argv 2: Some("@n/pg@2.4.1") Some("@n/pg@latest")"#,
            r#"env NODE_OPTIONS: None Some("your own, read at each start")"#,
            r#"env PGUSER: Some("your own, read at each start") None"#,
        ]
    );
    assert_eq!(before.facts().changes(&before.facts()), []);
    let confined = |network, weakest| {
        let mut launch = local(&[], &[]);
        if let LaunchSpec::Local(local) = &mut launch {
            local.confinement = Confinement::Confined(Confined {
                programs: vec!["/opt/server".into()],
                network,
                run_in_home: false,
                unix_sockets: false,
                weakest,
            });
        }
        launch
    };
    let first = confined(LocalNetwork::None, Enforcement::Full);
    for other in [
        confined(LocalNetwork::Asked, Enforcement::Full),
        confined(LocalNetwork::Open, Enforcement::Full),
        confined(LocalNetwork::None, Enforcement::Partial),
    ] {
        assert_ne!(first.digest(), other.digest());
        assert_eq!(first.facts().changes(&other.facts()).len(), 1);
    }
    let url = |url: &str| {
        LaunchSpec::Remote(RemoteLaunch {
            server: ServerId::new(),
            url: url.into(),
            headers: Vec::new(),
        })
    };
    let moved = url("https://a.example/mcp").facts();
    assert_eq!(
        moved.changes(&url("https://b.example/mcp").facts()).len(),
        1
    );
}
