//! The search for the cause of a failure.

use super::{cache, cause::Cause, confinement, evidence::Evidence, network, runtime};

/// Returns the first matching cause, testing the most certain ones first.
pub(super) fn find(evidence: &Evidence<'_>, not_given: &[&'static str]) -> Option<Cause> {
    let text = evidence.stderr;
    confinement::find(evidence)
        .or_else(|| network::dead_proxy(evidence))
        .or_else(|| network::find(text, not_given))
        .or_else(|| disk(text))
        .or_else(|| runtime::too_old(text))
        .or_else(|| broken_cache(evidence))
        .or_else(|| runtime::missing_path(evidence))
        .or_else(|| runtime::no_package(evidence))
        .or_else(|| runtime::missing_program(evidence))
        .or_else(|| runtime::switched_off(evidence))
        .or_else(|| runtime::missing_variable(evidence))
        .or_else(|| runtime::missing_module(text))
        .or_else(|| runtime::no_stdio(evidence))
}

fn broken_cache(evidence: &Evidence<'_>) -> Option<Cause> {
    let (run, launch) = (evidence.run?, evidence.launch);
    cache::broken(run, launch, evidence.home, evidence.stderr, evidence.code())
        .map(Cause::BrokenCache)
}

fn disk(text: &str) -> Option<Cause> {
    if text.contains("ENOSPC") || text.contains("No space left on device") {
        return Some(Cause::DiskFull);
    }
    let denied = text.contains("EACCES") || text.contains("EPERM: operation not permitted");
    denied.then_some(Cause::NotPermitted)
}
