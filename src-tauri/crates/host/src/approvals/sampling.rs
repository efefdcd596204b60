//! View of a sampling request or of the model's reply, with everything a person needs for a decision.

use consent::{
    BlockEdit, RequestApproval, SamplingApproval, SamplingDetail, SamplingModel,
    SamplingReplyApproval,
};
use domain::{Content, SamplingContent, SamplingRequest, SamplingRole, ServerId, ToolUseChoice};
use host_api::{
    ApprovalKindView, CostView, SaidView, SamplingApprovalView, SamplingContextView,
    SamplingMessageView, SamplingModelView, SamplingReplyView, SamplingTextView, SamplingToolView,
};
use messages::{Phrase, Text, Value, phrases};

use super::{difference, show::Show};
use crate::{
    content,
    inner::Inner,
    pretty::pretty,
    providers::notes_view,
    sampling::{self, Candidate, dollars, of_image, of_text, small},
    wording::segments,
};

impl Show for RequestApproval<SamplingApproval> {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::consent_sampling_title(domain::visible(&self.server_name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        let from = (self.server, self.server_name.as_str());
        ApprovalKindView::Sampling {
            sampling: Box::new(sampling(inner, from, &self.ask, None).await),
        }
    }

    fn logged(detail: &SamplingDetail, subject: String) -> Text {
        match detail.again {
            true => phrases::host_logged_sampling_again(subject),
            false => phrases::host_logged_sampling(subject),
        }
        .into()
    }
}

impl Show for RequestApproval<SamplingReplyApproval> {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::consent_reply_title(domain::visible(&self.server_name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        let from = (self.server, self.server_name.as_str());
        let view = sampling(inner, from, &self.ask.prompt, Some(&self.ask)).await;
        ApprovalKindView::Sampling {
            sampling: Box::new(view),
        }
    }

    fn logged(_: &SamplingDetail, subject: String) -> Text {
        phrases::host_logged_reply(subject).into()
    }
}

/// Returns the view of a sampling request, or of the reply to it.
async fn sampling(
    inner: &Inner,
    (server, name): (ServerId, &str),
    q: &SamplingApproval,
    reply: Option<&SamplingReplyApproval>,
) -> SamplingApprovalView {
    // Candidates that cannot be read are omitted; this does not affect what is sent.
    let mut candidates = inner.candidates().await.unwrap_or_default();
    sampling::choose(
        &mut candidates,
        &[q.chosen.provider],
        &q.asked.hints,
        &q.asked.priorities,
    );
    let model = model(&candidates, &q.draft.model);
    let notes = candidate(&candidates, &q.draft.model)
        .map(|c| c.notes)
        .unwrap_or_default();
    let (budget, used) = inner.sampling_budget(server).await.unwrap_or_default();
    let request = &q.draft.request;
    let cost = match reply {
        Some(_) => CostView::default(),
        None => sampling::cost(&notes, q.draft.model.on_this_machine, request, &used),
    };
    // Limits that cannot be read here cannot be read later either, and nothing is sent then.
    let limits = inner.store.samplings().limits(server).await;
    let own = q.draft.model.provider != q.chosen.provider;
    SamplingApprovalView {
        server: inner.servers.tag(server, name),
        today: q.today,
        models: match reply {
            Some(_) => Vec::new(),
            None => candidates.iter().map(of_candidate).collect(),
        },
        model,
        why: if own {
            phrases::host_sampling_chosen().into()
        } else {
            sampling::why(&q.why, &q.asked.priorities)
        },
        wishes: wishes(&q.asked),
        max_tokens: request.max_tokens,
        wished_tokens: q.asked.max_tokens,
        answers_reviewed: limits.is_ok_and(|limits| limits.review),
        cost,
        budget,
        context: q.context.as_ref().map(|context| SamplingContextView {
            asked: domain::visible(&context.asked),
            chosen: q.edit.context,
            tokens: small(context.items.iter().map(|(_, text)| of_text(text)).sum()),
            items: context.items.iter().map(|(line, _)| line.clone()).collect(),
        }),
        system: system(q),
        messages: messages(q),
        tools: q
            .asked
            .tools
            .iter()
            .map(|tool| SamplingToolView {
                name: domain::visible(&tool.name),
                description: segments(&tool.description),
                schema: segments(&pretty(&tool.input_schema)),
                kept: q.edit.tools.contains(&tool.name),
            })
            .collect(),
        edits: saturated(q.edits()),
        json: format!("{:#}", q.draft.to_json(false)),
        reply: reply.map(|reply| answer(reply, &notes)),
    }
}

fn saturated(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn candidate<'a>(all: &'a [Candidate], model: &SamplingModel) -> Option<&'a Candidate> {
    all.iter()
        .find(|c| c.provider.id == model.provider && c.provider.model == model.model)
}

fn of_candidate(candidate: &Candidate) -> SamplingModelView {
    SamplingModelView {
        notes: notes_view(&candidate.notes),
        ..of_model(&candidate.model())
    }
}

/// Returns the view of the selected model, as it was at the time of selection.
fn model(all: &[Candidate], model: &SamplingModel) -> SamplingModelView {
    candidate(all, model).map_or_else(|| of_model(model), of_candidate)
}

fn of_model(model: &SamplingModel) -> SamplingModelView {
    SamplingModelView {
        id: model.provider.to_string(),
        name: domain::visible(&model.name),
        model: domain::visible(&model.model),
        origin: domain::visible(&model.origin),
        on_this_machine: model.on_this_machine,
        notes: host_api::ModelNotesView::default(),
    }
}

fn system(q: &SamplingApproval) -> Option<SamplingTextView> {
    let asked = q.asked.system_prompt.as_deref();
    let now = q.edit.system.as_deref();
    if asked.is_none() && now.is_none() {
        return None;
    }
    let shown = now.or(asked).unwrap_or_default();
    Some(SamplingTextView {
        segments: segments(shown),
        raw: shown.to_owned(),
        asked: asked.unwrap_or_default().to_owned(),
        tokens: small(now.map_or(0, of_text)),
        edited: now != asked,
        left_out: now.is_none(),
    })
}

fn messages(q: &SamplingApproval) -> Vec<SamplingMessageView> {
    let edited = q.asked.messages.iter().zip(&q.edit.blocks);
    edited
        .map(|(message, edits)| SamplingMessageView {
            role: match message.role {
                SamplingRole::User => "user",
                SamplingRole::Assistant => "assistant",
            }
            .to_owned(),
            blocks: said_all(&message.content, edits),
        })
        .collect()
}

fn answer(q: &SamplingReplyApproval, notes: &store::ModelNotes) -> SamplingReplyView {
    let answer = &q.answer;
    let cost = match (answer.input_tokens, answer.output_tokens) {
        (Some(input), Some(output)) => sampling::price(notes, input as f64, output as f64),
        (_, _) => None,
    };
    let changed = answer.content.iter().zip(&q.edit);
    let changed = changed.filter_map(|(block, edit)| match (block, edit) {
        (SamplingContent::Text(before), BlockEdit::Text(now)) => {
            let title = phrases::consent_sampling_answer();
            Some(difference::text(title, Some(before), Some(now)))
        }
        (_, _) => None,
    });
    SamplingReplyView {
        blocks: said_all(&answer.content, &q.edit),
        edits: saturated(q.edits()),
        changed: changed.collect(),
        input_tokens: answer.input_tokens.map(small),
        output_tokens: answer.output_tokens.map(small),
        cost: cost.map(dollars),
        took_ms: small(answer.took_ms),
        stop: q.reply.stop_reason.as_str().to_owned(),
        has_tools: q.has_tools(),
    }
}

fn wishes(request: &SamplingRequest) -> Vec<Text> {
    let mut out = Vec::new();
    if !request.hints.is_empty() {
        let hints = request.hints.iter().map(|hint| domain::visible(hint));
        out.push(phrases::host_wish_models(Value::list(hints)));
    }
    if let Some(cares) = sampling::cares(&request.priorities) {
        out.push(phrases::host_wish_priorities(cares));
    }
    if let Some(temperature) = request.temperature {
        out.push(phrases::host_wish_temperature(temperature.to_string()));
    }
    if !request.stop_sequences.is_empty() {
        let stops = request.stop_sequences.iter();
        let stops = stops.map(|text| phrases::host_quoted(domain::visible(text)));
        out.push(phrases::host_wish_stops(Value::list(stops)));
    }
    match request.tool_choice {
        ToolUseChoice::Required => out.push(phrases::host_wish_tool()),
        ToolUseChoice::None => out.push(phrases::host_wish_no_tool()),
        ToolUseChoice::Auto => {}
    }
    out.into_iter().map(Text::from).collect()
}

fn said_all(content: &[SamplingContent], edits: &[BlockEdit]) -> Vec<SaidView> {
    let blocks = content.iter().zip(edits);
    blocks.map(|(block, edit)| said(block, edit)).collect()
}

/// Returns the view of one block with a person's edit.
fn said(block: &SamplingContent, edit: &BlockEdit) -> SaidView {
    let left_out = *edit == BlockEdit::LeaveOut;
    match block {
        SamplingContent::Text(asked) => {
            let (text, edited) = match edit {
                BlockEdit::Text(text) => (text, text != asked),
                BlockEdit::Keep | BlockEdit::LeaveOut => (asked, false),
            };
            SaidView::Text {
                text: segments(text),
                raw: text.clone(),
                tokens: small(of_text(text)),
                edited,
                left_out,
            }
        }
        SamplingContent::Image { mime_type, data } => image(mime_type, data, left_out),
        SamplingContent::Audio { mime_type, data } => SaidView::Data {
            what: phrases::host_said_audio(domain::visible(mime_type)).into(),
            bytes: bytes(data),
            left_out,
        },
        SamplingContent::ToolUse { name, input, .. } => SaidView::Tool {
            what: phrases::host_said_call(domain::visible(name)).into(),
            text: segments(&pretty(input.as_str())),
            left_out,
        },
        SamplingContent::ToolResult {
            content, is_error, ..
        } => SaidView::Tool {
            what: match *is_error {
                true => phrases::host_said_result_failed(),
                false => phrases::host_said_result(),
            }
            .into(),
            text: segments(&content.iter().map(result).collect::<Vec<_>>().join("\n")),
            left_out,
        },
    }
}

fn image(mime_type: &str, data: &str, left_out: bool) -> SaidView {
    match content::sniff(data) {
        Ok(image) => SaidView::Image {
            mime: image.mime_type.to_owned(),
            data: data.to_owned(),
            bytes: bytes(data),
            width: image.width,
            height: image.height,
            tokens: small(of_image(image.width, image.height)),
            left_out,
        },
        Err(_) => SaidView::Data {
            what: phrases::host_said_image(domain::visible(mime_type)).into(),
            bytes: bytes(data),
            left_out,
        },
    }
}

fn bytes(base64: &str) -> u32 {
    saturated(base64.len() / 4 * 3)
}

fn result(block: &Content) -> String {
    match block {
        Content::Text { text, .. } => text.clone(),
        Content::Image {
            mime_type, data, ..
        }
        | Content::Audio {
            mime_type, data, ..
        } => {
            format!("[{mime_type}, {} B]", data.len() / 4 * 3)
        }
        Content::Resource { raw, .. } | Content::Unknown { raw } => pretty(raw),
    }
}
