//! Servers that do not start: what is said of them, with real programs that fail in their own words.

use std::{
    io::{Read, Write},
    net::TcpListener,
    os::unix::fs::PermissionsExt,
};

use crate::{
    code,
    place::{Ended, Place, Running},
};

/// Adds a server and starts it; what is said when that fails.
fn start(
    place: &Place,
    name: &str,
    more: &[&str],
    command: &[&str],
    variables: &[(&str, &str)],
) -> Ended {
    let add = [
        &["--approve", "once", "servers", "add", name][..],
        &["--network", "open"],
        more,
        &["--"],
        command,
    ]
    .concat();
    let mut adding = place.command(&add);
    adding.envs(variables.iter().copied());
    Running::start(&mut adding).ended().expect(code::DONE);
    let mut listing = place.command(&["--approve", "once", "tools", "list", name]);
    listing.envs(variables.iter().copied());
    Running::start(&mut listing).ended()
}

/// One shell script, and what the failure has to say of it.
struct Case {
    name: &'static str,
    script: &'static str,
    says: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "Words",
        script: "echo loading >&2; printf '\\033[31mError: no luck today\\033[0m\\n' >&2; echo bye >&2; exit 3",
        says: &[
            "exited with code 3",
            "“loading”",
            "“Error: no luck today”",
            "“bye”",
        ],
    },
    Case {
        name: "Variable",
        script: "echo 'Error: GUEST_TOKEN environment variable is required' >&2; exit 1",
        says: &[
            "requires the variable GUEST_TOKEN",
            "--env-from GUEST_TOKEN",
        ],
    },
    Case {
        name: "Program",
        script: "no-such-program-of-ours",
        says: &["“no-such-program-of-ours”, which was not found", "Install"],
    },
    Case {
        name: "Interpreter",
        script: "exec /usr/bin/env no-such-interpreter server.py",
        says: &["“no-such-interpreter”, which was not found"],
    },
    Case {
        name: "Node",
        script: "echo 'ReferenceError: fetch is not defined' >&2; echo 'Node.js v16.20.2' >&2; exit 1",
        says: &["Node.js v16.20.2 is too old", "Install a newer Node.js"],
    },
    Case {
        name: "Module",
        script: "python3 -c 'import no_such_module_of_ours'",
        says: &["lacks the module “no_such_module_of_ours”"],
    },
    Case {
        name: "Asking",
        script: "echo 'Error: this client does not support elicitation' >&2; exit 1",
        says: &["switched off for it", "--elicitation on"],
    },
    Case {
        name: "Web",
        script: "echo 'Server listening on http://localhost:3917/mcp'; exit 0",
        says: &[
            "listens at an address",
            "“Server listening on http://localhost:3917/mcp”",
            "--stdio",
            "by its URL, http://localhost:3917/mcp",
        ],
    },
    Case {
        name: "Chatty",
        script: "echo 'Welcome to the wizard'; exit 0",
        says: &[
            "printed text that is no MCP message",
            "“Welcome to the wizard”",
        ],
    },
    Case {
        name: "Newer",
        script: r#"read -r l; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2031-01-01"],"requested":"2026-07-28"}}}'; cat >/dev/null"#,
        says: &[
            "speaks protocol version 2031-01-01 only",
            "older release of the server",
        ],
    },
    Case {
        name: "Sessionless",
        script: r#"for n in 1 2; do read -r l; echo '{"jsonrpc":"2.0","id":'$n',"error":{"code":-32601,"message":"Method not found"}}'; done; cat >/dev/null"#,
        says: &["neither `server/discover` nor `initialize`", "2026-07-28"],
    },
];

#[test]
fn failure_says_what_failed_why_and_what_to_do() {
    let place = Place::new();
    for case in CASES {
        let ended = start(&place, case.name, &[], &["/bin/sh", "-c", case.script], &[]);
        assert_eq!(ended.code, code::FAILED, "{}: {}", case.name, ended.err);
        ended.one_error();
        let doctor = format!("`servers doctor \"{}\"`", case.name);
        for words in case.says.iter().copied().chain([doctor.as_str()]) {
            assert!(
                ended.err.contains(words),
                "{}: {words} in {}",
                case.name,
                ended.err
            );
        }
        assert!(!ended.err.contains('\u{1b}'), "{:?}", ended.err);
        let found = place.run(&["--approve", "once", "servers", "doctor", case.name]);
        assert!(found.out.contains("failed"), "{}", found.out);
    }
}

