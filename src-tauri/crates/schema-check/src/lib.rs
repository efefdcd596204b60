//! Validation of arguments against a tool's schema: bounded, without network access, with linear-time patterns.
//!
//! Validation follows JSON Schema in the dialect that the schema declares (2020-12 if it declares none). It makes two allowances
//! that servers make too: a required property with a `default` may be omitted, and `format` is an annotation. The arguments are
//! never changed, so that the approved arguments are the ones sent.
//!
//! A schema comes from a server and may be hostile. References resolve only inside the document. Patterns run in a linear-time
//! engine. Validation has a time limit, on its own thread.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::Duration,
};

use consent::{MAX_SCHEMA_BYTES, SchemaCheck, Unchecked};
use domain::JsonObjectText;
use jsonschema::{
    ReferencingError as RefError, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::Value;
use tokio::sync::Semaphore;

mod defaults;

/// Maximum number of concurrent validations. One that times out keeps its thread, so that the limit protects the other threads.
const AT_ONCE: usize = 2;
/// Maximum number of schema nodes visited when references are followed.
const MAX_EXPANDED: u64 = 20_000;
/// Maximum depth visited when references are followed.
const MAX_DEPTH: usize = 500;
/// Maximum number of references that are not JSON pointers.
const MAX_NAMED: u64 = 4;
/// Maximum size of a cached compiled schema, in bytes, and the maximum number of cached schemas.
const MAX_KEPT_BYTES: usize = 16 * 1024;
const MAX_KEPT: usize = 256;
/// Nodes of a cached schema times bytes of arguments. Up to this product, validation runs on the calling task and takes a few
/// milliseconds at most.
const AT_ONCE_MAX: u64 = 256 * 1024;
/// Keywords that exclude a schema from the cache, since their cost depends on more than its size.
const COSTLY: [&str; 5] = [
    "\"pattern",
    "\"format\"",
    "\"uniqueItems\"",
    "ref\"",
    "Ref\"",
];
/// Time limit of one validation.
const TIME_LIMIT: Duration = Duration::from_secs(2);
/// Maximum number of reported problems.
const MAX_PROBLEMS: usize = 8;
/// Maximum length of a problem's text, in characters.
const MAX_PROBLEM_CHARS: usize = 300;

/// Who applies the defaults of a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defaults {
    /// The receiver applies them: a required property with a default may be omitted.
    FilledIn,
    /// Nobody applies them.
    Absent,
}

/// Validates the arguments of a call against the schema that the tool's server declares.
///
/// A schema that is too large, malformed, has external references or takes too long is reported as not checked. The person is told
/// so and decides.
pub async fn check_arguments(schema: &str, arguments: &JsonObjectText) -> SchemaCheck {
    check_with(schema, arguments, Defaults::FilledIn).await
}

/// Validates any other value against its schema, exactly as declared.
pub async fn check(schema: &str, value: &JsonObjectText) -> SchemaCheck {
    check_with(schema, value, Defaults::Absent).await
}

async fn check_with(schema: &str, arguments: &JsonObjectText, defaults: Defaults) -> SchemaCheck {
    if schema.len() > MAX_SCHEMA_BYTES {
        return SchemaCheck::NotChecked(Unchecked::TooLarge);
    }
    if let Some(kept) = kept(schema)
        && kept.places.saturating_mul(arguments.as_str().len() as u64) <= AT_ONCE_MAX
    {
        return kept.check(arguments.as_str(), defaults);
    }
    let (schema, arguments) = (schema.to_owned(), arguments.as_str().to_owned());
    static PLACES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(AT_ONCE)));
    let place = tokio::time::timeout(TIME_LIMIT, Arc::clone(&PLACES).acquire_owned()).await;
    let Ok(Ok(place)) = place else {
        return SchemaCheck::NotChecked(Unchecked::TooMany);
    };
    let work = tokio::task::spawn_blocking(move || {
        let _place = place;
        check_now(&schema, &arguments, defaults)
    });
    match tokio::time::timeout(TIME_LIMIT, work).await {
        Ok(Ok(check)) => check,
        Ok(Err(_)) => SchemaCheck::NotChecked(Unchecked::Failed),
        Err(_) => SchemaCheck::NotChecked(Unchecked::TooLong),
    }
}

fn check_now(text: &str, arguments: &str, defaults: Defaults) -> SchemaCheck {
    let Ok(schema) = serde_json::from_str::<Value>(text) else {
        return SchemaCheck::NotChecked(Unchecked::NotJson);
    };
    let Some(places) = Expansion::of(&schema).fits(&schema) else {
        return SchemaCheck::NotChecked(Unchecked::TooDeep);
    };
    let validators = match Validators::of(&schema, places) {
        Ok(validators) => validators,
        Err(why) => return SchemaCheck::NotChecked(why),
    };
    let check = validators.check(arguments, defaults);
    // The parsed form, so that no alternative notation can hide a keyword.
    let plain = schema.to_string();
    if text.len() <= MAX_KEPT_BYTES && !COSTLY.iter().any(|word| plain.contains(word)) {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(text.to_owned(), Arc::new(validators));
    }
    check
}

/// A compiled schema.
struct Validators {
    declared: Validator,
    /// The same schema without the requirement for properties that have a default, if there are any.
    optional: Option<Validator>,
    /// The number of schema nodes with references followed.
    places: u64,
}

