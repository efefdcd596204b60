//! Approval requests for another program in the place of a server's: what moves to it of what the old one had.

use std::collections::BTreeSet;

use domain::{
    DefinitionDigest, LaunchDigest, LaunchFacts, LaunchSpec, RootAccess, RuleId, ServerId,
};
use policy::Tier;
use serde::{Deserialize, Serialize};

use crate::{AnswerError, Decide, GrantScope, Log, LogSection};

/// Something that a user granted to a server's program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "holding", rename_all = "snake_case")]
pub enum Holding {
    /// The stored value of a variable.
    Variable {
        /// Its name.
        name: String,
    },
    /// The stored value of a header.
    Header {
        /// Its name.
        name: String,
    },
    /// A sign-in, with its tokens and its client.
    Account {
        /// The origin that it belongs to.
        origin: String,
    },
    /// A folder.
    Root {
        /// Its canonical path.
        path: String,
        /// The access that was granted.
        access: RootAccess,
    },
    /// A host that it may reach.
    Reach {
        /// Host and port.
        to: String,
    },
    /// What the program wrote into the private folder of its sandbox.
    PrivateFolder {},
    /// Permission to make sampling requests.
    Sampling {},
    /// Permission to request input.
    Elicitation {},
    /// Model replies are sent without a review.
    Unreviewed {},
    /// Sampling limits above the default.
    Budget {
        /// Requests in a minute.
        minute: u32,
        /// Tokens in a day.
        day: u32,
    },
    /// A rule that allows.
    Rule {
        /// The rule.
        rule: RuleId,
        /// Its tool; every tool if none.
        tool: Option<String>,
        /// How many conditions it has.
        conditions: usize,
    },
    /// A tier override.
    Tier {
        /// The tool.
        tool: String,
        /// The definition it holds for.
        definition: DefinitionDigest,
        /// The tier.
        tier: Tier,
    },
    /// Trust in the annotations for reading.
    Trusted {},
    /// A pair of servers without the flow guard.
    Unguarded {
        /// The server whose data it is.
        from: ServerId,
        /// The server that gets it.
        to: ServerId,
        /// The user's name for the other server of the pair.
        other: String,
        /// Whether the data is that of the other server.
        inward: bool,
    },
}

impl Holding {
    /// The name of the value with which the answer to a changed launch takes it away; none for what is not taken away so. No variable
    /// has such a name.
    #[must_use]
    pub fn revoke_name(&self) -> Option<String> {
        match self {
            Self::Variable { .. }
            | Self::Header { .. }
            | Self::Root { .. }
            | Self::Reach { .. }
            | Self::Sampling {}
            | Self::Elicitation {} => {
                let text = serde_json::to_string(self).ok()?;
                Some(format!("revoke:{text}"))
            }
            Self::Account { .. }
            | Self::PrivateFolder {}
            | Self::Unreviewed {}
            | Self::Budget { .. }
            | Self::Rule { .. }
            | Self::Tier { .. }
            | Self::Trusted {}
            | Self::Unguarded { .. } => None,
        }
    }

    /// Whether it holds for the accepted launch alone, and ends where the server starts differently.
    #[must_use]
    pub fn is_of_the_launch(&self) -> bool {
        matches!(
            self,
            Self::Rule { .. } | Self::Trusted {} | Self::Unguarded { .. }
        )
    }
}

/// Something that a server has, when another program takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What it is.
    pub what: Holding,
    /// Whether the other program can get it.
    pub can_move: bool,
    /// Whether it gets it: ticked by a person.
    pub moves: bool,
}

/// Another program, or another origin, in the place of a server's.
#[derive(Clone, Debug)]
pub struct ReplacementApproval {
    /// What would be started, without the folders that it is started with.
    pub spec: LaunchSpec,
    /// The user's name for the server.
    pub server_name: String,
    /// What it was before, if that is known.
    pub before: Option<LaunchFacts>,
    /// What the server has.
    pub held: Vec<Held>,
}

/// The approval of another program: what moves to it. Everything else is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The server.
    pub server: ServerId,
    /// What moves.
    pub moved: Vec<Holding>,
    /// What is removed.
    pub removed: Vec<Holding>,
}

/// What the log keeps of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReplacementDetail {
    /// The digest of the other launch.
    pub launch: LaunchDigest,
    /// The user's name for the server.
    pub server_name: String,
    /// What a person ticked.
    pub moved: Vec<Holding>,
    /// What nobody ticked.
    pub not_moved: Vec<Holding>,
}

impl ReplacementApproval {
    /// Ticks exactly these.
    pub(crate) fn tick(&mut self, ticked: &BTreeSet<usize>) -> Result<(), AnswerError> {
        let can_move = |at: &usize| self.held.get(*at).is_some_and(|held| held.can_move);
        if !ticked.iter().all(can_move) {
            return Err(AnswerError::NotHeld);
        }
        for (at, held) in self.held.iter_mut().enumerate() {
            held.moves = ticked.contains(&at);
        }
        Ok(())
    }

    fn those(&self, moves: bool) -> Vec<Holding> {
        let held = self.held.iter().filter(|held| held.moves == moves);
        held.map(|held| held.what.clone()).collect()
    }
}

/// Only a person decides it: no rule and no command line moves anything.
impl Decide for ReplacementApproval {
    type Action = Replacement;
    type Detail = ReplacementDetail;

    fn server(&self) -> Option<ServerId> {
        Some(self.spec.server())
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn action(&self) -> Replacement {
        Replacement {
            server: self.spec.server(),
            moved: self.those(true),
            removed: self.those(false),
        }
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Launch, self.server_name.clone())
    }

    fn detail(&self) -> ReplacementDetail {
        ReplacementDetail {
            launch: self.spec.digest(),
            server_name: self.server_name.clone(),
            moved: self.those(true),
            not_moved: self.those(false),
        }
    }
}
