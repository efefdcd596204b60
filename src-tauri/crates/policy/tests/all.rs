//! The tests of decisions, in one program, so that linking is done once.

mod conditions;
#[path = "properties/main.rs"]
mod properties;
#[path = "spellings/main.rs"]
mod spellings;
