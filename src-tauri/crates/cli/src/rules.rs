//! `rules list | add | remove | try | tier | trust | guard | confirm`, and approval requests that widen authority.

use clap::{Subcommand, ValueEnum};
use host::Host;
use host_api::{
    AuthorityApprovalView, AuthorityKindView, EffectView, NewRuleView, ProposedCondition,
    ProposedRule, RuleView, RulesView, TestView, TriedView, TryCall,
};
use messages::{Phrase, Text, Value, phrases};
use serde_json::json;

use crate::{
    approver::Terminal,
    options::OnOff,
    output::{self, Failure, Output},
    text::{plain, plain_line, reason},
    words::{quoted, quoted_lines, said, say},
};

/// Longest description of a tool in an approval request, in characters.
const MAX_CLAIM: usize = 2_000;

#[derive(Debug, Subcommand)]
pub(crate) enum RulesVerb {
    /// List what is in effect: rules, tiers, trust for reading, pairs whose guard is off.
    List,
    /// Make a rule. What denies or asks holds at once; what allows is confirmed at this terminal first.
    Add {
        /// What it does.
        effect: Effect,
        /// The server's name.
        server: String,
        /// The tools; every tool of the server if none, which cannot be allowed.
        tools: Vec<String>,
        /// What an argument must be: `path under /home/me/in`, `to at example.org`, `amount at-most 100`, `force is false`.
        #[arg(long = "where", value_name = "ARGUMENT TEST VALUE")]
        when: Vec<String>,
        /// For how long it holds, in minutes: 10, 30, 120 or 480; until it is removed if not given.
        #[arg(long, value_name = "MINUTES")]
        minutes: Option<u32>,
    },
    /// Remove a rule. One that allows goes at once; one that denies or asks once it is confirmed at this terminal.
    Remove {
        /// Its identifier, as `rules list` prints it.
        rule: String,
    },
    /// See what a call would meet, and why. Nothing is sent.
    Try {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
        /// The arguments, a JSON object.
        #[arg(value_name = "JSON", default_value = "{}")]
        arguments: String,
        /// Servers whose data the conversation would hold, by name.
        #[arg(long, value_name = "A,B", value_delimiter = ',')]
        seen: Vec<String>,
    },
    /// Say what a tool counts as, as it is defined now. What counts as less harmful is confirmed at this terminal first.
    Tier {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
        /// What it counts as.
        tier: GivenTier,
    },
    /// Mark results of a server as harmless to read, confirmed at this terminal first, or no longer.
    Trust {
        /// The server's name.
        server: String,
        /// Whether it is.
        on: OnOff,
    },
    /// Ask about data of one server that reaches another, or no longer, confirmed at this terminal first.
    Guard {
        /// The server whose data it is.
        from: String,
        /// The server that gets it.
        to: String,
        /// Whether it asks.
        on: OnOff,
    },
    /// Confirm at this terminal the stored permissions that Innkeeper cannot tell that it wrote.
    Confirm,
}

/// What a rule does.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Effect {
    /// It allows.
    Allow,
    /// It asks each time.
    Ask,
    /// It denies.
    Deny,
}

/// A tier, as it is given.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GivenTier {
    /// It reads.
    #[value(name = "reads", alias = "1")]
    Reads,
    /// It writes.
    #[value(name = "writes", alias = "2")]
    Writes,
    /// It could send data out.
    #[value(name = "sends", alias = "3")]
    Sends,
    /// It destroys, runs or spends.
    #[value(name = "destructive", alias = "4")]
    Destroys,
    /// As without a word of yours.
    Default,
}

