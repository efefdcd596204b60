//! The one thread that speaks to the keychain, and the memory it falls back on when there is none.

use std::collections::HashMap;

use keyring_core::Error;
use tokio::sync::{mpsc, oneshot};

use crate::{
    KeychainStatus, MAX_PARTS, Secret, SecretsError,
    backend::{Platform, classify, is_connection_failure, is_locked, unlock},
    entry::EntryKey,
    parts,
    status::SharedStatus,
};

/// What a caller wants.
pub(crate) enum Request {
    Set(EntryKey, Secret),
    Get(EntryKey),
    Delete(EntryKey),
    Connect,
    /// Connects, and unlocks what is locked: the system asks the user.
    Unlock,
}

/// A request with the way back. A caller that stopped waiting closed it, and the request is then skipped.
pub(crate) struct Job {
    pub(crate) request: Request,
    pub(crate) reply: oneshot::Sender<Result<Option<Secret>, SecretsError>>,
}

/// Where secrets are kept.
enum Backend {
    /// Not known yet: the next operation connects first.
    Untried,
    /// There is no keychain.
    Memory,
    /// The keychain. It stays so when it fails: memory never takes over from it.
    Platform(Platform),
}

pub(crate) struct Worker {
    namespace: String,
    status: SharedStatus,
    backend: Backend,
    memory: HashMap<EntryKey, Secret>,
    memory_only: bool,
}

impl Worker {
    pub(crate) fn new(namespace: &str, status: SharedStatus, memory_only: bool) -> Self {
        Self {
            namespace: namespace.to_owned(),
            status,
            backend: if memory_only {
                Backend::Memory
            } else {
                Backend::Untried
            },
            memory: HashMap::new(),
            memory_only,
        }
    }

