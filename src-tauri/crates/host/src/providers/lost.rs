//! What a person is told when an endpoint does not take what they chose.

use llm::{ChatMessage, ChatRequest, Effort, Feature, Piece};
use messages::{Phrase, Value, phrases};

/// Most tools that are named.
const NAMED: usize = 8;

/// A tool of a server, by the names that the user knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    pub name: String,
    pub server: String,
}

/// What a request was sent without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lost {
    temperature: bool,
    effort: bool,
    /// The longest answer, where the user chose a longer one.
    answer: Option<u32>,
    /// All tools, where there are some.
    pub all_tools: bool,
    images: bool,
    files: bool,
    /// Tools that were left out.
    pub tools: Vec<Tool>,
    /// Tools whose definitions are sent in a simpler form.
    pub simpler: Vec<Tool>,
    /// Whether that is so for all of them.
    pub all_simpler: bool,
}

impl Lost {
    /// Returns what of a request its endpoint does not take.
    pub fn of(request: &ChatRequest) -> Self {
        let (lacks, tuning) = (&request.lacks, &request.tuning);
        let no_effort = lacks.has(Feature::Effort)
            || (lacks.has(Feature::EffortWithTools) && !request.tools.is_empty());
        let chosen = tuning.effort.is_some_and(|effort| effort != Effort::None);
        let files = |piece: &Piece| {
            (matches!(piece, Piece::Document { .. }) && lacks.has(Feature::Documents))
                || (matches!(piece, Piece::Audio { .. }) && lacks.has(Feature::Audio))
        };
        let image = |piece: &Piece| matches!(piece, Piece::Image { .. });
        Self {
            temperature: tuning.temperature.is_some() && lacks.has(Feature::Temperature),
            effort: chosen && no_effort,
            answer: lacks
                .answer()
                .filter(|most| request.max_tokens.is_some_and(|asked| asked > *most)),
            all_tools: lacks.has(Feature::Tools),
            images: lacks.has(Feature::Images) && any_piece(request, image),
            files: any_piece(request, files),
            ..Self::default()
        }
    }

    /// Returns one notice of it all; none if nothing was lost.
    pub fn text(&self, endpoint: &str) -> Option<Phrase> {
        let mut left: Vec<Value> = Vec::new();
        let mut say =
            |lost: bool, phrase: fn() -> Phrase| left.extend(lost.then(|| Value::from(phrase())));
        say(self.temperature, phrases::host_lost_temperature);
        say(self.effort, phrases::host_lost_effort);
        say(self.all_tools, phrases::host_lost_tools);
        say(self.images, phrases::host_lost_images);
        say(self.files, phrases::host_lost_files);
        left.extend(
            self.answer
                .map(|most| Value::from(phrases::host_lost_answer(most))),
        );
        left.extend(named(&self.tools));
        let simpler = if self.all_simpler {
            vec![Value::from(phrases::host_simpler_all())]
        } else {
            named(&self.simpler)
        };
        match (left.is_empty(), simpler.is_empty()) {
            (true, true) => None,
            (false, true) => Some(phrases::host_lost(endpoint, Value::List(left))),
            (true, false) => Some(phrases::host_simpler(endpoint, Value::List(simpler))),
            (false, false) => Some(phrases::host_lost_and_simpler(
                endpoint,
                Value::List(left),
                Value::List(simpler),
            )),
        }
    }
}

fn named(tools: &[Tool]) -> Vec<Value> {
    let phrase = |tool: &Tool| Value::from(phrases::host_lost_tool(&tool.server, &tool.name));
    let mut all: Vec<Value> = tools.iter().take(NAMED).map(phrase).collect();
    if let Some(more) = tools.len().checked_sub(NAMED).filter(|more| *more > 0) {
        all.push(phrases::host_more(more).into());
    }
    all
}

fn any_piece(request: &ChatRequest, is: impl Fn(&Piece) -> bool) -> bool {
    request.messages.iter().any(|message| match message {
        ChatMessage::User(pieces) => pieces.iter().any(&is),
        ChatMessage::ToolResults(results) => {
            results.iter().any(|result| result.pieces.iter().any(&is))
        }
        ChatMessage::Assistant { .. } => false,
    })
}
