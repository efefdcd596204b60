//! How many calls one rule allows before a person is asked again. A rule is an answer to a few calls that somebody saw; a model that
//! makes a hundred of them goes beyond it.

use std::collections::{BTreeMap, VecDeque};

use domain::{ConversationId, RuleId, ToolCall};
use serde::{Deserialize, Serialize};

use crate::{Rule, Tier, condition::Amount};

/// The most times of one rule that are kept: as many as the largest budget. A rule without a budget may allow more.
const MOST_TIMES: usize = 2_000;
/// An hour, in milliseconds.
const HOUR_MS: i64 = 3_600_000;

/// The most calls that one rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// In one conversation, since the user's last message.
    pub per_turn: u32,
    /// In an hour, in all conversations.
    pub per_hour: u32,
}

impl Tier {
    /// The budget of a rule for tools of this tier.
    #[must_use]
    pub fn budget(self) -> Budget {
        let (per_turn, per_hour) = match self {
            Self::T0 | Self::T1 => (200, 2_000),
            Self::T2 => (50, 500),
            Self::T3 => (20, 100),
            Self::T4 => (10, 20),
        };
        Budget { per_turn, per_hour }
    }
}

/// What a budget counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// Since the user's last message in the conversation.
    Turn,
    /// The last hour.
    Hour,
}

/// A used-up budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// The calls that it allows.
    pub calls: u32,
    /// In which period.
    pub period: Period,
}

/// The calls that rules allowed so far. It holds at most an hour, and no more calls of a rule than the largest budget.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    turns: BTreeMap<(RuleId, Option<ConversationId>), u32>,
    /// The times of the last hour, in milliseconds since the Unix epoch, the oldest first.
    hours: BTreeMap<RuleId, VecDeque<i64>>,
    /// The amounts of the last hour, the oldest first, of rules that limit a sum.
    sums: BTreeMap<RuleId, VecDeque<Spent>>,
}

/// An amount of a call that a rule allowed.
#[derive(Clone, Debug)]
struct Spent {
    at_ms: i64,
    argument: String,
    amount: f64,
}

impl Uses {
    /// No calls.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Uses = Uses {
            turns: BTreeMap::new(),
            hours: BTreeMap::new(),
            sums: BTreeMap::new(),
        };
        &NONE
    }

    /// The budget that a rule has used up, if it has, for a call of this tier in this conversation.
    #[must_use]
    pub fn exceeded(
        &self,
        rule: RuleId,
        tier: Tier,
        conversation: Option<ConversationId>,
        now_ms: i64,
    ) -> Option<Exceeded> {
        let budget = tier.budget();
        let turn = self.turns.get(&(rule, conversation)).copied();
        let times = self.hours.get(&rule).into_iter().flatten();
        let hour = times.filter(|at| is_recent(**at, now_ms)).count();
        if conversation.is_some() && turn.unwrap_or_default() >= budget.per_turn {
            Some(Exceeded {
                calls: budget.per_turn,
                period: Period::Turn,
            })
        } else if u32::try_from(hour).unwrap_or(u32::MAX) >= budget.per_hour {
            Some(Exceeded {
                calls: budget.per_hour,
                period: Period::Hour,
            })
        } else {
            None
        }
    }

    /// The first of these amounts that would exceed the sum that a rule allows within an hour.
    pub(crate) fn exceeded_sum<'a>(
        &self,
        rule: RuleId,
        amounts: &'a [Amount],
        now_ms: i64,
    ) -> Option<&'a Amount> {
        let spent = |argument: &str| -> f64 {
            let all = self.sums.get(&rule).into_iter().flatten();
            let recent = all.filter(|one| is_recent(one.at_ms, now_ms));
            let of_it = recent.filter(|one| one.argument == argument);
            of_it.map(|one| one.amount).sum()
        };
        // Written so that what is no number exceeds every limit.
        let fits = |one: &&Amount| spent(&one.argument) + one.amount <= one.most;
        amounts.iter().find(|one| !fits(one))
    }

    /// Counts a call that a rule allowed, and what it adds to the sums that the rule limits.
    pub fn count_call(&mut self, rule: &Rule, call: &ToolCall, now_ms: i64) {
        self.count(rule.id(), call.conversation, now_ms);
        self.spend(rule.id(), rule.amounts(call), now_ms);
    }

    fn spend(&mut self, rule: RuleId, amounts: Vec<Amount>, now_ms: i64) {
        if amounts.is_empty() {
            return;
        }
        let spent = self.sums.entry(rule).or_default();
        spent.retain(|one| is_recent(one.at_ms, now_ms));
        spent.extend(amounts.into_iter().map(|one| Spent {
            at_ms: now_ms,
            argument: one.argument,
            amount: one.amount,
        }));
    }

    /// Counts a call that a rule allowed.
    pub fn count(&mut self, rule: RuleId, conversation: Option<ConversationId>, now_ms: i64) {
        let turn = self.turns.entry((rule, conversation)).or_default();
        *turn = turn.saturating_add(1);
        let times = self.hours.entry(rule).or_default();
        while times.front().is_some_and(|at| !is_recent(*at, now_ms)) || times.len() >= MOST_TIMES {
            times.pop_front();
        }
        times.push_back(now_ms);
    }

    /// Begins a turn: the user wrote in the conversation.
    pub fn begin_turn(&mut self, conversation: ConversationId) {
        self.turns
            .retain(|(_, counted), _| *counted != Some(conversation));
    }

    /// Renews a rule's budget: the user allowed as many calls again.
    pub fn renew(&mut self, rule: RuleId) {
        self.turns.retain(|(counted, _), _| *counted != rule);
        self.hours.remove(&rule);
        self.sums.remove(&rule);
    }
}

