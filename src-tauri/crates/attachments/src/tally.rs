//! Where the units of a text go: counted, or collected as far as they are wanted. Nothing else of a file is held.

use crate::{
    AttachError, Form, Offer, STEPS_MAX, Span, Step, Unit,
    name::shown,
    tokens::{self, weight},
};

/// Receives the sections of a file and their units in order.
pub(crate) trait Sink {
    /// Begins the next section.
    fn section(&mut self, title: &str, unit: Unit);

    /// The next unit of the section.
    fn unit(&mut self, text: &str);

    /// Units without text.
    fn blank(&mut self, number: u32) {
        for _ in 0..number {
            self.unit("");
        }
    }
}

/// Counts units and their tokens.
#[derive(Default)]
pub(crate) struct Counter {
    sections: Vec<Counted>,
}

struct Counted {
    title: String,
    unit: Unit,
    total: u32,
    /// Units of each step but the last.
    width: u32,
    /// The weights of the steps.
    weights: Vec<u64>,
}

impl Counted {
    fn add(&mut self, weight: u64) {
        // The line break that joins two units.
        let weight = weight.saturating_add(1);
        let begins = self.total.is_multiple_of(self.width);
        if begins && self.weights.len() == STEPS_MAX {
            self.weights = self.weights.chunks(2).map(|two| two.iter().sum()).collect();
            self.width = self.width.saturating_mul(2);
        }
        match self.weights.last_mut() {
            Some(last) if !self.total.is_multiple_of(self.width) => *last += weight,
            _ => self.weights.push(weight),
        }
        self.total = self.total.saturating_add(1);
    }

    fn offer(self, section: u32) -> Option<Offer> {
        let step = |(at, weight): (usize, u64)| {
            let first = u32::try_from(at)
                .ok()?
                .checked_mul(self.width)?
                .checked_add(1)?;
            let last = first.saturating_add(self.width - 1).min(self.total);
            Some(Step {
                span: Span::new(first, last)?,
                tokens: tokens::of_weight(weight),
            })
        };
        (self.total > 0).then_some(Offer {
            form: Form::Text,
            section,
            title: self.title,
            unit: self.unit,
            total: self.total,
            steps: self
                .weights
                .into_iter()
                .enumerate()
                .filter_map(step)
                .collect(),
            sampled: false,
        })
    }
}

impl Counter {
    /// One offer for each section that is not empty.
    pub(crate) fn offers(self) -> Vec<Offer> {
        let sections = self.sections.into_iter().zip(0..);
        sections
            .filter_map(|(counted, section)| counted.offer(section))
            .collect()
    }
}

impl Sink for Counter {
    fn section(&mut self, title: &str, unit: Unit) {
        self.sections.push(Counted {
            title: shown(title),
            unit,
            total: 0,
            width: 1,
            weights: Vec::new(),
        });
    }

    fn unit(&mut self, text: &str) {
        if let Some(section) = self.sections.last_mut() {
            section.add(weight(text));
        }
    }
}

/// Collects the wanted units up to a number of bytes.
pub(crate) struct Collector {
    section: u32,
    span: Option<Span>,
    bytes_max: usize,
    /// The section that is received now, from 1; 0 before the first.
    current: u32,
    unit: Unit,
    total: u32,
    text: String,
    taken: Option<Span>,
    full: bool,
    cut: bool,
}

/// Text that was collected.
pub(crate) struct Collected {
    pub(crate) text: String,
    pub(crate) taken: Span,
    pub(crate) total: u32,
    pub(crate) unit: Unit,
    /// Whether the limit was reached before the end of the wanted units.
    pub(crate) cut: bool,
}

impl Collector {
    /// A collector of the units `span` of `section`, all of them for `None`.
    pub(crate) fn new(section: u32, span: Option<Span>, bytes_max: u64) -> Self {
        Self {
            section,
            span,
            bytes_max: usize::try_from(bytes_max).unwrap_or(usize::MAX),
            current: 0,
            unit: Unit::Lines,
            total: 0,
            text: String::new(),
            taken: None,
            full: false,
            cut: false,
        }
    }

    /// Whether nothing more is taken.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// # Errors
    /// [`AttachError::NoSuchRange`].
    pub(crate) fn finish(self) -> Result<Collected, AttachError> {
        let Some(taken) = self.taken else {
            return Err(AttachError::NoSuchRange {
                total: self.total,
                unit: self.unit,
            });
        };
        Ok(Collected {
            text: self.text,
            taken,
            total: self.total,
            unit: self.unit,
            cut: self.cut,
        })
    }

    fn take(&mut self, text: &str) {
        let joint = usize::from(self.taken.is_some());
        let room = self.bytes_max.saturating_sub(self.text.len());
        if text.len().saturating_add(joint) > room {
            self.full = true;
            self.cut = true;
            // A unit that alone is longer than the limit is cut, others are left out.
            if self.taken.is_none() {
                let end = text.floor_char_boundary(room);
                self.text.push_str(text.get(..end).unwrap_or_default());
                self.taken = Span::new(self.total, self.total);
            }
            return;
        }
        if joint == 1 {
            self.text.push('\n');
        }
        self.text.push_str(text);
        let first = self.taken.map_or(self.total, |taken| taken.first);
        self.taken = Span::new(first, self.total);
    }
}

impl Sink for Collector {
    fn section(&mut self, _: &str, unit: Unit) {
        if self.current == self.section {
            self.unit = unit;
        }
        self.current = self.current.saturating_add(1);
    }

    fn unit(&mut self, text: &str) {
        if self.current != self.section.saturating_add(1) {
            return;
        }
        self.total = self.total.saturating_add(1);
        let wanted = self.span.is_none_or(|span| span.contains(self.total));
        if wanted && !self.full {
            self.take(text);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counter_covers_every_unit_once_with_few_steps() {
        proptest!(|(units in prop::collection::vec("[a-zä]{0,9}", 1..700))| {
            let mut counter = Counter::default();
            counter.section("s", Unit::Rows);
            units.iter().for_each(|unit| counter.unit(unit));
            let offer = counter.offers().pop().unwrap();
            prop_assert!(offer.steps.len() <= STEPS_MAX);
            let mut next = 1;
            for step in &offer.steps {
                prop_assert_eq!(step.span.first, next);
                next = step.span.last + 1;
            }
            prop_assert_eq!(next - 1, offer.total);
            prop_assert_eq!(offer.total as usize, units.len());
            if let Some(span) = offer.first_fitting(offer.tokens() / 2) {
                prop_assert!(offer.tokens_of(span) <= offer.tokens() / 2);
            }
        });
    }

    #[test]
    fn collector_takes_wanted_units_within_the_limit() {
        proptest!(|(
            units in prop::collection::vec("[a-zä]{0,9}", 1..40),
            first in 1u32..50, more in 0u32..50, max in 0u64..200,
        )| {
            let span = Span::new(first, first + more).unwrap();
            let mut collector = Collector::new(0, Some(span), max);
            collector.section("s", Unit::Lines);
            units.iter().for_each(|unit| collector.unit(unit));
            match collector.finish() {
                Ok(collected) => {
                    prop_assert!(collected.text.len() as u64 <= max);
                    prop_assert_eq!(collected.taken.first, first);
                    let last = collected.taken.last.min(units.len() as u32) as usize;
                    let whole = units[first as usize - 1..last].join("\n");
                    prop_assert!(whole.starts_with(&collected.text));
                    prop_assert!(collected.cut || whole == collected.text);
                }
                Err(_) => prop_assert!(first as usize > units.len()),
            }
        });
    }
}
