//! The hash chain: how a row becomes bytes, and where the chain ends.

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

/// A SHA-256 hash.
pub(crate) type Hash = [u8; 32];
/// What the first row's hash covers in place of a hash before it.
pub(crate) const GENESIS: Hash = [0; 32];
/// First bytes of every encoded row: another encoding would be another chain.
const ENCODING: &[u8] = b"innkeeper audit row 1";

/// The last row of the chain, kept elsewhere to find out later whether rows were cut off.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The last row's place; 0 when there is none.
    pub seq: u64,
    /// The last row's hash; zeros when there is none.
    pub hash: [u8; 32],
}

impl Head {
    /// The head of an empty record.
    pub const EMPTY: Self = Self {
        seq: 0,
        hash: GENESIS,
    };

    /// The head as text: its place, a colon, its hash in 64 hexadecimal digits.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_string()
    }

    /// Reads what [`Head::to_text`] wrote.
    ///
    /// # Errors
    /// Any other text.
    pub fn parse(text: &str) -> Result<Self, HeadTextError> {
        text.parse()
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.seq)?;
        f.write_str(&hex(&self.hash))
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Head({self})")
    }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text is not a [`Head`].
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
#[error("not the head of an audit record")]
pub struct HeadTextError;

impl FromStr for Head {
    type Err = HeadTextError;

    fn from_str(text: &str) -> Result<Self, HeadTextError> {
        let (seq, hex) = text.split_once(':').ok_or(HeadTextError)?;
        let seq = seq.parse().map_err(|_| HeadTextError)?;
        if hex.len() != 64 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(HeadTextError);
        }
        let mut hash = GENESIS;
        for (i, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).map_err(|_| HeadTextError)?;
        }
        Ok(Self { seq, hash })
    }
}

/// A row as the chain covers it. Its place is not part of it: the chain itself is the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChainRow {
    pub(crate) at_ms: i64,
    pub(crate) kind: String,
    pub(crate) server: Option<String>,
    pub(crate) conversation: Option<String>,
    pub(crate) call: Option<String>,
    pub(crate) subject: String,
    pub(crate) decision: Option<String>,
    pub(crate) detail: String,
    pub(crate) content_digest: Option<Vec<u8>>,
}

impl ChainRow {
    /// `SHA-256(prev || row)`.
    pub(crate) fn hash(&self, prev: &Hash) -> Hash {
        let mut hash = Sha256::new();
        hash.update(prev);
        let mut field = |bytes: Option<&[u8]>| match bytes {
            // A mark before each length: an absent field differs from an empty one.
            None => hash.update([0]),
            Some(bytes) => {
                hash.update([1]);
                hash.update((bytes.len() as u64).to_be_bytes());
                hash.update(bytes);
            }
        };
        field(Some(ENCODING));
        field(Some(&self.at_ms.to_be_bytes()));
        field(Some(self.kind.as_bytes()));
        for id in [&self.server, &self.conversation, &self.call] {
            field(id.as_deref().map(str::as_bytes));
        }
        field(Some(self.subject.as_bytes()));
        field(self.decision.as_deref().map(str::as_bytes));
        field(Some(self.detail.as_bytes()));
        field(self.content_digest.as_deref());
        hash.finalize().into()
    }
}

/// The digest by which content enters the chain. The salt is purged with the content, so that short content
/// cannot be guessed from what stays.
pub(crate) fn content_digest(salt: &[u8], content: &[u8]) -> Hash {
    let mut hash = Sha256::new();
    hash.update((salt.len() as u64).to_be_bytes());
    hash.update(salt);
    hash.update(content);
    hash.finalize().into()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_head_round_trips() {
        let head = Head {
            seq: 42,
            hash: std::array::from_fn(|i| u8::try_from(i).unwrap() * 7),
        };
        assert_eq!(Head::parse(&head.to_text()).unwrap(), head);
        for bad in [
            "",
            "42",
            "42:00",
            "x:00",
            &format!("1:{}", "+f".repeat(32)),
            &format!("1:{}", "é".repeat(32)),
        ] {
            assert_eq!(Head::parse(bad), Err(HeadTextError), "{bad}");
        }
    }

    #[test]
    fn the_encoding_is_unambiguous() {
        let row = ChainRow {
            at_ms: 1,
            kind: "decision".into(),
            server: None,
            conversation: Some("c".into()),
            call: None,
            subject: "ab".into(),
            decision: Some("c".into()),
            detail: String::new(),
            content_digest: None,
        };
        let hash = row.hash(&GENESIS);
        let moved = ChainRow {
            subject: "a".into(),
            decision: Some("bc".into()),
            ..row.clone()
        };
        let shifted = ChainRow {
            conversation: None,
            call: Some("c".into()),
            ..row.clone()
        };
        let empty = ChainRow {
            server: Some(String::new()),
            ..row.clone()
        };
        for other in [moved, shifted, empty] {
            assert_ne!(other.hash(&GENESIS), hash, "{other:?}");
        }
        assert_ne!(row.hash(&[1; 32]), hash);
    }
}