#[test]
fn command_written_for_a_shell_and_a_refused_file_are_explained_when_they_are_added() {
    let place = Place::new();
    let script = place.path().join("server.sh");
    std::fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    let file = script.display().to_string();
    for (command, says) in [
        (
            "sh -c true",
            &["includes arguments", "“sh” as the command"][..],
        ),
        ("~/bin/guest", &["begins with ~", "/bin/guest"]),
        (&file, &["not a program that you may run", "chmod +x"]),
    ] {
        let add = [
            "--approve",
            "once",
            "servers",
            "add",
            "Shell",
            "--",
            command,
        ];
        let ended = place.run(&add).expect(code::USAGE);
        for words in says {
            assert!(ended.err.contains(words), "{words} in {}", ended.err);
        }
    }
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = start(&place, "Lost", &[], &[&file], &[]);
    assert!(
        ended
            .err
            .contains("names the interpreter `/no/such/interpreter`"),
        "{}",
        ended.err
    );

    let reads = "ls -d \"$1\" >&2 && cat";
    let missing = ["/bin/sh", "-c", reads, "sh", "/no/such/folder"];
    let ended = start(&place, "Folder", &[], &missing, &[]);
    assert!(
        ended.err.contains("there is no “/no/such/folder”"),
        "{}",
        ended.err
    );
    let tilde = ["/bin/sh", "-c", reads, "sh", "~/notes"];
    let ended = start(&place, "Tilde", &[], &tilde, &[]);
    assert!(
        ended
            .err
            .contains("begins with ~, which only a shell expands"),
        "{}",
        ended.err
    );
}

#[test]
fn variable_that_is_set_and_not_given_is_named_with_its_flag() {
    let place = Place::new();
    let out =
        "echo \"$HTTPS_PROXY\"; echo 'Error: getaddrinfo ENOTFOUND api.example.org' >&2; exit 1";
    let proxy = [("HTTPS_PROXY", "http://127.0.0.1:9")];
    let ended = start(&place, "Out", &[], &["/bin/sh", "-c", out], &proxy);
    for words in [
        "reached no network",
        "HTTPS_PROXY is set for you",
        "--env-from HTTPS_PROXY",
    ] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }

    // Silently: nothing of its words says what is missing.
    let silent = [
        "/bin/sh",
        "-c",
        "test -n \"$DISPLAY\" && test -n \"$SSL_CERT_FILE\" && exit 0; exit 9",
    ];
    let set = [
        ("DISPLAY", ":7"),
        ("SSL_CERT_FILE", "/etc/ca.pem"),
        ("https_proxy", "http://127.0.0.1:9"),
    ];
    let ended = start(&place, "Silent", &[], &silent, &set);
    for words in [
        "--env-from https_proxy",
        "--env-from SSL_CERT_FILE",
        "--env-from DISPLAY",
    ] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }
    let mut doctor = place.command(&["--approve", "once", "servers", "doctor", "Silent"]);
    doctor.envs(set);
    let found = Running::start(&mut doctor).ended();
    // The machine may have others set besides.
    let line = found
        .out
        .lines()
        .find(|l| l.trim().starts_with("not given"));
    let line = line.unwrap_or_default();
    for (name, _) in set {
        assert!(line.contains(name), "{name} in {}", found.out);
    }

    // What is given is not missing, and a proxy that does not answer is named as that.
    let refused = "echo 'Error: connect ECONNREFUSED 127.0.0.1:9' >&2; exit 1";
    let ended = start(
        &place,
        "Given",
        &["--env-from", "HTTPS_PROXY"],
        &["/bin/sh", "-c", refused],
        &proxy,
    );
    assert!(
        ended
            .err
            .contains("the proxy 127.0.0.1:9, which HTTPS_PROXY names, does not answer"),
        "{}",
        ended.err
    );
    assert!(
        !ended.err.contains("--env-from HTTPS_PROXY"),
        "{}",
        ended.err
    );
}

