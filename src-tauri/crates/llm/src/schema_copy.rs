//! The copy of a tool's definition that a model gets. What arguments are checked against is the definition itself, which stays as it is.
//!
//! The usual copy adds only what every endpoint wants and says nothing: an object with properties, arrays with items. The plain copy, for an endpoint that refused
//! the usual one, keeps types, names, descriptions and choices, and leaves every other word of JSON Schema out.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

/// How deep a schema is copied; below that, anything is taken.
const MAX_DEPTH: u32 = 24;
/// Most nodes of a plain copy: references may repeat what they name.
const MAX_NODES: u32 = 4_000;
/// Longest name of a property that is taken everywhere, in characters.
const MAX_NAME: usize = 64;

/// Returns the schema of a tool as endpoints take it, byte for byte where nothing is missing.
pub(crate) fn usual(schema: &str) -> Cow<'_, str> {
    let Ok(mut value) = serde_json::from_str::<Value>(schema) else {
        return Cow::Borrowed(schema);
    };
    let Some(object) = value.as_object_mut() else {
        return Cow::Borrowed(schema);
    };
    let mut changed = false;
    if !matches!(object.get("type"), Some(Value::String(kind)) if kind == "object") {
        object.insert("type".to_owned(), json!("object"));
        changed = true;
    }
    if !matches!(object.get("properties"), Some(Value::Object(_))) {
        object.insert("properties".to_owned(), json!({}));
        changed = true;
    }
    changed |= add_items(&mut value, MAX_DEPTH);
    if changed {
        Cow::Owned(value.to_string())
    } else {
        Cow::Borrowed(schema)
    }
}

