//! The tests of requests, in one program, so that linking is done once.

mod assembling;
mod deferred;
mod project;
mod summarizing;
mod talk;
