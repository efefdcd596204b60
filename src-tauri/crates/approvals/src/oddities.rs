//! Detection of unusual characters in a server's text.

use domain::{MixedWord, ToolDefinition, hidden_in, json_texts, mixed_words, poses_as, tool_label};
use host_api::{ReasonKind, ReasonView};
use messages::{Phrase, Value, phrases};

use crate::wording::reason;

/// A text of a server.
#[derive(Clone, Copy)]
pub enum Place {
    /// The title of a tool.
    Title,
    /// The description of a tool.
    Description,
    /// The schema of a tool's arguments.
    Arguments,
    /// The server's instructions.
    Instructions,
    /// The server's URL.
    Url,
    /// The command that starts the server, with its arguments.
    Command,
}

impl Place {
    fn text(self) -> Phrase {
        match self {
            Self::Title => phrases::host_place_title(),
            Self::Description => phrases::host_place_description(),
            Self::Arguments => phrases::host_place_arguments(),
            Self::Instructions => phrases::host_place_instructions(),
            Self::Url => phrases::host_place_url(),
            Self::Command => phrases::host_place_command(),
        }
    }
}

/// Returns the unusual characters in the text of a tool's definition.
#[must_use]
pub fn oddities_of_tool(tool: &ToolDefinition) -> Vec<ReasonView> {
    let takes = json_texts(&tool.input_schema);
    let title = tool.title.as_deref().unwrap_or_default();
    let description = tool.description.as_deref().unwrap_or_default();
    let texts = [
        (Place::Title, title),
        (Place::Description, description),
        (Place::Arguments, takes.as_str()),
    ];
    oddities(Some(&tool.tool.name), &texts)
}

/// Returns the unusual characters in a server's texts.
#[must_use]
pub fn oddities(name: Option<&str>, texts: &[(Place, &str)]) -> Vec<ReasonView> {
    let mut out = Vec::new();
    if let Some(name) = name {
        let label = tool_label(name);
        let hidden = hidden_in(name);
        if hidden > 0 {
            out.push(reason(
                ReasonKind::Hidden,
                phrases::host_odd_name_hidden_lead(hidden),
                phrases::host_odd_name_hidden(&label),
            ));
        }
        for word in &mixed_words(name) {
            let lead = phrases::host_odd_mixed_name(domain::visible(&word.word));
            out.push(reason(ReasonKind::Mixed, lead, scripts(word)));
        }
        if let Some(like) = poses_as(name) {
            let lead = phrases::host_odd_poses_lead(domain::visible(&like), &label);
            out.push(reason(ReasonKind::Mixed, lead, phrases::host_odd_poses()));
        }
    }
    for (place, text) in texts {
        let hidden = hidden_in(text);
        if hidden > 0 {
            let lead = phrases::host_odd_hidden_lead(hidden, place.text());
            out.push(reason(ReasonKind::Hidden, lead, phrases::host_odd_hidden()));
        }
        for word in mixed_words(text) {
            let lead = phrases::host_odd_mixed(place.text(), domain::visible(&word.word));
            out.push(reason(ReasonKind::Mixed, lead, scripts(&word)));
        }
    }
    out
}

/// Names the scripts of a word.
pub(crate) fn scripts(word: &MixedWord) -> Phrase {
    let names = word.scripts.iter().map(|name| phrases::host_script(*name));
    phrases::host_odd_scripts(Value::list(names))
}
