//! Global shortcuts under Wayland: the portal `org.freedesktop.portal.GlobalShortcuts` of the desktop.

use std::{collections::HashMap, time::Duration};

use futures_util::StreamExt;
use messages::{Text, phrases};
use tauri::async_runtime::JoinHandle;
use tauri_plugin_global_shortcut::{Modifiers, Shortcut};
use zbus::{
    Connection, MatchRule, MessageStream,
    zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value},
};

const NAME: &str = "org.freedesktop.portal.Desktop";
const PATH: &str = "/org/freedesktop/portal/desktop";
const SHORTCUTS: &str = "org.freedesktop.portal.GlobalShortcuts";
const REQUEST: &str = "org.freedesktop.portal.Request";
/// The name of the only shortcut.
const ID: &str = "quick-ask";
/// Timeout of calls that ask nobody.
const BUS: Duration = Duration::from_secs(5);
/// Maximum length of the desktop's words for a shortcut, in characters.
const LONGEST: usize = 100;
/// How long the desktop's own dialog may be open.
const DIALOG: Duration = Duration::from_secs(120);

/// Why the desktop registered no shortcut.
#[derive(Debug)]
pub(super) enum PortalError {
    /// It has no such portal, or did not answer.
    Missing(zbus::Error),
    /// It did not answer in time.
    Late,
    /// The user or the desktop refused.
    Refused(u32),
}

impl PortalError {
    /// The words for the user.
    pub(super) fn words(&self) -> Text {
        match self {
            Self::Missing(_) | Self::Late => phrases::desktop_quick_no_portal().into(),
            Self::Refused(_) => phrases::desktop_quick_refused().into(),
        }
    }
}

impl std::fmt::Display for PortalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(error) => write!(f, "the portal does not answer: {error}"),
            Self::Late => f.write_str("the portal did not answer in time"),
            Self::Refused(code) => write!(f, "the portal refused with {code}"),
        }
    }
}

impl From<zbus::Error> for PortalError {
    fn from(error: zbus::Error) -> Self {
        Self::Missing(error)
    }
}

type Options = HashMap<&'static str, Value<'static>>;
type Results = HashMap<String, OwnedValue>;

/// Whether the display is Wayland's, where a program cannot register global shortcuts itself. Only for the main thread.
pub(super) fn needed() -> bool {
    use gtk::gdk::prelude::DisplayExtManual;

    gtk::gdk::Display::default().is_some_and(|display| display.backend().is_wayland())
}

/// A shortcut that the desktop registered for this program.
pub(super) struct Bound {
    bus: Connection,
    session: OwnedObjectPath,
    trigger: String,
    follows: JoinHandle<()>,
}

impl Bound {
    /// The shortcut, as the desktop describes it; empty if it does not.
    pub(super) fn trigger(&self) -> &str {
        &self.trigger
    }

    /// Releases the shortcut.
    pub(super) async fn end(self) {
        self.follows.abort();
        let closed = self.bus.call_method(
            Some(NAME),
            &self.session,
            Some("org.freedesktop.portal.Session"),
            "Close",
            &(),
        );
        let _ = tokio::time::timeout(BUS, closed).await;
    }
}

/// Has the desktop register a shortcut, and calls `pressed` each time it is pressed.
///
/// # Errors
/// The desktop has no such portal, or the user or the desktop refused.
pub(super) async fn bind(
    shortcut: Shortcut,
    pressed: impl Fn() + Send + 'static,
) -> Result<Bound, PortalError> {
    let bus = within(Connection::session()).await?;
    bind_on(bus, shortcut, pressed).await
}

async fn bind_on(
    bus: Connection,
    shortcut: Shortcut,
    pressed: impl Fn() + Send + 'static,
) -> Result<Bound, PortalError> {
    // Some desktops want to know which program asks. Those that do not know this call need no answer.
    let program = ("org.innkeeper.desktop", Options::new());
    let registry = Some("org.freedesktop.host.portal.Registry");
    let registered = bus.call_method(Some(NAME), PATH, registry, "Register", &program);
    let _ = tokio::time::timeout(BUS, registered).await;

    let options = Options::from([("session_handle_token", token("session").into())]);
    let created = request(&bus, BUS, "CreateSession", options, |options| (options,)).await?;
    let session: String = text(&created, "session_handle").ok_or(PortalError::Late)?;
    let session = ObjectPath::try_from(session).map_err(zbus::Error::from)?;
    let session = OwnedObjectPath::from(session);

    // Before the shortcut is bound, so that no press is missed.
    let rule = MatchRule::builder()
        .msg_type(zbus::message::Type::Signal)
        .sender(NAME)?
        .interface(SHORTCUTS)?
        .member("Activated")?
        .build();
    let presses = within(MessageStream::for_match_rule(rule, &bus, Some(8))).await?;
    let about = HashMap::from([
        (
            "description",
            Value::from(crate::words::plain(phrases::desktop_quick_title())),
        ),
        ("preferred_trigger", Value::from(preferred(shortcut))),
    ]);
    let path = session.clone();
    let bound = request(
        &bus,
        DIALOG,
        "BindShortcuts",
        Options::new(),
        move |options| (path, vec![(ID, about)], "", options),
    )
    .await?;
    let follows = tauri::async_runtime::spawn(follow(presses, session.clone(), pressed));
    Ok(Bound {
        trigger: trigger(&bound).unwrap_or_default(),
        bus,
        session,
        follows,
    })
}

