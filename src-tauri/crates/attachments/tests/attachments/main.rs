//! Files of every kind, whole, damaged and hostile, read in this process and by the reader.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

mod arbitrary;
mod bombs;
mod corpus;
mod images;
mod office;
mod pdf;
mod reader;
mod sounds;
mod text;
