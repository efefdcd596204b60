//! Elicitation forms: their fields, and the detection of fields that request secrets.

pub(crate) mod form;
pub(crate) mod secrecy;