    /// Serves until every handle is gone.
    pub(crate) fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        while let Some(job) = jobs.blocking_recv() {
            // Connecting serves everyone, whoever asked for it.
            let asked = matches!(job.request, Request::Connect | Request::Unlock);
            if job.reply.is_closed() && !asked {
                continue;
            }
            if asked || matches!(self.backend, Backend::Untried) {
                self.connect();
            }
            let answer = match job.request {
                Request::Set(key, secret) => self.set(&key, &secret).map(|()| None),
                Request::Get(key) => self.get(&key),
                Request::Delete(key) => self.delete(&key).map(|()| None),
                Request::Connect => Ok(None),
                Request::Unlock => {
                    self.unlock();
                    Ok(None)
                }
            };
            // The caller may have stopped waiting; the operation is done all the same.
            let _ = job.reply.send(answer);
        }
    }

    fn report(&self, status: KeychainStatus) {
        self.status.report(status);
    }

    fn connect(&mut self) {
        if self.memory_only {
            return;
        }
        match Platform::connect(&self.namespace) {
            Ok(platform) => {
                self.backend = Backend::Platform(platform);
                if is_locked() {
                    // What memory holds waits: each operation would ask the user to unlock it.
                    self.report(KeychainStatus::Locked);
                } else {
                    self.report(KeychainStatus::Available);
                    self.move_memory();
                }
            }
            // A keychain that was there and is gone is a failure, not a reason to forget secrets at exit.
            Err(reason) if matches!(self.backend, Backend::Platform(_)) => {
                self.report(KeychainStatus::Denied { reason });
            }
            Err(reason) => {
                self.backend = Backend::Memory;
                self.report(KeychainStatus::Missing { reason });
            }
        }
    }

    fn unlock(&mut self) {
        let locked = matches!(self.backend, Backend::Platform(_)) && is_locked();
        if locked && unlock() {
            self.report(KeychainStatus::Available);
            self.move_memory();
        }
    }

    /// Moves what was kept in memory while there was no keychain; what cannot be moved stays in memory.
    fn move_memory(&mut self) {
        for (key, secret) in std::mem::take(&mut self.memory) {
            if self.set(&key, &secret).is_err() {
                self.memory.insert(key, secret);
            }
        }
    }

    fn was_locked(&self) -> bool {
        self.status.get() == KeychainStatus::Locked
    }

    /// Runs one operation on the keychain, once more over a new connection if the connection failed. All operations may be
    /// repeated without harm. `touched`: whether it reached a secret, which only an unlocked keychain lets it.
    fn on_platform<T>(
        &mut self,
        operation: impl Fn(&Platform) -> Result<T, Error>,
        touched: impl Fn(&T) -> bool,
    ) -> Result<T, SecretsError> {
        let Backend::Platform(platform) = &mut self.backend else {
            return Err(SecretsError::Failed("not connected".into()));
        };
        let mut result = operation(platform);
        if result.as_ref().is_err_and(is_connection_failure)
            && let Ok(renewed) = Platform::connect(&self.namespace)
        {
            *platform = renewed;
            result = operation(platform);
        }
        match result {
            Ok(value) => {
                // That there is no such entry is also said by a keychain that is locked.
                if touched(&value) || !self.was_locked() {
                    self.report(KeychainStatus::Available);
                }
                Ok(value)
            }
            Err(error) => {
                let (error, status) = classify(&error);
                self.report(status);
                Err(error)
            }
        }
    }

    fn set(&mut self, key: &EntryKey, secret: &Secret) -> Result<(), SecretsError> {
        let parts = parts::split(secret.expose(), &generation())?;
        if !matches!(self.backend, Backend::Platform(_)) {
            self.memory.insert(key.clone(), secret.clone());
            return Ok(());
        }
        self.on_platform(
            |platform| {
                // The first part names the generation of the others, so it is written when they are there.
                for (i, part) in parts.iter().enumerate().rev() {
                    platform.set(&key.account(i + 1), part)?;
                }
                delete_parts_from(platform, key, parts.len() + 1)
            },
            |()| true,
        )?;
        self.memory.remove(key);
        Ok(())
    }

    fn get(&mut self, key: &EntryKey) -> Result<Option<Secret>, SecretsError> {
        if let Some(secret) = self.memory.get(key) {
            return Ok(Some(secret.clone()));
        }
        if !matches!(self.backend, Backend::Platform(_)) {
            return Ok(None);
        }
        let Some(first) = self.on_platform(|p| p.get(&key.account(1)), Option::is_some)? else {
            return Ok(None);
        };
        let header = parts::first_header(&first)?;
        let mut found = vec![first];
        for number in 2..=header.count {
            let part = self.on_platform(|p| p.get(&key.account(number)), Option::is_some)?;
            found.push(part.ok_or(SecretsError::Damaged)?);
        }
        parts::join(&found).map(|mut text| Some(Secret::new(std::mem::take(&mut *text))))
    }

    fn delete(&mut self, key: &EntryKey) -> Result<(), SecretsError> {
        self.memory.remove(key);
        if !matches!(self.backend, Backend::Platform(_)) {
            return Ok(());
        }
        self.on_platform(
            |platform| {
                let count = match platform.get(&key.account(1))? {
                    None => 1,
                    Some(first) => {
                        parts::first_header(&first).map_or(MAX_PARTS, |header| header.count)
                    }
                };
                // The first part last: it says how many there are, should this be cut short.
                for number in (2..=count).rev() {
                    platform.delete(&key.account(number))?;
                }
                delete_parts_from(platform, key, count.max(1) + 1)?;
                platform.delete(&key.account(1))
            },
            |there| *there,
        )
        .map(drop)
    }
}

/// Deletes left-over parts of a longer secret, from `number` on until there is none.
fn delete_parts_from(platform: &Platform, key: &EntryKey, number: usize) -> Result<(), Error> {
    for number in number..=MAX_PARTS {
        if !platform.delete(&key.account(number))? {
            break;
        }
    }
    Ok(())
}

/// A mark no earlier writing of the same secret carries.
fn generation() -> String {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    format!("{:x}", since.as_nanos())
}
