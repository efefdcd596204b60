//! What is known of seals outside of the file, and where they are recorded.

use std::{collections::HashMap, future::Future, pin::Pin, sync::Arc};

use domain::ServerId;

use crate::{
    book::{Announced, KeptNumber},
    seal::{SealKey, Sealed, Section},
};

/// Where seals are recorded, and the number of their book is kept.
pub trait SealLog: Send + Sync + std::fmt::Debug {
    /// Keeps an announcement in the keychain, in the place of the one before, and says whether it is there. It is asked for before
    /// a change is committed, while other writes wait.
    fn announce<'a>(
        &'a self,
        announced: &'a Announced,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

    /// Records a seal. A failure is the log's to report: the seal holds without its row.
    fn sealed<'a>(&'a self, sealed: &'a Sealed) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// What is known outside of the file when it is opened.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The key; none where there is no keychain, or it cannot be read.
    pub key: Option<SealKey>,
    /// The highest number of each seal in the log.
    pub logged: HashMap<(ServerId, Section), u64>,
    /// Whether the log is known to be whole.
    pub log_is_whole: bool,
    /// What the keychain says of the book of seals.
    pub kept: KeptNumber,
    /// Whether something of this data directory was sealed before, by what is kept outside of it. Without a key, nothing counts then.
    pub sealed_before: bool,
    /// Where later seals are recorded.
    pub log: Arc<dyn SealLog>,
}
