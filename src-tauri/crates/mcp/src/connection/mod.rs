//! The actor of one connection: it alone reads, writes, keeps time and knows which requests wait.
//!
//! One loop, no locks held across a wait, no task per message. Requests leave through a bounded outbox, so that a server that
//! does not read its input stops neither time limits nor `close`.

mod allowance;
mod changes;
mod clock;
mod held;
mod inbound;
mod life;
mod lines;
mod listening;
mod opening;
mod outbox;
mod pending;
mod renewal;
mod round;
mod rounds;
mod time;

use std::{
    collections::HashMap,
    io,
    pin::{Pin, pin},
    sync::{Arc, atomic::AtomicU64},
};

use domain::{CallId, ServerId};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc, oneshot},
    time::{Duration, Instant, Sleep, sleep_until, timeout},
};

pub(crate) use outbox::{Place, Room};
pub(crate) use pending::{CallTrack, Settle};

use allowance::Allowance;
use changes::Listening;
use clock::Clock;
use held::Partial;
use life::Life;
use outbox::Outbox;
use pending::{Pending, Waiter, Waiting};
use round::Rounds;

use crate::{
    Bounds, CallError, CloseReason, ConnectError, NotSent, Printed, ServerInfo, Spoken, Wire,
    asking::Asking,
    bounds::{LAST_FRAMES, LAST_FRAMES_TIME},
    cache::Cache,
    counters::{SharedAnswers, SharedCounters},
    events::EventSender,
    following::FollowedTasks,
    header::Header,
    jsonrpc::{self, ServerRequestId},
    requests::Answered,
    session::{InputNeeded, InputRequest, Negotiation, Session},
    traffic::{Passed, Watch},
    transport::{End, Frame, Receive, Returned, TransportWriter},
};

/// What says that the folders of a server changed (2025-03-26, client/roots).
const ROOTS_CHANGED: &str = "notifications/roots/list_changed";
/// Most frames or commands that are taken in a row before the others get their turn.
const AT_A_TIME: usize = 64;

/// A request on its way to the connection.
pub(crate) struct NewRequest {
    pub(crate) id: u64,
    pub(crate) text: String,
    pub(crate) headers: Vec<Header>,
    /// Whether it can be asked again with what the server needs first.
    pub(crate) again: bool,
    /// What the server needs before it is sent at all.
    pub(crate) first: Vec<InputRequest>,
    pub(crate) place: Place,
    pub(crate) slot: OwnedSemaphorePermit,
    /// When it was made: its time limits begin here, not when it is written.
    pub(crate) made: Instant,
    pub(crate) idle: Duration,
    pub(crate) hard: Duration,
    pub(crate) track: Option<CallTrack>,
    pub(crate) settle: Settle,
}

/// What the handles tell the connection. Requests are bounded by their [`Place`]; the others are small and come from
/// this host alone.
pub(crate) enum Command {
    Request(NewRequest),
    /// The user or the host gives up a call.
    Cancel {
        call: CallId,
        reason: String,
    },
    /// Nobody waits for this request any more.
    Abandon(u64),
    /// The call waits for a person.
    Pause(CallId),
    Resume(CallId),
    /// The answer to a server's request.
    Answer {
        to: AskedBy,
        answer: Answered,
    },
    /// A resource is listened for from now on, or no more.
    Listen {
        uri: String,
        begins: bool,
    },
    /// Other tasks are followed from now on.
    TasksChanged,
    /// The folders that this server may know of changed.
    RootsChanged,
    Close,
}

/// Which request of the server an answer is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AskedBy {
    /// A message of its own.
    Message(ServerRequestId),
    /// A part of the answer to a request of ours, by the server's name for it.
    Round { request: u64, key: String },
}

/// What an open session is.
pub(crate) struct Established {
    pub(crate) info: ServerInfo,
    pub(crate) wire: Wire,
    pub(crate) session: Arc<dyn Session>,
    pub(crate) spoken: Spoken,
}

