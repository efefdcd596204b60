//! Folds text of a server to the form in which it is searched.

use super::{
    fold::{ASCII, LetterKind, letters_of, spelled},
    sieve::WIDEST,
};

/// So many characters of ASCII are folded at once.
const CHUNK: usize = 32;
/// How far apart, in bytes of the text at least, the places are whose folded ones are kept.
const MILESTONE: usize = 64;
/// Characters whose letters are kept, so that they are not decomposed again.
const KNOWN: usize = 1024;

/// How texts are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// To their letters and digits.
    Letters,
    /// To their spelling.
    Spelled,
}

/// A text as it is compared.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    /// UTF-8.
    pub bytes: Vec<u8>,
    /// Whether any of it is more than ASCII.
    pub wide: bool,
    /// Bytes of the text and of what was folded before them, in their order. Of letters only.
    pub milestones: Vec<(usize, usize)>,
}

impl FoldedText {
    /// The memory that it takes besides itself, in bytes.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + size_of_val(self.milestones.as_slice())
    }

    fn milestone(&mut self, at: usize, style: Style) {
        let far = |(last, _): &(usize, usize)| at >= last + MILESTONE;
        if style == Style::Letters && self.milestones.last().is_none_or(far) {
            self.milestones.push((at, self.bytes.len()));
        }
    }

    fn put(&mut self, c: char) {
        self.wide |= !c.is_ascii();
        self.bytes
            .extend_from_slice(c.encode_utf8(&mut [0; WIDEST]).as_bytes());
    }
}

/// Folds texts in one way.
pub(super) struct Folding {
    style: Style,
    known: Vec<(char, LetterKind)>,
    /// The letters of a few bytes.
    kept: [u8; MILESTONE],
}

impl Folding {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            known: vec![('\0', LetterKind::Unseen); KNOWN],
            kept: [0; MILESTONE],
        }
    }

    /// Folds a text.
    pub(super) fn fold(&mut self, text: &str) -> FoldedText {
        let mut folded = FoldedText {
            bytes: Vec::with_capacity(text.len()),
            ..FoldedText::default()
        };
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let chunk = rest.get(..MILESTONE).unwrap_or(rest);
            let plain = chunk.get(..ascii(chunk)).unwrap_or_default();
            match self.style {
                Style::Letters => self.ascii_letters(plain, at, &mut folded),
                Style::Spelled => self.ascii_spelled(plain, &mut folded),
            }
            at += plain.len();
            if plain.len() == chunk.len() {
                continue;
            }
            // Words of other alphabets come in a row.
            let other = text.get(at..).unwrap_or_default().chars();
            for c in other.take_while(|c| !c.is_ascii()) {
                folded.milestone(at, self.style);
                self.push(c, &mut folded);
                at += c.len_utf8();
            }
        }
        folded.bytes.shrink_to_fit();
        folded.milestones.shrink_to_fit();
        folded
    }

    fn push(&mut self, c: char, to: &mut FoldedText) {
        match self.style {
            Style::Spelled => {
                let before = to.bytes.last().map(|byte| char::from(*byte));
                spelled(c, before, |c| to.put(c));
            }
            Style::Letters => match self.letter(c) {
                LetterKind::One(letter) => to.put(letter),
                LetterKind::Many => letters_of(c, |c| to.put(c)),
                LetterKind::Space | LetterKind::Other | LetterKind::Joiner | LetterKind::Unseen => {
                }
            },
        }
    }

    fn letter(&mut self, c: char) -> LetterKind {
        match self.known.get_mut(c as usize % KNOWN) {
            Some((known, letter)) if *known == c => *letter,
            Some(place) => {
                *place = (c, LetterKind::of(c));
                place.1
            }
            None => LetterKind::of(c),
        }
    }

    /// Keeps the letters of at most [`MILESTONE`] characters of ASCII, without a branch for each.
    fn ascii_letters(&mut self, plain: &[u8], at: usize, to: &mut FoldedText) {
        to.milestone(at, self.style);
        let mut count = 0;
        for byte in plain {
            let letter = ASCII[usize::from(byte & 0x7f)];
            self.kept[count % MILESTONE] = letter;
            count += usize::from(letter != 0);
        }
        let kept = self.kept.get(..count).unwrap_or_default();
        to.bytes.extend_from_slice(kept);
    }

    /// Folds characters of ASCII, many at once where that only changes them.
    fn ascii_spelled(&mut self, plain: &[u8], to: &mut FoldedText) {
        for chunk in plain.chunks(CHUNK) {
            // After the one before, to see blanks in a row.
            let mut folded = [0; CHUNK + 1];
            folded[0] = to.bytes.last().copied().unwrap_or_default();
            for (place, byte) in folded.iter_mut().skip(1).zip(chunk) {
                *place = match byte {
                    b'\t'..=b'\r' => b' ',
                    _ => byte.to_ascii_lowercase(),
                };
            }
            let seen = folded.get(1..=chunk.len()).unwrap_or_default();
            let pairs = folded.iter().zip(seen);
            let odd = pairs.fold(false, |odd, (before, byte)| {
                odd | (*byte < b' ') | (*byte == 127) | (*byte == b' ' && *before == b' ')
            });
            if odd {
                chunk
                    .iter()
                    .for_each(|byte| self.push(char::from(*byte), to));
            } else {
                to.bytes.extend_from_slice(seen);
            }
        }
    }
}

/// How many bytes in a row are ASCII.
fn ascii(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks::<8>();
    let wide = |word: &[u8; 8]| u64::from_le_bytes(*word) & 0x8080_8080_8080_8080 != 0;
    let words = words.iter().position(wide).unwrap_or(words.len());
    let rest = bytes.iter().skip(8 * words);
    8 * words + rest.take_while(|byte| byte.is_ascii()).count()
}
