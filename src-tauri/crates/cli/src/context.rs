//! `context`: what a model sees.

mod export;

use clap::Subcommand;
use domain::{ConversationId, MessageId};
use host::Host;
use host_api::{
    CompactingView, CompactionView, ContextGroupView, ContextKindView, ContextOmissionView,
    ContextPartView, ContextReasonView, ContextSizeView, ContextView,
};
use messages::{Phrase, phrases};

use crate::{
    chat::{self, EndpointChoice},
    options::{Approve, WireOption},
    output::{Failure, Output},
    words::{quoted, say, say_inside},
};

#[derive(Debug, Subcommand)]
pub(crate) enum ContextVerb {
    /// Show the parts of the next request of a conversation, or of one that was sent: what each is, where it came from, how large it is.
    Show {
        /// The conversation's id, as `chat --json` prints it.
        conversation: String,
        /// The request that was sent, by its number from 1; the next request if none is given.
        #[arg(long, value_name = "N")]
        turn: Option<u32>,
    },
    /// Write what a bug report about a conversation needs, as JSON: kinds, sizes, models, states and failures. Texts, names and arguments are left out.
    Export {
        /// The conversation's id, as `chat --json` prints it.
        conversation: String,
        /// Include texts, names and arguments. Keys and tokens in them are hidden where they can be recognized.
        #[arg(long)]
        texts: bool,
    },
    /// Let a model summarize the older messages of a conversation. Later requests send the summary in their place; the messages stay.
    Compact {
        /// The conversation's id, as `chat --json` prints it.
        conversation: String,
        /// The last message to summarize, by its id; all but the last few messages if none is given.
        #[arg(long, value_name = "MESSAGE")]
        up_to: Option<String>,
        /// Undo the newest summary instead: its messages are sent again.
        #[arg(long, conflicts_with_all = ["up_to", "model", "base_url"])]
        undo: bool,
        /// The model; that of the conversation if not given.
        #[arg(long)]
        model: Option<String>,
        /// The address of an endpoint, for this run only.
        #[arg(long, value_name = "URL", requires = "model")]
        base_url: Option<String>,
        /// The format that this endpoint speaks. If not given: responses at api.openai.com and Azure, anthropic at api.anthropic.com, openai elsewhere.
        #[arg(
            long,
            value_enum,
            value_name = "openai|anthropic|responses",
            requires = "base_url"
        )]
        wire: Option<WireOption>,
        /// The variable of your environment that holds the endpoint's key.
        #[arg(long, value_name = "VAR", requires = "base_url")]
        key_env: Option<String>,
    },
}

/// Does what the command line says.
pub(crate) async fn run(
    host: &Host,
    verb: &ContextVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        ContextVerb::Show { conversation, turn } => {
            show(host, id_of(conversation)?, turn.as_ref(), output).await
        }
        ContextVerb::Export {
            conversation,
            texts,
        } => {
            let document = export::document(host, id_of(conversation)?, *texts).await?;
            output.one(&document, || format!("{document:#}"));
            Ok(())
        }
        ContextVerb::Compact {
            conversation,
            undo: true,
            ..
        } => undo(host, id_of(conversation)?, output).await,
        ContextVerb::Compact {
            conversation,
            up_to,
            model,
            base_url,
            wire,
            key_env,
            undo: false,
        } => {
            let endpoint = EndpointChoice {
                model,
                base_url,
                wire: *wire,
                key_env,
            };
            let id = id_of(conversation)?;
            let up_to = up_to.as_deref().map(message_of).transpose()?;
            compact(host, (id, up_to), &endpoint, approve, output).await
        }
    }
}

fn id_of(conversation: &str) -> Result<ConversationId, Failure> {
    conversation
        .parse()
        .map_err(|_| Failure::usage(phrases::terminal_context_no_id(conversation)))
}

fn message_of(message: &str) -> Result<MessageId, Failure> {
    message
        .parse()
        .map_err(|_| Failure::usage(phrases::terminal_context_no_message(message)))
}

/// Makes a summary and waits for its end.
async fn compact(
    host: &Host,
    (id, up_to): (ConversationId, Option<MessageId>),
    endpoint: &EndpointChoice<'_>,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let with = match endpoint.model {
        Some(_) => Some(chat::provider(host, endpoint).await?),
        None => None,
    };
    if let (Approve::Once, Some(provider)) = (approve, with) {
        host.allow_outflow(provider);
    }
    let events = host.events();
    host.compact(id, up_to, with).await?;
    chat::follow(events, id, output).await;
    let view = host.open_conversation(id).await?;
    if let Some(CompactingView::Failed { message, hint, .. }) = view.compacting {
        let failure = Failure::failed(message);
        return Err(match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        });
    }
    output.one(&view.compaction, || match &view.compaction {
        Some(made) => summary(made),
        None => say(phrases::terminal_context_stopped()),
    });
    Ok(())
}

