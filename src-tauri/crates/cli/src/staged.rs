//! Reviewed changes of folders: `roots pending | apply | discard`.

use std::path::Path;

use domain::ServerId;
use host::Host;
use host_api::{
    ChangeKindView, ChangeSideView, DifferenceLineView, SegmentView, StagedChangeView,
    StagedDifferenceView, StagedOutcomeView, StagedView,
};
use messages::{Phrase, phrases};
use serde_json::json;

use crate::{
    options::Approve,
    output::{self, Failure, Output},
    text::plain,
    words::{said, say},
};

/// Prints what is pending, of one folder or of all under review; with `diff` also the lines that differ.
pub(crate) async fn pending(
    host: &Host,
    id: ServerId,
    folder: Option<&str>,
    diff: bool,
    output: Output,
) -> Result<(), Failure> {
    let folders: Vec<String> = match folder {
        Some(folder) => vec![folder.to_owned()],
        None => {
            let roots = host.roots(id)?.roots.into_iter();
            let staged = roots.filter(|root| root.access == host_api::RootAccessView::Staged);
            staged.map(|root| root.key).collect()
        }
    };
    let mut found = Vec::new();
    for folder in &folders {
        let view = host.staged_changes(id, folder).await?;
        let mut differences = Vec::new();
        if diff {
            for change in &view.changes {
                differences.push(host.staged_difference(id, folder, &change.key).await?);
            }
        }
        found.push((view, differences));
    }
    let all: Vec<_> = found
        .iter()
        .map(|(view, differences)| json!({ "folder": view, "differences": differences }))
        .collect();
    output.one(&json!({ "folders": all }), || {
        let mut lines = Vec::new();
        for (view, differences) in &found {
            of_folder(view, differences, &mut lines);
        }
        if lines.is_empty() {
            lines.push(say(phrases::terminal_staged_none()));
        }
        lines.join("\n")
    });
    Ok(())
}

fn of_folder(view: &StagedView, differences: &[StagedDifferenceView], lines: &mut Vec<String>) {
    let count = view.changes.len() as u64 + u64::from(view.more);
    lines.push(say(phrases::terminal_staged_folder(count, &view.path)));
    for (at, change) in view.changes.iter().enumerate() {
        lines.push(line(change));
        if let Some(difference) = differences.get(at) {
            shown(difference, lines);
        }
    }
    rest(view.more, lines);
}

/// Says how many changes are not listed.
pub(crate) fn rest(more: u32, lines: &mut Vec<String>) {
    if more > 0 {
        lines.push(say(phrases::terminal_staged_more(more)));
    }
}

/// One change: a sign, its path and what it is.
pub(crate) fn line(change: &StagedChangeView) -> String {
    let sign = match change.kind {
        ChangeKindView::Added => '+',
        ChangeKindView::Changed => '~',
        ChangeKindView::Mode => 'm',
        ChangeKindView::Deleted => '-',
        ChangeKindView::Unknown => '!',
    };
    let mut words: Vec<String> = what(change).map(say).into_iter().collect();
    if change.becomes_program {
        words.push(say(phrases::terminal_staged_program()));
    } else if change.runs {
        words.push(say(phrases::terminal_staged_runs()));
    }
    words.extend(change.trouble.as_ref().map(said));
    format!("  {sign} {}  {}", path(change), words.join("; "))
}

/// The path of a change relative to its folder.
fn path(change: &StagedChangeView) -> String {
    match change.folder.is_empty() {
        true => change.name.clone(),
        false => format!("{}/{}", change.folder, change.name),
    }
}

