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
    children(driver.id())
        .into_iter()
        .find_map(|child| Pid::from_raw(child.cast_signed()))
}

/// What the threads of a process started and did not hand on.
fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let lists = tasks.into_iter().flatten().flatten();
    lists
        .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|id| id.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The processes that descend from a program, as they are now.
#[derive(Debug)]
pub(crate) struct Descendants(Vec<(Pid, String)>);

impl Descendants {
    pub(crate) fn of(program: Pid) -> Self {
        let mut all = Vec::new();
        let mut next = vec![program.as_raw_nonzero().get().cast_unsigned()];
        while let Some(parent) = next.pop() {
            for child in children(parent) {
                next.push(child);
                let line = std::fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
                let line = String::from_utf8_lossy(&line).replace('\0', " ");
                all.extend(Pid::from_raw(child.cast_signed()).map(|pid| (pid, line)));
            }
        }
        Self(all)
    }

    /// The command lines of those that still run.
    pub(crate) fn left(&self) -> Vec<&str> {
        let left = self.0.iter().filter(|(pid, _)| runs(*pid));
        left.map(|(_, line)| line.as_str()).collect()
    }
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

/// Environment variable with another program to test than the one that was built here, such as an installed one.
const PROGRAM: &str = "INNKEEPER_TEST_PROGRAM";

/// The desktop program beside the test's own file, or the one that [`PROGRAM`] names.
///
/// # Errors
/// It was not built.
pub fn program() -> Result<PathBuf, Error> {
    if let Some(other) = std::env::var_os(PROGRAM) {
        return Ok(other.into());
    }
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
