//! One entry of an archive: its header in the directory, its header before the data, and its data.

use std::io::Read;

use flate2::{Crc, read::DeflateDecoder};

use super::bytes::Bytes;
use crate::{
    error::{ArchiveProblem, BundleError, EntryProblem},
    names,
};

/// How many times larger than packed a file of more than 1 MiB may be.
pub const RATIO_MAX: u64 = 200;
/// Bytes of a header of the directory, without its names.
pub(super) const CENTRAL_LENGTH: usize = 46;

const CENTRAL: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
const DESCRIPTOR: &[u8] = b"PK\x07\x08";
const LOCAL_LENGTH: usize = 30;
/// Encrypted, patched, strongly encrypted, with a masked header.
const ENCRYPTED: usize = 1 | 1 << 5 | 1 << 6 | 1 << 13;
/// Checksum and sizes stand behind the data.
const DESCRIBED: usize = 1 << 3;
const STORED: usize = 0;
const DEFLATED: usize = 8;
/// Extra fields that give another name, size or content: ZIP64, Unicode path and comment, AES.
const EXTRAS: &[usize] = &[0x0001, 0x7075, 0x6375, 0x9901, 0x0017];
/// Systems whose attributes have a Unix mode: Unix and macOS.
const UNIX: &[usize] = &[3, 19];
/// The size up to which a file may have any ratio.
const SMALL: u64 = 1 << 20;
const BUFFER: usize = 64 << 10;

/// A file or folder of an archive.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its path, `/` between its parts.
    pub path: String,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Whether it may be executed.
    pub is_executable: bool,
    /// Its size, in bytes.
    pub size: u64,
    /// Where its header is.
    pub offset: usize,
    /// Where its data begin behind that.
    data: usize,
    packed: usize,
    method: usize,
    flags: usize,
    crc: usize,
    name: Vec<u8>,
}

impl Entry {
    /// Reads a header of the directory. Returns its length too.
    pub fn central(header: &Bytes<'_>) -> Result<(Self, usize), BundleError> {
        let damaged = || BundleError::from(ArchiveProblem::Directory);
        if !header.0.starts_with(CENTRAL) {
            return Err(damaged());
        }
        let short = |at| header.u16(at).ok_or_else(damaged);
        let long = |at| header.u32(at).ok_or_else(damaged);
        let (name, extra, comment) = (short(28)?, short(30)?, short(32)?);
        let bytes = header.part(CENTRAL_LENGTH, name).ok_or_else(damaged)?;
        let extras = header.part(CENTRAL_LENGTH + name, extra);
        let extras = extras.ok_or_else(damaged)?;
        let length = CENTRAL_LENGTH + name + extra + comment;
        if length > header.0.len() {
            return Err(damaged());
        }
        let (path, is_folder) = names::checked(bytes)?;
        let refused = |problem| BundleError::entry(&path, problem);
        let (system, flags, method) = (short(4)? >> 8, short(8)?, short(10)?);
        let (crc, packed, size, attributes) = (long(16)?, long(20)?, long(24)?, long(38)?);
        if flags & ENCRYPTED != 0 {
            return Err(refused(EntryProblem::Encrypted));
        }
        let odd_size = method == STORED && packed != size;
        if ![STORED, DEFLATED].contains(&method) || odd_size {
            return Err(refused(EntryProblem::Method));
        }
        check_extras(extras).map_err(&refused)?;
        let mode = match UNIX.contains(&system) {
            true => attributes >> 16,
            false => 0,
        };
        let kind = mode & 0o170_000;
        let expected = if is_folder { 0o040_000 } else { 0o100_000 };
        let volume = attributes & 0x08 != 0;
        if (kind != 0 && kind != expected) || volume || (is_folder && size != 0) {
            return Err(refused(EntryProblem::Special));
        }
        let size = size as u64;
        if size > SMALL && size / RATIO_MAX > packed as u64 {
            return Err(refused(EntryProblem::Ratio));
        }
        let entry = Self {
            is_folder,
            is_executable: mode & 0o111 != 0,
            size,
            offset: long(42)?,
            data: 0,
            packed,
            method,
            flags,
            crc,
            name: bytes.to_vec(),
            path,
        };
        Ok((entry, length))
    }

    /// Compares the header before the data with the one of the directory. `local`: from there to the next entry.
    pub fn local(&mut self, local: &Bytes<'_>) -> Result<(), BundleError> {
        self.is_local(local)
            .map_err(|problem| BundleError::entry(&self.path, problem))
    }

