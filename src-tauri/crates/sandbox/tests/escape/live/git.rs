//! Repositories in a writable folder, as Git itself makes and uses them.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt as _, fs::symlink},
    path::{Path, PathBuf},
    process::Command,
};

use sandbox::{Access, Method, Remark};

use super::{Server, grant_of};
use crate::scene::Scene;

struct Repositories<'a> {
    scene: &'a Scene,
    top: PathBuf,
    /// Exists once something of the server ran.
    ran: PathBuf,
}

impl Repositories<'_> {
    /// A repository with a submodule and a worktree, one in it that it does not know, and a bare one.
    fn new(scene: &Scene) -> Repositories<'_> {
        let made = Repositories {
            scene,
            top: scene.at("repositories"),
            ran: scene.at("ran"),
        };
        fs::create_dir_all(&made.top).unwrap();
        made.git("", &["init", "-q", "other"]);
        made.commit("other");
        made.git("", &["init", "-q", "main"]);
        made.commit("main");
        made.git(
            "main",
            &["submodule", "--quiet", "add", "../other", "vendor/lib"],
        );
        made.commit("main");
        made.git("main", &["worktree", "add", "-q", "../trees/one"]);
        made.git("main", &["clone", "-q", "../other", "tmp/nested"]);
        made.git("", &["clone", "-q", "--bare", "other", "bare.git"]);
        fs::create_dir(made.top.join("apart")).unwrap();
        made.git(
            "",
            &["init", "-q", "--separate-git-dir", "apart/git", "split"],
        );
        made.commit("split");
        let evil = format!(
            "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = touch {0};\n[alias]\n\tx = !touch {0}\n",
            made.ran.display()
        );
        fs::write(made.top.join("evil"), evil).unwrap();
        made
    }

    fn git(&self, folder: &str, args: &[&str]) {
        let output = Command::new("git")
            .current_dir(self.top.join(folder))
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.scene.at("home"))
            .args([
                "-c",
                "protocol.file.allow=always",
                "-c",
                "user.name=u",
                "-c",
                "user.email=u@u",
            ])
            .args(args)
            .output()
            .unwrap();
        assert!(output.status.success(), "{folder}: {args:?}: {output:?}");
    }

    fn commit(&self, folder: &str) {
        let file = self.top.join(folder).join("file");
        let before = fs::read_to_string(&file).unwrap_or_default();
        fs::write(file, before + "more\n").unwrap();
        self.git(folder, &["status", "--short"]);
        self.git(folder, &["add", "."]);
        self.git(folder, &["commit", "-q", "-m", "m"]);
    }

    fn all(&self) -> [&'static str; 6] {
        [
            "other",
            "main",
            "main/vendor/lib",
            "trees/one",
            "main/tmp/nested",
            "split",
        ]
    }
}

/// Every file and folder of Git's below a folder, found without what is tested.
fn files_of_git(top: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![(top.to_owned(), false)]);
    while let Some((folder, inside)) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is = |name: &str| path.file_name() == Some(OsStr::new(name));
            let inside = inside || is(".git") || is("bare.git") || path.ends_with("apart/git");
            if inside {
                found.push(path.clone());
            }
            if path.is_dir() {
                open.push((path, inside));
            }
        }
    }
    found
}

pub fn nothing_runs(scene: &Scene) {
    if Command::new("git").arg("--version").output().is_err() {
        println!("skipped: there is no git");
        return;
    }
    let made = Repositories::new(scene);
    let top = &made.top;
    // The control: with the same settings in place, Git runs what they say.
    let evil = top.join("evil");
    let settings = top.join("main/tmp/nested/.git/config");
    let honest = fs::read(&settings).unwrap();
    fs::copy(&evil, &settings).unwrap();
    made.git("main/tmp/nested", &["status"]);
    assert!(made.ran.exists(), "the attack does not work at all");
    fs::write(&settings, honest).unwrap();
    fs::remove_file(&made.ran).unwrap();

    let mut confinement = scene.confinement();
    confinement.grants.push(grant_of(top, Access::Write));
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    let targets = files_of_git(top);
    assert!(targets.len() > 200);
    let evil = evil.display();
    for target in targets {
        let (path, is_folder) = (target.display(), target.is_dir());
        let target = match is_folder {
            true => format!("{path}/config.worktree"),
            false => path.to_string(),
        };
        server.fails(&format!("copy {evil} {target}"), libc::EROFS);
        let moved = server.say(&format!("rename {path} {}/aside", top.display()));
        assert!(moved.starts_with("error"), "{path}: {moved}");
    }
    for folder in made.all() {
        let folder = top.join(folder);
        server.obeys(&format!("copy {evil} {}/made", folder.display()));
        server.fails(
            &format!("rename {0} {0}-aside", folder.display()),
            libc::EBUSY,
        );
    }
    for folder in made.all() {
        made.commit(folder);
    }
    assert!(!made.ran.exists(), "something of the server ran");
    assert_eq!(server.end(), 0);
}

