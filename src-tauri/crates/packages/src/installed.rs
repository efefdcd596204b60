//! A package set that is installed, and how to start its server.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{
    digest::{LockDigest, TreeDigest},
    lock::Package,
    recipe::Ecosystem,
};

/// How to start the server of an installed set. It needs no network and no package runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The program, absolute: Node.js, the Python of the set, or a program of the set.
    pub program: PathBuf,
    /// Arguments before those of the server ([`crate::Recipe::args`]).
    pub args: Vec<String>,
}

/// A package set that is installed completely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    /// The digest of its lock, by which it is found.
    pub digest: LockDigest,
    /// The kind of its packages.
    pub ecosystem: Ecosystem,
    /// The package that the server is named by, in its exact version.
    pub main: Package,
    /// The folder of the set, absolute. To be shown to the server read-only.
    pub folder: PathBuf,
    /// The digest of everything in `folder`.
    pub tree: TreeDigest,
    /// The number of files in it.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// How to start the server.
    pub start: Start,
    /// Folders that the sandbox must show read-only for the start: `folder`, and for Python the installation that it belongs to.
    pub read_only: Vec<PathBuf>,
    /// When it was installed, in milliseconds since 1970 UTC.
    pub installed_ms: i64,
}
