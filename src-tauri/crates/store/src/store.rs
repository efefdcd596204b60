//! The handle on the store.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Attachments, CallRecord, Calls, Compactions, Conversations, Flow, Holdings, Limits, Messages,
    Notes, Outflow, Part, Pins, Presets, Program, Projects, Providers, Reach, RepairReport,
    Requests, Roots, Rules, Samplings, Seals, Servers, Settings, StoreError, Tasks, UsageLog,
    database::Database, lock::DataDir, repair, schema, set,
};

/// The store of one data directory, which this process owns until the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    // Before the directory: its lock is released last.
    database: Database,
    checked: bool,
    dir: DataDir,
}

impl Store {
    /// Takes the directory's lock, checks the file, and backs it up and migrates it if it is older. What an earlier process left
    /// unfinished is as it was until [`Self::repair`].
    ///
    /// # Errors
    /// Another process holds the directory; the file is newer or damaged (then it is not touched); a full disk; the
    /// file system.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        Self::open_dir(DataDir::own(dir)?, false).await
    }

    /// The same for a program that says its version: before its first start on data of another version, both files are copied to a
    /// folder of their own, and the copies are checked. Then its version is kept with the data.
    ///
    /// # Errors
    /// As [`Store::open`]; the copies could not be made, and nothing was changed.
    pub async fn open_by(dir: &Path, program: &Program<'_>) -> Result<Self, StoreError> {
        let dir = DataDir::own(dir)?;
        schema::take_back_half_written(&Part::Database.path(dir.path())).await?;
        let backed_up = set::before_first_start(dir.path(), program).await?;
        let this = Self::open_dir(dir, backed_up || !program.backup).await?;
        let settings = this.settings();
        let last: Option<String> = settings.get(set::VERSION).await.ok().flatten();
        if last.as_deref() != Some(program.version) {
            settings.set(set::VERSION, program.version).await?;
        }
        Ok(this)
    }

    async fn open_dir(dir: DataDir, backed_up: bool) -> Result<Self, StoreError> {
        let database = Part::Database.path(dir.path());
        let (write, checked) = schema::open(&database, backed_up).await?;
        let lane = schema::lane(&database).await?;
        let read = schema::readers(&database);
        Ok(Self {
            inner: Arc::new(Inner {
                database: Database::new(write, lane, read),
                checked,
                dir,
            }),
        })
    }

    /// Sets right what an earlier process left unfinished, all of it at once or nothing. To be called before this store is used for
    /// calls. `allowed` says by the audit log whether a call was allowed that waits by this file: it may have been sent, and the others
    /// were not.
    ///
    /// # Errors
    /// `allowed` failed, or the file could not be written: then nothing changed, and the next process repairs it.
    pub async fn repair<E: From<StoreError>>(
        &self,
        allowed: impl AsyncFnMut(&CallRecord) -> Result<bool, E>,
    ) -> Result<RepairReport, E> {
        repair::repair(self.inner.database.writer(), domain::now_ms(), allowed).await
    }

    /// Whether the whole file was checked when it was opened; a large one is left to [`crate::check`].
    #[must_use]
    pub fn checked(&self) -> bool {
        self.inner.checked
    }

    /// Says beside the lock where this process listens for a second start.
    ///
    /// # Errors
    /// The lock's file could not be written.
    pub fn announce(&self, door: &Path) -> Result<(), StoreError> {
        self.inner.dir.announce(Some(door))
    }

    /// The directory, for what else lives there under the same lock.
    #[must_use]
    pub fn dir(&self) -> &Path {
        self.inner.dir.path()
    }

    /// Where the audit record of this directory lives.
    #[must_use]
    pub fn audit_path(&self) -> PathBuf {
        Part::Audit.path(self.dir())
    }

    /// Finishes what runs and closes the file; other clones find it closed. The lock goes with the last clone.
    pub async fn close(self) {
        self.inner.database.close().await;
    }

    /// Puts the database of a backup in place of the present one, as [`crate::restore_set`] does: for a store that was closed and is not
    /// used again. Its directory stays locked.
    ///
    /// # Errors
    /// As [`crate::restore_set`].
    pub async fn restore_set(&self, name: &str) -> Result<PathBuf, StoreError> {
        set::restore_in(self.dir(), name, domain::now_ms()).await
    }

    /// Releases the lock of the directory though clones of this are left: for a store that was closed and is not used again.
    ///
    /// # Errors
    /// The system refuses.
    pub fn release(&self) -> Result<(), StoreError> {
        self.inner.dir.release()
    }

    /// The servers.
    #[must_use]
    pub fn servers(&self) -> Servers<'_> {
        Servers(&self.inner.database)
    }

    /// The model endpoints.
    #[must_use]
    pub fn providers(&self) -> Providers<'_> {
        Providers(&self.inner.database)
    }

    /// What requests to models took.
    #[must_use]
    pub fn usage(&self) -> UsageLog<'_> {
        UsageLog(&self.inner.database)
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> Settings<'_> {
        Settings(&self.inner.database)
    }

    /// The presets of the user.
    #[must_use]
    pub fn presets(&self) -> Presets<'_> {
        Presets(&self.inner.database)
    }

    /// The projects.
    #[must_use]
    pub fn projects(&self) -> Projects<'_> {
        Projects(&self.inner.database)
    }

    /// The attachments.
    #[must_use]
    pub fn attachments(&self) -> Attachments<'_> {
        Attachments(&self.inner.database)
    }

    /// The conversations.
    #[must_use]
    pub fn conversations(&self) -> Conversations<'_> {
        Conversations(&self.inner.database)
    }

    /// The messages of conversations.
    #[must_use]
    pub fn messages(&self) -> Messages<'_> {
        Messages(&self.inner.database)
    }

    /// The tool calls.
    #[must_use]
    pub fn calls(&self) -> Calls<'_> {
        Calls(&self.inner.database)
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules(&self.inner.database)
    }

    /// Flow answers and tiers.
    #[must_use]
    pub fn flow(&self) -> Flow<'_> {
        Flow(&self.inner.database)
    }

    /// What belongs to servers.
    #[must_use]
    pub fn holdings(&self) -> Holdings<'_> {
        Holdings(&self.inner.database)
    }

    /// What may leave this machine.
    #[must_use]
    pub fn outflow(&self) -> Outflow<'_> {
        Outflow(&self.inner.database)
    }

    /// What model endpoints were found to take.
    #[must_use]
    pub fn limits(&self) -> Limits<'_> {
        Limits(&self.inner.database)
    }

    /// What the user noted of models.
    #[must_use]
    pub fn notes(&self) -> Notes<'_> {
        Notes(&self.inner.database)
    }

    /// The calls that became tasks.
    #[must_use]
    pub fn tasks(&self) -> Tasks<'_> {
        Tasks(&self.inner.database)
    }

    /// The summaries of conversations.
    #[must_use]
    pub fn compactions(&self) -> Compactions<'_> {
        Compactions(&self.inner.database)
    }

    /// The accounts of requests to models.
    #[must_use]
    pub fn requests(&self) -> Requests<'_> {
        Requests(&self.inner.database)
    }

    /// What servers asked of the user's models, and how much they may.
    #[must_use]
    pub fn samplings(&self) -> Samplings<'_> {
        Samplings(&self.inner.database)
    }

    /// What was accepted of servers.
    #[must_use]
    pub fn pins(&self) -> Pins<'_> {
        Pins(&self.inner.database)
    }

    /// The folders that were granted.
    #[must_use]
    pub fn roots(&self) -> Roots<'_> {
        Roots(&self.inner.database)
    }

    /// The hosts that confined servers may reach.
    #[must_use]
    pub fn reach(&self) -> Reach<'_> {
        Reach(&self.inner.database)
    }

    /// The seals over what users allowed.
    #[must_use]
    pub fn seals(&self) -> Seals<'_> {
        Seals(&self.inner.database)
    }
}
