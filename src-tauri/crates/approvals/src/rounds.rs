//! Words for a server's request that is part of a request of this host.

use consent::InRound;
use messages::{Phrase, phrases};

/// Returns which request of this host it is part of, in a sentence.
pub(crate) fn part_of(round: &InRound) -> Phrase {
    let number = round.round.number;
    match &round.tool {
        Some(tool) => phrases::host_part_of_call(number, domain::tool_label(tool)),
        None => phrases::host_part_of_read(number),
    }
}

/// Returns the object of an audit log row with the request of this host that it is part of.
pub(crate) fn logged(said: Phrase, round: Option<&InRound>) -> Phrase {
    let Some(round) = round else { return said };
    let number = round.round.number;
    match &round.tool {
        Some(tool) => phrases::host_logged_in_call(number, said, domain::tool_label(tool)),
        None => phrases::host_logged_in_read(number, said),
    }
}
