//! A request that the server answers by asking for something first: it is asked again, with that, as one request to its caller
//! (2026-07-28, basic/patterns/mrtr). What the server asks for is handed to the host as any request of a server is.

use std::{collections::BTreeMap, sync::atomic::Ordering};

use domain::Round;
use tokio::time::Instant;

use super::{
    Asked, AskedBy, Connection,
    pending::{Pending, Waiter},
    round::Gathering,
};
use crate::{
    CallError, InputProblem, ServerRequest,
    asking::Asking,
    bounds::{INPUT_PAUSE, INPUT_ROUNDS},
    events::ServerEvent,
    header::Header,
    jsonrpc,
    requests::Answered,
    session::{Disposition, InputAsked, InputNeeded},
    transport::{Receive, TransportWriter},
};

/// A request for input that was read.
type Read = (
    AskedBy,
    Asking,
    ServerRequest,
    tokio::sync::oneshot::Sender<()>,
);

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// Asks the host for what the server needs. The request waits on under the identifier of its next round, so that nothing which
    /// still comes for the last one is taken for its answer.
    pub(super) fn gather(&mut self, mut pending: Pending, needed: InputNeeded<'_>) {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let Some(rounds) = &mut pending.rounds else {
            return;
        };
        rounds.done += 1;
        self.cache.in_rounds();
        if rounds.done > INPUT_ROUNDS {
            return settle(pending, InputProblem::Rounds);
        }
        let round = Round {
            call: pending.track.as_ref().map(|track| track.call),
            number: rounds.done,
        };
        rounds.gathering = Some(Gathering {
            state: needed.state.map(ToOwned::to_owned),
            given: BTreeMap::new(),
            missing: needed.asked.len(),
        });
        let requests = match self.read_all(id, round, needed.asked) {
            Ok(requests) => requests,
            Err(problem) => {
                self.counters.count(|c| c.refused_requests += 1);
                return settle(pending, problem);
            }
        };
        self.waiting.insert(id, pending);
        if requests.is_empty() {
            let (least, most) = INPUT_PAUSE;
            let wait = least.saturating_mul(2u32.saturating_pow(round.number.saturating_sub(1)));
            self.paced.push((Instant::now() + wait.min(most), id));
            return;
        }
        let now = Instant::now();
        for (by, asking, request, waits) in requests {
            let paused = if asking.waits_for_a_person() {
                self.waiting.change(id, |pending| pending.clock.pause(now));
                vec![id]
            } else {
                Vec::new()
            };
            let asked = Asked {
                asking,
                paused,
                _waits: waits,
            };
            self.asked.insert(by, asked);
            // If the queue is full, the reply is dropped with the event and answers with an error when it is dropped.
            self.put(ServerEvent::Request(request));
        }
    }

    /// Sends again what was paced, and is due.
    pub(super) fn ask_paced_again(&mut self, now: Instant) {
        while let Some(at) = self.paced.iter().position(|(due, _)| *due <= now) {
            let (_, id) = self.paced.swap_remove(at);
            self.ask_again(id);
        }
    }

    /// Reads every request of a round before one of them is handed on.
    fn read_all(
        &mut self,
        id: u64,
        round: Round,
        all: Vec<InputAsked<'_>>,
    ) -> Result<Vec<Read>, InputProblem> {
        let mut persons = 0;
        let mut requests: Vec<Read> = Vec::with_capacity(all.len());
        for one in all {
            let asking = match self.session.asked_inside(&one.method) {
                Disposition::Ask(asking) => asking,
                Disposition::SwitchedOff(asking) => {
                    self.count_switched_off(asking);
                    return Err(InputProblem::NotOffered);
                }
                Disposition::Acknowledge | Disposition::Unsupported | Disposition::Ignore => {
                    return Err(InputProblem::NotOffered);
                }
            };
            persons += usize::from(asking.waits_for_a_person());
            if !self.has_room_for(asking) || persons > self.bounds.person_requests {
                return Err(InputProblem::TooMany);
            }
            let by = AskedBy::Round {
                request: id,
                key: one.key,
            };
            let (request, waits) = self
                .read_request(asking, one.params, by.clone(), Some(round))
                .map_err(InputProblem::Unreadable)?;
            requests.push((by, asking, request, waits));
        }
        Ok(requests)
    }

    /// A part of the input of a round is there, or is not given.
    pub(super) fn take_input(&mut self, id: u64, key: &str, answer: Answered) {
        let given = match answer {
            Ok(given) => given,
            Err((_, why)) => return self.end_round(id, InputProblem::NotGiven(why)),
        };
        let complete = self.waiting.change(id, |pending| {
            let gathering = pending.rounds.as_mut()?.gathering.as_mut()?;
            if gathering.given.insert(key.to_owned(), given).is_none() {
                gathering.missing = gathering.missing.saturating_sub(1);
            }
            Some(gathering.missing == 0)
        });
        if complete.flatten() == Some(true) {
            self.ask_again(id);
        }
    }

    fn end_round(&mut self, id: u64, problem: InputProblem) {
        self.forget_round(id);
        if let Some(pending) = self.waiting.remove(id) {
            settle(pending, problem);
        }
    }

    /// Nobody waits any more for the input of a round.
    pub(super) fn forget_round(&mut self, id: u64) {
        self.paced.retain(|(_, paced)| *paced != id);
        let of_it = |by: &&AskedBy| matches!(by, AskedBy::Round { request, .. } if *request == id);
        let all: Vec<_> = self.asked.keys().filter(of_it).cloned().collect();
        for by in all {
            self.no_longer_asked(&by);
        }
    }

    /// Sends the request again with its input.
    fn ask_again(&mut self, id: u64) {
        let Some(mut pending) = self.waiting.remove(id) else {
            return;
        };
        let now = Instant::now();
        let Some((text, headers)) = self.next_round(id, &mut pending) else {
            let why = "it cannot be asked again".to_owned();
            return settle(pending, InputProblem::Unreadable(why));
        };
        pending.made = now;
        pending.clock.alive(now);
        if let Some(track) = &mut pending.track {
            track.last = None;
        }
        match self.room.take(text.len()) {
            Ok(place) => {
                self.waiting.insert(id, pending);
                self.outbox.push(text, Some(id), headers, place);
            }
            Err(_) => settle(pending, InputProblem::TooMany),
        }
    }

    fn next_round(&self, id: u64, pending: &mut Pending) -> Option<(String, Vec<Header>)> {
        let token = pending.track.is_some().then_some(id);
        let rounds = pending.rounds.as_mut()?;
        let gathering = rounds.gathering.take()?;
        let meta = self.session.meta(token);
        let given = Some(&gathering.given).filter(|given| !given.is_empty());
        let text = jsonrpc::again(&rounds.text, id, meta, given, gathering.state.as_deref());
        Some((text.ok()?, rounds.headers.clone()))
    }
}

fn settle(pending: Pending, problem: InputProblem) {
    if let Waiter::Caller(settle) = pending.waiter {
        settle(Err(CallError::Input(problem)));
    }
}
