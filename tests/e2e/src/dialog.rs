//! The system's own dialog for a folder: no driver of web pages reaches it, so it gets the keys of a keyboard.

use std::time::{Duration, Instant};

use x11rb::{
    connection::Connection,
    protocol::xproto::{ConnectionExt as _, ImageFormat, Window},
    rust_connection::RustConnection,
};

use crate::{
    Display, Error, WAIT,
    desk::{self, failed, find, shown},
};

/// Keysyms of keys without a character.
const RETURN: u32 = 0xff0d;
const ESCAPE: u32 = 0xff1b;
/// Pause between two looks.
const LOOK: Duration = Duration::from_millis(50);
/// So many equal looks in a row are rest.
const STILL: usize = 3;
/// How long a key that ends the dialog is given before it is pressed again: the first may end a proposal of names only.
const AGAIN: Duration = Duration::from_millis(700);

/// A dialog on display.
pub struct Dialog {
    x: RustConnection,
    root: Window,
    window: Window,
}

impl Dialog {
    /// Waits for the dialog with a title.
    ///
    /// # Errors
    /// It does not come, or the display does not answer.
    pub async fn titled(display: &Display, title: &str) -> Result<Self, Error> {
        let (x, screen) = x11rb::connect(Some(display.name())).map_err(failed)?;
        let root = x.setup().roots[screen].root;
        let begin = Instant::now();
        loop {
            if let Some(window) = find(&x, root, title)? {
                let dialog = Self { x, root, window };
                dialog.settled(begin).await?;
                return Ok(dialog);
            }
            if begin.elapsed() > WAIT {
                return Err(Error::Late(format!("no dialog “{title}” came")));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Waits until it has drawn itself and looks the same for a while: keys that come before are lost.
    async fn settled(&self, begin: Instant) -> Result<(), Error> {
        self.focus()?;
        let (mut last, mut same) = (Vec::new(), 0);
        while begin.elapsed() < WAIT {
            let now = self.look()?;
            same = if now.is_empty() || now != last {
                0
            } else {
                same + 1
            };
            if same == STILL {
                return Ok(());
            }
            last = now;
            tokio::time::sleep(LOOK).await;
        }
        Err(Error::Late("the dialog never comes to rest".to_owned()))
    }

    /// What it looks like; nothing while it is not there or of one colour.
    fn look(&self) -> Result<Vec<u8>, Error> {
        let of = |window| -> Result<_, Error> {
            let asked = self.x.get_geometry(window).map_err(failed)?;
            asked.reply().map_err(failed)
        };
        let (place, screen) = (of(self.window)?, of(self.root)?);
        // What hangs over the edge of the screen cannot be looked at.
        let (left, top) = (place.x.max(0), place.y.max(0));
        let within = |from: i16, long: u16, all: u16| {
            let from = u16::try_from(from).unwrap_or(0);
            long.min(all.saturating_sub(from)).max(1)
        };
        let image = self.x.get_image(
            ImageFormat::Z_PIXMAP,
            self.root,
            left,
            top,
            within(left, place.width, screen.width),
            within(top, place.height, screen.height),
            !0,
        );
        let data = image.map_err(failed)?.reply().map(|image| image.data);
        let data = data.unwrap_or_default();
        let plain = data.chunks(4).all(|pixel| Some(pixel) == data.get(..4));
        Ok(if plain { Vec::new() } else { data })
    }

    /// Types the whole path of a folder and chooses it.
    ///
    /// # Errors
    /// A character is on no key, or the dialog stays.
    pub async fn choose(self, path: &str) -> Result<(), Error> {
        self.focus()?;
        let mut characters = path.chars();
        // The first opens the field that takes the others.
        for character in characters.by_ref().take(1) {
            self.press(u32::from(character))?;
        }
        self.settled(Instant::now()).await?;
        for character in characters {
            self.press(u32::from(character))?;
        }
        self.end_with(RETURN).await
    }

    /// Closes it without choosing.
    ///
    /// # Errors
    /// It stays.
    pub async fn leave(self) -> Result<(), Error> {
        self.end_with(ESCAPE).await
    }

    async fn end_with(&self, key: u32) -> Result<(), Error> {
        let begin = Instant::now();
        while begin.elapsed() < WAIT {
            self.focus()?;
            self.press(key)?;
            let pressed = Instant::now();
            while pressed.elapsed() < AGAIN {
                if !shown(&self.x, self.window) {
                    return Ok(());
                }
                tokio::time::sleep(LOOK).await;
            }
        }
        Err(Error::Late("the dialog stays".to_owned()))
    }

    /// Without a window manager nobody else gives it the keyboard.
    fn focus(&self) -> Result<(), Error> {
        desk::focus(&self.x, self.window)
    }

    fn press(&self, keysym: u32) -> Result<(), Error> {
        desk::press(&self.x, self.root, keysym)
    }
}
