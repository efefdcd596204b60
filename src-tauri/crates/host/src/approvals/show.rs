//! View trait of the approval kinds.

use consent::Decide;
use host_api::ApprovalKindView;
use messages::{Phrase, Text};

use crate::inner::Inner;

/// The view of an approval kind. Each kind in the list of `consent` must implement it.
pub(crate) trait Show: Decide {
    /// Returns the request in one line, for the list of pending approvals.
    fn title(&self, inner: &Inner) -> Phrase;

    /// Returns everything that a person needs for a decision, as plain text.
    fn view(&self, inner: &Inner) -> impl Future<Output = ApprovalKindView> + Send;

    /// Returns the object of its audit log row, for display. `subject` has no hidden characters.
    fn logged(detail: &Self::Detail, subject: String) -> Text;
}
