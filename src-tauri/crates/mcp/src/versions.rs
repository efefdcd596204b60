//! Versions of the protocol.

/// The protocol versions this host speaks statefully, oldest first. The newest is offered.
pub const STATEFUL_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
