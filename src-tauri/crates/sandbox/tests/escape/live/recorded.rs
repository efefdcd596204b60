//! Starts whose searches are recorded.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufRead as _, BufReader},
    os::fd::OwnedFd,
};

use sandbox::{Confinement, Method, Recorded, SOUGHT_MAX, SandboxError, Sought, Want};

use super::Server;
use crate::{scene::Scene, server::odd_name};

fn recorded(scene: &Scene) -> Confinement {
    Confinement {
        recorded: true,
        ..scene.confinement()
    }
}

/// All of a record, to the end of the last process of the sandbox: the counts, and whether there was more.
fn read(record: OwnedFd) -> (BTreeMap<Sought, u32>, bool) {
    let (mut counts, mut more) = (BTreeMap::new(), false);
    for line in BufReader::new(File::from(record)).lines() {
        match serde_json::from_str(&line.unwrap()).unwrap() {
            Recorded::Sought(sought, count) => {
                let before = counts.insert(sought, count);
                assert!(before.is_none_or(|before| before < count));
            }
            Recorded::More => more = true,
        }
    }
    (counts, more)
}

pub fn names_what_was_sought(scene: &Scene) {
    let mut server = Server::with(Method::Namespaces, &recorded(scene), scene).unwrap();
    let record = server.confined.record().unwrap();
    assert!(server.confined.record().is_none());
    let at = |path: &str| scene.at(path).display().to_string();

    // Everything that it is granted works as without a record, and is not in it.
    assert_eq!(server.say(&format!("read {}", at("ro/file"))), "text");
    server.obeys(&format!("write {}", at("rw/new")));
    server.obeys("write /tmp/new");
    server.obeys("write /innkeeper/home/new");
    server.obeys("run /bin/true");
    server.fails("read /does/not/exist/anywhere", libc::ENOENT);

    // What it is not granted is refused as without a record.
    server.fails(&format!("read {}", at("home/.ssh/id_key")), libc::ENOENT);
    server.fails(&format!("read {}", at("home/.ssh/id_key")), libc::ENOENT);
    server.fails(&format!("write {}", at("ro/new")), libc::EROFS);
    server.fails(&format!("write {}", at("later/new")), libc::ENOENT);
    server.fails(&format!("run {}", at("home/tool")), libc::ENOENT);
    server.fails(&format!("run {}", at("rw/tool")), libc::EACCES);
    server.obeys(&format!("stand {}", at("ro")));
    server.fails("read ../ro/../later/file", libc::ENOENT);
    assert_eq!(server.end(), 0);

    let (counts, more) = read(record);
    assert!(!more);
    let path = |path: &str, want| Sought::Path {
        path: scene.at(path),
        want,
        in_home: false,
    };
    let wanted = BTreeMap::from([
        (path("home/.ssh/id_key", Want::Read), 2),
        (path("ro/new", Want::Write), 1),
        (path("later/new", Want::Write), 1),
        (path("home/tool", Want::Execute), 1),
        (path("rw/tool", Want::Execute), 1),
        (path("later/file", Want::Read), 1),
    ]);
    // Whatever else the program's own start looks for is not of this scene.
    let of_scene: BTreeMap<Sought, u32> = counts
        .into_iter()
        .filter(|(sought, _)| match sought {
            Sought::Path { path, .. } => path.starts_with(&scene.root),
            Sought::Socket(_) => false,
        })
        .collect();
    assert_eq!(of_scene, wanted);
}

pub fn follows_no_link(scene: &Scene) {
    fs::write(scene.at("later").join(odd_name()), "").unwrap();
    let mut server = Server::with(Method::Namespaces, &recorded(scene), scene).unwrap();
    let record = server.confined.record().unwrap();
    let at = |path: &str| scene.at(path).display().to_string();
    // It would have Innkeeper walk wherever it likes.
    server.obeys(&format!("link {} {}", at("later"), at("rw/made")));
    server.fails(&format!("read {}", at("rw/made/file")), libc::ENOENT);
    server.fails(&format!("read {}", at("rw/made")), libc::ENOENT);
    // A name that cannot be granted ends neither the record nor the server.
    server.fails(&format!("odd {}", at("later")), libc::ENOENT);
    // The control: by its own name, the same file is recorded.
    server.fails(&format!("read {}", at("later/file")), libc::ENOENT);
    assert_eq!(server.end(), 0);
    let (counts, _) = read(record);
    let of_scene: Vec<&Sought> = counts
        .keys()
        .filter(
            |sought| matches!(sought, Sought::Path { path, .. } if path.starts_with(&scene.root)),
        )
        .collect();
    let wanted = Sought::Path {
        path: scene.at("later/file"),
        want: Want::Read,
        in_home: false,
    };
    assert_eq!(of_scene, [&wanted]);
}

pub fn is_bounded(scene: &Scene) {
    let many = scene.at("later/many");
    fs::create_dir_all(&many).unwrap();
    for number in 0..=SOUGHT_MAX {
        fs::write(many.join(number.to_string()), "").unwrap();
    }
    let mut server = Server::with(Method::Namespaces, &recorded(scene), scene).unwrap();
    let record = server.confined.record().unwrap();
    let reader = std::thread::spawn(move || read(record));
    for number in 0..=SOUGHT_MAX {
        let path = many.join(number.to_string());
        server.fails(&format!("read {}", path.display()), libc::ENOENT);
    }
    // A server that is ended by force ends its record, too.
    rustix::process::kill_process(server.confined.child(), rustix::process::Signal::KILL).unwrap();
    let (counts, more) = reader.join().unwrap();
    assert_eq!((counts.len(), more), (SOUGHT_MAX, true));
    server.end();
}

pub fn needs_namespaces(scene: &Scene) {
    for method in [Method::Filters, Method::Advisory] {
        let server = Server::with(method, &recorded(scene), scene);
        assert!(
            matches!(server.err(), Some(SandboxError::TooWeak { .. })),
            "{method:?}"
        );
    }
}
