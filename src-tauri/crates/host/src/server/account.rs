//! The account of one server: its authorization server, and the sign-in in progress. Nothing of it is shared with another server.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::where_to;
use host_api::{
    AccountProblemView, AccountStateView, AccountView, ApiError, ClientKindView, SignInStepView,
};
use mcp::Challenge;
use messages::{Phrase, Text, phrases};
use oauth::{Account, AccountOptions, AccountStatus, ClientKind, Paste, TokenStorage, WhyOut};
use secrets::{Keychain, KeychainStatus};
use store::ServerRecord;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    problems::{not_signed_in, sign_in_hint},
    server::start_by::StartBy,
};

/// Maximum number of scopes for a window.
const MAX_SCOPES: usize = 64;

/// The result of a sign-in, for all callers that wait for it.
pub(crate) type SignInEnd = watch::Receiver<Option<Result<(), ApiError>>>;

/// The account of a remote server without an `Authorization` header of the user.
pub(crate) struct ServerAccount {
    /// Its tokens, and how to obtain more.
    pub account: Account,
    url: Url,
    keychain: Keychain,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    run: Option<Run>,
    /// The server's last authorization challenge.
    challenge: Option<Challenge>,
    problem: Option<AccountProblemView>,
    /// A person denied a sign-in since they last started a sign-in or the server. Until then calls do not request another.
    declined: bool,
    started_by: Option<StartBy>,
    workload: Option<Workload>,
}

/// A file with the token of the workload that this program is, for the next sign-in.
#[derive(Clone)]
pub(crate) struct Workload {
    /// Where it is.
    pub file: PathBuf,
    /// Whether the command line names it and approves the sign-in.
    pub on_command_line: bool,
}

/// A sign-in in progress.
struct Run {
    stop: CancellationToken,
    ended: SignInEnd,
    step: Step,
}

/// The step of a sign-in.
pub(crate) enum Step {
    /// No approval is pending, and no browser is open.
    Preparing,
    /// The approval is pending.
    Asking,
    /// Innkeeper waits for the browser.
    Browser {
        /// The URL to open.
        url: Url,
        /// Whether it could be opened.
        opened: bool,
        /// When the wait ends.
        until_ms: i64,
        /// Accepts the callback URL of a browser on another machine.
        paste: Paste,
    },
    /// The server is being reconnected.
    Connecting,
}

/// Why a server has no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAccount {
    /// It is a program on this machine.
    Program,
    /// The user set its `Authorization` header.
    OwnHeader,
    /// Its URL is not encrypted, and not on this machine.
    Unencrypted,
    /// Its URL cannot be used for it.
    Url,
}

impl NoAccount {
    /// Returns why, as a clause.
    pub fn why(self) -> Phrase {
        match self {
            Self::Program => phrases::host_no_account_program(),
            Self::OwnHeader => phrases::host_no_account_header(),
            Self::Unencrypted => phrases::host_no_account_plain(),
            Self::Url => phrases::host_no_account_url(),
        }
    }

    /// Returns what to do.
    pub fn hint(self) -> Phrase {
        match self {
            Self::Program => phrases::host_hint_no_account_program(),
            Self::OwnHeader => phrases::host_hint_no_account_header(),
            Self::Unencrypted => phrases::host_hint_no_account_plain(),
            Self::Url => phrases::host_hint_check_url(),
        }
    }
}

/// Returns why a server has no account, as far as its record tells.
pub(crate) fn why_none(record: &ServerRecord) -> Option<NoAccount> {
    let Some(url) = &record.url else {
        return Some(NoAccount::Program);
    };
    let own = |h: &&domain::HeaderEntry| h.name.eq_ignore_ascii_case("authorization");
    if record.headers.iter().any(|h| own(&h)) {
        return Some(NoAccount::OwnHeader);
    }
    let reach = where_to(url);
    (!reach.encrypted && !reach.this_machine).then_some(NoAccount::Unencrypted)
}

