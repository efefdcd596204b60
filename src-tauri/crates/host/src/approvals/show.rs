//! What each approval kind shows.

use consent::Decide;

use crate::{api::ApprovalKindView, inner::Inner};

/// What a shell shows of an approval kind. Each kind in the list of `consent` must implement it.
pub(crate) trait Show: Decide {
    /// The request in one line, for the list of pending approvals.
    fn title(&self, inner: &Inner) -> String;

    /// Everything that a person needs to decide about it, as plain text.
    fn view(&self, inner: &Inner) -> impl Future<Output = ApprovalKindView> + Send;

    /// The object of its row of the log, for people. `subject` has no hidden characters.
    fn logged(detail: &Self::Detail, subject: String) -> String;
}
