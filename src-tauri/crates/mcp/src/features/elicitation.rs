//! Elicitation: reads a server's request for input of the user (2025-11-25, client/elicitation). A form with a required field
//! that cannot be shown is refused as a whole: nobody fills in what they cannot see. An optional one is left out.

use domain::{
    ChoiceOption, ElicitationAsk, ElicitationRequest, FieldKind, FormField, JsonObjectText,
    RequestId, ServerId, Untrusted,
};
use lenient::Fields;
use serde_json::value::RawValue;

use crate::{
    CallError,
    bounds::{
        CLAIM_CHARS, ELICITATION_BYTES, FORM_FIELDS, FORM_OPTIONS, REQUIRED_VISITS, VISIT_URL_BYTES,
    },
};

/// How many references and alternatives lead to what a field is, at most.
const INDIRECTIONS: usize = 8;
/// A server wants pages visited first.
const URL_ELICITATION_REQUIRED: i64 = -32042;

/// Reads the parameters of `elicitation/create`. `named`: a visit has the server's name for it, as up to 2025-11-25.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    params: Option<&RawValue>,
    id: RequestId,
    server: ServerId,
    named: bool,
) -> Result<ElicitationRequest, String> {
    let raw = params.ok_or("parameters are missing")?;
    if raw.get().len() > ELICITATION_BYTES {
        return Err(format!(
            "an elicitation has at most {ELICITATION_BYTES} bytes"
        ));
    }
    let mut fields = Fields::of(raw).ok_or("the parameters cannot be read")?;
    let elicitation = fields.text("elicitationId");
    let ask = match fields.text("mode").as_deref() {
        None | Some("form") => form(fields.raw("requestedSchema"))?,
        Some("url") if named && elicitation.is_none() => {
            return Err("elicitationId is missing".into());
        }
        Some("url") => visit(fields.text("url"), elicitation.unwrap_or_default())?,
        Some(_) => return Err("the mode is neither \"form\" nor \"url\"".into()),
    };
    Ok(ElicitationRequest {
        id,
        server,
        message: fields.shown("message").unwrap_or_default(),
        ask,
        raw: raw.get().to_owned(),
    })
}

/// The pages that a server wants visited before it serves a request, if that is why the request failed (2025-11-25,
/// client/elicitation, "URL Elicitation Required Error"). What of them cannot be read is left out.
#[must_use]
pub fn required_visits(
    error: &CallError,
    server: ServerId,
) -> Option<Vec<Untrusted<ElicitationRequest>>> {
    let CallError::Rpc {
        code: URL_ELICITATION_REQUIRED,
        data: Some(data),
        ..
    } = error
    else {
        return None;
    };
    let data: &RawValue = serde_json::from_str(data.as_data()).ok()?;
    let read = |raw: &RawValue| read(Some(raw), RequestId::new(), server, true).ok();
    let visits = Fields::of(data)?.list("elicitations").into_iter();
    let visits = visits.filter_map(read);
    let visits = visits.filter(|visit| matches!(visit.ask, ElicitationAsk::Url { .. }));
    Some(visits.take(REQUIRED_VISITS).map(Untrusted::new).collect())
}

fn visit(url: Option<String>, elicitation: String) -> Result<ElicitationAsk, String> {
    let url = url.ok_or("url is missing")?;
    if url.len() > VISIT_URL_BYTES || elicitation.chars().count() > CLAIM_CHARS {
        return Err("url or elicitationId is too long".into());
    }
    Ok(ElicitationAsk::Url { url, elicitation })
}

/// Reads a form. A schema without properties is one without fields: a plain yes or no.
fn form(schema: Option<&RawValue>) -> Result<ElicitationAsk, String> {
    let mut read = schema.and_then(Fields::of).unwrap_or_default();
    if read.text("type").is_some_and(|kind| kind != "object") {
        return Err("requestedSchema is not of type \"object\"".into());
    }
    let properties = JsonObjectText::parse(read.object_text("properties").unwrap_or("{}"))
        .map_err(|_| "the properties of requestedSchema cannot be read".to_owned())?
        .fields();
    if properties.len() > FORM_FIELDS {
        return Err(format!("a form has at most {FORM_FIELDS} fields"));
    }
    let required = read.texts("required");
    let mut fields = Vec::new();
    for (name, raw) in properties {
        let required = required.contains(&name);
        match field(name, &raw, required, schema) {
            Ok(field) => fields.push(field),
            Err(why) if required => return Err(why),
            // Nothing is sent for what is not shown.
            Err(_) => {}
        }
    }
    if let Some(name) = required
        .iter()
        .find(|r| fields.iter().all(|f| f.name != **r))
    {
        return Err(format!(
            "the required field {name:?} is not among the properties"
        ));
    }
    Ok(ElicitationAsk::Form {
        schema: schema.map_or("{}", RawValue::get).to_owned(),
        fields,
    })
}

/// What a property is: itself, what it refers to within the schema, or the one of its alternatives that is not `null`.
/// What it says about itself comes from the first of these that says something.
struct Property<'a> {
    is: Fields<'a>,
    kind: String,
    title: Option<String>,
    description: Option<String>,
    default: Option<serde_json::Value>,
}

impl<'a> Property<'a> {
    fn read(raw: &'a RawValue, schema: Option<&'a RawValue>) -> Option<Self> {
        let mut is = Fields::of(raw)?;
        let mut this = Self {
            // That of what it refers to names a type.
            title: is.text("title"),
            is,
            kind: String::new(),
            description: None,
            default: None,
        };
        for _ in 0..INDIRECTIONS {
            let is = &mut this.is;
            this.description = this.description.or_else(|| is.text("description"));
            this.default = this.default.or_else(|| is.any("default"));
            if let Some(kind) = this.type_of() {
                this.kind = kind;
                return Some(this);
            }
            let next = match this.is.text("$ref") {
                Some(place) => target(schema?, &place)?,
                None => this.alternative()?,
            };
            this.is = Fields::of(next)?;
        }
        None
    }

