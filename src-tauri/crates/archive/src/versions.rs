//! Backups of everything, made before the first start of another version: listed, and restored.

use std::path::Path;

use host_api::{ApiError, ErrorCode, WholeBackupView};
use messages::phrases;
use store::StoreError;

/// Returns the backups of a data directory, newest first.
#[must_use]
pub fn backups(data_dir: &Path) -> Vec<WholeBackupView> {
    let found = store::sets(data_dir).into_iter();
    found
        .map(|set| WholeBackupView {
            name: set.name,
            version: set.version.as_deref().map(domain::visible),
            at_ms: set.at_ms as f64,
            bytes: set.bytes as f64,
        })
        .collect()
}

/// Checks that a backup can be restored.
///
/// # Errors
/// There is none of this name, it was changed since it was made, or a newer version made it.
pub async fn check_backup(data_dir: &Path, name: &str) -> Result<(), ApiError> {
    let checked = store::check_set(data_dir, name).await;
    checked.map(drop).map_err(failed)
}

/// Puts the database of a backup in place of the present one, which is kept beside it. The audit log goes on. Returns what was done, as a
/// sentence.
///
/// # Errors
/// As [`check_backup`]; another process holds the directory, or the file system refuses. Nothing was changed.
pub async fn restore_backup(data_dir: &Path, name: &str) -> Result<String, ApiError> {
    let kept = store::restore_set(data_dir, name, domain::now_ms()).await;
    Ok(restored_sentence(name, &kept.map_err(failed)?))
}

/// Returns what was done, as a sentence for the audit log.
#[must_use]
pub fn restored_sentence(name: &str, kept: &Path) -> String {
    let kept = kept.file_name().unwrap_or_default().to_string_lossy();
    format!("The backup {name} is open. The data before it is kept as {kept}.")
}

fn failed(error: StoreError) -> ApiError {
    if matches!(error, StoreError::NotFound) {
        return ApiError::new(ErrorCode::NotFound, phrases::host_recovery_no_such_backup())
            .hint(phrases::host_recovery_unchanged());
    }
    if let StoreError::Newer { found, known } = &error {
        let message = phrases::host_recovery_backup_newer(found.to_string(), known.to_string());
        return ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_recovery_unchanged());
    }
    unchanged(error)
}

/// Says that restoring failed, and that nothing was changed.
pub(crate) fn unchanged(error: StoreError) -> ApiError {
    ApiError::new(
        ErrorCode::Data,
        phrases::host_recovery_failed(error.to_string()),
    )
    .hint(phrases::host_recovery_unchanged())
}
