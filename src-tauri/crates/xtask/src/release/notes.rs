//! The notes of a release: its part of the changelog.

use std::{fs, path::Path};

use crate::failure::Failure;

/// Their file.
pub const FILE: &str = "RELEASE-NOTES.md";

/// Writes the notes of a version. A version that the changelog does not name yet has those of the part `Unreleased`.
pub fn write(root: &Path, out: &Path, version: &str) -> Result<(), Failure> {
    let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
    let part = part(&changelog, version).or_else(|| part(&changelog, "Unreleased"));
    let part = part.ok_or_else(|| {
        Failure::Check(format!(
            "CHANGELOG.md has no part `## {version}` with text, and no `## Unreleased`"
        ))
    })?;
    let notes = format!("# Innkeeper {version}\n\n{part}\n");
    Ok(fs::write(out.join(FILE), notes)?)
}

/// The text below a heading, such as `## 0.1.0` or `## 0.1.0 (2026-01-31)`; none if it is empty.
fn part<'a>(changelog: &'a str, name: &str) -> Option<&'a str> {
    let mut start = None;
    let mut at = 0;
    for line in changelog.split_inclusive('\n') {
        if let Some(heading) = line.strip_prefix("## ") {
            if let Some(start) = start {
                return text(changelog.get(start..at)?);
            }
            if heading.split([' ', '\n']).next() == Some(name) {
                start = Some(at + line.len());
            }
        }
        at += line.len();
    }
    text(changelog.get(start?..)?)
}

fn text(part: &str) -> Option<&str> {
    Some(part.trim()).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-01-31)\n\n### New\n\n- One.\n\n## 0.2\n\nOld.\n";

    #[test]
    fn notes_are_the_part_of_the_version_alone() {
        assert_eq!(part(CHANGELOG, "0.2.0"), Some("### New\n\n- One."));
        assert_eq!(part(CHANGELOG, "0.2"), Some("Old."));
    }

    #[test]
    fn a_part_without_text_is_none() {
        assert_eq!(part(CHANGELOG, "Unreleased"), None);
        assert_eq!(part(CHANGELOG, "0.3.0"), None);
    }
}
