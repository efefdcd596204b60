//! A look at the messages of a connection, for who debugs a server. It changes nothing and can hold nothing up.

use std::sync::Arc;

use crate::Repair;

/// One message that passed.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'a> {
    /// Whether it was written to the server; otherwise it came from there.
    pub sent: bool,
    /// The message as it was on the wire; of one that was too long, its beginning.
    pub text: &'a str,
    /// What is wrong with it, if something is.
    pub bad: Option<Defect>,
    /// The request of which it is a later round, if it is one.
    pub round: Option<SentAgain>,
}

/// A request that is sent again with what the server needs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentAgain {
    /// The identifier of its first round.
    pub first: u64,
    /// How often the server has asked for something, from 1.
    pub number: u32,
}

/// What is wrong with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// It is not UTF-8.
    NotUtf8,
    /// It is too long; only its beginning was read.
    TooLong,
    /// It was read although something is wrong with it.
    Repaired(Repair),
}

/// Sees each message while it wants to. Called on the connection's own thread: it must neither wait nor take long.
pub trait Tap: Send + Sync + 'static {
    /// Whether anybody looks. Asked before each message, so it should cost no more than an atomic load.
    fn watched(&self) -> bool;

    /// A message passed. Not called while nobody looks.
    fn passed(&self, message: Passed<'_>);
}

/// A connection's tap, if it has one.
#[derive(Clone, Default)]
pub(crate) struct Watch(Option<Arc<dyn Tap>>);

impl Watch {
    pub(crate) fn new(tap: Option<Arc<dyn Tap>>) -> Self {
        Self(tap)
    }

    /// The tap, while somebody looks.
    pub(crate) fn on(&self) -> Option<&dyn Tap> {
        self.0.as_deref().filter(|tap| tap.watched())
    }
}
