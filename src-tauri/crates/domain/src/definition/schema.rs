//! A JSON Schema as lines: one for each field, with what it takes in words.

use std::collections::BTreeSet;

use super::path::{below, segment};
use crate::jsontree::Json;

/// Where the whole is meant.
const WHOLE: &str = "(all)";
/// What a field takes that says nothing of it.
const ANYTHING: &str = "anything";
/// The end of the line of a field that takes free text of any length.
const NO_LIMIT: &str = "no length limit";
/// The end of the label of a field's description.
const DESCRIBED: &str = ", described";
/// The end of the label of a field's title.
const TITLED: &str = ", titled";
/// The types that have a name here.
const TYPES: [&str; 7] = [
    "string", "integer", "number", "boolean", "array", "object", "null",
];
/// Keywords with a number, and the words for it.
const NUMBERS: [(&str, &str, &str); 11] = [
    ("minimum", "at least", ""),
    ("exclusiveMinimum", "more than", ""),
    ("maximum", "at most", ""),
    ("exclusiveMaximum", "less than", ""),
    ("multipleOf", "a multiple of", ""),
    ("minLength", "at least", "characters"),
    ("maxLength", "at most", "characters"),
    ("minItems", "at least", "items"),
    ("maxItems", "at most", "items"),
    ("minProperties", "at least", "fields"),
    ("maxProperties", "at most", "fields"),
];
/// Keywords with a list of schemas, and the words for it.
const CHOICES: [(&str, &str); 3] = [
    ("anyOf", "any of"),
    ("oneOf", "one of"),
    ("allOf", "all of"),
];

/// The lines of a schema.
pub(super) fn lines(schema: &Json, out: &mut Vec<(String, String)>) {
    write(schema, "", false, out);
}

/// How many characters of free text a field takes by its line, as it is written here; none for the line of something else.
pub(super) fn room(label: &str, line: &str) -> u64 {
    if label.contains(" · ") || label.ends_with(DESCRIBED) || label.ends_with(TITLED) {
        return 0;
    }
    if line.ends_with(NO_LIMIT) || line == ANYTHING || line.starts_with("anything,") {
        return u64::MAX;
    }
    if !line.starts_with("string") || line.contains(", one of ") {
        return 0;
    }
    let most = line.split(", ").find_map(|words| {
        let number = words
            .strip_prefix("at most ")?
            .strip_suffix(" characters")?;
        Some(number.parse().unwrap_or(u64::MAX))
    });
    most.unwrap_or(u64::MAX)
}

fn write(schema: &Json, path: &str, required: bool, out: &mut Vec<(String, String)>) {
    let label = if path.is_empty() { WHOLE } else { path };
    let Json::Object(fields) = schema else {
        out.push((label.to_owned(), format!("JSON {schema}")));
        return;
    };
    let mut taken = Vec::new();
    let mut words = vec![kind(fields, &mut taken)];
    for (keyword, before, after) in NUMBERS {
        if let Some(number) = get(fields, keyword).and_then(Json::number) {
            taken.push(keyword);
            words.push(format!("{before} {number} {after}").trim_end().to_owned());
        }
    }
    for (keyword, word) in [
        ("format", "format"),
        ("pattern", "pattern"),
        ("default", "default"),
    ] {
        if let Some(value) = get(fields, keyword) {
            taken.push(keyword);
            words.push(format!("{word} {value}"));
        }
    }
    if let Some(Json::Scalar(text)) = get(fields, "additionalProperties")
        && text == "false"
    {
        taken.push("additionalProperties");
        words.push("no other fields".into());
    }
    if required {
        words.insert(1, "required".into());
    }
    if is_free_text(fields) {
        words.push(NO_LIMIT.into());
    }
    out.push((label.to_owned(), words.join(", ")));
    for (keyword, word) in [("title", TITLED), ("description", DESCRIBED)] {
        if let Some(text) = get(fields, keyword).and_then(Json::text) {
            taken.push(keyword);
            out.push((format!("{label}{word}"), text));
        }
    }
    inner(fields, path, &mut taken, out);
    let rest = fields
        .iter()
        .filter(|(key, _)| !taken.contains(&key.as_str()));
    for (key, value) in rest {
        out.push((format!("{label} · {}", segment(key)), value.to_string()));
    }
}

