//! Servers at a URL: Streamable HTTP (2025-03-26, 2025-06-18 and 2025-11-25, basic/transports), and HTTP+SSE for
//! servers of 2024-11-05.
//!
//! Each message of ours is a POST of its own. A task reads its answer, a document or a stream, and puts what it finds
//! into one bounded queue that the connection reads. A stream that breaks is resumed where the server identified its
//! events. Tasks live in one set: when the connection ends, they do.

mod address;
mod answer;
mod legacy;
mod listen;
mod post;
mod session;
mod shared;
mod stream;
mod web;

use std::{collections::HashMap, io, pin::pin, sync::Arc};

use oauth::Account;
use reqwest::header::HeaderMap;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch},
    task::{AbortHandle, JoinSet},
    time::timeout,
};
use url::Url;

use super::halves::{End, Frame, OutboundFrame, Receive, TransportWriter};
use crate::{
    Bounds, HttpError, Wire,
    bounds::{HTTP_FRAMES, HTTP_GOODBYE, HTTP_GREETING, HTTP_LINGERING, HTTP_OTHERS},
    counters::SharedCounters,
};

pub(crate) use address::parse as parse_url;
pub use address::{header_name_problem, url_problem};
pub use web::HttpOptions;

use session::Session;
use shared::{Arrived, Http, Message, Opened};
use web::Web;

/// What a connection to a URL starts with.
pub(crate) struct HttpStart {
    pub(crate) url: Url,
    /// The headers of the user, beside those of the protocol.
    pub(crate) headers: HeaderMap,
    /// Whose token goes with each request.
    pub(crate) account: Option<Account>,
    /// What worked the last time.
    pub(crate) last: Option<Wire>,
    pub(crate) bounds: Arc<Bounds>,
    pub(crate) counters: SharedCounters,
}

/// The half that receives.
pub(crate) struct HttpReceiver {
    arrived: mpsc::Receiver<Arrived>,
}

impl Receive for HttpReceiver {
    async fn receive(&mut self) -> Result<Frame, End> {
        match self.arrived.recv().await {
            Some(Arrived::Frame(frame, _)) => Ok(frame),
            Some(Arrived::End) | None => Err(End::Closed),
        }
    }

    fn at_hand(&mut self) -> Option<Frame> {
        match self.arrived.try_recv().ok()? {
            Arrived::Frame(frame, _) => Some(frame),
            Arrived::End => {
                // What `receive` gives then is the end.
                self.arrived.close();
                None
            }
        }
    }
}

/// How far the session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The next request finds out what the server speaks.
    Probing,
    /// The next request opens it.
    Opening,
    /// The next message completes the opening.
    Greeting,
    /// Everything may be sent, once the greeting was taken.
    Open,
}

/// The task that waits for the answer of a request.
struct Posted {
    task: AbortHandle,
    go_on: mpsc::Sender<()>,
}

/// The half that sends.
pub(crate) struct HttpSender {
    http: Arc<Http>,
    phase: Phase,
    next: Option<Message>,
    others: Arc<Semaphore>,
    opened: watch::Receiver<Opened>,
    posted: HashMap<u64, Posted>,
    listening: Option<AbortHandle>,
    tasks: JoinSet<()>,
}

/// Makes both halves; nothing is sent yet.
pub(crate) fn open(start: HttpStart) -> Result<(HttpReceiver, HttpSender), HttpError> {
    let (arrived, receiver) = mpsc::channel(HTTP_FRAMES);
    let (opened, opened_receiver) = watch::channel(Opened::default());
    let http = Http {
        web: Web::new(start.url, start.headers, start.account)?,
        session: Session::default(),
        last: start.last,
        bounds: start.bounds,
        counters: start.counters,
        arrived,
        large: Arc::new(Semaphore::new(1)),
        lingering: Semaphore::new(HTTP_LINGERING),
        opened,
    };
    let sender = HttpSender {
        http: Arc::new(http),
        phase: Phase::Opening,
        next: None,
        others: Arc::new(Semaphore::new(HTTP_OTHERS)),
        opened: opened_receiver,
        posted: HashMap::new(),
        listening: None,
        tasks: JoinSet::new(),
    };
    Ok((HttpReceiver { arrived: receiver }, sender))
}

