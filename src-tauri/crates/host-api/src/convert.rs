//! Errors and values of the lower crates, as a shell sees them.

use consent::AnswerError;
use domain::{RootAccess, RootPass};
use messages::phrases;
use secrets::SecretsError;

use crate::{ApiError, ErrorCode, RootAccessView, RootPassView};

impl From<::store::StoreError> for ApiError {
    fn from(error: ::store::StoreError) -> Self {
        if matches!(error, ::store::StoreError::Full) {
            return disk_full();
        }
        if matches!(error, ::store::StoreError::Busy) {
            return Self::new(ErrorCode::Data, phrases::host_data_busy())
                .hint(phrases::host_data_busy_hint());
        }
        Self::new(
            ErrorCode::Data,
            phrases::host_data_failed(error.to_string()),
        )
        .hint(phrases::host_data_failed_hint())
    }
}

/// Returns the error for a full disk: an action that cannot be recorded is not performed.
fn disk_full() -> ApiError {
    ApiError::new(ErrorCode::Data, phrases::host_data_full()).hint(phrases::host_data_full_hint())
}

impl From<::audit::AuditError> for ApiError {
    fn from(error: ::audit::AuditError) -> Self {
        if error == ::audit::AuditError::Full {
            return disk_full();
        }
        Self::new(
            ErrorCode::Data,
            phrases::host_audit_failed(error.to_string()),
        )
    }
}

impl From<SecretsError> for ApiError {
    fn from(error: SecretsError) -> Self {
        let (message, hint) = match error {
            SecretsError::Locked => (
                phrases::host_keychain_locked(),
                phrases::host_keychain_hint(),
            ),
            SecretsError::TimedOut => (
                phrases::host_keychain_timeout(),
                phrases::host_keychain_timeout_hint(),
            ),
            SecretsError::Busy => (
                phrases::host_keychain_busy(),
                phrases::host_keychain_busy_hint(),
            ),
            SecretsError::Damaged => (
                phrases::host_keychain_damaged(),
                phrases::host_keychain_damaged_hint(),
            ),
            SecretsError::TooLarge { .. } | SecretsError::BadName | SecretsError::Failed(_) => (
                phrases::host_keychain_failed(error.to_string()),
                phrases::host_keychain_hint(),
            ),
        };
        Self::new(ErrorCode::Keychain, message).hint(hint)
    }
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        let message = match error {
            AnswerError::Gone => phrases::host_answer_gone(),
            AnswerError::OtherRevision => phrases::host_answer_other_revision(),
            AnswerError::NotArmed => phrases::host_answer_not_armed(),
            AnswerError::OnceOnly => phrases::host_answer_once_only(),
            AnswerError::TrustNotOffered => phrases::host_answer_no_trust(),
            AnswerError::RefusedByRule => phrases::host_answer_rule(),
            AnswerError::NotFilled => phrases::host_answer_not_filled(),
            AnswerError::NotTyped => phrases::host_answer_not_typed(),
            AnswerError::OtherCalls => phrases::host_answer_other_calls(),
            AnswerError::OtherChanges => phrases::host_answer_other_changes(),
            AnswerError::NotTicked => phrases::host_answer_not_ticked(),
            AnswerError::NotHeld => phrases::host_answer_not_held(),
            AnswerError::NotEditable => phrases::host_answer_not_editable(),
        };
        Self::new(ErrorCode::Stale, message)
    }
}

impl From<RootAccess> for RootAccessView {
    fn from(access: RootAccess) -> Self {
        match access {
            RootAccess::Read => Self::Read,
            RootAccess::Staged => Self::Staged,
            RootAccess::Write => Self::Write,
        }
    }
}

impl From<RootAccessView> for RootAccess {
    fn from(access: RootAccessView) -> Self {
        match access {
            RootAccessView::Read => Self::Read,
            RootAccessView::Staged => Self::Staged,
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
