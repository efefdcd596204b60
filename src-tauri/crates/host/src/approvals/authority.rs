//! Approval of a permission that widens authority.

use consent::{AuthorityChange, AuthorityDetail, NewRule, ReadingTool, Widening};
use host_api::{ApprovalKindView, AuthorityApprovalView, AuthorityKindView};
use policy::Effect;

use super::show::Show;
use crate::{
    inner::Inner,
    wording::{grouped, tier},
};

impl Show for AuthorityChange {
    fn title(&self, _: &Inner) -> String {
        title(self)
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Authority {
            authority: authority(inner, self).await,
        }
    }

    fn logged(_: &AuthorityDetail, subject: String) -> String {
        format!("Rule: {subject}")
    }
}

/// Returns the approval's title in one line.
fn title(change: &AuthorityChange) -> String {
    let name = domain::visible(&change.server_name);
    match &change.widening {
        Widening::Rules(rules) => match rules.as_slice() {
            [one] => format!("Allow {}of {name} {}?", tool_of(one), how_long(one)),
            many => {
                let long = many.first().map(how_long).unwrap_or_default();
                format!("Allow {} tools of {name} {long}?", many.len())
            }
        },
        Widening::Without { was, .. } => {
            let did = match was.effect {
                Effect::Deny => "denies",
                Effect::Ask => "asks about",
                Effect::Allow => "allows",
            };
            format!("Remove the rule that {did} {}of {name}?", tool_of(was))
        }
        Widening::Tier { tool, to, .. } => {
            let (_, word) = tier(*to);
            format!(
                "Count “{}” of {name} as “{word}”?",
                domain::tool_label(tool)
            )
        }
        Widening::Trust { .. } => format!("Trust the reading of {name}?"),
        Widening::Unguarded { from_name, .. } => {
            format!(
                "Let data of {} reach {name} unasked?",
                domain::visible(from_name)
            )
        }
        Widening::SamplingUnreviewed => {
            format!("Give answers of your models to {name} unseen?")
        }
        Widening::SamplingBudget { .. } => format!("Let {name} use more of your models?"),
        Widening::Resume => "Let your rules allow again?".to_owned(),
    }
}

/// Describes the duration of a rule.
fn how_long(rule: &NewRule) -> String {
    match (rule.minutes, rule.conversation) {
        (Some(minutes), _) if minutes >= 60 && minutes % 60 == 0 => {
            let hours = minutes / 60;
            format!("for {hours} hour{}", if hours == 1 { "" } else { "s" })
        }
        (Some(minutes), _) => format!(
            "for {minutes} minute{}",
            if minutes == 1 { "" } else { "s" }
        ),
        (None, Some(_)) => "in one conversation".into(),
        (None, None) => "without asking".into(),
    }
}

fn tool_of(rule: &NewRule) -> String {
    rule.tool.as_deref().map_or_else(
        || "every tool ".to_owned(),
        |tool| format!("“{}” ", domain::tool_label(tool)),
    )
}

/// Returns the view of the approval.
async fn authority(inner: &Inner, change: &AuthorityChange) -> AuthorityApprovalView {
    let server = change.server;
    let new = |rule: &NewRule| match server {
        Some(server) => inner.new_rule_view(server, rule),
        None => inner.new_rule_view(domain::ServerId::new(), rule),
    };
    let view = match &change.widening {
        Widening::Rules(rules) => {
            let first = rules.first();
            let conversation = match first.and_then(|rule| rule.conversation) {
                Some(id) => {
                    let found = inner.store.conversations().get(id).await;
                    Some(found.ok().flatten().map_or_else(String::new, |c| c.title))
                }
                None => None,
            };
            AuthorityKindView::Rules {
                rules: rules.iter().map(new).collect(),
                minutes: first.and_then(|rule| rule.minutes),
                conversation,
            }
        }
        Widening::Without { was, .. } => AuthorityKindView::Without { rule: new(was) },
        Widening::Tier {
            tool,
            definition,
            from,
            to,
        } => AuthorityKindView::Tier {
            tool: new(&NewRule {
                effect: Effect::Allow,
                tool: Some(tool.clone()),
                definition: Some(*definition),
                launch: None,
                conversation: None,
                minutes: None,
                when: Vec::new(),
            }),
            from: tier(*from),
            to: tier(*to),
        },
        Widening::Trust { .. } => AuthorityKindView::Trust,
        Widening::Unguarded {
            from, from_name, ..
        } => AuthorityKindView::Unguarded {
            from: inner.servers.tag(*from, from_name),
        },
        Widening::SamplingUnreviewed | Widening::SamplingBudget { .. } => {
            AuthorityKindView::Sampling
        }
        Widening::Resume => AuthorityKindView::Resume,
    };
    AuthorityApprovalView {
        server: server.map(|id| inner.servers.tag(id, &change.server_name)),
        title: title(change),
        points: points(change),
        change: view,
    }
}

/// Returns the consequences, one sentence each.
fn points(change: &AuthorityChange) -> Vec<String> {
    let name = domain::visible(&change.server_name);
    let lines: Vec<String> = match &change.widening {
        Widening::Rules(_) => vec![
            "No question before such a call, as long as the tool and the server stay as they are now.".into(),
            "It still asks where data crosses servers.".into(),
            "Arguments without a condition may be anything.".into(),
        ],
        Widening::Without { .. } => {
            vec!["What other rules allow of it is allowed then.".into()]
        }
        Widening::Tier { to, .. } if *to < policy::Tier::T2 => vec![
            "It asks no more whether other servers' data may have led to it.".into(),
            "Text of other servers in its arguments still asks.".into(),
            "It holds for the tool as it is defined now.".into(),
        ],
        Widening::Tier { .. } => vec!["It holds for the tool as it is defined now.".into()],
        Widening::Trust { reading, .. } => trust_points(&name, reading),
        Widening::Unguarded { from_name, .. } => vec![
            format!(
                "What {} gave may be sent to {name} where a rule allows the tool.",
                domain::visible(from_name)
            ),
            "Text of it in the arguments asks no more.".into(),
            "What may destroy, run or spend still asks each time.".into(),
        ],
        Widening::SamplingUnreviewed => vec![
            "You are still asked before your model is.".into(),
            "An answer that calls tools of the server is still shown to you first.".into(),
        ],
        Widening::SamplingBudget { from, to } => vec![
            format!("Requests in a minute: {} becomes {}.", from.0, to.0),
            format!(
                "Tokens in a day: {} becomes {}.",
                grouped(from.1),
                grouped(to.1)
            ),
            "You are still asked before each request.".into(),
        ],
        Widening::Resume => vec!["You stopped everything. Your rules have allowed nothing since.".into()],
    };
    lines
}

/// Returns the consequences of trusting a server's annotations for reading, one sentence each.
fn trust_points(name: &str, reading: &[ReadingTool]) -> Vec<String> {
    let names: Vec<String> = reading
        .iter()
        .map(|tool| domain::tool_label(&tool.name))
        .collect();
    let counted = if names.is_empty() {
        format!("{name} has no tool that says it only reads, so no tool counts as “Reads” by this.")
    } else {
        format!(
            "These tools say they only read and count as “Reads” then: {}.",
            names.join(", ")
        )
    };
    vec![
        counted,
        format!("What {name} returns does not make its own destructive tools ask again."),
        "Each call still asks unless you allow it. Data of other servers still asks.".into(),
        "Do this only if nobody else can write what it reads: not for mail, the web or shared files.".into(),
    ]
}