    /// Its type: one, or one beside `null`; where none is named, that of its values.
    fn type_of(&mut self) -> Option<String> {
        let mut kinds = self.is.texts("type");
        kinds.retain(|kind| kind != "null");
        if kinds.len() == 1 {
            return kinds.pop();
        }
        let of_values = options(&mut self.is.clone(), "oneOf").is_some();
        (kinds.is_empty() && of_values).then(|| "string".to_owned())
    }

    /// The one of `anyOf` or `oneOf` that is not `null`, or all of `allOf` if that is one.
    fn alternative(&mut self) -> Option<&'a RawValue> {
        let all = ["anyOf", "oneOf", "allOf"]
            .into_iter()
            .map(|name| self.is.list(name))
            .find(|all| !all.is_empty())?;
        let is_null = |raw: &RawValue| {
            Fields::of(raw).is_some_and(|mut f| f.text("type").as_deref() == Some("null"))
        };
        let mut some: Vec<_> = all.into_iter().filter(|raw| !is_null(raw)).collect();
        (some.len() == 1).then(|| some.pop())?
    }

    fn number(&mut self, name: &'static str) -> Option<String> {
        let number: serde_json::Number = self.is.any(name)?;
        Some(number.to_string())
    }
}

/// What a reference within a schema names (`#/$defs/NAME`).
fn target<'a>(schema: &'a RawValue, place: &str) -> Option<&'a RawValue> {
    let mut at = schema;
    for step in place.strip_prefix("#/")?.split('/').take(INDIRECTIONS) {
        let step = step.replace("~1", "/").replace("~0", "~");
        at = Fields::of(at)?
            .into_all()
            .find_map(|(name, raw)| (name == step).then_some(raw))?;
    }
    Some(at)
}

fn field(
    name: String,
    raw: &str,
    required: bool,
    schema: Option<&RawValue>,
) -> Result<FormField, String> {
    let unknown = || format!("the field {name:?} is of a kind that cannot be shown");
    let raw: &RawValue = serde_json::from_str(raw).map_err(|_| unknown())?;
    let mut property = Property::read(raw, schema).ok_or_else(unknown)?;
    let default = property.default.take();
    let text = |value: &serde_json::Value| value.as_str().map(ToOwned::to_owned);
    let kind = match property.kind.as_str() {
        "string" if property.is.declares("enum") || property.is.declares("oneOf") => {
            FieldKind::Choice {
                options: options(&mut property.is, "oneOf").ok_or_else(unknown)?,
                default: default.as_ref().and_then(text),
            }
        }
        "string" => FieldKind::Text {
            min: property.is.count("minLength"),
            max: property.is.count("maxLength"),
            format: property.is.text("format"),
            default: default.as_ref().and_then(text),
        },
        number @ ("number" | "integer") => FieldKind::Number {
            integer: number == "integer",
            min: property.number("minimum"),
            max: property.number("maximum"),
            default: default.filter(|d| d.is_number()).map(|d| d.to_string()),
        },
        "boolean" => FieldKind::Boolean {
            default: default.as_ref().and_then(serde_json::Value::as_bool),
        },
        "array" => {
            let mut items = property.is.object("items").ok_or_else(unknown)?;
            let chosen = default.as_ref().and_then(serde_json::Value::as_array);
            FieldKind::Choices {
                options: options(&mut items, "anyOf").ok_or_else(unknown)?,
                min: property.is.count("minItems"),
                max: property.is.count("maxItems"),
                default: chosen.map_or_else(Vec::new, |c| c.iter().filter_map(text).collect()),
            }
        }
        _other => return Err(unknown()),
    };
    let values = numbers(&mut property);
    Ok(FormField {
        title: property.title,
        description: match (property.description, values) {
            (Some(said), Some(values)) => Some(format!("{said} ({values})")),
            (said, values) => said.or(values),
        },
        required,
        kind,
        name,
    })
}

/// The numbers that a field takes, where it takes only some.
fn numbers(property: &mut Property<'_>) -> Option<String> {
    if !matches!(property.kind.as_str(), "number" | "integer") {
        return None;
    }
    let all: Vec<serde_json::Number> = property.is.any("enum")?;
    let all: Vec<String> = all
        .iter()
        .take(FORM_OPTIONS)
        .map(ToString::to_string)
        .collect();
    Some(all.join(", "))
}

/// Plain values, values with names beside them (2025-06-18), or titled ones in `titled` (2025-11-25).
fn options(of: &mut Fields<'_>, titled: &'static str) -> Option<Vec<ChoiceOption>> {
    let titled = of.list(titled).into_iter().map(|raw| {
        let mut one = Fields::of(raw)?;
        let value = one.text("const")?;
        let title = one.text("title").unwrap_or_else(|| value.clone());
        Some(ChoiceOption { value, title })
    });
    let mut options: Vec<ChoiceOption> = titled.collect::<Option<_>>()?;
    if options.is_empty() {
        let names = of.texts("enumNames");
        let values = of.texts("enum").into_iter().enumerate();
        options.extend(values.map(|(at, value)| ChoiceOption {
            title: names.get(at).unwrap_or(&value).clone(),
            value,
        }));
    }
    (!options.is_empty() && options.len() <= FORM_OPTIONS).then_some(options)
}
