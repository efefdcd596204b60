//! Locks: exact versions and digests of every package of a set.

mod npm;
mod package;
mod python;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(crate) use self::package::Contents;
pub use self::package::{LOCK_MAX, PACKAGES_MAX, Package};
use crate::{
    digest::LockDigest,
    error::{Bound, PackageError},
    execute::HostPort,
    recipe::{Ecosystem, Entry},
};

/// Exact versions and digests of every package of a set, with what decides which program of it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The kind of the packages.
    pub ecosystem: Ecosystem,
    /// Names of the packages that the command names, in order.
    pub named: Vec<String>,
    /// Which program of them is the server.
    pub entry: Entry,
    /// The text of `package.json`, or the names and versions of the Python packages.
    pub manifest: String,
    /// The text of `package-lock.json`, or of `requirements.txt` with digests. At most [`LOCK_MAX`] bytes.
    pub text: String,
    /// The Python that it is for, `3.12`, with the program's path. `None` for npm.
    pub python: Option<Python>,
}

/// The Python that a set is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Python {
    /// Its version in two numbers: `3.12`.
    pub version: String,
    /// The program itself, absolute, links followed.
    pub program: PathBuf,
    /// The folder of its installation, which the sandbox must show.
    pub prefix: PathBuf,
}

impl Lock {
    /// The digest of everything in it.
    #[must_use]
    pub fn digest(&self) -> LockDigest {
        // Fields are written in the order of the type, so that equal locks have equal texts.
        LockDigest::of(&serde_json::to_vec(self).unwrap_or_default())
    }
}

/// Checks a lock: every package comes from one of `hosts`, has a strong digest, and stays in its folder.
pub(crate) fn check(lock: &Lock, hosts: &[HostPort]) -> Result<Contents, PackageError> {
    if lock.text.len() > LOCK_MAX || lock.manifest.len() > LOCK_MAX {
        return Err(PackageError::TooLarge(Bound::Lock));
    }
    let contents = match lock.ecosystem {
        Ecosystem::Npm => npm::check(&lock.named, &lock.text, hosts)?,
        Ecosystem::Python => python::check(&lock.named, &lock.text)?,
    };
    if contents.packages.len() > PACKAGES_MAX {
        return Err(PackageError::TooLarge(Bound::Packages));
    }
    Ok(contents)
}

/// The name of a Python package as registries compare it: lower case, with `-` for any run of `-`, `_` and `.`.
pub(crate) fn python_name(name: &str) -> String {
    python::normalised(name)
}