/// The cache, by schema text: equal texts have equal meaning.
static KEPT: LazyLock<Mutex<HashMap<String, Arc<Validators>>>> = LazyLock::new(Mutex::default);

fn kept(schema: &str) -> Option<Arc<Validators>> {
    KEPT.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(schema)
        .map(Arc::clone)
}

impl Validators {
    fn of(schema: &Value, places: u64) -> Result<Self, Unchecked> {
        Ok(Self {
            declared: compile(schema)?,
            optional: defaults::optional(schema)
                .as_ref()
                .map(compile)
                .transpose()?,
            places,
        })
    }

    /// Validates a value. It is valid if it fits the declared schema, or would with the defaults applied.
    fn check(&self, arguments: &str, defaults: Defaults) -> SchemaCheck {
        let arguments: Value = match serde_json::from_str(arguments) {
            Ok(arguments) => arguments,
            Err(error) => return SchemaCheck::Broken(vec![short(&error.to_string())]),
        };
        let declared = held_against(&self.declared, &arguments);
        match (&declared, &self.optional) {
            (SchemaCheck::Broken(_), Some(optional)) if defaults == Defaults::FilledIn => {
                held_against(optional, &arguments)
            }
            _ => declared,
        }
    }
}

fn compile(schema: &Value) -> Result<Validator, Unchecked> {
    jsonschema::options()
        .with_pattern_options(jsonschema::PatternOptions::regex())
        .should_validate_formats(false)
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json")
        .build(schema)
        .map_err(|error| unusable(&error))
}

/// Returns why a schema cannot be used. Nothing of its text is in the reason, because the approval shows it as Innkeeper's own.
fn unusable(error: &ValidationError<'_>) -> Unchecked {
    let kind = error.kind();
    if let ValidationErrorKind::Referencing(error) = kind {
        return if matches!(error, RefError::Unretrievable { .. }) {
            Unchecked::Elsewhere
        } else if matches!(
            error,
            RefError::UnknownSpecification { .. } | RefError::CircularMetaschema { .. }
        ) {
            Unchecked::UnknownDialect
        } else {
            Unchecked::MissingPart
        };
    }
    let of_pattern = matches!(
        kind,
        ValidationErrorKind::Format { .. }
            | ValidationErrorKind::Pattern { .. }
            | ValidationErrorKind::RegexEngineFailure { .. }
    );
    if of_pattern {
        Unchecked::Pattern
    } else {
        Unchecked::NotSchema
    }
}

fn held_against(validator: &Validator, arguments: &Value) -> SchemaCheck {
    let mut problems = Vec::new();
    for error in validator.iter_errors(arguments).take(MAX_PROBLEMS) {
        if matches!(
            error.kind(),
            ValidationErrorKind::RegexEngineFailure { .. }
                | ValidationErrorKind::BacktrackLimitExceeded { .. }
        ) {
            return SchemaCheck::NotChecked(Unchecked::Evaluation);
        }
        let place = error.instance_path().to_string();
        let place = if place.is_empty() {
            "arguments".to_owned()
        } else {
            place
        };
        problems.push(short(&format!("{place}: {error}")));
    }
    if problems.is_empty() {
        SchemaCheck::Fits
    } else {
        SchemaCheck::Broken(problems)
    }
}

/// Counter for the size of a schema with references followed, which can grow exponentially.
struct Expansion<'a> {
    root: &'a Value,
    known: HashMap<*const Value, u64>,
    chain: Vec<*const Value>,
    depth: usize,
    named: u64,
}

impl<'a> Expansion<'a> {
    fn of(root: &'a Value) -> Self {
        Self {
            root,
            known: HashMap::new(),
            chain: Vec::new(),
            depth: 0,
            named: 0,
        }
    }

    /// Returns the number of nodes, if it is within the limit.
    fn fits(mut self, schema: &'a Value) -> Option<u64> {
        let size = self.size(schema);
        (size <= MAX_EXPANDED && self.named <= MAX_NAMED).then_some(size)
    }

    /// Counts the nodes of `value`, including those behind references. A recursive reference counts once.
    fn size(&mut self, value: &'a Value) -> u64 {
        let here = std::ptr::from_ref(value);
        if let Some(size) = self.known.get(&here) {
            return *size;
        }
        if self.depth >= MAX_DEPTH {
            return u64::MAX;
        }
        self.depth += 1;
        let mut size = 1u64;
        let mut add = |more: u64| size = size.saturating_add(more);
        match value {
            Value::Array(items) => items.iter().for_each(|item| add(self.size(item))),
            Value::Object(fields) => {
                for (name, field) in fields {
                    add(self.size(field));
                    if let (true, Value::String(target)) =
                        (name.ends_with("Ref") || name == "$ref", field)
                    {
                        add(self.behind(target));
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        self.depth -= 1;
        self.known.insert(here, size);
        size
    }

    fn behind(&mut self, target: &str) -> u64 {
        let pointer = target
            .strip_prefix('#')
            .filter(|p| p.is_empty() || p.starts_with('/'));
        let Some(found) = pointer.and_then(|p| self.root.pointer(p)) else {
            self.named += 1;
            return 1;
        };
        let there = std::ptr::from_ref(found);
        if self.chain.contains(&there) {
            return 1;
        }
        self.chain.push(there);
        let size = self.size(found);
        self.chain.pop();
        size
    }
}

fn short(text: &str) -> String {
    let text = domain::visible(text);
    match text.char_indices().nth(MAX_PROBLEM_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests;
