//! Detection of unusual characters in a server's text.

use domain::{MixedWord, ToolDefinition, hidden_in, json_texts, mixed_words, poses_as, tool_label};
use host_api::ReasonView;

use crate::wording::{count, reason};

/// Returns the unusual characters in the text of a tool's definition.
pub(crate) fn oddities_of_tool(tool: &ToolDefinition) -> Vec<ReasonView> {
    let takes = json_texts(&tool.input_schema);
    let places = [
        ("the title", tool.title.as_deref().unwrap_or_default()),
        (
            "the description",
            tool.description.as_deref().unwrap_or_default(),
        ),
        ("what it takes", &takes),
    ];
    oddities(Some(&tool.tool.name), &places)
}

/// Returns the unusual characters in a server's text. Each of `texts` is a label and a text: `("the description", …)`.
pub(crate) fn oddities(name: Option<&str>, texts: &[(&str, &str)]) -> Vec<ReasonView> {
    let mut out = Vec::new();
    if let Some(name) = name {
        let label = tool_label(name);
        let mixed = mixed_words(name);
        let hidden = hidden_in(name);
        if hidden > 0 {
            let lead = format!("{} in its name:", count(hidden, "hidden character"));
            out.push(reason("hidden", lead, format!("{label}.")));
        }
        for word in &mixed {
            out.push(reason(
                "mixed",
                format!("{} mixes", word.word),
                scripts(word),
            ));
        }
        if let Some(like) = poses_as(name) {
            let rest = format!("{like}, with letters of another alphabet.");
            out.push(reason("mixed", format!("{label} looks like"), rest));
        }
    }
    for (place, text) in texts {
        let hidden = hidden_in(text);
        if hidden > 0 {
            let lead = format!("{} in {place}.", count(hidden, "hidden character"));
            out.push(reason("hidden", lead, "They are written out."));
        }
        for word in mixed_words(text) {
            let lead = format!("“{}” in {place} mixes", word.word);
            out.push(reason("mixed", lead, scripts(&word)));
        }
    }
    out
}

/// Names the scripts of a word.
pub(crate) fn scripts(word: &MixedWord) -> String {
    let (last, first) = match word.scripts.split_last() {
        Some((last, first)) => (*last, first.join(", ")),
        None => ("", String::new()),
    };
    format!("{first} and {last} letters.")
}
