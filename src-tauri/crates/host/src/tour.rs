//! The tour: the practice model replies in one conversation, with the sample server's tools only.

use std::{collections::BTreeSet, path::Path};

use consent::DecidedBy;
use domain::{ConfinementChoice, ConversationId, LocalNetwork, MessageId, ProviderId, ServerId};
use host_api::{
    AddServer, ApiError, ErrorCode, Event, ModelNotesView, ProviderView, TourView, WireView,
};
use llm::{ChatStream, Wire};
use messages::phrases;
use store::{CallRecord, CallState, MessageRecord, PartKind, Role};
use tour::{COUNT_WORDS, Fate, KEEP_NOTE, SAMPLE_SERVER_ARG, Seen};

use crate::{
    catalog::Catalog,
    inner::{Host, Inner},
    servers::NewServer,
    state::Tour,
};

/// The name of the sample server, unless it is taken.
const SAMPLE: &str = "Sample server";
/// Maximum number of names that are tried.
const NAMES: u32 = 20;
/// The practice model's identifier, in place of an endpoint's. No endpoint has it, since theirs contain a timestamp.
const PRACTICE: &str = "00000000-0000-7000-8000-000000000000";

/// Whether the identifier is that of the practice model.
pub(crate) fn is_practice(provider: ProviderId) -> bool {
    provider.to_string() == PRACTICE
}

impl Host {
    /// Starts the tour from the beginning. `program` is started as the sample server, after its launch was reviewed like any other.
    ///
    /// # Errors
    /// The sample server cannot be added, or the tour cannot be stored.
    pub async fn tour_start(&self, program: &Path) -> Result<TourView, ApiError> {
        let server = self.sample_server(program).await?;
        let begun = Tour {
            server: Some(server),
            active: true,
            ..Tour::default()
        };
        self.inner.change_tour(|tour| *tour = begun).await?;
        self.start_server(server)?;
        self.inner.tour_view().ok_or_else(over)
    }

    /// Records that the audit log was opened.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn tour_looked(&self) -> Result<(), ApiError> {
        self.inner
            .change_tour(|tour| tour.looked |= tour.active)
            .await
    }

    /// Ends the tour. Its conversation and the sample server are kept.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn tour_end(&self) -> Result<(), ApiError> {
        self.inner.change_tour(|tour| tour.active = false).await
    }

    /// Returns an enabled sample server: that of an earlier tour if it has the same launch, else a new one.
    async fn sample_server(&self, program: &Path) -> Result<ServerId, ApiError> {
        let command = program.display().to_string();
        let args = vec![SAMPLE_SERVER_ARG.to_owned()];
        let known = self.inner.tour.get().server;
        let stored = self.inner.store.servers().list().await?;
        let same = |id: &ServerId| {
            let mut stored = stored.iter();
            stored.any(|s| s.id == *id && s.command == command && s.args == args)
        };
        if let Some(id) = known.filter(same) {
            self.set_server_enabled(id, true).await?;
            return Ok(id);
        }
        let taken: BTreeSet<String> = stored.iter().map(|s| s.name.to_lowercase()).collect();
        let name = (1..=NAMES)
            .map(|n| match n {
                1 => SAMPLE.to_owned(),
                n => format!("{SAMPLE} {n}"),
            })
            .find(|name| !taken.contains(&name.to_lowercase()))
            .ok_or_else(|| {
                ApiError::new(ErrorCode::Invalid, phrases::host_tour_samples())
                    .hint(phrases::host_tour_samples_hint())
            })?;
        let server = AddServer {
            name,
            command,
            args,
            cwd: None,
            env_names: Vec::new(),
        };
        let new = NewServer {
            server,
            values: Vec::new(),
            from_host: Vec::new(),
        };
        let added = self.add_server(new).await?;
        let id = added.tag.id.parse().map_err(|_| over())?;
        // Nothing is asked about a server that can only read. The tour shows approval requests, so its server could send.
        let choice = ConfinementChoice {
            network: Some(LocalNetwork::Open),
            ..ConfinementChoice::default()
        };
        self.set_confinement(id, choice).await?;
        Ok(id)
    }
}

impl Inner {
    /// Changes the progress atomically, so that concurrent changes are not lost. Without a change, nothing is stored or emitted.
    async fn change_tour(&self, change: impl FnOnce(&mut Tour) + Send) -> Result<(), ApiError> {
        if self.tour.change(&self.store, change).await? {
            self.emit(Event::Tour {
                tour: self.tour_view(),
            });
        }
        Ok(())
    }

