//! Limits of what a server may use.

use std::{fs, io};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::step::At;
use crate::{Limits, Refusal, Step};

/// Locked memory, in bytes. Runtimes lock a little for keys.
const LOCKED_MAX: u64 = 8 << 20;

/// Ended earlier than the user's own programs when memory runs out.
const OUT_OF_MEMORY_SCORE: &str = "500";

/// The limits as the kernel has them: each with its name in `/proc/PID/limits`. `family`: processes are counted in a user
/// namespace of their own; on the host the number would count all programs of the user.
pub(super) fn wanted(limits: &Limits, family: bool) -> Vec<(Resource, &'static str, u64)> {
    let mut wanted = vec![
        (Resource::Core, "Max core file size", 0),
        (Resource::Nofile, "Max open files", limits.open_files),
        (Resource::Fsize, "Max file size", limits.file_size),
        (Resource::Data, "Max data size", limits.memory),
        (Resource::Memlock, "Max locked memory", LOCKED_MAX),
        (Resource::Msgqueue, "Max msgqueue size", 0),
    ];
    if family {
        wanted.push((Resource::Nproc, "Max processes", limits.processes));
    }
    wanted
}

/// Limits this process and all it starts.
pub(super) fn apply(limits: &Limits, family: bool) -> Result<(), Refusal> {
    for (resource, _, value) in wanted(limits, family) {
        lower(resource, value).at(Step::Limits)?;
    }
    fs::write("/proc/self/oom_score_adj", OUT_OF_MEMORY_SCORE).at(Step::Limits)
}

/// A limit that is lower already stays.
fn lower(resource: Resource, value: u64) -> io::Result<()> {
    let value = getrlimit(resource)
        .maximum
        .map_or(value, |now| now.min(value));
    let limit = Rlimit {
        current: Some(value),
        maximum: Some(value),
    };
    Ok(setrlimit(resource, limit)?)
}
