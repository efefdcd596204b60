//! The contents of both sides of a change.

use std::{
    ffi::OsStr,
    io::{self, Read as _},
    os::fd::AsFd,
    path::Path,
};

use super::{
    tree::{digest_of, open_below, open_file, split},
    trees::Trees,
};
use crate::{Bounds, Change, Content, Contents, Digest, Side, StagingError, error::Tried};

pub(super) fn both(
    trees: &Trees,
    change: &Change,
    bounds: &Bounds,
) -> Result<Contents, StagingError> {
    let side = |top, side: &Option<Side>| match side {
        Some(Side::File { bytes, digest, .. }) => one(top, &change.path, *bytes, *digest, bounds),
        Some(Side::Link { .. } | Side::Folder { .. } | Side::Tree { .. }) | None => Ok(None),
    };
    Ok(Contents {
        old: side(trees.lower.as_fd(), &change.old)?,
        new: side(trees.upper.as_fd(), &change.new)?,
    })
}

fn one(
    top: impl AsFd,
    path: &Path,
    bytes: u64,
    digest: Digest,
    bounds: &Bounds,
) -> Result<Option<Content>, StagingError> {
    if bytes > bounds.text {
        return Ok(Some(Content::Long(bytes)));
    }
    let (parent, name) = split(path);
    let text = read(top, parent, name, digest, bounds).tried("the file could not be read")?;
    let text = text.ok_or(StagingError::Stale)?;
    Ok(Some(match String::from_utf8(text) {
        Ok(text) if !text.contains('\0') => Content::Text(text),
        Ok(_) | Err(_) => Content::Binary(bytes),
    }))
}

/// A file's bytes, if they have this digest.
fn read(
    top: impl AsFd,
    parent: &Path,
    name: &OsStr,
    digest: Digest,
    bounds: &Bounds,
) -> io::Result<Option<Vec<u8>>> {
    let file = open_file(open_below(top, parent)?, name)?;
    let mut text = Vec::new();
    (&file).take(bounds.text + 1).read_to_end(&mut text)?;
    // It may have grown since it was listed.
    let mut fields = sha2::Sha256::default();
    sha2::Digest::update(&mut fields, &text);
    let now = Digest(sha2::Digest::finalize(fields).into());
    let (rest, _) =
        digest_of(&file, |_| Err(io::ErrorKind::FileTooLarge.into())).unwrap_or((1, now));
    Ok((rest == 0 && now == digest).then_some(text))
}
