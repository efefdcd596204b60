//! What servers gave a conversation, and whose of it stands in what is about to be given to another. Labels decide whether a
//! flow is asked about; this explains it, and asks again where it finds text.

use std::{collections::BTreeSet, sync::Arc};

use domain::{Content, ServerId, ToolCall};
use policy::matching::{Earlier, Found, Given, Matches, find};
use store::CallRecord;

use crate::{
    api::{ApiError, ErrorCode},
    pretty::pretty,
};

/// Most text that is looked through, in bytes, the newest first. Beyond it every server that gave some counts as found.
const LOOKED_THROUGH: usize = 16 * 1024 * 1024;

/// What servers gave, the newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    given: Arc<Vec<(ServerId, String)>>,
    servers: BTreeSet<ServerId>,
}

impl Past {
    /// Of the calls of a conversation.
    pub fn of(calls: &[CallRecord]) -> Self {
        let mut past = Self::default();
        let mut given = Vec::new();
        // A failure's words come from the server as well.
        let answered =
            |c: &&CallRecord| c.result.is_some() || (c.sent_ms.is_some() && c.ended_ms.is_some());
        for call in calls.iter().rev().filter(answered) {
            let Some(server) = call.server else { continue };
            past.servers.insert(server);
            let mut keep = |text: &str| {
                if !text.is_empty() {
                    given.push((server, text.to_owned()));
                }
            };
            keep(call.reason.as_deref().unwrap_or_default());
            let Some(result) = &call.result else { continue };
            keep(result.structured.as_deref().unwrap_or_default());
            for content in &result.content {
                match content {
                    Content::Text { text, .. } => keep(text),
                    // What a picture shows is not text; its bytes may be passed on all the same.
                    Content::Image { data, .. } | Content::Audio { data, .. } => keep(data),
                    Content::Resource { uri, text, raw } => {
                        keep(uri);
                        keep(text.as_deref().unwrap_or(raw));
                    }
                    Content::Unknown { raw } => keep(raw),
                }
            }
        }
        past.given = Arc::new(given);
        past
    }

    /// Who gave something.
    pub fn servers(&self) -> BTreeSet<ServerId> {
        self.servers.clone()
    }

    /// Whose text stands in the arguments of a call.
    ///
    /// # Errors
    /// The search did not come to its end: the caller must deny.
    pub async fn found_in(&self, call: &ToolCall) -> Result<BTreeSet<ServerId>, ApiError> {
        let Some(matches) = self.matches(call).await? else {
            return Ok(BTreeSet::new());
        };
        let mut found = matches.origins();
        let size: usize = self.given.iter().map(|(_, text)| text.len()).sum();
        if matches.too_long || size > LOOKED_THROUGH {
            found.extend(self.servers.iter().filter(|s| **s != call.tool.server));
        }
        Ok(found)
    }

    /// For each argument of a call, in its order, as it is shown: which parts of it are text of others.
    ///
    /// # Errors
    /// The search did not come to its end.
    pub async fn marks_in(&self, call: &ToolCall) -> Result<Vec<Vec<Found<ServerId>>>, ApiError> {
        let matches = self.matches(call).await?;
        Ok(matches
            .map(|mut matches| {
                matches.found.truncate(call.arguments.fields().len());
                matches.found
            })
            .unwrap_or_default())
    }

    /// None where no other server gave anything.
    async fn matches(&self, call: &ToolCall) -> Result<Option<Matches<ServerId>>, ApiError> {
        let to = call.tool.server;
        if self.servers.iter().all(|server| *server == to) {
            return Ok(None);
        }
        let (given, arguments) = (Arc::clone(&self.given), call.arguments.clone());
        let search = tokio::task::spawn_blocking(move || {
            let mut left = LOOKED_THROUGH;
            let earlier: Vec<Earlier<'_, ServerId>> = given
                .iter()
                .filter(|(from, _)| *from != to)
                .map_while(|(from, text)| {
                    left = left.checked_sub(text.len())?;
                    Some(Earlier { from: *from, text })
                })
                .collect();
            let fields = arguments.fields();
            let shown: Vec<(String, bool)> = fields.iter().map(|(_, raw)| shown(raw)).collect();
            // Names of arguments carry text as well.
            let names = fields.iter().map(|(name, _)| (name.clone(), false));
            let all: Vec<(String, bool)> = shown.into_iter().chain(names).collect();
            let texts: Vec<Given<'_>> = all
                .iter()
                .map(|(text, json)| Given { text, json: *json })
                .collect();
            find(&earlier, &texts)
        });
        let failed = |_| {
            ApiError::new(
                ErrorCode::Data,
                "The arguments could not be compared with what other servers gave.",
            )
        };
        search.await.map(Some).map_err(failed)
    }
}

/// An argument as it is shown, and whether that is JSON text: text as its text, anything else as indented JSON.
pub(crate) fn shown(raw: &str) -> (String, bool) {
    let text: Option<String> = raw
        .starts_with('"')
        .then(|| serde_json::from_str(raw).ok())
        .flatten();
    match text {
        Some(text) => (text, false),
        None => (pretty(raw), true),
    }
}
