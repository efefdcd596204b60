//! What was found, as parts of the texts that are given.

use std::{collections::BTreeSet, ops::Range};

use super::place::Span;

/// A part of the data to be sent that earlier text contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<O> {
    /// Where, in bytes of the text.
    pub at: Range<usize>,
    /// The servers that returned it, each once.
    pub from: Vec<O>,
}

/// Where each given text begins, in bytes of all of them, and how long it is.
pub(super) struct Page(pub Vec<Range<usize>>);

impl Page {
    /// Marks by text, as bytes of that text.
    pub(super) fn marks(&self, marks: Vec<(Span, usize)>) -> Vec<Vec<(Range<usize>, usize)>> {
        let mut out: Vec<Vec<(Range<usize>, usize)>> = vec![Vec::new(); self.0.len()];
        for (span, origin) in marks {
            let (from, to) = (span.from as usize, span.to as usize);
            let first = self.0.partition_point(|text| text.end <= from);
            let texts = self.0.iter().zip(&mut out).skip(first);
            for (text, marks) in texts.take_while(|(text, _)| text.start < to) {
                let part = from.max(text.start) - text.start..to.min(text.end) - text.start;
                if !part.is_empty() {
                    marks.push((part, origin));
                }
            }
        }
        out
    }
}

/// Overlapping parts of several origins as parts in a row.
pub(super) fn split<O: Copy>(
    mut parts: Vec<(Range<usize>, usize)>,
    origins: &[O],
) -> Vec<Match<O>> {
    parts.sort_by_key(|(at, origin)| (at.start, at.end, *origin));
    let mut edges: Vec<usize> = parts
        .iter()
        .flat_map(|(at, _)| [at.start, at.end])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let mut out: Vec<(Range<usize>, BTreeSet<usize>)> = Vec::new();
    let mut open: Vec<&(Range<usize>, usize)> = Vec::new();
    let mut next = parts.iter().peekable();
    for pair in edges.windows(2) {
        let &[start, end] = pair else { continue };
        while let Some(part) = next.next_if(|(at, _)| at.start <= start) {
            open.push(part);
        }
        open.retain(|(at, _)| at.end > start);
        let from: BTreeSet<usize> = open.iter().map(|(_, origin)| *origin).collect();
        if from.is_empty() {
            continue;
        }
        match out.last_mut() {
            Some((at, same)) if at.end == start && *same == from => at.end = end,
            _ => out.push((start..end, from)),
        }
    }
    out.into_iter()
        .map(|(at, from)| Match {
            at,
            from: from
                .into_iter()
                .filter_map(|o| origins.get(o).copied())
                .collect(),
        })
        .collect()
}
