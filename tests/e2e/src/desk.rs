//! The display as a person meets it: windows by their titles, a keyboard and a mouse that do not care whose window it is.

mod drag;

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use x11rb::{
    COPY_DEPTH_FROM_PARENT, CURRENT_TIME,
    connection::Connection,
    protocol::{
        Event,
        xproto::{
            AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ClientMessageEvent,
            ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, EventMask, GrabMode,
            InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, MapState, ModMask,
            Window, WindowClass,
        },
        xtest::ConnectionExt as _,
    },
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

use crate::{Display, Error, WAIT, driver::LOOK};

const SHIFT: u32 = 0xffe1;
const CONTROL: u32 = 0xffe3;
const ALT: u32 = 0xffe9;
/// How deep below the root a window manager puts the windows of programs.
const DEPTH: usize = 3;

pub(crate) fn failed(error: impl std::fmt::Display) -> Error {
    Error::Session(format!("the display does not answer: {error}"))
}

/// Where something is on the display, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
}

/// A keyboard, a mouse and eyes on one display.
pub struct Desk {
    x: RustConnection,
    root: Window,
    manager: Option<Child>,
}

impl Desk {
    /// Sits down at a display.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn at(display: &Display) -> Result<Self, Error> {
        let (x, screen) = x11rb::connect(Some(display.name())).map_err(failed)?;
        let root = x.setup().roots[screen].root;
        Ok(Self {
            x,
            root,
            manager: None,
        })
    }

    /// The same with a window manager, which ends with this value.
    ///
    /// # Errors
    /// It is not installed or does not begin.
    pub async fn managed(display: &Display) -> Result<Self, Error> {
        let mut this = Self::at(display)?;
        let manager = Command::new("openbox")
            .env("DISPLAY", display.name())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| Error::Missing("openbox", e))?;
        this.manager = Some(manager);
        let check = this.atom("_NET_SUPPORTING_WM_CHECK")?;
        let begin = Instant::now();
        while this.property(this.root, check)?.is_empty() {
            if begin.elapsed() > WAIT {
                return Err(Error::Late("the window manager does not begin".into()));
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(this)
    }

    /// Waits for the window with a title.
    ///
    /// # Errors
    /// It does not come.
    pub async fn window(&self, title: &str) -> Result<Window, Error> {
        let begin = Instant::now();
        loop {
            if let Some(window) = find(&self.x, self.root, title)? {
                return Ok(window);
            }
            if begin.elapsed() > WAIT {
                return Err(Error::Late(format!("no window “{title}” came")));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Whether the window with a title is on display.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn shows(&self, title: &str) -> Result<bool, Error> {
        Ok(find(&self.x, self.root, title)?.is_some())
    }

    /// Whether a window, or what is inside it, has the keyboard.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn has_focus(&self, window: Window) -> Result<bool, Error> {
        let asked = self.x.get_input_focus().map_err(failed)?;
        let mut at = asked.reply().map_err(failed)?.focus;
        while at > 1 {
            if at == window {
                return Ok(true);
            }
            let Ok(tree) = self.x.query_tree(at).map_err(failed)?.reply() else {
                return Ok(false);
            };
            at = tree.parent;
        }
        Ok(false)
    }

    /// Gives a window the keyboard, as a press in the list of windows does, and waits until it has it.
    ///
    /// # Errors
    /// It does not come to have it.
    pub async fn go_to(&self, window: Window) -> Result<(), Error> {
        let begin = Instant::now();
        loop {
            if self.has_focus(window)? {
                return Ok(());
            }
            if begin.elapsed() > WAIT {
                return Err(Error::Late("the window never has the keyboard".into()));
            }
            if self.manager.is_some() {
                // From the user, not from a program.
                let active = self.atom("_NET_ACTIVE_WINDOW")?;
                let message = ClientMessageEvent::new(32, window, active, [2, 0, 0, 0, 0]);
                let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
                self.x
                    .send_event(false, self.root, mask, message)
                    .map_err(failed)?;
                self.x.flush().map_err(failed)?;
            } else {
                focus(&self.x, window)?;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Gives the window with a title the keyboard, if it is on display and has not got it.
    pub(crate) fn attend(&self, title: &str) {
        if let Ok(Some(window)) = find(&self.x, self.root, title)
            && !self.has_focus(window).unwrap_or(true)
        {
            let _ = focus(&self.x, window);
        }
    }

    /// Types a text, a key after the other, with a pause after each.
    ///
    /// # Errors
    /// A character is on no key.
    pub async fn types(&self, text: &str, pause: Duration) -> Result<(), Error> {
        for character in text.chars() {
            self.key(u32::from(character))?;
            tokio::time::sleep(pause).await;
        }
        Ok(())
    }

    /// Presses the key of a keysym and lets it go.
    ///
    /// # Errors
    /// No key has it.
    pub fn key(&self, keysym: u32) -> Result<(), Error> {
        press(&self.x, self.root, keysym)
    }

    /// Presses the key of a keysym, and keeps it down.
    ///
    /// # Errors
    /// No key has it.
    pub fn hold(&self, keysym: u32) -> Result<(), Error> {
        let (code, _) = key_of(&self.x, keysym)?;
        self.strike(KEY_PRESS_EVENT, code, 0, 0)
    }

    /// Lets the key of a keysym go.
    ///
    /// # Errors
    /// No key has it.
    pub fn release(&self, keysym: u32) -> Result<(), Error> {
        let (code, _) = key_of(&self.x, keysym)?;
        self.strike(KEY_RELEASE_EVENT, code, 0, 0)
    }

    /// Presses a key with Control and Alt, and lets all go.
    ///
    /// # Errors
    /// No key has the keysym.
    pub fn control_alt(&self, keysym: u32) -> Result<(), Error> {
        self.hold(CONTROL)?;
        self.hold(ALT)?;
        self.key(keysym)?;
        self.release(ALT)?;
        self.release(CONTROL)
    }

    /// Takes a key with Control and Alt for another program, whatever has the focus.
    ///
    /// # Errors
    /// No key has the keysym, or it is taken.
    pub fn takes_control_alt(&self, keysym: u32) -> Result<(), Error> {
        let (code, _) = key_of(&self.x, keysym)?;
        let held = ModMask::CONTROL | ModMask::M1;
        let mode = GrabMode::ASYNC;
        let taken = self.x.grab_key(false, self.root, held, code, mode, mode);
        taken.map_err(failed)?.check().map_err(failed)
    }

    /// Presses the mouse's button at a place and lets it go.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn click(&self, x: i32, y: i32) -> Result<(), Error> {
        let at = |n: i32| i16::try_from(n).unwrap_or(0);
        self.strike(MOTION_NOTIFY_EVENT, 0, at(x), at(y))?;
        self.strike(BUTTON_PRESS_EVENT, 1, 0, 0)?;
        self.strike(BUTTON_RELEASE_EVENT, 1, 0, 0)
    }

    fn strike(&self, kind: u8, detail: u8, x: i16, y: i16) -> Result<(), Error> {
        self.x
            .xtest_fake_input(kind, detail, CURRENT_TIME, self.root, x, y, 0)
            .map_err(failed)?
            .check()
            .map_err(failed)
    }

    /// Where a window is, without its frame.
    ///
    /// # Errors
    /// It is gone.
    pub fn area(&self, window: Window) -> Result<Area, Error> {
        let size = self.x.get_geometry(window).map_err(failed)?;
        let size = size.reply().map_err(failed)?;
        let place = self.x.translate_coordinates(window, self.root, 0, 0);
        let place = place.map_err(failed)?.reply().map_err(failed)?;
        Ok(Area {
            x: i32::from(place.dst_x),
            y: i32::from(place.dst_y),
            width: i32::from(size.width),
            height: i32::from(size.height),
        })
    }

    /// Where a window is, with the frame that the window manager gave it.
    ///
    /// # Errors
    /// It is gone.
    pub fn framed(&self, window: Window) -> Result<Area, Error> {
        let inner = self.area(window)?;
        let extents = self.property(window, self.atom("_NET_FRAME_EXTENTS")?)?;
        let side = |at: usize| {
            let n = extents.get(at).copied().unwrap_or(0);
            i32::try_from(n).unwrap_or(0)
        };
        Ok(Area {
            x: inner.x - side(0),
            y: inner.y - side(2),
            width: inner.width + side(0) + side(1),
            height: inner.height + side(2) + side(3),
        })
    }

    /// Moves and resizes a window, as dragging its frame does.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn drag(&self, window: Window, to: Area) -> Result<(), Error> {
        let size = |n: i32| u32::try_from(n).unwrap_or(1);
        let wanted = ConfigureWindowAux::new()
            .x(to.x)
            .y(to.y)
            .width(size(to.width))
            .height(size(to.height));
        self.x.configure_window(window, &wanted).map_err(failed)?;
        self.x.flush().map_err(failed)
    }

    /// Opens a window of another program, a bar of this height along the lower edge if `bar`, which the window manager
    /// leaves out of the work area.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn other_program(&self, at: Area, bar: bool) -> Result<Window, Error> {
        let window = self.x.generate_id().map_err(failed)?;
        let short = |n: i32| i16::try_from(n).unwrap_or(0);
        let size = |n: i32| u16::try_from(n).unwrap_or(1);
        let mask = EventMask::KEY_PRESS | EventMask::STRUCTURE_NOTIFY;
        self.x
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                window,
                self.root,
                short(at.x),
                short(at.y),
                size(at.width),
                size(at.height),
                0,
                WindowClass::INPUT_OUTPUT,
                0,
                &CreateWindowAux::new()
                    .event_mask(mask)
                    .background_pixel(0x00_66_88),
            )
            .map_err(failed)?;
        self.x
            .change_property8(
                x11rb::protocol::xproto::PropMode::REPLACE,
                window,
                AtomEnum::WM_NAME,
                AtomEnum::STRING,
                b"Another program",
            )
            .map_err(failed)?;
        if bar {
            let replace = x11rb::protocol::xproto::PropMode::REPLACE;
            let (kind, dock) = (
                self.atom("_NET_WM_WINDOW_TYPE")?,
                self.atom("_NET_WM_WINDOW_TYPE_DOCK")?,
            );
            self.x
                .change_property32(replace, window, kind, AtomEnum::ATOM, &[dock])
                .map_err(failed)?;
            let strut = self.atom("_NET_WM_STRUT")?;
            let edges = [0, 0, 0, u32::from(size(at.height))];
            self.x
                .change_property32(replace, window, strut, AtomEnum::CARDINAL, &edges)
                .map_err(failed)?;
        }
        self.x.map_window(window).map_err(failed)?;
        self.x.flush().map_err(failed)?;
        Ok(window)
    }

    /// How many keys the other programs' windows have got since the last time.
    ///
    /// # Errors
    /// The display does not answer.
    pub fn keys_elsewhere(&self) -> Result<usize, Error> {
        // What was sent before is there once this is answered.
        self.x
            .get_input_focus()
            .map_err(failed)?
            .reply()
            .map_err(failed)?;
        let mut keys = 0;
        while let Some(event) = self.x.poll_for_event().map_err(failed)? {
            keys += usize::from(matches!(event, Event::KeyPress(_)));
        }
        Ok(keys)
    }

    fn atom(&self, name: &str) -> Result<u32, Error> {
        let asked = self.x.intern_atom(false, name.as_bytes()).map_err(failed)?;
        Ok(asked.reply().map_err(failed)?.atom)
    }

    fn property(&self, window: Window, atom: u32) -> Result<Vec<u32>, Error> {
        let asked = self
            .x
            .get_property(false, window, atom, AtomEnum::ANY, 0, 64)
            .map_err(failed)?
            .reply()
            .map_err(failed)?;
        Ok(asked.value32().map(Iterator::collect).unwrap_or_default())
    }
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Some(manager) = &mut self.manager {
            let _ = manager.kill();
            let _ = manager.wait();
        }
    }
}

