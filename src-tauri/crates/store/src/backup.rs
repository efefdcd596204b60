//! Copies of the data beside it: one before each migration, one a day, and damaged files that were set aside.

use std::{
    fs::File,
    path::{Path, PathBuf},
    time::{Duration, Instant, UNIX_EPOCH},
};

use domain::Utc;
use sqlx::{ConnectOptions, Connection};

use crate::{
    Part, StoreError,
    copy::{copy_to, fresh, settle, sync_dir},
    lock::{DataDir, LOCK_FILE},
    schema, set_folder,
};

/// So many daily copies of each file are kept, and so many from before a migration.
pub const KEPT_DAYS: usize = 3;
/// How long a copy is looked at before it is offered or used.
const CHECK_LIMIT: Duration = Duration::from_secs(20);
/// What SQLite keeps beside a database.
const SIDE_FILES: [&str; 2] = ["-wal", "-shm"];

/// A copy of one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Where it is.
    pub path: PathBuf,
    /// When it was made, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// Its size.
    pub bytes: u64,
    /// Whether it was made before a migration, not for the day.
    pub before_update: bool,
}

/// What a file of the data directory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnKind {
    /// The file itself, or what SQLite keeps beside it.
    Live(Part),
    /// A copy.
    Backup(Part),
    /// A file that could not be used and was set aside.
    SetAside(Part),
    /// The lock.
    Lock,
}

/// A file that this program made in its data directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When it was changed last, in milliseconds since the Unix epoch.
    pub changed_ms: i64,
    /// What it is.
    pub kind: OwnKind,
}

/// The files of a data directory that this program made, by their names. Links and folders are none of them.
#[must_use]
pub fn own_files(dir: &Path) -> Vec<OwnFile> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut files: Vec<OwnFile> = entries
        .filter_map(|entry| own_file(entry.path(), kind(entry.file_name().to_str()?)?))
        .collect();
    let sets = set_folder::files(dir).into_iter();
    files.extend(sets.filter_map(|(path, part)| own_file(path, OwnKind::Backup(part))));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn own_file(path: PathBuf, kind: OwnKind) -> Option<OwnFile> {
    // Not through a link.
    let found = path.symlink_metadata().ok()?;
    let found = Some(found).filter(std::fs::Metadata::is_file)?;
    let changed = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(OwnFile {
        path,
        bytes: found.len(),
        changed_ms: i64::try_from(changed.as_millis()).unwrap_or(i64::MAX),
        kind,
    })
}

fn kind(name: &str) -> Option<OwnKind> {
    if name == LOCK_FILE {
        return Some(OwnKind::Lock);
    }
    let name = SIDE_FILES
        .iter()
        .find_map(|side| name.strip_suffix(side))
        .unwrap_or(name);
    let (stem, rest) = name.split_once('.')?;
    let part = Part::ALL.into_iter().find(|part| part.stem() == stem)?;
    if rest == "db" {
        return Some(OwnKind::Live(part));
    }
    let what = rest.strip_suffix(".db")?;
    if let Some(of) = what.strip_suffix(".backup") {
        return is_tag(of).then_some(OwnKind::Backup(part));
    }
    let of = what.strip_prefix("set-aside-")?;
    is_tag(of).then_some(OwnKind::SetAside(part))
}

/// `v4`, `2026-11-21`, `20261121-132105`, `new`: what we put into names.
fn is_tag(text: &str) -> bool {
    text == "new"
        || (!text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_digit() || c == '-' || c == 'v'))
}

/// The copies of a file, newest first, those of whole backups among them.
#[must_use]
pub fn backups(dir: &Path, part: Part) -> Vec<Backup> {
    let unfinished = part.named(dir, "new.backup");
    let mut found: Vec<Backup> = own_files(dir)
        .into_iter()
        .filter(|file| file.kind == OwnKind::Backup(part) && file.bytes > 0)
        .filter(|file| file.path.extension().is_some_and(|e| e == "db") && file.path != unfinished)
        .filter(|file| is_beside(dir, &file.path) || set_folder::is_finished(&file.path))
        .map(|file| Backup {
            before_update: !is_beside(dir, &file.path) || is_before_update(&file.path),
            path: file.path,
            at_ms: file.changed_ms,
            bytes: file.bytes,
        })
        .collect();
    found.sort_by_key(|backup| std::cmp::Reverse(backup.at_ms));
    found
}

/// Whether a copy is beside its file, not in the folder of a whole backup.
fn is_beside(dir: &Path, path: &Path) -> bool {
    path.parent() == Some(dir)
}

fn is_before_update(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.contains(".v"))
}

