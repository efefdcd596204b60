//! Views of what a server asked for in the rounds of a call.

use domain::{RoundAsk, RoundEnd, RoundEntry};
use host_api::CallRoundView;
use messages::{Phrase, phrases};

/// Returns the views of the rounds of a call.
pub(crate) fn views(rounds: &[RoundEntry]) -> Vec<CallRoundView> {
    let view = |entry: &RoundEntry| CallRoundView {
        number: entry.number,
        said: said(entry).into(),
        pending: entry.end.is_none(),
    };
    rounds.iter().map(view).collect()
}

fn said(entry: &RoundEntry) -> Phrase {
    let what = match entry.ask {
        RoundAsk::Roots => phrases::host_round_roots(),
        RoundAsk::Sampling => phrases::host_round_sampling(),
        RoundAsk::Elicitation => phrases::host_round_elicitation(),
    };
    match entry.end {
        None => phrases::host_round_pending(what),
        Some(RoundEnd::Given) => phrases::host_round_given(what),
        Some(RoundEnd::NotGiven) => phrases::host_round_not_given(what),
        Some(RoundEnd::Withdrawn) => phrases::host_round_withdrawn(what),
    }
}
