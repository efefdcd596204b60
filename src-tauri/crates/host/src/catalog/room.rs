//! Selection of the offered tools when an endpoint accepts fewer than are enabled.

use std::collections::BTreeMap;

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
    /// Maximum number of tools offered at once.
    pub most: usize,
    /// The servers, those with the most tools first.
    pub shares: Vec<Share>,
}

/// Keeps at most `most` entries on offer. Every server gets an equal share, and unused room goes to the other servers. Within a
/// server the first tools by name are kept, so the order of its tool list does not matter.
pub(super) fn fit(entries: &mut [Entry], most: usize) -> Option<Cut> {
    let mut by_server: BTreeMap<ServerId, Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate().filter(|(_, e)| e.offered) {
        let tool = &entry.definition.tool;
        by_server.entry(tool.server).or_default().push(at);
    }
    let counts: Vec<usize> = by_server.values().map(Vec::len).collect();
    if counts.iter().sum::<usize>() <= most {
        return None;
    }
    let mut shares = Vec::new();
    for (mut places, room) in by_server.into_values().zip(shares_of(&counts, most)) {
        places.sort_by(|a, b| {
            let name = |at: usize| &entries[at].definition.tool.name;
            name(*a).cmp(name(*b))
        });
        shares.push(Share {
            server: entries[places[0]].server_name.clone(),
            tools: places.len(),
            offered: room,
        });
        for at in &places[room..] {
            entries[*at].offered = false;
        }
    }
    shares.sort_by(|a, b| b.tools.cmp(&a.tools).then_with(|| a.server.cmp(&b.server)));
    Some(Cut { most, shares })
}

/// Returns max-min fair shares of `room`, in the order of `counts`; the remainder goes to the first.
fn shares_of(counts: &[usize], mut room: usize) -> Vec<usize> {
    let mut shares = vec![0; counts.len()];
    loop {
        let hungry: Vec<usize> = (0..counts.len())
            .filter(|at| shares[*at] < counts[*at])
            .collect();
        if hungry.is_empty() || room == 0 {
            return shares;
        }
        let each = (room / hungry.len()).max(1);
        for at in hungry {
            let more = each.min(counts[at] - shares[at]).min(room);
            shares[at] += more;
            room -= more;
        }
    }
}

impl Cut {
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
    fn shares_are_fair_and_use_all_room() {
        for (counts, room, wanted) in [
            (vec![300, 6], 128, vec![122, 6]),
            (vec![300, 300, 300], 128, vec![43, 43, 42]),
            (vec![1, 2, 3], 128, vec![1, 2, 3]),
            (vec![5, 5, 5], 2, vec![1, 1, 0]),
            (vec![5], 0, vec![0]),
            (vec![], 7, vec![]),
        ] {
            assert_eq!(shares_of(&counts, room), wanted, "{counts:?} in {room}");
        }
    }

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
