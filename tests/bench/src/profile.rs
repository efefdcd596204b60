//! Where a measured process spends its processor time: samples of its stacks, as a flame graph.

use std::path::PathBuf;

use pprof::{ProfilerGuard, ProfilerGuardBuilder, Report};

use crate::{
    error::BenchError,
    flame::{Flame, svg},
};

/// Tells a process where to leave its flame graph.
pub const FILE: &str = "INNKEEPER_BENCH_PROFILE";
/// Samples in a second of processor time; no divisor of what is done at fixed intervals.
const SAMPLES: i32 = 997;

/// Stacks are being sampled.
pub struct Profile {
    guard: ProfilerGuard<'static>,
    file: PathBuf,
}

impl Profile {
    /// Begins if this process was told to.
    pub fn begin_if_asked() -> Result<Option<Self>, BenchError> {
        let Some(file) = std::env::var_os(FILE) else {
            return Ok(None);
        };
        let guard = ProfilerGuardBuilder::default().frequency(SAMPLES).build();
        Ok(Some(Self {
            guard: guard.map_err(unexpected)?,
            file: file.into(),
        }))
    }

    /// Writes the flame graph.
    pub fn end(self) -> Result<(), BenchError> {
        let report = self.guard.report().build().map_err(unexpected)?;
        drop(self.guard);
        let title = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let svg = svg(&title, &flame(&report));
        std::fs::write(&self.file, svg)?;
        Ok(())
    }
}

fn unexpected(error: pprof::Error) -> BenchError {
    BenchError::Unexpected(format!("no profile: {error}"))
}

/// The stacks with those that begin alike put together, by the names of threads first.
fn flame(report: &Report) -> Flame {
    let mut all = Flame::default();
    for (frames, count) in &report.data {
        let thread = frames.thread_name_or_id();
        // Threads of a kind are numbered.
        let thread = thread.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
        let called = frames.frames.iter().rev();
        // What is inlined stands within what it is part of.
        let names = called.flat_map(|inlined| inlined.iter().rev().map(pprof::Symbol::name));
        let stack: Vec<String> = [thread.to_owned()].into_iter().chain(names).collect();
        all.add(&stack, u64::try_from(*count).unwrap_or_default());
    }
    all
}
