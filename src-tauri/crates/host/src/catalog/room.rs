//! What a user is told when an endpoint accepts fewer tools than are enabled.

use std::collections::{BTreeMap, BTreeSet};

use domain::ServerId;
use messages::{Phrase, Value, phrases};

use super::entry::Entry;

/// The share of one server in the offered tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// The user's name for the server.
    pub server: String,
    /// How many of its tools could be offered.
    pub tools: usize,
    /// How many of its tools are offered.
    pub offered: usize,
}

/// A summary of a selection that omits tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// How many tools are offered.
    pub most: usize,
    /// The servers, those with the most tools first.
    pub shares: Vec<Share>,
}

impl Cut {
    /// Summarizes which of the `offered` tools are `left` out; none if all fit.
    pub(super) fn of<'a>(
        offered: impl Iterator<Item = (&'a str, &'a Entry)>,
        left: &BTreeSet<String>,
    ) -> Option<Self> {
        if left.is_empty() {
            return None;
        }
        let mut by_server: BTreeMap<ServerId, Share> = BTreeMap::new();
        for (alias, entry) in offered {
            let server = entry.definition.tool.server;
            let share = by_server.entry(server).or_insert_with(|| Share {
                server: entry.server_name.clone(),
                tools: 0,
                offered: 0,
            });
            share.tools += 1;
            share.offered += usize::from(!left.contains(alias));
        }
        let mut shares: Vec<Share> = by_server.into_values().collect();
        // Those with the most tools first.
        shares.sort_by(|a, b| b.tools.cmp(&a.tools).then_with(|| a.server.cmp(&b.server)));
        let most = shares.iter().map(|share| share.offered).sum();
        Some(Self { most, shares })
    }

    /// Describes what is omitted and what to do about it.
    pub fn text(&self, endpoint: String) -> Phrase {
        const NAMED: usize = 8;
        let on: usize = self.shares.iter().map(|share| share.tools).sum();
        let offered: usize = self.shares.iter().map(|share| share.offered).sum();
        let mut missing = self.shares.iter().filter_map(|share| {
            let missing = share.tools.checked_sub(share.offered)?;
            (missing > 0)
                .then(|| phrases::host_tools_left_out_of(missing, &share.server, share.tools))
        });
        let mut left: Vec<Value> = missing.by_ref().take(NAMED).map(Value::from).collect();
        let more = missing.count();
        if more > 0 {
            left.push(phrases::host_more(more).into());
        }
        let (left, advice) = (Value::List(left), self.advice(on));
        phrases::host_tools_left_out(advice, on, endpoint, left, self.most, offered)
    }

    /// Advises what to disable so that nothing is omitted.
    fn advice(&self, on: usize) -> Phrase {
        let over = on - self.most;
        // The smallest server whose absence suffices; if there is none, the largest one and more.
        let enough = self.shares.iter().rev().find(|s| s.tools >= over);
        match enough {
            Some(share) if self.shares.len() > 1 => {
                phrases::host_tools_advice_server(over, &share.server)
            }
            _ => phrases::host_tools_advice(over),
        }
    }
}

#[cfg(test)]
mod tests {
    use messages::Text;

    use super::*;

    #[test]
    fn advice_names_the_smallest_server_that_is_enough() {
        let share = |server: &str, tools, offered| Share {
            server: server.into(),
            tools,
            offered,
        };
        let cut = Cut {
            most: 128,
            shares: vec![
                share("Many", 300, 60),
                share("Some", 180, 60),
                share("Few", 8, 8),
            ],
        };
        let text = Text::from(cut.text("api.example".into())).to_string();
        assert!(text.starts_with("128 of 488 tools"), "{text}");
        assert!(
            text.contains("Left out: Many (240 of 300) and Some (120 of 180)."),
            "{text}"
        );
        assert!(text.contains("switch off 360 tools"), "{text}");
        let cut = Cut {
            most: 128,
            shares: vec![share("Many", 120, 64), share("Some", 90, 64)],
        };
        assert!(
            Text::from(cut.text("x".into()))
                .to_string()
                .contains("switch off Some in this conversation, or 82 tools")
        );
    }
}
