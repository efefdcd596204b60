//! The tests of pending changes, in one program, so that linking is done once.

mod changes;
mod fixture;
mod hostile;
mod trouble;
