//! YAML as the values of JSON: one document, no tags except `!!str`, and no alias can multiply its size.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};
use serde_json::{Map, Number, Value};

use super::error::{MAX_OTHER, ReadError};

/// Maximum nesting.
const MAX_DEPTH: usize = 64;
/// Maximum size with every alias replaced by its value, in bytes of text plus one for each value.
const MAX_SIZE: usize = 2 * MAX_OTHER;

/// Parses a text.
///
/// # Errors
/// Not such a document, or larger than its bounds.
pub(super) fn parse(text: &str) -> Result<Value, ReadError> {
    if text.len() > MAX_OTHER {
        return Err(ReadError::TooLarge { most: MAX_OTHER });
    }
    let mut builder = Builder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| unreadable(&error))?;
        builder.event(event).map_err(|problem| match problem {
            Problem::Wrong => not_yaml(&span),
            Problem::TooMuch => ReadError::Excessive,
        })?;
    }
    Ok(builder.root.unwrap_or(Value::Null))
}

fn unreadable(error: &ScanError) -> ReadError {
    let mark = error.marker();
    ReadError::NotYaml {
        line: mark.line(),
        column: mark.col() + 1,
    }
}

fn not_yaml(span: &Span) -> ReadError {
    ReadError::NotYaml {
        line: span.start.line(),
        column: span.start.col() + 1,
    }
}

/// Why an event cannot be accepted.
enum Problem {
    /// Not a document of values.
    Wrong,
    /// Past a bound.
    TooMuch,
}

/// A list or a mapping that is not complete yet.
struct Open {
    value: Value,
    /// The key of the next value.
    key: Option<String>,
    anchor: usize,
    /// The size of the document before it.
    before: usize,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    /// Values with an anchor, and their sizes.
    anchors: HashMap<usize, (Value, usize)>,
    size: usize,
    root: Option<Value>,
}

impl Builder {
    fn event(&mut self, event: Event<'_>) -> Result<(), Problem> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let before = self.size;
                self.grow(text.len() + 1)?;
                let is_text = is_text(tag.as_deref())?;
                if self.awaits_key() {
                    self.remember(anchor, &Value::String(text.to_string()), before)?;
                    return self.key(text.into_owned());
                }
                let value = if is_text || style != ScalarStyle::Plain {
                    Value::String(text.into_owned())
                } else {
                    plain(&text)
                };
                self.complete(value, anchor, before)
            }
            Event::SequenceStart(anchor, tag) => {
                self.begin(Value::Array(Vec::new()), anchor, tag.as_deref())
            }
            Event::MappingStart(anchor, tag) => {
                self.begin(Value::Object(Map::new()), anchor, tag.as_deref())
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Open {
                    value,
                    anchor,
                    before,
                    ..
                } = self.open.pop().ok_or(Problem::Wrong)?;
                self.complete(value, anchor, before)
            }
            Event::Alias(anchor) => {
                let (value, size) = self.anchors.get(&anchor).ok_or(Problem::Wrong)?;
                let size = *size;
                // Before the copy is made.
                if self.size + size > MAX_SIZE {
                    return Err(Problem::TooMuch);
                }
                let value = value.clone();
                let before = self.size;
                self.grow(size)?;
                if !self.awaits_key() {
                    return self.complete(value, 0, before);
                }
                match value.as_str() {
                    Some(key) => self.key(key.to_owned()),
                    None => Err(Problem::Wrong),
                }
            }
            Event::DocumentStart(_) if self.root.is_some() => Err(Problem::Wrong),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn grow(&mut self, size: usize) -> Result<(), Problem> {
        self.size += size;
        if self.size > MAX_SIZE {
            Err(Problem::TooMuch)
        } else {
            Ok(())
        }
    }

    fn begin(&mut self, value: Value, anchor: usize, tag: Option<&Tag>) -> Result<(), Problem> {
        if tag.is_some() || self.awaits_key() {
            return Err(Problem::Wrong);
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(Problem::TooMuch);
        }
        let before = self.size;
        self.grow(1)?;
        self.open.push(Open {
            value,
            key: None,
            anchor,
            before,
        });
        Ok(())
    }

    fn awaits_key(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.value.is_object() && open.key.is_none())
    }

    fn key(&mut self, key: String) -> Result<(), Problem> {
        let open = self.open.last_mut().ok_or(Problem::Wrong)?;
        // Two readers could keep different ones.
        if open.value.get(&key).is_some() {
            return Err(Problem::Wrong);
        }
        open.key = Some(key);
        Ok(())
    }

    /// Keeps a copy of a value with an anchor, which counts like an alias.
    fn remember(&mut self, anchor: usize, value: &Value, before: usize) -> Result<(), Problem> {
        if anchor > 0 {
            let size = self.size - before;
            self.grow(size)?;
            self.anchors.insert(anchor, (value.clone(), size));
        }
        Ok(())
    }

    fn complete(&mut self, value: Value, anchor: usize, before: usize) -> Result<(), Problem> {
        self.remember(anchor, &value, before)?;
        let Some(open) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match &mut open.value {
            Value::Array(list) => list.push(value),
            Value::Object(object) => {
                let key = open.key.take().ok_or(Problem::Wrong)?;
                object.insert(key, value);
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                return Err(Problem::Wrong);
            }
        }
        Ok(())
    }
}

