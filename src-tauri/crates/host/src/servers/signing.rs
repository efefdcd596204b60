//! The steps of a sign-in: discovery, approval, browser, callback, reconnection. It can be cancelled at each step.

use std::{sync::Arc, time::Duration};

use consent::{Approved, DecidedBy, SignInApproval, SignInClient};
use domain::{ServerId, now_ms, origin_of};
use host_api::{AccountProblemView, ApiError, ErrorCode, LogLevelView, ServerStateView};
use mcp::Challenge;
use messages::{Phrase, Text, phrases};
use oauth::{
    CALLBACK_WAIT, ClientCredentials, ClientKind, OAuthError, Prepared, SignIn, SignInPlan,
};
use tokio_util::sync::CancellationToken;

use crate::{
    inner::Inner,
    ledger,
    problems::{not_signed_in, sign_in_hint},
    server::{Begun, ServerAccount, ServerHandle, SignInEnd, Step, Workload, account_of, problem},
    servers::sign_in_request::SignInRequest,
    state::may_open,
};

/// Time limit for a server to be ready after a sign-in that a call waits for.
const READY_AGAIN: Duration = Duration::from_secs(60);

/// Why a sign-in did not complete.
pub(super) enum Unsigned {
    /// It was denied, expired, or was cancelled.
    Refused(Phrase),
    /// The record that must exist before it begins could not be written.
    NotKept(Phrase),
    /// It failed.
    Failed(OAuthError),
    /// The URL is not one that may be opened.
    NotOpened,
}

impl From<OAuthError> for Unsigned {
    fn from(error: OAuthError) -> Self {
        Self::Failed(error)
    }
}

impl Unsigned {
    fn view(&self) -> AccountProblemView {
        match self {
            Self::Refused(message) => AccountProblemView {
                declined: true,
                ..problem(message.clone(), phrases::host_hint_begin_again())
            },
            Self::NotKept(message) => problem(message.clone(), phrases::host_hint_nothing_opened()),
            Self::Failed(error) => AccountProblemView {
                needs_client: needs_client(error),
                ..problem(not_signed_in(error), sign_in_hint(error))
            },
            Self::NotOpened => problem(phrases::host_not_opened(), phrases::host_hint_not_opened()),
        }
    }

    pub(super) fn error(&self, server: &str) -> ApiError {
        let code = match self {
            Self::Refused(_) => ErrorCode::Denied,
            Self::Failed(OAuthError::TimedOut { .. } | OAuthError::CallbackTimedOut) => {
                ErrorCode::Timeout
            }
            Self::Failed(OAuthError::Denied { .. }) => ErrorCode::Denied,
            Self::Failed(OAuthError::Secrets(_)) => ErrorCode::Keychain,
            Self::NotKept(_) => ErrorCode::Data,
            Self::Failed(_) | Self::NotOpened => ErrorCode::Server,
        };
        let view = self.view();
        let message = phrases::host_not_signed_in(view.message, server);
        ApiError::new(code, message).hint(view.hint)
    }
}

/// Returns the authorization server that requires a manually registered client.
fn needs_client(error: &OAuthError) -> Option<String> {
    if let OAuthError::NoClient { issuer } | OAuthError::RegistrationRefused { issuer, .. } = error
    {
        return Some(issuer.clone());
    }
    None
}

impl Inner {
    /// Signs in as [`Host::sign_in`](crate::inner::Host::sign_in) does.
    pub(crate) async fn sign_in(
        self: &Arc<Self>,
        handle: &ServerHandle,
        wish: SignInRequest,
    ) -> Result<(), ApiError> {
        let mut end = self.begin_sign_in(handle, wish)?;
        let gone = || ApiError::new(ErrorCode::Server, phrases::host_sign_in_lost());
        let ended = end.wait_for(Option::is_some).await.map_err(|_| gone())?;
        ended.clone().unwrap_or_else(|| Err(gone()))
    }