/// What kind of value it takes, in words.
fn kind(fields: &[(String, Json)], taken: &mut Vec<&'static str>) -> String {
    let named = |value: &Json| value.text().filter(|name| TYPES.contains(&name.as_str()));
    let types = match get(fields, "type") {
        Some(Json::Array(types)) => types.iter().map(named).collect::<Option<Vec<_>>>(),
        Some(value) => named(value).map(|name| vec![name]),
        None => None,
    };
    let mut word = match types {
        Some(types) if !types.is_empty() => {
            taken.push("type");
            types.join(" or ")
        }
        Some(_) | None => ANYTHING.into(),
    };
    if let Some(Json::Array(values)) = get(fields, "enum") {
        taken.push("enum");
        let values: Vec<String> = values.iter().map(Json::to_string).collect();
        word = format!("{word}, one of {}", values.join(" "));
    }
    for (keyword, words) in [("const", "always"), ("$ref", "as")] {
        if let Some(value) = get(fields, keyword) {
            taken.push(keyword);
            word = format!("{word}, {words} {value}");
        }
    }
    word
}

fn is_free_text(fields: &[(String, Json)]) -> bool {
    let is_text = match get(fields, "type") {
        Some(Json::Array(types)) => types.iter().any(|t| t.text().as_deref() == Some("string")),
        Some(value) => value.text().as_deref() == Some("string"),
        None => false,
    };
    let bounds = ["enum", "const", "maxLength", "$ref"];
    is_text && bounds.iter().all(|keyword| get(fields, keyword).is_none())
}

/// The schemas inside a schema.
fn inner(
    fields: &[(String, Json)],
    path: &str,
    taken: &mut Vec<&'static str>,
    out: &mut Vec<(String, String)>,
) {
    let required = required(fields, taken);
    if let Some(Json::Object(properties)) = get(fields, "properties") {
        taken.push("properties");
        for (name, schema) in properties {
            let is_required = required.contains(name);
            write(schema, &below(path, &segment(name)), is_required, out);
        }
    }
    for (keyword, mark) in [("items", "[]"), ("additionalProperties", ".*")] {
        if let Some(schema @ Json::Object(_)) = get(fields, keyword) {
            taken.push(keyword);
            write(schema, &format!("{path}{mark}"), false, out);
        }
    }
    for (keyword, words) in CHOICES {
        if let Some(Json::Array(schemas)) = get(fields, keyword) {
            taken.push(keyword);
            for (at, schema) in schemas.iter().enumerate() {
                let choice = format!("{path} ({words}, {})", at + 1);
                write(schema, choice.trim_start(), false, out);
            }
        }
    }
    for keyword in ["$defs", "definitions"] {
        if let Some(Json::Object(schemas)) = get(fields, keyword) {
            taken.push(keyword);
            for (name, schema) in schemas {
                let path = below(&below(path, keyword), &segment(name));
                write(schema, &path, false, out);
            }
        }
    }
}

/// The names of the fields that must be there. Those that are described nowhere keep a line of their own, as does a list
/// that is none.
fn required(fields: &[(String, Json)], taken: &mut Vec<&'static str>) -> BTreeSet<String> {
    let Some(Json::Array(names)) = get(fields, "required") else {
        return BTreeSet::new();
    };
    let names: Option<BTreeSet<String>> = names.iter().map(Json::text).collect();
    let names = names.unwrap_or_default();
    let described: BTreeSet<&String> = match get(fields, "properties") {
        Some(Json::Object(properties)) => properties.iter().map(|(name, _)| name).collect(),
        Some(_) | None => BTreeSet::new(),
    };
    if !names.is_empty() && names.iter().all(|name| described.contains(name)) {
        taken.push("required");
    }
    names
}

fn get<'a>(fields: &'a [(String, Json)], key: &str) -> Option<&'a Json> {
    fields.iter().find(|(k, _)| k == key).map(|(_, v)| v)
}
