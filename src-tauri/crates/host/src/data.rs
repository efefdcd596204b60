//! The data directory as a whole: its contents and its deletion.

use std::path::Path;

use archive::OpenError;
use audit::Audit;
use domain::{EnvEntry, HeaderEntry};
use host_api::{
    ApiError, DataFileKind, DataFilesView, DataView, DeletedView, ErrorCode, WholeBackupView,
};
use messages::phrases;
use secrets::SecretsError;
use serde_json::Value;
use store::{OwnFile, OwnKind, Part, Reading};

use crate::{
    bundles, checkpoint, confinement,
    inner::{Host, Inner},
    ledger, packages, permissions, private_folder, providers,
    servers::kept_names,
};

/// The confirmation word that must be typed.
const WORD: &str = "delete";

/// Returns this program's files in a data directory. Opens none of them.
#[must_use]
pub fn data_view(dir: &Path) -> DataView {
    use DataFileKind::{Audit, Backup, Database, Lock, SetAside};
    let own = store::own_files(dir);
    let files = [Database, Audit, Backup, SetAside, Lock].into_iter();
    let files = files.filter_map(|kind| {
        let these: Vec<&OwnFile> = own
            .iter()
            .filter(|file| view_kind(file.kind) == kind)
            .collect();
        (!these.is_empty()).then(|| DataFilesView {
            kind,
            count: u32::try_from(these.len()).unwrap_or(u32::MAX),
            bytes: these.iter().map(|file| file.bytes).sum::<u64>() as f64,
            newest_ms: these
                .iter()
                .map(|file| file.changed_ms)
                .max()
                .unwrap_or_default() as f64,
        })
    });
    DataView {
        dir: domain::visible(&dir.display().to_string()),
        files: files.collect(),
        bytes: own.iter().map(|file| file.bytes).sum::<u64>() as f64,
    }
}

fn view_kind(kind: OwnKind) -> DataFileKind {
    match kind {
        OwnKind::Live(Part::Database) => DataFileKind::Database,
        OwnKind::Live(Part::Audit) => DataFileKind::Audit,
        OwnKind::Backup(_) => DataFileKind::Backup,
        OwnKind::SetAside(_) => DataFileKind::SetAside,
        OwnKind::Lock => DataFileKind::Lock,
    }
}

impl Host {
    /// Returns this program's files in its data directory.
    #[must_use]
    pub fn data(&self) -> DataView {
        data_view(self.inner.store.dir())
    }

    /// Returns the data directory.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        self.inner.store.dir()
    }

    /// Writes the path of the instance socket into the lock file, for a second instance.
    ///
    /// # Errors
    /// It could not be written.
    pub fn announce(&self, door: &Path) -> Result<(), ApiError> {
        Ok(self.inner.store.announce(door)?)
    }

    /// Records that the data was replaced. If the log itself was replaced, its end becomes the new reference.
    ///
    /// # Errors
    /// It could not be written.
    pub async fn record_restored(&self, what: &str, log: bool) -> Result<(), ApiError> {
        let what = what.to_owned();
        ledger::record(
            &self.inner.audit,
            ledger::About::of("data"),
            ledger::Event::Restored { what },
        )
        .await?;
        if log {
            checkpoint::renew(&self.inner).await;
        }
        Ok(())
    }

    /// Returns the backups from before the first starts of other versions, newest first.
    #[must_use]
    pub fn backups(&self) -> Vec<WholeBackupView> {
        archive::backups(self.inner.store.dir())
    }

    /// Uses the kill switch, closes the host, and puts the database of a backup in place of the present one, which is kept beside it. The log goes
    /// on and has a row about it. The host cannot be used afterwards.
    ///
    /// # Errors
    /// The outer one: the backup cannot be used, and nothing was changed. The inner one: the host is closed and the data is as before.
    pub async fn restore_backup(&self, name: &str) -> Result<Result<(), OpenError>, ApiError> {
        let store = &self.inner.store;
        archive::check_backup(store.dir(), name).await?;
        self.stop_all(ledger::StoppedFrom::Window);
        // The directory stays locked: another instance must not open files that are about to be replaced.
        self.shut().await;
        let restored = async {
            let kept = store.restore_set(name).await?;
            let audit = Audit::open(&store.audit_path()).await?;
            let what = archive::restored_sentence(name, &kept);
            let event = ledger::Event::Restored { what };
            ledger::record(&audit, ledger::About::of("data"), event).await?;
            audit.close().await;
            Ok(())
        };
        let restored = restored.await;
        if let Err(error) = store.release() {
            tracing::warn!(%error, "the data directory is held until the program ends");
        }
        Ok(restored)
    }

    /// Uses the kill switch, closes the host, and deletes its files, the private folders of servers, their packages, and its keychain entries. No
    /// other file is deleted.
    ///
    /// # Errors
    /// The typed word is not the required one; then nothing was changed.
    pub async fn delete_everything(&self, word: &str) -> Result<DeletedView, ApiError> {
        if word.trim() != WORD {
            return Err(
                ApiError::new(ErrorCode::Invalid, phrases::host_data_word(WORD))
                    .hint(phrases::host_data_word_hint()),
            );
        }
        self.stop_all(ledger::StoppedFrom::Window);
        // The directory stays locked: another instance must not open files that are about to be deleted.
        self.shut().await;
        let mut gone = DeletedView {
            files: 0,
            bytes: 0.0,
            secrets: 0,
            left: Vec::new(),
        };
        delete_secrets(&self.inner, &mut gone).await;
        delete_files(self.inner.store.dir(), &mut gone);
        Ok(gone)
    }
}

