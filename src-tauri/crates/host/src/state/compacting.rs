//! Compactions in progress, and those that failed.

use std::{collections::HashMap, sync::Mutex};

use domain::{ConversationId, MessageId};
use host_api::{ApiError, CompactingView};

use crate::mutex::lock;

/// A compaction in progress or failed, as it is shown, with the last message of the user when it began.
struct Shown {
    view: CompactingView,
    said: Option<MessageId>,
}

/// The last compaction of each conversation in this run, until it succeeds or its failure is dismissed.
#[derive(Default)]
pub(crate) struct Compacting(Mutex<HashMap<ConversationId, Shown>>);

impl Compacting {
    /// Notes that a compaction of so many messages begins, after a message of the user.
    pub fn begin(
        &self,
        id: ConversationId,
        automatic: bool,
        messages: u32,
        said: Option<MessageId>,
    ) {
        let view = CompactingView::Running {
            automatic,
            messages,
            written: 0,
        };
        lock(&self.0).insert(id, Shown { view, said });
    }

    /// Notes how many characters were received.
    pub fn wrote(&self, id: ConversationId, characters: usize) {
        if let Some(Shown {
            view: CompactingView::Running { written, .. },
            ..
        }) = lock(&self.0).get_mut(&id)
        {
            *written = u32::try_from(characters).unwrap_or(u32::MAX);
        }
    }

    /// Notes the failure of the compaction in progress.
    pub fn fail(&self, id: ConversationId, error: ApiError) {
        let mut all = lock(&self.0);
        let Some(shown) = all.get_mut(&id) else {
            return;
        };
        let (CompactingView::Running { automatic, .. } | CompactingView::Failed { automatic, .. }) =
            shown.view;
        shown.view = CompactingView::Failed {
            automatic,
            message: error.message,
            hint: error.hint,
        };
    }

    /// Removes a compaction that ended, or a failure that was dismissed.
    pub fn clear(&self, id: ConversationId) {
        lock(&self.0).remove(&id);
    }

    /// Removes a failure; a compaction in progress stays.
    pub fn dismiss(&self, id: ConversationId) {
        let mut all = lock(&self.0);
        if matches!(all.get(&id), Some(shown) if matches!(shown.view, CompactingView::Failed { .. }))
        {
            all.remove(&id);
        }
    }

    /// Whether a compaction failed since this message of the user.
    pub fn failed_since(&self, id: ConversationId, said: Option<MessageId>) -> bool {
        let all = lock(&self.0);
        all.get(&id).is_some_and(|shown| {
            matches!(shown.view, CompactingView::Failed { .. }) && shown.said == said
        })
    }

    /// Returns a compaction as it is shown.
    pub fn of(&self, id: ConversationId) -> Option<CompactingView> {
        lock(&self.0).get(&id).map(|shown| shown.view.clone())
    }
}
