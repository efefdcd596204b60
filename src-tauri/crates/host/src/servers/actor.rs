//! One actor per server: it starts the server after approval, keeps it connected, reports its state, and ends it.
//!
//! A slow or dead server delays no other: each has its own task and queue, and readers use a snapshot.

use std::{pin::pin, sync::Arc, time::Duration};

use domain::now_ms;
use host_api::{Event, FailureView, ServerListKind, ServerStateView};
use launcher::StopTimes;
use mcp::{CloseReason, ServerEvent};
use messages::{Text, phrases};
use tokio::{sync::watch, time::Instant};

use super::following::follow;
use crate::{
    inner::Inner,
    requests::Requests,
    server::{
        AT_ONCE, Command, KnownOffers, Orders, ServerAccount, ServerHandle, ServerSnapshot,
        StartBy, server_view, signed_out,
    },
    servers::{
        connecting::Unstarted,
        failure,
        folders::{follow_grants, sees_too_much},
        notices::Notices,
        program::Interruption,
        relisting,
        sign_in_request::SignInRequest,
        sleeping::{Idle, as_it_restarts, as_it_runs},
        starting::{Live, begin},
        state::set_state,
    },
};

/// This many failures within [`CRASH_WINDOW`] end the restarts of a local server.
const CRASH_LIMIT: usize = 4;
/// The window in which failures of a local server are counted.
const CRASH_WINDOW: Duration = Duration::from_secs(120);
/// The failure limit of a remote server, which may be unreachable for a while.
const AWAY_LIMIT: usize = 10;
/// The window in which failures of a remote server are counted.
const AWAY_WINDOW: Duration = Duration::from_secs(15 * 60);
/// Maximum backoff before a restart.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);
/// Initial backoff before a restart; it doubles with each failure.
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
/// Time limit for withdrawing and recording the approvals of a server that ended.
const LAST_WITHDRAWAL: Duration = Duration::from_millis(500);
/// Time limit for open calls after the user was signed out.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The actor of one server.
pub(super) struct Actor {
    pub(super) inner: Arc<Inner>,
    pub(super) orders: Orders,
    pub(super) snapshot: watch::Sender<Arc<ServerSnapshot>>,
}

/// The end of one run.
enum End {
    /// Stopped by the user, with the reason to show and the timeout of each stage.
    Stopped(Text, StopTimes),
    /// Failed, and whether it was ready before.
    Failed(FailureView, bool),
    /// Nobody used it; its snapshot has what is known of it.
    Asleep,
    /// It requires a sign-in, with the reason to show.
    SignIn(Text),
    /// The actor itself must end.
    ActorGone,
}

/// Spawns the actor of a server; the server itself is not started.
pub(crate) fn spawn(inner: &Arc<Inner>, record: store::ServerRecord) -> ServerHandle {
    let account = ServerAccount::of(&inner.keychain, inner.client_document.get(), &record);
    let handle = ServerHandle::spawn(record, account, |orders, snapshot| {
        let inner = Arc::clone(inner);
        let actor = Actor {
            inner,
            orders,
            snapshot,
        };
        actor.run()
    });
    if let Some(account) = handle.snapshot().account.clone() {
        tokio::spawn(follow(Arc::clone(inner), handle.clone(), account));
    }
    handle
}

impl Actor {
    pub(super) async fn run(mut self) {
        // On the heap while they last: a server that sleeps or was stopped holds no memory for a run.
        while let Some(command) = self.orders.next().await {
            match command {
                Command::Start(by, _) => {
                    if Box::pin(self.keep_running(by)).await {
                        return;
                    }
                }
                Command::Stop(reason, _) => self.set_state(ServerStateView::Stopped { reason }),
                Command::Sleep(known) => {
                    if Box::pin(self.rest(known)).await {
                        return;
                    }
                }
                // It has no connection to ask.
                Command::ListTools => {}
            }
        }
    }