/// Waits for the bus, no longer than [`BUS`].
async fn within<T>(work: impl Future<Output = zbus::Result<T>>) -> Result<T, PortalError> {
    let done = tokio::time::timeout(BUS, work).await;
    Ok(done.map_err(|_| PortalError::Late)??)
}

/// Calls a method of the portal that answers by a signal, and waits for that.
async fn request<Body>(
    bus: &Connection,
    limit: Duration,
    method: &str,
    mut options: Options,
    body: impl FnOnce(Options) -> Body,
) -> Result<Results, PortalError>
where
    Body: serde::Serialize + zbus::zvariant::DynamicType,
{
    let token = token("request");
    let own = bus.unique_name().map_or("", |name| name.as_str());
    let sender = own.trim_start_matches(':').replace('.', "_");
    let path = format!("{PATH}/request/{sender}/{token}");
    options.insert("handle_token", token.into());
    let rule = MatchRule::builder()
        .msg_type(zbus::message::Type::Signal)
        .sender(NAME)?
        .interface(REQUEST)?
        .member("Response")?
        .path(path)?
        .build();
    let answered = async {
        // Before the call, so that the answer is not missed.
        let mut answers = MessageStream::for_match_rule(rule, bus, Some(1)).await?;
        bus.call_method(Some(NAME), PATH, Some(SHORTCUTS), method, &body(options))
            .await?;
        answers
            .next()
            .await
            .ok_or(PortalError::Late)?
            .map_err(PortalError::from)
    };
    let answer = tokio::time::timeout(limit, answered)
        .await
        .map_err(|_| PortalError::Late)??;
    let (code, results): (u32, Results) = answer.body().deserialize()?;
    if code == 0 {
        Ok(results)
    } else {
        Err(PortalError::Refused(code))
    }
}

async fn follow(mut presses: MessageStream, session: OwnedObjectPath, pressed: impl Fn()) {
    while let Some(Ok(message)) = presses.next().await {
        let body = message.body();
        let Ok((of, id, _, _)) = body.deserialize::<(OwnedObjectPath, String, u64, Results)>()
        else {
            continue;
        };
        if of == session && id == ID {
            pressed();
        }
    }
}

/// A name that no earlier request of this connection had.
fn token(kind: &str) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};

    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("innkeeper_{kind}_{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn text(results: &Results, name: &str) -> Option<String> {
    let value = results.get(name)?;
    // The specification says a text; some portals send an object path.
    if let Value::Str(text) = &**value {
        Some(text.to_string())
    } else if let Value::ObjectPath(path) = &**value {
        Some(path.to_string())
    } else {
        None
    }
}

/// The shortcut that the desktop chose, in its words: at most [`LONGEST`] characters of them.
fn trigger(results: &Results) -> Option<String> {
    let all = results.get("shortcuts")?.try_clone().ok()?;
    let all: Vec<(String, Results)> = all.try_into().ok()?;
    let (_, about) = all.into_iter().find(|(id, _)| id == ID)?;
    let words = text(&about, "trigger_description")?;
    Some(words.chars().take(LONGEST).collect())
}

/// The shortcut in the format of the XDG shortcuts specification: `CTRL+ALT+space`.
fn preferred(shortcut: Shortcut) -> String {
    let names = [
        (Modifiers::CONTROL, "CTRL"),
        (Modifiers::ALT, "ALT"),
        (Modifiers::SHIFT, "SHIFT"),
        (Modifiers::SUPER, "LOGO"),
    ];
    let held = names.iter().filter(|(one, _)| shortcut.mods.contains(*one));
    let mut words: Vec<String> = held.map(|(_, name)| (*name).to_owned()).collect();
    let key = shortcut.key.to_string();
    let letter = key
        .strip_prefix("Key")
        .or_else(|| key.strip_prefix("Digit"));
    words.push(match letter {
        Some(letter) => letter.to_lowercase(),
        None if key == "Space" => "space".to_owned(),
        None => key,
    });
    words.join("+")
}

#[cfg(test)]
mod tests;