/// Undoes the newest summary of the current branch.
async fn undo(host: &Host, id: ConversationId, output: Output) -> Result<(), Failure> {
    let view = host.open_conversation(id).await?;
    let Some(made) = view.compaction else {
        return Err(Failure::usage(phrases::terminal_context_no_summary()));
    };
    host.undo_compaction(id, &made.id).await?;
    let left = host.open_conversation(id).await?.compaction;
    output.one(&left, || match &left {
        Some(before) => summary(before),
        None => say(phrases::terminal_context_undone(made.messages)),
    });
    Ok(())
}

/// Returns what a summary replaces, and its text.
fn summary(made: &CompactionView) -> String {
    let model = &made.model;
    let head = match made.edited_ms {
        Some(_) => phrases::terminal_context_summarized_edited(made.messages, model, made.tokens),
        None => phrases::terminal_context_summarized(made.messages, model, made.tokens),
    };
    format!("{}\n{}", say(head), domain::visible_block(&made.summary))
}

async fn show(
    host: &Host,
    id: ConversationId,
    turn: Option<&u32>,
    output: Output,
) -> Result<(), Failure> {
    let view = match turn {
        None => host.context_next(id, "").await?,
        Some(number) => {
            let all = host.context_requests(id).await?;
            let found = all.iter().find(|request| request.number == *number);
            let request = found.ok_or_else(|| {
                Failure::usage(phrases::terminal_context_no_request(all.len(), *number))
            })?;
            host.context_request(id, &request.id).await?
        }
    };
    output.one(&view, || text(&view));
    Ok(())
}

fn text(view: &ContextView) -> String {
    let mut out = vec![say(match view.window {
        Some(window) => phrases::terminal_context_window(&view.model, view.tokens, window),
        None => phrases::terminal_context_size(&view.model, view.tokens),
    })];
    let used = view.request.as_ref();
    if let Some((input, answer)) = used.and_then(|used| used.input_tokens.zip(used.output_tokens)) {
        out.push(say(phrases::terminal_context_counted(input, answer)));
    }
    if let Some(cached) = used.and_then(|used| used.cached_tokens) {
        out.push(say(phrases::terminal_context_cached(cached)));
    }
    if let Some(differs) = &view.differs {
        out.push(say(match differs.only_adds {
            true => phrases::terminal_context_adds(differs.tokens),
            false => phrases::terminal_context_differs(differs.index + 1, differs.tokens),
        }));
    }
    out.extend(view.groups.iter().map(size));
    out.extend(view.parts.iter().map(part));
    if view.parts_more > 0 {
        out.push(say(phrases::host_more(view.parts_more)));
    }
    out.extend(view.omitted.iter().map(omission));
    if view.omitted_more > 0 {
        out.push(say(phrases::terminal_context_omitted_more(
            view.omitted_more,
        )));
    }
    out.join("\n")
}

fn size(size: &ContextSizeView) -> String {
    let group = say_inside(group(size.group));
    say(phrases::terminal_context_group(
        group,
        size.parts,
        size.tokens,
    ))
}

fn part(part: &ContextPartView) -> String {
    let server = part
        .server
        .as_ref()
        .map_or("-", |server| server.name.as_str());
    let label: Vec<String> = part
        .label
        .iter()
        .map(|server| quoted(&server.name))
        .collect();
    [
        (part.index + 1).to_string(),
        say_inside(kind(part.kind)),
        quoted(server),
        say_inside(phrases::terminal_context_tokens(part.tokens)),
        label.join(", "),
        quoted(&part.title),
    ]
    .join("\t")
}

fn omission(one: &ContextOmissionView) -> String {
    let what = say_inside(kind(one.kind));
    let why = say_inside(match one.reason {
        ContextReasonView::ResultLimit => phrases::terminal_context_result_limit(),
        ContextReasonView::ToolLimit => phrases::terminal_context_tool_limit(),
        ContextReasonView::Budget => phrases::terminal_context_budget(),
    });
    say(match one.kept {
        0 => phrases::terminal_context_left_out(&one.title, what, why),
        kept => phrases::terminal_context_shortened(one.bytes, kept, &one.title, what, why),
    })
}

fn group(group: ContextGroupView) -> Phrase {
    match group {
        ContextGroupView::System => phrases::context_system(),
        ContextGroupView::Tools => phrases::context_tools(),
        ContextGroupView::Attachments => phrases::context_attachments(),
        ContextGroupView::History => phrases::context_history(),
    }
}

fn kind(kind: ContextKindView) -> Phrase {
    match kind {
        ContextKindView::System => phrases::context_kind_system(),
        ContextKindView::Tool => phrases::context_kind_tool(),
        ContextKindView::Project => phrases::context_kind_project(),
        ContextKindView::Instructions => phrases::context_kind_instructions(),
        ContextKindView::Summary => phrases::context_kind_summary(),
        ContextKindView::Message => phrases::context_kind_message(),
        ContextKindView::Attachment => phrases::context_kind_attachment(),
        ContextKindView::Answer => phrases::context_kind_answer(),
        ContextKindView::State => phrases::context_kind_state(),
        ContextKindView::Call => phrases::context_kind_call(),
        ContextKindView::Result => phrases::context_kind_result(),
        ContextKindView::Image => phrases::context_kind_image(),
        ContextKindView::Note => phrases::context_kind_note(),
    }
}
