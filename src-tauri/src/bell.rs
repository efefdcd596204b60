//! Announcement of pending approvals: the tray counts them, and a notification appears when none of our windows has the focus.
//! Neither can answer an approval.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use host_api::{Event, WaitingView};
use messages::phrases;
use tauri::{AppHandle, Manager};
use tokio::{sync::broadcast::error::RecvError, time::Instant};

use crate::{notification::Notifications, shell::Shell, tray::Tray, windows, words};

/// Approvals that arrive within this time share one notification.
const GATHER: Duration = Duration::from_millis(700);
/// Maximum length of a notification, in characters.
const LINE: usize = 160;
/// Maximum number of announced approvals that are remembered.
const REMEMBERED: usize = 1_000;

/// Follows the host's events until it closes.
pub(crate) fn follow(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let host = app.state::<Arc<Shell>>().host.clone();
        let mut events = host.events();
        let tray = Tray::open(&app).await;
        let mut notifications = Notifications::new(&app);
        let mut bell = Bell::default();
        let mut waiting: Vec<WaitingView> = Vec::new();
        let mut due: Option<Instant> = None;
        loop {
            let event = match due {
                None => events.recv().await,
                Some(at) => match tokio::time::timeout_at(at, events.recv()).await {
                    Ok(event) => event,
                    Err(_) => {
                        due = None;
                        let wanted = host.settings().notify && !windows::focused(&app);
                        match bell.ring(&waiting, wanted) {
                            Ring::Nothing => {}
                            Ring::Say(line) => notifications.say(&line).await,
                            Ring::TakeBack => notifications.take_back().await,
                        }
                        continue;
                    }
                },
            };
            match event {
                Ok(Event::Waiting { waiting: now }) => waiting = now,
                // Some events were lost, so the approvals may have changed.
                Err(RecvError::Lagged(_)) => waiting = host.waiting(),
                Err(RecvError::Closed) => return,
                Ok(_) => continue,
            }
            tray.waiting(waiting.len()).await;
            due = due.or_else(|| Some(Instant::now() + GATHER));
        }
    });
}

/// The effect of a change of the pending approvals.
#[derive(Debug, PartialEq, Eq)]
enum Ring {
    Nothing,
    Say(String),
    TakeBack,
}

/// Remembers which approvals were announced.
#[derive(Debug, Default)]
struct Bell {
    known: BTreeSet<String>,
    said: bool,
}

impl Bell {
    /// Returns what to do about these pending approvals. Each is announced once, and not at all if the user saw it arrive.
    fn ring(&mut self, waiting: &[WaitingView], wanted: bool) -> Ring {
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        let fresh: Vec<&WaitingView> = waiting
            .iter()
            .filter(|question| self.known.insert(question.prompt.clone()))
            .collect();
        if waiting.is_empty() && std::mem::take(&mut self.said) {
            return Ring::TakeBack;
        }
        let Some(first) = fresh.first().filter(|_| wanted) else {
            return Ring::Nothing;
        };
        self.said = true;
        let title = words::plain(first.title.clone());
        let title: String = title.chars().take(LINE).collect();
        Ring::Say(match waiting.len() - 1 {
            0 => title,
            more => words::plain(phrases::desktop_notification_more(more, title)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(ids: &[&str]) -> Vec<WaitingView> {
        let one = |id: &&str| WaitingView {
            prompt: (*id).to_owned(),
            title: format!("Run “{id}” through Mail?").into(),
            conversation: None,
            expires_at_ms: 0.0,
            outflow: None,
        };
        ids.iter().map(one).collect()
    }

    #[test]
    fn a_question_is_said_once_together_with_the_others_and_taken_back_when_none_is_left() {
        let mut bell = Bell::default();
        assert_eq!(
            bell.ring(&waiting(&["a", "b", "c"]), true),
            Ring::Say("Run “a” through Mail? And 2 more.".into())
        );
        assert_eq!(bell.ring(&waiting(&["b", "c"]), true), Ring::Nothing);
        assert_eq!(
            bell.ring(&waiting(&["c", "d"]), true),
            Ring::Say("Run “d” through Mail? And one more.".into())
        );
        assert_eq!(bell.ring(&[], true), Ring::TakeBack);
        assert_eq!(bell.ring(&[], true), Ring::Nothing);
    }

    #[test]
    fn nothing_is_said_while_a_window_has_the_focus_or_the_user_wants_none() {
        let mut bell = Bell::default();
        assert_eq!(bell.ring(&waiting(&["a"]), false), Ring::Nothing);
        assert_eq!(bell.ring(&waiting(&["a"]), true), Ring::Nothing);
        assert_eq!(bell.ring(&[], false), Ring::Nothing);
    }
}
