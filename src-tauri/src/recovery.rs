//! Opening of the host, and the recovery page when it cannot be opened: the problem, and the possible actions.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use archive::{OpenError, Recovery};
use host::{
    Door, Host, HostConfig, InstanceRequest, Reader, ReaderLimits, StoppedFrom, StoreError,
};
use host_api::{ApiError, DeletedView, ErrorCode, RecoveryView, TroubleKind};
use messages::{Text, phrases};
use tauri::{AppHandle, Manager, async_runtime::JoinHandle};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

use crate::{
    attend, bell, browser,
    dropped::{Dropped, OpenedBundle},
    gesture::Gestures,
    quick::Keys,
    remember,
    shell::Shell,
    updates, windows, words,
};

/// How long startup waits for another process that holds the data lock and does not answer, since it may be about to end. Counted
/// from when the page shows it.
const HELD_LIMIT: Duration = Duration::from_secs(10);
/// The maximum wait, independent of the page.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Delay between two attempts.
const TRY_AGAIN: Duration = Duration::from_millis(200);

/// The chat page.
const CHAT: &str = "index.html";
/// The recovery page.
const PAGE: &str = "recovery.html";

/// The problem that prevents the chat from being shown, if any. Exists as long as the program.
pub(crate) struct Desk {
    config: HostConfig,
    state: Mutex<DeskState>,
    /// Serializes actions.
    turns: Semaphore,
    /// Whether this process had the data open; a host cannot be reopened.
    was_open: AtomicBool,
}

#[derive(Default)]
struct DeskState {
    trouble: Option<Trouble>,
    /// When the page was first drawn.
    seen: Option<Instant>,
    /// The instance socket.
    door: Option<Door>,
}

#[derive(Clone)]
enum Trouble {
    /// Another process holds the data lock, perhaps briefly.
    Waiting(Box<Recovery>),
    /// The problem requires user action.
    Stands(Box<Recovery>),
    /// Everything was deleted.
    Deleted(DeletedView),
}

impl Desk {
    pub fn new(config: HostConfig) -> Self {
        Self {
            config,
            state: Mutex::default(),
            turns: Semaphore::new(1),
            was_open: AtomicBool::new(false),
        }
    }

    /// Waits until no other action runs. The next one begins when the permit is dropped.
    async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.turns.acquire().await.ok()
    }

    fn set(&self, trouble: Option<Trouble>) {
        lock(&self.state).trouble = trouble;
    }

    fn trouble(&self) -> Option<Trouble> {
        lock(&self.state).trouble.clone()
    }

    /// Returns the data that could not be opened.
    pub fn recovery(&self) -> Result<Recovery, ApiError> {
        match self.trouble() {
            Some(Trouble::Waiting(recovery) | Trouble::Stands(recovery)) => Ok(*recovery),
            Some(Trouble::Deleted(_)) | None => Err(none()),
        }
    }

    /// Returns the view for the page.
    pub fn view(&self) -> Result<RecoveryView, ApiError> {
        lock(&self.state).seen.get_or_insert_with(Instant::now);
        match self.trouble() {
            Some(Trouble::Stands(recovery)) => Ok(RecoveryView {
                stopped: self.was_open.load(Ordering::Relaxed),
                ..recovery.view()
            }),
            Some(Trouble::Waiting(recovery)) => Ok(RecoveryView {
                kind: TroubleKind::Waiting,
                ..recovery.view()
            }),
            Some(Trouble::Deleted(deleted)) => Ok(RecoveryView {
                kind: TroubleKind::Deleted,
                part: host_api::DataPartView::Database,
                file: self.config.data_dir.display().to_string(),
                bytes: None,
                found: Text::default(),
                holder: None,
                backup: None,
                backups: Vec::new(),
                readable: false,
                stopped: true,
                deleted: Some(deleted),
                version: self.config.version.clone(),
            }),
            None => Err(none()),
        }
    }
}

fn none() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::desktop_data_open())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn desk(app: &AppHandle) -> Arc<Desk> {
    Arc::clone(app.state::<Arc<Desk>>().inner())
}

/// A start in progress: the data is being opened while the window system initializes.
pub(crate) struct Start {
    config: HostConfig,
    opening: JoinHandle<Result<Host, Failed>>,
}

impl Start {
    /// Starts to open the data.
    pub fn begin(config: HostConfig) -> Self {
        let opening = tauri::async_runtime::spawn(try_again(config.clone(), true));
        Self { config, opening }
    }

