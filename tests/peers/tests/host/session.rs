//! The session of the user beside a server: a bus, a keychain, a key agent and a screen, all real. A server without a sandbox reaches
//! each of them, and one in a sandbox none.
#![cfg(target_os = "linux")]

use std::{
    io::{BufRead, BufReader},
    os::unix::fs::MetadataExt,
    path::Path,
    process::{Child, Command, Stdio},
};

use domain::{ConfinementChoice, LocalNetwork};
use host::DirectCall;
use host_api::{CallStateView, ContentView};
use serde_json::{Value, json};

use crate::house::{House, Person};

/// A program of the session; ended with this value.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An agent that holds a key, at a socket.
fn key_agent(folder: &Path) -> (Program, String) {
    let (socket, key) = (folder.join("agent"), folder.join("key"));
    let mut agent = Command::new("ssh-agent")
        .arg("-D")
        .arg("-a")
        .arg(&socket)
        .stdout(Stdio::piped())
        .spawn()
        .expect("ssh-agent: run `cargo xtask test --only peers`");
    // It says where it is once it is there.
    let mut said = String::new();
    let said_by = BufReader::new(agent.stdout.take().unwrap()).read_line(&mut said);
    said_by.unwrap();
    let agent = Program(agent);
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(&key)
        .status();
    assert!(made.unwrap().success());
    let added = Command::new("ssh-add")
        .arg("-q")
        .arg(&key)
        .env("SSH_AUTH_SOCK", &socket)
        .status();
    assert!(added.unwrap().success());
    (agent, socket.display().to_string())
}

/// A screen, by its number.
fn screen() -> (Program, String) {
    let mut screen = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "64x64x24",
            "-nolisten",
            "tcp",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb: run `cargo xtask test --only peers`");
    let mut number = String::new();
    let said_by = BufReader::new(screen.stdout.take().unwrap()).read_line(&mut number);
    said_by.unwrap();
    (Program(screen), number.trim().to_owned())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is reached: its name, the tool and its arguments, and what an answer holds that came from there.
type Attempt = (&'static str, &'static str, Value, String);

fn attempts(bus: &str, keychain: &str, agent: &str, display: &str) -> Vec<Attempt> {
    let user = std::fs::metadata("/proc/self").unwrap().uid().to_string();
    let say = |at: &str, bytes: &[u8]| json!({ "socket_path": at, "bytes_in_hex": hex(bytes) });
    let hello = [
        b"\0AUTH EXTERNAL ",
        hex(user.as_bytes()).as_bytes(),
        b"\r\n",
    ]
    .concat();
    // Little-endian, version 11.0, no authorization (X Window System Protocol, Connection Setup).
    let setup = [0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let screen = format!("/tmp/.X11-unix/X{display}");
    let list = json!({
        "command": [
            "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets",
            "--object-path", "/org/freedesktop/secrets",
            "--method", "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Service", "Collections",
        ],
        "environment": { "DBUS_SESSION_BUS_ADDRESS": keychain },
    });
    let keys = json!({
        "command": ["ssh-add", "-l"],
        "environment": { "SSH_AUTH_SOCK": agent },
    });
    vec![
        ("the bus", "say", say(bus, &hello), hex(b"OK ")),
        (
            "the keychain",
            "run",
            list,
            "/org/freedesktop/secrets/collection".to_owned(),
        ),
        // SSH_AGENTC_REQUEST_IDENTITIES, and SSH_AGENT_IDENTITIES_ANSWER with one key.
        (
            "the key agent",
            "say",
            say(agent, &[0, 0, 0, 1, 11]),
            "0c00000001".to_owned(),
        ),
        (
            "the key agent by its client",
            "run",
            keys,
            "ED25519".to_owned(),
        ),
        (
            "the screen",
            "say",
            say(&screen, &setup),
            "01000b00".to_owned(),
        ),
        (
            "the screen without a path",
            "say",
            say(&format!("@{screen}"), &setup),
            "01000b00".to_owned(),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn session_is_reached_only_unconfined() {
    let house = House::open(Person::Widest).await;
    let session = testkit::Session::new(&house.folder("session")).unwrap();
    let _bus = session.bus().unwrap();
    let _keyring = session.keyring(true).unwrap();
    let (_agent, agent) = key_agent(&house.folder("keys"));
    let (_screen, display) = screen();
    let keychain = session.address();
    let bus = keychain.trim_start_matches("unix:path=");
    let attempts = attempts(bus, &keychain, &agent, &display);
    let script = peers::folder().join("servers/intruder.py");
    let choices = [
        ("without a network", Some(LocalNetwork::None)),
        ("with hosts", Some(LocalNetwork::Asked)),
        ("with the network of this machine", Some(LocalNetwork::Open)),
        ("unconfined", None),
    ];
    for (name, network) in choices {
        let program = (peers::python().unwrap(), vec![script.display().to_string()]);
        let server = house.add(name, program, &[]).await;
        let unconfined = network.is_none();
        let choice = ConfinementChoice {
            network,
            ..ConfinementChoice::default()
        };
        house.host.set_confinement(server, choice).await.unwrap();
        if unconfined {
            house.host.run_unconfined(server, false).await.unwrap();
        }
        house.host.start_and_wait(server, false).await.unwrap();
        for (what, tool, arguments, sign) in &attempts {
            let call = DirectCall {
                server,
                tool: (*tool).into(),
                arguments: arguments.to_string(),
                allowed: true,
            };
            let view = house.host.call_tool(call).await.unwrap();
            assert!(matches!(view.state, CallStateView::Done { .. }), "{view:?}");
            let texts = view.result.iter().filter_map(|content| match content {
                ContentView::Text { text, .. } => Some(text.as_str()),
                _other => None,
            });
            let text = texts.collect::<String>();
            assert_eq!(text.contains(sign), unconfined, "{name}, {what}: {text}");
            println!(
                "{name}: {what} {}",
                if unconfined { "reached" } else { "refused" }
            );
        }
        house.host.stop_server(server).unwrap();
    }
    house.close().await;
}
