//! Start of a server: approval of its launch, process or connection, handshake, tool listing.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use consent::{Allowed, Approved, DecidedBy, GrantScope, LaunchApproval, LaunchAuthority};
use domain::{EnvSource, HeaderSource, LaunchSpec, RemoteTransport, ServerId, now_ms};
use host_api::{FailureKind, LogLevelView, ServerStateView};
use mcp::{CallError, Challenge, Client, ConnectError, Era, HttpError, HttpOptions, Wire};
use messages::{Text, phrases};
use secrets::Secret;
use store::StoreError;
use tokio::sync::watch;

use crate::{
    addresses::kept_as,
    bundles::in_use,
    inner::Inner,
    packages::of_package,
    problems::{not_answered, stopped},
    server::{Connection, ServerAccount, ServerHistory, ServerSnapshot, StartBy, usable_until},
    servers::{
        connecting::{Unstarted, options},
        failure,
        names::kept_names,
        packaging::settle_package,
        program::{Interruption, Program, Reached, local},
        state::set_state,
    },
};

/// How long a server without tools that tells of changes has to register some.
const REGISTERS: Duration = Duration::from_millis(800);

/// A running server that completed the handshake.
pub(super) struct Live {
    pub client: Client,
    pub connection: Connection,
    pub events: mcp::Events,
    /// None for a remote server.
    pub program: Option<Program>,
}

