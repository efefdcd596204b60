//! Application of a person's edits to a sampling request or reply. The result is validated like the original.

use consent::{BlockEdit, SamplingAnswer, SamplingContext, SamplingEdit};
use domain::{
    SamplingContent, SamplingMessage, SamplingReply, SamplingRequest, StopReason, ToolUseChoice,
};
use messages::{Phrase, phrases};

use super::{context, validate};

/// Maximum length of a reply for a server, in tokens, whatever it requests.
pub(crate) const MAX_TOKENS: u32 = 4_096;

/// Returns the edit that changes nothing.
pub(super) fn untouched(request: &SamplingRequest, limit: u32) -> SamplingEdit {
    let keep = |message: &SamplingMessage| vec![BlockEdit::Keep; message.content.len()];
    SamplingEdit {
        provider: None,
        system: request.system_prompt.clone(),
        blocks: request.messages.iter().map(keep).collect(),
        tools: request.tools.iter().map(|t| t.name.clone()).collect(),
        max_tokens: limit,
        context: false,
    }
}

/// Returns the request as it would be sent.
///
/// # Errors
/// What is wrong with the edit, for display.
pub(super) fn applied(
    asked: &SamplingRequest,
    added: Option<&SamplingContext>,
    edit: &SamplingEdit,
) -> Result<SamplingRequest, Phrase> {
    let mut request = asked.clone();
    if edit.max_tokens == 0 || edit.max_tokens > MAX_TOKENS {
        return Err(phrases::host_sampling_length(MAX_TOKENS));
    }
    request.max_tokens = edit.max_tokens;
    request.system_prompt.clone_from(&edit.system);
    if edit.blocks.len() != asked.messages.len() {
        return Err(phrases::host_sampling_other_edit());
    }
    request.messages.clear();
    for (message, edits) in asked.messages.iter().zip(&edit.blocks) {
        let content = blocks(&message.content, edits)?;
        if !content.is_empty() {
            request.messages.push(SamplingMessage {
                role: message.role,
                content,
            });
        }
    }
    let known = |name: &String| asked.tools.iter().any(|t| t.name == *name);
    if !edit.tools.iter().all(known) {
        return Err(phrases::host_sampling_other_tool());
    }
    request.tools.retain(|tool| edit.tools.contains(&tool.name));
    // Without tools, a tool choice is meaningless.
    if request.tools.is_empty() {
        request.tool_choice = ToolUseChoice::Auto;
    }
    if request.messages.is_empty() {
        return Err(phrases::host_sampling_messages_left());
    }
    match added {
        Some(added) if edit.context && !added.items.is_empty() => context::add(added, &mut request),
        Some(_) | None if edit.context => return Err(phrases::host_sampling_no_context()),
        Some(_) | None => {}
    }
    validate::request(&mut request)?;
    Ok(request)
}

/// Returns the reply as it would be sent.
///
/// # Errors
/// What is wrong with the edit, for display.
pub(super) fn answered(
    answer: &SamplingAnswer,
    edits: &[BlockEdit],
    now: &SamplingReply,
) -> Result<SamplingReply, Phrase> {
    let content = blocks(&answer.content, edits)?;
    let calls = |block: &SamplingContent| matches!(block, SamplingContent::ToolUse { .. });
    let stop_reason = match answer.stop_reason {
        // Otherwise the server would wait for calls that it never receives.
        StopReason::ToolUse if !content.iter().any(calls) => StopReason::EndTurn,
        reason @ (StopReason::ToolUse | StopReason::EndTurn | StopReason::MaxTokens) => reason,
    };
    let reply = SamplingReply {
        content,
        stop_reason,
        ..now.clone()
    };
    validate::reply(&reply)?;
    Ok(reply)
}

