//! Fair shares of the tools that fit.

use std::collections::BTreeMap;

use domain::ServerId;

use crate::snapshot::Tool;

/// Returns which tools, by their place, do not fit into a request of `most` tools. Every server gets an equal share, and unused room goes to the other servers.
/// Within a server the first tools by name are kept, so the order of its tool list does not matter.
pub(crate) fn left_out(tools: &[Tool<'_>], most: usize) -> Vec<usize> {
    if tools.len() <= most {
        return Vec::new();
    }
    let mut by_server: BTreeMap<Option<ServerId>, Vec<(&str, usize)>> = BTreeMap::new();
    for (at, tool) in tools.iter().enumerate() {
        by_server
            .entry(tool.server)
            .or_default()
            .push((tool.name, at));
    }
    let counts: Vec<usize> = by_server.values().map(Vec::len).collect();
    let shares = shares_of(&counts, most);
    let mut left = Vec::new();
    for (mut places, room) in by_server.into_values().zip(shares) {
        places.sort_unstable();
        left.extend(places.into_iter().skip(room).map(|(_, at)| at));
    }
    left
}

/// Returns max-min fair shares of `room`, in the order of `counts`; the remainder goes to the first.
fn shares_of(counts: &[usize], mut room: usize) -> Vec<usize> {
    let mut shares = vec![0; counts.len()];
    loop {
        let hungry = shares
            .iter()
            .zip(counts)
            .filter(|(share, count)| share < count)
            .count();
        if hungry == 0 || room == 0 {
            return shares;
        }
        let each = (room / hungry).max(1);
        for (share, count) in shares.iter_mut().zip(counts) {
            let more = each.min(count - *share).min(room);
            *share += more;
            room -= more;
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
}
