//! The tests of the client and of entries, in one program, so that linking is done once.

#[path = "corpus/main.rs"]
mod corpus;
mod download;
mod socket;
