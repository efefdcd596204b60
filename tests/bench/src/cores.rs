//! Which cores a measured program may use. A process started from a thread inherits the thread's cores.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::error::BenchError;

/// The cores this program was given.
#[derive(Clone, Debug)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Those of now.
    pub fn now() -> Result<Self, BenchError> {
        let set = sched_getaffinity(None).map_err(std::io::Error::from)?;
        Ok(Self(
            (0..CpuSet::MAX_CPU).filter(|at| set.is_set(*at)).collect(),
        ))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Runs `act` on a thread that has the last `number` cores only, and with it what it starts. The first core does most of the
    /// system's own work.
    pub fn with<T: Send>(
        &self,
        number: usize,
        act: impl FnOnce() -> Result<T, BenchError> + Send,
    ) -> Result<T, BenchError> {
        let mut set = CpuSet::new();
        for core in self.0.iter().rev().take(number) {
            set.set(*core);
        }
        std::thread::scope(|scope| {
            scope
                .spawn(move || {
                    sched_setaffinity(None, &set).map_err(std::io::Error::from)?;
                    act()
                })
                .join()
                .unwrap_or_else(|_| Err(BenchError::Unexpected("a measurement panicked".into())))
        })
    }
}
