//! The log as JSON Lines: every row with its digests, so that another program can check the chain. It reads the file, not
//! the running host, so that a log can be saved whatever state it is in.

use std::{
    fs::{File, OpenOptions},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use store::{Part, Reading, Scan, StoreError};

use crate::{
    api::{ApiError, AuditSavedView, ErrorCode},
    export::{AUDIT, object, write_table},
    wording::small,
};

/// Writes every row that can be read, oldest first, a line each. Answers how many rows, and how many damaged places.
///
/// # Errors
/// There is no log, it is no database, or `out` cannot be written.
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
            return ApiError::new(ErrorCode::Data, "There is no audit log here.");
        }
        error.into()
    })?;
    Ok((scan, written))
}

/// Saves the log to a file of its own, which nobody else may read; the file is there whole or not at all. One that is there
/// is only replaced if that is said.
///
/// # Errors
/// As [`audit_write`]; or the file is there, or cannot be made.
pub async fn audit_save(
    data_dir: &Path,
    to: &Path,
    replace: bool,
) -> Result<AuditSavedView, ApiError> {
    if !replace && to.symlink_metadata().is_ok() {
        let message = format!(
            "{} is there already.",
            domain::visible(&to.display().to_string())
        );
        return Err(ApiError::new(ErrorCode::Invalid, message)
            .hint("Nothing was changed. Choose another name."));
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
    ApiError::new(ErrorCode::Data, format!("The log was not saved: {error}."))
        .hint("The log is as it was. Choose a folder that can be written and has space.")
}

/// One row as it is exported, if it is not larger than that.
pub(super) async fn line(audit: &Path, seq: u64, most: usize) -> Option<String> {
    let mut reading = Reading::open(audit).await.ok()?;
    let row = reading
        .row("record", AUDIT, i64::try_from(seq).ok()?)
        .await
        .ok()??;
    Some(object(AUDIT, row).to_string()).filter(|line| line.len() <= most)
}

/// A file that is being written beside its place; what is left of it is removed.
struct Half(PathBuf);

impl Half {
    fn new(to: &Path) -> std::io::Result<Self> {
        let name = to.file_name().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut half = std::ffi::OsString::from(".");
        half.push(name);
        half.push(format!(".{}.part", std::process::id()));
        Ok(Self(to.with_file_name(half)))
    }

    fn create(&self) -> std::io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.0)
    }

    fn finish(&self, file: BufWriter<File>, to: &Path) -> std::io::Result<u64> {
        let file = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let bytes = file.metadata()?.len();
        std::fs::rename(&self.0, to)?;
        Ok(bytes)
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        // Once it stands in its place there is nothing to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}
