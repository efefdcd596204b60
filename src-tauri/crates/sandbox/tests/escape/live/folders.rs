//! Folders that come and go while a hostile server holds on to them.

use std::{fs, os::unix::fs::symlink};

use sandbox::{Access, Change, ChangeError, FolderGrant, Method, SandboxError};

use super::{Server, grant_of};
use crate::scene::Scene;

pub fn comes_and_goes(scene: &Scene) {
    let mut server = Server::start(scene);
    let later = scene.at("later");
    let read = format!("read {}/file", later.display());
    server.fails(&read, libc::ENOENT);
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    assert_eq!(server.say(&read), "later");
    server.fails(&format!("write {}/file", later.display()), libc::EROFS);
    let again = server.grant(&grant_of(&later, Access::Read));
    assert_eq!(again, Err(ChangeError::Granted));
    assert_eq!(server.revoke(&later), Ok(Change::Done));
    server.fails(&read, libc::ENOENT);
    assert_eq!(server.revoke(&later), Err(ChangeError::NotGranted));

    server.grant(&grant_of(&later, Access::Write)).unwrap();
    server.obeys(&format!("write {}/file", later.display()));
    server.fails(
        &format!("write {}/.git/hooks/pre-commit", later.display()),
        libc::EROFS,
    );
    server.fails(
        &format!("rename {0}/.git {0}/aside", later.display()),
        libc::EBUSY,
    );
    assert_eq!(server.revoke(&later), Ok(Change::Done));

    // Those of the start go, too.
    for folder in ["ro", "rw"] {
        assert_eq!(server.revoke(&scene.at(folder)), Ok(Change::Done));
        server.fails(
            &format!("read {}/file", scene.at(folder).display()),
            libc::ENOENT,
        );
    }
    assert_eq!(server.end(), 0);
}

pub fn held(scene: &Scene) {
    let later = scene.at("later");
    let path = later.display();
    let cases = [
        (format!("open it {path}/file"), "drop it"),
        (format!("folder it {path}"), "drop it"),
        (format!("watch it {path}"), "drop it"),
        (format!("stand {path}"), "stand /"),
    ];
    let mut server = Server::start(scene);
    for (take, leave) in cases {
        server.grant(&grant_of(&later, Access::Read)).unwrap();
        server.obeys(&take);
        assert_eq!(server.revoke(&later), Ok(Change::Held), "{take}");
        server.fails(&format!("read {path}/file"), libc::ENOENT);
        if take.starts_with("open") {
            assert_eq!(server.say("again it"), "later", "what is open stays open");
        }
        if take.starts_with("folder") {
            server.fails("inside it file", libc::EACCES);
        }
        server.obeys(leave);
    }
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    assert_eq!(server.revoke(&later), Ok(Change::Done), "nothing is held");
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    server.obeys(&format!("map {path}/file"));
    assert_eq!(server.revoke(&later), Ok(Change::Held), "a mapping");
    assert_eq!(server.end(), 0);
}

pub fn changes(scene: &Scene) {
    let mut server = Server::start(scene);
    let later = scene.at("later");
    let path = later.display();
    let (write, hook, nested) = (
        format!("write {path}/file"),
        format!("write {path}/.git/hooks/pre-commit"),
        format!("write {path}/nested/file"),
    );
    server.grant(&grant_of(&later, Access::Read)).unwrap();
    server.fails(&write, libc::EROFS);
    assert_eq!(server.set_access(&later, Access::Write), Ok(Change::Done));
    server.obeys(&write);
    server.obeys(&nested);
    server.fails(&hook, libc::EROFS);
    server.obeys(&format!("append it {path}/file"));
    assert_eq!(server.set_access(&later, Access::Read), Ok(Change::Held));
    server.obeys("drop it");
    assert_eq!(server.set_access(&later, Access::Read), Ok(Change::Done));
    server.fails(&write, libc::EROFS);
    assert_eq!(server.set_access(&later, Access::Write), Ok(Change::Done));
    server.obeys(&write);
    server.obeys(&nested);
    server.fails(&hook, libc::EROFS);
    server.fails(&format!("write {path}/nested/.git/HEAD"), libc::EROFS);
    assert_eq!(server.revoke(&later), Ok(Change::Done));
    server.fails(&format!("read {path}/file"), libc::ENOENT);

    assert_eq!(
        server.set_access(&scene.at("rw"), Access::Read),
        Ok(Change::Done)
    );
    server.fails(
        &format!("write {}/file", scene.at("rw").display()),
        libc::EROFS,
    );
    assert_eq!(server.end(), 0);
}

pub fn approved_only(scene: &Scene) {
    let mut server = Server::start(scene);
    let (later, other) = (scene.at("later"), scene.at("other"));
    let approved = grant_of(&later, Access::Read);
    fs::rename(&later, &other).unwrap();
    symlink(scene.at("home"), &later).unwrap();
    let refused = server.grant(&approved);
    assert!(
        matches!(refused, Err(ChangeError::Refused(_))),
        "a link: {refused:?}"
    );
    fs::remove_file(&later).unwrap();
    fs::create_dir(&later).unwrap();
    assert_eq!(server.grant(&approved), Err(ChangeError::AnotherFolder));
    fs::remove_dir(&later).unwrap();
    fs::rename(&other, &later).unwrap();
    server.grant(&approved).unwrap();
    for path in ["/", "/proc/self", "/dev", "/innkeeper/home"] {
        let grant = FolderGrant {
            path: path.into(),
            ..approved.clone()
        };
        assert_eq!(server.grant(&grant), Err(ChangeError::Path), "{path}");
    }
    assert_eq!(server.end(), 0);

    // The same at the start.
    let mut confinement = scene.confinement();
    confinement.grants.push(FolderGrant {
        inode: approved.inode.wrapping_add(1),
        ..approved
    });
    for method in [Method::Namespaces, Method::Filters] {
        let refused = Server::with(method, &confinement, scene);
        assert!(
            matches!(refused.err(), Some(SandboxError::TooWeak { .. })),
            "{method:?}"
        );
    }
}

