//! Selection of the offered tools when an endpoint accepts fewer than are enabled.

use std::collections::BTreeMap;

use domain::ServerId;

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
    pub fn text(&self, endpoint: &str) -> String {
        let (mut on, mut left) = (0, Vec::new());
        for share in &self.shares {
            on += share.tools;
            if share.offered < share.tools {
                let missing = share.tools - share.offered;
                left.push(format!("{} ({missing} of {})", share.server, share.tools));
            }
        }
        const NAMED: usize = 8;
        let more = match left.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        left.truncate(NAMED);
        format!(
            "{} of {on} tools are offered to the model: {endpoint} takes at most {}. Left out: {}{more}. {}",
            self.shares.iter().map(|s| s.offered).sum::<usize>(),
            self.most,
            left.join(", "),
            self.advice(on)
        )
    }

    /// Advises what to disable so that nothing is omitted.
    fn advice(&self, on: usize) -> String {
        let over = on - self.most;
        // The smallest server whose absence suffices; if there is none, the largest one and more.
        let enough = self.shares.iter().rev().find(|s| s.tools >= over);
        match enough {
            Some(share) if self.shares.len() > 1 => format!(
                "Switch off {} in this conversation, or {over} tools on the servers' pages, and the rest fits.",
                share.server
            ),
            _ => format!(
                "Switch off {over} tools on the servers' pages, or servers in this conversation, and the rest fits."
            ),
        }
    }
}

#[cfg(test)]
mod tests {
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
        let text = cut.text("api.example");
        assert!(text.starts_with("128 of 488 tools"), "{text}");
        assert!(
            text.contains("Left out: Many (240 of 300), Some (120 of 180)."),
            "{text}"
        );
        assert!(text.contains("Switch off 360 tools"), "{text}");
        let cut = Cut {
            most: 128,
            shares: vec![share("Many", 120, 64), share("Some", 90, 64)],
        };
        assert!(
            cut.text("x")
                .contains("Switch off Some in this conversation, or 82 tools")
        );
    }
}
