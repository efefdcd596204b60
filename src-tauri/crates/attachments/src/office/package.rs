//! The ZIP archive of an office document, unpacked within bounds.

use std::{
    fmt,
    io::{self, BufReader, Cursor, Read},
};

use zip::ZipArchive;

use super::xml::{self, Node};
use crate::{AttachError, Kind, Office, PackageLimits, table};

/// The record at the end of an archive, without its comment.
const END_RECORD: usize = 22;
const COMMENT_MAX: usize = 65_535;
/// Entries of this size may have any ratio.
const RATIO_FROM: u64 = 1 << 20;

/// Formats of office documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Docx,
    Xlsx,
    Pptx,
    Odt,
    Ods,
}

impl Format {
    pub(crate) fn kind(self) -> Kind {
        match self {
            Self::Docx => Kind::Document(Office::OpenXml),
            Self::Xlsx => Kind::Workbook(Office::OpenXml),
            Self::Pptx => Kind::Presentation(Office::OpenXml),
            Self::Odt => Kind::Document(Office::OpenDocument),
            Self::Ods => Kind::Workbook(Office::OpenDocument),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Pptx => "pptx",
            Self::Odt => "odt",
            Self::Ods => "ods",
        })
    }
}

/// An archive whose entries are unpacked within bounds.
pub(crate) struct Package<'a> {
    bytes: &'a [u8],
    archive: ZipArchive<Cursor<&'a [u8]>>,
    limits: PackageLimits,
    /// What may still be unpacked, in bytes.
    left: u64,
    format: Option<Format>,
}

impl<'a> Package<'a> {
    /// # Errors
    /// The archive is damaged or lists too many entries.
    pub(crate) fn open(bytes: &'a [u8], limits: PackageLimits) -> Result<Self, AttachError> {
        let damaged = || AttachError::damaged("ZIP");
        // Before anything is allocated for them.
        let listed = listed(bytes).ok_or_else(damaged)?;
        if listed > limits.entries {
            return Err(too_large("ZIP", limits.entries.into(), "entries"));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
        if archive.len() > limits.entries as usize {
            return Err(too_large("ZIP", limits.entries.into(), "entries"));
        }
        let mut package = Self {
            bytes,
            archive,
            limits,
            left: limits.total_bytes,
            format: None,
        };
        package.format = package.told();
        Ok(package)
    }

    /// The format, told by the entries that every document of it has.
    pub(crate) fn format(&self) -> Option<Format> {
        self.format
    }

    fn told(&mut self) -> Option<Format> {
        let has = |archive: &ZipArchive<_>, name| archive.index_for_name(name).is_some();
        if has(&self.archive, "[Content_Types].xml") {
            let parts = [
                ("word/document.xml", Format::Docx),
                ("xl/workbook.xml", Format::Xlsx),
                ("ppt/presentation.xml", Format::Pptx),
            ];
            let found = parts.into_iter().find(|(part, _)| has(&self.archive, part));
            return found.map(|(_, format)| format);
        }
        let mut media_type = String::new();
        let entry = self.archive.by_name("mimetype").ok()?;
        entry.take(100).read_to_string(&mut media_type).ok()?;
        match media_type.trim_end() {
            "application/vnd.oasis.opendocument.text" => Some(Format::Odt),
            "application/vnd.oasis.opendocument.spreadsheet" => Some(Format::Ods),
            _ => None,
        }
    }

    /// The whole archive.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn limits(&self) -> PackageLimits {
        self.limits
    }

