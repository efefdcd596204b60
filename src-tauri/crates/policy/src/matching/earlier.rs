//! Text that servers returned: folded and decoded, which costs more than to search the result.

use std::sync::{Arc, OnceLock};

use super::{
    folding::{FoldedText, Folding, Style},
    layers::decoded,
    lengths::SUBSTRING,
};

/// A text is decoded in pieces of so many bytes, each with the end of the one before it.
pub(super) const PIECE: usize = 256 * 1024;
/// How much of the piece before: a passage that is encoded and as long is found wherever it stands.
const OVERLAP: usize = 4 * 1024;
/// A piece may become so many times as long by decoding it: beyond that the search says that it is not whole.
const DECODED: usize = 16;
/// What is kept of a text takes at most so many times its bytes. Beyond that nothing is kept: letters that decompose, and what is
/// decoded, can be many times as long.
const KEPT: usize = 8;
/// A shorter text, in bytes, is folded in each search: what is kept would be much larger than it.
const SHORT: usize = 256;

/// Text that a server returned earlier, for one search or for many.
#[derive(Debug)]
pub struct EarlierText {
    text: Arc<str>,
    /// What the first search made of it; nothing inside if that is too much to keep. None for a text of which nothing is to be kept.
    prepared: Option<OnceLock<Option<Box<Prepared>>>>,
}

impl EarlierText {
    /// A text that is searched once, or is too long to keep more than itself.
    pub fn once(text: impl Into<Arc<str>>) -> Self {
        Self {
            text: text.into(),
            prepared: None,
        }
    }

    /// A text that is searched many times: the first search keeps what it made of it, at most eight times as many bytes.
    pub fn many(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let prepared = (text.len() >= SHORT).then(OnceLock::new);
        Self { text, prepared }
    }

    /// Whether a search kept what it made of the text.
    #[cfg(test)]
    pub(super) fn is_kept(&self) -> bool {
        let kept = self.prepared.as_ref().and_then(OnceLock::get);
        kept.is_some_and(Option::is_some)
    }

    /// Calls `act` with the text and with everything that it holds in other encodings. Returns whether that was all.
    pub(super) fn each(&self, foldings: &mut Foldings, mut act: impl FnMut(&str, &Forms)) -> bool {
        let prepare = || Prepared::of(&self.text, foldings).map(Box::new);
        let prepared = self.prepared.as_ref();
        if let Some(kept) = prepared.and_then(|cell| cell.get_or_init(prepare).as_deref()) {
            act(&self.text, &kept.own);
            let decoded = kept.decoded.iter();
            decoded.for_each(|(text, forms)| act(text, forms));
            return kept.complete;
        }
        act(&self.text, &foldings.fold(&self.text));
        let mut complete = true;
        for (texts, all) in decodings(&self.text) {
            complete &= all;
            texts
                .iter()
                .for_each(|text| act(text, &foldings.fold(text)));
        }
        complete
    }
}

impl From<&str> for EarlierText {
    fn from(text: &str) -> Self {
        Self::once(text)
    }
}

/// What a text was folded to.
#[derive(Debug)]
pub(super) struct Forms {
    pub letters: FoldedText,
    pub spelled: FoldedText,
}

impl Forms {
    /// The memory that they take, in bytes.
    fn size(&self) -> usize {
        size_of::<Self>() + self.letters.size() + self.spelled.size()
    }
}

/// Both ways to fold a text.
pub(super) struct Foldings {
    letters: Folding,
    spelled: Folding,
}

impl Foldings {
    pub(super) fn new() -> Self {
        Self {
            letters: Folding::new(Style::Letters),
            spelled: Folding::new(Style::Spelled),
        }
    }

    fn fold(&mut self, text: &str) -> Forms {
        Forms {
            letters: self.letters.fold(text),
            spelled: self.spelled.fold(text),
        }
    }
}

/// What is kept of a text.
#[derive(Debug)]
struct Prepared {
    own: Forms,
    decoded: Vec<(String, Forms)>,
    complete: bool,
}

impl Prepared {
    /// None if it is too much to keep.
    fn of(text: &str, foldings: &mut Foldings) -> Option<Self> {
        let own = foldings.fold(text);
        let mut left = (KEPT * text.len()).checked_sub(own.size())?;
        let mut prepared = Self {
            own,
            decoded: Vec::new(),
            complete: true,
        };
        for (texts, all) in decodings(text) {
            prepared.complete &= all;
            for text in texts {
                let forms = foldings.fold(&text);
                left = left.checked_sub(size_of::<String>() + text.capacity() + forms.size())?;
                prepared.decoded.push((text, forms));
            }
        }
        Some(prepared)
    }
}

/// What each piece of a text holds in other encodings, and whether that is all. Most hold nothing, and looking costs little.
fn decodings(text: &str) -> impl Iterator<Item = (Vec<String>, bool)> {
    let encoded = pieces(text).filter(|piece| may_be_encoded(piece));
    encoded.map(|piece| decoded(piece, SUBSTRING, DECODED * piece.chars().count()))
}

/// A text in pieces that overlap: what is decoded is many times as large.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len()).step_by(PIECE).filter_map(|at| {
        let from = text.floor_char_boundary(at.saturating_sub(OVERLAP));
        text.get(from..text.floor_char_boundary(at + PIECE))
    })
}

/// Whether a text has anything that looking for encodings could find: escapes, or a long run without spaces.
fn may_be_encoded(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.contains(&b'\\') || bytes.contains(&b'%') {
        return true;
    }
    let mut rest = bytes;
    // The last byte of a run that long tells first that it is none.
    while let Some((run, _)) = rest.split_at_checked(SUBSTRING) {
        match run.iter().rposition(|byte| !DIGITS[usize::from(*byte)]) {
            Some(gap) => rest = rest.get(gap + 1..).unwrap_or_default(),
            None => return true,
        }
    }
    false
}

/// The bytes that could be digits of an encoding.
const DIGITS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] =
            byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
        byte += 1;
    }
    table
};
