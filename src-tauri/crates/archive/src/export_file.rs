//! Opening an exported file: a text, or a ZIP archive with the text in it.

use std::{
    borrow::Cow,
    fs::File,
    io::{BufReader, Read, Seek},
};

use host_api::{ApiError, ErrorCode};
use messages::phrases;
use zip::ZipArchive;

use crate::foreign::{Foreign, MAX_FILE, read};

/// Most files of an archive.
const MAX_ENTRIES: usize = 100_000;
/// Most files of conversations in an archive; together they have at most [`MAX_FILE`] bytes.
const MAX_TEXTS: usize = 100;
/// How a ZIP archive begins.
const ZIP: &[u8] = b"PK\x03\x04";

/// Reads the conversations of an exported file: `conversations.json`, this program's `conversations.jsonl`, or the ZIP archive
/// in which ChatGPT and Claude send the former. Nothing else of an archive is unpacked.
///
/// # Errors
/// The file cannot be read, its conversations have more than [`MAX_FILE`] bytes, or it is in no known format.
pub fn read_export(file: File) -> Result<Foreign, ApiError> {
    let mut file = BufReader::new(file);
    let mut begin = Vec::new();
    let read_begin = file.by_ref().take(ZIP.len() as u64).read_to_end(&mut begin);
    read_begin
        .and_then(|_| file.rewind())
        .map_err(|error| unreadable(&error))?;
    if begin == ZIP {
        return read_archive(file);
    }
    read(&bounded(file, MAX_FILE)?)
}

fn read_archive(file: BufReader<File>) -> Result<Foreign, ApiError> {
    let mut archive = ZipArchive::new(file).map_err(|error| unreadable(&error))?;
    if archive.len() > MAX_ENTRIES {
        return Err(unreadable(&format!("{} files", archive.len())));
    }
    let mut names: Vec<String> = archive
        .file_names()
        .filter_map(Result::ok)
        .filter(|name| holds_conversations(name))
        .map(Cow::into_owned)
        .collect();
    names.sort_unstable();
    names.truncate(MAX_TEXTS);
    let mut left = MAX_FILE;
    let mut found: Option<Foreign> = None;
    for name in names {
        let entry = archive.by_name(&name).map_err(|error| unreadable(&error))?;
        let text = bounded(entry, left)?;
        left -= text.len() as u64;
        let Foreign {
            conversations,
            left_out,
        } = read(&text)?;
        let all = found.get_or_insert_default();
        all.conversations.extend(conversations);
        all.left_out = all.left_out.saturating_add(left_out);
    }
    match found {
        Some(found) => Ok(found),
        // Says which files are known.
        None => read(&[]),
    }
}

/// Whether an entry is one of the files that conversations are exported to: `conversations.json`, or one of `conversations-000.json` and
/// so on, at the top of the archive or in one folder.
fn holds_conversations(name: &str) -> bool {
    let mut parts = name.rsplit('/');
    let file = parts.next().unwrap_or_default();
    let stem = file
        .strip_suffix(".json")
        .or_else(|| file.strip_suffix(".jsonl"));
    let number = stem.and_then(|stem| stem.strip_prefix("conversations"));
    parts.count() <= 1
        && number.is_some_and(|number| {
            let digits = number.strip_prefix('-').unwrap_or(number);
            digits.bytes().all(|b| b.is_ascii_digit())
        })
}

/// Returns all bytes, if there are no more than so many.
fn bounded(from: impl Read, most: u64) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > most {
        let message = phrases::host_foreign_large(MAX_FILE >> 20);
        return Err(ApiError::new(ErrorCode::Invalid, message));
    }
    Ok(bytes)
}

fn unreadable(why: &(impl ToString + ?Sized)) -> ApiError {
    ApiError::new(
        ErrorCode::Invalid,
        phrases::host_foreign_unreadable(why.to_string()),
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::io::{Seek, Write};

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    const ONE: &str = r#"[{"name":"Trains","chat_messages":[{"sender":"human","text":"Which?"}]}]"#;

    fn archive(entries: &[(&str, &str)]) -> File {
        let mut zip = ZipWriter::new(tempfile::tempfile().unwrap());
        for (name, text) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        let mut file = zip.finish().unwrap();
        file.rewind().unwrap();
        file
    }

    #[test]
    fn an_archive_is_read_like_the_file_in_it() {
        let found = read_export(archive(&[
            ("users.json", "[]"),
            ("export/conversations.json", ONE),
            ("images/conversations.json/x.png", "no"),
        ]));
        assert_eq!(found.unwrap(), read(ONE.as_bytes()).unwrap());
    }

    #[test]
    fn an_export_in_pieces_is_read_whole() {
        let found = read_export(archive(&[
            ("conversations-001.json", ONE),
            ("conversations-000.json", ONE),
        ]));
        assert_eq!(found.unwrap().conversations.len(), 2);
    }

    #[test]
    fn an_archive_without_conversations_names_the_files_that_are_known() {
        for entries in [
            &[("users.json", ONE)][..],
            &[("conversations-evil.json", ONE)],
            &[],
        ] {
            let error = read_export(archive(entries)).unwrap_err();
            assert_eq!(error.to_string(), read(b"").unwrap_err().to_string());
        }
    }

    #[test]
    fn what_unpacks_to_more_than_its_bound_is_refused() {
        let file = archive(&[("conversations.json", &"x".repeat(100_000))]);
        let mut zip = ZipArchive::new(BufReader::new(file)).unwrap();
        assert!(bounded(zip.by_index(0).unwrap(), 99_999).is_err());
    }

    #[test]
    fn a_damaged_archive_is_refused_with_a_reason() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"PK\x03\x04 and nothing else").unwrap();
        file.rewind().unwrap();
        assert!(read_export(file).is_err());
    }
}
