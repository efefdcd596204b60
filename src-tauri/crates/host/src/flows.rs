//! What servers gave a conversation, and whose of it stands in what is about to be given to another. Labels decide whether a
//! flow is asked about; this explains it, and asks again where it finds text.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex},
};

use domain::{CallId, Content, JsonObjectText, ServerId, ToolCall};
use policy::matching::{Earlier, Found, Given, Matches, find};
use store::CallRecord;

use crate::{
    api::{ApiError, ErrorCode},
    lock,
    pretty::pretty,
};

/// Most text that is looked through, in bytes, the newest first. Beyond it every server that gave some counts as found.
const LOOKED_THROUGH: usize = 16 * 1024 * 1024;
/// Calls whose marks are kept: as many as questions may wait.
const MARKED: usize = consent::MAX_WAITING;

/// What servers gave, the newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    given: Vec<(ServerId, String)>,
    servers: BTreeSet<ServerId>,
    /// There was more.
    cut: bool,
}

/// Which parts of each argument are text of others, as the arguments are shown.
pub(crate) type Marks = Vec<Vec<Found<ServerId>>>;

/// Marks of calls whose questions may be on display, so that a look at a question searches nothing again.
#[derive(Debug, Default)]
pub(crate) struct Marked(VecDeque<(CallId, JsonObjectText, Arc<Marks>)>);

impl Marked {
    fn keep(&mut self, call: &ToolCall, marks: Marks) {
        self.0
            .retain(|(id, arguments, _)| *id != call.id || *arguments != call.arguments);
        if self.0.len() >= MARKED {
            self.0.pop_front();
        }
        self.0
            .push_back((call.id, call.arguments.clone(), Arc::new(marks)));
    }

    /// Those of a call with exactly these arguments.
    pub fn of(&self, call: &ToolCall) -> Option<Arc<Marks>> {
        let same = |kept: &&(CallId, JsonObjectText, Arc<Marks>)| {
            kept.0 == call.id && kept.1 == call.arguments
        };
        self.0.iter().find(same).map(|kept| Arc::clone(&kept.2))
    }
}

impl Past {
    /// Of the calls of a conversation.
    pub fn of(calls: &[CallRecord]) -> Self {
        let mut past = Self::default();
        let mut left = LOOKED_THROUGH;
        // A failure's words come from the server as well.
        let answered =
            |c: &&CallRecord| c.result.is_some() || (c.sent_ms.is_some() && c.ended_ms.is_some());
        for call in calls.iter().rev().filter(answered) {
            let Some(server) = call.server else { continue };
            past.servers.insert(server);
            let mut keep = |text: &str| match left.checked_sub(text.len()) {
                _ if text.is_empty() => {}
                Some(rest) => {
                    left = rest;
                    past.given.push((server, text.to_owned()));
                }
                None => past.cut = true,
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
        past
    }

    /// Who gave something.
    pub fn servers(&self) -> BTreeSet<ServerId> {
        self.servers.clone()
    }

    /// Whose text stands in the arguments of a call; what of it is kept in `marked`.
    ///
    /// # Errors
    /// The search did not come to its end: the caller must deny.
    pub async fn found_in(
        self,
        call: &ToolCall,
        marked: &Mutex<Marked>,
    ) -> Result<BTreeSet<ServerId>, ApiError> {
        let to = call.tool.server;
        let others: BTreeSet<ServerId> =
            self.servers.iter().copied().filter(|s| *s != to).collect();
        if others.is_empty() {
            return Ok(others);
        }
        let arguments = call.arguments.clone();
        let (given, cut) = (self.given, self.cut);
        let search = tokio::task::spawn_blocking(move || search(&given, to, &arguments));
        let matches = search.await.map_err(|_| {
            ApiError::new(
                ErrorCode::Data,
                "The arguments could not be compared with what other servers gave.",
            )
        })?;
        let found = if cut || matches.too_long {
            others
        } else {
            matches.origins()
        };
        let mut marks = matches.found;
        // After the values come the names.
        marks.truncate(marks.len() / 2);
        lock(marked).keep(call, marks);
        Ok(found)
    }
}

/// Looks for what others gave in the values of arguments, as they are shown, and then in their names.
fn search(
    given: &[(ServerId, String)],
    to: ServerId,
    arguments: &JsonObjectText,
) -> Matches<ServerId> {
    let others = given.iter().filter(|(from, _)| *from != to);
    let earlier: Vec<Earlier<'_, ServerId>> = others
        .map(|(from, text)| Earlier { from: *from, text })
        .collect();
    let fields = arguments.fields();
    let values = fields.iter().map(|(_, raw)| shown(raw));
    let names = fields.iter().map(|(name, _)| (name.clone(), false));
    let all: Vec<(String, bool)> = values.chain(names).collect();
    let texts: Vec<Given<'_>> = all
        .iter()
        .map(|(text, json)| Given { text, json: *json })
        .collect();
    find(&earlier, &texts)
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
