//! What a thread that sealed itself can still do: use what it has open, and nothing else.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    fs::{self, File},
    io::Read as _,
    net::{TcpListener, TcpStream},
    os::unix::net::UnixStream,
    process::Command,
    thread,
};

#[test]
fn sealed_thread_reaches_nothing_new() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "before").unwrap();
    let mut open = File::open(&path).unwrap();
    let sealed = thread::spawn(move || {
        sandbox::seal_self().unwrap();
        let mut before = String::new();
        open.read_to_string(&mut before).unwrap();
        assert_eq!(before, "before");
        assert!(File::open(&path).is_err(), "reads a file");
        assert!(fs::write(&path, "after").is_err(), "writes a file");
        assert!(fs::read_dir("/").is_err(), "lists a folder");
        assert!(TcpStream::connect(address).is_err(), "connects");
        assert!(TcpListener::bind("127.0.0.1:0").is_err(), "listens");
        assert!(UnixStream::connect("/run/dbus/system_bus_socket").is_err());
        assert!(
            Command::new("/bin/true").spawn().is_err(),
            "starts a program"
        );
    });
    sealed.join().unwrap();
    assert_eq!(
        fs::read_to_string(folder.path().join("file")).unwrap(),
        "before"
    );
}
