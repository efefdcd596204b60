//! Files that appear under their name only when they are complete.

use std::{
    fs::{File, OpenOptions},
    path::Path,
};

use sqlx::SqliteConnection;

use crate::{Part, StoreError};

/// Writes a whole copy, private to the user, and gives it its name once it is on disk. A link of that name is
/// replaced, never followed.
pub(crate) async fn copy_to(
    connection: &mut SqliteConnection,
    target: &Path,
) -> Result<(), StoreError> {
    let part = if target
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"audit"))
    {
        Part::Audit
    } else {
        Part::Database
    };
    let dir = target.parent().unwrap_or(Path::new("."));
    let unfinished = part.named(dir, "new.backup");
    let made = async {
        fresh(&unfinished)?;
        let name = unfinished
            .to_str()
            .ok_or_else(|| StoreError::Invalid("the directory's name is not UTF-8".into()))?;
        // Into the empty file: it is private and no link.
        sqlx::query("VACUUM INTO ?")
            .bind(name)
            .execute(connection)
            .await?;
        settle(&unfinished, target)
    };
    let made = made.await;
    if made.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    made
}

/// An empty file of ours in place of whatever has the name.
pub(crate) fn fresh(path: &Path) -> Result<File, StoreError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    Ok(options.open(path)?)
}

/// Gives a finished file its name, durably.
pub(crate) fn settle(from: &Path, to: &Path) -> Result<(), StoreError> {
    File::options().write(true).open(from)?.sync_all()?;
    std::fs::rename(from, to)?;
    sync_dir(to)
}

/// Makes the entry of a file in its folder durable.
pub(crate) fn sync_dir(of: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    if let Some(dir) = of.parent() {
        File::open(dir)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = of;
    Ok(())
}
