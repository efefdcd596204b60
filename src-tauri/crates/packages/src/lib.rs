//! Packages for local servers, in two phases: resolve and review, then install.
//!
//! A command such as `npx -y @scope/server` fetches new code on every start. [`recognise`] parses such a command line into a
//! [`Recipe`]. [`Installer::resolve`] finds exact versions and digests, which a person reviews ([`Resolved`]).
//! [`Installer::install`] installs exactly these into the [`Store`]. From then on [`Installed::start`] starts the server without a
//! network and without a package runner.
//!
//! - The package managers of this machine do the work: npm; uv, or pip where there is no uv. Every command runs through
//!   [`Execute`], which the caller implements over the sandbox. It may reach the hosts of the user's [`Registries`] and no other.
//! - No install script runs, and no Python package is built from source.
//! - A package set is found by the digest of its [`Lock`]. The [`Store`] holds complete sets only, and compares every file before a
//!   start ([`Store::verify`]).
//! - Everything from a registry is hostile: texts are bounded and cleaned, and a lock that leads to another host, out of its folder
//!   or to a file without a digest is refused.
//!
//! ```
//! use packages::{AsWritten, Recognition, recognise};
//!
//! let args = ["-y", "@scope/files@1.2.0", "--root", "/srv"].map(str::to_owned);
//! let Recognition::Package(recipe) = recognise("npx", &args) else {
//!     return;
//! };
//! assert_eq!(recipe.packages[0].name, "@scope/files");
//! assert_eq!(recipe.packages[0].version.as_deref(), Some("1.2.0"));
//! assert_eq!(recipe.args, ["--root", "/srv"]);
//!
//! // What comes from elsewhere than a registry runs as written.
//! let args = ["github:somebody/server".to_owned()];
//! let Recognition::AsWritten { reason, .. } = recognise("npx", &args) else {
//!     return;
//! };
//! assert!(matches!(reason, AsWritten::Git(_)));
//! ```

mod digest;
mod error;
mod execute;
mod installed;
mod installer;
mod lock;
mod project;
mod recipe;
mod recognise;
mod registries;
mod review;
mod store;
mod tools;

pub use digest::{BadDigest, LockDigest, TreeDigest};
pub use error::{Bound, LockProblem, NextStep, PackageError, RegistryProblem, Tool};
pub use execute::{
    Command, Execute, ExecuteError, Exit, HostPort, Lines, Network, Running, Stream, Value,
};
pub use installed::{Installed, Start};
pub use installer::{INSTALL_TIME, Installer, Phase, Progress, RESOLVE_TIME, Watch};
pub use lock::{LOCK_MAX, Lock, PACKAGES_MAX, Package, Python};
pub use project::ProjectProblem;
pub use recipe::{Ecosystem, Entry, Recipe, Runner, Spec};
pub use recognise::{
    AsWritten, Container, Engine, LINE_MAX, Mount, Recognition, WORDS_MAX, recognise,
};
pub use registries::{Origin, REGISTRIES_MAX, Registries, Registry};
pub use review::{Resolved, Review, TEXT_MAX};
pub use store::{BYTES_MAX, FILES_MAX, History, OLDER_MAX, Store, Version};
pub use tools::Tools;
