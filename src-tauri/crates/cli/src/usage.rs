//! `usage`: what requests to models took.

use clap::ValueEnum;
use host::Host;
use host_api::{SpentView, UsageView};
use messages::{Value, phrases};

use crate::{
    output::{Failure, Output},
    words::{quoted, say, say_inside},
};

#[derive(Debug, clap::Args)]
pub(crate) struct UsageArgs {
    /// The last days, today included; all if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub days: Option<u32>,
    /// How the sums are grouped.
    #[arg(long, value_enum, default_value_t = Grouping::Day)]
    pub by: Grouping,
}

/// How sums are grouped.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Grouping {
    /// By day.
    Day,
    /// By endpoint and model.
    Model,
    /// By conversation.
    Conversation,
}

/// Prints the sums; `--json` prints all groups.
pub(crate) async fn run(host: &Host, args: &UsageArgs, output: Output) -> Result<(), Failure> {
    let spending = host.spending(args.days).await?;
    output.one(&spending, || {
        let groups = match args.by {
            Grouping::Day => &spending.days,
            Grouping::Model => &spending.models,
            Grouping::Conversation => &spending.conversations,
        };
        let mut lines: Vec<String> = groups.iter().map(row).collect();
        lines.push(line(&say_inside(phrases::usage_total()), &spending.total));
        if let Some(date) = &spending.total.since {
            lines.push(say(phrases::usage_prices_since(date)));
        }
        if spending.total.estimated > 0 {
            lines.push(say(phrases::usage_estimated_hint(spending.total.estimated)));
        }
        if spending.total.unpriced > 0 {
            lines.push(say(phrases::usage_unpriced(spending.total.unpriced)));
        }
        lines.join("\n")
    });
    Ok(())
}

fn row(group: &SpentView) -> String {
    let name = match &group.name {
        Some(name) => quoted(name),
        None if group.of_servers => say_inside(phrases::usage_of_servers()),
        None => say_inside(phrases::usage_of_deleted()),
    };
    let name = match &group.endpoint {
        Some(endpoint) => format!("{name}\t{}", quoted(endpoint)),
        None => name,
    };
    line(&name, &group.usage)
}

fn line(name: &str, usage: &UsageView) -> String {
    let tokens = phrases::terminal_usage_tokens(usage.input, usage.output);
    let cost: Value = match usage.cost {
        Some(cost) => host::dollars(cost).into(),
        None => phrases::terminal_cost_unknown().into(),
    };
    let estimated = match usage.estimated {
        0 => String::new(),
        _ => format!("\t{}", say_inside(phrases::usage_estimated())),
    };
    format!(
        "{name}\t{}\t{}{estimated}",
        say(tokens),
        say_inside(phrases::terminal_usage_cost(cost))
    )
}
