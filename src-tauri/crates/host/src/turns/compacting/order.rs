//! A compaction that is asked for, and why it may have no summary.

use domain::{ConversationId, MessageId};
use host_api::{ApiError, ErrorCode};
use messages::{Text, phrases};
use store::Role;

use crate::turns::request::Records;

/// A compaction to make.
pub(super) struct Order {
    pub conversation: ConversationId,
    /// The end of the branch.
    pub head: MessageId,
    /// The last message to summarize.
    pub up_to: MessageId,
    pub automatic: bool,
}

/// Why there is no summary.
pub(super) enum End {
    /// The user stopped it.
    Stopped,
    /// It failed.
    Failed(ApiError),
}

impl<E: Into<ApiError>> From<E> for End {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Returns the error that there is nothing to summarize.
pub(super) fn nothing() -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_compact_nothing())
        .hint(phrases::host_compact_nothing_hint())
}

/// Returns the last message of the user.
pub(super) fn last_said(records: &Records) -> Option<MessageId> {
    let mut path = records.path.iter();
    path.rfind(|message| message.role == Role::User)
        .map(|message| message.id)
}

/// Returns an error of the model's provider that is no failure of the connection.
pub(super) fn refused(message: impl Into<Text>) -> ApiError {
    ApiError::new(ErrorCode::Model, message).hint(phrases::host_compact_retry_hint())
}
