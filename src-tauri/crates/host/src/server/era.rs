//! The words for how a server is spoken to.

use mcp::{Era, Spoken, Why, bounds::PROBE};
use messages::{Phrase, phrases};

/// Returns how a server is spoken to and why, as words after a label.
pub(super) fn said(spoken: &Spoken) -> Phrase {
    match (spoken.era, spoken.why) {
        (Era::Stateless, Why::Chosen) => phrases::host_era_stateless_chosen(),
        (Era::Stateful, Why::Chosen) => phrases::host_era_stateful_chosen(),
        (Era::Stateful, Why::MayAsk) => phrases::host_era_stateful_may_ask(),
        (Era::Stateless, Why::Remembered) => phrases::host_era_stateless_before(),
        (
            Era::Stateless,
            Why::Discovered | Why::NotKnown | Why::Silent | Why::OlderOnly | Why::MayAsk,
        ) => phrases::host_era_stateless(),
        (Era::Stateful, Why::Remembered) => phrases::host_era_stateful_before(),
        (Era::Stateful, Why::Silent) => phrases::host_era_stateful_silent(PROBE.as_secs()),
        (Era::Stateful, Why::OlderOnly) => phrases::host_era_stateful_older(),
        (Era::Stateful, Why::NotKnown | Why::Discovered) => phrases::host_era_stateful(),
    }
}
