//! Links that the desktop opened with this program. Anybody can write one, and any page can open it: it is read as pasted text is,
//! it fills in the server form, and it has no other effect.

use host_api::{Event, PasteField, PastedView};
use messages::{Text, phrases};

use crate::inner::Host;

/// Maximum size of a link, in bytes.
pub const MAX_LINK: usize = 64 * 1024;
/// How a link of this program begins, in any letter case.
const BEGIN: &str = "innkeeper://";

impl Host {
    /// Holds a link until the window takes it. Returns whether it does: a text that is no link of this program is dropped, and so
    /// is a link while another one waits or 2 seconds after the last.
    pub fn offer_link(&self, link: &str) -> bool {
        let begin = link.get(..BEGIN.len());
        let own = begin.is_some_and(|begin| begin.eq_ignore_ascii_case(BEGIN));
        if !own || link.len() > MAX_LINK || !link.bytes().all(|byte| byte.is_ascii_graphic()) {
            return false;
        }
        let taken = self.inner.link.put(link);
        if taken {
            self.inner.emit(Event::Link);
        }
        taken
    }

    /// Reads the link that waits, for an empty server form. It adds and starts nothing.
    #[must_use]
    pub fn take_link(&self) -> Option<PastedView> {
        let link = self.inner.link.take()?;
        let unknown = Text::from(phrases::host_link_in_unknown());
        Some(match self.read_pasted(&link, PasteField::Name, "") {
            PastedView::Server { mut server } => {
                server.notes.insert(0, unknown);
                PastedView::Server { server }
            }
            PastedView::Unclear { reason } => PastedView::Unclear { reason },
            // A link holds one whole server, or it is refused.
            PastedView::Plain | PastedView::Names { .. } | PastedView::Several { .. } => {
                PastedView::Unclear {
                    reason: phrases::host_link_in_other().into(),
                }
            }
        })
    }
}
