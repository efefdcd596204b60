//! Links that a page or another program opens: through the instance socket into a form, and no further.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

use std::{
    io::{Read, Write},
    net::Shutdown,
    os::unix::{fs::PermissionsExt, net::UnixStream, process::CommandExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use host::{Door, GuardProgram, Host, HostConfig, InstanceRequest, MAX_LINK, knock, open_door};
use host_api::PastedView;

/// Names the socket for this program, started again as another user.
const SOCKET: &str = "INNKEEPER_TEST_SOCKET";
/// Where the socket is, if there is a session.
const SESSION: &str = "XDG_RUNTIME_DIR";

struct Place {
    host: Host,
    door: Door,
    dir: tempfile::TempDir,
}

impl Place {
    /// A host whose socket takes links as the window does.
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let host = Host::open(HostConfig {
            data_dir: dir.path().to_owned(),
            version: "0.0.0".into(),
            guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
            start_servers: false,
        })
        .await
        .unwrap();
        let takes = host.clone();
        let door = open_door(dir.path(), move |request| match request {
            InstanceRequest::Link(link) => takes.offer_link(&link),
            InstanceRequest::Show | InstanceRequest::Stop => false,
        })
        .unwrap();
        host.announce(door.path()).unwrap();
        Self { host, door, dir }
    }

    /// A second start hands over a link; whether it was taken.
    async fn open(&self, link: &str) -> bool {
        let dir = self.dir.path().to_owned();
        let request = InstanceRequest::Link(link.to_owned());
        tokio::task::spawn_blocking(move || knock(&dir, &request))
            .await
            .unwrap()
    }

    async fn assert_idle(&self, link: &str) {
        let state = self.host.state().await.unwrap();
        assert!(
            state.servers.is_empty() && state.waiting.is_empty(),
            "{link}"
        );
    }
}

/// `{"command":"npx","args":["--yes","weather"],"env":{"API_KEY":"$HOME"}}`
const SOUND: &str = "innkeeper://add?name=Weather&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyItLXllcyIsIndlYXRoZXIiXSwiZW52Ijp7IkFQSV9LRVkiOiIkSE9NRSJ9fQ";

#[tokio::test(flavor = "multi_thread")]
async fn link_fills_in_a_form_once_and_says_that_its_origin_is_unknown() {
    let place = Place::new().await;
    assert!(place.open(SOUND).await);
    assert!(
        place.host.state().await.unwrap().link,
        "a window that opens now learns of it"
    );
    let Some(PastedView::Server { server }) = place.host.take_link() else {
        panic!("the link holds a server");
    };
    assert_eq!((server.command.as_str(), server.args.len()), ("npx", 2));
    assert_eq!(
        server.from_host, [""; 0],
        "nothing is read from the environment"
    );
    let notes: Vec<String> = server.notes.iter().map(ToString::to_string).collect();
    assert!(notes[0].contains("cannot tell which"), "{notes:?}");
    assert!(place.host.take_link().is_none(), "once");
    place.assert_idle(SOUND).await;
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_link_adds_and_starts_nothing() {
    let place = Place::new().await;
    let long = format!("innkeeper://add?name=x&config={}", "A".repeat(MAX_LINK));
    let exact = format!("{SOUND}&x={}", "A".repeat(MAX_LINK - SOUND.len() - 3));
    // The control: a link of exactly that size is read, and its other parameter is not taken over.
    assert!(place.open(&exact).await);
    let read = place.host.take_link();
    assert!(matches!(read, Some(PastedView::Server { .. })), "{read:?}");
    let nested = format!("innkeeper://add?config={}", "%25".repeat(5_000));
    // Not even held: no link of this program, not printable, or too long.
    for link in [
        "",
        "x",
        "--data-dir",
        "https://example.com/?innkeeper://add",
        "vscode:mcp/install?x",
        "file:///etc/passwd",
        "innkeeper:add?name=x",
        " innkeeper://add?name=x",
        "innkeeper://add?name=a b",
        "innkeeper://add?name=a\nb",
        "innkeeper://add?name=a\0b",
        "innkeeper://add?name=\u{202e}x",
        "innkeeper://add?name=\u{456}",
        &long,
    ] {
        assert!(!place.open(link).await, "{link:?}");
        assert!(place.host.take_link().is_none(), "{link:?}");
        place.assert_idle(link).await;
    }
    // Held, and refused with a reason when it is read. Each has a host of its own: links have to be apart in time.
    for link in [
        "innkeeper://",
        "innkeeper://add",
        "innkeeper://add?",
        "innkeeper://allow?id=1",
        "innkeeper://answer?allow=1",
        "innkeeper://start?server=1",
        "innkeeper://stop",
        "innkeeper://add/../allow?id=1",
        "INNKEEPER://ADD?name=x&name=y",
        "innkeeper://add?name=x&config=%00",
        "innkeeper://add?name=x&config=e30",
        "innkeeper://add?name=x&config=e30%20%20",
        "innkeeper://add?config='\"%20--data-dir%20/tmp%20\"",
        "innkeeper://add?name=x&config=W3siY29tbWFuZCI6ImEifSx7ImNvbW1hbmQiOiJiIn1d",
        "innkeeper://add?name=x&name=y&config=eyJjb21tYW5kIjoibnB4In0",
        "innkeeper://add?name=%E2%80%AEx&config=eyJjb21tYW5kIjoibnB4In0",
        &nested,
    ] {
        let place = Place::new().await;
        assert!(place.open(link).await, "{link:.80}");
        let read = place.host.take_link();
        assert!(
            matches!(read, Some(PastedView::Unclear { .. })),
            "{link:.80}: {read:?}"
        );
        place.assert_idle(link).await;
        place.host.close().await;
    }
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_links_leaves_one() {
    let place = Place::new().await;
    let mut taken = 0;
    for _ in 0..200 {
        taken += u32::from(place.open(SOUND).await);
    }
    assert_eq!(taken, 1, "one waits, and the others are dropped");
    assert!(place.host.take_link().is_some());
    assert!(place.host.take_link().is_none());
    place.assert_idle("storm").await;
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn socket_refuses_what_is_no_request() {
    let place = Place::new().await;
    let socket = place.door.path().to_owned();
    let says = move |bytes: Vec<u8>| {
        let socket = socket.clone();
        tokio::task::spawn_blocking(move || said(&socket, &bytes))
    };
    let link =
        |length: u32, text: &[u8]| [b"link\n", length.to_be_bytes().as_slice(), text].concat();
    let short = u32::try_from(SOUND.len()).unwrap();
    let over = u32::try_from(MAX_LINK + 1).unwrap();
    for bytes in [
        b"open\n".to_vec(),
        b"link".to_vec(),
        link(u32::MAX, SOUND.as_bytes()),
        link(over, &vec![b'A'; MAX_LINK + 1]),
        // It ends before its length.
        link(short, b"innkeeper://"),
        link(4, &[0xff, 0xfe, 0xfd, 0xfc]),
    ] {
        assert_eq!(says(bytes).await.unwrap(), b"");
    }
    assert!(place.host.take_link().is_none());
    // The control: the same bytes with the right length.
    assert_eq!(
        says(link(short, SOUND.as_bytes())).await.unwrap(),
        b"done\n"
    );
    assert!(place.host.take_link().is_some());
    place.host.close().await;
}

/// Only root can start a program as another user; for others this says nothing.
#[tokio::test(flavor = "multi_thread")]
async fn socket_refuses_another_user() {
    if let Some(socket) = std::env::var_os(SOCKET) {
        // This is the other user.
        assert_eq!(
            said(&PathBuf::from(socket), b"link\n\0\0\0\x0cinnkeeper://"),
            b""
        );
        return;
    }
    if !rustix::process::geteuid().is_root() {
        return;
    }
    // Another user cannot enter the folder of a session, so there is none in this test.
    if std::env::var_os(SESSION).is_some() {
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "links::socket_refuses_another_user"]);
        again.env_remove(SESSION);
        let ended = tokio::task::spawn_blocking(move || again.output()).await;
        let ended = ended.unwrap().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success(), "{said}");
        return;
    }
    let place = Place::new().await;
    // Nothing but the check of the peer is in the way.
    for path in [place.dir.path(), place.door.path()] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o777)).unwrap();
    }
    let own = tempfile::tempdir().unwrap();
    std::fs::set_permissions(own.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let program = own.path().join("test");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let mut other = Command::new(&program);
    other
        .args(["--exact", "links::socket_refuses_another_user"])
        .env(SOCKET, place.door.path())
        .current_dir("/")
        .uid(65_534);
    let ended = tokio::task::spawn_blocking(move || other.output())
        .await
        .unwrap();
    let ended = ended.unwrap();
    assert!(
        ended.status.success(),
        "{}",
        String::from_utf8_lossy(&ended.stdout)
    );
    assert!(place.host.take_link().is_none());
    // The control: the same bytes of this user.
    let socket = place.door.path().to_owned();
    let own = tokio::task::spawn_blocking(move || said(&socket, b"link\n\0\0\0\x0cinnkeeper://"));
    assert_eq!(own.await.unwrap(), b"done\n");
    place.host.close().await;
}

/// What the socket answers to these bytes.
fn said(socket: &Path, bytes: &[u8]) -> Vec<u8> {
    let mut stream = UnixStream::connect(socket).unwrap();
    // The other end may have enough before the end.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}
