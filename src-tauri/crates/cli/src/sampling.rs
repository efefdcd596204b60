//! Sampling: permissions of servers, their past requests, and approval requests at a terminal.

use clap::Subcommand;
use host::{
    Host,
    api::{FeatureView, SamplingApprovalView, SamplingModelView, SamplingReplyView},
};

use crate::{
    approver::{ONCE, Scopes, Terminal},
    asked::block,
    options::Approve,
    output::{self, Failure, Output},
    text::{plain, plain_line},
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
    output.one(&view, || {
        let may = if view.sampling { "may" } else { "may not" };
        format!("{} {may} ask your model.", view.tag.name)
    });
    Ok(())
}

async fn history(host: &Host, server: &str, output: Output) -> Result<(), Failure> {
    let (id, view) = host.server_named(server)?;
    let page = host.sampling_page(id).await?;
    output.one(&page, || {
        let may = if page.on { "may" } else { "may not" };
        let budget = page.budget;
        let mut out = vec![
            format!("{} {may} ask your model.", view.tag.name),
            format!(
                "Budget: {} of {} requests this minute, {} of {} tokens today.",
                budget.minute_used, budget.minute_limit, budget.day_used, budget.day_limit
            ),
            if page.review_answers {
                "You see each answer before it does.".to_owned()
            } else {
                "It gets answers unseen, unless they call its tools.".to_owned()
            },
        ];
        let known = |cost: &Option<String>| cost.clone().unwrap_or_else(|| "not known".to_owned());
        if !page.history.is_empty() {
            let (today, total) = (known(&page.today), known(&page.total));
            out.push(format!("Cost: today {today}, in all {total}."));
        }
        for row in &page.history {
            let tokens = |n: Option<u32>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
            out.push(format!(
                "{}\t{}\t{}{}\t{} in, {} out\t{}",
                output::time(row.at_ms as i64),
                row.model,
                row.state.replace('_', " "),
                if row.edited { ", edited" } else { "" },
                tokens(row.input_tokens),
                tokens(row.output_tokens),
                row.cost.as_deref().unwrap_or("-"),
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
    let place = if sampling.model.on_this_machine {
        "on this machine"
    } else {
        "leaves this machine"
    };
    out.push(format!("Ask your model for {name}?   {place}"));
    out.push(format!(
        "  model   {} at {}: {}",
        sampling.model.model, sampling.model.origin, sampling.why
    ));
    out.push(format!(
        "  length  at most {} tokens (requested: {})",
        sampling.max_tokens, sampling.wished_tokens
    ));
    let cost = &sampling.cost;
    let cost = match (&cost.estimate, &cost.most, &cost.why_not) {
        (Some(estimate), Some(most), _) => format!("about {estimate}, at most {most}"),
        (_, _, Some(why_not)) => why_not.clone(),
        (_, _, None) => "not known".to_owned(),
    };
    out.push(format!("  cost    {cost}"));
    let budget = sampling.budget;
    out.push(format!(
        "  budget  {} of {} requests this minute, {} of {} tokens today (this one included)",
        budget.minute_used, budget.minute_limit, budget.day_used, budget.day_limit
    ));
    out.push(format!("  request {} of today", sampling.today));
    out.extend(sampling.wishes.iter().map(|wish| format!("  - {wish}")));
    if let Some(context) = &sampling.context {
        out.push(format!(
            "  - It asks for context ({}): none is added here",
            context.asked
        ));
    }
    if let Some(system) = &sampling.system {
        out.push("  system prompt, in its words:".to_owned());
        let words = plain(&system.segments);
        out.extend(words.lines().map(|line| format!("    {line}")));
    }
    for message in &sampling.messages {
        out.push(format!("  {} (written by the server):", message.role));
        message.blocks.iter().for_each(|said| block(said, out));
    }
    for tool in &sampling.tools {
        let about = plain_line(&tool.description);
        out.push(format!("  tool {} of the server: {about}", tool.name));
        let schema = plain(&tool.schema);
        out.extend(schema.lines().map(|line| format!("    {line}")));
    }
    out.push(
        "  You see the answer before the server does. To edit anything, use the window.".into(),
    );
}

fn describe_reply(
    name: &str,
    model: &SamplingModelView,
    reply: &SamplingReplyView,
    out: &mut Vec<String>,
) {
    out.push(format!("Give this answer of your model to {name}?"));
    let count = |n: Option<u32>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
    out.push(format!(
        "  {} answered in {} ms: {} tokens in, {} out, cost {}, {}",
        model.model,
        reply.took_ms,
        count(reply.input_tokens),
        count(reply.output_tokens),
        reply.cost.as_deref().unwrap_or("not known"),
        reply.stop
    ));
    reply.blocks.iter().for_each(|said| block(said, out));
    if reply.has_tools {
        out.push("  The server would run these calls of its own tools.".to_owned());
    }
}
