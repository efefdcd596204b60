//! Folders whose changes go to a layer of their own.

use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::fs::{FileTypeExt as _, MetadataExt as _},
    path::Path,
};

use sandbox::{
    Access, Change, ChangeError, Layers, Method, Program, Refusal, SandboxError, Step, start,
};

use super::{Server, grant_of};
use crate::scene::Scene;

/// Names, contents and modes of everything in a folder.
fn state(folder: &Path) -> Vec<(String, String, u32)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            if metadata.is_dir() {
                open.push(path.clone());
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.push((path.display().to_string(), text, metadata.mode()));
        }
    }
    found.sort();
    found
}

fn staged(scene: &Scene, folder: &str) -> sandbox::FolderGrant {
    grant_of(&scene.at(folder), Access::Staged(scene.layers()))
}

/// Writes in every way, and sees what it wrote; what must not be written is refused.
fn writes(server: &mut Server, path: &Path) {
    let path = path.display();
    server.obeys(&format!("write {path}/file"));
    server.obeys(&format!("write {path}/new"));
    server.obeys(&format!("write {path}/nested/file"));
    server.fails(&format!("write {path}/.git/HEAD"), libc::EROFS);
    server.obeys(&format!("remove {path}/folder/inside"));
    server.obeys(&format!("clear {path}/folder"));
    server.obeys(&format!("mode {path}/new 755"));
    server.fails(&format!("run {path}/new"), libc::EACCES);
    server.fails(&format!("write {path}/.git/hooks/pre-commit"), libc::EROFS);
    server.fails(&format!("rename {path}/.git {path}/aside"), libc::EBUSY);
    assert_eq!(server.say(&format!("read {path}/file")), "changed");
    server.fails(&format!("read {path}/folder/inside"), libc::ENOENT);
}

#[track_caller]
fn is_in_the_layer(scene: &Scene) {
    let upper = scene.layers().upper;
    let text = |name: &str| fs::read_to_string(upper.join(name)).unwrap();
    assert_eq!(
        (text("file"), text("new"), text("nested/file")),
        ("changed".into(), "changed".into(), "changed".into())
    );
    let gone = fs::symlink_metadata(upper.join("folder")).unwrap();
    assert!(gone.file_type().is_char_device() && gone.rdev() == 0);
    assert!(!upper.join(".git").exists());
}

pub fn stays_in_its_layer(scene: &Scene) {
    let later = scene.at("later");
    let before = state(&later);
    let mut confinement = scene.confinement();
    confinement.grants.push(staged(scene, "later"));
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    assert_eq!(
        server.confined.report().staged,
        std::slice::from_ref(&later)
    );
    writes(&mut server, &later);
    server.fails(
        &format!("read {}/file", scene.layers().upper.display()),
        libc::ENOENT,
    );
    let access = server.set_access(&later, Access::Write);
    assert_eq!(access, Err(ChangeError::NeedsRestart));
    assert_eq!(server.end(), 0);
    assert_eq!(state(&later), before);
    is_in_the_layer(scene);

    // The next one goes on from there.
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    assert_eq!(
        server.say(&format!("read {}/new", later.display())),
        "changed"
    );
    assert_eq!(server.end(), 0);

    // The control: with access to write, the same changes the folder at once.
    confinement.grants.pop();
    confinement.grants.push(grant_of(&later, Access::Write));
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    writes(&mut server, &later);
    assert_eq!(server.end(), 0);
    assert_ne!(state(&later), before);
}

pub fn comes_and_goes(scene: &Scene) {
    let later = scene.at("later");
    let before = state(&later);
    let mut server = Server::start(scene);
    server.grant(&staged(scene, "later")).unwrap();
    writes(&mut server, &later);
    assert_eq!(state(&later), before);
    is_in_the_layer(scene);
    let access = server.set_access(&later, Access::Read);
    assert_eq!(access, Err(ChangeError::NeedsRestart));
    assert_eq!(server.revoke(&later), Ok(Change::Done));
    server.fails(&format!("read {}/file", later.display()), libc::ENOENT);

    // While nothing holds the layer, it may be changed; the server sees it with the next grant.
    fs::remove_file(scene.layers().upper.join("file")).unwrap();
    server.grant(&staged(scene, "later")).unwrap();
    let read = format!("read {}/file", later.display());
    assert_eq!(server.say(&read), "later");
    server.obeys(&format!("append it {}/file", later.display()));
    assert_eq!(server.revoke(&later), Ok(Change::Held));
    assert_eq!(server.end(), 0);
    assert_eq!(state(&later), before);
}

/// Nothing weaker takes its place: neither another method nor plain access.
pub fn refused(scene: &Scene) {
    let mut confinement = scene.confinement();
    confinement.grants.push(staged(scene, "later"));
    let refusal = |result: Result<Server, SandboxError>| match result.err() {
        Some(SandboxError::TooWeak { weakest, refusal }) => (weakest, refusal),
        other => panic!("{other:?}"),
    };
    for method in [Method::Filters, Method::Advisory] {
        let unsupported = Refusal {
            step: Step::Overlay,
            errno: libc::EOPNOTSUPP,
        };
        assert_eq!(
            refusal(Server::with(method, &confinement, scene)),
            (Method::Namespaces, unsupported),
            "{method:?}"
        );
    }
    // A file is a layer that the kernel refuses.
    let layers = Layers {
        work: scene.at("data/disposable"),
        ..scene.layers()
    };
    confinement.grants.pop();
    confinement
        .grants
        .push(grant_of(&scene.at("later"), Access::Staged(layers)));
    confinement.weakest = Method::Advisory;
    let null = || File::open("/dev/null").unwrap().into();
    let program = Program {
        path: scene.at("program/escape"),
        args: vec![OsString::from("serve")],
        env: Vec::new(),
        cwd: "/".into(),
        streams: [null(), null(), null()],
    };
    match start(&confinement, program).map(|_| ()) {
        Err(SandboxError::TooWeak { weakest, refusal }) => {
            assert_eq!((weakest, refusal.step), (Method::Namespaces, Step::Overlay));
        }
        other => panic!("{other:?}"),
    }
}