/// Deletes the secrets whose names are in the database file. That includes removed servers that can still be restored.
async fn delete_secrets(inner: &Inner, gone: &mut DeletedView) {
    let mut scopes: Vec<(String, Vec<String>)> = Vec::new();
    let mut keys: Vec<(String, String)> = Vec::new();
    let read = async {
        let mut reading = Reading::open(&Part::Database.path(inner.store.dir())).await?;
        reading
            .scan("servers", "id, env, headers, url", |(_, row)| {
                scopes.push(names_of(&row));
            })
            .await?;
        reading
            .scan("providers", "id, base_url", |(_, row)| {
                keys.push((text(&row[0]), text(&row[1])));
            })
            .await
    };
    if let Err(error) = read.await {
        let left = phrases::host_data_left_names(error.to_string());
        gone.left.push(left.into());
    }
    let mut entries: Vec<(Scope, String)> = Vec::new();
    for (server, names) in scopes {
        if let Ok(server) = server.parse() {
            let scope = || Scope::Server(inner.keychain.server(server));
            entries.extend(names.into_iter().map(|name| (scope(), name)));
        }
    }
    for (provider, url) in keys {
        if let (Ok(provider), Some(name)) = (provider.parse(), providers::key_entry(&url)) {
            entries.push((Scope::Provider(inner.keychain.provider(provider)), name));
        }
    }
    entries.push((
        Scope::Host(inner.keychain.host()),
        checkpoint::entry(inner.store.dir()),
    ));
    entries.push((
        Scope::Host(inner.keychain.host()),
        permissions::book::entry(inner.store.dir()),
    ));
    let key = permissions::KEY.to_owned();
    entries.push((Scope::Host(inner.keychain.host()), key));
    let mut entries = entries.into_iter();
    while let Some((scope, name)) = entries.next() {
        match scope.delete(&name).await {
            Ok(there) => gone.secrets += u32::from(there),
            // After one keychain failure there are no further attempts.
            Err(error) => {
                let left = 1 + entries.len();
                let left = phrases::host_data_left_entries(left, error.to_string());
                gone.left.push(left.into());
                return;
            }
        }
    }
}

enum Scope {
    Server(secrets::ScopedSecrets),
    Provider(secrets::ProviderSecrets),
    Host(secrets::HostSecrets),
}

impl Scope {
    /// Deletes an entry. Returns whether it existed.
    async fn delete(&self, name: &str) -> Result<bool, SecretsError> {
        let there = match self {
            Self::Server(scope) => scope.get(name).await,
            Self::Provider(scope) => scope.get(name).await,
            Self::Host(scope) => scope.get(name).await,
        };
        match self {
            Self::Server(scope) => scope.delete(name).await,
            Self::Provider(scope) => scope.delete(name).await,
            Self::Host(scope) => scope.delete(name).await,
        }?;
        // An entry that cannot be read existed.
        Ok(!matches!(there, Ok(None)))
    }
}

fn names_of(row: &[Value]) -> (String, Vec<String>) {
    let env: Vec<EnvEntry> = serde_json::from_str(&text(&row[1])).unwrap_or_default();
    let headers: Vec<HeaderEntry> = serde_json::from_str(&text(&row[2])).unwrap_or_default();
    let mut names = kept_names(&env, &headers);
    if row[3].is_string() {
        // Includes the secrets of its account, if it ever had one.
        names.extend(oauth::SECRET_NAMES.iter().map(|&name| name.to_owned()));
    }
    (text(&row[0]), names)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Deletes the files, the private folders of servers and their packages. The lock file is deleted last, so that nobody else can take the directory before.
fn delete_files(dir: &Path, gone: &mut DeletedView) {
    for folder in [confinement::FOLDER, packages::FOLDER, bundles::FOLDER] {
        let folder = dir.join(folder);
        if let Err(error) = private_folder::clear(&folder) {
            let path = domain::visible(&folder.display().to_string());
            let left = phrases::host_data_left_file(error.to_string(), path);
            gone.left.push(left.into());
        }
    }
    let mut files = store::own_files(dir);
    files.sort_by_key(|file| file.kind == OwnKind::Lock);
    for file in files {
        match std::fs::remove_file(&file.path) {
            Ok(()) => {
                gone.files += 1;
                gone.bytes += file.bytes as f64;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                let path = domain::visible(&file.path.display().to_string());
                let left = phrases::host_data_left_file(error.to_string(), path);
                gone.left.push(left.into());
            }
        }
    }
    store::remove_empty_sets(dir);
    // Succeeds only if the directory contains no other files.
    let _ = std::fs::remove_dir(dir);
}
