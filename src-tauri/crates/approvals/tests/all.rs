//! The tests of views, in one program, so that linking is done once.

mod snapshots;
mod views;
