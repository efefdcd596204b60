//! Names the switch that a failed call needs: the server requested a feature that is switched off for it.

use mcp::{Counters, MayAsk};
use messages::{Phrase, phrases};
use store::ServerRecord;

use host_api::FeatureView;

use crate::{calls::call::End, switches};

/// Adds the switch to the reason of a failed call. `before`, `after`: the counters of its connection when it was sent and when it
/// ended.
pub(super) fn explain(server: &ServerRecord, before: &Counters, after: &Counters, end: End) -> End {
    let Some(said) = end.failure_text() else {
        return end;
    };
    let why = match switches::refused(before, after) {
        Some(feature) => {
            let (name, to_do) = words(feature, server);
            phrases::host_call_requested_off(name, to_do)
        }
        None => match switches::wanted(&said, may_ask(server)) {
            Some(feature) => {
                let (name, to_do) = words(feature, server);
                phrases::host_call_may_want(name, to_do)
            }
            None => return end,
        },
    };
    let reason = match end.reason {
        Some(known) => phrases::host_sentences(&known, why),
        None => why,
    };
    End {
        reason: Some(reason.into()),
        ..end
    }
}

/// Returns the reason of a call whose server wants a page visited first, while it may not ask for that.
pub(super) fn no_visit(server: &ServerRecord) -> Phrase {
    let (name, to_do) = words(FeatureView::Elicitation, server);
    phrases::host_call_visit_off(name, to_do)
}

fn words(feature: FeatureView, server: &ServerRecord) -> (Phrase, Phrase) {
    (
        switches::name(feature),
        switches::to_do(feature, &server.name),
    )
}

fn may_ask(server: &ServerRecord) -> MayAsk {
    MayAsk {
        sampling: server.sampling,
        elicitation: server.elicitation,
    }
}
