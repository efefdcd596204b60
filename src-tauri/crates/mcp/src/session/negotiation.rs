//! Which era a server speaks (2026-07-28, basic/versioning): one probe, `server/discover`, and `initialize` where that leads
//! nowhere. Both go over the same connection, so that a local program is started once.
//!
//! A probe that is not answered soon is not given up: `initialize` is sent beside it. If that fails, a late answer counts. The same
//! holds the other way round where the session is tried first.

use std::{sync::Arc, time::Duration};

use serde_json::value::RawValue;

use super::{
    kinds::{Opened, Opening, Session},
    stateful::Stateful,
    stateless::{Discovered, Stateless, UNSUPPORTED_VERSION},
};
use crate::{
    CallError, ConnectError, Era, EraOrder, HttpError, MayAsk, STATEFUL_VERSIONS, STATELESS,
    Spoken, Why,
    bounds::PROBE,
    error::{only_newer, supported},
};

/// Errors that only a server of the stateless era gives, beside the one that names its versions.
const OF_STATELESS: [i64; 2] = [-32020, -32021];

/// A first request of one era.
pub(crate) struct Asked {
    /// Its era.
    pub(crate) era: Era,
    /// The request.
    pub(crate) opening: Opening,
    /// After how long [`Negotiation::silent`] wants to know; it goes on waiting then.
    pub(crate) soon: Option<Duration>,
}

/// What comes next.
pub(crate) enum Step {
    /// The session is open.
    Open(Arc<dyn Session>, Box<Opened>, Spoken),
    /// Ask this, beside what was asked.
    Ask(Asked),
    /// Something that was asked may still be answered; for so long at most, if a time is given, then
    /// [`Negotiation::silent`] wants to know.
    Wait(Option<Duration>),
    /// There is no session.
    Fail(ConnectError),
}

/// How far one era's first request is.
#[derive(Default)]
enum Progress {
    #[default]
    NotAsked,
    Asked,
    Failed(ConnectError),
}

/// The negotiation of one connection.
pub(crate) struct Negotiation {
    stateless: Arc<Stateless>,
    stateful: Arc<Stateful>,
    /// How the server was spoken to the last time.
    known: Option<Era>,
    order: EraOrder,
    probe: Progress,
    initialize: Progress,
    /// The version was refused and named as spoken in the same answer: it is asked for once more.
    asked_again: bool,
    why: Why,
    /// The server answered the probe after `initialize` was sent.
    late: Option<Box<Opened>>,
}

impl Negotiation {
    /// `client_version`: this host's own version, told to the server. `may_ask`: what the server may ask for. `known`: how it was
    /// spoken to the last time. `order`: what is tried.
    ///
    /// # Errors
    /// What is said of this host cannot be written as JSON.
    pub(crate) fn new(
        client_version: String,
        may_ask: MayAsk,
        known: Option<Era>,
        order: EraOrder,
    ) -> Result<Self, ConnectError> {
        Ok(Self {
            stateless: Arc::new(Stateless::new(&client_version, may_ask)?),
            stateful: Arc::new(Stateful::new(client_version, may_ask)),
            known,
            order,
            probe: Progress::NotAsked,
            initialize: Progress::NotAsked,
            asked_again: false,
            why: Why::NotKnown,
            late: None,
        })
    }

    /// The session that answers for this host until one is open.
    pub(crate) fn until_open(&self) -> Arc<dyn Session> {
        Arc::clone(&self.stateful) as Arc<dyn Session>
    }

    /// What is asked first.
    pub(crate) fn first(&mut self) -> Step {
        match (self.order, self.known) {
            (EraOrder::Only(Era::Stateful), _) => self.initialize(Why::Chosen, None),
            (EraOrder::Only(Era::Stateless), _) => self.probe(None),
            (EraOrder::Session | EraOrder::Newest, Some(Era::Stateless)) => self.probe(None),
            (EraOrder::Session, _) => self.initialize(Why::MayAsk, Some(PROBE)),
            (EraOrder::Newest, Some(Era::Stateful)) => self.initialize(Why::Remembered, None),
            (EraOrder::Newest, None) => self.probe(Some(PROBE)),
        }
    }

