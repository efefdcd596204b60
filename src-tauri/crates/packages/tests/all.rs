//! The tests against no registry or a scripted one, in one program, so that linking is done once.

mod recognise;
mod registries;
#[path = "scripted/main.rs"]
mod scripted;