/// What a connection is made of, beside its two streams.
pub(crate) struct Rest {
    pub(crate) server: ServerId,
    pub(crate) negotiation: Negotiation,
    pub(crate) bounds: Arc<Bounds>,
    pub(crate) ids: Arc<AtomicU64>,
    pub(crate) room: Room,
    pub(crate) commands: mpsc::UnboundedReceiver<Command>,
    pub(crate) handle: mpsc::WeakUnboundedSender<Command>,
    pub(crate) events: EventSender,
    pub(crate) counters: SharedCounters,
    pub(crate) answers: SharedAnswers,
    pub(crate) cache: Arc<Cache>,
    pub(crate) watch: Watch,
    pub(crate) printed: Printed,
    pub(crate) tasks: FollowedTasks,
    pub(crate) opening: oneshot::Sender<Result<Established, ConnectError>>,
}

pub(crate) struct Connection<I, O> {
    incoming: I,
    outgoing: O,
    server: ServerId,
    negotiation: Negotiation,
    /// When the negotiation wants to know that nothing was answered.
    soon: Option<Instant>,
    session: Arc<dyn Session>,
    bounds: Arc<Bounds>,
    ids: Arc<AtomicU64>,
    room: Room,
    commands: mpsc::UnboundedReceiver<Command>,
    handle: mpsc::WeakUnboundedSender<Command>,
    events: EventSender,
    counters: SharedCounters,
    answers: SharedAnswers,
    cache: Arc<Cache>,
    watch: Watch,
    printed: Printed,
    /// The tasks that are followed.
    tasks: FollowedTasks,
    /// Who waits for the session to open; taken when it is.
    opening: Option<oneshot::Sender<Result<Established, ConnectError>>>,
    /// What the server said of itself when it opened; another session must be of the same server.
    info: Option<ServerInfo>,
    /// Requests that came back unread, while another session is opened.
    returned: Option<Vec<Returned>>,
    outbox: Outbox,
    waiting: Waiting,
    /// Requests of the server that the host has not answered yet.
    asked: HashMap<AskedBy, Asked>,
    /// Requests that are sent again without input, and when.
    paced: Vec<(Instant, u64)>,
    listening: Listening,
    partial: Partial,
    life: Life,
    allowance: Allowance,
    /// How many frames answered something since they are counted.
    answers_taken: u32,
    ending: Option<CloseReason>,
}

/// A request of the server that waits for this host.
struct Asked {
    asking: Asking,
    /// Our calls whose clocks stand still until it is answered.
    paused: Vec<u64>,
    /// Tells who answers that nobody waits any more, by being dropped.
    _waits: oneshot::Sender<()>,
}

