//! The two tools that the host offers to a model instead of every definition: find a tool, then call it.

use serde_json::{Value, json};

use crate::phrasings::{MAX_PHRASING_BYTES, MAX_PHRASINGS};

/// The name of the tool that searches.
pub const FIND_TOOLS: &str = "find_tools";
/// The name of the tool that calls what was found. A host resolves it to the real tool before it decides anything.
pub const CALL_TOOL: &str = "call_tool";

/// What every model is told about [`FIND_TOOLS`], and what it is told at the end.
macro_rules! find_tools {
    ($end:literal) => {
        concat!(
            "Searches the tools of the connected servers and returns the best matches with their descriptions and input schemas. \
More tools exist than you see: search before you say that something cannot be done. \
The search compares words, so give 3 to 6 short phrasings of the same need in `queries`: \
the action and the object (\"create calendar event\"), synonyms (\"schedule meeting\", \"add appointment\"), \
the product or service if the user named one (\"google calendar\"), and the words that a technical description would use. \
For a goal or a problem, name the actions that help (\"my pod keeps restarting\": \"kubernetes pod logs\", \"describe pod\", \"list events\"). \
Always include English words, whatever language the user writes. One need per search. ",
            $end
        )
    };
}

/// What a model is told about [`FIND_TOOLS`].
pub const FIND_TOOLS_DESCRIPTION: &str = find_tools!(
    "If no result fits, search again with other words, or without `server`. Then call a result with `call_tool`."
);

/// What a model is told about [`FIND_TOOLS`] that reads definitions where they are found.
pub const LOAD_TOOLS_DESCRIPTION: &str = find_tools!(
    "If no result fits, search again with other words, or without `server`. Then call a result by its own name. Tools that were found stay available."
);

/// What a model is told about [`CALL_TOOL`].
pub const CALL_TOOL_DESCRIPTION: &str = "Calls a tool that `find_tools` returned. \
Copy `tool` from the result unchanged, and give `arguments` that match its input schema. \
The user may be asked for approval, may edit the arguments, or may decline.";

/// The JSON Schema of the arguments of [`FIND_TOOLS`].
#[must_use]
pub fn find_tools_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "queries": {
                "type": "array",
                "description": "The same need in several short phrasings, with synonyms and English words, for example [\"send email\", \"compose mail message\", \"gmail send\"].",
                "items": { "type": "string", "minLength": 1, "maxLength": MAX_PHRASING_BYTES },
                "minItems": 1,
                "maxItems": MAX_PHRASINGS,
            },
            "server": {
                "type": "string",
                "description": "Only tools of this server. Leave it out unless the user named the server or an earlier result came from it.",
            },
        },
        "required": ["queries"],
        "additionalProperties": false,
    })
}

/// The JSON Schema of the arguments of [`CALL_TOOL`].
#[must_use]
pub fn call_tool_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "tool": { "type": "string", "description": "The tool's name as `find_tools` returned it." },
            "arguments": { "type": "object", "description": "The tool's arguments, by its input schema." },
        },
        "required": ["tool", "arguments"],
        "additionalProperties": false,
    })
}
