//! Digests over the sides of a change: the names by which a person's choice is kept.

use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

use crate::{Change, Digest, Side, State};

/// Collects fields for a digest. Each has its length before it, so that no two lists of fields look the same.
#[derive(Default)]
pub(super) struct Fields(Sha256);

impl Fields {
    pub(super) fn add(&mut self, field: &[u8]) -> &mut Self {
        self.0.update((field.len() as u64).to_le_bytes());
        self.0.update(field);
        self
    }

    pub(super) fn number(&mut self, number: u64) -> &mut Self {
        self.add(&number.to_le_bytes())
    }

    pub(super) fn end(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

impl Side {
    fn add_to(&self, fields: &mut Fields) {
        match self {
            Self::File {
                bytes,
                mode,
                digest,
            } => fields
                .add(b"file")
                .number(*bytes)
                .number(u64::from(*mode))
                .add(&digest.0),
            Self::Link { target, outside: _ } => fields
                .add(b"link")
                .add(target.as_os_str().as_encoded_bytes()),
            Self::Folder { mode } => fields.add(b"folder").number(u64::from(*mode)),
            Self::Tree {
                files,
                bytes,
                digest,
            } => fields
                .add(b"tree")
                .number(*files)
                .number(*bytes)
                .add(&digest.0),
        };
    }

    /// A digest of a side, or of its absence.
    pub(super) fn digest(side: Option<&Self>) -> Digest {
        let mut fields = Fields::default();
        match side {
            Some(side) => side.add_to(&mut fields),
            None => {
                fields.add(b"nothing");
            }
        }
        fields.end()
    }
}

impl Change {
    pub(super) fn new(path: PathBuf, old: Option<Side>, new: Option<Side>, state: State) -> Self {
        let mut fields = Fields::default();
        fields.add(path.as_os_str().as_encoded_bytes());
        for side in [&old, &new] {
            fields.add(&Side::digest(side.as_ref()).0);
        }
        if let State::Blocked(why) = state {
            fields.number(why as u64);
        }
        Self {
            digest: fields.end(),
            path,
            old,
            new,
            state,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_other_lengths_have_another_digest() {
        let of = |fields: &[&str]| {
            let mut all = Fields::default();
            for field in fields {
                all.add(field.as_bytes());
            }
            all.end()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
    }
}
