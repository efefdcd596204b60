//! Errors and values of the lower crates, as a shell sees them.

use domain::{RootAccess, RootPass};
use messages::phrases;

use crate::{ApiError, ErrorCode, RootAccessView, RootPassView};

impl From<::store::StoreError> for ApiError {
    fn from(error: ::store::StoreError) -> Self {
        if matches!(error, ::store::StoreError::Full) {
            return disk_full();
        }
        Self::new(
            ErrorCode::Data,
            format!("Stored data could not be read or written: {error}"),
        )
        .hint("Check the free space and the permissions of the data folder.")
    }
}

/// Returns the error for a full disk: an action that cannot be recorded is not performed.
fn disk_full() -> ApiError {
    ApiError::new(
        ErrorCode::Data,
        "The disk with your data is full. This was not saved, and nothing was sent.",
    )
    .hint("Free some space, then try again.")
}

impl From<::audit::AuditError> for ApiError {
    fn from(error: ::audit::AuditError) -> Self {
        if error == ::audit::AuditError::Full {
            return disk_full();
        }
        Self::new(
            ErrorCode::Data,
            format!("The audit log could not be read or written: {error}"),
        )
    }
}

impl From<::secrets::SecretsError> for ApiError {
    fn from(error: ::secrets::SecretsError) -> Self {
        Self::new(
            ErrorCode::Keychain,
            format!("The keychain could not be used: {error}"),
        )
        .hint("Unlock it, then try again.")
    }
}

impl From<::consent::AnswerError> for ApiError {
    fn from(error: ::consent::AnswerError) -> Self {
        use ::consent::AnswerError as E;
        let message = match error {
            E::Gone => phrases::host_answer_gone(),
            E::OtherRevision => phrases::host_answer_revision(),
            E::NotArmed => phrases::host_answer_not_armed(),
            E::OnceOnly => phrases::host_answer_once(),
            E::TrustNotOffered => phrases::host_answer_trust(),
            E::RefusedByRule => phrases::host_answer_rule(),
            E::NotFilled => phrases::host_answer_form(),
            E::NotTyped => phrases::host_answer_typed(),
            E::OtherCalls => phrases::host_answer_calls(),
            E::NotEditable => phrases::host_answer_edit(),
        };
        Self::new(ErrorCode::Stale, message)
    }
}

impl From<RootAccess> for RootAccessView {
    fn from(access: RootAccess) -> Self {
        match access {
            RootAccess::Read => Self::Read,
            RootAccess::Write => Self::Write,
        }
    }
}

impl From<RootAccessView> for RootAccess {
    fn from(access: RootAccessView) -> Self {
        match access {
            RootAccessView::Read => Self::Read,
            RootAccessView::Write => Self::Write,
        }
    }
}

impl From<RootPass> for RootPassView {
    fn from(pass: RootPass) -> Self {
        match pass {
            RootPass::Asked => Self::Asked,
            RootPass::Argument => Self::Argument,
            RootPass::Variable(name) => Self::Variable { name },
        }
    }
}

impl From<RootPassView> for RootPass {
    fn from(pass: RootPassView) -> Self {
        match pass {
            RootPassView::Asked => Self::Asked,
            RootPassView::Argument => Self::Argument,
            RootPassView::Variable { name } => Self::Variable(name.trim().to_owned()),
        }
    }
}
