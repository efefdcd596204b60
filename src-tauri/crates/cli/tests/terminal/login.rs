//! Signing in from a terminal: what is asked, the address that is printed, and both ways back.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::Stdio,
};

use testkit::{Protected, browse};
use tokio::runtime::Runtime;

use crate::{
    code,
    place::{Place, finish, keychain, until},
    tty::Person,
};

/// What stands before the address that is to be opened.
const OPEN: &str = "Open this address in your browser: ";

fn far() -> (Runtime, Protected) {
    let runtime = Runtime::new().unwrap();
    let far = runtime.block_on(Protected::start(3600)).unwrap();
    (runtime, far)
}

fn added(place: &Place, far: &Protected) {
    let url = far.url();
    let add = ["--approve", "once", "servers", "add", "Far", "--url", &url];
    place.run(&add).expect(code::DONE);
}

#[test]
fn a_person_sees_where_one_signs_in_before_it_is_opened() {
    let (runtime, far) = far();
    let place = Place::new();
    added(&place, &far);
    let mut person = Person::at(&place, &["servers", "login", "Far", "--no-browser"]);
    person.asked(1);
    let said = person.said();
    let origin = far.web.url("");
    for wanted in ["Sign in to Far?", &origin, &far.url(), "read", "never here"] {
        assert!(said.contains(wanted), "{wanted} in {said}");
    }
    assert!(!said.contains(OPEN), "nothing is opened yet: {said}");
    person.types("y\n");
    let address = until(|| {
        let said = person.said();
        let (_, rest) = said.split_once(OPEN)?;
        let (address, _) = rest.split_once(['\r', '\n'])?;
        Some(address.to_owned())
    });
    let page = runtime.block_on(browse(&address.unwrap())).unwrap();
    assert!(page.contains("close"), "{page}");
    let ended = person.ended().expect(code::DONE);
    assert!(ended.out.contains("Signed in to Far."), "{}", ended.out);

    let shown = place.run(&["--json", "servers", "auth", "Far"]);
    let shown = shown.expect(code::DONE).json();
    // Without a keychain the sign-in ended with that run.
    let state = if keychain() { "signed_in" } else { "never" };
    assert_eq!(shown["state"], state, "{shown}");
    if keychain() {
        assert_eq!(
            (&shown["issuer"], &shown["renews"]),
            (&origin.into(), &true.into())
        );
        let call = ["--approve", "once", "tools", "call", "Far", "echo", "{}"];
        place.run(&call).expect(code::DONE);
    }
    let out = place.run(&["servers", "logout", "Far"]).expect(code::DONE);
    assert!(out.out.contains("Signed out of Far."), "{}", out.out);
    assert_eq!(
        far.signed_in(),
        !keychain(),
        "it was told where it could be"
    );
    let secrets = far.secrets();
    let stored = place.stored();
    for (what, value) in secrets {
        for text in [&said, &ended.out, &ended.err, &out.out, &shown.to_string()] {
            assert!(!text.contains(&value), "{what} in {text}");
        }
        assert!(
            !stored.windows(value.len()).any(|w| w == value.as_bytes()),
            "{what}"
        );
    }
    assert!(far.wrong().is_empty(), "{:?}", far.wrong());
}

#[test]
fn a_browser_elsewhere_is_followed_by_a_pasted_address() {
    let (_runtime, far) = far();
    let place = Place::new();
    added(&place, &far);
    let denied = place.run(&["servers", "login", "Far"]).expect(code::DENIED);
    assert!(
        denied.err.contains("Nobody was there to approve it"),
        "{}",
        denied.err
    );
    assert!(
        !far.web
            .seen()
            .iter()
            .any(|seen| seen.path.starts_with("/authorize"))
    );

    let args = ["--approve", "once", "servers", "login", "Far", "--paste"];
    let mut child = place.command(&args).stdin(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = lines.find_map(|line| Some(line.ok()?.strip_prefix(OPEN)?.to_owned()));
    let address = address.unwrap();
    // The page it ended on, on another machine: there nobody answers at that address.
    let (host, path) = address
        .strip_prefix("http://")
        .unwrap()
        .split_once('/')
        .unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    let to = page
        .lines()
        .find_map(|line| line.strip_prefix("Location: "))
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "http://127.0.0.1:9/callback?code=x&state=y").unwrap();
    writeln!(input, "{to}").unwrap();
    let refused = lines.find_map(|line| {
        line.ok()
            .filter(|line| line.contains("not the callback URL"))
    });
    assert!(
        refused.is_some(),
        "a foreign address is refused and it still waits"
    );
    finish(child).expect(code::DONE);
    assert!(far.wrong().is_empty(), "{:?}", far.wrong());
}
