//! The packages of a lock.

use serde::{Deserialize, Serialize};

/// Longest lock that is read, in bytes.
pub const LOCK_MAX: usize = 16 << 20;
/// Most packages of one set.
pub const PACKAGES_MAX: usize = 5000;

/// One package of a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Package {
    /// Its name. Text of others: it may have characters that look like others.
    pub name: String,
    /// Its exact version.
    pub version: String,
}

/// What a lock says of its packages, for the review.
pub(crate) struct Contents {
    pub main: Package,
    pub packages: Vec<Package>,
    pub with_install_scripts: Vec<String>,
    /// Why the main package should not be used any more.
    pub deprecated: Option<String>,
}
