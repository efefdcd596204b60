//! How much harm a tool can do.

use domain::Annotations;
use serde::{Deserialize, Serialize};

/// The risk of a tool, lowest first.
///
/// `T0` (enforced read-only) needs a sandbox and cannot be reached without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Reads.
    T1,
    /// Writes.
    T2,
    /// Sends outward.
    T3,
    /// Destroys, executes or spends.
    T4,
}

/// The tier of a tool: T3 unless the user lowered or raised it for exactly this definition, and T4 where the server
/// itself says that the tool destroys.
///
/// An *absent* `destructiveHint` means true in the specification; starting at T3 and asking every time already
/// covers it, so that only a stated `true` raises to T4. No hint ever lowers.
#[must_use]
pub fn effective_tier(by_user: Option<Tier>, claims: &Annotations) -> Tier {
    match by_user {
        Some(tier) => tier,
        None if claims.destructive_hint == Some(true) => Tier::T4,
        None => Tier::T3,
    }
}
