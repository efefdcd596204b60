//! Changing what is read-only, and the places of a writable folder that other programs run code from.

use std::{
    fs, io,
    os::{
        fd::AsRawFd,
        unix::fs::{PermissionsExt, symlink},
    },
    path::Path,
};

use super::{Attempt, Control, attempt, filters};
use crate::{
    raw::{address, c, call},
    scene::Scene,
};

pub(super) const HOOKS: &[super::Open] = &[filters(
    "Landlock has no rule that takes away from a writable folder",
)];
const METADATA: &[super::Open] = &[filters(
    "GitPython needs chmod, and the filter cannot see which file it is about",
)];

pub const READ_ONLY: &[Attempt] = &[
    attempt("write to a file", |scene| {
        fs::write(scene.at("ro/file"), "changed")
    }),
    attempt("make a file", |scene| {
        fs::write(scene.at("ro/made"), "made")
    }),
    attempt("make a folder", |scene| {
        fs::create_dir(scene.at("ro/made-folder"))
    }),
    attempt("make a socket in it", |scene| {
        std::os::unix::net::UnixListener::bind(scene.at("ro/made-socket")).map(drop)
    }),
    attempt("open a file again for writing", |scene| {
        let file = fs::File::open(scene.at("ro/file"))?;
        fs::write(format!("/proc/self/fd/{}", file.as_raw_fd()), "changed")
    }),
    attempt("shorten a file", |scene| {
        fs::File::options()
            .write(true)
            .open(scene.at("ro/file"))?
            .set_len(0)
    }),
    attempt("change a file's mode", |scene| {
        chmod(&scene.at("ro/file"), 0o666)
    })
    .open(METADATA),
    attempt("change an open file's mode", |scene| {
        let file = fs::File::open(scene.at("ro/file"))?;
        file.set_permissions(fs::Permissions::from_mode(0o644))
    })
    .open(&[filters(
        "by a descriptor that is open for reading it is possible",
    )]),
    attempt("change a file's date", |scene| utime(&scene.at("ro/file"))),
    attempt("set an extended attribute", |scene| {
        setxattr(&scene.at("ro/file"))
    }),
    attempt("rename a file", |scene| {
        fs::rename(scene.at("ro/file"), scene.at("ro/renamed"))
    }),
    attempt("remove a file", |scene| {
        fs::remove_file(scene.at("ro/file"))
    }),
    attempt("move a file out of it", |scene| {
        fs::rename(scene.at("ro/file"), scene.at("rw/new-file"))
    }),
    attempt("link a file of it into a writable folder", |scene| {
        fs::hard_link(scene.at("ro/file"), scene.at("rw/new-hard"))?;
        fs::write(scene.at("rw/new-hard"), "changed")
    }),
    attempt("exchange it with a folder of its own", |scene| {
        exchange(&scene.at("ro/folder"), &scene.at("rw/folder"))
    }),
    attempt("replace the grant itself", |scene| {
        fs::rename(scene.at("ro"), scene.at("new-ro"))?;
        fs::rename(scene.at("new-ro"), scene.at("ro"))
    })
    .needs(Control::Machine),
    attempt("write to its own program", |scene| {
        fs::write(scene.at("program/lib.js"), "changed")
    }),
    attempt("change its own program's mode", |scene| {
        chmod(&scene.at("program/lib.js"), 0o777)
    })
    .open(METADATA),
    attempt("put a file beside its own program", |scene| {
        fs::write(scene.at("program/planted.js"), "planted")
    }),
    attempt("write below /usr", |_| {
        fs::write("/usr/local/innkeeper-escape", "planted")?;
        fs::remove_file("/usr/local/innkeeper-escape")
    })
    .needs(Control::Root),
    attempt("change a date below /usr", |_| {
        utime(Path::new("/usr/local"))
    })
    .needs(Control::Root),
    attempt("write to /dev", |_| {
        fs::write("/dev/innkeeper-escape", "planted")?;
        fs::remove_file("/dev/innkeeper-escape")
    })
    .needs(Control::Root),
    attempt("write to the root folder", |_| {
        fs::write("/innkeeper-escape", "planted")?;
        fs::remove_file("/innkeeper-escape")
    })
    .needs(Control::Root),
];

