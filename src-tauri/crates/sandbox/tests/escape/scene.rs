//! A user's machine in miniature: secrets, folders, sockets, a program that runs. What a server is to be kept from.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, UdpSocket},
    os::{
        linux::net::SocketAddrExt,
        unix::{
            fs::{PermissionsExt, chown, symlink},
            net::{SocketAddr, UnixDatagram, UnixListener},
        },
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

use sandbox::{Access, Confinement, FolderGrant, Layers};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

pub const SECRET: &str = "the secret of the user";

/// Where the folders of the user are; a server does not have this folder.
pub const PLACE: &str = "/var/tmp";

/// Where everything is. A server is told all of it: hiding is no protection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scene {
    pub root: PathBuf,
    pub victim: i32,
    pub tcp: u16,
    pub udp: u16,
    /// System V shared memory of the host: its number, and the key to find it by.
    pub shm: i32,
    pub shm_key: u32,
    pub user: u32,
}

impl Scene {
    pub fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub fn key(&self) -> PathBuf {
        self.at("home/.ssh/id_key")
    }

    pub fn abstract_name(&self) -> String {
        format!("{}/X11", self.root.display())
    }

    /// The confinement of a server with one folder to read, one to change, and its program.
    pub fn confinement(&self) -> Confinement {
        let grant = |path, access| FolderGrant::new(&self.at(path), access).unwrap();
        Confinement {
            programs: vec![self.at("program")],
            grants: vec![grant("ro", Access::Read), grant("rw", Access::Write)],
            ..Confinement::new(self.at("data/sandbox/own/home"))
        }
    }

    /// Layers for one staged folder.
    pub fn layers(&self) -> Layers {
        Layers {
            upper: self.at("data/sandbox/own/upper"),
            work: self.at("data/sandbox/own/work"),
        }
    }

