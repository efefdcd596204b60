//! The process that reads one file and ends.

use std::{
    io::{self, Read, Write},
    process::ExitCode,
};

use crate::{
    AttachError, ReaderLimits,
    task::{MARKER, Reading, Task},
};

/// Becomes a reader, and never returns, if this process was started as one. To be called first in `main`, before any
/// thread, runtime or window.
pub fn run_reader_if_asked() {
    if std::env::args_os().nth(1).is_some_and(|arg| arg == MARKER) {
        std::process::exit(i32::from(run().is_err()));
    }
}

/// A reader and nothing else, as the program `innkeeper-reader`.
#[must_use]
pub fn reader_main() -> ExitCode {
    run_reader_if_asked();
    eprintln!("innkeeper-reader is started by innkeeper, not by hand");
    ExitCode::from(2)
}

fn run() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let task = Task::read(&mut input)?;
    let answer = match confine(task.limits.reader) {
        Ok(()) => {
            let mut bytes = Vec::new();
            let most = task.limits.file_bytes.saturating_add(1);
            input.take(most).read_to_end(&mut bytes)?;
            task.run(&bytes)
        }
        Err(error) => Reading::Refused(AttachError::NotConfined {
            reason: error.to_string(),
        }),
    };
    let answer = serde_json::to_vec(&answer)?;
    let mut output = io::stdout().lock();
    output.write_all(&answer)?;
    output.flush()
}

/// Gives up what reading does not need, before the first byte of the file is read.
#[cfg(unix)]
fn confine(limits: ReaderLimits) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// Deep documents need more than the usual stack.
    const STACK: u64 = 64 << 20;
    let set_both = |resource, current: u64, maximum: u64| {
        let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limit = Rlimit {
            current: Some(current.min(most)),
            maximum: Some(maximum.min(most)),
        };
        setrlimit(resource, limit)
    };
    let set = |resource, value| set_both(resource, value, value);
    set(Resource::Stack, STACK)?;
    set(Resource::Core, 0)?;
    // The signal of the first limit says what it was.
    set_both(
        Resource::Cpu,
        limits.cpu_seconds,
        limits.cpu_seconds.saturating_add(1),
    )?;
    set(Resource::Fsize, 0)?;
    // What is mapped without being used, such as libraries, does not count as data.
    #[cfg(target_os = "linux")]
    set(Resource::Data, limits.memory)?;
    #[cfg(not(target_os = "linux"))]
    set(Resource::As, limits.memory)?;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};

        set_parent_process_death_signal(Some(Signal::KILL))?;
        sandbox::seal_self().map_err(|refusal| io::Error::other(refusal.to_string()))?;
    }
    // No descriptor and no process beside those that are.
    set(Resource::Nproc, 0)?;
    set(Resource::Nofile, 0)?;
    Ok(())
}

#[cfg(not(unix))]
fn confine(_: ReaderLimits) -> io::Result<()> {
    Ok(())
}
