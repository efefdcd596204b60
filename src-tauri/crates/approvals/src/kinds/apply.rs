//! Approval of pending changes of a folder.

use consent::{ApplyApproval, ApplyDetail};
use domain::{ChangeKind, ChangeSide, ChangeTrouble, Line, StagedChange, Step, visible};
use host_api::{
    ApplyApprovalView, ApprovalKindView, ChangeKindView, ChangeSideView, DifferenceView,
    StagedChangeView,
};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show, difference, wording::segments};

impl Show for ApplyApproval {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        let name = self.folder.rsplit('/').next().unwrap_or_default();
        phrases::host_title_apply(visible(name), visible(&self.server_name))
    }

    fn view(&self, common: &Common) -> ApprovalKindView {
        ApprovalKindView::Apply {
            apply: Box::new(ApplyApprovalView {
                server: common.servers.tag(self.server, &self.server_name),
                folder: segments(&self.folder),
                folder_key: self.folder.clone(),
                changes: self.changes.iter().map(staged_change).collect(),
                chosen: self.chosen.iter().map(ToString::to_string).collect(),
                more: u32::try_from(self.more).unwrap_or(u32::MAX),
            }),
        }
    }

    fn logged(detail: &ApplyDetail, _: String) -> Text {
        phrases::host_logged_apply(detail.changes.count, visible(&detail.folder)).into()
    }
}

/// Returns a pending change for display.
#[must_use]
pub fn staged_change(change: &StagedChange) -> StagedChangeView {
    let (folder, name) = change
        .path
        .rsplit_once('/')
        .unwrap_or(("", change.path.as_str()));
    let runs = |side: Option<&ChangeSide>| matches!(side, Some(ChangeSide::File { mode, .. }) if mode & 0o111 != 0);
    StagedChangeView {
        key: change.digest.to_string(),
        name: visible(name),
        folder: visible(folder),
        kind: match change.kind {
            ChangeKind::Added => ChangeKindView::Added,
            ChangeKind::Changed => ChangeKindView::Changed,
            ChangeKind::Mode => ChangeKindView::Mode,
            ChangeKind::Deleted => ChangeKindView::Deleted,
            ChangeKind::Unknown => ChangeKindView::Unknown,
        },
        old: change.old.as_ref().map(side),
        new: change.new.as_ref().map(side),
        becomes_program: runs(change.new.as_ref()) && !runs(change.old.as_ref()),
        runs: change.runs,
        trouble: change.trouble.map(|why| trouble(why).into()),
    }
}

fn side(side: &ChangeSide) -> ChangeSideView {
    match side {
        ChangeSide::File { bytes, mode } => ChangeSideView::File {
            bytes: *bytes as f64,
            mode: permissions(*mode),
        },
        ChangeSide::Link { target, outside } => ChangeSideView::Link {
            target: visible(target),
            outside: *outside,
        },
        ChangeSide::Folder { mode } => ChangeSideView::Folder {
            mode: permissions(*mode),
        },
        ChangeSide::Tree { files, bytes } => ChangeSideView::Tree {
            files: *files as f64,
            bytes: *bytes as f64,
        },
    }
}

/// Writes permissions as `rwxr-xr-x`.
fn permissions(mode: u32) -> String {
    let letters = "rwxrwxrwx".chars().rev().enumerate();
    let shown = letters.map(|(bit, letter)| if mode >> bit & 1 == 1 { letter } else { '-' });
    let shown: Vec<char> = shown.collect();
    shown.into_iter().rev().collect()
}

/// Returns why a change cannot be applied.
#[must_use]
pub fn trouble(why: ChangeTrouble) -> Phrase {
    match why {
        ChangeTrouble::Conflict => phrases::host_staged_conflict(),
        ChangeTrouble::Special => phrases::host_staged_special(),
        ChangeTrouble::FolderAndFile => phrases::host_staged_folder_and_file(),
        ChangeTrouble::Unreadable => phrases::host_staged_unreadable(),
        ChangeTrouble::NotWhole => phrases::host_staged_not_whole(),
        ChangeTrouble::Deep => phrases::host_staged_deep(),
    }
}

