//! Damage to a database that is there whatever else stands in the file.

use std::path::Path;

use crate::Error;

/// A page of the database.
pub const PAGE: usize = 4096;

/// Flips bits at the start of pages that hold `words`: those whose numbers among them `which` names, told how many there
/// are. Returns the file as it is then.
///
/// # Errors
/// The file cannot be read or written, or no page holds the words.
pub fn damage(path: &Path, words: &[u8], which: fn(usize) -> Vec<usize>) -> Result<Vec<u8>, Error> {
    let mut bytes = std::fs::read(path)?;
    let holds = |page: &usize| {
        let page = &bytes[*page..(page + PAGE).min(bytes.len())];
        page.windows(words.len()).any(|part| part == words)
    };
    let starts = (0..bytes.len()).step_by(PAGE);
    // The first page says what the file is.
    let pages: Vec<usize> = starts.skip(1).filter(holds).collect();
    let hit: Vec<usize> = which(pages.len())
        .into_iter()
        .filter_map(|at| pages.get(at).copied())
        .collect();
    if hit.is_empty() {
        return Err(Error::Session("no page holds these words".to_owned()));
    }
    for page in hit {
        for byte in &mut bytes[page..page + 64] {
            *byte ^= 0xa5;
        }
    }
    std::fs::write(path, &bytes)?;
    Ok(bytes)
}
