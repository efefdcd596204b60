//! What every process that becomes or starts a server does first.

use std::{fs::File, os::fd::RawFd};

use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::{
    channel::{Channel, STEP_TIME},
    message::Message,
    raw::close_all_but,
    step::At,
};
use crate::{Refusal, Step};

/// Closes everything of the guard's but these, each of which is 3 or more: its socket to the host is standard input.
pub(super) fn leave_guard(kept: &[RawFd]) -> Result<(), Refusal> {
    let null = File::options()
        .read(true)
        .write(true)
        .open("/dev/null")
        .at(Step::Descriptors)?;
    dup2_stdin(&null).at(Step::Descriptors)?;
    dup2_stdout(&null).at(Step::Descriptors)?;
    dup2_stderr(&null).at(Step::Descriptors)?;
    drop(null);
    close_all_but(kept).at(Step::Descriptors)
}

/// Waits for one message of the guard.
pub(super) fn receive_expected(
    guard: &Channel,
    is_it: impl Fn(&Message) -> bool,
) -> Result<(), Refusal> {
    let (message, _) = guard.receive(STEP_TIME).at(Step::Channel)?;
    if is_it(&message) {
        return Ok(());
    }
    Err(Refusal {
        step: Step::Channel,
        errno: 0,
    })
}