/// Starts a stored server: resolves its launch, requests approval, launches, connects, lists its tools.
pub(super) async fn begin(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    id: ServerId,
    by: StartBy,
    interruption: &Interruption,
) -> Result<Live, Unstarted> {
    set_state(
        inner,
        snapshot,
        ServerStateView::Starting {
            since_ms: now_ms() as f64,
            install: None,
        },
    );
    snapshot.send_modify(|old| Arc::make_mut(old).sandbox = None);
    let book = Arc::clone(&snapshot.borrow().book);
    let account = snapshot.borrow().account.clone();
    if let Some(account) = &account {
        account.connects(by);
    }
    if by != StartBy::AppStart {
        Box::pin(settle_package(inner, snapshot, interruption)).await?;
    }
    let record = snapshot.borrow().record.clone();
    let granted = Box::pin(inner.grant_bundle_folders(&record, by)).await;
    granted.map_err(|reason| Unstarted::Refused(reason.into()))?;
    let (spec, mut question) = prepare(inner, id, by).await?;
    if by != StartBy::AppStart && settle_program(inner, snapshot, &spec).await? {
        (_, question) = prepare(inner, id, by).await?;
    }
    let reviewed = !question.is_accepted();
    if reviewed || !question.missing_values.is_empty() {
        match by {
            StartBy::AppStart => {
                return Err(Unstarted::Refused(
                    phrases::host_start_not_reviewed().into(),
                ));
            }
            StartBy::Person | StartBy::SignIn | StartBy::Call => {
                set_state(inner, snapshot, ServerStateView::AwaitingReview);
            }
            StartBy::CommandLine => {}
        }
    }
    let allowed = allowed(inner, question).await?;
    // A person may have switched its sandbox off, or on.
    let spec = allowed.approved.payload().clone();
    let launch = spec.digest();
    if allowed.scope == GrantScope::Standing {
        inner.grant_launch(id, &spec, snapshot).await;
        inner.keep_sandbox(id, &spec).await;
    }
    // In a trial run they are found, and proposed with it.
    if reviewed
        && !inner.trial_runs.is_on(id)
        && let LaunchSpec::Local(launch) = &spec
    {
        inner.offer_folders(launch).await;
    }
    set_state(
        inner,
        snapshot,
        ServerStateView::Starting {
            since_ms: now_ms() as f64,
            install: None,
        },
    );

    if let LaunchSpec::Local(launch) = &spec
        && let Some(package) = &launch.package
    {
        let record = snapshot.borrow().record.clone();
        match in_use(&record) {
            Some(bundle) => {
                let verified = inner.verify_bundle(bundle, package).await;
                verified.map_err(Unstarted::Failed)?;
                if let Some(set) = &package.set {
                    let verified = Box::pin(inner.verify_set(&record, set)).await;
                    verified.map_err(|error| Unstarted::Failed(of_package(&error)))?;
                }
            }
            None => {
                let verified = Box::pin(inner.verify_package(package)).await;
                verified.map_err(|error| Unstarted::Failed(of_package(&error)))?;
                Box::pin(inner.use_package(id, package)).await;
            }
        }
    }
    let now = snapshot.borrow().clone();
    hide_values(inner, &now).await;
    let connected = reached(inner, snapshot, by, allowed.approved, interruption).await;
    let (client, ready, program) = match connected {
        Ok(reached) => reached,
        Err(unstarted) => {
            // It is found out anew: what was remembered may be why.
            if matches!(unstarted, Unstarted::Failed(_))
                && snapshot
                    .borrow()
                    .record
                    .era
                    .is_some_and(|era| era.stateless)
            {
                inner.remember_era(snapshot, None).await;
            }
            return Err(unstarted);
        }
    };
    inner.remember_era(snapshot, Some(ready.spoken.next)).await;
    let tools = if ready.info.offers_tools() {
        first_tools(&client, &ready.info).await.map_err(|e| {
            if let (Some(account), Some(challenge)) = (&account, wanted(&e)) {
                return wants_sign_in(account, challenge);
            }
            let failure = failure::of_listing(&e, program.is_none());
            match &program {
                Some(program) => program.explained(failure, &book.veil).into(),
                None => failure.into(),
            }
        })?
    } else {
        mcp::ToolList::default()
    };
    let unreadable = Arc::new(unreadable(&tools));
    let info = Arc::new(ready.info);
    let one_at_a_time = book.pinning.enter().await;
    let pins = Arc::new(inner.pin(id, &tools.items, &info).await);
    let connection = Connection {
        client: client.clone(),
        launch,
        tools_until: usable_until(&client, tools.fresh_for),
        tools: Arc::new(tools.items),
        pins,
        unreadable,
        since_ms: now_ms(),
        revision_before: inner
            .remember_revision(snapshot, &info.protocol_version)
            .await,
        spoken: ready.spoken,
        lists: Arc::default(),
        info,
    };
    note_connection(&connection, &book).await;
    let state = ServerStateView::Ready {
        pid: program.as_ref().map(|p| p.process.pid()),
    };
    snapshot.send_modify(|old| {
        *old = Arc::new(ServerSnapshot {
            connection: Some(connection.clone()),
            ..(**old).clone()
        })
    });
    drop(one_at_a_time);
    set_state(inner, snapshot, state);
    inner
        .attaching
        .ears
        .hear(crate::state::Heard::Connected(id));
    Ok(Live {
        client,
        connection,
        events: ready.events,
        program,
    })
}

/// Decides a start, or says why it is refused.
async fn allowed(
    inner: &Arc<Inner>,
    question: LaunchApproval,
) -> Result<Allowed<LaunchApproval>, Unstarted> {
    inner.consent.decide(question).await.map_err(|denied| {
        let reason = match denied.by {
            DecidedBy::Person | DecidedBy::Terminal => phrases::host_start_refused(),
            DecidedBy::CommandLine => phrases::host_start_not_by_line(),
            DecidedBy::Unattended => phrases::host_start_unattended(),
            DecidedBy::Expiry => phrases::host_start_expired(),
            DecidedBy::StopAll => phrases::host_start_stop_all(),
            DecidedBy::LedgerFailure => phrases::host_start_not_recorded(),
            DecidedBy::Dismissed
            | DecidedBy::Rule
            | DecidedBy::Mute
            | DecidedBy::Repeat
            | DecidedBy::QueueFull
            | DecidedBy::Withdrawn => phrases::host_start_not_accepted(),
        };
        Unstarted::Refused(reason.into())
    })
}

