//! System notifications. They name the user's server and the tool, never an argument. A click shows the approval.

use messages::phrases;

use crate::words::plain;

#[cfg(target_os = "linux")]
pub(crate) use linux::Notifications;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::Notifications;

/// Returns the title.
fn summary() -> String {
    plain(phrases::desktop_notification_title())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        collections::HashMap,
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
        },
        time::Duration,
    };

    use futures_util::StreamExt;
    use tauri::AppHandle;
    use zbus::{Connection, MatchRule, MessageStream, zvariant::Value};

    use messages::phrases;

    use super::summary;
    use crate::{windows, words::plain};

    const NAME: &str = "org.freedesktop.Notifications";
    const PATH: &str = "/org/freedesktop/Notifications";
    /// Timeout of the notification service.
    const BUS: Duration = Duration::from_secs(3);

    /// The single notification of this program, over the session bus. Without a bus, nothing is shown.
    pub(crate) struct Notifications {
        app: AppHandle,
        bus: Option<Connection>,
        /// The identifier of the displayed notification; 0 if there is none.
        current: Arc<AtomicU32>,
    }

    impl Notifications {
        pub(crate) fn new(app: &AppHandle) -> Self {
            Self {
                app: app.clone(),
                bus: None,
                current: Arc::default(),
            }
        }

        /// Shows a line, replacing the previous notification.
        pub(crate) async fn say(&mut self, line: &str) {
            match tokio::time::timeout(BUS, self.notify(line)).await {
                Ok(Ok(id)) => self.current.store(id, Ordering::Relaxed),
                Ok(Err(error)) => tracing::info!(%error, "no notification"),
                Err(_) => tracing::info!("no notification: its service does not answer"),
            }
        }

        /// Withdraws the notification.
        pub(crate) async fn take_back(&mut self) {
            let id = self.current.swap(0, Ordering::Relaxed);
            if let (Some(bus), true) = (&self.bus, id != 0) {
                let closed =
                    bus.call_method(Some(NAME), PATH, Some(NAME), "CloseNotification", &id);
                let _ = tokio::time::timeout(BUS, closed).await;
            }
        }

        async fn notify(&mut self, line: &str) -> zbus::Result<u32> {
            let bus = self.bus().await?;
            let hints = HashMap::from([
                ("desktop-entry", Value::from("innkeeper")),
                ("category", Value::from("im")),
                ("urgency", Value::from(1_u8)),
            ]);
            let answer = bus
                .call_method(
                    Some(NAME),
                    PATH,
                    Some(NAME),
                    "Notify",
                    &(
                        "Innkeeper",
                        self.current.load(Ordering::Relaxed),
                        "innkeeper",
                        summary(),
                        escaped(line),
                        ["default", &plain(phrases::desktop_notification_show())].as_slice(),
                        hints,
                        -1_i32,
                    ),
                )
                .await?;
            answer.body().deserialize()
        }

        async fn bus(&mut self) -> zbus::Result<Connection> {
            if let Some(bus) = &self.bus {
                return Ok(bus.clone());
            }
            let bus = Connection::session().await?;
            let rule = MatchRule::builder()
                .msg_type(zbus::message::Type::Signal)
                .sender(NAME)?
                .interface(NAME)?
                .member("ActionInvoked")?
                .build();
            let clicks = MessageStream::for_match_rule(rule, &bus, Some(8)).await?;
            let (app, current) = (self.app.clone(), Arc::clone(&self.current));
            tauri::async_runtime::spawn(follow(clicks, app, current));
            self.bus = Some(bus.clone());
            Ok(bus)
        }
    }

    /// Follows clicks. A click is the user's own action, so the approval comes to the front.
    async fn follow(mut clicks: MessageStream, app: AppHandle, current: Arc<AtomicU32>) {
        while let Some(Ok(message)) = clicks.next().await {
            let Ok((id, _action)) = message.body().deserialize::<(u32, String)>() else {
                continue;
            };
            if id != 0 && id == current.load(Ordering::Relaxed) {
                windows::raise_consent(&app);
            }
        }
    }

    /// Escapes a line, since notification bodies may be parsed as markup.
    pub(super) fn escaped(line: &str) -> String {
        line.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn a_name_is_never_markup() {
            assert_eq!(
                super::escaped("<a href=\"x\">&lt;</a>"),
                "&lt;a href=\"x\"&gt;&amp;lt;&lt;/a&gt;"
            );
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use tauri::{AppHandle, Manager as _, UserAttentionType};

    use super::summary;
    use crate::windows;

    /// The name under which Windows knows the program (AppUserModelID). The installer registers it; without that, Windows shows no
    /// notification of it.
    #[cfg(windows)]
    const APP_ID: &str = "org.innkeeper.desktop";

    /// System notifications. Where one cannot be shown, the chat window's button in the task bar or dock asks for attention.
    pub(crate) struct Notifications {
        app: AppHandle,
    }

    impl Notifications {
        pub(crate) fn new(app: &AppHandle) -> Self {
            Self { app: app.clone() }
        }

        /// Shows a line.
        pub(crate) async fn say(&mut self, line: &str) {
            let line = line.to_owned();
            let said = tauri::async_runtime::spawn_blocking(move || {
                let mut notification = notify_rust::Notification::new();
                notification
                    .appname("Innkeeper")
                    .summary(&summary())
                    .body(&line);
                #[cfg(windows)]
                notification.app_id(APP_ID);
                notification.show().map(drop)
            });
            let failure = match said.await {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(error) => error.to_string(),
            };
            tracing::info!(error = %failure, "no notification");
            self.attention(Some(UserAttentionType::Informational));
        }

        /// Ends the request for attention. The system keeps notifications in its own list.
        pub(crate) async fn take_back(&mut self) {
            self.attention(None);
        }

        fn attention(&self, kind: Option<UserAttentionType>) {
            let window = self.app.get_webview_window(windows::MAIN);
            let asked = window.map(|window| window.request_user_attention(kind));
            if let Some(Err(error)) = asked {
                tracing::info!(%error, "no request for attention");
            }
        }
    }
}
