//! The handle onto one connection: what the host calls.

mod connecting;
mod features;
mod tasks;

use std::{
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use consent::Approved;
use domain::{CallId, ServerId, ToolCall, ToolOutcome, Untrusted};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{Semaphore, mpsc, oneshot, watch},
    time::Instant,
};

use crate::{
    Answers, Bounds, CallError, Capabilities, ConnectError, Counters, Era, EraOrder, Events,
    HttpError, MayAsk, NotSent, Printed, Progress, ServerInfo, Spoken, Tap, Task, TaskProblem,
    Wire,
    cache::Cache,
    connection::{CallTrack, Command, NewRequest, Room},
    counters::{SharedAnswers, SharedCounters},
    features::{
        tasks::read_created,
        tools::{CallParams, read_outcome},
    },
    following::{FollowedTasks, Following},
    header::Header,
    jsonrpc,
    placement::Placement,
    session::{InputRequest, Meta, Session, Subject},
    text::clipped,
};

/// The request that calls a tool.
const CALL: &str = "tools/call";
/// Longest reason of a cancellation that is sent, in characters.
const REASON_CHARS: usize = 200;

/// What a connection needs to know of its server and this host.
#[derive(Clone)]
pub struct ClientOptions {
    /// The server on the other end. Set by the host; calls for another one are refused.
    pub server: ServerId,
    /// The bounds of this connection.
    pub bounds: Bounds,
    /// This host's version, told to the server.
    pub client_version: String,
    /// Who may look at the messages, if anybody.
    pub tap: Option<Arc<dyn Tap>>,
    /// What the server may ask for.
    pub may_ask: MayAsk,
    /// Takes what the server prints that is no message.
    pub printed: Printed,
    /// How the server was spoken to the last time, if that is known: then it is not probed first.
    pub known: Option<Era>,
    /// Which ways of speaking to it are tried, and in which order.
    pub order: EraOrder,
}

impl std::fmt::Debug for ClientOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientOptions")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

/// A call that failed.
#[derive(Debug)]
pub struct Uncalled {
    /// How.
    pub error: CallError,
    /// Its approval, unused, if the server refused the call unread because it wants a sign-in.
    pub approved: Option<Approved<ToolCall>>,
}

/// What a server answers a call with.
#[derive(Debug)]
pub enum Called {
    /// Its result.
    Done(Untrusted<ToolOutcome>),
    /// A task that the server goes on with; [`Client::follow_task`] gives the result.
    Task(Task),
}

/// What the server on the other end declared, and the revision both speak.
struct Offers {
    capabilities: Capabilities,
    revision: String,
    wire: Wire,
    session: Arc<dyn Session>,
}

/// The result of the handshake of an open connection.
#[derive(Debug)]
pub struct Ready {
    /// What carries the messages.
    pub wire: Wire,
    /// What the server says about itself.
    pub info: ServerInfo,
    /// How it is spoken to, and why.
    pub spoken: Spoken,
    /// What it does of its own accord.
    pub events: Events,
}

struct Shared {
    server: ServerId,
    bounds: Arc<Bounds>,
    ids: Arc<AtomicU64>,
    room: Room,
    slots: Arc<Semaphore>,
    /// Most requests that the transport can have under way.
    most: usize,
    commands: mpsc::UnboundedSender<Command>,
    counters: SharedCounters,
    /// Closes when the connection and its thread are torn down.
    done: watch::Receiver<()>,
    answers: SharedAnswers,
    cache: Arc<Cache>,
    offers: OnceLock<Offers>,
    /// The tasks that are followed.
    tasks: FollowedTasks,
}

/// A handle onto the connection with one server. Clones share it; the last one dropped closes it.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Client").field(&self.0.server).finish()
    }
}

