//! `chat` and `models list`.

use std::collections::BTreeSet;

use domain::{ConversationId, ProviderId, ServerId, Wire};
use host::{Host, ModelChoice, Secret, SessionProvider};
use host_api::{
    CallStateView, Event, MessageStatusView, PartView, RoleView, TuningView, TurnStateView,
    WireView,
};
use messages::{Phrase, Value, phrases};
use serde_json::json;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::timeout,
};

use crate::{
    approved_tool,
    attach::{self, AttachArgs},
    options::{Approve, WireOption},
    output::{Failure, Output, complain, note, print},
    waits,
    words::{said, say, say_inside},
};

#[derive(Debug, clap::Args)]
pub(crate) struct ChatArgs {
    /// The model; that of your first endpoint if not given.
    #[arg(long)]
    pub model: Option<String>,
    /// The address of an endpoint, for this run only.
    #[arg(long, value_name = "URL", requires = "model")]
    pub base_url: Option<String>,
    /// The format that this endpoint speaks. If not given: responses at api.openai.com and Azure, anthropic at api.anthropic.com, openai elsewhere.
    #[arg(
        long,
        value_enum,
        value_name = "openai|anthropic|responses",
        requires = "base_url"
    )]
    pub wire: Option<WireOption>,
    /// The variable of your environment that holds the endpoint's key.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    pub key_env: Option<String>,
    /// The servers to offer, by name; all accepted ones if not given, none if empty.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub servers: Option<Vec<String>>,
    /// A tool that may be called without asking, N times or for this run; never past a guard. A destructive tool only with
    /// `:1`, which names exactly one call: repeat the option for more.
    ///
    /// TOOL is everything after the slash that ends the name of a server, with any letters, spaces, slashes and colons; digits
    /// after its last colon are N. A pair that cannot be written so is written as JSON: '["SERVER", "TOOL", N]'.
    #[arg(long, value_name = "SERVER/TOOL[:N]")]
    pub approve_tool: Vec<String>,
    /// How much the model reasons, for a model that can be told so: none, minimal, low, medium, high, xhigh or max.
    #[arg(long)]
    pub effort: Option<String>,
    /// The temperature of the answer, 0 to 2, for a model that takes one.
    #[arg(long)]
    pub temperature: Option<f64>,
    /// The longest answer in tokens.
    #[arg(long, value_name = "TOKENS")]
    pub max_tokens: Option<u32>,
    #[command(flatten)]
    pub attach: AttachArgs,
    /// Your message.
    pub message: String,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ModelsVerb {
    /// List your endpoints and the models found on this machine.
    List,
}

/// `models list`: your endpoints, and what runs on this machine.
pub(crate) async fn models(host: &Host, output: Output) -> Result<(), Failure> {
    let (providers, found) = (host.providers().await?, host.models_found().await);
    output.one(
        &json!({ "endpoints": providers, "found_on_this_machine": found }),
        || {
            let mut lines: Vec<String> = providers
                .iter()
                .map(|p| row(&p.name, &p.model, &p.base_url))
                .collect();
            for f in &found {
                lines.extend(f.models.iter().map(|m| {
                    row(
                        &say_inside(phrases::terminal_model_found(&f.name)),
                        m,
                        &f.base_url,
                    )
                }));
            }
            if lines.is_empty() {
                lines.push(say(phrases::terminal_no_model()));
            }
            lines.join("\n")
        },
    );
    Ok(())
}

/// One model; its endpoint chose the name.
fn row(name: &str, model: &str, base_url: &str) -> String {
    [name, model, base_url].map(domain::visible).join("\t")
}

pub(crate) async fn run(
    host: &Host,
    args: &ChatArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let provider = provider(host, &args.endpoint()).await?;
    if approve == Approve::Once {
        // The endpoint stands on this command line or is the one it stands for: what its tools give may go there.
        host.allow_outflow(provider);
    }
    let named = start_servers(host, args).await?;
    for allowed in &args.approve_tool {
        approved_tool::allow(host, allowed)?;
    }
    let events = host.events();
    let attached = attach::attach(host, &args.attach, provider).await?;
    let conversation = host
        .send_to(None, args.choice(provider), &args.message, named, &attached)
        .await;
    let conversation = match conversation {
        Ok(conversation) => conversation,
        Err(error) => {
            attach::take_back(host, &attached).await;
            return Err(error.into());
        }
    };
    let paused = follow(events, conversation, output).await;
    finish(host, conversation, output).await?;
    match paused {
        Some(steps) => {
            Err(Failure::failed(phrases::terminal_paused(steps))
                .hint(phrases::terminal_hint_paused()))
        }
        None => Ok(()),
    }
}