    /// Lets a server that does not run sleep, or starts it as the program's own start if what was accepted of it is not known. Returns
    /// true when the actor itself must end.
    async fn rest(&mut self, known: Option<KnownOffers>) -> bool {
        let record = self.snapshot.borrow().record.clone();
        let known = match known {
            Some(all) => {
                let all = all.get_or_init(|| self.inner.known_offers()).await;
                all.get(&record.id).cloned()
            }
            None => self.inner.known_offer(&record).await.map(Arc::new),
        };
        match known {
            Some(asleep) => {
                self.snapshot
                    .send_modify(|old| Arc::make_mut(old).asleep = Some(asleep));
                self.set_state(ServerStateView::Asleep);
                false
            }
            None => self.keep_running(StartBy::AppStart).await,
        }
    }

    /// Runs the server, restarting it after failures, until it is stopped. Returns true when the actor itself must end.
    async fn keep_running(&mut self, by: StartBy) -> bool {
        let mut failures: Vec<Instant> = Vec::new();
        let mut was_ever_ready = false;
        let mut by = by;
        loop {
            let (failure, was_ready) = match self.run_once(by).await {
                End::Stopped(reason, _) => {
                    self.set_state(ServerStateView::Stopped { reason });
                    return false;
                }
                End::ActorGone => return true,
                End::Asleep => {
                    self.set_state(ServerStateView::Asleep);
                    return false;
                }
                // It stays stopped until a person signs in or starts it; a retry would be futile.
                End::SignIn(reason) => {
                    self.wait_for_sign_in(reason, by);
                    return false;
                }
                End::Failed(failure, was_ready) => (failure, was_ready),
            };
            // A temporary network failure is not a crash.
            let remote = self.snapshot.borrow().record.url.is_some();
            let (limit, window) = if remote {
                (AWAY_LIMIT, AWAY_WINDOW)
            } else {
                (CRASH_LIMIT, CRASH_WINDOW)
            };
            was_ever_ready |= was_ready;
            let passes = remote && was_ever_ready && failure::may_pass(failure.kind);
            failures.retain(|at| at.elapsed() < window);
            failures.push(Instant::now());
            if !(was_ready || passes) || failures.len() >= limit {
                self.set_state(ServerStateView::Failed {
                    failure: failure::loop_note(failure, failures.len(), limit),
                });
                return false;
            }
            let wait = FIRST_BACKOFF * 2u32.pow(u32::try_from(failures.len() - 1).unwrap_or(0));
            let wait = wait.min(LONGEST_BACKOFF);
            let until_ms = now_ms() as f64 + wait.as_millis() as f64;
            self.set_state(ServerStateView::BackingOff { until_ms, failure });
            match tokio::time::timeout(wait, self.orders.next()).await {
                Ok(Some(Command::Start(again, _))) => by = again,
                Ok(Some(Command::Stop(reason, _))) => {
                    self.set_state(ServerStateView::Stopped { reason });
                    return false;
                }
                Ok(None) => return true,
                // It does not run, so it is tried at once.
                Ok(Some(Command::Sleep(_) | Command::ListTools)) => by = StartBy::AppStart,
                // Its command line named it for as long as this program runs.
                Err(_) if by == StartBy::CommandLine => {}
                // An automatic restart needs the permanent grant, like the program's own start.
                Err(_) => by = StartBy::AppStart,
            }
        }
    }

    /// Waits for a sign-in. If a person or a call started the server, or it needs no person, requests the sign-in at once.
    fn wait_for_sign_in(&self, reason: Text, by: StartBy) {
        let handle = self.inner.servers.handle(self.snapshot.borrow().record.id);
        let account = self.snapshot.borrow().account.clone();
        let alone = account.is_some_and(|account| account.has_workload());
        if let (true, Ok(handle)) = (
            alone || matches!(by, StartBy::Person | StartBy::Call),
            handle,
        ) {
            // The account reports its end.
            let _ = self.inner.begin_sign_in(&handle, SignInRequest::default());
        }
        self.set_state(ServerStateView::NeedsSignIn { reason });
    }

