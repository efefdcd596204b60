//! Remotes: servers at a URL.

use std::collections::BTreeMap;

use foreign::{Planned, RemotePlan};
use messages::{Phrase, phrases};
use secrets::Secret;
use url::Url;

use super::{
    model::{Address, Kind, Runs, Setting, Way},
    package::settings,
};
use crate::{checked::prose, input::Inputs, schema::Transport};

/// Reads a remote.
pub(crate) fn of_remote(remote: Transport) -> Result<Way, Phrase> {
    let kind = match remote.kind.as_str() {
        "streamable-http" => Kind::Http,
        "sse" => Kind::Sse,
        _ => Kind::Other,
    };
    let mut inputs = Inputs::default();
    let url = inputs.template(&remote.url.unwrap_or_default(), remote.variables.as_ref())?;
    inputs.require(&url, true);
    let settings = settings(remote.headers, "headers")?;
    let shown = url.shown();
    let problem = if kind == Kind::Other {
        Some(phrases::host_registry_other_kind())
    } else {
        match url.fixed() {
            Some(text) => checked(&text).err(),
            None => None,
        }
    };
    let mut notes = Vec::new();
    let reach = domain::where_to(&shown);
    if reach.private {
        notes.push(phrases::host_registry_private());
    }
    for input in inputs.0.iter().filter(|input| input.secret) {
        notes.push(phrases::host_registry_secret_url(input.key.clone()));
    }
    Ok(Way {
        kind,
        source: prose(&shown, 500),
        inputs: inputs.0,
        settings,
        problem,
        notes,
        runs: Runs::Url(Address(url)),
        package: None,
    })
}

/// Returns the plan of a remote.
pub(super) fn planned(
    address: &Address,
    settings: &[Setting],
    values: &BTreeMap<String, String>,
) -> Result<Planned, Phrase> {
    let text = address.0.filled(values).unwrap_or_default();
    let url = checked(&text)?;
    // A value in the path or the query cannot move the URL to another host.
    let sample: BTreeMap<String, String> = address
        .0
        .keys()
        .map(|key| (key.to_owned(), "v".to_owned()))
        .collect();
    let first = match address.0.0.first() {
        Some(crate::input::Piece::Text(text)) => text.as_str(),
        Some(crate::input::Piece::Value(_)) | None => "",
    };
    let host_is_fixed = first
        .split_once("://")
        .is_some_and(|(_, rest)| rest.contains(['/', '?']));
    let sample = address
        .0
        .filled(&sample)
        .and_then(|text| Url::parse(&text).ok());
    if host_is_fixed && sample.is_none_or(|sample| sample.origin() != url.origin()) {
        return Err(phrases::host_registry_url());
    }
    let mut plan = RemotePlan {
        url: text,
        ..RemotePlan::default()
    };
    for setting in settings.iter().filter(|setting| setting.is_used()) {
        match &setting.fixed {
            Some(value) => plan
                .kept
                .push((setting.name.clone(), Secret::new(value.clone()))),
            None => plan.asked.push(setting.name.clone()),
        }
    }
    Ok(Planned::Remote(plan))
}

/// Checks a URL: https, or http to this machine, without a user name or password.
fn checked(text: &str) -> Result<Url, Phrase> {
    let usual = |c: char| c.is_ascii_graphic() && c != '\\';
    let url = Url::parse(text).ok().filter(|_| text.chars().all(usual));
    let fits = |url: &Url| {
        let safe = url.scheme() == "https" || (url.scheme() == "http" && domain::is_loopback(url));
        let user = !url.username().is_empty() || url.password().is_some();
        safe && !user && url.host().is_some()
    };
    url.filter(fits).ok_or_else(phrases::host_registry_url)
}
