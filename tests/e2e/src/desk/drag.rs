//! A file that is dragged out of another program and dropped on a window (XDND, version 5).

use std::{path::Path, time::Instant};

use x11rb::{
    COPY_DEPTH_FROM_PARENT, CURRENT_TIME,
    connection::Connection,
    protocol::{
        Event,
        xproto::{
            AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
            SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window,
            WindowClass,
        },
    },
    wrapper::ConnectionExt as _,
};

use super::{Desk, failed};
use crate::{Error, WAIT, driver::LOOK};

const VERSION: u32 = 5;
const FILES: &str = "text/uri-list";

/// A drag: the window it comes from, the one it goes to, and what it carries.
struct Drag<'a> {
    desk: &'a Desk,
    source: Window,
    target: Window,
    files: String,
}

impl Desk {
    /// Drags a file over a window, to a place in pixels from its corner, and drops it there.
    ///
    /// # Errors
    /// The window does not take it.
    pub async fn drop_file(
        &self,
        target: Window,
        file: &Path,
        at: (i32, i32),
    ) -> Result<(), Error> {
        let source = self.x.generate_id().map_err(failed)?;
        let look = CreateWindowAux::new();
        let kind = WindowClass::INPUT_OUTPUT;
        self.x
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                source,
                self.root,
                0,
                0,
                1,
                1,
                0,
                kind,
                0,
                &look,
            )
            .map_err(failed)?;
        let selection = self.atom("XdndSelection")?;
        self.x
            .set_selection_owner(source, selection, CURRENT_TIME)
            .map_err(failed)?;
        let drag = Drag {
            desk: self,
            source,
            target,
            files: format!("file://{}\r\n", file.display()),
        };
        let done = drag.to(at).await;
        self.x.destroy_window(source).map_err(failed)?;
        self.x.flush().map_err(failed)?;
        done
    }
}

impl Drag<'_> {
    async fn to(&self, (x, y): (i32, i32)) -> Result<(), Error> {
        let corner = self.desk.area(self.target)?;
        let half = |n: i32| u32::from(u16::try_from(n).unwrap_or(0));
        let place = half(corner.x + x) << 16 | half(corner.y + y);
        let copy = self.desk.atom("XdndActionCopy")?;
        let files = self.desk.atom(FILES)?;
        self.send("XdndEnter", [self.source, VERSION << 24, files, 0, 0])?;
        // The window reads the files before it says whether it takes them.
        let begin = Instant::now();
        loop {
            self.send("XdndPosition", [self.source, 0, place, CURRENT_TIME, copy])?;
            if self.answer("XdndStatus").await?[1] & 1 == 1 {
                break;
            }
            if begin.elapsed() > WAIT {
                return Err(Error::Late("the window takes no file".into()));
            }
            tokio::time::sleep(LOOK).await;
        }
        self.send("XdndDrop", [self.source, 0, CURRENT_TIME, 0, 0])?;
        self.answer("XdndFinished").await.map(drop)
    }

    fn send(&self, kind: &str, data: [u32; 5]) -> Result<(), Error> {
        let message = ClientMessageEvent::new(32, self.target, self.desk.atom(kind)?, data);
        let x = &self.desk.x;
        x.send_event(false, self.target, EventMask::NO_EVENT, message)
            .map_err(failed)?;
        x.flush().map_err(failed)
    }

    /// Waits for a message of the window, and gives it the files meanwhile.
    async fn answer(&self, kind: &str) -> Result<[u32; 5], Error> {
        let wanted = self.desk.atom(kind)?;
        let begin = Instant::now();
        loop {
            match self.desk.x.poll_for_event().map_err(failed)? {
                Some(Event::ClientMessage(message)) if message.type_ == wanted => {
                    return Ok(message.data.as_data32());
                }
                Some(Event::SelectionRequest(request)) => self.give(&request)?,
                Some(_) => {}
                None if begin.elapsed() > WAIT => {
                    return Err(Error::Late(format!("the window sent no {kind}")));
                }
                None => tokio::time::sleep(LOOK).await,
            }
        }
    }

    fn give(&self, request: &SelectionRequestEvent) -> Result<(), Error> {
        let x = &self.desk.x;
        let is_files = request.target == self.desk.atom(FILES)?;
        let (at, form) = (request.requestor, request.property);
        if is_files {
            let bytes = self.files.as_bytes();
            x.change_property8(PropMode::REPLACE, at, form, request.target, bytes)
                .map_err(failed)?;
        }
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: at,
            selection: request.selection,
            target: request.target,
            property: if is_files {
                form
            } else {
                AtomEnum::NONE.into()
            },
        };
        x.send_event(false, at, EventMask::NO_EVENT, notice)
            .map_err(failed)?;
        x.flush().map_err(failed)
    }
}
