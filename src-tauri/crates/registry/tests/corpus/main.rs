//! Entries of a registry, honest and hostile: what is refused, what is flagged, and what exactly fills in the form.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod filling;
mod reading;

use std::collections::BTreeMap;

use foreign::{LocalPlan, Planned, RemotePlan};
use messages::{Catalogue, Language, Phrase, without_isolation};
use registry::Entry;
use serde_json::{Value, json};

fn said(phrase: &Phrase) -> String {
    without_isolation(&Catalogue::new(Language::English).say(phrase))
}

/// An entry with these fields over those of a sound one.
fn entry(fields: Value) -> Result<Entry, String> {
    let mut server = json!({
        "name": "io.github.someone/weather",
        "description": "Weather forecasts",
        "version": "1.0.2",
    });
    let object = server.as_object_mut().unwrap();
    object.extend(fields.as_object().unwrap().clone());
    Entry::parse(&json!({ "server": server })).map_err(|bad| said(&bad.reason))
}

/// An entry with one package, which has these fields over those of a sound one.
fn package(fields: Value) -> Result<Entry, String> {
    let mut package = json!({
        "registryType": "npm",
        "identifier": "@someone/weather",
        "version": "1.0.2",
        "transport": { "type": "stdio" },
    });
    let object = package.as_object_mut().unwrap();
    object.extend(fields.as_object().unwrap().clone());
    entry(json!({ "packages": [package] }))
}

fn values(given: &[(&str, &str)]) -> BTreeMap<String, String> {
    let pair = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    given.iter().map(pair).collect()
}

fn local(entry: &Entry, given: &[(&str, &str)]) -> Result<LocalPlan, String> {
    let filled = entry.ways[0].fill(entry, &values(given));
    match filled.map_err(|reason| said(&reason))?.found {
        Planned::Local(local) => Ok(local),
        Planned::Remote(_) => Err("a remote".into()),
    }
}

fn remote(entry: &Entry, given: &[(&str, &str)]) -> Result<RemotePlan, String> {
    let filled = entry.ways[0].fill(entry, &values(given));
    match filled.map_err(|reason| said(&reason))?.found {
        Planned::Remote(remote) => Ok(remote),
        Planned::Local(_) => Err("a program".into()),
    }
}

fn words(plan: &LocalPlan) -> String {
    format!("{} {}", plan.command, plan.args.join(" "))
}