pub(crate) async fn run(host: &Host, verb: &RulesVerb, output: Output) -> Result<(), Failure> {
    match verb {
        RulesVerb::List => {
            let rules = host.rules().await?;
            let unconfirmed = host.unconfirmed().is_some();
            output.one(&rules, || listed(&rules, unconfirmed));
            Ok(())
        }
        RulesVerb::Add {
            effect,
            server,
            tools,
            when,
            minutes,
        } => {
            let (id, _) = host.server_named(server)?;
            let effect = match effect {
                Effect::Allow => EffectView::Allow,
                Effect::Ask => EffectView::Ask,
                Effect::Deny => EffectView::Deny,
            };
            let when = when
                .iter()
                .map(|text| condition(text))
                .collect::<Result<_, _>>()?;
            if effect == EffectView::Allow {
                // A grant is for a tool as it is defined now.
                host.start_and_wait(id, false).await?;
            }
            let made = host
                .propose_rule(ProposedRule {
                    server: id.to_string(),
                    effect,
                    tools: tools.clone(),
                    conversation: None,
                    minutes: *minutes,
                    when,
                })
                .await?;
            let made: Vec<String> = made.iter().map(ToString::to_string).collect();
            output.one(&json!({ "rules": made }), || {
                say(phrases::terminal_rules_made(made.join(" ")))
            });
            Ok(())
        }
        RulesVerb::Remove { rule } => {
            let id = rule.parse().map_err(|_| {
                Failure::usage(phrases::terminal_rule_unknown())
                    .hint(phrases::terminal_hint_rules_list())
            })?;
            host.revoke_rule(id).await?;
            output.one(&json!({ "removed": rule }), || {
                say(phrases::terminal_rule_removed())
            });
            Ok(())
        }
        RulesVerb::Try {
            server,
            tool,
            arguments,
            seen,
        } => {
            let (id, _) = host.server_named(server)?;
            let mut known = Vec::new();
            for name in seen {
                known.push(host.server_named(name)?.0.to_string());
            }
            host.start_and_wait(id, false).await?;
            let tried = host
                .try_call(TryCall {
                    server: id.to_string(),
                    tool: tool.clone(),
                    arguments: arguments.clone(),
                    seen: known,
                    conversation: None,
                })
                .await?;
            output.one(&tried, || verdict(&tried));
            Ok(())
        }
        RulesVerb::Tier { server, tool, tier } => {
            let (id, _) = host.server_named(server)?;
            host.start_and_wait(id, false).await?;
            let number = match tier {
                GivenTier::Reads => Some(1),
                GivenTier::Writes => Some(2),
                GivenTier::Sends => Some(3),
                GivenTier::Destroys => Some(4),
                GivenTier::Default => None,
            };
            host.set_tier(id, tool, number).await?;
            output.one(&json!({ "tool": tool, "tier": number }), || {
                say(phrases::terminal_done())
            });
            Ok(())
        }
        RulesVerb::Trust { server, on } => {
            let (id, _) = host.server_named(server)?;
            host.set_trusted(id, *on == OnOff::On).await?;
            output.one(
                &json!({ "server": server, "trusted": *on == OnOff::On }),
                || say(phrases::terminal_done()),
            );
            Ok(())
        }
        RulesVerb::Guard { from, to, on } => {
            let (from_id, to_id) = (host.server_named(from)?.0, host.server_named(to)?.0);
            host.set_guard(from_id, to_id, *on == OnOff::On).await?;
            let done = json!({ "from": from, "to": to, "guarded": *on == OnOff::On });
            output.one(&done, || say(phrases::terminal_done()));
            Ok(())
        }
        RulesVerb::Confirm => {
            let found = host.unconfirmed();
            host.review_permissions().await?;
            let servers = found
                .as_ref()
                .map_or_else(Vec::new, |found| found.servers.clone());
            output.one(&json!({ "confirmed": servers }), || {
                say(match found {
                    Some(_) => phrases::terminal_done(),
                    None => phrases::terminal_rules_nothing_to_confirm(),
                })
            });
            Ok(())
        }
    }
}

/// `ARGUMENT TEST VALUE`.
fn condition(text: &str) -> Result<ProposedCondition, Failure> {
    let wrong = || {
        Failure::usage(phrases::terminal_rule_no_condition(text))
            .hint(phrases::terminal_hint_condition())
    };
    let (argument, rest) = text
        .trim()
        .split_once(char::is_whitespace)
        .ok_or_else(wrong)?;
    let (test, value) = rest
        .trim()
        .split_once(char::is_whitespace)
        .ok_or_else(wrong)?;
    let test = match test {
        "under" => TestView::Under,
        "at" => TestView::At,
        "at-most" => TestView::AtMost,
        "sum" => TestView::Sum,
        "is" => TestView::Is,
        _ => return Err(wrong()),
    };
    Ok(ProposedCondition {
        argument: argument.to_owned(),
        test,
        value: value.trim().to_owned(),
    })
}

fn listed(rules: &RulesView, unconfirmed: bool) -> String {
    let mut out: Vec<String> = rules.rules.iter().map(rule_line).collect();
    out.extend(rules.tiers.iter().map(|t| {
        let line = phrases::terminal_rules_tier(&t.server.name, &t.tier_word, &t.tool);
        format!("{}{}", say(line), void(t.void.as_ref()))
    }));
    out.extend(rules.trusted.iter().map(|t| {
        let line = phrases::terminal_rules_trust(&t.server.name);
        format!("{}{}", say(line), void(t.void.as_ref()))
    }));
    out.extend(rules.unguarded.iter().map(|u| {
        let line = match u.offline {
            true => phrases::terminal_rules_guard_offline(&u.from.name, &u.to.name),
            false => phrases::terminal_rules_guard(&u.from.name, &u.to.name),
        };
        format!("{}{}", say(line), void(u.void.as_ref()))
    }));
    if out.is_empty() {
        out.push(say(phrases::terminal_rules_none()));
    }
    if unconfirmed {
        out.push(say(phrases::terminal_rules_unconfirmed()));
    }
    out.join("\n")
}

fn void(why: Option<&Text>) -> String {
    why.map_or_else(String::new, |why| {
        format!(" {}", say(phrases::terminal_rules_void(why)))
    })
}