    /// Starts a sign-in in its own task. Returns its result receiver.
    pub(crate) fn begin_sign_in(
        self: &Arc<Self>,
        handle: &ServerHandle,
        wish: SignInRequest,
    ) -> Result<SignInEnd, ApiError> {
        let account = account_of(&handle.snapshot())?;
        let (end, begun) = account.join(handle.closing());
        if let Some(begun) = begun {
            let (inner, handle) = (Arc::clone(self), handle.clone());
            tokio::spawn(async move { run(&inner, &handle, &account, wish, begun).await });
        }
        Ok(end)
    }

    /// Signs in because a call requires it, and waits until the server is ready. After a denial, calls do not request another
    /// sign-in.
    ///
    /// # Errors
    /// Why the call cannot be sent, as a sentence. Nothing of it was sent.
    pub(crate) async fn sign_in_for_call(
        self: &Arc<Self>,
        server: ServerId,
        challenge: Challenge,
    ) -> Result<(), Text> {
        let gone = |_| phrases::host_call_server_removed();
        let handle = self.servers.handle(server).map_err(gone)?;
        let Some(account) = handle.snapshot().account.clone() else {
            return Err(phrases::host_call_other_header().into());
        };
        account.challenged(challenge);
        self.tell_server(&handle);
        if account.declined() {
            return Err(phrases::host_call_sign_in_declined().into());
        }
        let wish = SignInRequest {
            for_a_call: true,
            ..SignInRequest::default()
        };
        self.sign_in(&handle, wish)
            .await
            .map_err(|error| error.message)?;
        let mut watch = handle.watch();
        let ready = watch.wait_for(|now| now.connection.is_some());
        match tokio::time::timeout(READY_AGAIN, ready).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(phrases::host_call_not_ready_again().into()),
        }
    }

    /// Records that the keychain may contain account data of a server, before it does.
    pub(super) async fn keeps_account(&self, handle: &ServerHandle) -> Result<(), ApiError> {
        let record = handle.snapshot().record.clone();
        if !record.account {
            self.store.servers().set_account(record.id, true).await?;
            handle.settle(|record| record.account = true);
        }
        Ok(())
    }

    /// Records a change of an account. The record never contains a token, a code or a key.
    pub(crate) async fn record_account(&self, id: ServerId, change: ledger::AccountChange) {
        let about = ledger::About::server(
            id,
            self.servers
                .get(id)
                .map_or_else(String::new, |handle| handle.snapshot().record.name.clone()),
        );
        let event = ledger::Event::Account(change);
        if let Err(error) = ledger::record(&self.audit, about, event).await {
            tracing::error!(%error, "a change of an account could not be recorded");
        }
    }
}

/// Runs one sign-in from start to end.
async fn run(
    inner: &Arc<Inner>,
    handle: &ServerHandle,
    account: &Arc<ServerAccount>,
    wish: SignInRequest,
    begun: Begun,
) {
    let id = handle.snapshot().record.id;
    let note = |level: LogLevelView, text: Phrase| handle.snapshot().book.log.note(level, text);
    inner.tell_server(handle);
    let flow = Flow {
        inner,
        handle,
        account,
        id,
        stop: begun.stop,
    };
    let ended = match flow.sign_in(&wish).await {
        Ok(signed_in) => {
            inner.record_account(id, signed_in).await;
            note(LogLevelView::Info, phrases::host_log_signed_in());
            let connects = connect_again(handle, account, &wish);
            account.ended(connects, None);
            Ok(())
        }
        Err(error) => {
            let view = error.view();
            note(
                LogLevelView::Warning,
                phrases::host_log_not_signed_in(&view.message),
            );
            if let Unsigned::Refused(_) = &error {
                account.decline();
            } else {
                // The record is data: English, whatever the language of the window.
                let why = view.message.to_string();
                inner
                    .record_account(id, ledger::AccountChange::SignInFailed { why })
                    .await;
            }
            account.ended(false, Some(view));
            Err(error.error(&handle.snapshot().record.name))
        }
    };
    // Wakes callers that wait for the server's state.
    handle.settle(|_| {});
    inner.tell_server(handle);
    begun.tell.send_replace(Some(ended));
}

