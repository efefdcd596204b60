//! Updates of the program itself: what is known, and the one action at a time. The window can look, ask, download and install; which
//! server is asked, with which key a file is verified, and what is installed is decided here.

mod engine;
#[cfg(target_os = "linux")]
mod package;
#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host::{Host, LastUpdateCheck, ProgramUpdate};
use host_api::{
    ApiError, ErrorCode, UpdateChannelView, UpdateCheckView, UpdateEvery, UpdateOfferView,
    UpdatePhase, UpdateSetting, UpdatesView,
};
use messages::{Text, phrases};
use tauri::{AppHandle, Manager, Runtime};
use tokio_util::sync::CancellationToken;
use updates::{Channel, Client, Source, UpdateError};

use engine::{Checked, Engine, NewerVersion, Place};

/// The address of the update server, given when the program is built. The channel takes the place of `{channel}` in it.
const ADDRESS: Option<&str> = option_env!("INNKEEPER_UPDATE_URL");
/// The public key of the publisher, given when the program is built.
const KEY: Option<&str> = option_env!("INNKEEPER_UPDATE_KEY");

/// The time between a start and its first look at the clock.
const FIRST: Duration = Duration::from_secs(60);
/// The time between two looks at the clock.
const AGAIN: Duration = Duration::from_secs(30 * 60);
const HOUR_MS: i64 = 60 * 60 * 1_000;
/// After a check that failed, the next one is that much later at least.
const AFTER_FAILURE_MS: i64 = 4 * HOUR_MS;

/// What is known about updates.
pub(crate) struct Updates {
    engine: Option<Engine>,
    version: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    phase: UpdatePhase,
    found: Option<NewerVersion>,
    /// The verified file of what was found.
    file: Option<Arc<Vec<u8>>>,
    done: u64,
    total: Option<u64>,
    cancel: CancellationToken,
    failure: Option<Text>,
}

/// Registers the plugin, if this build has updates. No window is allowed its commands.
pub(crate) fn plugin<R: Runtime>(
    builder: tauri::Builder<R>,
    context: &mut tauri::Context<R>,
) -> tauri::Builder<R> {
    if ADDRESS.zip(KEY).is_none() {
        return builder;
    }
    configure(context);
    builder.plugin(tauri_plugin_updater::Builder::new().build())
}

/// Gives the plugin the configuration that it needs to start. The key and the address are passed with each check.
fn configure<R: Runtime>(context: &mut tauri::Context<R>) {
    let settings = serde_json::json!({ "pubkey": "", "requireSignedVersion": true });
    let plugins = &mut context.config_mut().plugins.0;
    plugins.insert("updater".to_owned(), settings);
}

impl Updates {
    /// Creates it for this build.
    pub(crate) fn of_build(app: &AppHandle<impl Runtime>, version: &str) -> Self {
        let source = ADDRESS.zip(KEY).and_then(|(address, key)| {
            let source = Source::parse(address);
            let source = source.inspect_err(|why| tracing::error!(?why, "the update server"));
            Some((source.ok()?, key))
        });
        let engine = source.map(|(source, key)| {
            Engine::new(Client::new(source), key.to_owned(), Place::here(app))
        });
        Self::new(engine, version)
    }

