//! Tracking of the user's input, which decides when the consent window may be shown or focused, and when an answer in it can take
//! effect.
//!
//! The chat window reports input, the system reports the focus of both windows, and the consent window reacts.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host_api::{Presence, ShellWindow};
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

/// Idle time of the chat window before the consent window takes the focus from it.
const QUIET: Duration = Duration::from_secs(2);
/// Idle time of the chat window before an answer begins to arm.
const IDLE: Duration = Duration::from_secs(1);
/// Time since the chat window lost the focus before an answer begins to arm. With the arming time, no answer takes effect within a
/// second of that.
const SETTLE: Duration = Duration::from_millis(500);

/// The known state of the two windows.
#[derive(Debug, Default)]
struct Facts {
    /// Whether the chat window has the focus.
    main_focused: bool,
    /// When it last lost the focus.
    main_left: Option<Instant>,
    /// When the user last typed or clicked in it.
    input: Option<Instant>,
    /// Whether the user is writing in one of its fields.
    draft: bool,
    /// Whether an approval is pending.
    wanted: bool,
    /// Whether the consent window is shown.
    shown: bool,
    /// Whether it has the focus.
    focused: bool,
    /// Whether it was shown automatically and has not had the focus since.
    due: bool,
    /// Whether the desktop focuses every window that is shown.
    loud: bool,
}

/// The conclusions from the state at one moment.
#[derive(Debug, PartialEq, Eq)]
struct Verdict {
    presence: Presence,
    act: Option<Act>,
    /// When they must be computed again, if nothing changes.
    again: Option<Instant>,
}

/// An action on the consent window.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Show it.
    Show,
    /// Give it the focus.
    TakeFocus,
}

impl Facts {
    fn verdict(&self, now: Instant) -> Verdict {
        let (presence, ready) = self.presence(now);
        let (act, wait) = self.act(now);
        let times = [ready, wait];
        Verdict {
            presence,
            act,
            again: times.into_iter().flatten().min(),
        }
    }

    fn presence(&self, now: Instant) -> (Presence, Option<Instant>) {
        if !self.shown || !self.focused {
            return (Presence::Away, None);
        }
        let idle = self.input.map(|at| at + IDLE);
        let settled = self.main_left.map(|at| at + SETTLE);
        match idle.max(settled).filter(|at| *at > now) {
            Some(at) => (Presence::Busy, Some(at)),
            None => (Presence::Present, None),
        }
    }

    fn act(&self, now: Instant) -> (Option<Act>, Option<Instant>) {
        let quiet_at = self.input.map(|at| at + QUIET).filter(|at| *at > now);
        let writing = self.draft || quiet_at.is_some();
        // While the user is writing, only input or the end of the idle time changes that.
        let later = quiet_at.filter(|_| !self.draft);
        if self.wanted && !self.shown {
            return if self.loud && self.main_focused && writing {
                (None, later)
            } else {
                (Some(Act::Show), None)
            };
        }
        if !(self.due && self.shown && !self.focused && self.main_focused) {
            return (None, None);
        }
        if writing {
            (None, later)
        } else {
            (Some(Act::TakeFocus), None)
        }
    }
}

/// Tracks the user's input and the focus of the two windows.
#[derive(Debug, Default)]
pub(crate) struct Attention {
    facts: Mutex<Facts>,
    changed: Notify,
    presence: watch::Sender<Presence>,
}

impl Attention {
    /// Records that the user typed or clicked in the chat window; `draft` while its focused field contains text.
    pub(crate) fn input(&self, draft: bool) {
        self.update(|facts| {
            facts.input = Some(Instant::now());
            facts.draft = draft;
        });
    }

    /// Whether the user typed or clicked in the chat window a moment ago, and it still has the focus.
    pub(crate) fn in_chat(&self) -> bool {
        let facts = self.lock();
        let recent = facts.input.is_some_and(|at| at.elapsed() < QUIET);
        facts.main_focused && (recent || facts.draft)
    }

    /// Records that a window got or lost the focus.
    pub(crate) fn focus(&self, window: ShellWindow, focused: bool) {
        self.update(|facts| match window {
            ShellWindow::Main => {
                if facts.main_focused && !focused {
                    facts.main_left = Some(Instant::now());
                }
                facts.main_focused = focused;
            }
            ShellWindow::Consent => {
                facts.focused = focused;
                facts.due &= !focused;
            }
        });
    }

    /// Records whether an approval is pending.
    pub(crate) fn want(&self, wanted: bool) {
        self.update(|facts| facts.wanted = wanted);
    }

    /// Records that the consent window was shown or hidden; `by_user` if the user requested it.
    pub(crate) fn shown(&self, shown: bool, by_user: bool) {
        self.update(|facts| {
            facts.shown = shown;
            facts.due = shown && !by_user;
            // A hidden window is no longer wanted: the user closed it, or nothing is pending.
            facts.wanted &= shown;
        });
    }

    /// Records that this desktop focuses every window that is shown.
    #[cfg(target_os = "linux")]
    pub(crate) fn set_loud(&self, loud: bool) {
        self.update(|facts| facts.loud = loud);
    }

