//! Arguments for a tool that is known by its schema only.

use serde_json::{Map, Value, json};

/// An object with a value for every property. One named `schema` is the schema of another tool, byte for byte.
pub(crate) fn for_schema(schema: &str, others: &[&str]) -> String {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    let fields: Vec<String> = properties
        .iter()
        .map(|(name, property)| {
            let value = match (name.as_str(), others.first()) {
                ("schema", Some(other)) => (*other).to_owned(),
                _other => value(property).to_string(),
            };
            format!("{}:{value}", Value::from(name.as_str()))
        })
        .collect();
    format!("{{{}}}", fields.join(","))
}

fn value(property: &Value) -> Value {
    if let Some(first) = property["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    if !property["default"].is_null() {
        return property["default"].clone();
    }
    match property["type"].as_str() {
        Some("number" | "integer") => json!(2),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => json!({}),
        Some(_) | None => json!("text"),
    }
}
