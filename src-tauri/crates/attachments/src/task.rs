//! What the two sides of a reader say to each other: one task, one answer, both with a bound.
//!
//! A task is the length of its header (4 bytes, little endian), the header as JSON, and the bytes of the file. An answer is JSON.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::{AttachError, Attachment, Extract, Limits, Selection, extract, inspect};

/// The first argument of a process that is to be a reader.
pub(crate) const MARKER: &str = "__innkeeper_reader";

/// Most bytes of a header.
const HEADER_MAX: usize = 64 << 10;

/// What a reader is to do with the file behind it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) name: String,
    /// `None`: to tell what the file is.
    pub(crate) selection: Option<Selection>,
    pub(crate) limits: Limits,
}

/// What a reader made of a file.
#[derive(Serialize, Deserialize)]
pub(crate) enum Reading {
    Attachment(Attachment),
    Extract(Extract),
    Refused(AttachError),
}

impl Task {
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let header = serde_json::to_vec(self)?;
        let length = u32::try_from(header.len()).map_err(io::Error::other)?;
        to.write_all(&length.to_le_bytes())?;
        to.write_all(&header)
    }

    /// Reads a header; the file remains.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > HEADER_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut header = vec![0; length];
        from.read_exact(&mut header)?;
        Ok(serde_json::from_slice(&header)?)
    }

    pub(crate) fn run(&self, bytes: &[u8]) -> Reading {
        let result = match self.selection {
            None => inspect(&self.name, bytes, &self.limits).map(Reading::Attachment),
            Some(selection) => {
                extract(&self.name, bytes, selection, &self.limits).map(Reading::Extract)
            }
        };
        result.unwrap_or_else(Reading::Refused)
    }
}
