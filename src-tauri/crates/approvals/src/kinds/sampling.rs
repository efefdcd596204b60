//! View of a sampling request or of the model's reply, with everything a person needs for a decision.

use consent::{
    BlockEdit, ModelReason, RequestApproval, SamplingApproval, SamplingDetail, SamplingModel,
    SamplingReplyApproval,
};
use domain::{
    Content, Priorities, SamplingContent, SamplingRequest, SamplingRole, ServerId, ToolUseChoice,
    pretty,
};
use host_api::{
    ApprovalKindView, CostView, ModelNotesView, SaidView, SamplingApprovalView, SamplingBudgetView,
    SamplingContextView, SamplingMessageView, SamplingModelView, SamplingReplyView,
    SamplingTextView, SamplingToolView,
};
use messages::{Phrase, Text, Value, phrases};

use crate::{
    Common, Servers, Show, difference,
    estimate::{cost, dollars, of_image, of_text, price},
    media::sniff,
    rounds,
    wording::{segments, small},
};

/// What is known of a sampling request, or of the reply to it, besides the request.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The models that may be selected, the best first. Those that cannot be read are omitted; this does not affect what is sent.
    pub candidates: Vec<Candidate>,
    /// The server's use of its limits.
    pub budget: SamplingBudgetView,
    /// The usual length of the server's replies in tokens, if there were any.
    pub usual_output: Option<f64>,
    /// Whether replies are reviewed.
    pub reviewed: bool,
}

/// A model that may be selected for a server.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The model.
    pub model: SamplingModel,
    /// The user's notes on it.
    pub notes: ModelNotesView,
}

impl Show for RequestApproval<SamplingApproval> {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_sampling_title(domain::visible(&self.server_name))
    }

    fn part_of(&self) -> Option<Phrase> {
        self.round.as_ref().map(rounds::part_of)
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        let from = (self.server, self.server_name.as_str());
        ApprovalKindView::Sampling {
            sampling: Box::new(sampling(from, &self.ask, None, facts)),
        }
    }

    fn logged(detail: &SamplingDetail, subject: String) -> Text {
        let said = match detail.again {
            true => phrases::host_logged_sampling_again(subject),
            false => phrases::host_logged_sampling(subject),
        };
        rounds::logged(said, detail.round.as_ref()).into()
    }
}

impl Show for RequestApproval<SamplingReplyApproval> {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_reply_title(domain::visible(&self.server_name))
    }

    fn part_of(&self) -> Option<Phrase> {
        self.round.as_ref().map(rounds::part_of)
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        let from = (self.server, self.server_name.as_str());
        let view = sampling(from, &self.ask.prompt, Some(&self.ask), facts);
        ApprovalKindView::Sampling {
            sampling: Box::new(view),
        }
    }

    fn logged(detail: &SamplingDetail, subject: String) -> Text {
        let said = phrases::host_logged_reply(subject);
        rounds::logged(said, detail.round.as_ref()).into()
    }
}

/// Returns the view of a sampling request, or of the reply to it.
fn sampling(
    (server, name): (ServerId, &str),
    q: &SamplingApproval,
    reply: Option<&SamplingReplyApproval>,
    facts: &Facts,
) -> SamplingApprovalView {
    let candidates = &facts.candidates;
    let notes = candidate(candidates, &q.draft.model)
        .map(|c| c.notes)
        .unwrap_or_default();
    let request = &q.draft.request;
    let cost = match reply {
        Some(_) => CostView::default(),
        None => cost(
            &notes,
            q.draft.model.on_this_machine,
            request,
            facts.usual_output,
        ),
    };
    let own = q.draft.model.provider != q.chosen.provider;
    SamplingApprovalView {
        server: facts.common.servers.tag(server, name),
        today: q.today,
        models: match reply {
            Some(_) => Vec::new(),
            None => candidates.iter().map(of_candidate).collect(),
        },
        model: model(candidates, &q.draft.model),
        why: if own {
            phrases::host_sampling_chosen().into()
        } else {
            why(&q.why, &q.asked.priorities)
        },
        wishes: wishes(&q.asked),
        max_tokens: request.max_tokens,
        wished_tokens: q.asked.max_tokens,
        answers_reviewed: facts.reviewed,
        cost,
        budget: facts.budget,
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
        .find(|c| c.model.provider == model.provider && c.model.model == model.model)
}

fn of_candidate(candidate: &Candidate) -> SamplingModelView {
    SamplingModelView {
        notes: candidate.notes,
        ..of_model(&candidate.model)
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
        notes: ModelNotesView::default(),
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

fn answer(q: &SamplingReplyApproval, notes: &ModelNotesView) -> SamplingReplyView {
    let answer = &q.answer;
    let cost = match (answer.input_tokens, answer.output_tokens) {
        (Some(input), Some(output)) => price(notes, input as f64, output as f64),
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

/// Returns why a model was chosen, for display. `priorities` are those of the server that the reason is about.
#[must_use]
pub fn why(reason: &ModelReason, priorities: &Priorities) -> Text {
    let said = match (reason, cares(priorities)) {
        (ModelReason::Hint(hint), _) => phrases::host_sampling_hinted(domain::visible(hint)),
        (ModelReason::Priorities, Some(cares)) => phrases::host_sampling_preferred(cares),
        (ModelReason::Priorities, None) | (ModelReason::InUse, _) => {
            phrases::host_sampling_in_use()
        }
    };
    said.into()
}

/// Formats the server's priorities: `speed 0.9 and cost 0.6`; none if it has none.
#[must_use]
pub fn cares(priorities: &Priorities) -> Option<Value> {
    // Two digits are enough, however many a server sends.
    let weight = |priority: Option<f64>| {
        let priority = priority.filter(|p| *p > 0.0)?;
        Some((priority * 100.0).round() / 100.0)
    };
    let named = [
        weight(priorities.speed).map(phrases::host_wish_speed),
        weight(priorities.cost).map(phrases::host_wish_cost),
        weight(priorities.intelligence).map(phrases::host_wish_intelligence),
    ];
    let named: Vec<Phrase> = named.into_iter().flatten().collect();
    (!named.is_empty()).then(|| Value::list(named))
}

fn wishes(request: &SamplingRequest) -> Vec<Text> {
    let mut out = Vec::new();
    if !request.hints.is_empty() {
        let hints = request.hints.iter().map(|hint| domain::visible(hint));
        out.push(phrases::host_wish_models(Value::list(hints)));
    }
    if let Some(cares) = cares(&request.priorities) {
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
    match sniff(data) {
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
