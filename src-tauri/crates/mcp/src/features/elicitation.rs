//! Elicitation: reads a server's request for input of the user (2025-11-25, client/elicitation). A form that
//! cannot be shown field by field is refused as a whole: nobody fills in what they cannot see.

use domain::{
    ChoiceOption, ElicitationAsk, ElicitationRequest, FieldKind, FormField, JsonObjectText,
    RequestId, ServerId, Untrusted,
};
use serde::Deserialize;
use serde_json::{Number, value::RawValue};

use crate::{
    CallError,
    bounds::{
        CLAIM_CHARS, ELICITATION_BYTES, FORM_FIELDS, FORM_OPTIONS, REQUIRED_VISITS, VISIT_URL_BYTES,
    },
};

/// A server wants pages visited first.
const URL_ELICITATION_REQUIRED: i64 = -32042;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    #[serde(default)]
    mode: Option<String>,
    message: String,
    #[serde(borrow, default)]
    requested_schema: Option<&'a RawValue>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    elicitation_id: Option<String>,
}

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
    let params: Params<'_> =
        serde_json::from_str(raw.get()).map_err(|_| "the parameters cannot be read".to_owned())?;
    let ask = match params.mode.as_deref() {
        None | Some("form") => form(
            params
                .requested_schema
                .ok_or("requestedSchema is missing")?,
        )?,
        Some("url") if named && params.elicitation_id.is_none() => {
            return Err("elicitationId is missing".into());
        }
        Some("url") => visit(params.url, params.elicitation_id.unwrap_or_default())?,
        Some(_) => return Err("the mode is neither \"form\" nor \"url\"".into()),
    };
    Ok(ElicitationRequest {
        id,
        server,
        message: params.message,
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
    #[derive(Deserialize)]
    struct Data<'a> {
        #[serde(borrow)]
        elicitations: Vec<&'a RawValue>,
    }
    let CallError::Rpc {
        code: URL_ELICITATION_REQUIRED,
        data: Some(data),
        ..
    } = error
    else {
        return None;
    };
    let data: Data<'_> = serde_json::from_str(data.as_data()).ok()?;
    let read = |raw: &RawValue| read(Some(raw), RequestId::new(), server, true).ok();
    let visits = data.elicitations.into_iter().filter_map(read);
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

fn form(schema: &RawValue) -> Result<ElicitationAsk, String> {
    #[derive(Deserialize)]
    struct Schema {
        r#type: String,
        properties: Box<RawValue>,
        #[serde(default)]
        required: Vec<String>,
    }
    let unreadable = |_| "requestedSchema cannot be read".to_owned();
    let read: Schema = serde_json::from_str(schema.get()).map_err(unreadable)?;
    if read.r#type != "object" {
        return Err("requestedSchema is not of type \"object\"".into());
    }
    let properties = JsonObjectText::parse(read.properties.get())
        .map_err(|_| "the properties of requestedSchema cannot be read".to_owned())?
        .fields();
    if properties.len() > FORM_FIELDS {
        return Err(format!("a form has at most {FORM_FIELDS} fields"));
    }
    let fields = properties
        .into_iter()
        .map(|(name, raw)| {
            let required = read.required.contains(&name);
            field(name, &raw, required)
        })
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(name) = read
        .required
        .iter()
        .find(|r| fields.iter().all(|f| f.name != **r))
    {
        return Err(format!(
            "the required field {name:?} is not among the properties"
        ));
    }
    Ok(ElicitationAsk::Form {
        schema: schema.get().to_owned(),
        fields,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    r#type: String,
    title: Option<String>,
    description: Option<String>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    format: Option<String>,
    minimum: Option<Number>,
    maximum: Option<Number>,
    default: Option<serde_json::Value>,
    r#enum: Option<Vec<String>>,
    enum_names: Option<Vec<String>>,
    one_of: Option<Vec<Titled>>,
    items: Option<Items>,
    min_items: Option<u64>,
    max_items: Option<u64>,
}

#[derive(Deserialize)]
struct Titled {
    r#const: String,
    #[serde(default)]
    title: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Items {
    r#enum: Option<Vec<String>>,
    any_of: Option<Vec<Titled>>,
}

fn field(name: String, raw: &str, required: bool) -> Result<FormField, String> {
    let unknown = || format!("the field {name:?} is of a kind that cannot be shown");
    let property: Property = serde_json::from_str(raw).map_err(|_| unknown())?;
    let default = property.default.as_ref();
    let text = |value: &serde_json::Value| value.as_str().map(ToOwned::to_owned);
    let kind = match property.r#type.as_str() {
        "string" if property.r#enum.is_some() || property.one_of.is_some() => FieldKind::Choice {
            options: options(property.r#enum, property.enum_names, property.one_of)
                .ok_or_else(unknown)?,
            default: default.and_then(text),
        },
        "string" => FieldKind::Text {
            min: property.min_length,
            max: property.max_length,
            format: property.format,
            default: default.and_then(text),
        },
        number @ ("number" | "integer") => FieldKind::Number {
            integer: number == "integer",
            min: property.minimum.map(|n| n.to_string()),
            max: property.maximum.map(|n| n.to_string()),
            default: default.filter(|d| d.is_number()).map(ToString::to_string),
        },
        "boolean" => FieldKind::Boolean {
            default: default.and_then(serde_json::Value::as_bool),
        },
        "array" => {
            let items = property.items.ok_or_else(unknown)?;
            let chosen = default.and_then(serde_json::Value::as_array);
            FieldKind::Choices {
                options: options(items.r#enum, None, items.any_of).ok_or_else(unknown)?,
                min: property.min_items,
                max: property.max_items,
                default: chosen.into_iter().flatten().filter_map(text).collect(),
            }
        }
        _other => return Err(unknown()),
    };
    Ok(FormField {
        title: property.title,
        description: property.description,
        required,
        kind,
        name,
    })
}

/// Plain values, values with names beside them (2025-06-18), or titled ones (2025-11-25).
fn options(
    plain: Option<Vec<String>>,
    names: Option<Vec<String>>,
    titled: Option<Vec<Titled>>,
) -> Option<Vec<ChoiceOption>> {
    let options: Vec<ChoiceOption> = match (plain, titled) {
        (_, Some(titled)) => titled
            .into_iter()
            .map(|t| ChoiceOption {
                title: t.title.unwrap_or_else(|| t.r#const.clone()),
                value: t.r#const,
            })
            .collect(),
        (Some(plain), None) => {
            let names = names.unwrap_or_default();
            let titles = plain.iter().enumerate();
            let titles: Vec<String> = titles
                .map(|(at, value)| names.get(at).unwrap_or(value).clone())
                .collect();
            plain
                .into_iter()
                .zip(titles)
                .map(|(value, title)| ChoiceOption { value, title })
                .collect()
        }
        (None, None) => return None,
    };
    (!options.is_empty() && options.len() <= FORM_OPTIONS).then_some(options)
}
