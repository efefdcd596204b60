//! The windows: `main` for the chat, `consent` for every approval, and [`crate::quick`] for a first message. None may navigate or open
//! another window.

use std::sync::Arc;

use host_api::{Appearance, ShellWindow, Theme};
use messages::phrases;
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use tokio::time::Instant;

use crate::{gesture, look, place, quiet, remember, shell::Shell, words};

/// The chat window.
pub(crate) const MAIN: &str = "main";
/// The consent window.
pub(crate) const CONSENT: &str = "consent";

/// Whether an address is one of our own pages.
pub(crate) fn own_page(url: &url::Url) -> bool {
    let local = matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http", Some("tauri.localhost"))
    );
    local || (cfg!(not(feature = "custom-protocol")) && url.host_str() == Some("localhost"))
}

/// Opens the chat window with one of its pages. Without a host it follows the system's appearance.
pub(crate) fn open_main(app: &AppHandle, page: &str) -> tauri::Result<()> {
    let shell = app.try_state::<Arc<Shell>>();
    let appearance = shell
        .as_ref()
        .map(|shell| shell.host.appearance().now())
        .unwrap_or_default();
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::App(page.into()))
        .title("Innkeeper")
        .inner_size(place::SIZE.0, place::SIZE.1)
        .min_inner_size(place::LEAST.0, place::LEAST.1)
        .on_navigation(own_page)
        .on_new_window(|_, _| tauri::webview::NewWindowResponse::Deny)
        .initialization_script(look::script(&appearance))
        .theme(look::native(appearance.theme))
        .visible(false)
        .build()?;
    paint(&window, &appearance)?;
    gesture::follow(&window)?;
    if let Some(shell) = shell
        && let Some(place) =
            tauri::async_runtime::block_on(shell.host.window_place(ShellWindow::Main))
    {
        // A window at another position is better than none.
        shell.place.remember(place);
        if let Err(error) = place::restore(&window, &place) {
            tracing::warn!(%error, "the window could not be put where it was");
        }
    }
    window.show()
}

/// Brings the chat window to the front after a user action: in the tray, or another start of the program.
pub(crate) fn raise_main(app: &AppHandle) {
    if let Some(Err(error)) = app.get_webview_window(MAIN).as_ref().map(raise) {
        tracing::warn!(%error, "the chat window could not be raised");
    }
}

fn raise(window: &WebviewWindow) -> tauri::Result<()> {
    window.show()?;
    window.unminimize()?;
    window.set_focus()
}

/// Whether one of our windows has the focus.
pub(crate) fn focused(app: &AppHandle) -> bool {
    let mut windows = app.webview_windows().into_values();
    windows.any(|window| window.is_focused().unwrap_or(false))
}

/// Sets the color of an empty window to that of its page.
pub(crate) fn paint(window: &WebviewWindow, appearance: &Appearance) -> tauri::Result<()> {
    let dark = match appearance.theme {
        Theme::Dark => true,
        Theme::Light => false,
        Theme::System => window.theme()? == tauri::Theme::Dark,
    };
    window.set_background_color(Some(look::background(dark)))
}

/// Shows another page in the chat window.
pub(crate) fn show_page(app: &AppHandle, page: &str) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    let shown = window.url().and_then(|mut url| {
        url.set_path(&format!("/{page}"));
        window.navigate(url)
    });
    if let Err(error) = shown {
        tracing::error!(%error, "the page could not be shown");
    }
}

fn consent_title() -> String {
    words::plain(phrases::desktop_consent_title())
}

/// Titles the consent window in the language in use, if it is open.
pub(crate) fn title_consent(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(CONSENT)
        && let Err(error) = window.set_title(&consent_title())
    {
        tracing::warn!(%error, "the consent window keeps its title");
    }
}

/// Opens the consent window, hidden, if that was not done before. It stays open.
async fn open_consent(app: &AppHandle) -> tauri::Result<()> {
    let shell = app.state::<Arc<Shell>>().inner().clone();
    let made = shell.consent_window.get_or_try_init(|| async {
        let appearance = shell.host.appearance().now();
        let mut builder =
            WebviewWindowBuilder::new(app, CONSENT, WebviewUrl::App("consent.html".into()))
                .title(consent_title())
                .inner_size(place::CONSENT_SIZE.0, place::CONSENT_SIZE.1)
                .min_inner_size(place::CONSENT_LEAST.0, place::CONSENT_LEAST.1)
                .visible(false)
                .focused(false)
                .on_navigation(own_page)
                .on_new_window(|_, _| tauri::webview::NewWindowResponse::Deny)
                .initialization_script(look::script(&appearance))
                .theme(look::native(appearance.theme));
        if let Some(main) = app.get_webview_window(MAIN) {
            builder = builder.parent(&main)?;
        }
        let window = builder.build()?;
        paint(&window, &appearance)?;
        let place = shell.host.window_place(ShellWindow::Consent).await;
        if let Some(place) = place {
            shell.consent_place.remember(place);
        }
        quiet::prepare(&window, shell.clone())
    });
    made.await?;
    Ok(())
}

