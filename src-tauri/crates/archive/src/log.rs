//! Export of the audit log as JSON Lines: every row with its digests, so that another program can verify the chain. It reads the
//! file and not the running host, so that a log in any state can be saved.

use std::{
    io::{BufWriter, Write},
    path::Path,
};

use host_api::{ApiError, AuditSavedView, ErrorCode};
use messages::phrases;
use store::{Part, Reading, Scan, StoreError};

use crate::{
    export::{AUDIT, object, small, write_table},
    half::Half,
};

/// Writes every readable row, oldest first, one line each. Returns the number of rows and of damaged regions.
///
/// # Errors
/// There is no log, it is not a database, or `out` cannot be written.
pub async fn audit_write(data_dir: &Path, out: &mut impl Write) -> Result<(u32, u32), ApiError> {
    let (scan, written) = scan(data_dir, out).await?;
    written.map_err(|error| failed(&error))?;
    Ok((small(scan.rows), small(scan.holes)))
}

async fn scan(
    data_dir: &Path,
    out: &mut impl Write,
) -> Result<(Scan, std::io::Result<()>), ApiError> {
    let path = Part::Audit.path(data_dir);
    let (_, scan, written) = write_table(&path, "record", AUDIT, out).await;
    let scan = scan.map_err(|error| {
        if matches!(error, StoreError::NotFound) {
            return ApiError::new(ErrorCode::Data, phrases::host_audit_no_log());
        }
        error.into()
    })?;
    Ok((scan, written))
}

/// Saves the log to a new file that only the user may read. The file is created atomically. An existing file is replaced only on
/// request.
///
/// # Errors
/// As [`audit_write`]; or the file exists, or cannot be created.
pub async fn audit_save(
    data_dir: &Path,
    to: &Path,
    replace: bool,
) -> Result<AuditSavedView, ApiError> {
    if !replace && to.symlink_metadata().is_ok() {
        let message = phrases::host_audit_exists(domain::visible(&to.display().to_string()));
        return Err(
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_audit_exists_hint())
        );
    }
    let half = Half::new(to).map_err(|error| failed(&error))?;
    let mut file = BufWriter::new(half.create().map_err(|error| failed(&error))?);
    let (scan, written) = scan(data_dir, &mut file).await?;
    let bytes = written
        .and_then(|()| half.finish(file, to))
        .map_err(|error| failed(&error))?;
    Ok(AuditSavedView {
        file: domain::visible(&to.display().to_string()),
        rows: small(scan.rows),
        bytes: bytes as f64,
        holes: small(scan.holes),
    })
}

fn failed(error: &std::io::Error) -> ApiError {
    let message = phrases::host_audit_not_saved(error.to_string());
    ApiError::new(ErrorCode::Data, message).hint(phrases::host_audit_not_saved_hint())
}

/// Returns one row in export format, unless it is larger than `most`.
pub async fn audit_line(audit: &Path, seq: u64, most: usize) -> Option<String> {
    let mut reading = Reading::open(audit).await.ok()?;
    let row = reading
        .row("record", AUDIT, i64::try_from(seq).ok()?)
        .await
        .ok()??;
    Some(object(AUDIT, row).to_string()).filter(|line| line.len() <= most)
}
