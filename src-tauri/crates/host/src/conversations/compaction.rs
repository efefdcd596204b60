//! The summary of a conversation's branch as a shell sees it.

use context::estimated_tokens;
use domain::{ConversationId, MessageId};
use host_api::{ApiError, CompactionView, Event};
use store::{CompactionRecord, MessageRecord};

use crate::inner::Inner;

impl Inner {
    /// Returns the summary in effect on a branch.
    pub(crate) async fn compaction_on(
        &self,
        id: ConversationId,
        path: &[MessageRecord],
    ) -> Result<Option<CompactionRecord>, ApiError> {
        let all = self.store.compactions().of_conversation(id).await?;
        Ok(CompactionRecord::in_effect(&all, path).cloned())
    }

    /// Returns the summary in effect on the branch that ends with a message.
    pub(super) async fn compaction_view(
        &self,
        id: ConversationId,
        head: Option<MessageId>,
    ) -> Result<Option<CompactionView>, ApiError> {
        let (all, Some(head)) = (self.store.compactions().of_conversation(id).await?, head) else {
            return Ok(None);
        };
        if all.is_empty() {
            return Ok(None);
        }
        let path = self.store.messages().path_to(head).await?;
        let Some(record) = CompactionRecord::in_effect(&all, &path) else {
            return Ok(None);
        };
        let last = path.iter().position(|message| message.id == record.up_to);
        let requests = self.store.requests().of_conversation(id).await?;
        let request = requests.iter().find(|one| Some(one.id) == record.request);
        let used = request.and_then(|request| request.usage);
        Ok(Some(CompactionView {
            id: record.id.to_string(),
            up_to: record.up_to.to_string(),
            messages: small(last.map_or(0, |at| at + 1)),
            summary: record.summary.clone(),
            tokens: small(estimated_tokens(&[&record.summary])),
            model: domain::visible(&record.model),
            automatic: record.automatic,
            label: record
                .label
                .iter()
                .map(|server| self.servers.tag(*server, "a removed server"))
                .collect(),
            created_ms: record.created_ms as f64,
            edited_ms: record.edited_ms.map(|at| at as f64),
            used: used.map(|used| (small(used.input), small(used.output))),
            request: request.map(|request| request.id.to_string()),
        }))
    }

    /// Emits the summary of a conversation's current branch, and the state of a compaction.
    pub(crate) async fn emit_compaction(&self, id: ConversationId) -> Result<(), ApiError> {
        if !self.is_followed() {
            return Ok(());
        }
        let head = self.conversation(id).await?.head;
        let compaction = self.compaction_view(id, head).await?;
        self.emit(Event::Compaction {
            conversation: id.to_string(),
            compaction: compaction.map(Box::new),
            compacting: self.compacting.of(id),
        });
        Ok(())
    }
}

fn small(count: impl TryInto<u32>) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}
