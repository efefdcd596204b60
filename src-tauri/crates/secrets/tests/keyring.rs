//! The keychain against a real gnome-keyring: available, locked, missing, and "try again" from each.
//!
//! Every test starts itself again in a private home with a session bus of its own, so that no real keychain is
//! touched. With `INNKEEPER_TEST_KEYRING=1` the first test uses the session it finds.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

use domain::{ProviderId, ServerId};
use secrets::{Keychain, KeychainStatus, QUEUE_LENGTH, Secret, SecretsError};

const INSIDE: &str = "INNKEEPER_TEST_KEYRING";
const UNLOCKED: &str = r#"
    echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
    gdbus wait --session --timeout 10 org.freedesktop.secrets
    exec "$@""#;

/// Whether this is the second start of `test`, in its own session.
fn inside(test: &str) -> bool {
    std::env::var_os(INSIDE).is_some_and(|value| value == test)
}

/// A throw-away home; the name of the test runs again inside it.
fn again(test: &str, mut command: Command, home: &Path) {
    let run = home.join("run");
    std::fs::create_dir_all(&run).unwrap();
    std::fs::set_permissions(&run, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let output = command
        .args(["--exact", &format!("keyring::{test}"), "--nocapture"])
        .env(INSIDE, test)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_RUNTIME_DIR", &run)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("dbus-run-session and gnome-keyring are needed");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

fn in_own_session(test: &str) {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new("dbus-run-session");
    command
        .args(["--", "bash", "-ec", UNLOCKED, "_"])
        .arg(std::env::current_exe().unwrap());
    again(test, command, home.path());
}

fn secret(text: &str) -> Secret {
    Secret::new(text.to_owned())
}

async fn read(scope: &secrets::ScopedSecrets, name: &str) -> Option<String> {
    scope
        .get(name)
        .await
        .unwrap()
        .map(|s| s.expose().to_owned())
}

#[test]
fn available() {
    if !inside("available") && !inside("1") {
        return in_own_session("available");
    }
    runtime().block_on(async {
        let keychain = Keychain::open("innkeeper-test-a").await;
        assert_eq!(keychain.status(), KeychainStatus::Available);
        let (one, two) = (
            keychain.server(ServerId::new()),
            keychain.server(ServerId::new()),
        );

        assert_eq!(read(&one, "TOKEN").await, None);
        one.set("TOKEN", &secret("first")).await.unwrap();
        one.set("TOKEN", &secret("sécond\n")).await.unwrap();
        assert_eq!(read(&one, "TOKEN").await.as_deref(), Some("sécond\n"));
        assert_eq!(read(&two, "TOKEN").await, None, "another server's secret");

        // Three parts, then one: no part is left behind to be joined or forgotten.
        let long = "0123456789".repeat(600);
        one.set("TOKEN", &secret(&long)).await.unwrap();
        assert_eq!(read(&one, "TOKEN").await.as_deref(), Some(long.as_str()));
        assert_eq!(entries("innkeeper-test-a"), 3);
        one.set("TOKEN", &secret("short")).await.unwrap();
        assert_eq!(entries("innkeeper-test-a"), 1);

        // Another process would connect anew and find the same; another namespace finds nothing.
        let fresh = Keychain::open("innkeeper-test-a").await;
        fresh
            .provider(ProviderId::new())
            .set("key", &secret(&long))
            .await
            .unwrap();
        fresh
            .host()
            .set("audit-head", &secret("1:aa"))
            .await
            .unwrap();
        let other = Keychain::open("innkeeper-test-b").await;
        assert!(other.host().get("audit-head").await.unwrap().is_none());
        assert_eq!(
            keychain
                .host()
                .get("audit-head")
                .await
                .unwrap()
                .unwrap()
                .expose(),
            "1:aa"
        );

        one.set("OTHER", &secret(&long)).await.unwrap();
        one.delete_all(&["TOKEN", "OTHER", "NEVER"]).await.unwrap();
        assert_eq!(read(&one, "OTHER").await, None);
        assert_eq!(
            entries("innkeeper-test-a"),
            4,
            "three parts of the provider's key and the host's entry"
        );
    });
}

#[test]
fn locked_is_an_error_until_unlocked() {
    let name = "locked_is_an_error_until_unlocked";
    if !inside(name) {
        return in_own_session(name);
    }
    let server = ServerId::new();
    runtime().block_on(async {
        Keychain::open("innkeeper-test")
            .await
            .server(server)
            .set("TOKEN", &secret("kept"))
            .await
            .unwrap();
        gdbus_service("Lock", "['/org/freedesktop/secrets/collection/login']");

        let keychain = Keychain::open("innkeeper-test").await;
        assert_eq!(keychain.status(), KeychainStatus::Locked);
        let scope = keychain.server(server);
        // There is nothing under such a name, which says nothing of the lock.
        assert_eq!(read(&scope, "NEVER").await, None);
        scope.delete("NEVER").await.unwrap();
        assert_eq!(keychain.status(), KeychainStatus::Locked);
        assert_eq!(scope.get("TOKEN").await.unwrap_err(), SecretsError::Locked);
        assert_eq!(
            scope.set("NEW", &secret("lost?")).await.unwrap_err(),
            SecretsError::Locked
        );
        assert_eq!(keychain.retry().await, KeychainStatus::Locked);

        unlock();
        assert_eq!(keychain.retry().await, KeychainStatus::Available);
        assert_eq!(read(&scope, "TOKEN").await.as_deref(), Some("kept"));
        assert_eq!(
            read(&scope, "NEW").await,
            None,
            "a locked keychain never falls back to memory"
        );
    });
}

#[test]
fn missing_keeps_in_memory_and_moves_when_it_comes() {
    let name = "missing_keeps_in_memory_and_moves_when_it_comes";
    if !inside(name) {
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(
            "DBUS_SESSION_BUS_ADDRESS",
            format!("unix:path={}/run/bus", home.path().display()),
        );
        return again(name, command, home.path());
    }
    let server = ServerId::new();
    runtime().block_on(async {
        let keychain = Keychain::open("innkeeper-test").await;
        assert!(
            matches!(keychain.status(), KeychainStatus::Missing { .. }),
            "{keychain:?}"
        );
        let scope = keychain.server(server);
        scope.set("TOKEN", &secret("typed once")).await.unwrap();
        assert_eq!(read(&scope, "TOKEN").await.as_deref(), Some("typed once"));
        assert_eq!(
            read(
                &Keychain::open("innkeeper-test").await.server(server),
                "TOKEN"
            )
            .await,
            None
        );

        let mut bus = start_bus();
        unlock();
        assert_eq!(keychain.retry().await, KeychainStatus::Available);
        let fresh = Keychain::open("innkeeper-test").await;
        assert_eq!(
            read(&fresh.server(server), "TOKEN").await.as_deref(),
            Some("typed once")
        );

        // A keychain that goes away while in use is a failure; memory does not take over.
        bus.kill().unwrap();
        bus.wait().unwrap();
        let error = scope.set("TOKEN", &secret("new")).await.unwrap_err();
        assert!(matches!(error, SecretsError::Failed(_)), "{error:?}");
        assert!(
            matches!(keychain.status(), KeychainStatus::Denied { .. }),
            "{keychain:?}"
        );
    });
}

#[test]
fn a_silent_keychain_holds_nobody_up() {
    let name = "a_silent_keychain_holds_nobody_up";
    if !inside(name) {
        let home = tempfile::tempdir().unwrap();
        // Something listens, and never says a word; the connection waits in its backlog.
        let _silent = std::os::unix::net::UnixListener::bind(home.path().join("bus")).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(
            "DBUS_SESSION_BUS_ADDRESS",
            format!("unix:path={}/bus", home.path().display()),
        );
        return again(name, command, home.path());
    }
    runtime().block_on(async {
        // The limits pass at once when nothing else moves.
        tokio::time::pause();
        let keychain = Keychain::open("innkeeper-test").await;
        assert!(
            matches!(keychain.status(), KeychainStatus::Denied { .. }),
            "{keychain:?}"
        );
        let scope = keychain.server(ServerId::new());
        let mut waiting = tokio::task::JoinSet::new();
        for _ in 0..QUEUE_LENGTH + 1 {
            let scope = scope.clone();
            waiting.spawn(async move { scope.set("TOKEN", &secret("x")).await.unwrap_err() });
        }
        let errors = waiting.join_all().await;
        let busy = errors.iter().filter(|e| **e == SecretsError::Busy).count();
        let timed_out = errors
            .iter()
            .filter(|e| **e == SecretsError::TimedOut)
            .count();
        // The first connection is in the queue or already being tried.
        assert!((1..=2).contains(&busy), "{busy}");
        assert_eq!(busy + timed_out, QUEUE_LENGTH + 1);
    });
    // Returning ends the process: the thread that still waits does not hold it up.
}

#[tokio::test]
async fn memory_only_says_so() {
    let keychain = Keychain::in_memory();
    assert!(matches!(keychain.status(), KeychainStatus::Missing { .. }));
    let scope = keychain.server(ServerId::new());
    scope.set("A", &secret("x")).await.unwrap();
    assert_eq!(read(&scope, "A").await.as_deref(), Some("x"));
    scope.delete("A").await.unwrap();
    assert_eq!(read(&scope, "A").await, None);
    let large = secret(&"x".repeat(secrets::MAX_SECRET_BYTES + 1));
    assert!(matches!(
        scope.set("A", &large).await,
        Err(SecretsError::TooLarge { .. })
    ));
    assert!(
        !format!("{keychain:?}{scope:?}").contains('x'),
        "no debug text shows a secret"
    );
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// How many entries of a namespace the service holds.
fn entries(namespace: &str) -> usize {
    gdbus_service("SearchItems", &format!("{{'service': '{namespace}'}}"))
        .matches("/org/freedesktop")
        .count()
}

fn gdbus_service(method: &str, argument: &str) -> String {
    let output = Command::new("gdbus")
        .args([
            "call",
            "--session",
            "--dest",
            "org.freedesktop.secrets",
            "--object-path",
            "/org/freedesktop/secrets",
        ])
        .args([
            "--method",
            &format!("org.freedesktop.Secret.Service.{method}"),
            argument,
        ])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Unlocks the login collection in a new daemon, in place of the one that may run.
fn unlock() {
    let mut daemon = Command::new("gnome-keyring-daemon")
        .args(["--replace", "--unlock", "--components=secrets"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    daemon.stdin.take().unwrap().write_all(b"pw").unwrap();
    assert!(daemon.wait().unwrap().success());
    let waited = Command::new("gdbus")
        .args([
            "wait",
            "--session",
            "--timeout",
            "10",
            "org.freedesktop.secrets",
        ])
        .status()
        .unwrap();
    assert!(waited.success());
}

/// A bus at the address this process was given.
fn start_bus() -> Child {
    let address = std::env::var("DBUS_SESSION_BUS_ADDRESS").unwrap();
    let mut bus = Command::new("dbus-daemon")
        .args([
            "--session",
            "--nofork",
            "--print-address",
            "--address",
            &address,
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(bus.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.starts_with("unix:path="), "{line}");
    bus
}