    /// Opens the main window with the chat, or with the recovery page.
    pub fn finish(self, app: &AppHandle) -> tauri::Result<()> {
        app.manage(Arc::new(Desk::new(self.config)));
        app.manage(Gestures::default());
        app.manage(Keys::new());
        app.manage(Arc::new(Dropped::default()));
        app.manage(OpenedBundle::default());
        match tauri::async_runtime::block_on(self.opening)? {
            Ok(host) => {
                opened(app, host);
                windows::open_main(app, CHAT)?;
                remember::keep(app);
                attend::follow(app);
                bell::follow(app);
                #[cfg(target_os = "macos")]
                crate::awake::follow(app);
                Ok(())
            }
            Err(failed) => {
                let desk = desk(app);
                // Wait for another process that holds the data.
                if failed.held {
                    desk.set(Some(Trouble::Waiting(failed.recovery)));
                    tauri::async_runtime::spawn(wait_for_holder(app.clone()));
                } else {
                    desk.set(Some(Trouble::Stands(failed.recovery)));
                }
                windows::open_main(app, PAGE)
            }
        }
    }
}

/// A failed attempt to open the data.
struct Failed {
    /// Whether another process holds the data lock.
    held: bool,
    recovery: Box<Recovery>,
}

async fn try_open(config: HostConfig, backup: bool) -> Result<Host, Failed> {
    let opened = match backup {
        true => Host::open(config.clone()).await,
        false => Host::open_without_backup(config.clone()).await,
    };
    match opened {
        Ok(host) => Ok(host),
        Err(error) => {
            let held = matches!(error, OpenError::Store(StoreError::HeldBy(_)));
            if held {
                tracing::debug!(%error, "the data is held");
            } else {
                tracing::error!(%error, "the data could not be opened");
            }
            Err(Failed {
                held,
                recovery: Box::new(Recovery::look(&config.data_dir, &config.version, &error).await),
            })
        }
    }
}

/// Runs an attempt on its own thread, so that the windows are drawn meanwhile.
/// `backup`: whether the data is copied before the first start of this version.
async fn try_again(config: HostConfig, backup: bool) -> Result<Host, Failed> {
    let opening = move || tauri::async_runtime::block_on(try_open(config, backup));
    match tauri::async_runtime::spawn_blocking(opening).await {
        Ok(tried) => tried,
        // After a panic, the program must not continue with this data.
        Err(error) => std::panic::resume_unwind(Box::new(error.to_string())),
    }
}

async fn wait_for_holder(app: AppHandle) {
    let desk = desk(&app);
    let begin = Instant::now();
    loop {
        tokio::time::sleep(TRY_AGAIN).await;
        let busy = desk.turn().await;
        if answered(desk.config.data_dir.clone()).await {
            return app.exit(0);
        }
        match try_again(desk.config.clone(), true).await {
            Ok(host) => return enter(&app, host),
            Err(Failed { held, recovery }) => {
                let seen = lock(&desk.state).seen;
                let seen = seen.map_or(Duration::ZERO, |at| at.elapsed());
                if held && seen < HELD_LIMIT && begin.elapsed() < LONGEST_WAIT {
                    desk.set(Some(Trouble::Waiting(recovery)));
                } else {
                    return desk.set(Some(Trouble::Stands(recovery)));
                }
            }
        }
        drop(busy);
    }
}

async fn answered(data_dir: PathBuf) -> bool {
    let knock = tauri::async_runtime::spawn_blocking(move || {
        host::knock(&data_dir, &InstanceRequest::Show)
    });
    knock.await.unwrap_or(false)
}

/// Tries again to open the data.
pub(crate) async fn retry(app: &AppHandle) -> Result<(), ApiError> {
    let desk = desk(app);
    let _busy = desk.turn().await;
    desk.recovery()?;
    // If this process had the data open before, its own socket would answer.
    if !desk.was_open.load(Ordering::Relaxed) && answered(desk.config.data_dir.clone()).await {
        app.exit(0);
        return Ok(());
    }
    open_again(app, None, true).await;
    Ok(())
}

/// Opens the data without a backup before the first start of this version.
pub(crate) async fn skip_backup(app: &AppHandle) -> Result<(), ApiError> {
    let desk = desk(app);
    let _busy = desk.turn().await;
    if !desk.recovery()?.lacks_backup() {
        return Err(none());
    }
    open_again(app, None, false).await;
    Ok(())
}

/// Restores a backup from before the first start of another version, and opens it.
pub(crate) async fn restore(app: &AppHandle, name: &str) -> Result<(), ApiError> {
    let desk = desk(app);
    let _busy = desk.turn().await;
    let done = desk.recovery()?.restore(name).await?;
    open_again(app, Some((done, false)), true).await;
    Ok(())
}