/// Gives arrays without items some that take anything.
fn add_items(value: &mut Value, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let mut changed = false;
    match value {
        Value::Object(fields) => {
            let array = fields.get("type").is_some_and(|kind| {
                kind == "array"
                    || kind
                        .as_array()
                        .is_some_and(|kinds| kinds.iter().any(|kind| kind == "array"))
            });
            let lacks = !fields.contains_key("items") && !fields.contains_key("prefixItems");
            if array && lacks {
                fields.insert("items".to_owned(), json!({}));
                changed = true;
            }
            for (name, field) in fields {
                if !matches!(name.as_str(), "enum" | "const" | "default" | "examples") {
                    changed |= add_items(field, depth);
                }
            }
        }
        Value::Array(all) => {
            for one in all {
                changed |= add_items(one, depth);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    changed
}

/// Returns the schema of a tool in the words that every endpoint knows.
pub(crate) fn plain(schema: &str) -> String {
    let root = serde_json::from_str::<Value>(schema).unwrap_or_default();
    let mut copier = Copier {
        root: &root,
        nodes: MAX_NODES,
    };
    let mut object = copier.object(&root, MAX_DEPTH);
    object.insert("type".to_owned(), json!("object"));
    object.entry("properties").or_insert_with(|| json!({}));
    Value::Object(object).to_string()
}

struct Copier<'a> {
    root: &'a Value,
    /// How many nodes may still be written.
    nodes: u32,
}

impl Copier<'_> {
    /// A schema in any place.
    fn schema(&mut self, schema: &Value, depth: u32) -> Value {
        let (Some(depth), Some(nodes)) = (depth.checked_sub(1), self.nodes.checked_sub(1)) else {
            return json!({});
        };
        self.nodes = nodes;
        let Value::Object(fields) = self.resolved(schema) else {
            return json!({});
        };
        let fields = fields.clone();
        if let Some(choice) = fields.get("const") {
            let mut out = described(&fields);
            if let Some(kind) = kind_of(choice) {
                out.insert("type".to_owned(), json!(kind));
            }
            if choice.is_string() {
                out.insert("enum".to_owned(), json!([choice]));
            }
            return Value::Object(out);
        }
        match kind(&fields).as_deref() {
            Some("object") => {
                let mut out = self.object(&Value::Object(fields), depth);
                out.insert("type".to_owned(), json!("object"));
                out.entry("properties").or_insert_with(|| json!({}));
                Value::Object(out)
            }
            Some("array") => {
                let mut out = described(&fields);
                out.insert("type".to_owned(), json!("array"));
                let items = fields.get("items").map(|items| self.schema(items, depth));
                out.insert("items".to_owned(), items.unwrap_or_else(|| json!({})));
                Value::Object(out)
            }
            Some(kind) => {
                let mut out = described(&fields);
                out.insert("type".to_owned(), json!(kind));
                let choices = fields.get("enum").and_then(Value::as_array);
                let choices = choices.filter(|all| {
                    kind == "string" && !all.is_empty() && all.iter().all(Value::is_string)
                });
                if let Some(choices) = choices {
                    out.insert("enum".to_owned(), json!(choices));
                }
                Value::Object(out)
            }
            None => self.one_of(&fields, depth),
        }
    }

    /// A schema without a type: the first of its choices that is not null.
    fn one_of(&mut self, fields: &Map<String, Value>, depth: u32) -> Value {
        let choices = ["anyOf", "oneOf", "allOf"]
            .iter()
            .find_map(|word| fields.get(*word)?.as_array());
        let choice = choices.into_iter().flatten().find(|choice| {
            let is_null = choice.get("type").is_some_and(|kind| kind == "null");
            !is_null
        });
        let Some(choice) = choice else {
            return Value::Object(described(fields));
        };
        let mut value = self.schema(choice, depth);
        if let (Some(out), Some(text)) = (
            value.as_object_mut(),
            fields.get("description").and_then(Value::as_str),
        ) {
            out.insert("description".to_owned(), json!(text));
        }
        value
    }

    /// The fields of an object: its properties with those of its choices.
    fn object(&mut self, schema: &Value, depth: u32) -> Map<String, Value> {
        let (Some(depth), Some(nodes)) = (depth.checked_sub(1), self.nodes.checked_sub(1)) else {
            return Map::new();
        };
        self.nodes = nodes;
        let Value::Object(fields) = self.resolved(schema) else {
            return Map::new();
        };
        let fields = fields.clone();
        let mut properties = Map::new();
        let mut required: Vec<String> = Vec::new();
        for word in ["allOf", "anyOf", "oneOf"] {
            let all = fields.get(word).and_then(Value::as_array);
            for one in all.into_iter().flatten() {
                let part = self.object(one, depth);
                if word == "allOf" {
                    required.extend(names(part.get("required")));
                }
                if let Some(Value::Object(more)) = part.get("properties") {
                    properties.extend(more.clone());
                }
            }
        }
        let own = fields.get("properties").and_then(Value::as_object);
        for (name, value) in own.into_iter().flatten() {
            if is_plain_name(name) {
                let copy = self.schema(value, depth);
                properties.insert(name.clone(), copy);
            }
        }
        required.extend(names(fields.get("required")));
        required.retain(|name| properties.contains_key(name));
        required.sort();
        required.dedup();
        let mut out = described(&fields);
        if !properties.is_empty() {
            out.insert("properties".to_owned(), Value::Object(properties));
        }
        if !required.is_empty() {
            out.insert("required".to_owned(), json!(required));
        }
        out
    }

    /// Follows a reference within the schema; one that leads nowhere takes anything.
    fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let mut at = schema;
        for _ in 0..MAX_DEPTH {
            let Some(reference) = at.get("$ref").and_then(Value::as_str) else {
                return at;
            };
            let target = reference
                .strip_prefix('#')
                .and_then(|path| self.root.pointer(path));
            match target {
                Some(target) => at = target,
                None => return &Value::Null,
            }
        }
        &Value::Null
    }
}

/// Whether a property's name is taken everywhere.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_NAME
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

fn described(fields: &Map<String, Value>) -> Map<String, Value> {
    let text = fields.get("description").and_then(Value::as_str);
    let text = text.map(|text| ("description".to_owned(), json!(text)));
    text.into_iter().collect()
}

fn names(value: Option<&Value>) -> Vec<String> {
    let all = value.and_then(Value::as_array);
    let all = all.into_iter().flatten().filter_map(Value::as_str);
    all.map(str::to_owned).collect()
}

