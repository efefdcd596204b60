//! The directory of a ZIP archive, read strictly: every byte of the file belongs to one entry, to the directory or to the signature.
//!
//! ZIP programs differ in what they make of an odd archive: which of two entries counts, where the data begin, what comes before
//! and behind. Only an archive that all of them read in the same way is taken (APPNOTE 6.3.10, without ZIP64 and encryption).

mod bytes;
mod entry;

use std::ops::Range;

pub(crate) use self::entry::Entry;
pub use self::entry::RATIO_MAX;
use self::{bytes::Bytes, entry::CENTRAL_LENGTH};
use crate::{
    error::{ArchiveProblem, BundleError},
    names::Names,
};

/// Most entries of an archive.
pub const ENTRIES_MAX: usize = 50_000;
/// Most bytes of all its files together.
pub const UNPACKED_MAX: u64 = 512 << 20;

const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;

/// The checked directory of an archive.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Its entries, in the order of their data.
    pub entries: Vec<Entry>,
    /// Bytes of all its files together.
    pub unpacked: u64,
}

impl Archive {
    /// Reads the directory of `content`, which is the file without its signature block. `block`: the length of that block, which the
    /// comment of the archive may cover.
    pub fn read(content: &[u8], block: usize) -> Result<Self, BundleError> {
        let (directory, count) = directory(content, block)?;
        let names = &mut Names::default();
        let mut entries = Vec::with_capacity(count);
        let mut at = directory.start;
        for _ in 0..count {
            let header = content.get(at..directory.end).unwrap_or_default();
            let (entry, length) = Entry::central(&Bytes(header))?;
            names.add(&entry.path, entry.is_folder)?;
            entries.push(entry);
            at += length;
        }
        if at != directory.end {
            return Err(ArchiveProblem::Directory.into());
        }
        let unpacked = entries.iter().map(|entry| entry.size).sum();
        if unpacked > UNPACKED_MAX {
            return Err(ArchiveProblem::Unpacked.into());
        }
        entries.sort_by_key(|entry| entry.offset);
        // The data of one entry end where the next begin, and the last where the directory begins.
        let mut end = 0;
        let next: Vec<usize> = entries.iter().map(|entry| entry.offset).collect();
        let ends = next.into_iter().skip(1).chain([directory.start]);
        for (entry, next) in entries.iter_mut().zip(ends) {
            if entry.offset != end || next < entry.offset {
                return Err(ArchiveProblem::Gaps.into());
            }
            let local = content.get(entry.offset..next).unwrap_or_default();
            entry.local(&Bytes(local))?;
            end = next;
        }
        if end != directory.start {
            return Err(ArchiveProblem::Gaps.into());
        }
        Ok(Self { entries, unpacked })
    }

    /// The file of this name.
    pub fn file(&self, path: &str) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.path == path && !entry.is_folder)
    }
}

/// Finds the directory and the number of its entries.
fn directory(content: &[u8], block: usize) -> Result<(Range<usize>, usize), ArchiveProblem> {
    let at = content.len().checked_sub(END_LENGTH);
    let at = at.ok_or(ArchiveProblem::NoDirectory)?;
    let end = Bytes(content.get(at..).unwrap_or_default());
    if !end.0.starts_with(END) {
        // An archive with a comment, or with something behind it.
        return Err(match content.windows(END.len()).rev().any(|w| w == END) {
            true => ArchiveProblem::Trailing,
            false => ArchiveProblem::NoDirectory,
        });
    }
    let short = |at| end.u16(at).ok_or(ArchiveProblem::Directory);
    let long = |at| end.u32(at).ok_or(ArchiveProblem::Directory);
    let comment = short(20)?;
    if comment != 0 && comment != block {
        return Err(ArchiveProblem::Trailing);
    }
    let (disk, first, here, count) = (short(4)?, short(6)?, short(8)?, short(10)?);
    let (size, offset) = (long(12)?, long(16)?);
    let is_64 = count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF;
    if disk != 0 || first != 0 || here != count || is_64 {
        return Err(ArchiveProblem::Unsupported);
    }
    if count > ENTRIES_MAX {
        return Err(ArchiveProblem::Entries);
    }
    if offset.checked_add(size) != Some(at) || count * CENTRAL_LENGTH > size {
        return Err(ArchiveProblem::Directory);
    }
    Ok((offset..at, count))
}
