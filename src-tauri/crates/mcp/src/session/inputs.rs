//! What a server needs before it can complete a request (2026-07-28, basic/patterns/mrtr).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::kinds::{InputAsked, InputNeeded, InputRequest};
use crate::{
    CallError, InputProblem,
    bounds::{CLAIM_CHARS, INPUT_REQUESTS, REQUEST_STATE_BYTES, TEXT_CHARS},
    text::shown,
};

/// Reads the result of a request that needs input.
pub(super) fn read(result: &RawValue) -> Result<InputNeeded<'_>, CallError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Needed<'a> {
        #[serde(borrow, default)]
        input_requests: Option<BTreeMap<String, &'a RawValue>>,
        #[serde(borrow, default)]
        request_state: Option<&'a RawValue>,
    }
    let needed: Needed<'_> = serde_json::from_str(result.get()).map_err(unreadable)?;
    let state = needed.request_state.filter(|state| state.get() != "null");
    if state.is_some_and(|state| state.get().len() > REQUEST_STATE_BYTES) {
        return Err(CallError::Input(InputProblem::State));
    }
    if state.is_some_and(|state| !state.get().starts_with('"')) {
        return Err(CallError::BadResult("its requestState is no string".into()));
    }
    let requests = needed.input_requests.unwrap_or_default();
    if requests.is_empty() && state.is_none() {
        let why = "it needs input and does not say which";
        return Err(CallError::BadResult(why.into()));
    }
    let asked = read_all(requests)?;
    Ok(InputNeeded { asked, state })
}

/// Reads what a task needs.
pub(crate) fn read_requests(
    requests: BTreeMap<String, &RawValue>,
) -> Result<Vec<InputRequest>, CallError> {
    let asked = read_all(requests)?.into_iter();
    let kept = |one: InputAsked<'_>| InputRequest {
        key: one.key,
        method: one.method,
        params: one.params.map(ToOwned::to_owned),
    };
    Ok(asked.map(kept).collect())
}

fn read_all(requests: BTreeMap<String, &RawValue>) -> Result<Vec<InputAsked<'_>>, CallError> {
    #[derive(Deserialize)]
    struct Request<'a> {
        method: String,
        #[serde(borrow, default)]
        params: Option<&'a RawValue>,
    }
    if requests.len() > INPUT_REQUESTS || requests.keys().any(|key| key.len() > CLAIM_CHARS) {
        return Err(CallError::Input(InputProblem::TooMany));
    }
    let mut asked = Vec::with_capacity(requests.len());
    for (key, raw) in requests {
        let request: Request<'_> = serde_json::from_str(raw.get()).map_err(unreadable)?;
        asked.push(InputAsked {
            key,
            method: request.method,
            params: request.params,
        });
    }
    Ok(asked)
}

fn unreadable(error: serde_json::Error) -> CallError {
    CallError::BadResult(shown(&error.to_string(), TEXT_CHARS))
}
