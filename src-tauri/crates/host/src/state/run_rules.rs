//! Rules from a command line, and how often rules were used in this run.

use std::sync::Mutex;

use clock::Clock;
use domain::{ConversationId, RuleId};
use policy::{Decision, Effect, Evaluation, Labels, Request, Rule, Uses, evaluate};

use crate::mutex::lock;

/// Rules that a command line creates for this run, the calls that rules allowed in it, and the time by which rules end. None is stored.
#[derive(Default)]
pub(crate) struct RunRules {
    state: Mutex<State>,
    clock: Clock,
}

#[derive(Default)]
struct State {
    rules: Vec<Rule>,
    uses: Uses,
}

impl RunRules {
    /// Returns the clock by which rules end.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Adds a rule.
    pub fn add(&self, rule: Rule) {
        lock(&self.state).rules.push(rule);
    }

    /// Whether a rule is one of these.
    pub fn has(&self, id: RuleId) -> bool {
        lock(&self.state).rules.iter().any(|rule| rule.id() == id)
    }

    /// Whether one of these rules allows anything.
    pub fn allow_any(&self) -> bool {
        lock(&self.state).rules.iter().any(allows)
    }

    /// Evaluates a request against stored rules and these. The use of a rule is counted in the same step that lets it allow, so that
    /// concurrent requests cannot share the last one.
    pub fn evaluate(&self, stored: &[Rule], request: &Request<'_>, labels: &Labels) -> Evaluation {
        let mut state = lock(&self.state);
        let State { rules, uses } = &mut *state;
        let counted = Request {
            uses,
            ..request.clone()
        };
        let evaluation = if rules.is_empty() {
            evaluate(stored, &counted, labels)
        } else {
            let all: Vec<Rule> = stored.iter().chain(rules.iter()).cloned().collect();
            evaluate(&all, &counted, labels)
        };
        if evaluation.decision == Decision::Allow {
            let used = &evaluation.matched_rules;
            let all = stored.iter().chain(rules.iter());
            for rule in all.filter(|rule| used.contains(&rule.id())) {
                uses.count_call(rule, request.call, request.now_ms);
            }
            rules.iter_mut().for_each(|rule| spend(rule, used));
        }
        evaluation
    }

    /// Returns the calls that rules allowed so far.
    pub fn uses(&self) -> Uses {
        lock(&self.state).uses.clone()
    }

    /// Begins a turn: the user wrote in the conversation.
    pub fn begin_turn(&self, conversation: ConversationId) {
        lock(&self.state).uses.begin_turn(conversation);
    }

    /// Renews the budget of a rule: the user allowed as many calls again.
    pub fn renew(&self, rule: RuleId) {
        lock(&self.state).uses.renew(rule);
    }
}

/// Whether a rule allows anything.
pub(crate) fn allows(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::Read {
            effect: Effect::Allow,
            ..
        }
    )
}

/// Decrements a rule with a limited number of uses, if it was used.
fn spend(rule: &mut Rule, used: &[RuleId]) {
    match rule {
        Rule::Read {
            id,
            uses_left: Some(left),
            ..
        } if used.contains(id) => *left = left.saturating_sub(1),
        Rule::Read { .. } | Rule::Unreadable { .. } => {}
    }
}