    fn is_local(&mut self, local: &Bytes<'_>) -> Result<(), EntryProblem> {
        let differs = EntryProblem::Differs;
        if !local.0.starts_with(LOCAL) {
            return Err(differs);
        }
        let short = |at| local.u16(at).ok_or(differs);
        let long = |at| local.u32(at).ok_or(differs);
        let (name, extra) = (short(26)?, short(28)?);
        let described = self.flags & DESCRIBED != 0;
        let here = (long(14)?, long(18)?, long(22)?);
        let size = usize::try_from(self.size).map_err(|_| differs)?;
        let there = (self.crc, self.packed, size);
        let same = short(6)? == self.flags
            && short(8)? == self.method
            && local.part(LOCAL_LENGTH, name) == Some(self.name.as_slice())
            && (here == there || (described && here == (0, 0, 0)));
        if !same {
            return Err(differs);
        }
        let extras = local.part(LOCAL_LENGTH + name, extra).ok_or(differs)?;
        check_extras(extras)?;
        let data = LOCAL_LENGTH + name + extra;
        let end = data.checked_add(self.packed).ok_or(differs)?;
        let behind = local.0.get(end..).ok_or(differs)?;
        if !self.ends(behind, described, there) {
            return Err(differs);
        }
        self.data = self.offset + data;
        Ok(())
    }

    /// Whether nothing but the descriptor that is announced follows the data.
    fn ends(&self, behind: &[u8], described: bool, there: (usize, usize, usize)) -> bool {
        if !described {
            return behind.is_empty();
        }
        let plain = Bytes(behind.strip_prefix(DESCRIPTOR).unwrap_or(behind));
        let found = (plain.u32(0), plain.u32(4), plain.u32(8));
        plain.0.len() == 12 && found == (Some(there.0), Some(there.1), Some(there.2))
    }

    /// Unpacks the data, and hands them over in parts.
    ///
    /// # Errors
    /// They do not unpack to the size and checksum of the directory, or `take` fails.
    pub fn unpack(
        &self,
        content: &[u8],
        mut take: impl FnMut(&[u8]) -> Result<(), BundleError>,
    ) -> Result<(), BundleError> {
        let damaged = || BundleError::entry(&self.path, EntryProblem::Data);
        let packed = content
            .get(self.data..)
            .and_then(|at| at.get(..self.packed));
        let packed = packed.ok_or_else(damaged)?;
        let mut crc = Crc::new();
        let mut size = 0;
        let mut taken = |part: &[u8]| {
            crc.update(part);
            size += part.len() as u64;
            // What claims to be small does not grow.
            if size > self.size {
                return Err(damaged());
            }
            take(part)
        };
        if self.method == STORED {
            taken(packed)?;
        } else {
            let mut decoder = DeflateDecoder::new(packed);
            let mut buffer = vec![0; BUFFER];
            loop {
                let length = decoder.read(&mut buffer).map_err(|_| damaged())?;
                if length == 0 {
                    break;
                }
                taken(buffer.get(..length).unwrap_or_default())?;
            }
            if decoder.total_in() != packed.len() as u64 {
                return Err(damaged());
            }
        }
        match size == self.size && crc.sum() as usize == self.crc {
            true => Ok(()),
            false => Err(damaged()),
        }
    }

    /// The unpacked data, if they are at most `max` bytes.
    pub fn read(&self, content: &[u8], max: u64) -> Result<Vec<u8>, BundleError> {
        if self.size > max {
            return Err(BundleError::entry(&self.path, EntryProblem::Data));
        }
        let mut data = Vec::new();
        self.unpack(content, |part| {
            data.extend_from_slice(part);
            Ok(())
        })?;
        Ok(data)
    }
}

fn check_extras(mut extras: &[u8]) -> Result<(), EntryProblem> {
    while !extras.is_empty() {
        let header = Bytes(extras);
        let (id, length) = (header.u16(0), header.u16(2));
        let (Some(id), Some(length)) = (id, length) else {
            return Err(EntryProblem::Extra);
        };
        let rest = extras.get(4 + length..).ok_or(EntryProblem::Extra)?;
        if EXTRAS.contains(&id) {
            return Err(EntryProblem::Extra);
        }
        extras = rest;
    }
    Ok(())
}