pub const WRITABLE: &[Attempt] = &[
    attempt("write to a hook", |scene| {
        fs::write(scene.at("rw/.git/hooks/pre-commit"), "planted")
    })
    .open(HOOKS),
    attempt("add a hook", |scene| {
        fs::write(scene.at("rw/.git/hooks/post-commit"), "planted")
    })
    .open(HOOKS),
    attempt("open a hook again for writing", |scene| {
        let file = fs::File::open(scene.at("rw/.git/hooks/pre-commit"))?;
        fs::write(format!("/proc/self/fd/{}", file.as_raw_fd()), "planted")
    })
    .open(HOOKS),
    attempt("change a hook's mode", |scene| {
        chmod(&scene.at("rw/.git/hooks/pre-commit"), 0o755)
    })
    .open(HOOKS),
    attempt("swap the hooks", |scene| {
        fs::create_dir_all(scene.at("rw/new-hooks"))?;
        exchange(&scene.at("rw/new-hooks"), &scene.at("rw/.git/hooks"))?;
        exchange(&scene.at("rw/new-hooks"), &scene.at("rw/.git/hooks"))
    })
    .open(HOOKS),
    attempt("rename the hooks", |scene| {
        there_and_back(scene, ".git/hooks")
    })
    .open(HOOKS),
    attempt("write to git's settings", |scene| {
        fs::write(scene.at("rw/.git/config"), "[core]\nfsmonitor=x\n")
    })
    .open(HOOKS),
    attempt("replace git's settings", |scene| {
        fs::write(scene.at("rw/.git/new-config"), "[core]\nfsmonitor=x\n")?;
        fs::rename(scene.at("rw/.git/new-config"), scene.at("rw/.git/config"))
    })
    .open(HOOKS),
    attempt("rename .git", |scene| there_and_back(scene, ".git")).open(HOOKS),
    attempt("swap .git", |scene| {
        fs::create_dir_all(scene.at("rw/new-git"))?;
        exchange(&scene.at("rw/new-git"), &scene.at("rw/.git"))?;
        exchange(&scene.at("rw/new-git"), &scene.at("rw/.git"))
    })
    .open(HOOKS),
    attempt("put a link in place of .git", |scene| {
        fs::rename(scene.at("rw/.git"), scene.at("rw/aside"))?;
        let link = symlink("new-git", scene.at("rw/.git"));
        let _ = fs::remove_file(scene.at("rw/.git"));
        fs::rename(scene.at("rw/aside"), scene.at("rw/.git"))?;
        link
    })
    .open(HOOKS),
    attempt("write to an editor's settings", |scene| {
        fs::write(scene.at("rw/.vscode/settings.json"), "{}")
    })
    .open(HOOKS),
    attempt("rename an editor's settings", |scene| {
        there_and_back(scene, ".vscode")
    })
    .open(HOOKS),
    attempt("write to .envrc", |scene| {
        fs::write(scene.at("rw/.envrc"), "planted")
    })
    .open(HOOKS),
    attempt("remove .envrc", |scene| {
        fs::remove_file(scene.at("rw/.envrc"))
    })
    .open(HOOKS),
    attempt("rename the grant itself", |scene| {
        fs::rename(scene.at("rw"), scene.at("new-rw"))?;
        fs::rename(scene.at("new-rw"), scene.at("rw"))
    }),
];

/// Each way to give a file of its own a mode with which others run it as its owner or group.
pub const IDENTITY: &[Attempt] = &[
    attempt("let others run a file as its owner", |scene| {
        fs::write(scene.at("rw/new-owner"), "")?;
        chmod(&scene.at("rw/new-owner"), 0o4755)
    }),
    attempt("let others run a file as its group", |scene| {
        fs::write(scene.at("rw/new-group"), "")?;
        chmod(&scene.at("rw/new-group"), 0o2755)
    }),
    attempt("let others run an open file as its owner", |scene| {
        let file = fs::File::create(scene.at("rw/new-open"))?;
        file.set_permissions(fs::Permissions::from_mode(0o4755))
    }),
    attempt("make a file that runs as its owner", |scene| {
        made(scene, "rw/new-made", libc::SYS_openat, |path| {
            [path, (libc::O_CREAT | libc::O_WRONLY) as usize, 0o4755, 0]
        })
    }),
    attempt("make a node that runs as its owner", |scene| {
        made(scene, "rw/new-node", libc::SYS_mknodat, |path| {
            [path, (libc::S_IFREG | 0o4755) as usize, 0, 0]
        })
    }),
    attempt("make a file that runs as its owner, by openat2", |scene| {
        let how = [(libc::O_CREAT | libc::O_WRONLY) as u64, 0o4755, 0];
        made(scene, "rw/new-how", libc::SYS_openat2, |path| {
            [path, how.as_ptr().addr(), size_of_val(&how), 0]
        })
    }),
];

fn made(
    scene: &Scene,
    name: &str,
    number: libc::c_long,
    arguments: impl Fn(usize) -> [usize; 4],
) -> io::Result<()> {
    let path = c(scene.at(name));
    let [path, second, third, _] = arguments(address(&path));
    let at = libc::AT_FDCWD as isize as usize;
    call(number, [at, path, second, third]).map(drop)
}

fn chmod(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

fn utime(path: &Path) -> io::Result<()> {
    let path = c(path);
    let at = libc::AT_FDCWD as isize as usize;
    // Without times: now.
    let times = [0_i64, 1, 0, 1];
    call(
        libc::SYS_utimensat,
        [at, address(&path), times.as_ptr().addr(), 0],
    )
    .map(drop)
}

fn setxattr(path: &Path) -> io::Result<()> {
    let path = c(path);
    let arguments = [
        address(&path),
        address(c"user.innkeeper"),
        address(c"x"),
        1,
        0,
    ];
    call(libc::SYS_setxattr, arguments).map(drop)
}

fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

pub(super) fn there_and_back(scene: &Scene, name: &str) -> io::Result<()> {
    let (here, there) = (scene.at("rw").join(name), scene.at("rw/aside"));
    fs::rename(&here, &there)?;
    fs::rename(there, here)
}
