//! Bounds of depth and number of values: what passes one is left out, and a note takes its place.

use std::collections::BTreeMap;

use serde_json::value::{RawValue, to_raw_value};

/// The bound that a text passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is nested deeper.
    Depth,
    /// It has more values.
    Values,
}

/// A message without the parts that passed a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// Its JSON text, within the bounds.
    pub text: String,
    /// How many parts were left out.
    pub parts: usize,
}

/// Looks at a text once: how deep it is, how many values it has.
///
/// # Errors
/// The bound that it passes. Whether it is JSON is not checked.
pub fn fits(text: &str, most_deep: usize, most_values: usize) -> Result<usize, Bound> {
    let (mut depth, mut values) = (0usize, 1usize);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => {
                depth += 1;
                values += 1;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > most_deep {
            return Err(Bound::Depth);
        }
        if values > most_values {
            return Err(Bound::Values);
        }
    }
    Ok(values)
}

/// Leaves out of the `result` of a message what passes a bound: single members, and single items of lists among them. In the
/// place of each is a text that says which bound. None if that is not enough.
#[must_use]
pub fn shorten(text: &str, most_deep: usize, most_values: usize) -> Option<Shortened> {
    let mut message: BTreeMap<&str, &RawValue> = serde_json::from_str(text).ok()?;
    let result = message.get("result").copied()?;
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(result.get()).ok()?;
    let mut room = Room {
        deep: most_deep.saturating_sub(3),
        // What else a message holds has room as well.
        values: most_values.saturating_sub(members.len() + 64),
        most_deep,
        most_values,
        parts: 0,
    };
    let mut kept = BTreeMap::new();
    // Small members first: one large one must not cost the others.
    let mut members: Vec<_> = members.into_iter().collect();
    members.sort_by_key(|(_, raw)| raw.get().len());
    for (name, raw) in members {
        kept.insert(name, room.member(raw)?);
    }
    let result = to_raw_value(&kept).ok()?;
    message.insert("result", &result);
    let text = serde_json::to_string(&message).ok()?;
    let fits = fits(&text, most_deep, most_values).is_ok();
    fits.then_some(Shortened {
        text,
        parts: room.parts,
    })
}

struct Room {
    deep: usize,
    values: usize,
    most_deep: usize,
    most_values: usize,
    parts: usize,
}

impl Room {
    fn member(&mut self, raw: &RawValue) -> Option<Box<RawValue>> {
        if !raw.get().starts_with('[') {
            return self.part(raw);
        }
        if let Ok(values) = fits(raw.get(), self.deep, self.values) {
            self.values -= values.min(self.values);
            return Some(raw.to_owned());
        }
        let items: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
        let mut kept = Vec::new();
        let mut full = false;
        for item in items {
            let no_room = fits(item.get(), self.deep, self.values) == Err(Bound::Values);
            // One note for all that have no room: one for each could take more than they do.
            if no_room && full {
                self.parts += 1;
                continue;
            }
            full |= no_room;
            kept.push(self.part(item)?);
        }
        to_raw_value(&kept).ok()
    }

    fn part(&mut self, raw: &RawValue) -> Option<Box<RawValue>> {
        match fits(raw.get(), self.deep, self.values) {
            Ok(values) => {
                self.values -= values.min(self.values);
                Some(raw.to_owned())
            }
            Err(bound) => {
                self.parts += 1;
                self.values = self.values.saturating_sub(1);
                to_raw_value(&self.note(bound)).ok()
            }
        }
    }

    fn note(&self, bound: Bound) -> String {
        match bound {
            Bound::Depth => format!(
                "(left out by Innkeeper: nested deeper than {} levels)",
                self.most_deep
            ),
            Bound::Values => format!(
                "(left out by Innkeeper: the message has more than {} values)",
                self.most_values
            ),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_passes_a_bound_is_left_out_alone() {
        let deep = "[".repeat(40) + &"]".repeat(40);
        let many = format!("[{}1]", "1,".repeat(500));
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":7,"result":{{"content":["a",{deep}],"structuredContent":{{"v":{many}}}}}}}"#
        );
        assert_eq!(fits(&text, 20, 400), Err(Bound::Depth));
        let got = shorten(&text, 20, 400).unwrap();
        assert_eq!(got.parts, 2);
        assert_eq!(
            got.text,
            r#"{"id":7,"jsonrpc":"2.0","result":{"content":["a","(left out by Innkeeper: nested deeper than 20 levels)"],"structuredContent":"(left out by Innkeeper: the message has more than 400 values)"}}"#
        );
        assert_eq!(shorten(r#"{"method":"x"}"#, 2, 2), None);
    }

    #[test]
    fn a_long_list_keeps_its_first_items() {
        let items = vec![r#"{"a":[1,2]}"#; 200].join(",");
        let text = format!(r#"{{"id":7,"result":{{"tools":[{items}],"nextCursor":"c"}}}}"#);
        let got = shorten(&text, 20, 400).unwrap();
        assert!(fits(&got.text, 20, 400).is_ok());
        assert!(got.text.contains(r#"{"a":[1,2]}"#) && got.text.contains("nextCursor"));
        assert!(got.parts > 0);
    }
}
