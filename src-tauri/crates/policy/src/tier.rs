//! How much harm a tool can do.

use domain::Annotations;
use serde::{Deserialize, Serialize};

/// The risk of a tool, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Reads, and the system refuses everything else. It needs a sandbox and cannot be chosen.
    T0,
    /// Reads.
    T1,
    /// Writes.
    T2,
    /// Sends outward.
    T3,
    /// Destroys, executes or spends.
    T4,
}

impl Tier {
    /// Its name in English.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::T0 => "Reads, enforced",
            Self::T1 => "Reads",
            Self::T2 => "Writes",
            Self::T3 => "Could send data out",
            Self::T4 => "Destructive",
        }
    }
}

/// What the system keeps a server from, as found out after its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Walls {
    /// From nothing.
    #[default]
    None,
    /// From reaching any network.
    Offline,
    /// From reaching any network, from changing any file of the user, and from other programs.
    ReadOnly,
}

/// The tier of a tool. Unless the user chose one for exactly this definition, it is [`Tier::T3`], or [`Tier::T4`] where the
/// server itself says that the tool destroys.
///
/// An *absent* `destructiveHint` means true in the specification. [`Tier::T3`], which asks every time, already covers it, so
/// only a stated `true` raises to [`Tier::T4`]. No hint alone lowers the tier: a tool that says it only reads is
/// [`Tier::T1`] if the user trusts exactly this definition to read (`trusted_to_read`), and still meets every flow guard.
///
/// What the system enforces counts whatever the tool is called: a server without a network cannot send, so that its tools are
/// [`Tier::T2`] at most, and one that can change nothing either only reads ([`Tier::T0`]). [`Tier::T4`] stays where the user chose it,
/// and where a tool says that it destroys and has something to destroy.
#[must_use]
pub fn effective_tier(
    by_user: Option<Tier>,
    claims: &Annotations,
    trusted_to_read: bool,
    walls: Walls,
) -> Tier {
    let tier = match by_user {
        Some(tier) => tier,
        None if claims.destructive_hint == Some(true) => Tier::T4,
        None if trusted_to_read && claims_to_read(claims) => Tier::T1,
        None => Tier::T3,
    };
    match (walls, tier) {
        (Walls::ReadOnly, Tier::T4) if by_user == Some(Tier::T4) => Tier::T4,
        (Walls::ReadOnly, _) => Tier::T0,
        (Walls::Offline, Tier::T3) => Tier::T2,
        (Walls::None | Walls::Offline, tier) => tier,
    }
}

/// Whether a tool says that it only reads, and does not say that it destroys or reaches beyond its server's own data.
#[must_use]
pub fn claims_to_read(claims: &Annotations) -> bool {
    claims.read_only_hint == Some(true)
        && claims.destructive_hint != Some(true)
        && claims.open_world_hint != Some(true)
}