    /// An answer came, or the request failed.
    pub(crate) fn answered(&mut self, era: Era, outcome: Result<&RawValue, CallError>) -> Step {
        match era {
            Era::Stateless => self.discovered(outcome),
            Era::Stateful => self.initialized(outcome),
        }
    }

    /// The answer to a request is not there soon.
    pub(crate) fn silent(&mut self) -> Step {
        match (&self.initialize, &self.probe) {
            // The session was tried first.
            (Progress::Asked, Progress::NotAsked) => self.probe(None),
            (Progress::Asked, Progress::Asked) => match self.late.take() {
                Some(opened) => self.stateless(opened),
                None => Step::Wait(None),
            },
            _ => self.older_way(Why::Silent),
        }
    }

    /// The answer to a request did not come in its whole time.
    pub(crate) fn timed_out(&mut self, era: Era, after: Duration) -> Step {
        let error = ConnectError::TimedOut { after };
        match era {
            // A server that was spoken to so is not held for an older one because it hangs.
            Era::Stateless if matches!(self.initialize, Progress::NotAsked) => Step::Fail(error),
            Era::Stateless => self.probe_failed(error),
            Era::Stateful => self.not_initialized(error),
        }
    }

    fn probe(&mut self, soon: Option<Duration>) -> Step {
        self.probe = Progress::Asked;
        match self.stateless.discover() {
            Ok(opening) => Step::Ask(Asked {
                era: Era::Stateless,
                opening,
                soon,
            }),
            Err(error) => Step::Fail(error),
        }
    }

    fn initialize(&mut self, why: Why, soon: Option<Duration>) -> Step {
        self.why = why;
        self.initialize = Progress::Asked;
        match self.stateful.opening() {
            Ok(Some(opening)) => Step::Ask(Asked {
                era: Era::Stateful,
                opening,
                soon,
            }),
            Ok(None) => Step::Wait(None),
            Err(error) => Step::Fail(error),
        }
    }

    fn older_way(&mut self, why: Why) -> Step {
        if let EraOrder::Only(chosen) = self.order {
            return Step::Fail(match &self.probe {
                Progress::Failed(error) if !refuses(error) => error.clone(),
                Progress::Failed(_) | Progress::Asked | Progress::NotAsked => {
                    ConnectError::OtherEra { chosen }
                }
            });
        }
        match &self.initialize {
            Progress::NotAsked => self.initialize(why, None),
            Progress::Asked => {
                if self.why != Why::MayAsk {
                    self.why = why;
                }
                Step::Wait(None)
            }
            Progress::Failed(error) => Step::Fail(error.clone()),
        }
    }

    fn discovered(&mut self, outcome: Result<&RawValue, CallError>) -> Step {
        let read = match outcome {
            Ok(answer) => self.stateless.discovered(answer),
            Err(error) => return self.not_discovered(error),
        };
        match read {
            Ok(Discovered::This(opened)) => match self.initialize {
                Progress::Asked => {
                    self.late = Some(opened);
                    // Where the session was tried first, what is certain now is not kept waiting for it.
                    Step::Wait((self.why == Why::MayAsk).then_some(PROBE))
                }
                Progress::NotAsked | Progress::Failed(_) => self.stateless(opened),
            },
            Ok(Discovered::Older) => self.older_way(Why::OlderOnly),
            Err(error @ ConnectError::OnlyNewer { .. }) => Step::Fail(error),
            // Servers answer anything to a method that they do not know.
            Err(error) => self.probe_failed(error),
        }
    }

    fn not_discovered(&mut self, error: CallError) -> Step {
        if let CallError::Rpc { code, data, .. } = &error {
            let named = supported(data.as_ref()).filter(|_| *code == UNSUPPORTED_VERSION);
            if let Some(named) = named {
                return self.refused_version(&named, error);
            }
            if OF_STATELESS.contains(code) {
                return Step::Fail(error.into());
            }
        }
        if is_final(&error) {
            return Step::Fail(error.into());
        }
        self.probe_failed(error.into())
    }

    fn refused_version(&mut self, named: &[String], error: CallError) -> Step {
        let speaks = |version: &str| named.iter().any(|v| v == version);
        if speaks(STATELESS) && !std::mem::replace(&mut self.asked_again, true) {
            return self.probe(None);
        }
        if STATEFUL_VERSIONS.into_iter().any(speaks) {
            return self.older_way(Why::OlderOnly);
        }
        Step::Fail(match speaks(STATELESS) {
            true => error.into(),
            false => only_newer(named),
        })
    }