/// Opens the consent window, hidden: when an approval is pending, or can soon be. Returns whether it is open.
pub(crate) async fn prepare_consent(app: &AppHandle) -> bool {
    let opened = open_consent(app).await;
    if let Err(error) = &opened {
        tracing::error!(%error, "the consent window could not be opened");
    }
    opened.is_ok()
}

/// Records that the page of the consent window has loaded, and raises the window if the user wanted that meanwhile. Without a
/// pending approval it stays hidden: the next one is shown as the user's attention allows it.
pub(crate) fn consent_loaded(app: &AppHandle) {
    if let Some(shell) = app.try_state::<Arc<Shell>>()
        && shell.consent_page.loaded()
        && !shell.host.waiting().is_empty()
    {
        open_approvals(app);
    }
}

/// Shows the consent window at its position. It does not take the focus.
pub(crate) fn show_consent(app: &AppHandle) {
    let shown = with_consent(app, |shell, window, main| {
        if !window.is_visible().unwrap_or(false) {
            place::restore_consent(window, main, &shell.consent_place)?;
            if shell.attention.in_chat() {
                // Without a window manager, key presses would go to the window under the pointer.
                main.set_focus()?;
            }
            quiet::show(window)?;
        }
        shell.attention.shown(true, false);
        Ok(())
    });
    if !shown && let Some(shell) = app.try_state::<Arc<Shell>>() {
        shell.attention.want(false);
    }
}

/// Hides the consent window.
pub(crate) fn hide_consent(app: &AppHandle) {
    if let Some(shell) = app.try_state::<Arc<Shell>>() {
        // Moved a moment ago: the new position is stored.
        let shell = Arc::clone(&shell);
        tauri::async_runtime::spawn(async move {
            remember::settle(&shell, ShellWindow::Consent).await;
        });
    }
    with_consent(app, |shell, window, _| {
        shell.attention.shown(false, false);
        window.hide()
    });
}

/// Gives the consent window the focus, if it is shown.
pub(crate) fn focus_consent(app: &AppHandle) {
    with_consent(app, |_, window, _| window.set_focus());
}

/// Brings the consent window to the front after a user action that leads to an approval: now if one is pending, else with the one that
/// comes soon.
pub(crate) fn raise_consent(app: &AppHandle) {
    if let Some(shell) = app.try_state::<Arc<Shell>>()
        && shell.host.waiting().is_empty()
    {
        shell.consent_page.expect(Instant::now());
        let app = app.clone();
        tauri::async_runtime::spawn(async move { prepare_consent(&app).await });
        return;
    }
    open_approvals(app);
}

/// Brings the consent window to the front, even if no approval is pending. If its page has not loaded, it is raised after that.
pub(crate) fn open_approvals(app: &AppHandle) {
    if let Some(shell) = app.try_state::<Arc<Shell>>()
        && !shell.consent_page.raise()
    {
        let app = app.clone();
        tauri::async_runtime::spawn(async move { prepare_consent(&app).await });
        return;
    }
    with_consent(app, |shell, window, main| {
        if !window.is_visible().unwrap_or(false) {
            place::restore_consent(window, main, &shell.consent_place)?;
        }
        shell.attention.shown(true, true);
        raise(window)
    });
}

/// Runs an action with the consent window and the chat window. Returns whether it succeeded.
fn with_consent(
    app: &AppHandle,
    act: impl FnOnce(&Shell, &WebviewWindow, &WebviewWindow) -> tauri::Result<()>,
) -> bool {
    let windows = app
        .get_webview_window(CONSENT)
        .zip(app.get_webview_window(MAIN));
    let (Some(shell), Some((consent, main))) = (app.try_state::<Arc<Shell>>(), windows) else {
        return false;
    };
    let done = act(&shell, &consent, &main);
    if let Err(error) = &done {
        tracing::warn!(%error, "the consent window did not do as it should");
    }
    done.is_ok()
}
