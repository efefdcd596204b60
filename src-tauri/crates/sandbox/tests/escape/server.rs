//! The programs of the tests: a server that does what it is told, and another program of the user.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufRead, Read, Seek, Write},
    os::{
        fd::OwnedFd,
        unix::{ffi::OsStrExt, fs::PermissionsExt},
    },
    path::Path,
    process::ExitCode,
};

use crate::raw::{address, call};
use rustix::{
    fs::{Mode, OFlags, inotify, open},
    thread::{Gid, Uid, set_thread_gid, set_thread_groups, set_thread_uid},
};

/// Becomes a normal user, for good. This process has one thread.
pub fn become_user(user: u32) {
    if rustix::process::geteuid().as_raw() == user {
        return;
    }
    set_thread_groups(&[]).unwrap();
    set_thread_gid(Gid::from_raw(user)).unwrap();
    set_thread_uid(Uid::from_raw(user)).unwrap();
    // Otherwise its own files in /proc belong to root.
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::Dumpable).unwrap();
}

/// Says by its code what this system lets a user do, found out without the sandbox: 1 for namespaces, 2 for Landlock.
pub fn what_works(user: &str) -> ExitCode {
    become_user(user.parse().unwrap());
    let version_only = 1;
    let landlock = call(libc::SYS_landlock_create_ruleset, [0, 0, version_only]).is_ok();
    let namespaces = make_namespaces().is_ok();
    ExitCode::from(u8::from(namespaces) | u8::from(landlock) << 1)
}

fn make_namespaces() -> io::Result<()> {
    let user = rustix::process::geteuid().as_raw();
    let flags = libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWNET;
    call(libc::SYS_unshare, [flags as usize])?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    let arguments = [address(c"none"), address(c"/tmp"), address(c"tmpfs"), 0, 0];
    call(libc::SYS_mount, arguments).map(drop)
}

/// Runs until its input ends.
pub fn be_victim(user: &str) -> ExitCode {
    become_user(user.parse().unwrap());
    // Whoever may read this process may do so by ptrace, too.
    println!("!");
    let _ = io::stdin().read(&mut [0]);
    ExitCode::SUCCESS
}

/// For a program with another owner's rights: says whether it got them.
pub fn tell_rights() -> ExitCode {
    ExitCode::from(u8::from(!rustix::process::geteuid().is_root()))
}

/// Something that a server holds.
enum Held {
    File(File),
    Other(#[allow(dead_code, reason = "it is held")] OwnedFd),
}

/// Does what each line says, and answers with one line: `ok`, a text, or `error NUMBER`.
pub fn serve() -> ExitCode {
    let mut held = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let words: Vec<&str> = line.split(' ').collect();
        let answer = match obey(&words, &mut held) {
            Ok(text) => text,
            Err(error) => format!("error {}", error.raw_os_error().unwrap_or(0)),
        };
        println!("{answer}");
        let _ = io::stdout().flush();
    }
    ExitCode::SUCCESS
}

/// A name that is no text.
pub fn odd_name() -> &'static OsStr {
    OsStr::from_bytes(b"odd\xff")
}

fn obey(words: &[&str], held: &mut BTreeMap<String, Held>) -> io::Result<String> {
    let ok = || Ok("ok".to_owned());
    match words {
        ["read", path] => fs::read_to_string(path),
        ["write", path] => fs::write(path, "changed").and_then(|()| ok()),
        ["copy", from, to] => fs::copy(from, to).and_then(|_| ok()),
        ["remove", path] => fs::remove_file(path).and_then(|()| ok()),
        ["clear", path] => fs::remove_dir_all(path).and_then(|()| ok()),
        ["mode", path, mode] => {
            let mode = u32::from_str_radix(mode, 8).unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).and_then(|()| ok())
        }
        ["run", path] => std::process::Command::new(path).status().and_then(|_| ok()),
        ["link", to, path] => std::os::unix::fs::symlink(to, path).and_then(|()| ok()),
        ["odd", folder] => File::open(Path::new(folder).join(odd_name())).and_then(|_| ok()),
        ["make", path] => fs::create_dir_all(path).and_then(|()| ok()),
        ["unlock", path] => {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).and_then(|()| ok())
        }
        ["rename", from, to] => fs::rename(from, to).and_then(|()| ok()),
        ["stand", path] => std::env::set_current_dir(path).and_then(|()| ok()),
        ["open", name, path] => {
            held.insert((*name).to_owned(), Held::File(File::open(path)?));
            ok()
        }
        ["append", name, path] => {
            held.insert(
                (*name).to_owned(),
                Held::File(File::options().append(true).open(path)?),
            );
            ok()
        }
        ["folder", name, path] => {
            let folder = open(*path, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty())?;
            held.insert((*name).to_owned(), Held::Other(folder));
            ok()
        }
        ["map", path] => crate::raw::map(&File::open(path)?).and_then(|()| ok()),
        ["watch", name, path] => {
            let watch = inotify::init(inotify::CreateFlags::CLOEXEC)?;
            inotify::add_watch(&watch, Path::new(path), inotify::WatchFlags::ALL_EVENTS)?;
            held.insert((*name).to_owned(), Held::Other(watch));
            ok()
        }
        ["again", name] => match held.get_mut(*name) {
            Some(Held::File(file)) => {
                let mut text = String::new();
                file.rewind()?;
                file.read_to_string(&mut text)?;
                Ok(text)
            }
            Some(Held::Other(_)) | None => Err(io::ErrorKind::NotFound.into()),
        },
        ["inside", name, path] => match held.get(*name) {
            Some(Held::Other(folder)) => {
                let mut text = String::new();
                let file = rustix::fs::openat(folder, *path, OFlags::RDONLY, Mode::empty())?;
                File::from(file).read_to_string(&mut text)?;
                Ok(text)
            }
            Some(Held::File(_)) | None => Err(io::ErrorKind::NotFound.into()),
        },
        ["drop", name] => {
            held.remove(*name);
            ok()
        }
        ["hermit", seconds] => {
            // Leaves the group and the session, and lives on.
            let script = format!("setsid sh -c 'sleep {seconds}' & exit 0");
            std::process::Command::new("/bin/sh")
                .args(["-c", &script])
                .status()?;
            ok()
        }
        _ => Err(io::ErrorKind::InvalidInput.into()),
    }
}
