//! The manifest of an update server, in the format of Tauri's updater. It is not signed: what it says counts only once the file that
//! it names is verified with the version that it states.

use semver::Version;
use serde_json::Value;

use crate::{
    Channel, UpdateError,
    bounds::{NOTES_BYTES, VERSION_BYTES},
};

/// What an update server announces.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// The version.
    pub version: Version,
    /// What is new, as plain text with hidden characters made visible, cut at a bound.
    pub notes: String,
    /// Whether the notes were cut.
    pub cut: bool,
    /// All of it, as it was sent.
    pub raw: Value,
}

impl Manifest {
    pub(crate) fn parse(body: &[u8]) -> Result<Self, UpdateError> {
        let malformed = |what: &'static str| UpdateError::Malformed(what);
        let raw: Value = serde_json::from_slice(body).map_err(|_| malformed("JSON"))?;
        let version = raw.get("version").and_then(Value::as_str);
        let version = version
            .filter(|version| version.len() <= VERSION_BYTES)
            .and_then(|version| Version::parse(version.trim_start_matches('v')).ok())
            .ok_or(malformed("version"))?;
        let notes = match raw.get("notes") {
            None | Some(Value::Null) => "",
            Some(Value::String(notes)) => notes,
            Some(_) => return Err(malformed("notes")),
        };
        let kept = domain::cut(notes, NOTES_BYTES);
        Ok(Self {
            version,
            notes: domain::visible_block(kept),
            cut: kept.len() < notes.len(),
            raw,
        })
    }

    /// Whether a channel has versions like this one: unfinished ones belong to beta.
    #[must_use]
    pub fn is_of(&self, channel: Channel) -> bool {
        channel == Channel::Beta || self.version.pre.is_empty()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn anything_but_a_manifest_is_refused() {
        for (body, what) in [
            ("", "JSON"),
            ("<html>", "JSON"),
            ("[]", "version"),
            (r#"{"version":7}"#, "version"),
            (r#"{"version":"newest"}"#, "version"),
            (r#"{"version":"1.0.0","notes":[]}"#, "notes"),
        ] {
            let found = Manifest::parse(body.as_bytes());
            assert_eq!(found, Err(UpdateError::Malformed(what)), "{body}");
        }
        let long = format!(r#"{{"version":"1.0.0+{}"}}"#, "a".repeat(VERSION_BYTES));
        assert!(Manifest::parse(long.as_bytes()).is_err());
    }

    #[test]
    fn notes_are_bounded_plain_text_without_hidden_characters() {
        let notes = format!("# New\u{202e}s\n{}", "é".repeat(NOTES_BYTES));
        let body = serde_json::json!({ "version": "v1.2.3", "notes": notes }).to_string();
        let manifest = Manifest::parse(body.as_bytes()).unwrap();
        assert_eq!(manifest.version, Version::new(1, 2, 3));
        assert!(manifest.cut && manifest.notes.len() <= NOTES_BYTES + 16);
        assert!(
            !manifest.notes.contains('\u{202e}'),
            "{}",
            &manifest.notes[..40]
        );
        assert!(manifest.notes.contains('\n'));
    }

    #[test]
    fn unfinished_version_is_of_beta_alone() {
        let of = |version: &str| {
            let body = serde_json::json!({ "version": version }).to_string();
            let manifest = Manifest::parse(body.as_bytes()).unwrap();
            (
                manifest.is_of(Channel::Stable),
                manifest.is_of(Channel::Beta),
            )
        };
        assert_eq!(of("1.0.0"), (true, true));
        assert_eq!(of("1.0.0-beta.1"), (false, true));
    }
}
