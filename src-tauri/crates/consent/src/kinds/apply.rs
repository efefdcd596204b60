//! Approval requests for applying pending changes to a folder of the user.

use std::collections::BTreeSet;

use domain::{ApplyChanges, ChangeDigest, ChangeKind, ServerId, StagedChange};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{AnswerError, Decide, GrantScope, Log, LogSection};

/// Most changes that the log names one by one.
const NAMED: usize = 500;

/// Changes of a server to be copied into a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplyApproval {
    /// The server that made them.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// The canonical path of the granted folder.
    pub folder: String,
    /// The changes on display: those that other programs run, then the others, each by path.
    pub changes: Vec<StagedChange>,
    /// How many more there are, which are not on display.
    pub more: u64,
    /// Those that are to be applied.
    pub chosen: BTreeSet<ChangeDigest>,
}

impl ApplyApproval {
    /// Chooses what is to be applied.
    pub(crate) fn choose(&mut self, chosen: BTreeSet<ChangeDigest>) -> Result<(), AnswerError> {
        let ready = |digest: &ChangeDigest| {
            let mut changes = self.changes.iter();
            changes.any(|change| change.digest == *digest && change.trouble.is_none())
        };
        if chosen.is_empty() || !chosen.iter().all(ready) {
            return Err(AnswerError::OtherChanges);
        }
        self.chosen = chosen;
        Ok(())
    }

    fn chosen(&self) -> impl Iterator<Item = &StagedChange> {
        let changes = self.changes.iter();
        changes.filter(|change| self.chosen.contains(&change.digest))
    }
}

/// A changed file in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Where, relative to the folder.
    pub path: String,
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// The digest over its path and both sides.
    pub digest: ChangeDigest,
}

/// Changed files in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFiles {
    /// How many there are.
    pub count: usize,
    /// SHA-256 over the digests of all of them, in this order.
    pub digest: ChangeDigest,
    /// The first 500.
    pub files: Vec<ChangedFile>,
}

impl ChangedFiles {
    /// What the log keeps of changes.
    pub fn of<'a>(changes: impl Iterator<Item = &'a StagedChange>) -> Self {
        let mut all = Sha256::new();
        let mut found = Self {
            count: 0,
            digest: ChangeDigest::from_bytes([0; 32]),
            files: Vec::new(),
        };
        for change in changes {
            all.update(change.digest.bytes());
            found.count += 1;
            if found.files.len() < NAMED {
                found.files.push(ChangedFile {
                    path: change.path.clone(),
                    kind: change.kind,
                    digest: change.digest,
                });
            }
        }
        found.digest = ChangeDigest::from_bytes(all.finalize().into());
        found
    }
}

/// What the log keeps of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ApplyDetail {
    /// The folder.
    pub folder: String,
    /// What is to be applied.
    pub changes: ChangedFiles,
}

impl Decide for ApplyApproval {
    type Action = ApplyChanges;
    type Detail = ApplyDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Once);

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Once
    }

    fn complete(&self) -> Result<(), AnswerError> {
        match self.chosen.is_empty() {
            true => Err(AnswerError::OtherChanges),
            false => Ok(()),
        }
    }

    /// Differences take longer to read than a request.
    fn waits_for_input(&self) -> bool {
        true
    }

    fn action(&self) -> ApplyChanges {
        ApplyChanges {
            server: self.server,
            folder: self.folder.clone(),
            changes: self.chosen().map(|change| change.digest).collect(),
        }
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Decision, format!("changes of {}", self.folder))
    }

    fn detail(&self) -> ApplyDetail {
        ApplyDetail {
            folder: self.folder.clone(),
            changes: ChangedFiles::of(self.chosen()),
        }
    }
}