impl ChatArgs {
    fn choice(&self, provider: ProviderId) -> ModelChoice {
        ModelChoice {
            tuning: TuningView {
                effort: self.effort.clone(),
                temperature: self.temperature,
                answer: self.max_tokens,
            },
            ..ModelChoice::from(provider)
        }
    }
}

/// An endpoint and its model as a command line names them.
pub(crate) struct EndpointChoice<'a> {
    pub model: &'a Option<String>,
    pub base_url: &'a Option<String>,
    pub wire: Option<WireOption>,
    pub key_env: &'a Option<String>,
}

impl ChatArgs {
    fn endpoint(&self) -> EndpointChoice<'_> {
        EndpointChoice {
            model: &self.model,
            base_url: &self.base_url,
            wire: self.wire,
            key_env: &self.key_env,
        }
    }
}

/// Returns the endpoint of a command line: the address that it names, or a stored endpoint.
pub(crate) async fn provider(
    host: &Host,
    args: &EndpointChoice<'_>,
) -> Result<ProviderId, Failure> {
    let id = match (args.base_url, args.model) {
        (Some(base_url), Some(model)) => {
            let key = match args.key_env {
                Some(name) => Some(Secret::new(std::env::var(name).map_err(|_| {
                    Failure::usage(phrases::terminal_variable_unset(name))
                        .hint(phrases::terminal_hint_endpoint_key())
                })?)),
                None => None,
            };
            let wire = match args.wire {
                Some(WireOption::Openai) => Wire::OpenAiChat,
                Some(WireOption::Anthropic) => Wire::AnthropicMessages,
                Some(WireOption::Responses) => Wire::OpenAiResponses,
                None => Wire::usual_at(base_url),
            };
            let wire = match wire {
                Wire::OpenAiChat => WireView::OpenAiChat,
                Wire::AnthropicMessages => WireView::AnthropicMessages,
                Wire::OpenAiResponses => WireView::OpenAiResponses,
            };
            host.use_session_provider(SessionProvider {
                wire,
                base_url: base_url.clone(),
                model: model.clone(),
                key,
            })
            .await?
        }
        (None, wanted) => {
            let providers = host.providers().await?;
            let found = providers.into_iter().find(|p| {
                wanted
                    .as_ref()
                    .is_none_or(|w| *w == p.model || *w == p.name)
            });
            let none = || {
                Failure::usage(phrases::terminal_no_endpoint())
                    .hint(phrases::terminal_hint_endpoint())
            };
            found.ok_or_else(none)?.id
        }
        (Some(_), None) => {
            return Err(Failure::usage(phrases::terminal_endpoint_without_model())
                .hint(phrases::terminal_hint_model()));
        }
    };
    id.parse()
        .map_err(|_| Failure::data(phrases::terminal_endpoint_no_id()))
}

/// Makes the chosen servers available and yields them if they were named; the others are then off in the conversation. Those that
/// fail are said and left out only if they were not named.
async fn start_servers(
    host: &Host,
    args: &ChatArgs,
) -> Result<Option<BTreeSet<ServerId>>, Failure> {
    if let Some(names) = &args.servers {
        let mut named = BTreeSet::new();
        for name in names.iter().filter(|n| !n.is_empty()) {
            let (id, _) = host.server_named(name)?;
            host.make_available(id).await?;
            named.insert(id);
        }
        return Ok(Some(named));
    }
    for server in host.servers().into_iter().filter(|s| s.enabled) {
        let (id, _) = host.server_named(&server.tag.name)?;
        if let Err(error) = host.make_available(id).await {
            complain(phrases::terminal_left_out(error.message, &server.tag.name));
        }
    }
    Ok(None)
}

