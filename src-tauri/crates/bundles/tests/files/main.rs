//! Bundles as the real packer and OpenSSL make them, and hostile ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

mod hostile;
mod made;
#[cfg(unix)]
mod signed;
#[cfg(unix)]
mod unpacked;