    /// Whether an answer may take effect now.
    pub(crate) fn is_present(&self) -> bool {
        self.lock().presence(Instant::now()).0 == Presence::Present
    }

    /// Subscribes to whether the user is at the consent window.
    pub(crate) fn watch(&self) -> watch::Receiver<Presence> {
        self.presence.subscribe()
    }

    /// Runs until the program ends. Calls `away` while the user is not at the consent window, and `act` for actions on it.
    pub(crate) async fn follow(&self, away: impl Fn(), act: impl Fn(Act)) {
        loop {
            let verdict = self.lock().verdict(Instant::now());
            if verdict.presence != Presence::Present {
                away();
            }
            self.presence.send_if_modified(|before| {
                std::mem::replace(before, verdict.presence) != verdict.presence
            });
            match verdict.act {
                Some(Act::Show) => {
                    act(Act::Show);
                    continue;
                }
                Some(Act::TakeFocus) => {
                    // Requested once, since a desktop may refuse it.
                    self.update(|facts| facts.due = false);
                    act(Act::TakeFocus);
                }
                None => {}
            }
            match verdict.again {
                Some(at) => {
                    let _ = tokio::time::timeout_at(at, self.changed.notified()).await;
                }
                None => self.changed.notified().await,
            }
        }
    }

    fn update(&self, change: impl FnOnce(&mut Facts)) {
        change(&mut self.lock());
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The consent window was shown automatically while the chat window has the focus.
    fn beside_chat() -> Facts {
        Facts {
            main_focused: true,
            wanted: true,
            shown: true,
            due: true,
            ..Facts::default()
        }
    }

    #[tokio::test]
    async fn focus_is_taken_only_after_two_seconds_without_input_and_never_from_a_draft() {
        let now = Instant::now() + 10 * SECOND;
        let mut facts = beside_chat();
        assert_eq!(facts.verdict(now).act, Some(Act::TakeFocus));
        facts.input = Some(now - Duration::from_millis(1_900));
        let verdict = facts.verdict(now);
        assert_eq!(verdict.act, None);
        assert_eq!(verdict.again, Some(now + Duration::from_millis(100)));
        assert_eq!(facts.verdict(now + SECOND).act, Some(Act::TakeFocus));
        facts.draft = true;
        let late = facts.verdict(now + 100 * SECOND);
        assert_eq!((late.act, late.again), (None, None));
    }

    #[tokio::test]
    async fn focus_is_never_taken_from_another_program_nor_twice() {
        let now = Instant::now() + 10 * SECOND;
        let elsewhere = Facts {
            main_focused: false,
            ..beside_chat()
        };
        assert_eq!(elsewhere.verdict(now).act, None);
        let left_again = Facts {
            due: false,
            ..beside_chat()
        };
        assert_eq!(left_again.verdict(now).act, None);
    }

    #[tokio::test]
    async fn a_window_that_cannot_be_shown_without_the_focus_waits_until_nobody_writes() {
        let now = Instant::now() + 10 * SECOND;
        let mut facts = Facts {
            main_focused: true,
            wanted: true,
            input: Some(now),
            ..Facts::default()
        };
        assert_eq!(facts.verdict(now).act, Some(Act::Show));
        facts.loud = true;
        assert_eq!(facts.verdict(now).act, None);
        assert_eq!(facts.verdict(now).again, Some(now + QUIET));
        assert_eq!(facts.verdict(now + QUIET).act, Some(Act::Show));
        facts.draft = true;
        assert_eq!(facts.verdict(now + QUIET).act, None);
        facts.main_focused = false;
        assert_eq!(facts.verdict(now).act, Some(Act::Show));
    }

    #[tokio::test]
    async fn user_is_present_when_window_is_shown_focused_and_chat_idle_for_a_second() {
        let now = Instant::now() + 10 * SECOND;
        let mut facts = Facts {
            shown: true,
            focused: true,
            ..Facts::default()
        };
        assert_eq!(facts.verdict(now).presence, Presence::Present);
        facts.input = Some(now);
        facts.main_left = Some(now);
        assert_eq!(facts.verdict(now).presence, Presence::Busy);
        assert_eq!(facts.verdict(now).again, Some(now + IDLE));
        assert_eq!(facts.verdict(now + IDLE).presence, Presence::Present);
        facts.input = None;
        assert_eq!(facts.verdict(now).again, Some(now + SETTLE));
        for (shown, focused) in [(false, true), (true, false)] {
            let away = Facts {
                shown,
                focused,
                ..Facts::default()
            };
            assert_eq!(away.verdict(now).presence, Presence::Away);
        }
    }

    #[test]
    fn closing_the_window_keeps_it_closed_until_the_next_approval() {
        let attention = Attention::default();
        attention.want(true);
        attention.shown(true, false);
        attention.shown(false, true);
        assert_eq!(attention.lock().verdict(Instant::now()).act, None);
        attention.want(true);
        assert_eq!(
            attention.lock().verdict(Instant::now()).act,
            Some(Act::Show)
        );
    }
}
