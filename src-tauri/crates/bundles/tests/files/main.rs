//! Bundles as the real packer and OpenSSL make them, and hostile ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

mod hostile;
mod made;
#[cfg(unix)]
mod signed;
#[cfg(unix)]
mod unpacked;
