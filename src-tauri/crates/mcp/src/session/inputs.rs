//! What a server needs before it can complete a request (2026-07-28, basic/patterns/mrtr).

use std::collections::BTreeMap;

use lenient::Fields;
use serde_json::value::RawValue;

use super::kinds::{InputAsked, InputNeeded, InputRequest};
use crate::{
    CallError, InputProblem,
    bounds::{CLAIM_CHARS, INPUT_REQUESTS, REQUEST_STATE_BYTES},
};

/// Reads the result of a request that needs input.
pub(super) fn read(result: &RawValue) -> Result<InputNeeded<'_>, CallError> {
    let mut needed = Fields::of(result).unwrap_or_default();
    let state = needed.raw("requestState");
    if state.is_some_and(|state| state.get().len() > REQUEST_STATE_BYTES) {
        return Err(CallError::Input(InputProblem::State));
    }
    if state.is_some_and(|state| !state.get().starts_with('"')) {
        return Err(CallError::BadResult("its requestState is no string".into()));
    }
    let requests = needed.object("inputRequests").unwrap_or_default();
    let requests: BTreeMap<String, &RawValue> = requests.into_all().collect();
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
    if requests.len() > INPUT_REQUESTS || requests.keys().any(|key| key.len() > CLAIM_CHARS) {
        return Err(CallError::Input(InputProblem::TooMany));
    }
    let mut asked = Vec::with_capacity(requests.len());
    for (key, raw) in requests {
        let bad = || CallError::BadResult("one of what it asks for has no method".into());
        let mut request = Fields::of(raw).unwrap_or_default();
        asked.push(InputAsked {
            key,
            method: request.text("method").ok_or_else(bad)?,
            params: request.raw("params"),
        });
    }
    Ok(asked)
}
