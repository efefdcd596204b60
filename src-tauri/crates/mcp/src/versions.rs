//! Versions of the protocol, and how a server comes to speak one.

/// The protocol versions this host speaks statefully, oldest first. The newest is offered.
pub const STATEFUL_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// The protocol version this host speaks statelessly: the first without `initialize`.
pub const STATELESS: &str = "2026-07-28";

/// The extension under which client and server declare tasks.
pub(crate) const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// With a session that `initialize` opens, as up to 2025-11-25.
    Stateful,
    /// Without one: each request says what it needs, since 2026-07-28.
    Stateless,
}

/// In which order the ways of speaking to a server are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EraOrder {
    /// The newer one first, unless the server is known to speak the older one.
    #[default]
    Newest,
    /// The one with a session first: for a server that makes requests of its own, which some tools can make only there.
    Session,
    /// This one alone.
    Only(Era),
}

/// Why a server is spoken to in that way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It answered `server/discover` with a version this host speaks.
    Discovered,
    /// It was spoken to so before, and took it again.
    Remembered,
    /// It does not know `server/discover`, or its answer could not be read.
    NotKnown,
    /// It did not answer `server/discover` within [`crate::bounds::PROBE`].
    Silent,
    /// It names older versions only.
    OlderOnly,
    /// It may make requests of its own, and took the session that was tried first for that.
    MayAsk,
    /// The user chose it.
    Chosen,
}

/// The outcome of the negotiation with a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// How it is spoken to.
    pub era: Era,
    /// Why.
    pub why: Why,
    /// What to try first the next time: a server that answered the probe too late for this connection speaks the newer way.
    pub next: Era,
}