/// Shows why a backup could not be restored, after the host was closed for it.
pub(crate) async fn not_restored(app: &AppHandle, error: &OpenError) {
    tracing::error!(%error, "the backup was not restored");
    let desk = desk(app);
    let recovery = Recovery::look(&desk.config.data_dir, &desk.config.version, error).await;
    desk.set(Some(Trouble::Stands(Box::new(recovery))));
    windows::show_page(app, PAGE);
}

/// Moves the file to quarantine, restores the backup, and opens it.
pub(crate) async fn set_aside(app: &AppHandle) -> Result<(), ApiError> {
    let desk = desk(app);
    let _busy = desk.turn().await;
    let recovery = desk.recovery()?;
    let done = recovery.set_aside().await?;
    open_again(app, Some((done, recovery.is_log())), true).await;
    Ok(())
}

async fn open_again(app: &AppHandle, done: Option<(String, bool)>, backup: bool) {
    let desk = desk(app);
    if desk.was_open.load(Ordering::Relaxed) {
        // This process's host is permanently closed.
        app.request_restart();
        return;
    }
    match try_again(desk.config.clone(), backup).await {
        Ok(host) => {
            if let Some((done, log)) = done
                && let Err(error) = host.record_restored(&done, log).await
            {
                tracing::warn!(%error, "the log does not say that a backup was opened");
            }
            enter(app, host);
        }
        Err(failed) => desk.set(Some(Trouble::Stands(failed.recovery))),
    }
}

/// Switches from this page to the chat.
fn enter(app: &AppHandle, host: Host) {
    opened(app, host);
    desk(app).set(None);
    windows::show_page(app, CHAT);
    remember::keep(app);
    attend::follow(app);
    bell::follow(app);
    #[cfg(target_os = "macos")]
    crate::awake::follow(app);
}

/// Completes the start once the host is open: sets the state for commands, listens for a second instance, and watches for damage.
fn opened(app: &AppHandle, host: Host) {
    let opener = app.clone();
    host.set_opener(move |url| browser::open_page(&opener, url).is_ok());
    words::speak(host.appearance().now().language);
    match Reader::beside(ReaderLimits::default()) {
        Ok(reader) => host.set_reader(reader),
        Err(error) => tracing::warn!(%error, "files cannot be attached"),
    }
    app.manage(Arc::new(Shell::new(host.clone())));
    if let Some(keys) = host.settings().quick {
        let app = app.clone();
        let registering = async move { app.state::<Keys>().begin(&app, &keys).await };
        tauri::async_runtime::spawn(registering);
    }
    tauri::async_runtime::spawn(updates::follow(app.clone(), host.clone()));
    desk(app).was_open.store(true, Ordering::Relaxed);
    let (raise, stop) = (app.clone(), host.clone());
    let act = move |knock| {
        match knock {
            InstanceRequest::Show => windows::raise_main(&raise),
            InstanceRequest::Stop => stop.stop_all(StoppedFrom::Terminal),
            // A link that is dropped raises no window: a page could open many.
            InstanceRequest::Link(link) => {
                if stop.offer_link(&link) {
                    windows::raise_main(&raise);
                }
            }
        }
        true
    };
    // Enters the runtime, whatever the calling thread, so that the socket can listen.
    let _entered = tauri::async_runtime::handle().inner().enter();
    match host::open_door(host.data_dir(), act) {
        Ok(door) => {
            if let Err(error) = host.announce(door.path()) {
                tracing::warn!(%error, "a second start does not find this one");
            }
            lock(&desk(app).state).door = Some(door);
        }
        Err(error) => tracing::warn!(%error, "a second start cannot be heard"),
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let error = host.damaged().await;
        tracing::error!(%error, "the data is damaged");
        host.close().await;
        let desk = desk(&app);
        let recovery = Recovery::look(&desk.config.data_dir, &desk.config.version, &error).await;
        desk.set(Some(Trouble::Stands(Box::new(recovery))));
        windows::show_page(&app, PAGE);
    });
}

/// Shows that everything was deleted.
pub(crate) fn deleted(app: &AppHandle, deleted: DeletedView) {
    desk(app).set(Some(Trouble::Deleted(deleted)));
    windows::show_page(app, PAGE);
}

/// Closes the instance socket.
pub(crate) fn close(app: &AppHandle) {
    if let Some(desk) = app.try_state::<Arc<Desk>>() {
        drop(lock(&desk.state).door.take());
    }
}