/// Gives a window the keyboard where no window manager does.
pub(crate) fn focus(x: &RustConnection, window: Window) -> Result<(), Error> {
    x.set_input_focus(InputFocus::PARENT, window, CURRENT_TIME)
        .map_err(failed)?;
    x.flush().map_err(failed)
}

/// Presses the key of a keysym and lets it go.
pub(crate) fn press(x: &RustConnection, root: Window, keysym: u32) -> Result<(), Error> {
    let (code, shifted) = key_of(x, keysym)?;
    let shift = key_of(x, SHIFT)?.0;
    let mut strokes = vec![(KEY_PRESS_EVENT, code), (KEY_RELEASE_EVENT, code)];
    if shifted {
        strokes.insert(0, (KEY_PRESS_EVENT, shift));
        strokes.push((KEY_RELEASE_EVENT, shift));
    }
    for (kind, code) in strokes {
        x.xtest_fake_input(kind, code, CURRENT_TIME, root, 0, 0, 0)
            .map_err(failed)?
            .check()
            .map_err(failed)?;
    }
    Ok(())
}

/// The key of a keysym, and whether it takes shift.
fn key_of(x: &RustConnection, keysym: u32) -> Result<(u8, bool), Error> {
    let (first, last) = (x.setup().min_keycode, x.setup().max_keycode);
    let map = x
        .get_keyboard_mapping(first, last - first + 1)
        .map_err(failed)?
        .reply()
        .map_err(failed)?;
    let each = usize::from(map.keysyms_per_keycode);
    let found = map
        .keysyms
        .chunks(each)
        .zip(first..=last)
        .find_map(|(symbols, code)| {
            let at = symbols.iter().take(2).position(|s| *s == keysym)?;
            Some((code, at == 1))
        });
    found.ok_or_else(|| Error::Session(format!("no key gives {keysym:#x}")))
}

/// Whether a window is on display.
pub(crate) fn shown(x: &RustConnection, window: Window) -> bool {
    let asked = x.get_window_attributes(window).ok();
    let known = asked.and_then(|asked| asked.reply().ok());
    known.is_some_and(|known| known.map_state == MapState::VIEWABLE)
}

/// The window with a title that is on display, within the frame of a window manager too.
pub(crate) fn find(x: &RustConnection, root: Window, title: &str) -> Result<Option<Window>, Error> {
    let mut level = vec![root];
    for _ in 0..DEPTH {
        let mut below = Vec::new();
        for parent in level {
            // A window may be gone by now.
            let Ok(tree) = x.query_tree(parent).map_err(failed)?.reply() else {
                continue;
            };
            for window in tree.children {
                let name = x
                    .get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 256)
                    .map_err(failed)?
                    .reply();
                if name.is_ok_and(|name| name.value == title.as_bytes()) && shown(x, window) {
                    return Ok(Some(window));
                }
                below.push(window);
            }
        }
        level = below;
    }
    Ok(None)
}