/// Makes the copies of the day, unless they are there, and deletes the oldest. Answers how many were made. The
/// caller holds the directory; writers are not held up.
///
/// # Errors
/// A full disk, a damaged file, the file system. What was there before stays.
pub async fn back_up_daily(dir: &Path, now_ms: i64) -> Result<usize, StoreError> {
    let mut made = 0;
    for part in Part::ALL {
        let live = part.path(dir);
        let today = part.named(dir, &format!("{}.backup", Utc::from_ms(now_ms).date()));
        if live.exists() && !today.exists() {
            let mut connection = schema::options(&live).read_only(true).connect().await?;
            copy_to(&mut connection, &today).await?;
            connection.close().await?;
            made += 1;
        }
        let (updates, days): (Vec<_>, Vec<_>) = backups(dir, part)
            .into_iter()
            .filter(|backup| is_beside(dir, &backup.path))
            .partition(|backup| backup.before_update);
        for kept in [updates, days] {
            for old in kept.iter().skip(KEPT_DAYS) {
                std::fs::remove_file(&old.path)?;
            }
        }
    }
    Ok(made)
}

/// The newest copy that is sound and that this program can read, if there is one. Each is looked at for a bounded time.
pub async fn usable_backup(dir: &Path, part: Part) -> Option<Backup> {
    for backup in backups(dir, part) {
        if is_usable(&backup.path, part).await {
            return Some(backup);
        }
    }
    None
}

async fn is_usable(path: &Path, part: Part) -> bool {
    let end = Instant::now() + CHECK_LIMIT;
    let known = match part {
        Part::Database => schema::known_version(),
        // The log has its own count, and says itself when it is newer.
        Part::Audit => i64::MAX,
    };
    matches!(schema::version(path).await, Ok(version) if version <= known)
        && matches!(
            schema::check(path, move || Instant::now() < end).await,
            Ok(true)
        )
}

/// Sets the file aside under a name with the time, and puts the copy in its place; without a copy, nothing, so that the
/// next opening begins anew. The copy itself stays. Answers where the old file is now.
///
/// # Errors
/// Somebody holds the directory; the copy is not sound; the file system. Then nothing is changed.
pub async fn restore(
    dir: &Path,
    part: Part,
    backup: Option<&Backup>,
    now_ms: i64,
) -> Result<PathBuf, StoreError> {
    let owned = DataDir::own(dir)?;
    let copy = backup.map(|backup| backup.path.as_path());
    replace(owned.path(), part, copy, now_ms).await
}

/// The same for the holder of the directory, with any copy.
pub(crate) async fn replace(
    dir: &Path,
    part: Part,
    backup: Option<&Path>,
    now_ms: i64,
) -> Result<PathBuf, StoreError> {
    let incoming = part.named(dir, "new.backup");
    if let Some(backup) = backup {
        if !is_usable(backup, part).await {
            return Err(StoreError::Damaged("the backup cannot be used".into()));
        }
        let copied = fresh(&incoming).and_then(|mut file| {
            std::io::copy(&mut File::open(backup)?, &mut file)?;
            Ok(file.sync_all()?)
        });
        if let Err(error) = copied {
            let _ = std::fs::remove_file(&incoming);
            return Err(error);
        }
    }
    let live = part.path(dir);
    let kept = free_name(dir, part, now_ms);
    let moved = set_aside(&live, &kept).and_then(|()| match backup {
        Some(_) => settle(&incoming, &live),
        None => sync_dir(&live),
    });
    if let Err(error) = moved {
        let _ = set_aside(&kept, &live);
        let _ = std::fs::remove_file(&incoming);
        return Err(error);
    }
    Ok(kept)
}

/// A name with the time that nothing has yet.
fn free_name(dir: &Path, part: Part, now_ms: i64) -> PathBuf {
    let at = Utc::from_ms(now_ms);
    let tag = format!(
        "set-aside-{}-{}",
        at.date().replace('-', ""),
        at.time_digits()
    );
    let mut path = part.named(dir, &tag);
    let mut again = 2;
    while path.exists() {
        path = part.named(dir, &format!("{tag}-{again}"));
        again += 1;
    }
    path
}

/// Renames a database with what SQLite keeps beside it: its last changes may be there, and must not meet another file.
fn set_aside(from: &Path, to: &Path) -> Result<(), StoreError> {
    for side in SIDE_FILES {
        rename_if_there(&beside(from, side), &beside(to, side))?;
    }
    rename_if_there(from, to)
}

fn rename_if_there(from: &Path, to: &Path) -> Result<(), StoreError> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn beside(path: &Path, side: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(side);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_ours() {
        for (name, expected) in [
            ("innkeeper.db", Some(OwnKind::Live(Part::Database))),
            ("innkeeper.db-wal", Some(OwnKind::Live(Part::Database))),
            ("audit.db-shm", Some(OwnKind::Live(Part::Audit))),
            (
                "innkeeper.v4.backup.db",
                Some(OwnKind::Backup(Part::Database)),
            ),
            (
                "audit.2026-11-21.backup.db",
                Some(OwnKind::Backup(Part::Audit)),
            ),
            (
                "innkeeper.set-aside-20261121-132105.db-wal",
                Some(OwnKind::SetAside(Part::Database)),
            ),
            ("innkeeper.lock", Some(OwnKind::Lock)),
            ("innkeeper.my copy.db", None),
            ("innkeeper.mine.backup.db", None),
            ("notes.db", None),
            ("innkeeper.db.bak", None),
            ("innkeeper", None),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
    }
}