enum Happened {
    Received(Result<Frame, End>),
    /// So many messages.
    Sent(io::Result<usize>),
    Told(Option<Command>),
    Time,
}

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    pub(crate) fn new(incoming: I, outgoing: O, rest: Rest) -> Self {
        Self {
            incoming,
            outgoing,
            server: rest.server,
            session: rest.negotiation.until_open(),
            allowance: Allowance::new(rest.bounds.unasked_part, Instant::now()),
            answers_taken: 0,
            negotiation: rest.negotiation,
            soon: None,
            bounds: rest.bounds,
            ids: rest.ids,
            room: rest.room,
            commands: rest.commands,
            handle: rest.handle,
            events: rest.events,
            counters: rest.counters,
            answers: rest.answers,
            cache: rest.cache,
            watch: rest.watch,
            printed: rest.printed,
            tasks: rest.tasks,
            opening: Some(rest.opening),
            info: None,
            returned: None,
            outbox: Outbox::default(),
            waiting: Waiting::default(),
            asked: HashMap::new(),
            paced: Vec::new(),
            listening: Listening::default(),
            partial: Partial::default(),
            life: Life::new(Instant::now()),
            ending: None,
        }
    }

    /// Runs until the connection ends, then settles all who wait, says goodbye and closes both streams.
    pub(crate) async fn run(mut self) {
        self.open();
        let mut alarm = pin!(sleep_until(Instant::now()));
        let reason = loop {
            if let Some(reason) = self.ending {
                break reason;
            }
            let happened = self.next(alarm.as_mut()).await;
            self.handle(happened);
            // A server that floods must not keep the runtime from its clock.
            tokio::task::consume_budget().await;
        };
        if matches!(reason, CloseReason::WriteFailed(_)) {
            self.take_last_frames().await;
        }
        self.end(reason).close().await;
    }

    /// Takes in what the server sent before it stopped reading: answers, and what it printed before it exited.
    async fn take_last_frames(&mut self) {
        let rest = async {
            for _ in 0..LAST_FRAMES {
                let Ok(frame) = self.incoming.receive().await else {
                    return;
                };
                self.on_frame(frame);
                tokio::task::consume_budget().await;
            }
        };
        // What comes later than that is lost with the connection.
        let _ = timeout(LAST_FRAMES_TIME, rest).await;
    }

    async fn next(&mut self, mut alarm: Pin<&mut Sleep>) -> Happened {
        let deadline = self.deadline();
        // An alarm that rings early does no harm; setting it with every message would cost more than the message.
        if let Some(at) = deadline
            && (alarm.is_elapsed() || at < alarm.deadline())
        {
            alarm.as_mut().reset(at);
        }
        let Self {
            incoming,
            outgoing,
            outbox,
            commands,
            allowance,
            ..
        } = self;
        let reads = allowance.paused().is_none();
        let writes = !outbox.is_empty();
        if writes {
            outgoing.load(outbox.letters());
        }
        tokio::select! {
            frame = incoming.receive(), if reads => Happened::Received(frame),
            sent = outgoing.send(), if writes => Happened::Sent(sent),
            command = commands.recv() => Happened::Told(command),
            () = alarm, if deadline.is_some() => Happened::Time,
        }
    }

    fn handle(&mut self, happened: Happened) {
        match happened {
            Happened::Received(Ok(frame)) => {
                let sign = !matches!(frame, Frame::Failed { .. });
                self.life.arrived(Instant::now(), sign);
                self.on_frames(frame);
            }
            Happened::Received(Err(End::Closed)) => self.ending = Some(CloseReason::ServerClosed),
            Happened::Received(Err(End::Failed(kind))) => {
                self.ending = Some(CloseReason::ReadFailed(kind))
            }
            Happened::Sent(Ok(messages)) => {
                if let Some(tap) = self.watch.on() {
                    for letter in self.outbox.letters().take(messages) {
                        tap.passed(Passed {
                            sent: true,
                            text: letter.text,
                            bad: None,
                            round: letter.request.and_then(|id| self.waiting.round_of(id)),
                        });
                    }
                }
                self.outbox.done(messages);
            }
            Happened::Sent(Err(error)) => {
                self.ending = Some(CloseReason::WriteFailed(error.kind()))
            }
            Happened::Told(Some(command)) => {
                self.on_command(command);
                for _ in 1..AT_A_TIME {
                    let Some(command) = self.told() else { break };
                    self.on_command(command);
                }
            }
            Happened::Told(None) => self.ending = Some(CloseReason::Requested),
            Happened::Time => self.on_time(),
        }
    }

    /// A command that needs no wait, unless the connection ends.
    fn told(&mut self) -> Option<Command> {
        self.ending
            .is_none()
            .then(|| self.commands.try_recv().ok())?
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Request(request) => self.start(request),
            Command::Cancel { call, reason } => {
                if let Some(id) = self.waiting.of_call(call) {
                    self.give_up(id, &reason, |sent| CallError::Cancelled { sent });
                }
            }
            Command::Abandon(origin) => {
                if let Some(id) = self.waiting.of_origin(origin) {
                    self.give_up(id, "no longer needed", |sent| CallError::Cancelled { sent });
                }
            }
            Command::Pause(call) => self.clock_of(call, |clock, now| clock.pause(now)),
            Command::Resume(call) => self.clock_of(call, |clock, now| clock.resume(now)),
            Command::Answer { to, answer } => self.answer(&to, answer),
            Command::Listen { uri, begins } => self.change_listening(uri, begins),
            Command::TasksChanged => self.listen_anew(),
            Command::RootsChanged if !self.session.tells_roots() => {}
            Command::RootsChanged => {
                if let Ok(text) = jsonrpc::notification::<()>(ROOTS_CHANGED, None) {
                    self.push(text);
                }
            }
            Command::Close => self.ending = Some(CloseReason::Requested),
        }
    }

    fn start(&mut self, request: NewRequest) {
        let clock = Clock::start(request.made, request.idle, request.hard);
        let gathers = !request.first.is_empty();
        let rounds = (request.again || gathers)
            .then(|| Rounds::new(request.text.clone(), request.headers.clone(), request.again));
        let pending = Pending {
            origin: request.id,
            rounds,
            waiter: Waiter::Caller(request.settle),
            made: request.made,
            clock,
            track: request.track,
            progress_seen: 0,
            _slot: Some(request.slot),
        };
        if gathers {
            let asked = request.first.iter().map(InputRequest::asked).collect();
            return self.gather(pending, InputNeeded { asked, state: None });
        }
        self.waiting.insert(request.id, pending);
        self.outbox.push(
            request.text,
            Some(request.id),
            request.headers,
            request.place,
        );
    }

    fn clock_of(&mut self, call: CallId, change: impl FnOnce(&mut Clock, Instant)) {
        if let Some(id) = self.waiting.of_call(call) {
            self.waiting
                .change(id, |pending| change(&mut pending.clock, Instant::now()));
        }
    }

    /// Answers a server's request, unless the server cancelled it.
    fn answer(&mut self, to: &AskedBy, answer: Answered) {
        if !self.no_longer_asked(to) {
            return;
        }
        match to {
            AskedBy::Round { request, key } => self.take_input(*request, key, answer),
            AskedBy::Message(id) => self.push(match answer {
                Ok(result) => jsonrpc::answer(id, &result),
                Err((code, message)) => jsonrpc::error_answer(id, code, &message),
            }),
        }
    }

    /// Forgets a server's request, and lets the clocks run that it stopped. Whether there was one.
    fn no_longer_asked(&mut self, by: &AskedBy) -> bool {
        let Some(asked) = self.asked.remove(by) else {
            return false;
        };
        let now = Instant::now();
        for call in asked.paused {
            self.waiting
                .change(call, |pending| pending.clock.resume(now));
        }
        true
    }

    /// Nobody waits any more for the requests of a session that is over.
    fn forget_asked(&mut self) {
        let ids: Vec<_> = self.asked.keys().cloned().collect();
        for id in ids {
            self.no_longer_asked(&id);
        }
    }

    /// Queues a message of the session's own; counted and dropped if there is no room.
    fn push(&mut self, text: String) {
        match self.room.take(text.len()) {
            Ok(place) => self.outbox.push(text, None, Vec::new(), place),
            Err(_) => self.counters.count(|c| c.dropped_outgoing += 1),
        }
    }

    /// Settles all who wait; gives what still says goodbye.
    fn end(mut self, reason: CloseReason) -> O {
        if let Some(waiter) = self.opening.take() {
            let _ = waiter.send(Err(ConnectError::Closed(reason)));
        }
        self.give_back();
        while let Some((id, pending)) = self.waiting.pop() {
            let sent = !self.withdraw(id) || pending.begun();
            if let Waiter::Caller(settle) = pending.waiter {
                settle(Err(CallError::ConnectionLost { sent }));
            }
        }
        self.commands.close();
        while let Ok(command) = self.commands.try_recv() {
            if let Command::Request(request) = command {
                (request.settle)(Err(NotSent::Closed.into()));
            }
        }
        self.events.close(reason);
        self.outgoing
    }
}
