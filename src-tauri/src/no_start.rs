//! What is said where the program cannot start: on standard error, and on Windows, where such a program has none, in a dialog.

use messages::{Text, phrases};

/// Where Microsoft offers WebView2.
const WEBVIEW2: &str = "https://developer.microsoft.com/microsoft-edge/webview2/";

/// Says why the program cannot start.
pub(crate) fn say(message: &str) {
    eprintln!("innkeeper: {message}");
    #[cfg(windows)]
    dialog(message).show();
}

/// Whether the system has the web view that draws the windows. Where it lacks one, that is said, with where to get it. Windows alone
/// may lack it: on other systems the program does not load without it.
pub(crate) fn has_web_view() -> bool {
    let Some(text) = missing(cfg!(windows), tauri::webview_version()) else {
        return true;
    };
    let message = crate::words::plain(text);
    #[cfg(not(windows))]
    say(&message);
    #[cfg(windows)]
    {
        eprintln!("innkeeper: {message}");
        let question = dialog(&message).set_buttons(rfd::MessageButtons::OkCancel);
        if question.show() == rfd::MessageDialogResult::Ok
            && let Err(error) = tauri_plugin_opener::open_url(WEBVIEW2, None::<&str>)
        {
            tracing::warn!(%error, "the page of WebView2 could not be opened");
        }
    }
    false
}

/// The sentence for a system without a web view.
fn missing<E>(may_lack: bool, version: Result<String, E>) -> Option<Text> {
    let lacks = may_lack && !version.is_ok_and(|version| !version.is_empty());
    lacks.then(|| phrases::desktop_no_web_view(WEBVIEW2).into())
}

#[cfg(windows)]
fn dialog(message: &str) -> rfd::MessageDialog {
    rfd::MessageDialog::new()
        .set_level(rfd::MessageLevel::Error)
        .set_title("Innkeeper")
        .set_description(message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn missing_web_view_is_said_with_its_address() {
        let lacking = || Err("there is none");
        let said = crate::words::plain(missing(true, lacking()).unwrap());
        assert!(said.contains(WEBVIEW2), "{said}");
        let found = |version: &str| missing::<()>(true, Ok(version.to_owned()));
        assert!(found("").is_some());
        assert!(found("149.0.4022.52").is_none());
        assert!(missing(false, lacking()).is_none());
    }
}
