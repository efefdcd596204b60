//! Validation of sampling requests: a request is refused as a whole if it cannot be shown and sent unchanged (2025-11-25,
//! client/sampling, "Message Content Constraints").

use std::collections::BTreeSet;

use approvals::media::{sniff, sniff_audio};
use domain::{
    Content, SamplingContent, SamplingMessage, SamplingReply, SamplingRequest, SamplingRole,
    ToolUseChoice,
};
use messages::{Phrase, phrases};

/// Maximum number of images and audio blocks in one request.
const MAX_MEDIA: usize = 20;
/// Maximum length of a block's text, in bytes.
const MAX_TEXT: usize = 1024 * 1024;

/// Validates a request from a server, or as a person edited it. Media types are replaced with the ones detected from the bytes.
///
/// # Errors
/// What is wrong, without any of the server's content: the user reads it, and the server gets it in English.
pub(crate) fn request(request: &mut SamplingRequest) -> Result<(), Phrase> {
    if request.messages.is_empty() {
        return Err(phrases::host_sampling_no_messages());
    }
    let mut media = 0;
    for message in &mut request.messages {
        of_message(message, &mut media)?;
    }
    if media > MAX_MEDIA {
        return Err(phrases::host_sampling_media(MAX_MEDIA));
    }
    pairs(&request.messages)?;
    let names: BTreeSet<&str> = request.tools.iter().map(|t| t.name.as_str()).collect();
    if names.len() != request.tools.len() {
        return Err(phrases::host_sampling_tool_twice());
    }
    if request.tool_choice == ToolUseChoice::Required && request.tools.is_empty() {
        return Err(phrases::host_sampling_no_tool());
    }
    if request.system_prompt.as_deref().is_some_and(too_long) {
        return Err(long());
    }
    Ok(())
}

/// Validates a reply as a person edited it.
///
/// # Errors
/// What is wrong.
pub(crate) fn reply(reply: &SamplingReply) -> Result<(), Phrase> {
    if reply.content.is_empty() {
        return Err(phrases::host_sampling_reply_empty());
    }
    let long_text =
        |block: &SamplingContent| matches!(block, SamplingContent::Text(text) if too_long(text));
    if reply.content.iter().any(long_text) {
        return Err(long());
    }
    Ok(())
}

fn too_long(text: &str) -> bool {
    text.len() > MAX_TEXT
}

fn long() -> Phrase {
    phrases::host_sampling_text_long(MAX_TEXT)
}

fn of_message(message: &mut SamplingMessage, media: &mut usize) -> Result<(), Phrase> {
    if message.content.is_empty() {
        return Err(phrases::host_sampling_message_empty());
    }
    for block in &mut message.content {
        let assistant = message.role == SamplingRole::Assistant;
        match block {
            SamplingContent::Text(text) if too_long(text) => return Err(long()),
            SamplingContent::Text(_) => {}
            // No endpoint accepts media there; they would be lost.
            SamplingContent::Image { .. } | SamplingContent::Audio { .. } if assistant => {
                return Err(phrases::host_sampling_assistant_media());
            }
            SamplingContent::Image { mime_type, data } => {
                *media += 1;
                *mime_type = image(data)?.to_owned();
            }
            SamplingContent::Audio { mime_type, data } => {
                *media += 1;
                *mime_type = sound(data)?.to_owned();
            }
            SamplingContent::ToolUse { .. } if !assistant => {
                return Err(phrases::host_sampling_user_calls());
            }
            SamplingContent::ToolUse { .. } => {}
            SamplingContent::ToolResult { .. } if assistant => {
                return Err(phrases::host_sampling_assistant_results());
            }
            SamplingContent::ToolResult { content, .. } => {
                for given in content {
                    of_result(given, media)?;
                }
            }
        }
    }
    Ok(())
}

fn of_result(given: &mut Content, media: &mut usize) -> Result<(), Phrase> {
    match given {
        Content::Image {
            mime_type, data, ..
        } => {
            *media += 1;
            *mime_type = image(data)?.to_owned();
        }
        Content::Audio {
            mime_type, data, ..
        } => {
            *media += 1;
            *mime_type = sound(data)?.to_owned();
        }
        Content::Text { text, .. } if too_long(text) => return Err(long()),
        Content::Text { .. } | Content::Resource { .. } | Content::Unknown { .. } => {}
    }
    Ok(())
}

fn image(data: &str) -> Result<&'static str, Phrase> {
    let found = sniff(data);
    found
        .map(|image| image.mime_type)
        .map_err(|why| phrases::host_sampling_image(why.text()))
}

