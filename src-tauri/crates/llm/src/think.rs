//! Reasoning that comes inside the text, between marks that a server did not take out.
//!
//! `<think>` (and its spellings) at the very beginning begins reasoning, up to its end. An end alone after prose makes the text before it reasoning. Anywhere
//! else, and in code, the marks are text.

/// The names of the marks.
const NAMES: [&str; 5] = ["think", "thinking", "thought", "reasoning", "reason"];
/// Longest mark, in bytes.
const LONGEST: usize = 16;

/// A piece of the text, told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Text(String),
    Reasoning(String),
}

/// Divides text as it comes.
#[derive(Debug, Default)]
pub(crate) struct Think {
    place: Place,
    /// What may be the start of a mark.
    held: String,
    /// There was a mark.
    found: bool,
}

#[derive(Debug, Default)]
enum Place {
    #[default]
    Beginning,
    /// Behind this mark.
    Inside(&'static str),
    Text,
}

impl Think {
    /// Takes more text.
    pub(crate) fn take(&mut self, more: &str) -> Vec<Told> {
        let mut told = Vec::new();
        self.held.push_str(more);
        while self.step(&mut told) {}
        told
    }

    /// Nothing of this text follows: what was held is what it seems.
    pub(crate) fn flush(&mut self) -> Option<Told> {
        let held = std::mem::take(&mut self.held);
        let inside = matches!(self.place, Place::Inside(_));
        if held.is_empty() || (self.found && !inside && held.trim().is_empty()) {
            return None;
        }
        if inside {
            return Some(Told::Reasoning(held));
        }
        self.place = Place::Text;
        Some(Told::Text(held))
    }

    /// Whether a mark was at the beginning.
    pub(crate) fn found(&self) -> bool {
        self.found
    }

    /// Goes on by one mark; returns whether there may be more.
    fn step(&mut self, told: &mut Vec<Told>) -> bool {
        match self.place {
            Place::Beginning => self.begin(),
            Place::Inside(name) => self.look_for_end(name, told),
            Place::Text => {
                if !self.held.is_empty() {
                    told.push(Told::Text(std::mem::take(&mut self.held)));
                }
                false
            }
        }
    }

    fn begin(&mut self) -> bool {
        let text = self.held.trim_start();
        for name in NAMES {
            let mark = format!("<{name}>");
            if starts_with(text, &mark) {
                self.held = text[mark.len()..].to_owned();
                self.place = Place::Inside(name);
                self.found = true;
                return true;
            }
            if text.len() < mark.len() && starts_with(&mark, text) {
                return false;
            }
        }
        if self.found {
            self.held = text.to_owned();
        }
        self.place = Place::Text;
        true
    }

    fn look_for_end(&mut self, name: &str, told: &mut Vec<Told>) -> bool {
        let mark = format!("</{name}>");
        let (thought, rest) = match find(&self.held, &mark) {
            Some(at) => (
                self.held[..at].to_owned(),
                Some(self.held[at + mark.len()..].to_owned()),
            ),
            None => (self.held[..safe(&self.held, &mark)].to_owned(), None),
        };
        if !thought.is_empty() {
            told.push(Told::Reasoning(thought.clone()));
        }
        match rest {
            Some(rest) => {
                self.held = rest;
                self.place = Place::Beginning;
                true
            }
            None => {
                self.held.drain(..thought.len());
                false
            }
        }
    }
}

fn starts_with(text: &str, start: &str) -> bool {
    let head = text.get(..start.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(start))
}

fn find(text: &str, mark: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    lower.find(mark)
}

/// How much of the text cannot be the start of the mark.
fn safe(text: &str, mark: &str) -> usize {
    let tail = (1..mark.len().min(LONGEST)).rev().find(|length| {
        let start = text.len().checked_sub(*length);
        let end = start.and_then(|start| text.get(start..));
        end.is_some_and(|end| starts_with(mark, end))
    });
    text.len() - tail.unwrap_or(0)
}

/// The reasoning and the text of an answer with the end of reasoning alone in it, outside of code and quotes.
pub(crate) fn lone_end(text: &str) -> Option<(&str, &str)> {
    if NAMES
        .iter()
        .any(|name| find(text, &format!("<{name}>")).is_some())
    {
        return None;
    }
    let places = NAMES.iter().filter_map(|name| {
        let mark = format!("</{name}>");
        find(text, &mark).map(|at| (at, at + mark.len()))
    });
    let (at, end) = places.min()?;
    let (before, after) = (&text[..at], &text[end..]);
    let quote = |c: char| matches!(c, '`' | '"' | '\'' | '\u{201c}' | '\u{201d}');
    let quoted = before.ends_with(quote) && after.starts_with(quote);
    (!quoted && !in_code(before)).then(|| (before.trim(), after.trim_start()))
}

fn in_code(before: &str) -> bool {
    let fences = before
        .lines()
        .filter(|line| line.trim_start().starts_with("```"))
        .count();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let ticks = line.matches('`').count();
    !fences.is_multiple_of(2) || (!ticks.is_multiple_of(2) && !line.trim_start().starts_with("```"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(parts: &[&str]) -> (String, String) {
        let mut think = Think::default();
        let mut all: Vec<Told> = parts.iter().flat_map(|part| think.take(part)).collect();
        all.extend(think.flush());
        let (mut text, mut reasoning) = (String::new(), String::new());
        for one in all {
            match one {
                Told::Text(more) => text += &more,
                Told::Reasoning(more) => reasoning += &more,
            }
        }
        (text, reasoning)
    }

    #[test]
    fn reasoning_at_the_beginning_is_no_text() {
        for (given, text, reasoning) in [
            ("<think>a</think>\n\nParis.", "Paris.", "a"),
            (
                "\n <Thinking>a < b</Thinking>Paris </think>",
                "Paris </think>",
                "a < b",
            ),
            ("<think>a</think>\n<think>b</think>c", "c", "ab"),
            ("<think>never ends", "", "never ends"),
            ("<thin ice>", "<thin ice>", ""),
            ("Use `<think>`", "Use `<think>`", ""),
            ("  x", "  x", ""),
        ] {
            assert_eq!(
                told(&[given]),
                (text.to_owned(), reasoning.to_owned()),
                "{given}"
            );
        }
    }

    #[test]
    fn an_end_alone_is_told_from_code() {
        assert_eq!(
            lone_end("let me see\n</think>\n\nParis."),
            Some(("let me see", "Paris."))
        );
        assert_eq!(lone_end("see</THINK>Paris."), Some(("see", "Paris.")));
        for text in [
            "```\n</think>\n```",
            "`</think>` ends it",
            "write \"</think>\" there",
            "no mark",
            "use <think> and </think>",
        ] {
            assert_eq!(lone_end(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_split_tells_the_same(
            words in prop::collection::vec(prop::sample::select(vec!["<think>", "</think>", "<", "\u{e9}", "\n", "a ", "<thinking>", "</"]), 0..8),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        ) {
            let whole = words.concat();
            let places: Vec<usize> = whole.char_indices().map(|(at, _)| at).chain([whole.len()]).collect();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&places)).collect();
            cuts.extend([0, whole.len()]);
            cuts.sort_unstable();
            let parts: Vec<&str> = cuts.windows(2).map(|pair| &whole[pair[0]..pair[1]]).collect();
            prop_assert_eq!(told(&parts), told(&[&whole]));
        }
    }
}