impl Client {
    /// Connects over a pair of byte streams, on a thread of its own, and shakes hands (2025-03-26, basic/lifecycle).
    ///
    /// `reader` is the server's output, `writer` its input. If they belong to another tokio runtime, that one has to
    /// live as long as the connection. Dropping the future closes the connection.
    ///
    /// # Errors
    /// [`ConnectError`]; in each case both streams are closed.
    pub async fn connect<R, W>(
        reader: R,
        writer: W,
        options: ClientOptions,
    ) -> Result<(Self, Ready), ConnectError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        Self::connect_with(move || Ok((reader, writer)), options).await
    }

    /// As [`Client::connect`], with streams that are opened on the connection's own thread, inside its runtime: then no
    /// other thread has to wake up for what arrives.
    ///
    /// # Errors
    /// As [`Client::connect`], and [`ConnectError::Streams`].
    pub async fn connect_with<R, W>(
        open: impl FnOnce() -> io::Result<(R, W)> + Send + 'static,
        options: ClientOptions,
    ) -> Result<(Self, Ready), ConnectError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        Self::connect_streams(Placement::OwnThread, open, options).await
    }

    /// As [`Client::connect`], but as a task of the runtime it is called on: for tests under a paused clock.
    ///
    /// # Errors
    /// As [`Client::connect`].
    #[doc(hidden)]
    pub async fn connect_here<R, W>(
        reader: R,
        writer: W,
        options: ClientOptions,
    ) -> Result<(Self, Ready), ConnectError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let open = move || Ok((reader, writer));
        Self::connect_streams(Placement::CurrentRuntime, open, options).await
    }

    /// The server on the other end.
    #[must_use]
    pub fn server(&self) -> ServerId {
        self.0.server
    }

    /// Calls a tool, once (2025-03-26, server/tools, "Calling Tools"). The approval is consumed, and the bytes approved are
    /// the bytes sent. `progress` gets each update that rises; one that finds it full is dropped and counted.
    ///
    /// Dropping the future cancels the call.
    ///
    /// # Errors
    /// [`CallError`]; [`CallError::may_have_run`] says whether it may have had an effect.
    pub async fn call_tool(
        &self,
        call: Approved<ToolCall>,
        progress: mpsc::Sender<Progress>,
    ) -> Result<Untrusted<ToolOutcome>, CallError> {
        let called = self.call_tool_or_return(call, progress).await;
        match called.map_err(|uncalled| uncalled.error)? {
            Called::Done(outcome) => Ok(outcome),
            Called::Task(task) => {
                // Nobody looks at the reports: they are dropped.
                let (reports, _) = mpsc::channel(1);
                self.follow_task(&Following::begun(task), reports).await
            }
        }
    }

    /// The same, but a task is not followed, and the approval comes back where the server surely refused the call unread because it wants a sign-in: then
    /// the call can be made after it.
    ///
    /// # Errors
    /// As [`Client::call_tool`].
    pub async fn call_tool_or_return(
        &self,
        call: Approved<ToolCall>,
        progress: mpsc::Sender<Progress>,
    ) -> Result<Called, Uncalled> {
        match self.call(call.payload(), progress).await {
            Ok(called) => Ok(called),
            Err(error) => {
                let wants_sign_in = matches!(
                    &error,
                    CallError::Http {
                        error: HttpError::SignIn(_),
                        sent: false
                    }
                );
                let approved = wants_sign_in.then_some(call);
                Err(Uncalled { error, approved })
            }
        }
    }

    async fn call(
        &self,
        call: &ToolCall,
        progress: mpsc::Sender<Progress>,
    ) -> Result<Called, CallError> {
        if call.tool.server != self.0.server {
            return Err(NotSent::OtherServer.into());
        }
        self.need("tools", |c| c.tools.is_some())?;
        let id = self.next_id();
        let session = self.session()?;
        let arguments = call.arguments.to_raw().map_err(|_| NotSent::Encoding)?;
        let params = CallParams {
            meta: session.meta(Some(id)),
            name: &call.tool.name,
            arguments: &arguments,
        };
        let bounds = self.0.bounds.clone();
        let mut outline = Outline::new(id, &self.0.bounds);
        outline.again = true;
        outline.headers = session.headers(CALL, Subject::Tool(&call.tool.name, &arguments));
        outline.track = Some(CallTrack {
            call: call.id,
            progress,
            last: None,
        });
        let offers = self.0.offers.get().ok_or(NotSent::Closed)?;
        let (session, announced) = (Arc::clone(&offers.session), offers.capabilities.tasks);
        let decode = move |raw: &RawValue| match session.is_task(raw) {
            false => Ok(Called::Done(Untrusted::new(read_outcome(raw, &bounds)))),
            true if announced => read_created(raw).map(Called::Task),
            true => Err(TaskProblem::NotDeclared.into()),
        };
        self.request(outline, CALL, Some(&params), decode).await
    }

    /// Cancels a call: the server is told, and the call ends with [`CallError::Cancelled`]. A call that is not under way is
    /// ignored (2025-03-26, basic/utilities/cancellation).
    pub fn cancel(&self, call: CallId, reason: &str) {
        self.tell(Command::Cancel {
            call,
            reason: clipped(reason, REASON_CHARS),
        });
    }

    /// Tells the server that the folders it may know of changed; it asks for them again if it wants them (2025-03-26,
    /// client/roots).
    pub fn roots_changed(&self) {
        self.tell(Command::RootsChanged);
    }

    /// Stops the clocks of a call while it waits for a person; they run again when the guard is dropped.
    pub fn pause_clock(&self, call: CallId) -> PauseClock {
        self.tell(Command::Pause(call));
        PauseClock {
            call,
            commands: self.0.commands.downgrade(),
        }
    }

    /// Asks the server whether it lives; gives how long the answer took.
    ///
    /// # Errors
    /// The request failed. A server that answers lives, whatever it answers.
    pub async fn ping(&self) -> Result<Duration, CallError> {
        let began = Instant::now();
        #[derive(Serialize)]
        struct MetaParams {
            #[serde(rename = "_meta")]
            meta: Meta,
        }
        let session = self.session()?;
        let mut outline = Outline::new(self.next_id(), &self.0.bounds);
        outline.idle = self.0.bounds.ping;
        outline.hard = outline.idle;
        outline.headers = session.headers(session.ping(), Subject::None);
        let params = session.meta(None).map(|meta| MetaParams { meta });
        match self
            .request(outline, session.ping(), params.as_ref(), |_| Ok(()))
            .await
        {
            Ok(()) | Err(CallError::Rpc { .. } | CallError::BadResult(_)) => Ok(began.elapsed()),
            Err(CallError::Http {
                error: HttpError::Status { status, .. },
                ..
            }) if status < 500 => Ok(began.elapsed()),
            Err(error) => Err(error),
        }
    }

    /// Whether no request is under way.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.0.slots.available_permits() >= self.0.bounds.in_flight.min(self.0.most)
    }

    /// Waits until no request is under way, at most so long. Meant for a connection that is given no further ones.
    pub async fn idle(&self, limit: Duration) {
        let all = self.0.bounds.in_flight.min(self.0.most);
        let all = u32::try_from(all).unwrap_or(u32::MAX);
        // Either way it is over.
        let _ = tokio::time::timeout(limit, self.0.slots.acquire_many(all)).await;
    }

    /// Closes both streams and ends the connection; returns when its thread is done. Calls under way end with
    /// [`CallError::ConnectionLost`].
    pub async fn close(&self) {
        self.tell(Command::Close);
        let mut done = self.0.done.clone();
        // An error says that the other side is gone, which is what is waited for.
        while done.changed().await.is_ok() {}
    }

    /// How long its answers took so far.
    #[must_use]
    pub fn answers(&self) -> Answers {
        self.0.answers.read()
    }

    /// What went wrong so far without ending the connection.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.0.counters.read()
    }

    /// The session, which is open before anybody has a handle.
    fn session(&self) -> Result<&dyn Session, NotSent> {
        let offers = self.0.offers.get().ok_or(NotSent::Closed)?;
        Ok(offers.session.as_ref())
    }

    fn next_id(&self) -> u64 {
        self.0.ids.fetch_add(1, Ordering::Relaxed)
    }

    fn tell(&self, command: Command) {
        // A connection that ended has nothing left to be told.
        let _ = self.0.commands.send(command);
    }

    /// Sends one request and waits for its answer; `decode` runs on the connection's thread.
    async fn request<T, P>(
        &self,
        outline: Outline,
        method: &str,
        params: Option<&P>,
        decode: impl FnOnce(&RawValue) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError>
    where
        T: Send + 'static,
        P: Serialize,
    {
        let id = outline.id;
        let text = jsonrpc::request(id, method, params).map_err(|_| NotSent::Encoding)?;
        let slot = self
            .0
            .slots
            .clone()
            .try_acquire_owned()
            .map_err(|_| NotSent::QueueFull)?;
        let place = self.0.room.take(text.len())?;
        let (answer, answered) = oneshot::channel();
        let request = NewRequest {
            id,
            text,
            headers: outline.headers,
            again: outline.again,
            first: outline.first,
            place,
            slot,
            made: Instant::now(),
            idle: outline.idle,
            hard: outline.hard,
            track: outline.track,
            settle: Box::new(move |outcome| {
                // If nobody waits any more, the answer is nobody's.
                let _ = answer.send(outcome.and_then(decode));
            }),
        };
        self.0
            .commands
            .send(Command::Request(request))
            .map_err(|_| NotSent::Closed)?;
        let mut abandon = Abandon {
            id: Some(id),
            client: self,
        };
        // The sender is dropped unused only if the connection failed inside: then all is possible.
        let outcome = answered
            .await
            .unwrap_or(Err(CallError::ConnectionLost { sent: true }));
        abandon.id = None;
        outcome
    }
}