/// Whether a scalar is marked as a string. Another tag may mean anything.
fn is_text(tag: Option<&Tag>) -> Result<bool, Problem> {
    match tag {
        None => Ok(false),
        Some(tag) if tag.is_yaml_core_schema() && tag.suffix == "str" => Ok(true),
        Some(_) => Err(Problem::Wrong),
    }
}

/// Returns the value of an unquoted scalar. A number that JSON writes differently stays text: nothing of it may change.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let whole = text.parse::<i64>().ok().map(Number::from);
    let number = whole.or_else(|| Number::from_f64(text.parse().ok()?));
    match number {
        Some(number) if number.to_string() == text => Value::Number(number),
        Some(_) | None => Value::String(text.to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn scalars_have_the_values_of_the_core_schema() {
        let text = "a: 1\nb: 1.10\nc: yes\nd: 'true'\ne: true\nf: ~\ng: !!str 7\nh: 0x1F\ni: -2.5\nj: |\n  two\n  lines\nk: \"x\\ty\"\n";
        assert_eq!(
            parse(text).unwrap(),
            json!({
                "a": 1, "b": "1.10", "c": "yes", "d": "true", "e": true, "f": null, "g": "7", "h": "0x1F", "i": -2.5,
                "j": "two\nlines\n", "k": "x\ty"
            })
        );
        assert_eq!(
            parse("- a\n- [b, {c: d}]\n").unwrap(),
            json!(["a", ["b", { "c": "d" }]])
        );
        assert_eq!(parse("# only a comment\n").unwrap(), Value::Null);
    }

    #[test]
    fn an_alias_is_the_value_of_its_anchor() {
        let text = "x: &env {A: '1'}\nlist:\n  - env: *env\n  - env: *env\n&key k: v\n";
        assert_eq!(
            parse(text).unwrap(),
            json!({ "x": { "A": "1" }, "list": [{ "env": { "A": "1" } }, { "env": { "A": "1" } }], "k": "v" })
        );
    }

    #[test]
    fn texts_that_two_readers_could_read_differently_are_refused() {
        for text in [
            "a: 1\na: 2\n",
            "a: !custom 1\n",
            "a: !!binary aGk=\n",
            "a: !!map {}\n",
            "[a]: b\n",
            "{a: b}: c\n",
            "a: *unknown\n",
            "a: &a [*a]\n",
            "--- a\n--- b\n",
            "a: [\n",
            "a: \"open\n",
            "a:\n\t- b\n",
        ] {
            assert!(
                matches!(parse(text), Err(ReadError::NotYaml { .. })),
                "{text:?}: {:?}",
                parse(text)
            );
        }
        assert!(matches!(
            parse("a: 1\nb: [\n"),
            Err(ReadError::NotYaml { line: 2.., .. })
        ));
    }

    #[test]
    fn aliases_cannot_multiply_a_text() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for at in 1..12 {
            let before = at - 1;
            let aliases = vec![format!("*a{before}"); 9].join(", ");
            bomb.push_str(&format!("a{at}: &a{at} [{aliases}]\n"));
        }
        let large = "x".repeat(MAX_OTHER / 2);
        let copies = format!("a: &a {large}\nb: [{}]\n", vec!["*a"; 1_000].join(", "));
        let anchors = format!(
            "{}{}\n",
            (0..60).map(|at| format!("&n{at} [")).collect::<String>(),
            large
        );
        for text in [bomb, copies, format!("{anchors}{}", "]".repeat(60))] {
            let begin = Instant::now();
            assert!(
                matches!(parse(&text), Err(ReadError::Excessive)),
                "{:.80}",
                text
            );
            assert!(begin.elapsed() < Duration::from_secs(60));
        }
    }

    #[test]
    fn size_and_depth_are_bounded() {
        let begin = Instant::now();
        assert!(matches!(
            parse(&" ".repeat(MAX_OTHER + 1)),
            Err(ReadError::TooLarge { .. })
        ));
        for open in [
            "[", "{a: ", "- ", "? ", "[{", "a: [", "!", "&a ", "\"", "'", "|", "%", "*",
        ] {
            let _ = parse(&open.repeat(MAX_OTHER / open.len()));
        }
        let nested = |depth: usize| parse(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        assert!(nested(MAX_DEPTH).is_ok());
        assert!(matches!(nested(MAX_DEPTH + 1), Err(ReadError::Excessive)));
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "{:?}",
            begin.elapsed()
        );
    }

    proptest! {
        #[test]
        fn any_text_ends(text in "[ \\n\\t:&*!|>'\"\\[\\]{},#%@?a-c0-9.~-]{0,200}") {
            let _ = parse(&text);
        }

        #[test]
        fn json_is_yaml(name in "[a-zA-Z0-9 ]{1,10}", text in "[ -~]{0,40}", number in any::<i32>()) {
            let value = json!({ name: [text, number, true, null] });
            prop_assert_eq!(parse(&value.to_string()).unwrap(), value);
        }
    }
}
