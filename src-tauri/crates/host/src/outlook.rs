//! What a server makes in the folders that it may change, and that other programs run.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{cut, visible};
use messages::{Text, Value, phrases};
use sandbox::{FolderGrant, Lookout, Made};

use crate::{eye::Eye, mutex::lock};

/// Time limit of one look. A disk may not answer.
const LIMIT: Duration = Duration::from_secs(5);
/// Maximum number of places that are named.
const NAMED: usize = 10;
/// Maximum number of places that wait to be told.
const UNTOLD: usize = 2_000;
/// Maximum length of a name, in bytes.
const NAME_BYTES: usize = 1_024;

/// Looks for what a running server makes, from before its start to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlook(Arc<Looking>);

#[derive(Debug, Default)]
struct Looking {
    lookout: Mutex<Lookout>,
    /// Lets one look at a time reach the disk.
    eye: Eye,
    /// What was found and not told yet: a look may take longer than is waited for it.
    untold: Mutex<Vec<Made>>,
}

impl PartialEq for Outlook {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Outlook {
    /// Looks at these folders from now on, and at no others.
    pub async fn follow(&self, folders: &[FolderGrant]) {
        let folders = folders.to_vec();
        self.look(move |looking| lock(&looking.lookout).follow(&folders))
            .await;
    }

    /// Returns a sentence about what appeared since the last one; none if nothing did. What is found too late is told the next time.
    pub async fn news(&self) -> Option<Text> {
        self.look(|looking| {
            let news = lock(&looking.lookout).news();
            let mut untold = lock(&looking.untold);
            let room = UNTOLD.saturating_sub(untold.len());
            untold.extend(news.into_iter().take(room));
            // Those that run something come first.
            untold.sort_by_key(|made| made.runs.is_empty());
        })
        .await;
        let news = std::mem::take(&mut *lock(&self.0.untold));
        if news.is_empty() {
            return None;
        }
        let places: Vec<Text> = news.iter().take(NAMED).map(shown).collect();
        Some(phrases::host_call_made(Value::list(places)).into())
    }

    /// Looks for at most [`LIMIT`]; a look that takes longer goes on by itself.
    async fn look(&self, look: impl FnOnce(&Looking) + Send + 'static) {
        let looking = Arc::clone(&self.0);
        let look = async {
            let permit = looking.eye.clone().open().await;
            let looking = Arc::clone(&looking);
            let look = move || {
                look(&looking);
                drop(permit);
            };
            let _ = tokio::task::spawn_blocking(look).await;
        };
        let _ = tokio::time::timeout(LIMIT, look).await;
    }
}

fn shown(made: &Made) -> Text {
    let place = shown_name(&made.path.to_string_lossy());
    if made.runs.is_empty() {
        return place.into();
    }
    let runs = made.runs.iter().map(|name| shown_name(name));
    phrases::host_call_made_runs(place, Value::list(runs)).into()
}

fn shown_name(name: &str) -> String {
    visible(cut(name, NAME_BYTES))
}