/// Reconnects if the sign-in requires it. Returns whether it does.
fn connect_again(handle: &ServerHandle, account: &ServerAccount, wish: &SignInRequest) -> bool {
    let snapshot = handle.snapshot();
    // What one user was shown is not used for another.
    if let Some(connection) = &snapshot.connection {
        connection.client.forget_cached();
        connection.lists.forget();
    }
    match &snapshot.state {
        ServerStateView::NeedsSignIn { .. }
        | ServerStateView::BackingOff { .. }
        | ServerStateView::Failed { .. } => {
            handle.start(account.starts_by());
            true
        }
        // A session belongs to the user who opened it. A call that required more scopes continues in its own session.
        ServerStateView::Ready { .. } if !wish.for_a_call => {
            handle.stop(phrases::host_reconnects_signed_in());
            handle.start(account.starts_by());
            true
        }
        ServerStateView::Ready { .. }
        | ServerStateView::Stopped { .. }
        | ServerStateView::Asleep
        | ServerStateView::Starting { .. }
        | ServerStateView::AwaitingReview => false,
    }
}

struct Flow<'a> {
    inner: &'a Arc<Inner>,
    handle: &'a ServerHandle,
    account: &'a Arc<ServerAccount>,
    id: ServerId,
    stop: CancellationToken,
}

impl Flow<'_> {
    /// Signs in. Returns the change to record.
    async fn sign_in(&self, wish: &SignInRequest) -> Result<ledger::AccountChange, Unsigned> {
        let kept = self.inner.keeps_account(self.handle).await;
        kept.map_err(|_| Unsigned::NotKept(phrases::host_account_not_stored()))?;
        let takes = self.or_stopped(self.inner.keychain_takes_more()).await?;
        takes.map_err(OAuthError::Secrets)?;
        let mut challenge = self.account.challenge();
        if !wish.scopes.is_empty() {
            let none = Challenge {
                status: 401,
                header: None,
                said: None,
            };
            challenge = Some(challenge.unwrap_or(none).and_scopes(&wish.scopes));
        }
        let account = &self.account.account;
        let on_command_line = wish.on_command_line;
        if let Some(program) = &wish.program {
            return self.as_program(program, challenge, on_command_line).await;
        }
        if let Some(Workload {
            file,
            on_command_line: named,
        }) = self.account.take_workload()
        {
            let program = ClientCredentials::Workload { file };
            let on_command_line = on_command_line || named;
            return self.as_program(&program, challenge, on_command_line).await;
        }
        let preparing = account.prepare(challenge.as_ref());
        let prepared = self.or_stopped(preparing).await??;
        let plan = prepared.plan().clone();
        let record = self.handle.snapshot().record.clone();
        let asked = question(&plan, &record);
        let approved = self.ask(asked, wish.on_command_line).await?;
        let sign_in = self.or_stopped(open(approved, prepared)).await??;
        let url = sign_in.url().clone();
        if !may_open(&url) {
            return Err(Unsigned::NotOpened);
        }
        let opened = self.inner.browser.open(&url);
        let wait = i64::try_from(CALLBACK_WAIT.as_millis()).unwrap_or(i64::MAX);
        self.at(Step::Browser {
            url,
            opened,
            until_ms: now_ms().saturating_add(wait),
            paste: sign_in.paste(),
        });
        self.or_stopped(sign_in.finish()).await??;
        Ok(ledger::AccountChange::SignedIn {
            issuer: plan.issuer,
            scopes: plan.scopes,
            resource: plan.resource,
        })
    }

    fn at(&self, step: Step) {
        self.account.step(step);
        self.inner.tell_server(self.handle);
    }

    /// Awaits a future, unless it is cancelled first.
    async fn or_stopped<F: Future>(&self, future: F) -> Result<F::Output, Unsigned> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(Unsigned::Refused(phrases::host_sign_in_stopped())),
            given = future => Ok(given),
        }
    }

    /// Signs this program in as itself: the credentials are sent to the approved issuer only.
    async fn as_program(
        &self,
        credentials: &ClientCredentials,
        challenge: Option<Challenge>,
        on_command_line: bool,
    ) -> Result<ledger::AccountChange, Unsigned> {
        let account = &self.account.account;
        let issuer = self
            .or_stopped(account.issuer(challenge.as_ref()))
            .await??;
        let record = self.handle.snapshot().record.clone();
        let question = SignInApproval {
            server: record.id,
            server_name: record.name.clone(),
            server_origin: record.url.as_deref().map(origin_of).unwrap_or_default(),
            opens: origin_of(&issuer),
            redeems: origin_of(&issuer),
            issuer,
            resource: record.url.clone().unwrap_or_default(),
            scopes: challenge
                .as_ref()
                .map(Challenge::scopes)
                .unwrap_or_default(),
            new_scopes: Vec::new(),
            bound: false,
            moved_from: None,
            workload: match credentials {
                ClientCredentials::Workload { file } => Some(file.display().to_string()),
                ClientCredentials::Secret { .. } | ClientCredentials::Key { .. } => None,
            },
            client: SignInClient::Program,
        };
        let approved = self.ask(question, on_command_line).await?.into_payload();
        let issuer = &approved.issuer;
        let shown = account.client_credentials(challenge.as_ref(), issuer, credentials);
        self.or_stopped(shown).await??;
        Ok(ledger::AccountChange::SignedIn {
            issuer: approved.issuer,
            scopes: approved.scopes,
            resource: approved.resource,
        })
    }

    async fn ask(
        &self,
        question: SignInApproval,
        on_command_line: bool,
    ) -> Result<Approved<SignInApproval>, Unsigned> {
        self.at(Step::Asking);
        let deciding = self.inner.consent.decide_named(question, on_command_line);
        tokio::pin!(deciding);
        let decided = tokio::select! {
            // Polled first, so that the approval is queued before it can be withdrawn.
            biased;
            decided = &mut deciding => decided,
            () = self.stop.cancelled() => {
                self.inner.consent.withdraw_sign_in(self.id);
                deciding.await
            }
        };
        match decided {
            Ok(allowed) => Ok(allowed.approved),
            Err(denied) => Err(Unsigned::Refused(match denied.by {
                DecidedBy::Person | DecidedBy::Terminal | DecidedBy::Dismissed => {
                    phrases::host_sign_in_denied()
                }
                DecidedBy::Unattended => phrases::host_sign_in_unattended(),
                DecidedBy::Expiry => phrases::host_sign_in_unanswered(),
                DecidedBy::StopAll => phrases::host_start_stop_all(),
                DecidedBy::Withdrawn => phrases::host_sign_in_stopped(),
                DecidedBy::LedgerFailure => {
                    return Err(Unsigned::NotKept(phrases::host_sign_in_not_recorded()));
                }
                DecidedBy::Rule
                | DecidedBy::CommandLine
                | DecidedBy::Mute
                | DecidedBy::Repeat
                | DecidedBy::QueueFull => phrases::host_sign_in_not_allowed(),
            })),
        }
    }
}