impl ServerAccount {
    /// Creates the account of a server, if it can have one. Nothing is read or sent.
    pub fn of(keychain: &Keychain, document: Option<Url>, record: &ServerRecord) -> Option<Self> {
        if why_none(record).is_some() {
            return None;
        }
        let url = Url::parse(record.url.as_deref()?).ok()?;
        let secrets = keychain.server(record.id);
        let options = AccountOptions {
            client_metadata_url: document,
            // A server without a sign-in needs no keychain, which may be locked.
            nothing_kept: !record.account,
            ..AccountOptions::default()
        };
        match Account::new(record.id, url.clone(), secrets, options) {
            Ok(account) => Some(Self {
                account,
                url,
                keychain: keychain.clone(),
                state: Mutex::default(),
            }),
            Err(error) => {
                tracing::warn!(%error, "a server has no account");
                None
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the sign-in in progress, or registers a new one. For a new one, the sender reports its result and the token cancels
    /// it.
    pub fn join(&self, stop: CancellationToken) -> (SignInEnd, Option<Begun>) {
        let mut state = self.lock();
        if let Some(run) = &state.run
            && !matches!(run.step, Step::Connecting)
        {
            return (run.ended.clone(), None);
        }
        let (tell, ended) = watch::channel(None);
        state.run = Some(Run {
            stop: stop.clone(),
            ended: ended.clone(),
            step: Step::Preparing,
        });
        state.problem = None;
        (ended, Some(Begun { tell, stop }))
    }

    /// Whether a sign-in is in progress, or the server is reconnecting after one.
    pub fn under_way(&self) -> bool {
        self.lock().run.is_some()
    }

    /// Sets the step of a sign-in.
    pub fn step(&self, step: Step) {
        if let Some(run) = &mut self.lock().run {
            run.step = step;
        }
    }

    /// Ends a sign-in. `connects` says whether the server is reconnecting. The problem is kept for display.
    pub fn ended(&self, connects: bool, problem: Option<AccountProblemView>) {
        let mut state = self.lock();
        if connects && let Some(run) = &mut state.run {
            run.step = Step::Connecting;
        } else {
            state.run = None;
        }
        if problem.is_none() {
            state.challenge = None;
            state.declined = false;
        }
        state.problem = problem;
    }

    /// Records that the server is being connected.
    pub fn connects(&self, by: StartBy) {
        let mut state = self.lock();
        if matches!(&state.run, Some(run) if matches!(run.step, Step::Connecting)) {
            state.run = None;
        }
        if matches!(by, StartBy::Person | StartBy::CommandLine) {
            state.declined = false;
        }
        if by != StartBy::AppStart {
            state.started_by = Some(by);
        }
    }

    /// Returns the initiator of a restart after a sign-in. A server that immediately requires another sign-in does not trigger one.
    pub fn starts_by(&self) -> StartBy {
        match self.lock().started_by {
            Some(StartBy::CommandLine) => StartBy::CommandLine,
            Some(StartBy::Person | StartBy::SignIn | StartBy::Call | StartBy::AppStart) | None => {
                StartBy::SignIn
            }
        }
    }

    /// Cancels the sign-in in progress. Returns whether there was one.
    pub fn cancel(&self) -> bool {
        let state = self.lock();
        state.run.as_ref().is_some_and(|run| {
            run.stop.cancel();
            !matches!(run.step, Step::Connecting)
        })
    }

    /// Returns the handle that accepts the callback URL of a browser on another machine.
    pub fn paste(&self) -> Option<Paste> {
        match &self.lock().run.as_ref()?.step {
            Step::Browser { paste, .. } => Some(paste.clone()),
            Step::Preparing | Step::Asking | Step::Connecting => None,
        }
    }

    /// Signs in with the token in a file from the next sign-in on.
    pub fn use_workload(&self, workload: Workload) {
        self.lock().workload = Some(workload);
    }

    /// Whether a file with a token waits for a sign-in.
    pub fn has_workload(&self) -> bool {
        self.lock().workload.is_some()
    }

    /// Takes that file: a server that refuses the sign-in does not cause another one.
    pub fn take_workload(&self) -> Option<Workload> {
        self.lock().workload.take()
    }

    /// Records a challenge: the server requires a sign-in, or further scopes.
    pub fn challenged(&self, challenge: Challenge) {
        self.lock().challenge = Some(challenge);
    }

    /// Returns the server's last challenge.
    pub fn challenge(&self) -> Option<Challenge> {
        self.lock().challenge.clone()
    }

    /// Whether the user is signed in.
    pub fn is_signed_in(&self) -> bool {
        matches!(self.account.status(), AccountStatus::SignedIn(_))
    }

    /// Records a denial: calls request no sign-in until the user starts one.
    pub fn decline(&self) {
        self.lock().declined = true;
    }

    /// Whether a person denied the sign-in.
    pub fn declined(&self) -> bool {
        self.lock().declined
    }

    /// Returns the view of the account.
    pub fn view(&self) -> AccountView {
        let status = self.account.status();
        let state = self.lock();
        let lasts = self.keychain.status() == KeychainStatus::Available;
        let mut view = AccountView {
            state: AccountStateView::Never,
            issuer: None,
            resource: domain::visible(self.url.as_str()),
            scopes: Vec::new(),
            wants: Vec::new(),
            expires_at_ms: None,
            renews: false,
            bound: false,
            since_ms: None,
            client: None,
            lasts,
            step: state.run.as_ref().map(|run| step_view(&run.step)),
            problem: state.problem.clone(),
        };
        match status {
            AccountStatus::Unknown | AccountStatus::Never => {}
            AccountStatus::SignedOut(why) => {
                view.state = AccountStateView::SignedOut;
                view.problem = view.problem.or_else(|| why_out(&why));
            }
            AccountStatus::SignedIn(held) => {
                view.state = AccountStateView::SignedIn;
                view.issuer = Some(domain::visible(&held.issuer));
                view.resource = domain::visible(&held.resource);
                view.scopes = shown(&held.scopes);
                view.expires_at_ms = held.expires_at_ms.map(|ms| ms as f64);
                view.renews = held.can_refresh;
                view.bound = held.is_bound;
                view.since_ms = Some(held.since_ms as f64);
                view.client = Some(client_view(&held.client));
                view.lasts = lasts && held.kept == TokenStorage::Keychain;
                let asked = state.challenge.as_ref().map(Challenge::scopes);
                let asked = asked.unwrap_or_default().into_iter();
                let more: Vec<String> = asked.filter(|s| !held.scopes.contains(s)).collect();
                view.wants = shown(&more);
                if let Some(error) = &held.refresh_failed
                    && view.problem.is_none()
                {
                    let message = phrases::host_not_renewed(not_signed_in(error));
                    view.problem = Some(problem(message, sign_in_hint(error)));
                }
            }
        }
        view
    }
}

/// A sign-in that the current call started.
pub(crate) struct Begun {
    /// Reports its result to all waiting callers.
    pub tell: watch::Sender<Option<Result<(), ApiError>>>,
    /// Cancels it.
    pub stop: CancellationToken,
}

fn step_view(step: &Step) -> SignInStepView {
    match step {
        Step::Preparing => SignInStepView::Preparing,
        Step::Asking => SignInStepView::Asking,
        Step::Browser {
            url,
            opened,
            until_ms,
            ..
        } => SignInStepView::Browser {
            url: url.to_string(),
            opened: *opened,
            until_ms: *until_ms as f64,
        },
        Step::Connecting => SignInStepView::Connecting,
    }
}

/// Returns how this program is identified to the authorization server.
pub(crate) fn client_view(client: &ClientKind) -> ClientKindView {
    match client {
        ClientKind::PreRegistered => ClientKindView::Entered,
        ClientKind::MetadataDocument => ClientKindView::Document,
        ClientKind::Dynamic => ClientKindView::Registered,
        ClientKind::Workload => ClientKindView::Program,
    }
}

fn shown(scopes: &[String]) -> Vec<String> {
    let scopes = scopes.iter().take(MAX_SCOPES);
    scopes.map(|scope| domain::visible(scope)).collect()
}

/// Returns a problem, for display.
pub(crate) fn problem(message: impl Into<Text>, hint: impl Into<Text>) -> AccountProblemView {
    AccountProblemView {
        message: message.into(),
        hint: hint.into(),
        needs_client: None,
        declined: false,
    }
}

/// Returns why the sign-in ended, unless the user ended it.
fn why_out(why: &WhyOut) -> Option<AccountProblemView> {
    ended_by(why).map(|text| problem(text, phrases::host_hint_sign_in_again()))
}

/// Returns how a sign-in ended that the user did not end.
pub(crate) fn ended_by(why: &WhyOut) -> Option<Phrase> {
    match why {
        WhyOut::Asked => None,
        WhyOut::Expired => Some(phrases::host_sign_in_expired()),
        WhyOut::Ended => Some(phrases::host_sign_in_ended()),
        WhyOut::Refused => Some(phrases::host_sign_in_rejected()),
    }
}

/// Waits until the user is signed out, and returns the reason to show. Never returns for a server without an account.
pub(crate) async fn signed_out(account: Option<Arc<ServerAccount>>) -> Text {
    let Some(account) = account else {
        return std::future::pending().await;
    };
    let mut status = account.account.watch();
    let mut was_in = false;
    loop {
        let now = status.borrow_and_update().clone();
        match now {
            AccountStatus::SignedIn(_) => was_in = true,
            AccountStatus::SignedOut(why) if was_in => {
                return ended_by(&why)
                    .unwrap_or_else(phrases::host_signed_out)
                    .into();
            }
            AccountStatus::SignedOut(_) | AccountStatus::Unknown | AccountStatus::Never => {}
        }
        if status.changed().await.is_err() {
            // The account is gone, and so is its actor.
            return std::future::pending().await;
        }
    }
}
