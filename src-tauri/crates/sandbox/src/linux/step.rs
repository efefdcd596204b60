//! Errors of one step of building a sandbox.

use std::io;

use crate::{Refusal, Step};

/// Why one method did not start the server.
pub(super) enum Failure {
    /// It does not work here; a weaker one may.
    Refused(Refusal),
    /// The program itself cannot be run.
    Exec(io::Error),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The refusal of a step with the system's error.
pub(super) fn refusal(step: Step, error: &io::Error) -> Refusal {
    Refusal {
        step,
        errno: error.raw_os_error().unwrap_or(0),
    }
}

/// The failure of a step that the system did not refuse: a check failed.
pub(super) fn failed(step: Step) -> Failure {
    Failure::Refused(Refusal { step, errno: 0 })
}

/// Names the step that an error belongs to.
pub(super) trait At<T> {
    fn at(self, step: Step) -> Result<T, Refusal>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, step: Step) -> Result<T, Refusal> {
        self.map_err(|error| refusal(step, &error))
    }
}

impl<T> At<T> for rustix::io::Result<T> {
    fn at(self, step: Step) -> Result<T, Refusal> {
        self.map_err(io::Error::from).at(step)
    }
}
