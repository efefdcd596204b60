//! Elicitation forms: their fields, and the detection of fields that request secrets.

pub mod form;
pub mod secrecy;
