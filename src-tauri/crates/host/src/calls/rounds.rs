//! Rounds of a call: what its server asks for in its results, before it answers.

use domain::{CallId, Round, RoundAsk, RoundEnd, RoundEntry};

use crate::inner::Inner;

/// The place of one thing that a server asked for among those of its call.
#[derive(Clone, Copy)]
pub(crate) struct RoundMark {
    call: CallId,
    place: usize,
}

impl Inner {
    /// Notes on a call that its server asks for something; none if it is part of no call.
    pub(crate) async fn round_begins(
        &self,
        round: Option<Round>,
        ask: RoundAsk,
    ) -> Option<RoundMark> {
        let round = round?;
        let call = round.call?;
        let entry = RoundEntry {
            number: round.number,
            ask,
            end: None,
        };
        let rounds = self.calls.add_round(call, entry)?;
        // The list is written again when the call ends.
        if let Err(error) = self.store.calls().set_rounds(call, &rounds).await {
            tracing::warn!(%error, "a round of a call could not be stored");
        }
        self.emit_call(call).await;
        let place = rounds.len().checked_sub(1)?;
        Some(RoundMark { call, place })
    }

    /// Notes what became of it.
    pub(crate) async fn round_ends(&self, mark: Option<RoundMark>, end: RoundEnd) {
        if let Some(RoundMark { call, place }) = mark
            && self.calls.end_round(call, place, end)
        {
            self.emit_call(call).await;
        }
    }
}

/// Returns what its server asked for, for a call that ended: nobody waits for what is still pending.
pub(super) fn over(rounds: &[RoundEntry]) -> Vec<RoundEntry> {
    let ended = |entry: &RoundEntry| RoundEntry {
        end: entry.end.or(Some(RoundEnd::Withdrawn)),
        ..*entry
    };
    rounds.iter().map(ended).collect()
}