/// Returns the lines that differ between two versions of a file, with their numbers. A side that does not exist is `None`.
#[must_use]
pub fn file_difference(old: Option<&str>, new: Option<&str>) -> DifferenceView {
    let of = |text: Option<&str>| -> Vec<String> {
        let lines = text.unwrap_or_default().split_inclusive('\n');
        lines.map(str::to_owned).collect()
    };
    let (old, new) = (of(old), of(new));
    let text = |lines: &[String], at: usize| lines.get(at).map(|line| shown_line(line));
    let label = |at: usize| (at + 1).to_string();
    let mut lines = Vec::new();
    for step in domain::list_changes(&old, &new) {
        let line = match step {
            Step::Kept(_, _) => continue,
            Step::Replaced(from, to) => Line {
                label: label(to),
                before: text(&old, from),
                after: text(&new, to),
            },
            Step::Removed(at) => Line {
                label: label(at),
                before: text(&old, at),
                after: None,
            },
            Step::Added(at) => Line {
                label: label(at),
                before: None,
                after: text(&new, at),
            },
        };
        lines.push(line);
    }
    let note = difference::lines_note(&lines);
    difference::view(Text::default(), note.into(), true, &lines)
}

/// A line without its end; a missing or another end is told by the difference.
fn shown_line(line: &str) -> String {
    let without = line.strip_suffix('\n');
    without.unwrap_or(line).to_owned()
}

#[cfg(test)]
mod tests {
    use domain::{ChangeDigest, ServerId};

    use super::*;

    fn file(bytes: u64, mode: u32) -> Option<ChangeSide> {
        Some(ChangeSide::File { bytes, mode })
    }

    fn change(path: &str, kind: ChangeKind, sides: [Option<ChangeSide>; 2]) -> StagedChange {
        let [old, new] = sides;
        StagedChange {
            digest: ChangeDigest::from_bytes([7; 32]),
            path: path.to_owned(),
            kind,
            old,
            new,
            runs: false,
            trouble: None,
        }
    }

    #[test]
    fn names_of_servers_show_hidden_characters_and_programs_are_told() {
        let mode = [file(9, 0o644), file(9, 0o755)];
        let view = staged_change(&change("bin/up\u{202e}date", ChangeKind::Mode, mode));
        assert_eq!((&*view.folder, &*view.name), ("bin", "up⟨U+202E⟩date"));
        assert!(view.becomes_program);
        let ChangeSideView::File { mode, .. } = view.new.as_ref().expect("a file") else {
            panic!("{view:?}");
        };
        assert_eq!(mode, "rwxr-xr-x");
        let was = [file(9, 0o700), file(12, 0o755)];
        assert!(!staged_change(&change("run", ChangeKind::Changed, was)).becomes_program);
    }

    #[test]
    fn approval_shows_every_change_and_which_are_chosen() {
        let conflict = StagedChange {
            trouble: Some(ChangeTrouble::Conflict),
            ..change(
                "other",
                ChangeKind::Changed,
                [file(1, 0o644), file(2, 0o644)],
            )
        };
        let question = ApplyApproval {
            server: ServerId::new(),
            server_name: "Files".to_owned(),
            folder: "/home/maja/work".to_owned(),
            changes: vec![
                change("note", ChangeKind::Added, [None, file(3, 0o644)]),
                conflict,
            ],
            more: 4,
            chosen: std::iter::once(ChangeDigest::from_bytes([7; 32])).collect(),
        };
        let ApprovalKindView::Apply { apply } = question.view(&Common::default()) else {
            panic!("another kind");
        };
        assert_eq!(
            (apply.changes.len(), apply.chosen.len(), apply.more),
            (2, 1, 4)
        );
        assert!(apply.changes[0].trouble.is_none() && apply.changes[1].trouble.is_some());
    }

    #[test]
    fn difference_of_files_numbers_lines_and_hides_nothing() {
        let view = file_difference(Some("a\nb\nc"), Some("a\nB\u{200b}\nc\nd\n"));
        let lines: Vec<String> = view
            .lines
            .iter()
            .map(|line| {
                let text = line
                    .label
                    .iter()
                    .chain(line.pieces.iter().flat_map(|p| &p.segments));
                let text: String = text.map(|segment| format!("{segment:?}")).collect();
                format!("{} {text}", if line.added { '+' } else { '-' })
            })
            .collect();
        assert_eq!(
            lines.iter().filter(|line| line.starts_with('+')).count(),
            3,
            "{lines:?}"
        );
        assert!(
            lines
                .iter()
                .any(|line| line.contains("200B") || line.contains("200b")),
            "{lines:?}"
        );
        assert!(
            file_difference(Some("same\n"), Some("same\n"))
                .lines
                .is_empty()
        );
        assert_eq!(file_difference(None, Some("a\nb\n")).lines.len(), 2);
    }
}