/// What is known of a request before its parameters.
struct Outline {
    id: u64,
    idle: Duration,
    hard: Duration,
    track: Option<CallTrack>,
    headers: Vec<Header>,
    /// Whether it can be asked again with what the server needs first.
    again: bool,
    /// What the server needs before it is sent at all.
    first: Vec<InputRequest>,
}

impl Outline {
    fn new(id: u64, bounds: &Bounds) -> Self {
        Self {
            id,
            idle: bounds.request,
            hard: bounds.request_max,
            track: None,
            headers: Vec::new(),
            again: false,
            first: Vec::new(),
        }
    }
}

/// Tells the connection when a caller stops waiting.
struct Abandon<'a> {
    id: Option<u64>,
    client: &'a Client,
}

impl Drop for Abandon<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.client.tell(Command::Abandon(id));
        }
    }
}

/// While it lives, the clocks of one call stand still.
#[must_use = "the clocks run again when this is dropped"]
#[derive(Debug)]
pub struct PauseClock {
    call: CallId,
    commands: mpsc::WeakUnboundedSender<Command>,
}

impl Drop for PauseClock {
    fn drop(&mut self) {
        if let Some(commands) = self.commands.upgrade() {
            let _ = commands.send(Command::Resume(self.call));
        }
    }
}
