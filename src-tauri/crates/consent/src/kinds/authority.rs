//! Approval requests that widen authority: what may happen later without approval.

use domain::{ConversationId, DefinitionDigest, LaunchDigest, RuleId, ServerId};
use policy::{Condition, Effect, Tier};
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection, ReadingTool};

/// A rule to be made: exactly what it would cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewRule {
    /// What it does.
    pub effect: Effect,
    /// The tool on its server; every tool if none.
    pub tool: Option<String>,
    /// The definition it is bound to.
    pub definition: Option<DefinitionDigest>,
    /// The launch it is bound to.
    pub launch: Option<LaunchDigest>,
    /// The conversation it holds in; every one if none.
    pub conversation: Option<ConversationId>,
    /// For how long it holds, in minutes; until it is revoked if none.
    pub minutes: Option<u32>,
    /// What the arguments must be.
    pub when: Vec<Condition>,
}

/// What would be widened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Widening {
    /// Rules for tools of one server: each of them was ticked.
    Rules(Vec<NewRule>),
    /// A rule that denies or asks goes.
    Without {
        /// The rule.
        rule: RuleId,
        /// What it did.
        was: NewRule,
    },
    /// A tool counts as less harmful.
    Tier {
        /// The tool.
        tool: String,
        /// The definition it holds for.
        definition: DefinitionDigest,
        /// What it counts as now.
        from: Tier,
        /// What it would count as.
        to: Tier,
    },
    /// What the server returns counts as harmless to read, and its tools that say they only read count as reading.
    Trust {
        /// The launch it holds for.
        launch: LaunchDigest,
        /// Those tools, as they are defined now.
        reading: Vec<ReadingTool>,
    },
    /// Data of another server may reach this one without approval.
    Unguarded {
        /// The server whose data it is.
        from: ServerId,
        /// The user's name for it.
        from_name: String,
        /// Its launch.
        from_launch: LaunchDigest,
        /// The launch of the one that gets it.
        launch: LaunchDigest,
    },
    /// What the server returns counts as its own data alone again.
    DataForgotten {
        /// The names of the servers whose data it may hold.
        from: Vec<String>,
    },
    /// Answers of the user's models go to the server unseen, unless they call tools.
    SamplingUnreviewed,
    /// The server may ask more of the user's models.
    SamplingBudget {
        /// What it may now: requests in a minute, tokens in a day.
        from: (u32, u32),
        /// What it might.
        to: (u32, u32),
    },
    /// Models read the instructions of the server.
    Instructions {
        /// The instructions.
        text: String,
        /// Their digest. Others are not read.
        digest: DefinitionDigest,
    },
    /// Rules allow again, after everything was stopped.
    Resume,
    /// Searches for servers are sent to a registry.
    Registry {
        /// Its address.
        address: String,
    },
    /// What is stored for servers counts, although this program cannot tell that it wrote it.
    Stored(Vec<StoredAuthority>),
}

/// What is stored for one server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAuthority {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub name: String,
    /// How it starts: its command line, or its URL.
    pub start: String,
    /// The launch that was accepted.
    pub launch: Option<LaunchDigest>,
    /// The rules, revoked ones aside.
    pub rules: Vec<NewRule>,
    /// Tools that the user said what they count as.
    pub tiers: Vec<(String, Tier)>,
    /// Whether its annotations for reading are trusted.
    pub trusted: bool,
    /// The names of servers whose data may reach it without approval.
    pub unguarded: Vec<String>,
    /// How many other answers let data of a server reach it in a conversation.
    pub flows: u32,
    /// Its folders, and whether it may write there.
    pub folders: Vec<(String, bool)>,
    /// Hosts with their ports.
    pub hosts: Vec<String>,
    /// Whether it starts without a sandbox.
    pub unconfined: bool,
    /// Whether it may make sampling requests.
    pub sampling: bool,
    /// Whether it may request input.
    pub elicitation: bool,
    /// How many of its definitions were accepted.
    pub definitions: u32,
    /// The names of its tools that are switched off.
    pub tools_off: Vec<String>,
}

/// An action that widens authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorityChange {
    /// The server it is about; none for all.
    pub server: Option<ServerId>,
    /// The user's name for it.
    pub server_name: String,
    /// What is widened.
    pub widening: Widening,
}

impl AuthorityChange {
    /// The change in one line of the log.
    fn subject(&self) -> String {
        let name = domain::visible(&self.server_name);
        match &self.widening {
            Widening::Rules(rules) => match rules.as_slice() {
                [one] => format!("rule for {} of {name}", one.covers()),
                many => format!("{} rules for tools of {name}", many.len()),
            },
            Widening::Without { was, .. } => {
                format!("no rule for {} of {name}", was.covers())
            }
            Widening::Tier { tool, to, .. } => format!(
                "“{}” of {name} counts as {}",
                domain::tool_label(tool),
                to.word()
            ),
            Widening::Trust { .. } => format!("reading of {name} is trusted"),
            Widening::Unguarded { from_name, .. } => {
                format!("data of {} reaches {name}", domain::visible(from_name))
            }
            Widening::DataForgotten { from } => {
                let from: Vec<String> = from.iter().map(|name| domain::visible(name)).collect();
                format!(
                    "results of {name} no longer count as data of {}",
                    from.join(", ")
                )
            }
            Widening::SamplingUnreviewed => {
                format!("model replies to {name} are not reviewed")
            }
            Widening::SamplingBudget { .. } => format!("sampling budget of {name}"),
            Widening::Instructions { .. } => format!("models read the instructions of {name}"),
            Widening::Resume => "rules allow again".to_owned(),
            Widening::Registry { address } => {
                format!("the registry {} is used", domain::visible(address))
            }
            Widening::Stored(stored) => {
                let names: Vec<String> = stored.iter().map(|s| domain::visible(&s.name)).collect();
                format!("what is stored for {}", names.join(", "))
            }
        }
    }
}

impl NewRule {
    /// The tool that it covers, or every tool.
    fn covers(&self) -> String {
        self.tool.as_deref().map_or_else(
            || "every tool".to_owned(),
            |tool| format!("“{}”", domain::tool_label(tool)),
        )
    }
}

/// What the log keeps of a change of authority.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AuthorityDetail {
    /// What is widened.
    pub widens: Widening,
}

/// Only a person widens authority: no rule and no command line does.
impl Decide for AuthorityChange {
    type Action = Self;
    type Detail = AuthorityDetail;

    fn server(&self) -> Option<ServerId> {
        self.server
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Rule, self.subject())
    }

    fn detail(&self) -> AuthorityDetail {
        AuthorityDetail {
            widens: self.widening.clone(),
        }
    }
}