fn what(change: &StagedChangeView) -> Option<Phrase> {
    use ChangeSideView::{File, Folder, Link, Tree};
    let link = |target: &String, outside: bool| match outside {
        true => phrases::terminal_staged_link_outside(target),
        false => phrases::terminal_staged_link(target),
    };
    Some(match (&change.old, &change.new) {
        (
            Some(File { mode: old, .. } | Folder { mode: old }),
            Some(File { mode, .. } | Folder { mode }),
        ) if change.kind == ChangeKindView::Mode => phrases::terminal_staged_mode(mode, old),
        (Some(File { bytes: old, .. }), Some(File { bytes, .. })) => {
            phrases::terminal_staged_changed(output::size(*bytes), output::size(*old))
        }
        (_, Some(File { bytes, .. })) => phrases::terminal_staged_added(output::size(*bytes)),
        (_, Some(Link { target, outside })) => link(target, *outside),
        (_, Some(Folder { .. })) => phrases::terminal_staged_new_folder(),
        (Some(File { bytes, .. }), None) => phrases::terminal_staged_deleted(output::size(*bytes)),
        (Some(Tree { files, bytes }), None) => {
            phrases::terminal_staged_deleted_folder(*files, output::size(*bytes))
        }
        (Some(Link { .. }), None) => phrases::terminal_staged_deleted_link(),
        (Some(Folder { .. }), None) | (_, Some(Tree { .. })) | (None, None) => return None,
    })
}

fn shown(view: &StagedDifferenceView, lines: &mut Vec<String>) {
    if let Some(note) = &view.note {
        lines.push(format!("      {}", said(note)));
    }
    let Some(difference) = &view.difference else {
        return;
    };
    lines.extend(difference.lines.iter().map(changed_line));
    if difference.more > 0 {
        let more = phrases::terminal_staged_more_lines(difference.more);
        lines.push(format!("      {}", say(more)));
    }
}

fn changed_line(line: &DifferenceLineView) -> String {
    let sign = if line.added { '+' } else { '-' };
    let pieces = line.pieces.iter().flat_map(|piece| piece.segments.iter());
    let text: Vec<SegmentView> = pieces.cloned().collect();
    format!("      {sign} {}: {}", plain(&line.label), plain(&text))
}

/// Applies changes: those of these paths, or all that can be and that other programs do not run.
pub(crate) async fn apply(
    host: &Host,
    id: ServerId,
    folder: &str,
    only: &[String],
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let keys = keys(host, id, folder, only).await?;
    let once = approve == Approve::Once;
    let done = host.apply_staged(id, folder, keys, once).await?;
    output.one(&json!({ "applied": done.done, "left": done.left }), || {
        outcome(phrases::terminal_staged_applied(done.done), &done)
    });
    left(&done)
}

/// Discards changes: those of these paths, or all.
pub(crate) async fn discard(
    host: &Host,
    id: ServerId,
    folder: &str,
    only: &[String],
    output: Output,
) -> Result<(), Failure> {
    let keys = keys(host, id, folder, only).await?;
    let done = host.discard_staged(id, folder, keys).await?;
    output.one(
        &json!({ "discarded": done.done, "left": done.left }),
        || outcome(phrases::terminal_staged_discarded(done.done), &done),
    );
    left(&done)
}

fn outcome(first: Phrase, view: &StagedOutcomeView) -> String {
    let mut lines = vec![say(first)];
    for left in &view.left {
        lines.push(format!("  ! {}  {}", left.path, said(&left.why)));
    }
    lines.join("\n")
}

fn left(view: &StagedOutcomeView) -> Result<(), Failure> {
    match view.left.len() {
        0 => Ok(()),
        count => Err(Failure::data(phrases::terminal_staged_left(count))),
    }
}

/// The keys of the changes at these paths, relative to the folder; none for all.
async fn keys(
    host: &Host,
    id: ServerId,
    folder: &str,
    only: &[String],
) -> Result<Option<Vec<String>>, Failure> {
    if only.is_empty() {
        return Ok(None);
    }
    let view = host.staged_changes(id, folder).await?;
    let mut keys = Vec::new();
    for wanted in only {
        let inside = Path::new(wanted);
        let chosen = view
            .changes
            .iter()
            .filter(|change| change.key == *wanted || Path::new(&path(change)).starts_with(inside));
        let before = keys.len();
        keys.extend(chosen.map(|change| change.key.clone()));
        if keys.len() == before {
            return Err(Failure::usage(phrases::terminal_staged_unknown(wanted)));
        }
    }
    Ok(Some(keys))
}
