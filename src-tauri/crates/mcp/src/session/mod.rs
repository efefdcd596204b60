//! What differs between the eras of the protocol: how a session opens, what every request carries, and which requests of
//! a server are answered. Everything else (routing, time limits, bounds) is the connection's and the same in all eras.
//!
//! [`Negotiation`] finds out which era a server speaks; the [`Session`] that it gives is all that the rest knows of it.

mod claims;
mod headers;
mod inputs;
mod kinds;
mod negotiation;
mod stateful;
mod stateless;

pub(crate) use inputs::read_requests;
pub(crate) use kinds::{
    Disposition, InputAsked, InputNeeded, InputRequest, Meta, Opened, Opening, Outcome, Session,
    Subject, Takes,
};
pub(crate) use negotiation::{Asked, Negotiation, Step};
#[cfg(test)]
pub(crate) use stateful::opened as stateful_opening;
#[cfg(test)]
pub(crate) use stateless::Stateless;