fn sound(data: &str) -> Result<&'static str, Phrase> {
    let found = sniff_audio(data);
    found
        .map(|(mime_type, _)| mime_type)
        .map_err(|why| phrases::host_sampling_audio(why.text()))
}

/// Checks that every tool use is followed by its one result, in a message of the user with no other content.
fn pairs(messages: &[SamplingMessage]) -> Result<(), Phrase> {
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        let (mut results, mut uses) = (Vec::new(), Vec::new());
        for block in &message.content {
            match block {
                SamplingContent::ToolResult { tool_use_id, .. } => {
                    results.push(tool_use_id.as_str())
                }
                SamplingContent::ToolUse { id, .. } => uses.push(id.as_str()),
                SamplingContent::Text(_)
                | SamplingContent::Image { .. }
                | SamplingContent::Audio { .. } => {}
            }
        }
        if !results.is_empty() && results.len() != message.content.len() {
            return Err(phrases::host_sampling_results_mixed());
        }
        open.sort_unstable();
        results.sort_unstable();
        let twice = open.windows(2).any(|two| two[0] == two[1]);
        if twice || open != results {
            return Err(phrases::host_sampling_results_unmatched());
        }
        open = uses;
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(phrases::host_sampling_result_missing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{JsonObjectText, Priorities, RequestId, SamplingTool, ServerId};

    const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    fn image(data: &str) -> SamplingContent {
        SamplingContent::Image {
            mime_type: "image/jpeg".into(),
            data: data.into(),
        }
    }

    fn uses(id: &str) -> SamplingContent {
        SamplingContent::ToolUse {
            id: id.into(),
            name: "look".into(),
            input: JsonObjectText::parse("{}").unwrap(),
        }
    }

    fn gave(id: &str) -> SamplingContent {
        SamplingContent::ToolResult {
            tool_use_id: id.into(),
            content: vec![],
            is_error: false,
        }
    }

    fn asked(messages: Vec<(SamplingRole, Vec<SamplingContent>)>) -> SamplingRequest {
        let messages = messages.into_iter();
        let messages = messages.map(|(role, content)| SamplingMessage { role, content });
        SamplingRequest {
            id: RequestId::new(),
            server: ServerId::new(),
            messages: messages.collect(),
            system_prompt: None,
            max_tokens: 10,
            temperature: None,
            stop_sequences: vec![],
            hints: vec![],
            priorities: Priorities::default(),
            include_context: None,
            tools: vec![],
            tool_choice: ToolUseChoice::Auto,
            raw: "{}".into(),
        }
    }

    #[test]
    fn what_would_be_changed_or_lost_on_its_way_is_refused_whole() {
        use SamplingRole::{Assistant, User};
        let text = || SamplingContent::Text("x".into());
        let wrong = [
            vec![],
            vec![(User, vec![])],
            vec![(User, vec![image("PHN2Zz4=")])],
            vec![(Assistant, vec![image(PIXEL)])],
            vec![(User, vec![image(PIXEL); MAX_MEDIA + 1])],
            vec![(User, vec![uses("a")]), (User, vec![gave("a")])],
            vec![(Assistant, vec![uses("a")]), (Assistant, vec![gave("a")])],
            vec![(Assistant, vec![uses("a")])],
            vec![(User, vec![gave("a")])],
            vec![(Assistant, vec![uses("a")]), (User, vec![gave("b")])],
            vec![
                (Assistant, vec![uses("a")]),
                (User, vec![gave("a"), text()]),
            ],
            vec![
                (Assistant, vec![uses("a"), uses("a")]),
                (User, vec![gave("a"), gave("a")]),
            ],
            vec![(User, vec![SamplingContent::Text("x".repeat(MAX_TEXT + 1))])],
        ];
        for (at, messages) in wrong.into_iter().enumerate() {
            assert!(request(&mut asked(messages)).is_err(), "{at}");
        }
        let tool = SamplingTool {
            name: "look".into(),
            description: String::new(),
            input_schema: "{}".into(),
        };
        let mut twice = asked(vec![(User, vec![text()])]);
        twice.tools = vec![tool.clone(), tool];
        assert!(request(&mut twice).is_err());
        let mut none = asked(vec![(User, vec![text()])]);
        none.tool_choice = ToolUseChoice::Required;
        assert!(request(&mut none).is_err());

        let mut right = asked(vec![
            (User, vec![text(), image(PIXEL)]),
            (Assistant, vec![text(), uses("a"), uses("b")]),
            (User, vec![gave("b"), gave("a")]),
        ]);
        request(&mut right).unwrap();
        let SamplingContent::Image { mime_type, .. } = &right.messages[0].content[1] else {
            panic!("it is an image");
        };
        assert_eq!(mime_type, "image/png", "by its bytes, not by its word");
    }
}
