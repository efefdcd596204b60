//! Why a call is allowed, denied or asked about.

use domain::{RuleId, ServerId};
use serde::{Deserialize, Serialize};

use crate::{Period, Tier};

/// Why. Shown in the prompt and kept in the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// A rule denies it.
    DeniedByRule {
        /// The rule.
        rule: RuleId,
    },
    /// A stored rule could not be read.
    UnreadableRule {
        /// The rule.
        rule: RuleId,
    },
    /// The server changed what the tool is, and nobody accepted that yet.
    Changed,
    /// The arguments have characters that cannot be seen.
    HiddenCharacters,
    /// Data of one server could reach another; or, where both are the same, lead to a destructive call.
    Flow {
        /// The server whose data the conversation holds.
        from: ServerId,
    },
    /// The data to be sent to one server contains text of another.
    Carries {
        /// The server whose text it is.
        from: ServerId,
    },
    /// The data to be sent to one server contains text of another's tool definitions or instructions.
    CarriesDefinition {
        /// The server whose text it is.
        from: ServerId,
    },
    /// The same as [`Self::Flow`], by way of a server that was given the data before.
    FlowThrough {
        /// The server whose data it is.
        from: ServerId,
        /// The server whose result could contain it.
        via: ServerId,
    },
    /// The same as [`Self::Flow`], after the user allowed it: the called server has sent more to its hosts since than that covers.
    SentSince {
        /// The server whose data the conversation holds.
        from: ServerId,
    },
    /// The called server returned data when it was started differently, which counts as another server's data.
    Relaunched {
        /// The called server.
        from: ServerId,
    },
    /// A rule wants to be asked.
    AskedByRule {
        /// The rule.
        rule: RuleId,
    },
    /// A rule allows it.
    AllowedByRule {
        /// The rule.
        rule: RuleId,
    },
    /// The command line allows it.
    AllowedByCommandLine {
        /// The rule of this run.
        rule: RuleId,
    },
    /// The command line allows the tool, but does not name one call, which a destructive tool needs.
    CommandLineTooBroad {
        /// The rule of this run.
        rule: RuleId,
    },
    /// A rule would allow it, but everything was stopped since.
    Suspended {
        /// The rule.
        rule: RuleId,
    },
    /// What the user allowed its server was not written by this program, and no person confirmed it since.
    Unconfirmed,
    /// A rule would allow it, but has allowed as many calls as it may.
    OverBudget {
        /// The rule.
        rule: RuleId,
        /// How many.
        calls: u32,
        /// In which period.
        period: Period,
    },
    /// A rule would allow it, but the sum of an argument within an hour would be more than it allows.
    OverSum {
        /// The rule.
        rule: RuleId,
        /// The argument.
        argument: String,
        /// The greatest sum, as JSON.
        most: String,
    },
    /// No rule covers it.
    NoRule,
    /// What the tool can do, by its tier.
    Risk {
        /// The tier.
        tier: Tier,
    },
    /// The server claims that the tool is harmless; that does not count.
    HarmlessClaim,
    /// The server says that the tool only reads, and the user trusts its reading.
    TrustedToRead,
    /// The sandbox of the server lets it read its folders and do nothing else.
    Enforced,
    /// The person changed the arguments: an edited call is allowed once at most.
    Edited,
}
