//! A client of one's own, given in a terminal: its secret stands on no command line and in no output.

use std::io::Write;

use testkit::Protected;

use crate::{
    code,
    place::{Place, finish},
};

const CANARY: &str = "canary-of-a-client-secret";

#[test]
fn a_client_is_reviewed_kept_and_its_secret_is_in_nothing_that_is_said() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let peer = runtime.block_on(Protected::start(3_600)).unwrap();
    let (place, url) = (Place::new(), peer.url());
    let once = ["--approve", "once"];
    let run = |args: &[&str]| place.run(&[&once[..], args].concat());
    run(&["servers", "add", "Far", "--url", &url]).expect(code::DONE);

    let client = |approve: &str, secret: &str| {
        let args = [
            "--approve",
            approve,
            "servers",
            "client",
            "Far",
            "--id",
            "mine",
            "--secret-stdin",
        ];
        let mut command = place.command(&args);
        command
            .env("RUST_LOG", "trace")
            .stdin(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{secret}").unwrap();
        finish(child)
    };
    let denied = client("deny", CANARY).expect(code::DENIED);
    assert!(!denied.err.contains(CANARY));
    let kept = client("once", CANARY).expect(code::DONE);
    assert!(kept.out.contains("own client"), "{}", kept.out);
    assert!(!kept.out.contains(CANARY) && !kept.err.contains(CANARY));
    let stored = place.stored();
    assert!(!stored.windows(CANARY.len()).any(|w| w == CANARY.as_bytes()));
    let empty = client("once", "").expect(code::USAGE);
    assert!(empty.err.contains("standard input"), "{}", empty.err);
    run(&["servers", "client", "Far"]).expect(code::USAGE);
    run(&["servers", "oauth-client", "Far", "--forget"]).expect(code::DONE);
}
