//! The tests of the search, in one program, so that linking is done once.

mod hostile;
mod meaning;
#[path = "recall/main.rs"]
mod recall;
