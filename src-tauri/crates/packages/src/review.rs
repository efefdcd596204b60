//! What a person reviews before a package set is installed.

use serde::{Deserialize, Serialize};

use crate::{
    digest::LockDigest,
    lock::{Lock, Package},
    recipe::Ecosystem,
};

/// Longest text of a registry that is shown, in bytes.
pub const TEXT_MAX: usize = 1024;

/// What the review shows. Names, texts and times are claims of the registry: hidden characters are written out, and the texts
/// are bounded by [`TEXT_MAX`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The kind of the packages.
    pub ecosystem: Ecosystem,
    /// The package that the server is named by, in its exact version.
    pub main: Package,
    /// Whether a name that the command has is odd ([`crate::Spec::is_odd`]).
    pub odd_name: bool,
    /// Who published this version; `None` if the registry does not say.
    pub publisher: Option<String>,
    /// When this version was published, in milliseconds since 1970 UTC; `None` if the registry does not say.
    pub published_ms: Option<i64>,
    /// Why this version should not be used any more: deprecated (npm) or yanked (Python).
    pub deprecated: Option<String>,
    /// All packages, the main one among them, sorted by name.
    pub packages: Vec<Package>,
    /// Names of the packages that have an install script. None of these scripts runs, so such a package may not work.
    pub with_install_scripts: Vec<String>,
    /// Registries that were used, as URLs without credentials.
    pub registries: Vec<String>,
}

/// The result of the first phase. It can be stored until a person has reviewed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// Exact versions and digests of every package.
    pub lock: Lock,
    /// The digest of `lock`, checked again before the second phase.
    pub digest: LockDigest,
    /// What a person reviews.
    pub review: Review,
}