/// Connects as was approved. A program that ends at the probe is started once more, and spoken to in the older way.
async fn reached(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    by: StartBy,
    approved: Approved<LaunchSpec>,
    interruption: &Interruption,
) -> Result<Reached, Unstarted> {
    let launch = match approved.payload() {
        LaunchSpec::Local(launch) => launch.clone(),
        LaunchSpec::Remote(launch) => {
            let id = launch.server;
            return remote(inner, snapshot, id, approved).await;
        }
    };
    let first = local(inner, snapshot, &launch, approved, interruption).await;
    let Err(Unstarted::AtProbe(failure)) = first else {
        return first;
    };
    inner.remember_era(snapshot, Some(Era::Stateful)).await;
    let (spec, question) = prepare(inner, launch.server, by).await?;
    if spec.digest() != LaunchSpec::Local(launch.clone()).digest() {
        return Err(Unstarted::Failed(failure));
    }
    let approved = allowed(inner, question).await?.approved;
    local(inner, snapshot, &launch, approved, interruption).await
}

/// Settles what moves to another program than the accepted one, before its launch is decided. Returns whether something changed.
async fn settle_program(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    spec: &LaunchSpec,
) -> Result<bool, Unstarted> {
    let record = snapshot.borrow().record.clone();
    if record
        .launch_grant
        .is_some_and(|grant| grant != spec.digest())
    {
        set_state(inner, snapshot, ServerStateView::AwaitingReview);
    }
    let settled = inner.replaced_since_accepted(&record, spec).await;
    settled.map_err(|error| Unstarted::Refused(error.message))
}

/// Connects to the URL of a remote server.
async fn remote(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    id: ServerId,
    approved: Approved<LaunchSpec>,
) -> Result<Reached, Unstarted> {
    let last = snapshot.borrow().record.wire.map(|last| match last {
        RemoteTransport::StreamableHttp => Wire::StreamableHttp,
        RemoteTransport::HttpSse => Wire::HttpSse,
    });
    let secrets = inner.keychain.server(id);
    let now = snapshot.borrow().clone();
    let http = HttpOptions {
        last,
        account: now.account.as_ref().map(|own| own.account.clone()),
    };
    let connecting = Client::connect_http(approved, &secrets, http, options(inner, &now));
    let (client, ready) = connecting
        .await
        .map_err(|error| match (&now.account, error) {
            (Some(account), ConnectError::NeedsSignIn(challenge)) => {
                wants_sign_in(account, challenge)
            }
            (None, ConnectError::NeedsSignIn(challenge)) => {
                failure::no_sign_in(&now.record, challenge.said.as_deref()).into()
            }
            (_, error) => failure::of_remote(&error).into(),
        })?;
    let wire = match ready.wire {
        Wire::HttpSse => RemoteTransport::HttpSse,
        Wire::StreamableHttp | Wire::Stdio => RemoteTransport::StreamableHttp,
    };
    if last != Some(ready.wire) {
        if let Err(error) = inner.store.servers().set_wire(id, wire).await {
            tracing::debug!(%error, "what carries a server's messages could not be stored");
        }
        snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            new.record.wire = Some(wire);
            *old = Arc::new(new);
        });
    }
    Ok((client, ready, None))
}

/// Returns the authorization challenge of a listing that failed because of a missing sign-in.
fn wanted(error: &CallError) -> Option<Challenge> {
    let CallError::Http {
        error: HttpError::SignIn(challenge),
        ..
    } = error
    else {
        return None;
    };
    Some(challenge.clone())
}

fn wants_sign_in(account: &ServerAccount, challenge: Challenge) -> Unstarted {
    let reason = match (challenge.status, account.is_signed_in()) {
        (403, _) => phrases::host_sign_in_wider(),
        (_, true) => phrases::host_sign_in_not_taken(),
        (_, false) => phrases::host_connect_sign_in(),
    };
    let reason = failure::with_words(reason, challenge.said.as_deref());
    account.challenged(challenge);
    Unstarted::SignIn(reason.into())
}

/// Adds a server's secrets to its redactor. Values entered with the answer are included by now.
async fn hide_values(inner: &Inner, snapshot: &ServerSnapshot) {
    let (record, veil) = (&snapshot.record, &snapshot.book.veil);
    let secrets = inner.keychain.server(record.id);
    for name in kept_names(&record.env, &record.headers) {
        if let Ok(Some(value)) = secrets.get(&name).await {
            veil.hide_also(&[value]);
        }
    }
    for header in &record.headers {
        if let HeaderSource::Host(variable) = &header.source
            && let Ok(value) = std::env::var(variable)
        {
            veil.hide_also(&[Secret::new(value)]);
        }
    }
}

