//! MCP bundles (`.mcpb`, `.dxt`): ZIP archives that hold a local server and a manifest.
//!
//! [`Bundle::read`] checks a file as a whole and unpacks nothing: the archive, every file of it, the manifest (versions 0.1 to 0.4)
//! and the signature. A person reviews what it says. [`Manifest::check`] checks what the person enters, [`Manifest::launch`] makes the
//! command of it, and [`Store::unpack`] writes the files.
//!
//! - Everything in a bundle is hostile. Sizes and counts are bounded, and what ZIP programs could read in different ways is refused.
//! - A bundle is found by the SHA-256 of its file. The [`Store`] has complete bundles only, without links, and compares every file before
//!   a start ([`Store::verify`]).
//! - Names, authors, tools and the like in a manifest are claims. Only a [`Signature`] says who made a bundle, if a root of this system
//!   vouches for its certificate.

mod answers;
mod archive;
mod bundle;
mod error;
mod launch;
mod manifest;
mod names;
mod signature;
mod store;
mod template;
mod tree;

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

pub use answers::{AnswerProblem, Answers};
pub use archive::{ENTRIES_MAX, RATIO_MAX, UNPACKED_MAX};
pub use bundle::{ARCHIVE_MAX, Bundle};
pub use error::{ArchiveProblem, BundleError, EntryProblem};
pub use launch::{Launch, Origin, Variable};
pub use manifest::{
    Author, Claim, Config, Kind, Manifest, Obstacle, OptionKind, Override, Platform, Server,
    UserOption,
};
pub use signature::{Roots, Signature, SignatureProblem, Signer, Trust};
pub use store::{Store, Unpacked};
pub use template::Places;

/// SHA-256 in hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
