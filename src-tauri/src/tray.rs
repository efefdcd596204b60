//! The tray icon: the number of pending approvals, and actions that only narrow authority. Without a system tray there is no icon.
//!
//! On Linux it is a D-Bus object of the status notifier specification. No desktop library is loaded, since a missing one would end
//! the program.

use std::sync::Arc;

use host::StoppedFrom;
use messages::phrases;
use tauri::{AppHandle, Manager};

use crate::{quick, shell::Shell, windows, words::plain};

/// An action in the tray menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Show,
    QuickAsk,
    Approvals,
    StopAll,
    Quit,
}

impl Act {
    fn run(self, app: &AppHandle) {
        match self {
            Self::Show => windows::raise_main(app),
            Self::QuickAsk => quick::toggle(app),
            Self::Approvals => windows::open_approvals(app),
            Self::StopAll => app.state::<Arc<Shell>>().host.stop_all(StoppedFrom::Tray),
            Self::Quit => app.exit(0),
        }
    }
}

/// Returns the label of the menu item that shows the approvals.
fn approvals(waiting: usize) -> String {
    plain(phrases::desktop_tray_approvals(waiting))
}

/// Returns the tooltip of the icon.
fn tooltip(waiting: usize) -> String {
    plain(phrases::desktop_tray_tooltip(waiting))
}

#[cfg(target_os = "linux")]
pub(crate) use linux::Tray;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::Tray;

#[cfg(target_os = "linux")]
mod linux {
    use std::time::Duration;

    use ksni::{Handle, Icon, MenuItem, ToolTip, TrayMethods, menu::StandardItem};
    use tauri::AppHandle;

    use messages::phrases;

    use super::{Act, approvals, tooltip};
    use crate::words::plain;

    /// Timeout of the session bus.
    const BUS: Duration = Duration::from_secs(5);

    /// The icon, or none where the session has no bus.
    pub(crate) struct Tray(Option<Handle<Item>>);

    impl Tray {
        /// Adds the icon to the tray: at once, or when a tray appears.
        pub(crate) async fn open(app: &AppHandle) -> Self {
            let item = Item {
                icon: icon(app),
                app: app.clone(),
                waiting: 0,
            };
            match tokio::time::timeout(BUS, item.assume_sni_available(true).spawn()).await {
                Ok(Ok(handle)) => Self(Some(handle)),
                Ok(Err(error)) => {
                    tracing::info!(%error, "no icon in the tray");
                    Self(None)
                }
                Err(_) => {
                    tracing::info!("no icon in the tray: the session bus does not answer");
                    Self(None)
                }
            }
        }

        /// Shows the number of pending approvals.
        pub(crate) async fn waiting(&self, count: usize) {
            if let Some(handle) = &self.0 {
                let said = handle.update(|item| item.waiting = count);
                let _ = tokio::time::timeout(BUS, said).await;
            }
        }
    }

    struct Item {
        app: AppHandle,
        icon: Vec<Icon>,
        waiting: usize,
    }

    impl ksni::Tray for Item {
        fn id(&self) -> String {
            "org.innkeeper.desktop".into()
        }

        fn title(&self) -> String {
            tooltip(self.waiting)
        }

        fn icon_pixmap(&self) -> Vec<Icon> {
            self.icon.clone()
        }

        fn tool_tip(&self) -> ToolTip {
            ToolTip {
                title: tooltip(self.waiting),
                ..ToolTip::default()
            }
        }

        fn activate(&mut self, _x: i32, _y: i32) {
            Act::Show.run(&self.app);
        }

        fn menu(&self) -> Vec<MenuItem<Self>> {
            let item = |label: String, enabled: bool, act: Act| {
                MenuItem::Standard(StandardItem {
                    label,
                    enabled,
                    activate: Box::new(move |this: &mut Self| act.run(&this.app)),
                    ..StandardItem::default()
                })
            };
            vec![
                item(plain(phrases::desktop_tray_show()), true, Act::Show),
                item(plain(phrases::desktop_quick_title()), true, Act::QuickAsk),
                item(approvals(self.waiting), self.waiting > 0, Act::Approvals),
                MenuItem::Separator,
                item(plain(phrases::desktop_tray_stop()), true, Act::StopAll),
                MenuItem::Separator,
                item(plain(phrases::desktop_tray_quit()), true, Act::Quit),
            ]
        }
    }

    /// Returns the window icon in the format of the specification: alpha first.
    fn icon(app: &AppHandle) -> Vec<Icon> {
        let one = |image: &tauri::image::Image<'_>| {
            let data = image.rgba().chunks_exact(4);
            Some(Icon {
                width: i32::try_from(image.width()).ok()?,
                height: i32::try_from(image.height()).ok()?,
                data: data.flat_map(|c| [c[3], c[0], c[1], c[2]]).collect(),
            })
        };
        app.default_window_icon()
            .and_then(one)
            .into_iter()
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use tauri::{
        AppHandle,
        menu::{MenuBuilder, MenuItem, MenuItemBuilder},
        tray::{TrayIcon, TrayIconBuilder},
    };

    use messages::phrases;

    use super::{Act, approvals, tooltip};
    use crate::words::plain;

    /// The icon, or none where it could not be created.
    pub(crate) struct Tray(Option<(TrayIcon, MenuItem<tauri::Wry>)>);

    impl Tray {
        /// Adds the icon to the tray.
        pub(crate) async fn open(app: &AppHandle) -> Self {
            Self(
                build(app)
                    .inspect_err(|error| tracing::info!(%error, "no icon in the tray"))
                    .ok(),
            )
        }

        /// Shows the number of pending approvals.
        pub(crate) async fn waiting(&self, count: usize) {
            if let Some((icon, item)) = &self.0 {
                let _ = icon.set_tooltip(Some(tooltip(count)));
                let _ = item.set_text(approvals(count));
                let _ = item.set_enabled(count > 0);
            }
        }
    }

    fn build(app: &AppHandle) -> tauri::Result<(TrayIcon, MenuItem<tauri::Wry>)> {
        let waiting = MenuItemBuilder::with_id("questions", approvals(0))
            .enabled(false)
            .build(app)?;
        let menu = MenuBuilder::new(app)
            .text("show", plain(phrases::desktop_tray_show()))
            .text("quick", plain(phrases::desktop_quick_title()))
            .item(&waiting)
            .separator()
            .text("stop", plain(phrases::desktop_tray_stop()))
            .separator()
            .text("quit", plain(phrases::desktop_tray_quit()))
            .build()?;
        let mut builder = TrayIconBuilder::with_id("innkeeper")
            .tooltip(tooltip(0))
            .menu(&menu)
            .on_menu_event(|app, event| {
                let act = match event.id().as_ref() {
                    "show" => Act::Show,
                    "quick" => Act::QuickAsk,
                    "questions" => Act::Approvals,
                    "stop" => Act::StopAll,
                    "quit" => Act::Quit,
                    _ => return,
                };
                act.run(app);
            });
        if let Some(icon) = app.default_window_icon() {
            builder = builder.icon(icon.clone());
        }
        Ok((builder.build(app)?, waiting))
    }
}
