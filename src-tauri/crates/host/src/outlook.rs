//! What a server makes in the folders that it may change, and that other programs run.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::visible;
use messages::{Text, Value, phrases};
use sandbox::{FolderGrant, Lookout, Made};

use crate::mutex::lock;

/// Time limit of one look. A disk may not answer.
const LIMIT: Duration = Duration::from_secs(5);
/// Maximum number of places that are named.
const NAMED: usize = 10;

/// Looks for what a running server makes, from before its start to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlook(Arc<Mutex<Lookout>>);

impl PartialEq for Outlook {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Outlook {
    /// Looks at these folders from now on, and at no others.
    pub async fn follow(&self, folders: &[FolderGrant]) {
        let folders = folders.to_vec();
        self.look(move |lookout| lookout.follow(&folders)).await;
    }

    /// Returns a sentence about what appeared since the last one; none if nothing did.
    pub async fn news(&self) -> Option<Text> {
        let news = self.look(Lookout::news).await?;
        if news.is_empty() {
            return None;
        }
        let places: Vec<Text> = news.iter().take(NAMED).map(shown).collect();
        Some(phrases::host_call_made(Value::list(places)).into())
    }

    /// `None`: the disk does not answer in time.
    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&mut Lookout) -> T + Send + 'static,
    ) -> Option<T> {
        let lookout = Arc::clone(&self.0);
        let looking = tokio::task::spawn_blocking(move || look(&mut lock(&lookout)));
        tokio::time::timeout(LIMIT, looking).await.ok()?.ok()
    }
}

fn shown(made: &Made) -> Text {
    let place = visible(&made.path.to_string_lossy());
    if made.runs.is_empty() {
        return place.into();
    }
    let runs = made.runs.iter().map(|name| visible(name));
    phrases::host_call_made_runs(place, Value::list(runs)).into()
}