/// What a rule does, and the column that the longest of these words needs.
fn effect(effect: EffectView) -> (String, usize) {
    let words = [
        say(phrases::terminal_rule_allow()),
        say(phrases::terminal_rule_ask()),
        say(phrases::terminal_rule_deny()),
    ];
    let longest = words.iter().map(|word| word.chars().count()).max();
    let [allow, ask, deny] = words;
    let word = match effect {
        EffectView::Allow => allow,
        EffectView::Ask => ask,
        EffectView::Deny => deny,
    };
    (word, longest.unwrap_or_default() + 2)
}

/// A tool, or every one.
fn tool(name: Option<&str>) -> String {
    name.map_or_else(|| say(phrases::terminal_rule_every_tool()), quoted)
}

fn rule_line(rule: &RuleView) -> String {
    let (effect, width) = effect(rule.effect);
    let mut parts = vec![format!(
        "{effect:<width$}{}/{}",
        quoted(&rule.server.name),
        tool(rule.tool.as_deref())
    )];
    if !rule.when.is_empty() {
        let when = rule.when.iter();
        let when = when.map(|c| phrases::terminal_rule_condition(&c.argument, &c.words));
        parts.push(say(phrases::terminal_rule_where(Value::list(when))));
    }
    if let Some(conversation) = &rule.conversation {
        parts.push(say(phrases::terminal_rule_in(&conversation.title)));
    }
    if let Some(ms) = rule.until_ms {
        let until = output::time(ms as i64);
        parts.push(say(phrases::terminal_rule_until(until)));
    }
    format!(
        "{}, {}{}  {}",
        parts.join(" "),
        say(phrases::terminal_rule_used(rule.used, &rule.origin)),
        void(rule.void.as_ref()),
        rule.id
    )
}

fn verdict(tried: &TriedView) -> String {
    use host_api::DecisionView;
    let decision = match tried.decision {
        DecisionView::Allow => phrases::terminal_try_allow(),
        DecisionView::Ask => phrases::terminal_try_ask(),
        DecisionView::Deny => phrases::terminal_try_deny(),
    };
    let mut out = vec![format!("{}   {}", say(decision), said(&tried.tier_word))];
    let refused = tried.refused.iter();
    out.extend(refused.map(|why| format!("  ! {}", said(why))));
    let reasons = tried.reasons.iter();
    out.extend(reasons.map(|r| reason("  - ", &r.lead, &r.rest)));
    for rule in &tried.rules {
        let line = rule_line(&rule.rule);
        out.push(if rule.applies {
            format!("  {} {line}", say(phrases::terminal_try_applies()))
        } else {
            let not = say(phrases::terminal_try_does_not_apply());
            format!("  {not} {line}. {}", said(&rule.why))
        });
    }
    out.join("\n")
}

impl Terminal for AuthorityApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe(self, out);
    }
}

/// The approval request for authority, as the consent window shows it.
fn describe(authority: &AuthorityApprovalView, out: &mut Vec<String>) {
    out.push(said(&authority.title));
    match &authority.change {
        AuthorityKindView::Rules { rules, .. } => {
            out.extend(rules.iter().flat_map(of));
        }
        AuthorityKindView::Without { rule } => out.extend(of(rule)),
        AuthorityKindView::Tier { tool, from, to } => {
            let change = say(phrases::terminal_authority_tier(&from.1, &to.1));
            out.push(format!("  {change}"));
            out.extend(of(tool));
        }
        AuthorityKindView::Stored { servers } => {
            for one in servers {
                out.push(format!("  {}", one.server.name));
                out.push(format!("    {}", one.start));
                out.extend(one.lines.iter().map(|line| format!("    {}", said(line))));
            }
        }
        AuthorityKindView::Instructions { text, reasons } => {
            out.extend(quoted_lines("    │ ", &plain(text)));
            let reasons = reasons.iter();
            out.extend(reasons.map(|why| reason("  ! ", &why.lead, &why.rest)));
        }
        AuthorityKindView::Trust
        | AuthorityKindView::Unguarded { .. }
        | AuthorityKindView::DataForgotten
        | AuthorityKindView::Sampling
        | AuthorityKindView::Resume => {}
        AuthorityKindView::Registry { address } => out.push(format!("  {address}")),
    }
    let points = authority.points.iter();
    out.extend(points.map(|point| format!("  - {}", said(point))));
}

fn of(rule: &NewRuleView) -> Vec<String> {
    let tool = tool(rule.tool.as_deref());
    let risk = rule
        .tier_word
        .as_ref()
        .map_or_else(String::new, |word| format!("   {}", said(word)));
    let mut lines = vec![format!("  {tool}{risk}")];
    let below = |phrase: Phrase| format!("    {}", say(phrase));
    lines.extend(
        rule.when
            .iter()
            .map(|c| below(phrases::terminal_authority_where(&c.argument, &c.words))),
    );
    let claim: String = plain_line(&rule.description)
        .chars()
        .take(MAX_CLAIM)
        .collect();
    if !claim.is_empty() {
        lines.push(below(phrases::terminal_authority_says(claim)));
    }
    lines
}
