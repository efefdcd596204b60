//! How a call ended, for people and as an exit code.

use host_api::{CallStateView, CallView, DecidedByView};
use messages::phrases;

use crate::{
    output::{Failure, Output, note},
    values::{block_text, cut_text},
    words::{said, say},
};

/// Prints how a call ended; an end other than done is a failure.
pub(crate) fn finish(view: &CallView, output: Output) -> Result<(), Failure> {
    output.one(view, || text(view));
    outcome(view)
}

fn outcome(view: &CallView) -> Result<(), Failure> {
    let is_done = matches!(
        view.state,
        CallStateView::Done {
            tool_error: false,
            ..
        }
    );
    if let Some(why) = &view.sandboxed {
        if is_done {
            // Nothing stopped it: this is what it made.
            note(&said(why));
            return Ok(());
        }
        return Err(Failure::sandboxed(phrases::terminal_tool_sandboxed()).hint(why.clone()));
    }
    match &view.state {
        CallStateView::Done {
            tool_error: false, ..
        } => Ok(()),
        CallStateView::Done {
            tool_error: true,
            hint,
            ..
        } => {
            let failure = Failure::failed(phrases::terminal_tool_error());
            Err(match hint {
                Some(hint) => failure.hint(hint.clone()),
                None => failure,
            })
        }
        CallStateView::Denied { reason, by } => {
            let failure = Failure::denied(reason.clone());
            Err(match by {
                Some(DecidedByView::Unattended) => failure.hint(phrases::terminal_hint_once()),
                _ => failure,
            })
        }
        CallStateView::Failed { reason, .. } | CallStateView::Cancelled { reason } => {
            Err(Failure::failed(reason.clone()))
        }
        CallStateView::Unknown { reason } => {
            Err(Failure::failed(reason.clone()).hint(phrases::terminal_hint_check_first()))
        }
        CallStateView::Waiting { .. } | CallStateView::Running { .. } => {
            Err(Failure::failed(phrases::terminal_call_not_ended()))
        }
    }
}

/// A call's result as text; control characters from the server are written out already.
pub(crate) fn text(view: &CallView) -> String {
    let blocks: Vec<String> = view.result.iter().map(block_text).collect();
    let texts: Vec<&str> = blocks.iter().map(String::as_str).collect();
    let structured = view
        .structured
        .iter()
        .filter(|structured| !domain::is_told(&structured.json, &texts))
        .map(|structured| cut_text(&structured.json, structured.cut));
    let misfit = view
        .misfit
        .iter()
        .map(|why| say(phrases::terminal_misfit(why)));
    let all = blocks.iter().cloned().chain(structured).chain(misfit);
    all.collect::<Vec<_>>().join("\n")
}
