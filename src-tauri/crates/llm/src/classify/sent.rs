//! What a request has that an endpoint may refuse.

use std::collections::BTreeSet;

use domain::Wire;

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, DEFAULT_MAX_TOKENS, Effort, Feature, Lacks, Piece,
    ToolChoice, limits::MAX_TOKENS_WITH_THINKING,
};

/// What a request has that an endpoint may refuse: noted before it is sent, since a refusal is read beside it.
#[derive(Clone, Debug)]
pub struct Sent {
    pub(super) wire: Wire,
    pub(super) lacks: Lacks,
    pub(super) system: bool,
    /// The bound of the answer.
    pub(super) bound: Option<u32>,
    pub(super) temperature: bool,
    pub(super) effort: bool,
    pub(super) stop: bool,
    pub(super) tool_choice: bool,
    /// The aliases of the tools, in order.
    pub(super) tools: Vec<String>,
    pub(super) deferred: bool,
    pub(super) other_letters: bool,
    /// Answers with calls, and among them those without words and those with several.
    pub(super) calls: bool,
    pub(super) silent: bool,
    pub(super) parallel: bool,
    pub(super) user_after_tool: bool,
    pub(super) images: u32,
    pub(super) result_images: bool,
    pub(super) documents: bool,
    pub(super) audio: bool,
    pub(super) cache_markers: bool,
    pub(super) cache_key: bool,
    /// The names of the fields of a provider's state.
    pub(super) state: BTreeSet<String>,
}

impl Sent {
    /// Notes what a request has on a wire.
    #[must_use]
    pub fn of(wire: Wire, request: &ChatRequest) -> Self {
        let lacks = request.lacks.clone();
        let tools = request
            .tools
            .iter()
            .filter(|tool| !lacks.is_aside(&tool.alias));
        let tools: Vec<String> = tools.map(|tool| tool.alias.clone()).collect();
        let tuning = &request.tuning;
        let mut sent = Self {
            wire,
            system: request.system.is_some() && !lacks.has(Feature::System),
            bound: bound(wire, request),
            temperature: tuning.temperature.is_some() && !lacks.has(Feature::Temperature),
            effort: !lacks.has(Feature::Effort)
                && (tuning.effort.is_some_and(|effort| effort != Effort::None)
                    || (lacks.has(Feature::EffortWithTools) && !tools.is_empty())),
            stop: !tuning.stop.is_empty() && !lacks.has(Feature::Stop),
            tool_choice: tuning.tool_choice != ToolChoice::Auto
                && !tools.is_empty()
                && !lacks.has(Feature::ToolChoice),
            deferred: request.tools.iter().any(|tool| tool.deferred)
                && !lacks.has(Feature::DeferredTools),
            other_letters: tools.iter().any(|alias| !alias.is_ascii()),
            tools,
            calls: false,
            silent: false,
            parallel: false,
            user_after_tool: false,
            images: 0,
            result_images: false,
            documents: false,
            audio: false,
            cache_markers: !lacks.has(Feature::CacheMarkers)
                && (wire == Wire::AnthropicMessages || request.model.starts_with("anthropic/")),
            cache_key: request.cache_key.is_some() && !lacks.has(Feature::CacheKey),
            state: BTreeSet::new(),
            lacks,
        };
        let mut after_results = false;
        for message in &request.messages {
            sent.note(message, after_results);
            after_results = matches!(message, ChatMessage::ToolResults(_));
        }
        sent
    }

    fn note(&mut self, message: &ChatMessage, after_results: bool) {
        match message {
            ChatMessage::User(pieces) => {
                self.user_after_tool |= after_results;
                self.note_pieces(pieces);
            }
            ChatMessage::Assistant { pieces } => self.note_answer(pieces),
            ChatMessage::ToolResults(results) => {
                for result in results {
                    let before = self.images;
                    self.note_pieces(&result.pieces);
                    let images = self.images > before;
                    self.result_images |= images;
                    self.user_after_tool |= images && self.wire == Wire::OpenAiChat;
                }
            }
        }
    }

    fn note_pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text(_) | Piece::Tool(_) => {}
                Piece::Image { .. } => {
                    self.images += u32::from(!self.lacks.has(Feature::Images));
                }
                Piece::Document { .. } => self.documents |= !self.lacks.has(Feature::Documents),
                Piece::Audio { .. } => self.audio |= !self.lacks.has(Feature::Audio),
            }
        }
    }

    fn note_answer(&mut self, pieces: &[AssistantPiece]) {
        let (mut calls, mut words) = (0, false);
        for piece in pieces {
            match piece {
                AssistantPiece::Text(text) => words |= !text.trim().is_empty(),
                AssistantPiece::ToolUse(_) => calls += 1,
                AssistantPiece::State(state) => self.note_state(&state.field),
            }
        }
        self.calls |= calls > 0;
        self.silent |= calls > 0 && !words;
        self.parallel |= calls > 1;
    }

    fn note_state(&mut self, field: &str) {
        if !self.lacks.has(Feature::State) && !self.lacks.has(Feature::Signatures) {
            self.state.insert(field.to_lowercase());
        }
    }

    /// Whether a feature is lacking already.
    pub(super) fn lacks(&self, feature: Feature) -> bool {
        self.lacks.has(feature)
    }
}

/// Returns the bound of the answer that a request asks for.
pub(crate) fn bound(wire: Wire, request: &ChatRequest) -> Option<u32> {
    let needed = wire == Wire::AnthropicMessages;
    let asked = request
        .max_tokens
        .filter(|_| needed || !request.lacks.has(Feature::Bound));
    let asked = asked.or(needed.then_some(match request.tuning.effort {
        Some(_) => MAX_TOKENS_WITH_THINKING,
        None => DEFAULT_MAX_TOKENS,
    }));
    asked.map(|asked| asked.min(request.lacks.answer().unwrap_or(asked)))
}
