//! Browsing of a registry of MCP servers: its client, and its entries as data that nobody vouches for.
//!
//! The registry speaks the official registry API, version 0.1: `GET /v0.1/servers` with a cursor, `search`, `updated_since` and
//! `version`, and `GET /v0.1/servers/NAME/versions[/VERSION]`. An entry is a `server.json` of schema 2025-12-11.
//!
//! - [`Client`] sends the requests: only to the chosen [`Address`], over https or to this machine, without redirects, with
//!   bounded bodies, pages and waits. It sends no cookie, no key and nothing of the user but the words of the search.
//! - [`Client::download`] fetches the file of a bundle that an entry names, follows few redirects to public addresses, and compares its
//!   digest.
//! - [`Entry`] is one entry after checks. An entry that breaks the schema is refused as a whole, and the rest of its page stays.
//! - [`Way::fill`] translates one package or remote of an entry into what the server form takes. It adds and starts nothing.
//!
//! Publisher, package and repository are claims of the entry. [`Entry::warnings`] says what about them imitates others.
//!
//! ```
//! let entry = registry::Entry::parse(&serde_json::json!({
//!     "server": {
//!         "name": "io.github.example/weather",
//!         "description": "Weather forecasts",
//!         "version": "1.0.2",
//!         "packages": [{
//!             "registryType": "npm",
//!             "identifier": "@example/weather",
//!             "version": "1.0.2",
//!             "transport": { "type": "stdio" },
//!         }],
//!     },
//! })).expect("the entry fits the schema");
//! let filled = entry.ways[0].fill(&entry, &Default::default()).expect("it needs no values");
//! assert!(matches!(filled.found, foreign::Planned::Local(local) if local.args == ["--yes", "@example/weather@1.0.2"]));
//! ```

mod address;
mod bundle_file;
mod checked;
mod client;
mod download;
mod entry;
mod error;
mod filling;
mod imitation;
mod input;
mod page;
mod schema;
mod walk;
mod way;

pub use address::{Address, BadAddress, OFFICIAL};
pub use bundle_file::BundleFile;
pub use client::{Client, Query};
pub use entry::{Entry, Repository, Status, Unreadable, is_name};
pub use error::{DownloadError, RegistryError};
pub use imitation::Warning;
pub use input::Input;
pub use page::Page;
pub use walk::Walk;
pub use way::{Kind, Setting, Way};

/// Bounds of what a registry may send.
pub mod bounds {
    use std::time::Duration;

    /// Timeout of a connection.
    pub const CONNECT: Duration = Duration::from_secs(10);
    /// Timeout of one request, from its start to the last byte of its answer.
    pub const REQUEST: Duration = Duration::from_secs(20);
    /// Maximum size of one answer, in bytes.
    pub const BODY_BYTES: usize = 4 * 1024 * 1024;
    /// Maximum number of redirects of a download.
    pub const HOPS: usize = 5;
    /// Timeout of a download, from its start to the last byte.
    pub const DOWNLOAD: Duration = Duration::from_secs(10 * 60);
    /// How long the host of a download may send nothing.
    pub const SILENCE: Duration = Duration::from_secs(30);
    /// Maximum number of entries of one page. What a registry sends beyond it is left out.
    pub const PAGE_ENTRIES: usize = 100;
    /// The number of entries that are requested per page.
    pub const PAGE_WANTED: usize = 30;
    /// Maximum number of pages of one search.
    pub const PAGES: usize = 50;
    /// Maximum length of a cursor, in bytes.
    pub const CURSOR_BYTES: usize = 1024;
    /// Maximum length of the words of a search, in characters.
    pub const SEARCH_CHARS: usize = 200;
    /// Maximum number of packages, and of remotes, of one entry.
    pub const WAYS: usize = 16;
    /// Maximum number of arguments, variables or headers of one package or remote.
    pub const INPUTS: usize = 64;
    /// Maximum number of choices of one input.
    pub const CHOICES: usize = 64;
    /// Maximum length of a value or of an argument, in characters.
    pub const VALUE_CHARS: usize = 2048;
    /// Maximum length of a text for people, in characters.
    pub const TEXT_CHARS: usize = 500;
}
