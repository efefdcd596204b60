//! What happens to each thing that arrives.

use domain::Round;
use lenient::Fields;
use serde_json::value::RawValue;
use tokio::{
    sync::{mpsc::error::TrySendError, oneshot},
    time::Instant,
};

use super::{
    AT_A_TIME, Asked, AskedBy, Command, Connection,
    pending::{Pending, Waiter},
    round::Rounds,
};
use crate::{
    BoundHit, CallError, CloseReason, HttpError, Repair, ServerRequest,
    asking::Asking,
    bounds::{NOISE_CHARS, TEXT_CHARS},
    events::{Put, ServerEvent, read_log, read_update, read_visit},
    features::{
        tasks::{CHANGED, read_changed},
        tools::Progress,
    },
    jsonrpc::{
        self, INTERNAL_ERROR, INVALID_PARAMS, Incoming, METHOD_NOT_FOUND, OurId, ServerRequestId,
    },
    requests::Reply,
    session::{Disposition, Outcome, Takes},
    text::{clipped, shown},
    traffic::{Defect, Passed},
    transport::{Frame, Receive, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// Handles a frame and those after it that need no wait.
    pub(super) fn on_frames(&mut self, first: Frame) {
        let (before, mut all) = (self.answers_taken, 1);
        self.on_frame(first);
        while all < AT_A_TIME
            && let Some(frame) = self.at_hand()
        {
            self.on_frame(frame);
            all += 1;
        }
        let all = u32::try_from(all).unwrap_or(u32::MAX);
        let unasked = all.saturating_sub(self.answers_taken.wrapping_sub(before));
        // Where all were answers, no clock is looked at.
        if unasked > 0 {
            let now = Instant::now();
            self.allowance
                .charge((unasked, all), self.life.last_received, now);
        }
    }

    /// A frame that needs no wait, unless the connection ends.
    fn at_hand(&mut self) -> Option<Frame> {
        self.ending.is_none().then(|| self.incoming.at_hand())?
    }

    pub(super) fn on_frame(&mut self, frame: Frame) {
        self.show(&frame);
        match frame {
            Frame::Text(text) => self.on_text(text),
            Frame::BadUtf8(text) => {
                self.counters.count(|c| c.bad_utf8 += 1);
                self.on_text(text);
            }
            Frame::TooLong { head } => {
                self.counters.count(|c| c.over_long += 1);
                self.partial.over_long_unsettled = !self.settle_over_long(&head, &[]);
            }
            Frame::TooLongEnd { tail } => {
                if std::mem::take(&mut self.partial.over_long_unsettled) {
                    self.settle_over_long(&[], &tail);
                }
            }
            Frame::Failed { request, error } => self.on_failed(request, error),
            Frame::Paused { request } => {
                if self.waiting.contains(request) {
                    self.outgoing.go_on(request);
                } else {
                    self.outgoing.settled(request, true);
                }
            }
            Frame::SessionGone {
                generation,
                returned,
            } => self.on_session_gone(generation, returned),
        }
    }

    /// Shows a frame to who looks, if anybody does.
    fn show(&self, frame: &Frame) {
        let Some(tap) = self.watch.on() else { return };
        let head;
        let (text, bad) = match frame {
            Frame::Text(text) => {
                let repair = jsonrpc::repaired(text, &self.bounds);
                (text.as_str(), repair.map(Defect::Repaired))
            }
            Frame::BadUtf8(text) => (text.as_str(), Some(Defect::NotUtf8)),
            Frame::TooLong { head: bytes } => {
                head = String::from_utf8_lossy(bytes);
                (head.as_ref(), Some(Defect::TooLong))
            }
            Frame::TooLongEnd { .. }
            | Frame::Failed { .. }
            | Frame::Paused { .. }
            | Frame::SessionGone { .. } => return,
        };
        tap.passed(Passed {
            sent: false,
            text,
            bad,
            round: None,
        });
    }

    pub(super) fn on_message(&mut self, message: Incoming<'_>) {
        match message {
            Incoming::Answer { id, outcome } => self.on_answer(id, outcome),
            Incoming::AnswerToNone(error) => self.on_answer_to_none(error),
            Incoming::Request { id, method, params } => self.on_request(id, &method, params),
            Incoming::Notification { method, params } => self.on_notification(&method, params),
            Incoming::Malformed(text) => {
                self.printed.push(text);
                self.counters.count(|c| c.malformed += 1);
            }
            Incoming::Refused(hit) => {
                tracing::warn!(%hit, "a server's message was refused");
                self.counters.count(|c| c.refused += 1);
            }
            Incoming::Repaired(why) => self.counters.count(|c| c.repaired.count(why)),
            Incoming::Unfinished(text) => self.hold(text),
            Incoming::Noise(text) => {
                self.printed.push(text);
                self.counters.count(|c| {
                    c.noise_lines += 1;
                    c.last_noise = Some(shown(text, NOISE_CHARS));
                });
            }
        }
    }

    /// An error that names no request: it is that of the only one that waits.
    fn on_answer_to_none(&mut self, error: CallError) {
        match self.waiting.only() {
            Some(number) => self.on_answer(OurId { number, odd: true }, Err(error)),
            None => self.counters.count(|c| c.malformed += 1),
        }
    }

    fn settle_over_long(&mut self, head: &[u8], tail: &[u8]) -> bool {
        let id = jsonrpc::edge_id(head, tail);
        if let Some(id) = id {
            self.on_answer(id, Err(BoundHit::MessageBytes.into()));
        }
        id.is_some()
    }

    fn on_answer(&mut self, id: OurId, outcome: Result<&RawValue, CallError>) {
        if id.odd {
            self.counters.count(|c| c.repaired.count(Repair::OddId));
        }
        // Between two rounds nothing was asked that could be answered.
        let gathers = self.waiting.change(id.number, |p| {
            p.rounds.as_ref().is_some_and(Rounds::gathers)
        });
        let answered = gathers == Some(true);
        let Some(pending) = (!answered)
            .then(|| self.waiting.remove(id.number))
            .flatten()
        else {
            let ours = id.number < self.ids.load(std::sync::atomic::Ordering::Relaxed);
            return self.counters.count(|c| {
                if ours {
                    c.late_answers += 1
                } else {
                    c.unknown_answers += 1
                }
            });
        };
        let counts = pending.track.is_none()
            && matches!(pending.waiter, Waiter::Caller(_) | Waiter::IdlePing);
        if counts {
            self.answers.took(self.life.last_received - pending.made);
        }
        self.answers_taken = self.answers_taken.wrapping_add(1);
        self.outgoing.settled(id.number, true);
        match pending.waiter {
            Waiter::Opening(era) => self.finish_opening(era, outcome),
            Waiter::Reopening => self.finish_reopening(outcome),
            // Any answer, an error too, is a sign of life.
            Waiter::IdlePing => {}
            Waiter::Listening => self.listening_ended(id.number, outcome.err()),
            Waiter::Caller(settle) => {
                let takes = Takes {
                    input: pending.rounds.as_ref().is_some_and(|rounds| rounds.again),
                    task: pending.track.is_some(),
                };
                match outcome.and_then(|raw| self.session.outcome(raw, takes)) {
                    Ok(Outcome::Complete(raw)) => settle(Ok(raw)),
                    Ok(Outcome::InputRequired(needed)) => {
                        let waiter = Waiter::Caller(settle);
                        self.gather(Pending { waiter, ..pending }, needed);
                    }
                    Err(error) => {
                        self.look_at(&error);
                        settle(Err(error));
                    }
                }
            }
        }
    }

    /// What an error says of the connection beside the request that it answers.
    fn look_at(&mut self, error: &CallError) {
        if self.session.is_outdated(error) {
            self.put(ServerEvent::ToolsChanged);
        }
        if self.session.is_gone(error) {
            self.ending = Some(CloseReason::VersionGone);
        }
    }

    /// A request ended without an answer, as far as the transport can see: if one came, it was here before.
    pub(super) fn on_failed(&mut self, id: u64, error: CallError) {
        let Some(pending) = self.waiting.remove(id) else {
            return;
        };
        self.outgoing.settled(id, false);
        let begun = pending.begun();
        match pending.waiter {
            Waiter::Opening(era) => self.finish_opening(era, Err(error)),
            Waiter::Reopening => self.finish_reopening(Err(error)),
            Waiter::Listening => self.listening_ended(id, Some(error)),
            Waiter::IdlePing => {
                if let CallError::Http {
                    error: HttpError::TimedOut | HttpError::CutOff,
                    ..
                } = &error
                {
                    self.ping_unanswered();
                } else {
                    self.ending = lost(&error);
                }
            }
            Waiter::Caller(settle) if begun => settle(Err(error.after_a_round())),
            Waiter::Caller(settle) => settle(Err(error)),
        }
    }

    fn on_request(&mut self, id: ServerRequestId, method: &str, params: Option<&RawValue>) {
        match self.session.disposition(method, self.opening.is_none()) {
            Disposition::Acknowledge => self.push(jsonrpc::answer(&id, "{}")),
            Disposition::Ask(asking) => self.ask_host(id, asking, params),
            Disposition::SwitchedOff(asking) => {
                self.count_switched_off(asking);
                self.not_offered(&id);
            }
            Disposition::Unsupported => self.not_offered(&id),
            Disposition::Ignore => self.counters.count(|c| c.refused_requests += 1),
        }
    }

    pub(super) fn count_switched_off(&mut self, asking: Asking) {
        self.counters.count(|c| match asking {
            Asking::Sampling => c.refused_sampling += 1,
            Asking::Elicitation => c.refused_elicitation += 1,
            Asking::Roots => {}
        });
    }

    fn not_offered(&mut self, id: &ServerRequestId) {
        let why = "this client does not offer that method";
        self.refuse(id, METHOD_NOT_FOUND, why);
    }

    fn ask_host(&mut self, id: ServerRequestId, asking: Asking, params: Option<&RawValue>) {
        let by = AskedBy::Message(id.clone());
        if !self.has_room_for(asking) || self.asked.contains_key(&by) {
            return self.refuse(&id, INTERNAL_ERROR, "too many requests are waiting");
        }
        let (request, waits) = match self.read_request(asking, params, by.clone(), None) {
            Ok(read) => read,
            Err(why) => return self.refuse(&id, INVALID_PARAMS, &why),
        };
        let paused = if asking.waits_for_a_person() {
            self.waiting.pause_calls(Instant::now())
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

    /// Whether one more request of this kind may wait for this host.
    pub(super) fn has_room_for(&self, asking: Asking) -> bool {
        let persons = self.asked.values();
        let persons = persons.filter(|a| a.asking.waits_for_a_person()).count();
        self.asked.len() < self.bounds.server_requests
            && (!asking.waits_for_a_person() || persons < self.bounds.person_requests)
    }

    /// Reads a request of the server. Its reply comes back as a command; who replies is told that nobody waits any more when
    /// the other value is dropped.
    pub(super) fn read_request(
        &self,
        asking: Asking,
        params: Option<&RawValue>,
        by: AskedBy,
        round: Option<Round>,
    ) -> Result<(ServerRequest, oneshot::Sender<()>), String> {
        let (waits, gone) = oneshot::channel();
        let handle = self.handle.clone();
        let send = move |answer| {
            // The connection may have ended: then nobody waits for the answer.
            if let Some(commands) = handle.upgrade() {
                let _ = commands.send(Command::Answer { to: by, answer });
            }
        };
        let reply = |_| Reply::new(send, gone);
        let request = ServerRequest::read(asking, params, self.server, round, &self.bounds, reply)?;
        Ok((request, waits))
    }

    fn refuse(&mut self, id: &ServerRequestId, code: i64, why: &str) {
        self.counters.count(|c| c.refused_requests += 1);
        self.push(jsonrpc::error_answer(id, code, why));
    }

    fn on_notification(&mut self, method: &str, params: Option<&RawValue>) {
        self.listening.heard(method);
        // A server that says anything works on what it was asked.
        self.waiting.calls_are_alive(Instant::now());
        let understood = match method {
            "notifications/subscriptions/acknowledged" => {
                self.acknowledged();
                true
            }
            "notifications/tools/list_changed" => {
                self.put(ServerEvent::ToolsChanged);
                true
            }
            "notifications/resources/list_changed" => {
                self.put(ServerEvent::ResourcesChanged);
                true
            }
            "notifications/prompts/list_changed" => {
                self.put(ServerEvent::PromptsChanged);
                true
            }
            "notifications/resources/updated" => params
                .and_then(read_update)
                .map(|update| self.put(update))
                .is_some(),
            "notifications/message" => params.map(|log| self.put(read_log(log))).is_some(),
            "notifications/progress" => params
                .and_then(read_progress)
                .map(|(token, progress)| self.on_progress(token, progress))
                .is_some(),
            CHANGED => params
                .and_then(read_changed)
                .map(|task| self.task_changed(&task))
                .is_some(),
            "notifications/elicitation/complete" => {
                params.and_then(read_visit).map(|v| self.put(v)).is_some()
            }
            "notifications/cancelled" => params
                .and_then(read_cancelled)
                .map(|id| self.on_cancelled(&id))
                .is_some(),
            _ => {
                self.counters.count(|c| c.ignored_notifications += 1);
                true
            }
        };
        if !understood {
            self.counters.count(|c| c.malformed += 1);
        }
    }

    pub(super) fn put(&mut self, event: ServerEvent) {
        if let ServerEvent::ResourceUpdated { uri } = &event {
            self.cache.changed(Some(uri.as_data()));
        } else if matches!(event, ServerEvent::ResourcesChanged) {
            self.cache.changed(None);
        }
        match self.events.put(event) {
            Put::Queued => {}
            Put::Coalesced => self.counters.count(|c| c.coalesced_notifications += 1),
            Put::Dropped => self.counters.count(|c| c.dropped_notifications += 1),
        }
    }

    /// Routes progress to its call. Only progress that rises is passed on, and only so often.
    fn on_progress(&mut self, token: OurId, progress: Option<Progress>) {
        let most = self.bounds.progress_per_request;
        let taken = self.waiting.change(token.number, |pending| {
            let track = pending.track.as_mut()?;
            pending.progress_seen = pending.progress_seen.saturating_add(1);
            let progress = progress?;
            let rises = track.last.is_none_or(|last| progress.progress > last);
            if pending.progress_seen > most || !rises {
                return None;
            }
            track.last = Some(progress.progress);
            // A caller that does not listen loses nothing.
            let full = matches!(
                track.progress.try_send(progress),
                Err(TrySendError::Full(_))
            );
            (!full).then_some(())
        });
        if taken.flatten().is_none() {
            self.counters.count(|c| c.dropped_progress += 1);
        }
    }

    /// The server cancels a request of its own; unknown ones are ignored.
    fn on_cancelled(&mut self, id: &ServerRequestId) {
        if self.listening.is(id) {
            return self.listening_cancelled();
        }
        if self.no_longer_asked(&AskedBy::Message(id.clone())) {
            tracing::debug!("a server cancelled its request");
        }
    }
}

/// Why a ping that failed so ends the connection. A server that answers anything in HTTP lives.
fn lost(error: &CallError) -> Option<CloseReason> {
    let CallError::Http { error, .. } = error else {
        return None;
    };
    match error {
        HttpError::SignIn(_) => Some(CloseReason::NeedsSignIn),
        HttpError::Dns
        | HttpError::Refused
        | HttpError::Tls(_)
        | HttpError::Link(_)
        | HttpError::Connect(_)
        | HttpError::Account(_)
        | HttpError::BadToken => Some(CloseReason::Unreachable),
        HttpError::TimedOut
        | HttpError::CutOff
        | HttpError::Status { .. }
        | HttpError::Redirect { .. }
        | HttpError::Empty
        | HttpError::ContentType(_)
        | HttpError::Packed(_)
        | HttpError::SessionLost
        | HttpError::BadSession
        | HttpError::Endpoint(_)
        | HttpError::EndpointRefused { .. } => None,
    }
}

/// The request that progress is of, and the progress if it is one that can be compared.
fn read_progress(params: &RawValue) -> Option<(OurId, Option<Progress>)> {
    let mut fields = Fields::of(params)?;
    let token = OurId::read(fields.raw("progressToken")?)?;
    let message = fields.text("message");
    let message = message.map(|m| domain::Untrusted::new(clipped(&m, TEXT_CHARS)));
    let progress = fields.number("progress").map(|progress| Progress {
        progress,
        total: fields.number("total"),
        message,
    });
    Some((token, progress))
}

fn read_cancelled(params: &RawValue) -> Option<ServerRequestId> {
    let mut fields = Fields::of(params)?;
    if let Some(reason) = fields.text("reason") {
        tracing::debug!(
            reason = shown(&reason, NOISE_CHARS),
            "a server cancels its request"
        );
    }
    ServerRequestId::from_raw(fields.raw("requestId")?)
}