/// Writes notes on a new connection to the server's log, and requests the log level set before.
async fn note_connection(connection: &Connection, book: &ServerHistory) {
    let revision = &connection.info.protocol_version;
    if let Some(before) = &connection.revision_before {
        let text = phrases::host_older_revision(before, revision);
        book.log.note(LogLevelView::Warning, text);
    }
    for line in connection.unreadable.iter() {
        let text = phrases::host_unreadable(line);
        book.log.note(LogLevelView::Warning, text);
    }
    let Some(level) = book.log.level() else {
        return;
    };
    if connection.info.capabilities.logging
        && let Err(error) = connection.client.set_log_level(level).await
    {
        let text = phrases::host_level_not_set(not_answered(&error));
        book.log.note(LogLevelView::Warning, text);
    }
}

/// Returns the launch, and its approval request.
async fn prepare(
    inner: &Arc<Inner>,
    id: ServerId,
    by: StartBy,
) -> Result<(LaunchSpec, LaunchApproval), Unstarted> {
    let record = match inner.store.servers().confirmed(id).await {
        Ok(Some(record)) => record,
        Err(StoreError::Unconfirmed) => {
            inner.refresh_permissions().await.ok();
            let reason = phrases::host_start_unconfirmed();
            return Err(Unstarted::Refused(reason.into()));
        }
        Ok(None) | Err(_) => {
            return Err(Unstarted::Refused(phrases::host_start_removed().into()));
        }
    };
    let spec = inner
        .launch_spec(&record)
        .await
        .map_err(|e| failure::of_launch(&e))?;
    let secrets = inner.keychain.server(id);
    let mut missing_values = Vec::new();
    let variables = record
        .env
        .iter()
        .filter(|e| e.source == EnvSource::Keychain);
    let headers = record
        .headers
        .iter()
        .filter(|h| h.source == HeaderSource::Keychain);
    let names = variables.map(|e| &e.name).chain(headers.map(|h| &h.name));
    for name in names {
        match secrets.get(&kept_as(&spec, name)).await {
            Ok(Some(_)) => {}
            Ok(None) => missing_values.push(name.clone()),
            Err(error) => {
                let hint = phrases::host_hint_keychain_again(phrases::try_again());
                let message = phrases::host_values_unreadable(error.to_string());
                return Err(failure::failure(FailureKind::Keychain, message, hint).into());
            }
        }
    }
    let authority = LaunchAuthority {
        standing: record.launch_grant,
        on_command_line: by == StartBy::CommandLine,
    };
    let question = LaunchApproval {
        spec: spec.clone(),
        server_name: record.name,
        authority,
        accepted: inner.accepted_launch(id).await,
        missing_values,
        ticked: BTreeSet::new(),
    };
    Ok((spec, question))
}

/// Lists the tools for the first time. Where there are none and changes are told, they may be registered a moment later.
async fn first_tools(client: &Client, info: &mcp::ServerInfo) -> Result<mcp::ToolList, CallError> {
    let tools = client.list_tools().await?;
    let tells = info
        .capabilities
        .tools
        .is_some_and(|tools| tools.list_changed);
    if !tools.items.is_empty() || !tells {
        return Ok(tools);
    }
    tokio::time::sleep(REGISTERS).await;
    client.list_tools().await
}

/// Returns what of a list of tools could not be read, one line each.
pub(super) fn unreadable(list: &mcp::ToolList) -> Vec<Text> {
    let odd = list.unreadable.iter().chain(&list.repaired);
    let rest = list
        .stopped
        .iter()
        .map(|why| phrases::host_unreadable_rest(stopped(why)));
    odd.map(|u| phrases::host_unreadable_tool(u.index + 1, &u.reason))
        .chain(rest)
        .map(Text::from)
        .collect()
}