/// Whether a time is within the last hour. One ahead of a clock that was set back counts as recent.
fn is_recent(at_ms: i64, now_ms: i64) -> bool {
    now_ms.saturating_sub(at_ms) < HOUR_MS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TIERS: [Tier; 4] = [Tier::T1, Tier::T2, Tier::T3, Tier::T4];

    proptest! {
        #[test]
        fn rule_never_allows_more_than_its_budget(
            tier in prop::sample::select(&TIERS[..]),
            steps in prop::collection::vec((0..120_000i64, 0..3usize, prop::bool::weighted(0.02)), 1..600),
        ) {
            let (rule, conversations) = (RuleId::new(), [(); 3].map(|()| ConversationId::new()));
            let budget = tier.budget();
            let (mut uses, mut now, mut allowed) = (Uses::default(), 0, Vec::new());
            let mut turns = [0u32; 3];
            for (wait, at, message) in steps {
                now += wait;
                let conversation = conversations[at];
                if message {
                    uses.begin_turn(conversation);
                    turns[at] = 0;
                }
                if uses.exceeded(rule, tier, Some(conversation), now).is_none() {
                    uses.count(rule, Some(conversation), now);
                    allowed.push(now);
                    turns[at] += 1;
                }
                prop_assert!(turns[at] <= budget.per_turn);
                let hour = allowed.iter().filter(|at| now - **at < HOUR_MS).count();
                prop_assert!(hour <= budget.per_hour as usize);
            }
        }
    }

    #[test]
    fn rule_without_a_budget_takes_no_more_memory_than_one_with_the_largest() {
        let (rule, mut uses) = (RuleId::new(), Uses::default());
        for at in 0..10_000 {
            uses.count(rule, None, at);
        }
        assert_eq!(uses.hours[&rule].len(), MOST_TIMES);
        let largest = TIERS.map(|tier| tier.budget().per_hour);
        assert_eq!(largest.into_iter().max(), u32::try_from(MOST_TIMES).ok());
    }

    #[test]
    fn renewed_budget_allows_as_much_again() {
        let (rule, conversation) = (RuleId::new(), ConversationId::new());
        let mut uses = Uses::default();
        let budget = Tier::T3.budget().per_turn;
        for _ in 0..budget {
            assert_eq!(uses.exceeded(rule, Tier::T3, Some(conversation), 0), None);
            uses.count(rule, Some(conversation), 0);
        }
        let exceeded = Exceeded {
            calls: budget,
            period: Period::Turn,
        };
        let now = uses.exceeded(rule, Tier::T3, Some(conversation), 0);
        assert_eq!(now, Some(exceeded));
        assert_eq!(
            uses.exceeded(RuleId::new(), Tier::T3, Some(conversation), 0),
            None
        );
        uses.renew(rule);
        assert_eq!(uses.exceeded(rule, Tier::T3, Some(conversation), 0), None);
    }
}
