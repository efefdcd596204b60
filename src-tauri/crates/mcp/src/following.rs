//! What is known of tasks that are followed.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::Task;

/// A task to follow.
#[derive(Clone, Debug)]
pub struct Following {
    /// The server's identifier of it.
    pub id: String,
    /// How long ago the server returned it.
    pub age: Duration,
    /// The names of what it was given already: it is not asked for again.
    pub answered: BTreeSet<String>,
    /// How it was when it was last heard of.
    pub last: Option<Task>,
}

impl Following {
    /// A task that was given just now.
    #[must_use]
    pub fn begun(task: Task) -> Self {
        Self {
            id: task.id.clone(),
            age: Duration::ZERO,
            answered: BTreeSet::new(),
            last: Some(task),
        }
    }
}

/// What became known of a task that is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskReport {
    /// How it is.
    Is(Task),
    /// The server took what it needed, by the server's names.
    Given(BTreeSet<String>),
}

/// The tasks of one connection that are followed, by their identifiers.
#[derive(Clone, Default)]
pub(crate) struct FollowedTasks(Arc<Mutex<HashMap<String, Arc<Notify>>>>);

impl FollowedTasks {
    /// All of them.
    pub(crate) fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Notify>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The identifiers.
    pub(crate) fn ids(&self) -> BTreeSet<String> {
        self.all().keys().cloned().collect()
    }

    /// The server says that one changed. Whether it is followed.
    pub(crate) fn changed(&self, id: &str) -> bool {
        let all = self.all();
        all.get(id).inspect(|one| one.notify_one()).is_some()
    }
}
