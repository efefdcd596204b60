//! Reading, changing and running what is not granted.

use std::{
    fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::{Attempt, Control, attempt, filters, is_secret};
use crate::scene::Scene;

pub const ALL: &[Attempt] = &[
    attempt("read a key", |scene| read(scene.key())),
    attempt("read the host's data", |scene| {
        read(scene.at("data/innkeeper.db"))
    }),
    attempt("read another server's home", |scene| {
        read(scene.at("data/sandbox/other/home/note"))
    }),
    attempt("list the user's home", |scene| list(&scene.at("home"))),
    attempt("list the folder around a grant", |scene| {
        list(&scene.root).and_then(|()| found(&scene.at("data")))
    }),
    attempt("read by dots from a grant", |scene| {
        read(scene.at("ro/../home/.ssh/id_key"))
    }),
    attempt("read by dots from its own home", |_| {
        let home = std::env::var_os("HOME")
            .map(PathBuf::from)
            .unwrap_or_default();
        read(home.join("../../other/home/note"))
    }),
    attempt("read through a link in a grant", |scene| {
        read(scene.at("ro/link"))
    }),
    attempt("read through a link that it made", |scene| {
        let link = scene.at("rw/new-link");
        symlink(scene.key(), &link)?;
        read(link)
    }),
    attempt("win a race of links", race),
    attempt("make a hard link", |scene| {
        fs::hard_link(scene.key(), scene.at("rw/new-hard"))?;
        read(scene.at("rw/new-hard"))
    }),
    attempt("move a file into a grant", |scene| {
        fs::rename(scene.at("home/disposable"), scene.at("rw/new-moved"))
    }),
    attempt("read through another program's root", |scene| {
        read(format!(
            "/proc/{}/root{}",
            scene.victim,
            scene.key().display()
        ))
    }),
    attempt("read through another program's folder", |scene| {
        read(format!("/proc/{}/cwd/home/.ssh/id_key", scene.victim))
    }),
    attempt("read through the root of process 1", |scene| {
        read(format!("/proc/1/root{}", scene.key().display()))
    })
    .needs(Control::Machine),
    attempt("look at a file's date and size", |scene| {
        fs::metadata(scene.key()).map(drop)
    })
    .open(&[filters(
        "without a root of its own, names and metadata are visible",
    )]),
    attempt("read an open file that was left to it", |_| {
        let mut files = (3..64).map(|number| format!("/proc/self/fd/{number}"));
        let found = files.any(|file| read(file).is_ok());
        if found {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(libc::ENOENT))
        }
    }),
    attempt("read the passwords", |_| fs::read("/etc/shadow").map(drop)).needs(Control::Root),
    attempt("read a file of /etc that is not on the list", |_| {
        fs::read("/etc/fstab").map(drop)
    })
    .needs(Control::Machine),
    attempt("list /sys", |_| list(Path::new("/sys/kernel"))),
    attempt("list /run", |_| list(Path::new("/run"))),
    attempt("list other processes' folder of the host", |_| {
        list(Path::new("/var/lib"))
    }),
    attempt("write to the user's home", |scene| {
        fs::write(scene.at("home/planted"), "planted")
    }),
    attempt("remove the host's data", |scene| {
        fs::remove_file(scene.at("data/disposable"))
    }),
    attempt("run a program of the user", |scene| {
        run(&scene.at("home/tool"))
    }),
];

/// How long a race goes on that is not won.
const RACE: Duration = Duration::from_millis(700);

fn read(path: impl AsRef<Path>) -> io::Result<()> {
    is_secret(&fs::read_to_string(path)?)
}

fn list(path: &Path) -> io::Result<()> {
    fs::read_dir(path)?.next().map_or_else(
        || Err(io::ErrorKind::NotFound.into()),
        |entry| entry.map(drop),
    )
}

fn found(path: &Path) -> io::Result<()> {
    fs::symlink_metadata(path).map(drop)
}

pub fn run(path: &Path) -> io::Result<()> {
    let status = Command::new(path).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other("it failed"))
    }
}

/// One thread swaps a folder of a grant for a link to the keys, the other opens a file in it.
fn race(scene: &Scene) -> io::Result<()> {
    let (place, folder, link) = (
        scene.at("rw/new-place"),
        scene.at("rw/new-folder"),
        scene.at("rw/new-keys"),
    );
    fs::create_dir_all(&folder)?;
    symlink(scene.at("home/.ssh"), &link)?;
    let (over, begun) = (AtomicBool::new(false), Instant::now());
    thread::scope(|threads| {
        threads.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                let _ = fs::rename(&folder, &place).and_then(|()| fs::rename(&place, &folder));
                let _ = fs::rename(&link, &place).and_then(|()| fs::rename(&place, &link));
            }
        });
        let won = loop {
            if read(place.join("id_key")).is_ok() {
                break true;
            }
            if begun.elapsed() > RACE {
                break false;
            }
        };
        over.store(true, Ordering::Relaxed);
        if won {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(libc::ENOENT))
        }
    })
}