/// Returns the approval request for a plan.
fn question(plan: &SignInPlan, record: &store::ServerRecord) -> SignInApproval {
    SignInApproval {
        server: record.id,
        server_name: record.name.clone(),
        server_origin: record.url.as_deref().map(origin_of).unwrap_or_default(),
        opens: plan.opens.clone(),
        redeems: plan.redeems.clone(),
        issuer: plan.issuer.clone(),
        resource: plan.resource.clone(),
        scopes: plan.scopes.clone(),
        new_scopes: plan.new_scopes.clone(),
        bound: plan.is_bound,
        moved_from: plan.moved_from.clone(),
        workload: None,
        client: match plan.client {
            ClientKind::PreRegistered => SignInClient::Entered,
            ClientKind::MetadataDocument => SignInClient::Document,
            // A workload is never prepared as the sign-in of a person.
            ClientKind::Dynamic | ClientKind::Workload => SignInClient::Registered,
        },
    }
}

/// Listens for the browser, with exactly the approved parameters. Consumes the approval.
async fn open(
    approved: Approved<SignInApproval>,
    prepared: Prepared,
) -> Result<SignIn, OAuthError> {
    let allowed = approved.into_payload();
    let plan = prepared.plan();
    let same = allowed.opens == plan.opens
        && allowed.redeems == plan.redeems
        && allowed.issuer == plan.issuer
        && allowed.resource == plan.resource
        && allowed.scopes == plan.scopes
        && allowed.bound == plan.is_bound;
    if !same {
        return Err(OAuthError::Overtaken);
    }
    prepared.begin().await
}