impl HttpSender {
    fn post(&mut self, message: Message, permit: Option<OwnedSemaphorePermit>) {
        while self.tasks.try_join_next().is_some() {}
        let http = Arc::clone(&self.http);
        let Some(request) = message.request else {
            let greets = self.phase == Phase::Greeting;
            self.tasks.spawn(async move {
                let mut told = pin!(post::tell(&http, &message));
                if greets {
                    // Some servers never answer it.
                    let taken = timeout(HTTP_GREETING, &mut told).await;
                    http.greeted(true);
                    if taken.is_ok() {
                        return;
                    }
                }
                told.await;
                drop(permit);
            });
            return;
        };
        let opens = self.phase == Phase::Opening;
        let (go_on, waits) = mpsc::channel(1);
        let task = self.tasks.spawn(async move {
            post::ask(&http, message, request, opens, waits).await;
        });
        self.posted.insert(request, Posted { task, go_on });
    }
}

impl TransportWriter for HttpSender {
    fn load<'a>(&mut self, mut messages: impl Iterator<Item = OutboundFrame<'a>>) {
        let Some(frame) = messages.next() else {
            return;
        };
        let same = self
            .next
            .as_ref()
            .is_some_and(|m| m.request == frame.request && m.text == frame.text);
        if !same {
            self.next = Some(Message {
                text: frame.text.to_owned(),
                request: frame.request,
                headers: frame.headers.to_vec(),
                again: frame.again,
            });
        }
    }

    async fn send(&mut self) -> io::Result<usize> {
        let asks = self.next.as_ref().is_some_and(|m| m.request.is_some());
        if self.phase == Phase::Open && self.opened.wait_for(|o| o.greeted).await.is_err() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        // Requests have their bound before they come here.
        let permit = if asks {
            None
        } else {
            self.others.clone().acquire_owned().await.ok()
        };
        if let Some(message) = self.next.take() {
            self.post(message, permit);
            if self.phase == Phase::Greeting {
                self.phase = Phase::Open;
            }
        }
        Ok(1)
    }

    fn begun(&self) -> usize {
        0
    }

    fn probes(&mut self) {
        self.phase = Phase::Probing;
    }

    fn opens(&mut self) {
        self.phase = Phase::Opening;
    }

    fn opened(&mut self, version: &str, greets: bool) {
        if !greets {
            self.http.session.is_none();
            self.http.hears(Some(false));
            self.phase = Phase::Open;
            self.http.greeted(true);
            return;
        }
        self.http.session.opened(version);
        self.phase = Phase::Greeting;
        if self.wire() == Wire::StreamableHttp {
            let (http, opened) = (Arc::clone(&self.http), self.opened.clone());
            self.listening = Some(self.tasks.spawn(listen::listen(http, opened)));
        }
    }

    fn settled(&mut self, request: u64, answered: bool) {
        // The end of `go_on` tells the task that nobody waits.
        if let Some(posted) = self.posted.remove(&request)
            && !answered
        {
            posted.task.abort();
        }
    }

    fn go_on(&mut self, request: u64) {
        if let Some(posted) = self.posted.get(&request) {
            // Full: it was told already.
            let _ = posted.go_on.try_send(());
        }
    }

    fn generation(&self) -> u32 {
        self.http.session.generation()
    }

    fn renew(&mut self) {
        if let Some(task) = self.listening.take() {
            task.abort();
        }
        self.http.session.renew();
        self.http.hears(None);
        self.http.greeted(false);
        self.phase = Phase::Opening;
        self.next = None;
    }

    fn wire(&self) -> Wire {
        self.http.session.wire()
    }

    async fn close(mut self) {
        self.tasks.shutdown().await;
        let Some(headers) = self.http.session.to_delete() else {
            return;
        };
        let goodbye = self.http.web.delete(headers);
        if timeout(HTTP_GOODBYE, goodbye).await.is_err() {
            tracing::debug!("a server did not answer to the end of its session");
        }
    }
}
