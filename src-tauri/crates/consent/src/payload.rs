//! The payload of each approval kind: the facts that are shown and what would be approved.

pub(crate) mod authority;
pub(crate) mod change;
pub(crate) mod client;
pub(crate) mod endpoint;
pub(crate) mod launch;
pub(crate) mod outflow;
pub(crate) mod requests;
pub(crate) mod roots;
pub(crate) mod sampling;
pub(crate) mod sign_in;
pub(crate) mod tool;
