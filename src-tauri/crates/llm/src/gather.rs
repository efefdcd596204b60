//! Gathers the items of an answer in the order of the wire, and tells what a person may see at once.

use std::collections::BTreeMap;

use crate::{
    Item, LeftOut, State, StreamEvent,
    fields::{Fields, Joiner, Text, quoted},
    item::CallItem,
    think::{Think, Told, lone_end},
};

/// The items of one answer so far.
#[derive(Default)]
pub(crate) struct Gathered {
    slots: Vec<Slot>,
    think: Think,
    text: Joiner,
    reasoning: Joiner,
    left_out: BTreeMap<LeftOut, u32>,
}

/// An item, or the place of one that is not complete.
enum Slot {
    Text(String),
    Reasoning(String),
    /// The call with this number.
    Call(usize),
    /// State, with the number of the call that carried it.
    State {
        field: String,
        json: String,
        call: Option<usize>,
    },
    /// A text that comes in pieces and goes back under its field.
    Field {
        field: String,
        text: String,
        joiner: Joiner,
    },
    /// A list of details that comes in pieces and goes back under its field.
    Details {
        field: String,
        details: Vec<Detail>,
    },
}

/// One entry of a list of details.
struct Detail {
    fields: Vec<(String, String)>,
    texts: BTreeMap<String, String>,
}

/// Fields of a detail whose pieces follow each other.
const GROWING: [&str; 2] = ["text", "summary"];

impl Gathered {
    /// More of the text.
    pub(crate) fn text(&mut self, piece: &Text, out: &mut Vec<StreamEvent>) {
        let piece = self.text.join(piece);
        for told in self.think.take(&piece) {
            self.told(told, out);
        }
    }

    /// More of the reasoning, for display.
    pub(crate) fn reasoning(&mut self, piece: &Text, out: &mut Vec<StreamEvent>) {
        let piece = self.reasoning.join(piece);
        self.told(Told::Reasoning(piece), out);
    }

    fn told(&mut self, told: Told, out: &mut Vec<StreamEvent>) {
        match told {
            Told::Text(text) | Told::Reasoning(text) if text.is_empty() => {}
            Told::Text(text) => {
                match self.slots.last_mut() {
                    Some(Slot::Text(last)) => last.push_str(&text),
                    _ => self.slots.push(Slot::Text(text.clone())),
                }
                out.push(StreamEvent::Text(text));
            }
            Told::Reasoning(text) => {
                match self.slots.last_mut() {
                    Some(Slot::Reasoning(last)) => last.push_str(&text),
                    _ => self.slots.push(Slot::Reasoning(text.clone())),
                }
                out.push(StreamEvent::Reasoning(text));
            }
        }
    }

    /// What was held of the text is complete.
    pub(crate) fn flush(&mut self, out: &mut Vec<StreamEvent>) {
        let end = self.text.end();
        for told in self.think.take(end) {
            self.told(told, out);
        }
        if let Some(told) = self.think.flush() {
            self.told(told, out);
        }
        let end = self.reasoning.end();
        self.told(Told::Reasoning(end.to_owned()), out);
    }

    /// The place of a call that begins.
    pub(crate) fn call(&mut self, number: usize, out: &mut Vec<StreamEvent>) {
        self.flush(out);
        self.slots.push(Slot::Call(number));
    }

    /// Whole state, at this place. What was held of the text stands before it.
    pub(crate) fn state(&mut self, field: &str, json: String, call: Option<usize>) {
        let field = field.to_owned();
        self.slots.push(Slot::State { field, json, call });
    }

    /// A place for state that is complete later; it stays empty if nothing fills it.
    pub(crate) fn reserve(&mut self, field: &str) -> usize {
        self.state(field, String::new(), None);
        self.slots.len() - 1
    }

    /// Fills a place that was reserved.
    pub(crate) fn fill(&mut self, place: usize, whole: String) {
        if let Some(Slot::State { json, .. }) = self.slots.get_mut(place) {
            *json = whole;
        }
    }

    /// More of a text that goes back under `name`.
    pub(crate) fn field(&mut self, name: &str, piece: &Text) {
        let known = self.slots.iter_mut().find_map(|slot| {
            if let Slot::Field {
                field,
                text,
                joiner,
            } = slot
                && field == name
            {
                return Some((text, joiner));
            }
            None
        });
        match known {
            Some((text, joiner)) => text.push_str(&joiner.join(piece)),
            None => {
                let mut joiner = Joiner::default();
                let (field, text) = (name.to_owned(), joiner.join(piece));
                self.slots.push(Slot::Field {
                    field,
                    text,
                    joiner,
                });
            }
        }
    }

