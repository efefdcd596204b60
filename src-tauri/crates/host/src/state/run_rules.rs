//! Rules from a command line.

use std::sync::Mutex;

use domain::RuleId;
use policy::{Decision, Effect, Evaluation, Labels, Request, Rule, evaluate};

use crate::mutex::lock;

/// Rules that a command line creates for this run. They are never stored.
#[derive(Default)]
pub(crate) struct RunRules(Mutex<Vec<Rule>>);

impl RunRules {
    /// Adds a rule.
    pub fn add(&self, rule: Rule) {
        lock(&self.0).push(rule);
    }

    /// Whether a rule is one of these.
    pub fn has(&self, id: RuleId) -> bool {
        lock(&self.0).iter().any(|rule| rule.id() == id)
    }

    /// Whether one of these rules allows anything.
    pub fn allow_any(&self) -> bool {
        lock(&self.0).iter().any(allows)
    }

    /// Evaluates a request against stored rules and these. A rule with a limited number of uses is decremented in the same step
    /// that lets it allow, so that concurrent requests cannot share a use.
    pub fn evaluate(&self, stored: &[Rule], request: &Request<'_>, labels: &Labels) -> Evaluation {
        let mut rules = lock(&self.0);
        let evaluation = if rules.is_empty() {
            evaluate(stored, request, labels)
        } else {
            let all: Vec<Rule> = stored.iter().chain(rules.iter()).cloned().collect();
            evaluate(&all, request, labels)
        };
        if evaluation.decision == Decision::Allow {
            rules
                .iter_mut()
                .for_each(|rule| spend(rule, &evaluation.matched_rules));
        }
        evaluation
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