    /// Whether it holds macros.
    pub(crate) fn has_macros(&self) -> bool {
        let mut names = self.archive.file_names_raw();
        names.any(|name| name.ends_with(b"vbaProject.bin") || name.starts_with(b"Basic/"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// Whether an entry is encrypted, as the manifest of an OpenDocument file says.
    pub(crate) fn is_encrypted(&mut self) -> bool {
        let mut encrypted = false;
        let walked = self.walk("META-INF/manifest.xml", |node| {
            encrypted |= matches!(node, Node::Start(name, _) if name == "encryption-data");
            !encrypted
        });
        encrypted && walked.is_ok()
    }

    /// Reads the XML of an entry, until `on` returns `false`.
    ///
    /// # Errors
    /// The entry is missing, damaged or too large.
    pub(crate) fn walk(
        &mut self,
        name: &str,
        on: impl FnMut(Node<'_, '_>) -> bool,
    ) -> Result<(), AttachError> {
        let format = self.name();
        let entry = self.archive.by_name(name);
        let entry = entry.map_err(|_| AttachError::damaged(&format))?;
        let mut bounded = Bounded::new(entry, self.limits, self.left);
        let walked = xml::walk(BufReader::new(&mut bounded), on);
        self.left = self.left.saturating_sub(bounded.read);
        match (bounded.over, walked) {
            (Some((limit, unit)), _) => Err(too_large(&format, limit, unit)),
            (None, Ok(())) => Ok(()),
            (None, Err(_)) => Err(AttachError::damaged(format)),
        }
    }

    /// Unpacks every entry into nothing, so that another reader may unpack them all.
    ///
    /// # Errors
    /// They are too large. A damaged entry is left to the other reader.
    pub(crate) fn check_all(&mut self) -> Result<(), AttachError> {
        let format = self.name();
        for at in 0..self.archive.len() {
            let Ok(entry) = self.archive.by_index(at) else {
                continue;
            };
            let mut bounded = Bounded::new(entry, self.limits, self.left);
            let _ = io::copy(&mut bounded, &mut io::sink());
            self.left = self.left.saturating_sub(bounded.read);
            if let Some((limit, unit)) = bounded.over {
                return Err(too_large(&format, limit, unit));
            }
        }
        Ok(())
    }

    pub(crate) fn row_too_long(&self) -> AttachError {
        too_large(&self.name(), table::ROW_BYTES as u64, "bytes in one row")
    }

    fn name(&self) -> String {
        self.format.map_or("ZIP".to_owned(), |it| it.to_string())
    }
}

fn too_large(format: &str, limit: u64, unit: &str) -> AttachError {
    AttachError::PackageTooLarge {
        format: format.to_owned(),
        limit,
        unit: unit.to_owned(),
    }
}

/// The number of entries that the record at the end of the archive lists.
fn listed(bytes: &[u8]) -> Option<u32> {
    let start = bytes.len().saturating_sub(END_RECORD + COMMENT_MAX);
    let last = bytes.get(start..)?;
    let at = last
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")?;
    let number = last.get(at + 10..at + 12)?.first_chunk::<2>()?;
    Some(u16::from_le_bytes(*number).into())
}

/// An entry that ends with an error where it unpacks to too much.
struct Bounded<R> {
    entry: R,
    read: u64,
    most: u64,
    /// The limit that `most` comes from.
    limit: (u64, &'static str),
    over: Option<(u64, &'static str)>,
}

impl<R: Read> Bounded<zip::read::ZipFile<'_, R>> {
    fn new(
        entry: zip::read::ZipFile<'_, R>,
        limits: PackageLimits,
        left: u64,
    ) -> Bounded<zip::read::ZipFile<'_, R>> {
        let packed = entry.compressed_size().saturating_mul(limits.ratio);
        let bounds = [
            (limits.entry_bytes, (limits.entry_bytes, "bytes")),
            (left, (limits.total_bytes, "bytes")),
            (packed.max(RATIO_FROM), (limits.ratio, "times its size")),
        ];
        let (most, limit) = bounds
            .into_iter()
            .min_by_key(|(most, _)| *most)
            .unwrap_or_default();
        Bounded {
            entry,
            read: 0,
            most,
            limit,
            over: None,
        }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.entry.read(buffer)?;
        self.read = self.read.saturating_add(read as u64);
        if self.read > self.most {
            self.over = Some(self.limit);
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(read)
    }
}