    /// Returns the tour while it is in progress.
    pub(crate) fn tour_view(&self) -> Option<TourView> {
        let tour = self.tour.get();
        let server = tour.server.filter(|_| tour.active)?;
        Some(TourView {
            server: server.to_string(),
            conversation: tour.conversation.map(|c| c.to_string()),
            model: ProviderView {
                notes: ModelNotesView::default(),
                id: PRACTICE.to_owned(),
                name: tour::NOT_AN_AI.to_owned(),
                wire: WireView::OpenAiChat,
                base_url: String::new(),
                model: tour::MODEL.to_owned(),
                models: vec![tour::MODEL.to_owned()],
                has_key: false,
                on_this_machine: true,
                outflow_allowed: false,
                max_tools: u32::try_from(crate::catalog::WHOLE_TOOLS).unwrap_or(u32::MAX),
            },
            allowed: tour.allowed,
            denied: tour.denied,
            looked: tour.looked,
        })
    }

    /// Returns the practice model for the tour's conversation, unless another model is selected there.
    pub(crate) fn practice_in(&self, conversation: ConversationId) -> Option<ProviderId> {
        let of_tour = self.tour.get().conversation == Some(conversation);
        of_tour.then(|| PRACTICE.parse().ok()).flatten()
    }

    /// Checks that the practice model may be used in this conversation, or in a new one if none is given.
    ///
    /// # Errors
    /// It may not be used: there is no tour, or it has another conversation.
    pub(crate) fn check_practice(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<(), ApiError> {
        let tour = self.tour.get();
        if tour.active && tour.conversation == conversation {
            return Ok(());
        }
        Err(
            ApiError::new(ErrorCode::Invalid, phrases::host_tour_practice())
                .hint(phrases::host_tour_practice_hint()),
        )
    }

    /// Makes a new conversation the tour's own.
    pub(crate) async fn begin_tour_in(&self, conversation: ConversationId) -> Result<(), ApiError> {
        self.change_tour(|tour| tour.conversation = Some(conversation))
            .await
    }

    /// Returns the servers offered to the practice model: the sample server.
    pub(crate) fn tour_servers(&self) -> BTreeSet<ServerId> {
        self.tour.get().server.into_iter().collect()
    }

    /// Returns the practice model's reply at the end of this path, through the decoder of real endpoints.
    ///
    /// # Errors
    /// The progress of the tour could not be stored.
    pub(crate) async fn practice(
        &self,
        request: &llm::ChatRequest,
        path: &[MessageRecord],
        calls: &[CallRecord],
        catalog: &Catalog,
    ) -> Result<ChatStream, ApiError> {
        let tour = self.tour.get();
        let alias = |tool_name: &str| tour.server.and_then(|s| catalog.alias_of(s, tool_name));
        let seen = Seen {
            count_words: alias(COUNT_WORDS),
            keep_note: alias(KEEP_NOTE),
            ..seen(path, calls)
        };
        self.change_tour(|tour| {
            tour.allowed |= seen.counted == Fate::Done;
            tour.denied |= seen.noted == Fate::Denied;
        })
        .await?;
        Ok(llm::decode(
            Wire::OpenAiChat,
            request,
            ::tour::answer(&seen),
        ))
    }
}

/// Returns the events on this path, without names of tools.
fn seen(path: &[MessageRecord], calls: &[CallRecord]) -> Seen {
    // The last message of the path is the reply in progress, and empty.
    let before = &path[..path.len().saturating_sub(1)];
    let after_calls = before.last().is_some_and(|m| m.role == Role::Assistant);
    let asking = if after_calls {
        &before[before.len() - 1..]
    } else {
        before
    };
    let ids: BTreeSet<MessageId> = asking.iter().map(|m| m.id).collect();
    let fate = |tool: &str, wanted: Fate| {
        let calls = calls.iter();
        let of = calls.filter(|c| c.tool == tool && c.message.is_some_and(|m| ids.contains(&m)));
        let fates: Vec<Fate> = of.map(fate_of).collect();
        let last = fates.last().copied().unwrap_or_default();
        if fates.contains(&wanted) {
            wanted
        } else {
            last
        }
    };
    let said = before.iter().rev().find(|m| m.role == Role::User);
    let text = said.and_then(|m| m.parts.iter().find(|p| p.kind == PartKind::Text));
    Seen {
        said: text.map(|p| p.body.clone()).unwrap_or_default(),
        after_calls,
        counted: fate(COUNT_WORDS, Fate::Done),
        noted: fate(KEEP_NOTE, Fate::Denied),
        ..Seen::default()
    }
}

fn fate_of(call: &CallRecord) -> Fate {
    let by_person = |word: &str| DecidedBy::from_word(word).is_some_and(DecidedBy::is_person);
    match call.state {
        CallState::Done => Fate::Done,
        CallState::Denied if call.decided_by.as_deref().is_some_and(by_person) => Fate::Denied,
        CallState::Waiting
        | CallState::Running
        | CallState::Denied
        | CallState::Failed
        | CallState::Cancelled
        | CallState::Unknown => Fate::Other,
    }
}

fn over() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_tour_over())
        .hint(phrases::host_tour_over_hint())
}
