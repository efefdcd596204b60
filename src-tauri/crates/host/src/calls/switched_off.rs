//! Names the switch that a failed call needs: the server requested a feature that is switched off for it.

use domain::{Content, ToolOutcome};
use mcp::{Counters, MayAsk};
use store::{CallState, ServerRecord};

use host_api::FeatureView;

use crate::{calls::call::End, content, switches};

/// Maximum size of a server's text that is searched, in bytes.
const SEARCHED: usize = 16 * 1024;

/// Adds the switch to the reason of a failed call. `before`, `after`: the counters of its connection when it was sent and when it
/// ended.
pub(super) fn explain(server: &ServerRecord, before: &Counters, after: &Counters, end: End) -> End {
    let Some(said) = failure_text(&end) else {
        return end;
    };
    let lead = match switches::refused(before, after) {
        Some(feature) => Some((feature, "During this call, the server requested")),
        None => switches::wanted(&said, may_ask(server))
            .map(|feature| (feature, "Its error may come from")),
    };
    let Some((feature, lead)) = lead else {
        return end;
    };
    let why = format!("{lead} {}", sentence(feature, server));
    let reason = end
        .reason
        .map_or(why.clone(), |known| format!("{known} {why}"));
    End {
        reason: Some(reason),
        ..end
    }
}

/// Returns the reason of a call whose server wants a page visited first, while it may not ask for that.
pub(super) fn no_visit(server: &ServerRecord) -> String {
    format!(
        "The server did nothing: it wants a page visited first. That requires {}",
        sentence(FeatureView::Elicitation, server)
    )
}

fn sentence(feature: FeatureView, server: &ServerRecord) -> String {
    let (name, to_do) = (
        switches::name(feature),
        switches::to_do(feature, &server.name),
    );
    format!("{name}, which is switched off for it. {to_do}")
}

fn may_ask(server: &ServerRecord) -> MayAsk {
    MayAsk {
        sampling: server.sampling,
        elicitation: server.elicitation,
    }
}

/// Returns the beginning of what the server says about its failure; none if the call did not fail.
fn failure_text(end: &End) -> Option<String> {
    let reported = |outcome: &ToolOutcome| {
        let texts = outcome.content.iter().filter_map(|block| match block {
            Content::Text { text, .. } => Some(content::cut(text, SEARCHED)),
            Content::Image { .. }
            | Content::Audio { .. }
            | Content::Resource { .. }
            | Content::Unknown { .. } => None,
        });
        let mut said = texts.take(8).collect::<Vec<_>>().join("\n");
        said.truncate(content::cut(&said, SEARCHED).len());
        said
    };
    match end.state {
        CallState::Done => end.outcome.as_deref().filter(|o| o.is_error).map(reported),
        CallState::Failed | CallState::Unknown => end.reason.clone(),
        CallState::Waiting | CallState::Running | CallState::Denied | CallState::Cancelled => None,
    }
}
