//! What differs between two versions of a bundle.

use std::collections::BTreeSet;

use ::bundles::Bundle;
use host_api::{BundleUpdateView, BundleView};
use messages::{Text, Value, phrases};

use super::{in_use, view};
use crate::inner::Inner;

impl Inner {
    /// Returns the servers that have a bundle of the same name, with what differs.
    pub(super) fn bundle_updates(&self, bundle: &Bundle) -> Vec<BundleUpdateView> {
        let now = view::of(bundle);
        let snapshots = self.servers.snapshots();
        let servers = snapshots.iter().filter_map(|snapshot| {
            let used = in_use(&snapshot.record)?;
            if used.name != bundle.manifest().name {
                return None;
            }
            let before: Option<BundleView> = serde_json::from_value(used.review.clone()).ok();
            Some(BundleUpdateView {
                server: snapshot.record.id.to_string(),
                name: snapshot.record.name.clone(),
                version: domain::visible(&used.version),
                changes: before
                    .map(|before| changes(&before, &now))
                    .unwrap_or_default(),
                values: serde_json::from_value(used.answers.clone()).unwrap_or_default(),
            })
        });
        servers.collect()
    }
}

/// Returns what differs, one line each.
fn changes(before: &BundleView, now: &BundleView) -> Vec<Text> {
    let mut lines = Vec::new();
    let mut differs = |old: &str, new: &str, line: &dyn Fn(&str, &str) -> Text| {
        if old != new {
            lines.push(line(old, new));
        }
    };
    differs(&before.version, &now.version, &|old, new| {
        phrases::host_bundle_change_version(new, old).into()
    });
    differs(&before.author, &now.author, &|old, new| {
        phrases::host_bundle_change_author(new, old).into()
    });
    let signer = |bundle: &BundleView| {
        let signature = &bundle.signature;
        (signature.state, signature.fingerprint.clone())
    };
    if signer(before) != signer(now) {
        lines.push(phrases::host_bundle_change_signature().into());
    }
    if before.command != now.command {
        let (old, new) = (before.command.join(" "), now.command.join(" "));
        lines.push(phrases::host_bundle_change_command(new, old).into());
    }
    if before.files != now.files {
        lines.push(phrases::host_bundle_change_files(now.files, before.files).into());
    }
    let tools = |bundle: &BundleView| -> BTreeSet<String> {
        bundle.tools.iter().map(|tool| tool.name.clone()).collect()
    };
    let options = |bundle: &BundleView| -> BTreeSet<String> {
        bundle
            .options
            .iter()
            .map(|option| option.key.clone())
            .collect()
    };
    let variables = |bundle: &BundleView| bundle.variables.iter().cloned().collect();
    let mut sets = |old: BTreeSet<String>,
                    new: BTreeSet<String>,
                    added: &dyn Fn(Vec<String>) -> Text,
                    removed: &dyn Fn(Vec<String>) -> Text| {
        let more: Vec<String> = new.difference(&old).cloned().collect();
        let less: Vec<String> = old.difference(&new).cloned().collect();
        if !more.is_empty() {
            lines.push(added(more));
        }
        if !less.is_empty() {
            lines.push(removed(less));
        }
    };
    sets(
        tools(before),
        tools(now),
        &|names| phrases::host_bundle_tools_added(Value::list(&names)).into(),
        &|names| phrases::host_bundle_tools_removed(Value::list(&names)).into(),
    );
    sets(
        options(before),
        options(now),
        &|names| phrases::host_bundle_options_added(Value::list(&names)).into(),
        &|names| phrases::host_bundle_options_removed(Value::list(&names)).into(),
    );
    sets(
        variables(before),
        variables(now),
        &|names| phrases::host_bundle_variables_added(Value::list(&names)).into(),
        &|names| phrases::host_bundle_variables_removed(Value::list(&names)).into(),
    );
    lines
}
