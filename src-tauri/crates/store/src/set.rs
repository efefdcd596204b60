//! Backups of both files together, made before the first start of another version of the program. Each is a folder with the copies
//! and a description, which is written last: a folder without one is unfinished and counts as nothing.

use std::{
    fs::File,
    io::{Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use domain::Utc;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::{ConnectOptions, Connection, Row};

use crate::{
    Part, StoreError,
    backup::{self, replace},
    copy::{copy_to, fresh, settle, sync_dir},
    lock::{DataDir, make_private},
    schema,
    set_folder::{DESCRIPTION, FOLDER, folders},
};

/// So many of them are kept.
pub const KEPT_SETS: usize = 3;
/// The setting that says which version of the program used the data last.
pub(crate) const VERSION: &str = "program_version";

/// The folder of a backup that is being made.
const UNFINISHED: &str = "unfinished";
/// Most that is read of a description, in bytes.
const MAX_DESCRIPTION: u64 = 64 * 1024;
/// Longest version in a folder's name, in characters.
const MAX_VERSION: usize = 40;
/// How long a finished copy is checked.
const CHECK_LIMIT: Duration = Duration::from_secs(5 * 60);
/// The change counter, the schema cookie, and the version of SQLite with its counter, in the header of a database
/// (sqlite.org/fileformat.html).
const COUNTERS: [std::ops::Range<usize>; 3] = [24..28, 40..44, 92..100];
/// What has to stay free beside the copies, in bytes.
const MARGIN: u64 = 1024 * 1024;

/// The program that opens the data.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// Its version. Data that another version used last is copied first.
    pub version: &'a str,
    /// Whether it is copied; without, the user chose to start all the same.
    pub backup: bool,
}

/// A backup of both files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupSet {
    /// The name of its folder.
    pub name: String,
    /// The version that used the data last, if it said so.
    pub version: Option<String>,
    /// When it was made, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// The size of its files.
    pub bytes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Description {
    version: Option<String>,
    made_by: String,
    at_ms: i64,
    files: Vec<Copied>,
    log_head: Option<LogHead>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Copied {
    name: String,
    bytes: u64,
    sha256: String,
    /// The same without what SQLite counts up in the header with each copy: equal data has an equal one.
    content: String,
}

/// The last row of the log, so that rows that are cut off its copy are noticed.
#[derive(Debug, Serialize, Deserialize)]
struct LogHead {
    seq: i64,
    hash: String,
}

/// The backups of a data directory, newest first.
#[must_use]
pub fn sets(dir: &Path) -> Vec<BackupSet> {
    let mut found: Vec<BackupSet> = folders(dir)
        .into_iter()
        .filter_map(|folder| {
            let description = described(&folder)?;
            Some(BackupSet {
                name: folder.file_name()?.to_str()?.to_owned(),
                version: description.version,
                at_ms: description.at_ms,
                bytes: description.files.iter().map(|file| file.bytes).sum(),
            })
        })
        .collect();
    found.sort_by(|a, b| (b.at_ms, &b.name).cmp(&(a.at_ms, &a.name)));
    found
}

fn described(folder: &Path) -> Option<Description> {
    let mut text = String::new();
    let file = File::open(folder.join(DESCRIPTION)).ok()?;
    file.take(MAX_DESCRIPTION).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// Copies the data if another version of the program used it last. Answers whether there is a backup of it now. The caller holds the
/// directory. What is newer or damaged is left to the opening, which says so.
pub(crate) async fn before_first_start(
    dir: &Path,
    program: &Program<'_>,
) -> Result<bool, StoreError> {
    let live = Part::Database.path(dir);
    if !std::fs::metadata(&live).is_ok_and(|file| file.len() > 0) {
        return Ok(false);
    }
    let layout = schema::version(&live).await;
    if !matches!(layout, Ok(layout) if layout > 0 && layout <= schema::known_version()) {
        return Ok(false);
    }
    let last = last_version(&live).await;
    if last.as_deref() == Some(program.version) || !program.backup {
        return Ok(false);
    }
    make(dir, last, program.version, domain::now_ms()).await?;
    Ok(true)
}

async fn last_version(live: &Path) -> Option<String> {
    let mut connection = schema::options(live).read_only(true).connect().await.ok()?;
    let found: Result<Option<String>, _> =
        sqlx::query_scalar("SELECT value FROM settings WHERE key = ?")
            .bind(VERSION)
            .fetch_optional(&mut connection)
            .await;
    let _ = connection.close().await;
    serde_json::from_str(&found.ok()??).ok()
}

/// Makes a backup, checks it, and deletes the oldest ones. One that equals an earlier one is not kept twice.
async fn make(
    dir: &Path,
    version: Option<String>,
    made_by: &str,
    now_ms: i64,
) -> Result<BackupSet, StoreError> {
    let (needed, free) = (needed(dir), free(dir));
    if free.is_some_and(|free| free < needed) {
        return Err(StoreError::NoRoom { needed, free });
    }
    let unfinished = dir.join(FOLDER).join(UNFINISHED);
    let made = async {
        make_private(&dir.join(FOLDER))?;
        clear(&unfinished)?;
        make_private(&unfinished)?;
        let description = fill(dir, &unfinished, version, made_by, now_ms).await?;
        if let Some(same) = same_as(dir, &description.files) {
            clear(&unfinished)?;
            return Ok(same);
        }
        describe(&unfinished, &description)?;
        let name = free_name(dir, description.version.as_deref(), now_ms);
        let folder = dir.join(FOLDER).join(&name);
        std::fs::rename(&unfinished, &folder)?;
        sync_dir(&folder)?;
        Ok(BackupSet {
            name,
            bytes: description.files.iter().map(|file| file.bytes).sum(),
            version: description.version,
            at_ms: now_ms,
        })
    };
    let made = made.await.map_err(|error| {
        if matches!(error, StoreError::Full) {
            let free = self::free(dir);
            return StoreError::NoRoom { needed, free };
        }
        if let StoreError::Io(text) | StoreError::Invalid(text) = &error {
            return StoreError::NoBackup(text.clone());
        }
        error
    });
    if made.is_err() {
        let _ = clear(&unfinished);
    }
    let made = made?;
    for old in sets(dir).iter().skip(KEPT_SETS) {
        if let Err(error) = clear(&dir.join(FOLDER).join(&old.name)) {
            tracing::warn!(%error, "an old backup was not deleted");
        }
    }
    Ok(made)
}

async fn fill(
    dir: &Path,
    folder: &Path,
    version: Option<String>,
    made_by: &str,
    at_ms: i64,
) -> Result<Description, StoreError> {
    let mut files = Vec::new();
    for part in Part::ALL {
        let live = part.path(dir);
        if !live.exists() {
            continue;
        }
        let copied = copy(&live, &part.path(folder)).await;
        files.push(copied.map_err(|error| match (part, error) {
            (Part::Audit, StoreError::Damaged(text)) => StoreError::LogDamaged(text),
            (_, error) => error,
        })?);
    }
    Ok(Description {
        version,
        made_by: made_by.to_owned(),
        at_ms,
        files,
        log_head: log_head(&Part::Audit.path(folder)).await,
    })
}

/// Copies one file, and looks at every page of the copy.
async fn copy(live: &Path, target: &Path) -> Result<Copied, StoreError> {
    let mut connection = schema::options(live).read_only(true).connect().await?;
    copy_to(&mut connection, target).await?;
    connection.close().await?;
    let end = Instant::now() + CHECK_LIMIT;
    if !schema::check(target, move || Instant::now() < end).await? {
        return Err(StoreError::NoBackup(
            "the check of the copy took too long".into(),
        ));
    }
    measured(target)
}

fn measured(path: &Path) -> Result<Copied, StoreError> {
    let (mut digest, mut content, mut bytes) = (Sha256::new(), Sha256::new(), 0);
    let mut file = File::open(path)?;
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        digest.update(&chunk[..read]);
        if bytes == 0 {
            for counter in COUNTERS {
                chunk[counter].fill(0);
            }
        }
        content.update(&chunk[..read]);
        bytes += read as u64;
    }
    Ok(Copied {
        name: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        bytes,
        sha256: hex(&digest.finalize()),
        content: hex(&content.finalize()),
    })
}

async fn log_head(log: &Path) -> Option<LogHead> {
    let mut connection = schema::options(log).read_only(true).connect().await.ok()?;
    let row = sqlx::query("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1")
        .fetch_optional(&mut connection)
        .await;
    let _ = connection.close().await;
    let row = row.ok()??;
    let hash: Vec<u8> = row.try_get("hash").ok()?;
    Some(LogHead {
        seq: row.try_get("seq").ok()?,
        hash: hex(&hash),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn describe(folder: &Path, description: &Description) -> Result<(), StoreError> {
    let text = serde_json::to_vec_pretty(description)
        .map_err(|error| StoreError::Invalid(error.to_string()))?;
    let half = folder.join("unfinished.json");
    fresh(&half)?.write_all(&text)?;
    settle(&half, &folder.join(DESCRIPTION))
}

/// The backup that has the same database. Its log may be shorter: the log is never set back.
fn same_as(dir: &Path, files: &[Copied]) -> Option<BackupSet> {
    let database = |files: &[Copied]| {
        let name = Part::Database.path(Path::new(""));
        let found = files.iter().find(|file| Path::new(&file.name) == name);
        found.map(|file| file.content.clone())
    };
    sets(dir).into_iter().find(|set| {
        let found = described(&dir.join(FOLDER).join(&set.name));
        found.is_some_and(|found| database(&found.files) == database(files))
    })
}

fn free_name(dir: &Path, version: Option<&str>, now_ms: i64) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    let version: String = version
        .unwrap_or_default()
        .chars()
        .filter(plain)
        .take(MAX_VERSION)
        .collect();
    let version = match version.trim_start_matches('.') {
        "" => "earlier",
        version => version,
    };
    let name = format!("{version}-{}", Utc::from_ms(now_ms).date());
    let mut numbers = 2_u32..;
    let mut free = name.clone();
    while dir.join(FOLDER).join(&free).symlink_metadata().is_ok() {
        free = format!("{name}-{}", numbers.next().unwrap_or(u32::MAX));
    }
    free
}

/// Deletes a folder of a backup. One that is not there is no error; a link is removed, never followed.
fn clear(folder: &Path) -> Result<(), StoreError> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The size of a backup at most.
fn needed(dir: &Path) -> u64 {
    let own = backup::own_files(dir).into_iter();
    let live = own.filter(|file| matches!(file.kind, backup::OwnKind::Live(_)));
    live.map(|file| file.bytes).sum::<u64>() + MARGIN
}

/// The free room beside the data, where the system says it.
#[cfg(unix)]
fn free(dir: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(dir).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// Looks whether a backup can be restored: its files are what they were when it was made, and this program can read them.
///
/// # Errors
/// There is none of this name; it was changed; a newer version made it.
pub async fn check_set(dir: &Path, name: &str) -> Result<BackupSet, StoreError> {
    let set = sets(dir).into_iter().find(|set| set.name == name);
    let set = set.ok_or(StoreError::NotFound)?;
    let folder = dir.join(FOLDER).join(&set.name);
    let description = described(&folder).ok_or(StoreError::NotFound)?;
    let database = Part::Database.path(&folder);
    if !description
        .files
        .iter()
        .any(|file| database.ends_with(&file.name))
    {
        return Err(StoreError::Damaged("the backup has no database".into()));
    }
    for file in &description.files {
        // A name that leads elsewhere is none that was described here.
        let ours = Part::ALL
            .into_iter()
            .find(|part| part.path(&folder).ends_with(&file.name));
        let found = ours.map(|part| measured(&part.path(&folder))).transpose()?;
        if found.as_ref() != Some(file) {
            return Err(StoreError::Damaged("a file of the backup changed".into()));
        }
    }
    let (found, known) = (schema::version(&database).await?, schema::known_version());
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    Ok(set)
}

/// Puts the database of a backup in place of the present one, which is set aside. The log stays as it is: it goes on. Only where it is
/// gone does its copy take its place. Answers where the old file is now.
///
/// # Errors
/// Somebody holds the directory; as [`check_set`]; the file system. Then nothing is changed.
pub async fn restore_set(dir: &Path, name: &str, now_ms: i64) -> Result<PathBuf, StoreError> {
    let owned = DataDir::own(dir)?;
    restore_in(owned.path(), name, now_ms).await
}

/// The same for the holder of the directory.
pub(crate) async fn restore_in(dir: &Path, name: &str, now_ms: i64) -> Result<PathBuf, StoreError> {
    let set = check_set(dir, name).await?;
    let folder = dir.join(FOLDER).join(&set.name);
    let log = Part::Audit.path(&folder);
    let kept = replace(
        dir,
        Part::Database,
        Some(&Part::Database.path(&folder)),
        now_ms,
    )
    .await?;
    if log.exists() && !Part::Audit.path(dir).exists() {
        replace(dir, Part::Audit, Some(&log), now_ms).await?;
    }
    Ok(kept)
}