    fn new(engine: Option<Engine>, version: &str) -> Self {
        Self {
            engine,
            version: version.to_owned(),
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn engine(&self) -> Result<&Engine, ApiError> {
        let none = || ApiError::new(ErrorCode::NotFound, phrases::host_update_none_here());
        self.engine.as_ref().ok_or_else(none)
    }

    /// Returns the view for the window.
    pub(crate) async fn view(&self, host: &Host) -> UpdatesView {
        let last = host.last_update_check().await.map(|last| UpdateCheckView {
            at_ms: last.at_ms as f64,
            failed: last.failed,
            result: Text::Given(last.result),
        });
        let state = self.lock();
        let blocked = self.engine.as_ref().is_some_and(|e| e.place.is_none());
        UpdatesView {
            host: self.engine.as_ref().map(|engine| engine.host().to_owned()),
            blocked: blocked.then(|| phrases::host_update_not_here().into()),
            setting: host.update_setting(),
            phase: state.phase,
            last,
            offer: state.found.as_ref().map(|found| UpdateOfferView {
                version: found.manifest.version.to_string(),
                notes: found.manifest.notes.clone(),
                cut: found.manifest.cut,
            }),
            done: state.done as f64,
            total: state.total.map(|total| total as f64),
            failure: state.failure.clone(),
            calls: u32::try_from(host.calls_in_progress()).unwrap_or(u32::MAX),
        }
    }

    /// Begins an action, if none runs.
    fn begin(&self, phase: UpdatePhase) -> Result<Turn<'_>, ApiError> {
        let mut state = self.lock();
        let before = state.phase;
        if !matches!(before, UpdatePhase::Idle | UpdatePhase::Ready) {
            return Err(ApiError::new(ErrorCode::Stale, phrases::host_update_busy()));
        }
        state.phase = phase;
        state.failure = None;
        state.cancel = CancellationToken::new();
        drop(state);
        Ok(Turn(self))
    }

    /// Asks the server. `chosen`: the user chose it now.
    pub(crate) async fn check(
        &self,
        app: &AppHandle<impl Runtime>,
        host: &Host,
        chosen: bool,
    ) -> Result<(), ApiError> {
        let engine = self.engine()?;
        let _turn = self.begin(UpdatePhase::Checking)?;
        let channel = host.update_setting().channel;
        let row = ProgramUpdate::Check { channel, chosen };
        host.record_update(engine.host(), row).await?;
        let checked = engine.check(app, words(channel)).await;
        let (failed, result) = match &checked {
            Ok(Checked::Found(found)) => (
                false,
                phrases::host_update_found(found.manifest.version.to_string()),
            ),
            Ok(Checked::Newest(Some(offered))) if offered.to_string() != self.version => {
                (false, phrases::host_update_none_older(offered.to_string()))
            }
            Ok(Checked::Newest(_)) => (false, phrases::host_update_none()),
            Err(error) => (true, error.text()),
        };
        let last = LastUpdateCheck {
            at_ms: domain::now_ms(),
            failed,
            result: messages::without_isolation(&Text::from(result).chosen()),
        };
        host.update_checked(last).await;
        let mut state = self.lock();
        match checked {
            Ok(Checked::Found(found)) => {
                let known = state.found.as_ref().map(|known| &known.manifest);
                if known != Some(&found.manifest) {
                    state.file = None;
                }
                state.found = Some(*found);
            }
            // What was found before is no longer offered.
            Ok(Checked::Newest(_)) => {
                state.found = None;
                state.file = None;
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// Downloads and verifies what was found.
    pub(crate) async fn download(&self, host: &Host) -> Result<(), ApiError> {
        let engine = self.engine()?;
        if engine.place.is_none() {
            let message = phrases::host_update_not_here();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let found = self.found()?;
        let _turn = self.begin(UpdatePhase::Downloading)?;
        let version = found.manifest.version.to_string();
        let row = ProgramUpdate::Download { version };
        host.record_update(engine.host(), row).await?;
        let cancel = {
            let mut state = self.lock();
            (state.done, state.total, state.file) = (0, None, None);
            state.cancel.clone()
        };
        let progress = |done, total| {
            let mut state = self.lock();
            (state.done, state.total) = (done, total);
        };
        match engine.fetch(&found, &cancel, progress).await {
            Ok(file) => self.lock().file = Some(Arc::new(file)),
            Err(error) => self.failed(&error),
        }
        Ok(())
    }

    /// Cancels the download.
    pub(crate) fn cancel(&self) {
        self.lock().cancel.cancel();
    }

    /// Installs the verified file. `stops_calls`: though calls run. Returns whether the program has to start again.
    pub(crate) async fn install(&self, host: &Host, stops_calls: bool) -> Result<bool, ApiError> {
        let engine = self.engine()?;
        let calls = host.calls_in_progress();
        if calls > 0 && !stops_calls {
            let calls = u32::try_from(calls).unwrap_or(u32::MAX);
            return Err(
                ApiError::new(ErrorCode::Stale, phrases::host_update_calls(calls))
                    .hint(phrases::host_update_calls_hint()),
            );
        }
        let found = self.found()?;
        let _turn = self.begin(UpdatePhase::Installing)?;
        let nothing = || ApiError::new(ErrorCode::NotFound, phrases::host_update_nothing());
        let file = self.lock().file.clone().ok_or_else(nothing)?;
        let row = ProgramUpdate::Install {
            from: self.version.clone(),
            to: found.manifest.version.to_string(),
        };
        host.record_update("innkeeper", row).await?;
        if cfg!(windows) {
            // The installer ends this process.
            host.close().await;
        }
        match engine.install(&found, file).await {
            Ok(()) => Ok(true),
            Err(error) => {
                self.failed(&error);
                // The host is closed: only a start opens the data again.
                Ok(cfg!(windows))
            }
        }
    }

    fn found(&self) -> Result<NewerVersion, ApiError> {
        let nothing = || ApiError::new(ErrorCode::NotFound, phrases::host_update_nothing());
        self.lock().found.clone().ok_or_else(nothing)
    }

    fn failed(&self, error: &UpdateError) {
        tracing::warn!(?error, "the update");
        self.lock().failure = Some(error.text().into());
    }
}

/// An action that runs; it ends when this is dropped.
struct Turn<'a>(&'a Updates);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.phase = match state.file {
            Some(_) => UpdatePhase::Ready,
            None => UpdatePhase::Idle,
        };
    }
}

fn words(channel: UpdateChannelView) -> Channel {
    match channel {
        UpdateChannelView::Stable => Channel::Stable,
        UpdateChannelView::Beta => Channel::Beta,
    }
}

/// Looks for updates as often as the user wants, until the program ends. Before the user answered, nothing is sent.
pub(crate) async fn follow(app: AppHandle, host: Host) {
    let updates = Arc::clone(app.state::<Arc<Updates>>().inner());
    if updates.engine.is_none() {
        return;
    }
    tokio::time::sleep(FIRST).await;
    loop {
        let last = host.last_update_check().await;
        if is_due(host.update_setting(), last.as_ref(), domain::now_ms())
            && let Err(error) = updates.check(&app, &host, false).await
        {
            tracing::debug!(%error, "no look for updates");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Whether it is time to look. A last check in the future counts as none: the clock was set back.
fn is_due(setting: UpdateSetting, last: Option<&LastUpdateCheck>, now_ms: i64) -> bool {
    let wait = match setting.every {
        UpdateEvery::Never => return false,
        UpdateEvery::Day => 24 * HOUR_MS,
        UpdateEvery::Week => 7 * 24 * HOUR_MS,
    };
    let Some(last) = last.filter(|last| last.at_ms <= now_ms) else {
        return setting.answered;
    };
    let wait = if last.failed { AFTER_FAILURE_MS } else { wait };
    setting.answered && now_ms - last.at_ms >= wait
}