/// Prints the answer as it comes, until the turn ends, or pauses after the steps that are given back.
pub(crate) async fn follow(
    mut events: Receiver<Event>,
    id: ConversationId,
    output: Output,
) -> Option<u32> {
    let id = id.to_string();
    let mut noted = BTreeSet::new();
    let mut line = waits::Line::default();
    loop {
        let event = match timeout(waits::SILENT, events.recv()).await {
            Ok(event) => event,
            Err(_) => {
                line.silent();
                continue;
            }
        };
        line.event(&event);
        match event {
            Ok(Event::Message {
                conversation,
                message,
            }) if conversation == id => {
                line.waits(&message);
                for part in message.parts {
                    if let PartView::Notice { id, text } = part
                        && noted.insert(id)
                    {
                        line.end();
                        note(&said(&text));
                    }
                }
            }
            Ok(Event::Delta {
                conversation,
                reasoning: false,
                text,
                ..
            }) if conversation == id && !output.json => {
                line.print(&domain::visible_block(&text));
            }
            Ok(Event::Call {
                conversation, call, ..
            }) if conversation == id => {
                line.end();
                say_call(&call);
            }
            Ok(Event::Turn {
                conversation,
                state,
            }) if conversation == id => match state {
                TurnStateView::Running => {}
                TurnStateView::Idle => return None,
                TurnStateView::Paused { steps } => return Some(steps),
            },
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => {
                complain(phrases::terminal_output_skipped());
            }
            Err(RecvError::Closed) => return None,
        }
    }
}

fn say_call(call: &host_api::CallView) {
    // A search is answered by Innkeeper itself.
    let none = match call.tool.as_str() {
        "find_tools" => "Innkeeper",
        _ => "?",
    };
    let server = call.server.as_ref().map_or(none, |s| s.name.as_str());
    let of = |phrase: Phrase| Value::from(phrase);
    let state = match &call.state {
        CallStateView::Waiting { .. } => return,
        CallStateView::Running { progress: None, .. } => of(phrases::terminal_call_running()),
        CallStateView::Running {
            progress: Some(p), ..
        } => of(phrases::terminal_call_progress(p.progress)),
        CallStateView::Done { .. } => {
            let size = phrases::terminal_bytes(call.result_bytes);
            of(phrases::terminal_call_done(size))
        }
        CallStateView::Denied { reason, .. }
        | CallStateView::Failed { reason, .. }
        | CallStateView::Cancelled { reason }
        | CallStateView::Unknown { reason } => Value::from(reason),
    };
    note(&say(phrases::terminal_call(server, state, &call.tool)));
}

async fn finish(host: &Host, id: ConversationId, output: Output) -> Result<(), Failure> {
    let view = host.open_conversation(id).await?;
    if output.json {
        output.one(&view, String::new);
    } else {
        print("\n");
    }
    let last = view
        .messages
        .iter()
        .rev()
        .find(|m| m.role == RoleView::Assistant);
    match last.map(|m| &m.status) {
        Some(MessageStatusView::Failed { message, hint, .. }) => {
            let failure = Failure::failed(message.clone());
            Err(match hint {
                Some(hint) => failure.hint(hint.clone()),
                None => failure,
            })
        }
        Some(MessageStatusView::Stopped) => Err(Failure::denied(phrases::terminal_stopped())),
        Some(MessageStatusView::Complete | MessageStatusView::Streaming) | None => {
            let parts = view.messages.iter().flat_map(|m| &m.parts);
            let denied = parts.filter_map(|part| match part {
                PartView::Call { call, .. } => Some(&call.state),
                PartView::Text { .. } | PartView::Reasoning { .. } | PartView::Notice { .. } => {
                    None
                }
            });
            let all: Vec<&CallStateView> = denied.collect();
            let only_denied = !all.is_empty()
                && all
                    .iter()
                    .all(|s| matches!(s, CallStateView::Denied { .. }));
            if only_denied {
                let why = all.iter().find_map(|state| {
                    let CallStateView::Denied { reason, .. } = state else {
                        return None;
                    };
                    Some(reason.clone())
                });
                Err(Failure::denied(phrases::terminal_every_call_denied())
                    .hint(why.unwrap_or_default()))
            } else {
                Ok(())
            }
        }
    }
}
