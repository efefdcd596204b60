//! Failures that the sandbox of a program caused, with the grant that helps.
//!
//! Some are recognised by fixed words ([`signs`]), the others by a path, program or address in the output ([`found`]).

mod found;
mod home;
mod line;
mod signs;

use domain::{Confined, LocalNetwork};

use self::line::{Line, lines};
use super::{
    barrier::{Barrier, Limit},
    cause::Cause,
    evidence::Evidence,
};

/// The signal of a system call that the filter does not know (signal(7)).
const BAD_SYSTEM_CALL: i32 = 31;
/// The signal of a file that is larger than its limit (signal(7)).
const FILE_TOO_LARGE: i32 = 25;

/// Returns the cause if the sandbox of the program explains its end or its output.
pub(super) fn find(evidence: &Evidence<'_>) -> Option<Cause> {
    let confined = evidence.launch.confinement.confined()?;
    let lines = lines(evidence.stderr);
    let barrier = of_signal(evidence.exit.and_then(|exit| exit.signal))
        .or_else(|| signs::find(&lines))
        .or_else(|| found::program(&lines, evidence, confined))
        .or_else(|| found::not_executable(&lines, evidence.granted, confined))
        .or_else(|| found::read_only(&lines, evidence.granted))
        .or_else(|| found::no_space(&lines))
        .or_else(|| home::find(&lines, evidence.home))
        .or_else(|| found::out_of_sight(&lines, evidence.granted, confined))
        .or_else(|| evidence.refused.last().cloned().map(Barrier::HostRefused))
        .or_else(|| of_network(&lines, confined))?;
    let server = evidence.server.to_owned();
    Some(Cause::Sandbox { barrier, server })
}

/// Returns the limits of its sandbox that a running program says it hit, each with the number of lines that say so.
pub(in crate::servers) fn limits_hit(stderr: &str) -> Vec<(Limit, usize)> {
    let lines = lines(stderr);
    let all = [Limit::Processes, Limit::Memory, Limit::Space];
    let counted = all.map(|limit| {
        let says = |line: &&Line<'_>| signs::limit(line) == Some(limit);
        (limit, lines.iter().filter(says).count())
    });
    counted
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .collect()
}

fn of_signal(signal: Option<i32>) -> Option<Barrier> {
    match signal? {
        BAD_SYSTEM_CALL if cfg!(target_os = "linux") => Some(Barrier::ForeignCall),
        FILE_TOO_LARGE if cfg!(target_os = "linux") => Some(Barrier::FileTooLarge),
        _ => None,
    }
}

fn of_network(lines: &[Line<'_>], confined: &Confined) -> Option<Barrier> {
    match confined.network {
        LocalNetwork::Open => None,
        LocalNetwork::Asked => found::local_service(lines, true),
        LocalNetwork::None => found::local_service(lines, false).or_else(|| {
            let weakest = confined.weakest;
            found::no_network(lines).map(|host| Barrier::NoNetwork { host, weakest })
        }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests;