    /// Puts everything back that an attempt may have changed.
    pub fn reset(&self) {
        for (path, text) in FILES {
            let path = self.at(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if fs::read_to_string(&path).ok().as_deref() != Some(*text) {
                let _ = fs::remove_file(&path);
                fs::write(&path, text).unwrap();
            }
        }
        for folder in [
            "run",
            "ro/folder",
            "rw/folder",
            "later",
            "nest/a/b",
            "data/sandbox/own/upper",
            "data/sandbox/own/work",
        ] {
            fs::create_dir_all(self.at(folder)).unwrap();
        }
        for folder in ["ro", "rw"] {
            for entry in fs::read_dir(self.at(folder)).unwrap().flatten() {
                let name = entry.file_name();
                let is_new = |name: &str| name.starts_with("new") || name.starts_with("made");
                if name.to_str().is_some_and(is_new) {
                    let _ = fs::remove_file(entry.path());
                    let _ = fs::remove_dir_all(entry.path());
                }
            }
        }
        let key = self.key();
        for (link, target) in [
            ("ro/link", key.to_str().unwrap()),
            ("rw/linked/.git", "../store/real"),
            ("rw/way", "store"),
            ("rw/.git/hooks/linked", "../../build/checked.sh"),
            ("rw/.mcp.json", "agents/mcp.json"),
        ] {
            let link = self.at(link);
            if !link.is_symlink() {
                let _ = fs::remove_file(&link);
                symlink(target, &link).unwrap();
            }
        }
        for script in ["home/tool", "rw/tool"] {
            fs::set_permissions(self.at(script), fs::Permissions::from_mode(0o755)).unwrap();
        }
        if self.user != 0 {
            give(&self.root, self.user);
        }
    }
}

const FILES: &[(&str, &str)] = &[
    ("home/.ssh/id_key", SECRET),
    ("home/disposable", SECRET),
    ("home/tool", "#!/bin/sh\necho ran\n"),
    ("data/innkeeper.db", SECRET),
    ("data/disposable", SECRET),
    ("data/sandbox/other/home/note", SECRET),
    ("data/sandbox/own/home/note", "own"),
    ("ro/file", "text"),
    ("rw/file", "text"),
    ("rw/tool", "#!/bin/sh\necho ran\n"),
    (
        "rw/.git/config",
        "[core]\n\thooksPath = tools/hooks\n[include]\n\tpath = ../tools/more.inc\n",
    ),
    ("rw/.git/HEAD", "ref: refs/heads/main\n"),
    ("rw/.git/hooks/pre-commit", "#!/bin/sh\n"),
    ("rw/.vscode/settings.json", "{}"),
    ("rw/.envrc", "true\n"),
    ("rw/nested/in/.git/HEAD", "ref: refs/heads/main\n"),
    (
        "rw/nested/in/.git/config",
        "[core]\n\thooksPath = scripts/new\n",
    ),
    ("rw/nested/in/.git/hooks/pre-commit", "#!/bin/sh\n"),
    ("rw/nested/in/file", "text"),
    ("rw/nested/in/scripts/file", "text"),
    ("rw/capitals/.GIT/config", "[core]\n"),
    ("rw/.git/modules/sub/HEAD", "ref: refs/heads/main\n"),
    (
        "rw/.git/modules/sub/config",
        "[core]\n\tworktree = ../../../sub\n",
    ),
    ("rw/sub/.git", "gitdir: ../.git/modules/sub\n"),
    ("rw/sub/file", "text"),
    ("rw/.git/worktrees/tree/HEAD", "ref: refs/heads/tree\n"),
    ("rw/.git/worktrees/tree/commondir", "../..\n"),
    ("rw/tree/.git", "gitdir: ../.git/worktrees/tree\n"),
    ("rw/bare/HEAD", "ref: refs/heads/main\n"),
    ("rw/bare/config", "[core]\n\tbare = true\n"),
    ("rw/bare/objects/pack/file", ""),
    ("rw/bare/refs/heads/file", ""),
    ("rw/bare/hooks/file", "#!/bin/sh\n"),
    // Apart from what belongs to one worktree.
    ("rw/split/.git", "gitdir: ../way/odd\n"),
    ("rw/store/odd/HEAD", "ref: refs/heads/odd\n"),
    ("rw/store/odd/commondir", "../common\n"),
    ("rw/store/common/config", "[core]\n"),
    ("rw/store/common/objects/file", ""),
    ("rw/store/common/refs/file", ""),
    ("rw/store/real/HEAD", "ref: refs/heads/main\n"),
    ("rw/store/real/config", "[core]\n"),
    ("rw/linked/file", "text"),
    ("rw/tools/hooks/pre-commit", "#!/bin/sh\n"),
    ("rw/tools/more.inc", "[core]\n"),
    ("rw/tools/file", "text"),
    ("rw/build/checked.sh", "#!/bin/sh\n"),
    ("rw/build/file", "text"),
    // A worktree whose repository lies elsewhere.
    ("home/main/.git/HEAD", "ref: refs/heads/main\n"),
    ("home/main/.git/config", "[core]\n\thooksPath = hooks\n"),
    (
        "home/main/.git/worktrees/outer/HEAD",
        "ref: refs/heads/outer\n",
    ),
    ("home/main/.git/worktrees/outer/commondir", "../..\n"),
    (
        "rw/outer/.git",
        "gitdir: ../../home/main/.git/worktrees/outer\n",
    ),
    ("rw/outer/hooks/pre-commit", "#!/bin/sh\n"),
    ("rw/outer/file", "text"),
    ("rw/deep/down/.zed/settings.json", "{}"),
    ("rw/.claude/settings.json", "{}"),
    ("rw/.github/workflows/test.yml", ""),
    ("rw/agents/mcp.json", "{}"),
    ("rw/node_modules/one/.git/config", "[core]\n"),
    ("rw/node_modules/one/.npmrc", ""),
    ("rw/.cargo/CACHEDIR.TAG", ""),
    ("rw/.cargo/config.toml", ""),
    ("rw/.cache/CACHEDIR.TAG", ""),
    ("rw/.cache/one/.git/config", "[core]\n"),
    ("rw/.gitignore", ""),
    ("later/file", "later"),
    ("later/.git/hooks/pre-commit", "#!/bin/sh\n"),
    ("later/.git/HEAD", "ref: refs/heads/main\n"),
    ("later/folder/inside", "inside"),
    ("later/nested/.git/HEAD", "ref: refs/heads/main\n"),
    ("later/nested/file", "nested"),
    ("nest/a/.lock", ""),
    ("nest/a/b/file", "nested"),
    ("program/lib.js", "// code"),
];

/// Unix sockets of the session and of the user's own programs.
const SOCKETS: &[&str] = &[
    "run/bus",
    "run/keychain",
    "run/X0",
    "run/wayland-0",
    "run/ssh-agent",
    "ro/socket",
    "rw/socket",
];

/// Everything that listens and runs, to the end of this value.
pub struct Stage {
    pub scene: Scene,
    /// Removed at the end.
    _folder: TempDir,
    _datagrams: UnixDatagram,
    victim: Child,
}

impl Stage {
    /// Built in a folder of the host's, for a user. To give it to another user takes root.
    pub fn new(user: u32, place: &str) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("innkeeper-escape-")
            .tempdir_in(place)
            .unwrap();
        let root = folder.path().to_owned();
        fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(root.join("program")).unwrap();
        let program = root.join("program/escape");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        fs::create_dir_all(root.join("run")).unwrap();
        fs::create_dir_all(root.join("ro")).unwrap();
        fs::create_dir_all(root.join("rw")).unwrap();
        for name in SOCKETS {
            answer(UnixListener::bind(root.join(name)).unwrap());
        }
        let _datagrams = UnixDatagram::bind(root.join("run/log")).unwrap();
        let victim = spawn_victim(&program, &root, user);
        let shm_key = 0x1b00_0000 + std::process::id();
        let scene = Scene {
            victim: victim.id().cast_signed(),
            tcp: answer_tcp(),
            udp: answer_udp(),
            shm: make_shm(shm_key),
            shm_key,
            user,
            root,
        };
        answer(
            UnixListener::bind_addr(
                &SocketAddr::from_abstract_name(scene.abstract_name()).unwrap(),
            )
            .unwrap(),
        );
        scene.reset();
        if rustix::process::geteuid().is_root() {
            // A program of root's that gives its rights to whoever runs it.
            let raised = scene.at("program/raised");
            fs::copy(scene.at("program/escape"), &raised).unwrap();
            chown(&raised, Some(0), Some(0)).unwrap();
            fs::set_permissions(&raised, fs::Permissions::from_mode(0o4755)).unwrap();
        }
        Self {
            scene,
            _folder: folder,
            _datagrams,
            victim,
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
        let _ = crate::raw::call(
            libc::SYS_shmctl,
            [self.scene.shm.cast_unsigned() as usize, 0, 0],
        );
    }
}

fn give(path: &Path, user: u32) {
    let metadata = fs::symlink_metadata(path).unwrap();
    if path.file_name().is_some_and(|name| name == "raised") {
        return;
    }
    std::os::unix::fs::lchown(path, Some(user), Some(user)).unwrap();
    if metadata.is_dir() {
        for entry in fs::read_dir(path).unwrap().flatten() {
            give(&entry.path(), user);
        }
    }
}

/// Another program of the user, with a secret in its environment.
fn spawn_victim(program: &Path, root: &Path, user: u32) -> Child {
    let mut victim = Command::new(program);
    victim.args(["victim", &user.to_string()]).current_dir(root);
    let victim = victim
        .env("TOKEN", SECRET)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut victim = victim.unwrap();
    let mut ready = [0];
    victim
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut ready)
        .unwrap();
    victim
}

/// Says who it is to everybody, until the process ends.
fn answer(listener: UnixListener) {
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _ = stream.write_all(b"hello");
        }
    });
}

fn answer_tcp() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _ = stream.write_all(b"hello");
        }
    });
    port
}

fn answer_udp() -> u16 {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = socket.local_addr().unwrap().port();
    thread::spawn(move || {
        let mut buffer = [0; 16];
        while let Ok((_, from)) = socket.recv_from(&mut buffer) {
            let _ = socket.send_to(b"hello", from);
        }
    });
    port
}

/// Shared memory that every process of the host may attach.
fn make_shm(key: u32) -> i32 {
    let id = crate::raw::call(libc::SYS_shmget, [key as usize, 4096, 0o1666]).unwrap();
    i32::try_from(id).unwrap()
}