    fn probe_failed(&mut self, error: ConnectError) -> Step {
        self.probe = Progress::Failed(error);
        self.older_way(self.why)
    }

    fn initialized(&mut self, outcome: Result<&RawValue, CallError>) -> Step {
        let opened = match outcome {
            Ok(answer) => self.stateful.opened(answer),
            Err(error) if is_final(&error) => return Step::Fail(error.into()),
            Err(error) => Err(error.into()),
        };
        match opened {
            Ok(opened) => {
                let next = match (&self.late, self.order) {
                    (Some(_), EraOrder::Newest) => Era::Stateless,
                    (Some(_), EraOrder::Session | EraOrder::Only(_)) | (None, _) => Era::Stateful,
                };
                let spoken = Spoken {
                    era: Era::Stateful,
                    why: self.why,
                    next,
                };
                Step::Open(Arc::clone(&self.stateful) as _, Box::new(opened), spoken)
            }
            Err(error) => self.not_initialized(error),
        }
    }

    fn not_initialized(&mut self, error: ConnectError) -> Step {
        if let Some(opened) = self.late.take() {
            return self.stateless(opened);
        }
        self.initialize = Progress::Failed(error.clone());
        if let EraOrder::Only(chosen) = self.order {
            let other = ConnectError::OtherEra { chosen };
            return Step::Fail(if refuses(&error) { other } else { error });
        }
        match &self.probe {
            // It was known to speak the older way, and refuses it now. One that hangs or answers nonsense does not say so.
            Progress::NotAsked if says_nothing(&error) => Step::Fail(error),
            Progress::NotAsked => self.probe(Some(PROBE)),
            Progress::Asked => Step::Wait(Some(PROBE)),
            Progress::Failed(_) => Step::Fail(error),
        }
    }

    fn stateless(&self, opened: Box<Opened>) -> Step {
        let spoken = Spoken {
            era: Era::Stateless,
            why: match (self.order, self.known) {
                (EraOrder::Only(_), _) => Why::Chosen,
                (_, Some(Era::Stateless)) => Why::Remembered,
                (_, Some(Era::Stateful) | None) => Why::Discovered,
            },
            next: Era::Stateless,
        };
        Step::Open(Arc::clone(&self.stateless) as _, opened, spoken)
    }
}

/// Whether a failure says that the server does not speak in that way.
fn refuses(error: &ConnectError) -> bool {
    matches!(
        error,
        ConnectError::Refused { .. }
            | ConnectError::NoInitialize { .. }
            | ConnectError::OnlyNewer { .. }
    )
}

/// Whether a failed `initialize` says nothing of what the server speaks.
fn says_nothing(error: &ConnectError) -> bool {
    matches!(
        error,
        ConnectError::TimedOut { .. }
            | ConnectError::BadAnswer(_)
            | ConnectError::UnknownVersion { .. }
    )
}

/// Whether a failure says nothing of what the server speaks: asking in another way would fail as well.
fn is_final(error: &CallError) -> bool {
    match error {
        CallError::Http { error, .. } => match error {
            HttpError::Dns
            | HttpError::Refused
            | HttpError::Tls(_)
            | HttpError::Link(_)
            | HttpError::Connect(_)
            | HttpError::SignIn(_)
            | HttpError::Account(_)
            | HttpError::BadToken
            | HttpError::Redirect { .. }
            | HttpError::Endpoint(_)
            | HttpError::EndpointRefused { .. } => true,
            HttpError::TimedOut
            | HttpError::CutOff
            | HttpError::Status { .. }
            | HttpError::Empty
            | HttpError::ContentType(_)
            | HttpError::Packed(_)
            | HttpError::SessionLost
            | HttpError::BadSession => false,
        },
        CallError::NotSent(_) | CallError::Cancelled { .. } | CallError::ConnectionLost { .. } => {
            true
        }
        CallError::Rpc { .. }
        | CallError::TimedOut { .. }
        | CallError::BadResult(_)
        | CallError::Bound(_)
        | CallError::Input(_)
        | CallError::Task(_) => false,
    }
}
