//! What an update server says, and the file that it names: fetched with bounds, checked for their form. This crate installs nothing and
//! verifies no signature; whoever installs a file does both.
//!
//! ```
//! use updates::{Channel, Source};
//!
//! let source = Source::parse("https://updates.example.org/innkeeper/{channel}.json").unwrap();
//! assert_eq!(source.host(), "updates.example.org");
//! assert_eq!(source.url(Channel::Beta).path(), "/innkeeper/beta.json");
//! ```

mod client;
mod error;
mod manifest;
mod source;

pub use client::Client;
pub use error::UpdateError;
pub use manifest::Manifest;
pub use semver::Version;
pub use source::{BadSource, Channel, Source};

/// Bounds of what is fetched.
pub mod bounds {
    use std::time::Duration;

    /// Largest manifest, in bytes.
    pub const MANIFEST_BYTES: usize = 256 * 1024;
    /// Largest file of an update, in bytes.
    pub const FILE_BYTES: u64 = 512 * 1024 * 1024;
    /// Longest notes that are shown, in bytes.
    pub const NOTES_BYTES: usize = 16 * 1024;
    /// Longest version, in bytes.
    pub const VERSION_BYTES: usize = 64;
    /// Longest time until a connection stands.
    pub const CONNECT: Duration = Duration::from_secs(15);
    /// Longest time for a manifest.
    pub const MANIFEST: Duration = Duration::from_secs(30);
    /// Longest time without a byte of a file.
    pub const SILENCE: Duration = Duration::from_secs(30);
    /// Longest time for a file.
    pub const FILE: Duration = Duration::from_secs(2 * 60 * 60);
    /// Most redirects that are followed.
    pub const HOPS: usize = 5;
}