    async fn run_once(&mut self, by: StartBy) -> End {
        let inner = Arc::clone(&self.inner);
        let id = self.snapshot.borrow().record.id;
        let snapshot = self.snapshot.clone();
        // A start that no person asked for keeps its mutes.
        if by.is_wish() {
            inner.consent.unmute_requests(id);
            inner.reach.forgive(id);
        }
        let interruption = Interruption::new();
        let begin = begin(&inner, &snapshot, id, by, &interruption);
        tokio::pin!(begin);
        let mut folders = self.orders.folders.announced();
        let live = loop {
            let end = tokio::select! {
                live = &mut begin => break live,
                Ok(()) = folders.changed() => {
                    let now = Arc::clone(&snapshot.borrow());
                    if !sees_too_much(&inner, &now, id).await {
                        continue;
                    }
                    self.start_again();
                    End::Stopped(phrases::host_confinement_taken_at_start().into(), AT_ONCE)
                }
                command = self.orders.next() => match command {
                    Some(Command::Start(..) | Command::Sleep(_) | Command::ListTools) => continue,
                    Some(Command::Stop(reason, times)) => End::Stopped(reason, times),
                    None => End::ActorGone,
                },
            };
            if let End::Stopped(reason, times) = &end
                && interruption.interrupt(*times)
            {
                // A package runner that is killed leaves a cache that no program can use any more.
                self.set_state(ServerStateView::Stopped {
                    reason: phrases::host_stopped_installing(reason).into(),
                });
                let _ = begin.await;
                return end;
            }
            // A pending approval is withdrawn, and recorded as withdrawn.
            if inner.consent.withdraw_launch(id) {
                let _ = begin.await;
            }
            return end;
        };
        match live {
            Ok(live) => self.serve(live).await,
            Err(Unstarted::Refused(reason)) => End::Stopped(reason, AT_ONCE),
            Err(Unstarted::Failed(failure) | Unstarted::AtProbe(failure)) => {
                End::Failed(failure, false)
            }
            Err(Unstarted::SignIn(reason)) => End::SignIn(reason),
        }
    }

    /// Runs a ready server until it ends.
    async fn serve(&mut self, mut live: Live) -> End {
        let mut listing = None;
        let mut changed_again = false;
        let mut pace = relisting::Pace::default();
        let mut ended_here = false;
        let book = Arc::clone(&self.snapshot.borrow().book);
        let mut notices = Notices::new(
            Arc::clone(&self.snapshot.borrow().book),
            live.connection.clone(),
        );
        let server = self.snapshot.borrow().record.id;
        let mut requests = Requests::new(&self.inner, server);
        let account = self.snapshot.borrow().account.clone();
        let mut signed_out = pin!(signed_out(account));
        let mut idle = Idle::default();
        self.snapshot.borrow().book.usage.touch();
        let mut folders = self.orders.folders.announced();
        // They may have changed while it started.
        folders.mark_changed();
        let end = loop {
            tokio::select! {
                Ok(()) = folders.changed() => {
                    let asked = *folders.borrow_and_update();
                    let restart = match &mut live.program {
                        Some(program) => {
                            follow_grants(&self.inner, &self.snapshot, &mut program.process).await
                        }
                        None => None,
                    };
                    self.orders.folders.followed(asked);
                    if let Some(why) = restart {
                        self.start_again();
                        break End::Stopped(why.into(), StopTimes::default());
                    }
                }
                reason = &mut signed_out => break End::SignIn(reason),
                command = self.orders.next() => match command {
                    Some(Command::Start(..)) => {}
                    Some(Command::Stop(reason, times)) => break End::Stopped(reason, times),
                    Some(Command::Sleep(_)) => {
                        if let Some(end) = self.try_sleep(&live, &mut requests) {
                            break end;
                        }
                    }
                    Some(Command::ListTools) => {
                        listing.get_or_insert_with(|| relisting::list_now(&live.client));
                    }
                    None => break End::ActorGone,
                },
                () = idle.due(&self.inner, &self.snapshot) => {
                    if let Some(end) = self.try_sleep(&live, &mut requests) {
                        break end;
                    }
                    idle.postpone();
                }
                // Polled beside the commands, so that an endless listing cannot block a stop.
                list = maybe(&mut listing) => {
                    if relisting::take(&self.inner, &self.snapshot, list).await {
                        self.tell();
                        notices.list(ServerListKind::Tools);
                    }
                    listing = std::mem::take(&mut changed_again)
                        .then(|| pace.list_again(&live.client, &book.log));
                }
                () = notices.due() => notices.tell(&self.inner, self.snapshot.borrow().record.id),
                event = live.events.recv() => match event {
                    Some(event @ (ServerEvent::ToolsChanged | ServerEvent::SessionRenewed)) => {
                        changed_again = listing.is_some();
                        listing.get_or_insert_with(|| pace.list_again(&live.client, &book.log));
                        notices.take(event);
                    }
                    Some(ServerEvent::Closed(reason)) => {
                        ended_here = failure::is_ours(&reason);
                        break End::Failed(failure::of_close(&reason, live.program.is_none()), true);
                    }
                    Some(ServerEvent::Request(request)) => requests.take(request),
                    Some(
                        notice @ (ServerEvent::Log { .. }
                        | ServerEvent::Dropped(_)
                        | ServerEvent::VisitComplete { .. }
                        | ServerEvent::ChangesNotTold
                        | ServerEvent::ResourcesChanged
                        | ServerEvent::PromptsChanged
                        | ServerEvent::ResourceUpdated { .. }),
                    ) => notices.take(notice),
                    None => {
                        let reason = CloseReason::ServerClosed;
                        break End::Failed(failure::of_close(&reason, live.program.is_none()), true);
                    }
                },
            }
        };
        drop(listing);
        if let End::Failed(..) = &end {
            // What was accepted stays on offer while it restarts, and a call waits for it.
            self.snapshot.send_modify(|old| {
                let asleep = as_it_restarts(old).map(Arc::new);
                Arc::make_mut(old).asleep = asleep;
            });
        }
        self.disconnect();
        // Calls that are refused now are told so, and can be repeated after the sign-in.
        if let End::SignIn(_) = &end {
            live.client.idle(LAST_ANSWERS).await;
        }
        let times = match &end {
            End::Stopped(_, times) => *times,
            End::Failed(..) | End::SignIn(_) | End::Asleep | End::ActorGone => StopTimes::default(),
        };
        // After an immediate stop, later output does not matter.
        let _ = tokio::time::timeout(times.eof, live.client.close()).await;
        requests.end(LAST_WITHDRAWAL).await;
        let Some(mut program) = live.program else {
            return end;
        };
        let exit = program.process.stop(times).await;
        match end {
            End::Failed(mut failure, ready) => {
                if exit.out_of_memory {
                    failure.message = phrases::host_out_of_memory().into();
                } else if ended_here {
                    // Its exit only follows from that.
                } else if let Some(code) = exit.code {
                    failure.message = phrases::host_exited(code.to_string()).into();
                } else if let Some(signal) = exit.signal {
                    failure.message = phrases::host_killed(signal.to_string()).into();
                }
                let book = Arc::clone(&self.snapshot.borrow().book);
                let failure = program.explained_end(failure, exit, &book.veil);
                End::Failed(failure, ready)
            }
            End::Stopped(..) | End::SignIn(_) | End::Asleep | End::ActorGone => end,
        }
    }

