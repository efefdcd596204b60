//! Sampling: permissions of servers, their past requests, and approval requests at a terminal.

use clap::Subcommand;
use host::Host;
use host_api::{FeatureView, SamplingApprovalView, SamplingModelView, SamplingReplyView};

use messages::{Phrase, Text, Value, phrases};

use crate::{
    approver::{ONCE, Scopes, Terminal},
    asked::block,
    options::Approve,
    output::{self, Failure, Output},
    text::plain,
    words::{quoted_lines, said, say},
};

#[derive(Debug, Subcommand)]
pub(crate) enum SamplingVerb {
    /// Let a server ask for answers of your model; each time you decide.
    On {
        /// The server's name.
        server: String,
    },
    /// Let it ask no longer.
    Off {
        /// The server's name.
        server: String,
    },
    /// Say what it may, and list what it asked: when, which model, what came of it, what it cost.
    History {
        /// The server's name.
        server: String,
    },
}

/// Does what the command line says.
pub(crate) async fn run(
    host: &Host,
    verb: &SamplingVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        SamplingVerb::On { server } => switch(host, server, true, approve, output).await,
        SamplingVerb::Off { server } => switch(host, server, false, approve, output).await,
        SamplingVerb::History { server } => history(host, server, output).await,
    }
}

async fn switch(
    host: &Host,
    server: &str,
    on: bool,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(server)?;
    host.set_server_feature(id, FeatureView::Sampling, on, approve == Approve::Once)
        .await?;
    let (_, view) = host.server_named(server)?;
    output.one(&view, || say(may(&view.tag.name, view.sampling)));
    Ok(())
}

fn may(server: &str, on: bool) -> Phrase {
    match on {
        true => phrases::terminal_sampling_on(server),
        false => phrases::terminal_sampling_off(server),
    }
}

/// A cost, if it is known.
fn cost(known: Option<&Text>) -> Value {
    match known {
        Some(cost) => Value::from(cost),
        None => Value::from(phrases::terminal_cost_unknown()),
    }
}

/// A number, or a sign in its place.
fn count(number: Option<u32>, otherwise: &str) -> Value {
    number.map_or_else(|| Value::from(otherwise), Value::from)
}

async fn history(host: &Host, server: &str, output: Output) -> Result<(), Failure> {
    let (id, view) = host.server_named(server)?;
    let page = host.sampling_page(id).await?;
    output.one(&page, || {
        let budget = page.budget;
        let budget = phrases::terminal_sampling_budget(
            budget.day_used,
            budget.day_limit,
            budget.minute_used,
            budget.minute_limit,
        );
        let mut out = vec![
            say(may(&view.tag.name, page.on)),
            say(budget),
            say(match page.review_answers {
                true => phrases::terminal_sampling_reviewed(),
                false => phrases::terminal_sampling_unreviewed(),
            }),
        ];
        if !page.history.is_empty() {
            let (today, total) = (cost(page.today.as_ref()), cost(page.total.as_ref()));
            out.push(say(phrases::terminal_sampling_cost(today, total)));
        }
        for row in &page.history {
            let state = row.state.replace('_', " ");
            let state = match row.edited {
                true => say(phrases::terminal_sampling_edited(state)),
                false => state,
            };
            let (input, output) = (count(row.input_tokens, "-"), count(row.output_tokens, "-"));
            out.push(format!(
                "{}\t{}\t{state}\t{}\t{}",
                output::time(row.at_ms as i64),
                row.model,
                say(phrases::terminal_sampling_tokens(input, output)),
                row.cost.as_ref().map_or_else(|| "-".to_owned(), said),
            ));
        }
        out.join("\n")
    });
    Ok(())
}

impl Terminal for SamplingApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe(self, out);
    }

    fn scopes(&self) -> Scopes {
        ONCE
    }
}

/// The request to the model, or its answer on the way to the server: the same facts as in the consent window.
fn describe(sampling: &SamplingApprovalView, out: &mut Vec<String>) {
    let name = &sampling.server.name;
    if let Some(reply) = &sampling.reply {
        describe_reply(name, &sampling.model, reply, out);
        return;
    }
    let place = match sampling.model.on_this_machine {
        true => phrases::terminal_stays(),
        false => phrases::terminal_leaves(),
    };
    out.push(say(phrases::terminal_sampling_title(place, name)));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    let model = &sampling.model;
    row(phrases::terminal_sampling_model(
        &model.model,
        &model.origin,
        &sampling.why,
    ));
    row(phrases::terminal_sampling_length(
        sampling.max_tokens,
        sampling.wished_tokens,
    ));
    let price = &sampling.cost;
    row(phrases::terminal_sampling_cost_row(
        match (&price.estimate, &price.most) {
            (Some(estimate), Some(most)) => {
                Value::from(phrases::terminal_sampling_estimate(estimate, most))
            }
            (_, _) => cost(price.why_not.as_ref()),
        },
    ));
    let budget = sampling.budget;
    row(phrases::terminal_sampling_budget_row(
        budget.day_used,
        budget.day_limit,
        budget.minute_used,
        budget.minute_limit,
    ));
    row(phrases::terminal_sampling_today(sampling.today));
    let wishes = sampling.wishes.iter();
    out.extend(wishes.map(|wish| format!("  - {}", said(wish))));
    if let Some(context) = &sampling.context {
        let context = say(phrases::terminal_sampling_context(&context.asked));
        out.push(format!("  {context}"));
    }
    if let Some(system) = &sampling.system {
        out.push(format!("  {}", say(phrases::terminal_sampling_system())));
        out.extend(quoted_lines("    ", &plain(&system.segments)));
    }
    for message in &sampling.messages {
        let role = say(phrases::terminal_sampling_message(&message.role));
        out.push(format!("  {role}"));
        message.blocks.iter().for_each(|said| block(said, out));
    }
    for tool in &sampling.tools {
        let about = plain(&tool.description);
        let line = say(phrases::terminal_sampling_tool(about, &tool.name));
        out.push(format!("  {line}"));
        out.extend(quoted_lines("    ", &plain(&tool.schema)));
    }
    out.push(format!("  {}", say(phrases::terminal_sampling_then())));
}

fn describe_reply(
    name: &str,
    model: &SamplingModelView,
    reply: &SamplingReplyView,
    out: &mut Vec<String>,
) {
    out.push(say(phrases::terminal_reply_title(name)));
    let facts = phrases::terminal_reply_facts(
        cost(reply.cost.as_ref()),
        count(reply.input_tokens, "?"),
        &model.model,
        count(reply.output_tokens, "?"),
        &reply.stop,
        reply.took_ms,
    );
    out.push(format!("  {}", say(facts)));
    reply.blocks.iter().for_each(|said| block(said, out));
    if reply.has_tools {
        out.push(format!("  {}", say(phrases::terminal_reply_tools())));
    }
}