pub fn nested(scene: &Scene) {
    let mut server = Server::start(scene);
    let (outer, inner) = (scene.at("nest/a"), scene.at("nest/a/b"));
    server.grant(&grant_of(&outer, Access::Write)).unwrap();
    assert_eq!(
        server.grant(&grant_of(&inner, Access::Read)),
        Err(ChangeError::Nested)
    );
    assert_eq!(
        server.grant(&grant_of(&scene.at("nest"), Access::Read)),
        Err(ChangeError::Nested)
    );
    assert_eq!(server.revoke(&outer), Ok(Change::Done));
    // What is left of it takes nothing, as if it were still there; in the private `/tmp` neither.
    let refused = match outer.starts_with("/tmp") {
        true => libc::EACCES,
        false => libc::EROFS,
    };
    server.fails(&format!("write {}/new", outer.display()), refused);
    // The folder around its own program and all its grants.
    assert_eq!(
        server.grant(&grant_of(&scene.root, Access::Read)),
        Err(ChangeError::Nested)
    );
    assert_eq!(server.end(), 0);
}

/// In `/tmp` the server may rename what lies above a mount point, once it changed its mode.
pub fn renamed(scene: &Scene) {
    let mut server = Server::start(scene);
    let (outer, inner) = (scene.at("nest/a"), scene.at("nest/a/b"));
    let read = format!("read {}/file", inner.display());
    server.grant(&grant_of(&inner, Access::Read)).unwrap();
    assert_eq!(server.say(&read), "nested");
    let aside = scene.at("nest/aside");
    server.obeys(&format!("unlock {}", scene.at("nest").display()));
    server.obeys(&format!("rename {} {}", outer.display(), aside.display()));
    assert_eq!(
        server.say(&format!("read {}/b/file", aside.display())),
        "nested"
    );
    assert_eq!(server.revoke(&inner), Ok(Change::Done));
    server.fails(&format!("read {}/b/file", aside.display()), libc::ENOENT);
    server.fails(&read, libc::ENOENT);
    assert_eq!(server.end(), 0);
}

/// What is hidden in a granted folder stays so, whatever is tried with the folder around it.
pub fn hidden(scene: &Scene) {
    let (outer, inner) = (scene.at("nest/a"), scene.at("nest/a/b"));
    let hiding = |access| FolderGrant {
        hidden: vec!["b".into()],
        ..grant_of(&outer, access)
    };
    let read = format!("read {}/file", inner.display());
    let write = format!("write {}/new", inner.display());
    let tries_all = |server: &mut Server, access: &Access| {
        server.fails(&read, libc::ENOENT);
        server.fails(&write, libc::EROFS);
        let aside = scene.at("nest/a/aside");
        let rename = format!("rename {} {}", inner.display(), aside.display());
        server.fails(
            &rename,
            match access.writes() {
                false => libc::EROFS,
                true => libc::EBUSY,
            },
        );
    };

    let mut server = Server::start(scene);
    server.grant(&grant_of(&outer, Access::Read)).unwrap();
    assert_eq!(server.say(&read), "nested", "the control");
    assert_eq!(server.revoke(&outer), Ok(Change::Done));
    let staged = || Access::Staged(scene.layers());
    for access in [Access::Read, Access::Write, staged()] {
        server.grant(&hiding(access.clone())).unwrap();
        tries_all(&mut server, &access);
        assert_eq!(server.revoke(&outer), Ok(Change::Done));
    }
    server.grant(&hiding(Access::Read)).unwrap();
    for access in [Access::Write, Access::Read] {
        let done = server.set_access(&outer, access.clone());
        assert_eq!(done, Ok(Change::Done));
        tries_all(&mut server, &access);
    }
    assert_eq!(server.end(), 0);

    // The same at the start, and where a folder is seen whole or not at all.
    for access in [Access::Read, Access::Write, staged()] {
        let mut confinement = scene.confinement();
        confinement.grants.push(hiding(access.clone()));
        let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
        tries_all(&mut server, &access);
        assert_eq!(server.end(), 0);
        if access.is_staged() {
            continue;
        }
        let mut server = Server::with(Method::Filters, &confinement, scene).unwrap();
        server.fails(&read, libc::EACCES);
        server.fails(&write, libc::EACCES);
        assert_eq!(server.end(), 0);
    }
    assert!(
        fs::read_dir(&inner)
            .unwrap()
            .all(|entry| entry.unwrap().file_name() != "new")
    );
}

/// A hidden file of a user's folder stays as it is; one of a folder of this program does not.
pub fn own(scene: &Scene) {
    let folder = scene.at("nest/a");
    let write = format!("write {}/.lock", folder.display());
    for own in [false, true] {
        let mut confinement = scene.confinement();
        confinement.grants.push(FolderGrant {
            own,
            ..grant_of(&folder, Access::Write)
        });
        let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
        match own {
            true => assert_eq!(server.say(&write), "ok"),
            false => server.fails(&write, libc::EROFS),
        }
        assert_eq!(server.end(), 0);
    }
}