fn blocks(
    content: &[SamplingContent],
    edits: &[BlockEdit],
) -> Result<Vec<SamplingContent>, Phrase> {
    if content.len() != edits.len() {
        return Err(phrases::host_sampling_other_edit());
    }
    let mut out = Vec::new();
    for (block, edit) in content.iter().zip(edits) {
        match edit {
            BlockEdit::Keep => out.push(block.clone()),
            BlockEdit::LeaveOut => {}
            BlockEdit::Text(_) if !matches!(block, SamplingContent::Text(_)) => {
                return Err(phrases::host_sampling_only_text());
            }
            BlockEdit::Text(text) if text.trim().is_empty() => {
                return Err(phrases::host_sampling_text_empty());
            }
            BlockEdit::Text(text) => out.push(SamplingContent::Text(text.clone())),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{JsonObjectText, Priorities, RequestId, SamplingRole, SamplingTool, ServerId};

    fn asked() -> SamplingRequest {
        let text = |role, text: &str| SamplingMessage {
            role,
            content: vec![SamplingContent::Text(text.into())],
        };
        let uses = SamplingMessage {
            role: SamplingRole::Assistant,
            content: vec![SamplingContent::ToolUse {
                id: "1".into(),
                name: "look".into(),
                input: JsonObjectText::parse("{}").unwrap(),
            }],
        };
        let gave = SamplingMessage {
            role: SamplingRole::User,
            content: vec![SamplingContent::ToolResult {
                tool_use_id: "1".into(),
                content: vec![],
                is_error: false,
            }],
        };
        SamplingRequest {
            id: RequestId::new(),
            server: ServerId::new(),
            messages: vec![text(SamplingRole::User, "one"), uses, gave],
            system_prompt: Some("be brief".into()),
            max_tokens: 9_000,
            temperature: None,
            stop_sequences: vec![],
            hints: vec![],
            priorities: Priorities::default(),
            include_context: Some("allServers".into()),
            tools: vec![SamplingTool {
                name: "look".into(),
                description: String::new(),
                input_schema: "{}".into(),
            }],
            tool_choice: ToolUseChoice::Required,
            raw: "{}".into(),
        }
    }

    #[test]
    fn an_edit_is_of_what_was_asked_and_is_checked_like_it() {
        let asked = asked();
        let same = untouched(&asked, 100);
        let sent = applied(&asked, None, &same).unwrap();
        assert_eq!((&sent.messages, sent.max_tokens), (&asked.messages, 100));

        let mut edit = same.clone();
        edit.blocks[0][0] = BlockEdit::Text("two".into());
        (edit.system, edit.tools) = (None, vec![]);
        (edit.blocks[1][0], edit.blocks[2][0]) = (BlockEdit::LeaveOut, BlockEdit::LeaveOut);
        let sent = applied(&asked, None, &edit).unwrap();
        assert_eq!(
            sent.messages.len(),
            1,
            "what is left out leaves no empty message"
        );
        assert_eq!(
            sent.messages[0].content,
            [SamplingContent::Text("two".into())]
        );
        assert_eq!((sent.system_prompt, sent.tools.len()), (None, 0));
        assert_eq!(sent.tool_choice, ToolUseChoice::Auto);

        // A tool use without its result, an empty text, an unknown tool, no content, an excessive length, missing context.
        let wrong: [fn(&mut SamplingEdit); 6] = [
            |e| e.blocks[2][0] = BlockEdit::LeaveOut,
            |e| e.blocks[0][0] = BlockEdit::Text("  ".into()),
            |e| e.tools = vec!["other".into()],
            |e| e.blocks = vec![vec![BlockEdit::LeaveOut]; 3],
            |e| e.max_tokens = MAX_TOKENS + 1,
            |e| e.context = true,
        ];
        for (at, change) in wrong.into_iter().enumerate() {
            let mut edit = same.clone();
            change(&mut edit);
            assert!(applied(&asked, None, &edit).is_err(), "{at}");
        }
    }

    #[test]
    fn context_comes_first_and_only_if_it_is_ticked() {
        let asked = asked();
        let context = SamplingContext {
            asked: "thisServer".into(),
            items: vec![("look: a lamp".into(), "a lamp".into())],
        };
        let mut edit = untouched(&asked, 100);
        let sent = applied(&asked, Some(&context), &edit).unwrap();
        assert_eq!(sent.messages, asked.messages);
        edit.context = true;
        let sent = applied(&asked, Some(&context), &edit).unwrap();
        assert_eq!(
            sent.messages[0].content,
            [SamplingContent::Text("a lamp".into())]
        );
        assert_eq!(sent.messages[1..], asked.messages);
    }
}