/// The type of a schema: the first that is not null, or what its other words mean.
fn kind(fields: &Map<String, Value>) -> Option<String> {
    const KINDS: [&str; 6] = ["object", "array", "string", "number", "integer", "boolean"];
    let known = |kind: &Value| {
        kind.as_str()
            .filter(|kind| KINDS.contains(kind))
            .map(str::to_owned)
    };
    match fields.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().find_map(known),
        Some(kind) => known(kind),
        None if fields.contains_key("properties") => Some("object".to_owned()),
        None if fields.contains_key("items") => Some("array".to_owned()),
        None => {
            let choices = fields.get("enum").and_then(Value::as_array);
            choices
                .and_then(|all| all.first())
                .and_then(kind_of)
                .map(str::to_owned)
        }
    }
}

fn kind_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::Null => None,
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::String(_) => Some("string"),
        Value::Array(_) => Some("array"),
        Value::Object(_) => Some("object"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain_value(schema: &Value) -> Value {
        serde_json::from_str(&plain(&schema.to_string())).unwrap()
    }

    #[test]
    fn usual_copy_adds_what_is_missing_and_nothing_else() {
        let whole = r#"{"type":"object","properties":{"z":{"maximum":9007199254740993},"a":{}}}"#;
        assert!(matches!(usual(whole), Cow::Borrowed(_)), "byte for byte");
        for (schema, wanted) in [
            ("{}", r#"{"properties":{},"type":"object"}"#),
            (
                r#"{"type":"object","properties":{"a":{"type":"array"}}}"#,
                r#"{"properties":{"a":{"items":{},"type":"array"}},"type":"object"}"#,
            ),
        ] {
            assert_eq!(usual(schema), wanted);
        }
        assert_eq!(usual("[1]"), "[1]");
    }

    #[test]
    fn plain_copy_says_types_names_descriptions_and_choices() {
        let rich = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "additionalProperties": false,
            "$defs": { "F": { "type": "string", "format": "uri", "description": "f" } },
            "anyOf": [{ "required": ["a"] }, { "properties": { "b": { "const": "x" } } }],
            "properties": {
                "a": { "type": ["string", "null"], "pattern": "^(?!x)", "enum": ["p", "q"] },
                "f": { "$ref": "#/$defs/F" },
                "g": { "$ref": "#/components/F" },
                "l": { "type": "array" },
                "$filter": { "type": "string" },
                "o": { "anyOf": [{ "type": "null" }, { "type": "integer", "exclusiveMinimum": 0 }], "description": "d" },
            },
            "required": ["f", "$filter"],
        });
        assert_eq!(
            plain_value(&rich),
            json!({
                "type": "object",
                "properties": {
                    "a": { "type": "string", "enum": ["p", "q"] },
                    "b": { "type": "string", "enum": ["x"] },
                    "f": { "type": "string", "description": "f" },
                    "g": {},
                    "l": { "type": "array", "items": {} },
                    "o": { "type": "integer", "description": "d" },
                },
                "required": ["f"],
            })
        );
        let endless = json!({ "$ref": "#/properties/a", "properties": { "a": { "$ref": "#" } } });
        assert!(plain(&endless.to_string()).len() < 100);
        let twice = json!([{ "$ref": "#" }, { "$ref": "#" }]);
        let wide = json!({ "allOf": twice, "properties": { "a": { "properties": { "x": { "$ref": "#" }, "y": { "$ref": "#" } } } } });
        assert!(plain(&wide.to_string()).len() < 1_000_000);
    }

    /// Any JSON value of a few levels whose fields are often words of JSON Schema.
    fn value() -> impl Strategy<Value = Value> {
        let word = prop::sample::select(vec![
            "type",
            "properties",
            "items",
            "anyOf",
            "allOf",
            "$ref",
            "enum",
            "const",
            "required",
            "a",
        ]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            prop::sample::select(vec![
                "object",
                "array",
                "string",
                "#",
                "#/properties/a",
                "a"
            ])
            .prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((word.clone(), inner), 0..5).prop_map(|all| Value::Object(
                    all.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
                )),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_copy_is_an_object_with_properties(schema in value()) {
            let text = schema.to_string();
            let copies = [plain(&text), usual(&text).into_owned()];
            for copy in copies.iter().take(if schema.is_object() { 2 } else { 1 }) {
                let copy: Value = serde_json::from_str(copy).unwrap();
                prop_assert_eq!(copy.get("type"), Some(&json!("object")));
                prop_assert!(copy.get("properties").is_some_and(Value::is_object));
            }
        }
    }
}