    /// Disconnects a server that nobody uses, and returns its end. New users wait until it is disconnected, and start it again.
    fn try_sleep(&self, live: &Live, requests: &mut Requests) -> Option<End> {
        let now = Arc::clone(&self.snapshot.borrow());
        let _unused = now.book.usage.try_end()?;
        if !live.client.is_idle() || !requests.are_answered() {
            return None;
        }
        let asleep = Arc::new(as_it_runs(&now)?);
        // What it offers when it wakes is no first listing.
        now.book.first.end();
        self.snapshot.send_modify(|old| {
            let snapshot = Arc::make_mut(old);
            (snapshot.connection, snapshot.asleep) = (None, Some(asleep));
        });
        Some(End::Asleep)
    }

    /// Requests a start after the stop that follows.
    fn start_again(&self) {
        if let Some(handle) = self.inner.servers.get(self.snapshot.borrow().record.id) {
            handle.start(StartBy::Person);
        }
    }

    fn disconnect(&self) {
        self.snapshot.send_modify(|old| {
            *old = Arc::new(ServerSnapshot {
                connection: None,
                sandbox: None,
                ..(**old).clone()
            })
        });
    }

    fn set_state(&self, state: ServerStateView) {
        set_state(&self.inner, &self.snapshot, state);
    }

    fn tell(&self) {
        self.inner.emit(Event::Server {
            server: Box::new(server_view(&self.snapshot.borrow())),
        });
    }
}

/// Awaits a future if there is one; else never returns.
async fn maybe<F: Future + Unpin>(future: &mut Option<F>) -> F::Output {
    match future {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}
