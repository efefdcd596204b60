//! Relaxed schema: properties with a default are not required.
//!
//! Generators list a property with a `default` as required, because it always exists after parsing. The server fills it in, so a
//! call may omit it.

use serde_json::{Map, Value};

/// Maximum number of references followed from a property to its default.
const MAX_CHAIN: usize = 8;

/// Keywords whose value is one schema. `not` and `if` are excluded: a weaker condition there would refuse more.
const ONE: [&str; 9] = [
    "items",
    "additionalItems",
    "additionalProperties",
    "contains",
    "propertyNames",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
/// Keywords whose value maps names to schemas.
const MAPS: [&str; 6] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];
/// Keywords that map a name to the names it requires.
const DEPENDENCIES: [&str; 2] = ["dependentRequired", "dependencies"];

/// Returns `schema` with each property that has a default removed from `required`; `None` if there is no such property.
pub(super) fn optional(schema: &Value) -> Option<Value> {
    let mut relaxed = schema.clone();
    Relaxing {
        root: schema,
        changed: false,
    }
    .schema(&mut relaxed)
    .then_some(relaxed)
}

struct Relaxing<'a> {
    root: &'a Value,
    changed: bool,
}

impl Relaxing<'_> {
    /// Relaxes a schema in place. Returns whether anything changed.
    fn schema(mut self, schema: &mut Value) -> bool {
        self.visit(schema);
        self.changed
    }

    fn visit(&mut self, schema: &mut Value) {
        let Value::Object(fields) = schema else {
            return;
        };
        self.relax(fields);
        for keyword in ONE {
            if let Some(inner) = fields.get_mut(keyword) {
                self.visit(inner);
            }
        }
        for keyword in LISTS {
            if let Some(Value::Array(list)) = fields.get_mut(keyword) {
                list.iter_mut().for_each(|inner| self.visit(inner));
            }
        }
        for keyword in MAPS {
            if let Some(Value::Object(map)) = fields.get_mut(keyword) {
                map.values_mut().for_each(|inner| self.visit(inner));
            }
        }
    }

    fn relax(&mut self, fields: &mut Map<String, Value>) {
        let Some(Value::Object(properties)) = fields.get("properties") else {
            return;
        };
        let filled: Vec<String> = properties
            .iter()
            .filter(|(_, property)| self.has_default(property))
            .map(|(name, _)| name.clone())
            .collect();
        if filled.is_empty() {
            return;
        }
        let mut drop_from = |names: &mut Value| {
            if let Value::Array(names) = names {
                let before = names.len();
                names.retain(|name| name.as_str().is_none_or(|n| !filled.iter().any(|f| f == n)));
                self.changed |= names.len() != before;
            }
        };
        if let Some(required) = fields.get_mut("required") {
            drop_from(required);
        }
        for keyword in DEPENDENCIES {
            if let Some(Value::Object(map)) = fields.get_mut(keyword) {
                map.values_mut().for_each(&mut drop_from);
            }
        }
    }

    /// Whether a property has a default, directly or through references inside the document.
    fn has_default(&self, property: &Value) -> bool {
        let mut at = property;
        for _ in 0..MAX_CHAIN {
            if at.get("default").is_some() {
                return true;
            }
            let target = at.get("$ref").and_then(Value::as_str);
            let pointer = target.and_then(|target| target.strip_prefix('#'));
            match pointer.and_then(|pointer| self.root.pointer(pointer)) {
                Some(next) => at = next,
                None => return false,
            }
        }
        false
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn required_is_relaxed_wherever_a_schema_stands_and_nowhere_else() {
        let with_default = json!({
            "properties": { "a": { "default": 1 }, "b": {} }, "required": ["a", "b"],
        });
        let relaxed = json!({
            "properties": { "a": { "default": 1 }, "b": {} }, "required": ["b"],
        });
        for keyword in ["items", "additionalProperties", "then"] {
            assert_eq!(
                optional(&json!({ keyword: with_default })),
                Some(json!({ keyword: relaxed }))
            );
        }
        for keyword in ["anyOf", "items", "prefixItems"] {
            assert_eq!(
                optional(&json!({ keyword: [with_default] })),
                Some(json!({ keyword: [relaxed] }))
            );
        }
        assert_eq!(
            optional(&json!({ "$defs": { "x": with_default } })),
            Some(json!({ "$defs": { "x": relaxed } }))
        );
        for keyword in ["not", "if", "const", "default"] {
            assert_eq!(
                optional(&json!({ keyword: with_default })),
                None,
                "{keyword}"
            );
        }
        assert_eq!(optional(&json!({ "enum": [with_default] })), None);
        assert_eq!(optional(&json!(true)), None);
    }

    #[test]
    fn a_default_is_found_behind_references_and_loops_end() {
        let behind = json!({
            "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "default": null } },
            "properties": { "a": { "$ref": "#/$defs/a" } },
            "required": ["a"],
        });
        assert_eq!(optional(&behind).unwrap()["required"], json!([]));
        let endless = json!({
            "$defs": { "a": { "$ref": "#/$defs/a" } },
            "properties": { "a": { "$ref": "#/$defs/a" }, "b": { "$ref": "elsewhere" } },
            "required": ["a", "b"],
        });
        assert_eq!(optional(&endless), None);
    }
}
