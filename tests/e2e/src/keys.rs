//! Pressing keys, as a person without a mouse does: they go to what has the focus. And turning the wheel.

use fantoccini::actions::{InputSource, KeyAction, KeyActions, WheelAction, WheelActions};

use crate::{App, Error, driver::within};

/// The key that sends, opens and presses.
pub const ENTER: char = '\u{e007}';
/// The key that leaves.
pub const ESCAPE: char = '\u{e00c}';
/// The key to the next region.
pub const F6: char = '\u{e036}';
/// The key to the next control.
pub const TAB: char = '\u{e004}';

/// The key that is held down with a letter.
pub const CONTROL: char = '\u{e009}';

/// The key that is held down with A to allow.
pub const ALT: char = '\u{e00a}';

/// How many regions and controls are tried.
const TRIES: usize = 60;

impl App {
    /// Presses a key and lets it go.
    ///
    /// # Errors
    /// The driver cannot.
    pub async fn key(&self, key: char) -> Result<(), Error> {
        self.attend();
        let actions = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key });
        within("a key", self.client.perform_actions(actions)).await
    }

    /// Presses a letter while Control is held down.
    ///
    /// # Errors
    /// The driver cannot.
    pub async fn control(&self, letter: char) -> Result<(), Error> {
        let actions = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value: CONTROL })
            .then(KeyAction::Down { value: letter })
            .then(KeyAction::Up { value: letter })
            .then(KeyAction::Up { value: CONTROL });
        within("a key", self.client.perform_actions(actions)).await
    }

    /// Presses the chord that allows: A while Alt is held down.
    ///
    /// # Errors
    /// The driver cannot.
    pub async fn allow_chord(&self) -> Result<(), Error> {
        self.attend();
        let actions = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value: ALT })
            .then(KeyAction::Down { value: 'a' })
            .then(KeyAction::Up { value: 'a' })
            .then(KeyAction::Up { value: ALT });
        within("a key", self.client.perform_actions(actions)).await
    }

    /// Types a text, letter by letter, into what has the focus.
    ///
    /// # Errors
    /// The driver cannot.
    pub async fn type_text(&self, text: &str) -> Result<(), Error> {
        for character in text.chars() {
            self.key(character).await?;
        }
        Ok(())
    }

    /// Turns the wheel over a place of the window by so many pixels; up if they are negative.
    ///
    /// # Errors
    /// The driver cannot.
    pub async fn wheel(&self, x: i64, y: i64, by: i64) -> Result<(), Error> {
        let turn = WheelActions::new("wheel".to_owned()).then(WheelAction::Scroll {
            duration: None,
            x,
            y,
            delta_x: 0,
            delta_y: by,
        });
        within("the wheel", self.client.perform_actions(turn)).await?;
        // The driver turns by the difference from the turn before, unless that was released.
        within("the wheel", self.client.release_actions()).await
    }

    /// Presses a key until the control with a test id has the focus.
    ///
    /// # Errors
    /// It does not come to have it.
    pub async fn key_to(&self, key: char, id: &str) -> Result<(), Error> {
        self.find(id).await?;
        for _ in 0..TRIES {
            if self.has_focus(id).await? {
                return Ok(());
            }
            self.key(key).await?;
        }
        Err(Error::Late(format!("{id} never had the focus")))
    }

    /// Waits until the control with a test id has the focus.
    ///
    /// # Errors
    /// It does not come to have it.
    pub async fn focus_on(&self, id: &str) -> Result<(), Error> {
        self.until(&format!(
            "document.activeElement?.dataset.testid === '{id}'"
        ))
        .await
    }

    /// Waits until the refusing answer has the focus and the question takes keys.
    ///
    /// # Errors
    /// That does not come.
    pub async fn ready(&self) -> Result<(), Error> {
        self.focus_on("deny").await?;
        crate::armed(self).await
    }

    async fn has_focus(&self, id: &str) -> Result<bool, Error> {
        let script = format!("arguments[0](document.activeElement?.dataset.testid === '{id}')");
        Ok(self.run_async(&script, vec![]).await? == serde_json::Value::Bool(true))
    }
}
