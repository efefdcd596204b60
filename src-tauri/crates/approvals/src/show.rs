//! View trait of the approval kinds.

use consent::Decide;
use host_api::ApprovalKindView;
use messages::{Phrase, Text};

use crate::Servers;

/// The view of an approval kind. Each kind in the list of `consent` must implement it.
pub trait Show: Decide {
    /// What the view shows besides the request: a snapshot that the host takes. A kind that needs no facts of its own uses
    /// [`Common`](crate::Common) or [`InConversation`](crate::InConversation).
    type Facts;

    /// Returns the request in one line, for the list of pending approvals.
    fn title(&self, servers: &Servers) -> Phrase;

    /// Returns the request of this host that it is part of, in a sentence; none if it stands alone.
    fn part_of(&self) -> Option<Phrase> {
        None
    }

    /// Returns everything that a person needs for a decision, as plain text.
    fn view(&self, facts: &Self::Facts) -> ApprovalKindView;

    /// Returns the object of its audit log row, for display. `subject` has no hidden characters.
    fn logged(detail: &Self::Detail, subject: String) -> Text;
}