pub fn stays_writable(scene: &Scene) {
    let mut server = Server::start(scene);
    let rw = scene.at("rw");
    for path in [
        "file",
        ".gitignore",
        "nested/in/file",
        "nested/in/new",
        "sub/file",
        "tools/file",
        "build/file",
        "outer/file",
        ".cache/new",
        "node_modules/one/.npmrc",
        "store/new",
        ".new-hidden",
    ] {
        server.obeys(&format!("write {}/{path}", rw.display()));
    }
    fs::remove_file(rw.join(".new-hidden")).unwrap();
    assert_eq!(server.end(), 0);

    // A hidden folder that is granted itself is what its grant says.
    let mut confinement = scene.confinement();
    let own = rw.join(".claude");
    confinement.grants.push(grant_of(&own, Access::Write));
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    server.obeys(&format!("write {}/settings.json", own.display()));
    server.fails(&format!("write {}/.envrc", rw.display()), libc::EROFS);
    assert_eq!(server.end(), 0);
}

pub fn too_large(scene: &Scene) {
    let big = scene.at("big");
    fs::create_dir_all(big.join("wide/deep/.git")).unwrap();
    for number in 0..31_000 {
        fs::write(big.join(format!("wide/{number}")), "").unwrap();
    }
    let mut confinement = scene.confinement();
    confinement.grants.push(grant_of(&big, Access::Write));
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    let named = Remark::Unsearched(big.join("wide"));
    let remarks = &server.confined.report().files.remarks;
    assert!(remarks.contains(&named), "{remarks:?}");
    server.fails(
        &format!("write {}/wide/deep/.git/config", big.display()),
        libc::EROFS,
    );
    server.fails(&format!("write {}/wide/new", big.display()), libc::EROFS);
    server.obeys(&format!("write {}/new", big.display()));
    assert_eq!(server.end(), 0);
}

/// Whatever a server left behind, the next start works and nothing is open.
pub fn odd(scene: &Scene) {
    let odd = scene.at("odd");
    let text = OsStr::from_bytes(b"not\xfftext");
    for folder in [
        Path::new("deep").join(text).join("more/.git"),
        "loop".into(),
        "pipe".into(),
    ] {
        fs::create_dir_all(odd.join(folder)).unwrap();
    }
    symlink("b", odd.join("loop/a")).unwrap();
    symlink("a", odd.join("loop/b")).unwrap();
    fs::write(odd.join("loop/.git"), "gitdir: a/b/../../../../../..\n").unwrap();
    let pipe = odd.join("pipe/.git");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let mut deep = odd.join("down");
    for _ in 0..60 {
        deep.push("down");
    }
    fs::create_dir_all(deep.join(".git")).unwrap();
    for number in 0..2_500 {
        fs::create_dir_all(odd.join(format!("many/{number}/.git"))).unwrap();
    }
    let mut confinement = scene.confinement();
    confinement.grants.push(grant_of(&odd, Access::Write));
    let mut server = Server::with(Method::Namespaces, &confinement, scene).unwrap();
    let path = odd.display();
    for place in [
        "deep/new",
        "loop/.git",
        "many/1/.git/config",
        "many/2400/.git/config",
    ] {
        server.fails(&format!("write {path}/{place}"), libc::EROFS);
    }
    server.fails(
        &format!("write {}/.git/config", deep.display()),
        libc::EROFS,
    );
    // What is written to a pipe changes nothing of the file system.
    server.fails(&format!("remove {path}/pipe/.git"), libc::EROFS);
    server.obeys(&format!("write {path}/new"));
    assert_eq!(server.end(), 0);
}
