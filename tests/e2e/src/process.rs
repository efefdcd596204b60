//! The processes of a test: the desktop program, the one that the driver started, and whether it still runs.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Child,
};

use rustix::process::Pid;

use crate::Error;

/// The program that the driver started.
pub(crate) fn child_of(driver: &Child) -> Option<Pid> {
    let id = driver.id();
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
    Pid::from_raw(children.split_whitespace().next()?.parse().ok()?)
}

/// Whether one of its threads still runs. A process is done when the last of them is: its first may wait as a zombie
/// while another still holds its files.
pub(crate) fn runs(program: Pid) -> bool {
    let tasks = format!("/proc/{}/task", program.as_raw_nonzero());
    std::fs::read_dir(tasks).is_ok_and(|tasks| tasks.flatten().any(|task| alive(&task.path())))
}

fn alive(task: &Path) -> bool {
    let state = |stat: &str| stat.rsplit(')').next()?.trim_start().chars().next();
    std::fs::read_to_string(task.join("stat"))
        .is_ok_and(|stat| !matches!(state(&stat), Some('Z' | 'X') | None))
}

/// The desktop program beside the test's own file.
///
/// # Errors
/// It was not built.
pub fn program() -> Result<PathBuf, Error> {
    let mut path = std::env::current_exe()?;
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push("innkeeper");
    if path.exists() {
        Ok(path)
    } else {
        Err(Error::NotBuilt(path))
    }
}

pub(crate) fn free_port() -> Result<u16, Error> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