    /// More of a list that goes back under `name`.
    pub(crate) fn details(&mut self, name: &str, entries: &[&str]) {
        let at = self
            .slots
            .iter()
            .position(|slot| matches!(slot, Slot::Details { field, .. } if field == name));
        let at = at.unwrap_or_else(|| {
            let field = name.to_owned();
            self.slots.push(Slot::Details {
                field,
                details: Vec::new(),
            });
            self.slots.len() - 1
        });
        let Some(Slot::Details { details, .. }) = self.slots.get_mut(at) else {
            return;
        };
        for entry in entries.iter().filter_map(|entry| Fields::read(entry)) {
            match details.last_mut().filter(|last| last.continues(&entry)) {
                Some(last) => last.add(&entry),
                None => {
                    let mut detail = Detail {
                        fields: Vec::new(),
                        texts: BTreeMap::new(),
                    };
                    detail.add(&entry);
                    details.push(detail);
                }
            }
        }
    }

    /// Something that cannot be shown.
    pub(crate) fn left_out(&mut self, what: LeftOut, count: u32) {
        if count > 0 {
            let known = self.left_out.entry(what).or_default();
            *known = known.saturating_add(count);
        }
    }

    /// The items, with the calls by their numbers, and what was left out.
    pub(crate) fn finish(self, calls: &[CallItem]) -> (Vec<Item>, Vec<(LeftOut, u32)>) {
        let found = self.think.found();
        let mut first = true;
        let mut items = Vec::with_capacity(self.slots.len());
        for slot in self.slots {
            match slot {
                Slot::Text(text) => {
                    let alone = if first && !found {
                        lone_end(&text)
                    } else {
                        None
                    };
                    first = false;
                    match alone {
                        Some((thought, rest)) => {
                            let thought = Item::Reasoning(thought.to_owned());
                            items.extend((!is_empty(&thought)).then_some(thought));
                            let rest = Item::Text(rest.to_owned());
                            items.extend((!is_empty(&rest)).then_some(rest));
                        }
                        None => items.push(Item::Text(text)),
                    }
                }
                Slot::Reasoning(text) => items.push(Item::Reasoning(text)),
                Slot::Call(number) => items.extend(calls.get(number).cloned().map(Item::Call)),
                Slot::State { json, .. } if json.is_empty() => {}
                Slot::State { field, json, call } => {
                    let call = call.and_then(|number| calls.get(number));
                    let call = call.map(|call| call.intent.provider_call_id.clone());
                    items.push(Item::State(State { field, json, call }));
                }
                Slot::Field {
                    field,
                    text,
                    mut joiner,
                } => {
                    let json = quoted(&(text + joiner.end()));
                    items.push(Item::State(State {
                        field,
                        json,
                        call: None,
                    }));
                }
                Slot::Details { field, details } => {
                    let details: Vec<String> = details.into_iter().map(Detail::json).collect();
                    let json = format!("[{}]", details.join(","));
                    items.push(Item::State(State {
                        field,
                        json,
                        call: None,
                    }));
                }
            }
        }
        (items, self.left_out.into_iter().collect())
    }
}

fn is_empty(item: &Item) -> bool {
    matches!(item, Item::Text(text) | Item::Reasoning(text) if text.is_empty())
}

impl Detail {
    /// Whether an entry is more of this one: the same kind on the same index, its text growing, its identifier not another.
    fn continues(&self, entry: &Fields<'_>) -> bool {
        let own = |name: &str| {
            let mut fields = self.fields.iter();
            fields
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.as_str())
        };
        let same = |name: &str| own(name) == entry.get(name);
        let other_id = own("id").zip(entry.get("id")).is_some_and(|(a, b)| a != b);
        let grows = entry.get("data").is_none() && own("data").is_none();
        same("type") && same("index") && !other_id && grows
    }

    fn add(&mut self, entry: &Fields<'_>) {
        for (name, value) in entry.iter() {
            let text = Text::read(value).filter(|_| GROWING.contains(&name));
            if let Some(text) = text {
                self.texts
                    .entry(name.to_owned())
                    .or_default()
                    .push_str(&text.lossy());
            }
            match self.fields.iter_mut().find(|(key, _)| key == name) {
                Some((_, known)) => value.clone_into(known),
                None => self.fields.push((name.to_owned(), value.to_owned())),
            }
        }
    }

    fn json(self) -> String {
        let parts = self.fields.iter().map(|(name, value)| {
            let grown = self.texts.get(name).map(|text| quoted(text));
            format!("{}:{}", quoted(name), grown.as_ref().unwrap_or(value))
        });
        format!("{{{}}}", parts.collect::<Vec<_>>().join(","))
    }
}
