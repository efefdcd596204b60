//! Forms that servers ask a user to fill: their fields, and fields that ask for secrets.

pub(crate) mod form;
pub(crate) mod secrecy;