/// An address of this network that is no loopback is reached through the proxy, which is not there.
#[test]
fn proxy_and_the_other_scheme_are_named_for_servers_at_a_url() {
    let place = Place::new();
    let add = |name: &str, url: &str| {
        place
            .run(&["--approve", "once", "servers", "add", name, "--url", url])
            .expect(code::DONE);
    };
    add("Far", "https://mcp.example.invalid/mcp");
    let mut listing = place.command(&["--approve", "once", "tools", "list", "Far"]);
    listing
        .env("HTTPS_PROXY", "http://user:canary@127.0.0.1:9")
        .env_remove("NO_PROXY")
        .env_remove("no_proxy");
    let ended = Running::start(&mut listing).ended().expect(code::FAILED);
    for words in [
        "the proxy 127.0.0.1:9 (set by HTTPS_PROXY) cannot be used",
        "NO_PROXY",
    ] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }
    assert!(!ended.err.contains("canary"), "{}", ended.err);

    // As servers of plain HTTP do, it answers the first bytes of TLS with a refusal.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/mcp", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        }
    });
    add("Plain", &url);
    let ended = place
        .run(&["--approve", "once", "tools", "list", "Plain"])
        .expect(code::FAILED);
    assert!(
        ended.err.contains("its port speaks plain HTTP"),
        "{}",
        ended.err
    );
}

#[test]
fn refusal_without_a_place_to_sign_in_is_quoted() {
    let place = Place::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let web = runtime
        .block_on(testkit::Web::start(|mut exchange| {
            Box::pin(async move {
                exchange
                    .answer(401, &[], "the X-Guest-Key header is missing")
                    .await
            })
        }))
        .unwrap();
    let url = web.url("/mcp");
    place
        .run(&[
            "--approve",
            "once",
            "servers",
            "add",
            "Keyed",
            "--url",
            &url,
        ])
        .expect(code::DONE);
    let ended = place
        .run(&["--approve", "once", "tools", "list", "Keyed"])
        .expect(code::FAILED);
    for words in ["“the X-Guest-Key header is missing”", "--header-from"] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }
}

#[test]
fn sign_in_names_the_proxy_that_does_not_answer() {
    let place = Place::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // The server is on this machine; its authorization server is reached through the proxy.
    let web = runtime
        .block_on(testkit::Web::start(|mut exchange| {
            Box::pin(async move {
                let origin = exchange.seen.header("host").unwrap_or_default().to_owned();
                if exchange.seen.path.starts_with("/.well-known/oauth-protected-resource") {
                    let document = serde_json::json!({
                        "resource": format!("http://{origin}/mcp"),
                        "authorization_servers": ["https://sign-in.example.com"],
                    });
                    let json = [("content-type", "application/json")];
                    return exchange.answer(200, &json, &document.to_string()).await;
                }
                let challenge = format!(
                    "Bearer resource_metadata=\"http://{origin}/.well-known/oauth-protected-resource\""
                );
                let headers = [("www-authenticate", challenge.as_str())];
                exchange.answer(401, &headers, "").await
            })
        }))
        .unwrap();
    let url = web.url("/mcp");
    place
        .run(&["--approve", "once", "servers", "add", "Far", "--url", &url])
        .expect(code::DONE);
    let mut login = place.command(&[
        "--approve",
        "once",
        "servers",
        "login",
        "Far",
        "--no-browser",
    ]);
    login
        .env("HTTPS_PROXY", "http://user:canary@127.0.0.1:9")
        .env_remove("NO_PROXY")
        .env_remove("no_proxy");
    let ended = Running::start(&mut login).ended().expect(code::FAILED);
    for words in [
        "the proxy 127.0.0.1:9 (set by HTTPS_PROXY) cannot be used",
        "NO_PROXY",
    ] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }
    assert!(!ended.err.contains("canary"), "{}", ended.err);
}
