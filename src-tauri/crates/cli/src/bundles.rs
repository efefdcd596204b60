//! MCP bundles: `servers bundle`, and `servers add FILE`.

use std::{collections::BTreeMap, path::Path};

use clap::Args;
use host::{Host, NewBundle, Secret};
use host_api::{
    AddBundle, BundleOptionKindView, BundleOptionView, BundleSignatureStateView,
    BundleSignatureView, BundleView, OpenedBundleView, RegistryChoice, ServerView,
};
use messages::{Phrase, Value, phrases};

use crate::{
    options::Approve,
    output::{Failure, Output, size, time},
    trial_starts,
    values::secret,
    words::{quoted, said, say},
};

#[derive(Debug, Args)]
pub(crate) struct BundleArgs {
    /// The file.
    file: String,
}

#[derive(Debug, Args)]
pub(crate) struct BundleOptions {
    /// An option of a bundle, once for each value; that of a secret one is kept in the keychain, like the value of `--env`. Or a value that the
    /// arguments or the URL of a server of the registry need.
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = secret)]
    set: Vec<Secret>,
    /// An option of a bundle whose value is read from your own environment now.
    #[arg(long = "set-from", value_name = "OPTION=VARIABLE")]
    set_from: Vec<String>,
    /// Your name for the server of a bundle; that of the bundle if not given.
    #[arg(long = "as", value_name = "NAME")]
    called: Option<String>,
    /// Use the bundle in place of the version that this server has, once its launch was accepted.
    #[arg(long, value_name = "SERVER")]
    update: Option<String>,
}

impl BundleOptions {
    /// What was set.
    pub fn set(&self) -> &[Secret] {
        &self.set
    }

    /// Whether one was given that only a bundle has.
    pub fn is_given(&self) -> bool {
        !self.set_from.is_empty() || self.called.is_some()
    }

    /// The server whose bundle is replaced, if one is.
    pub fn update(&self) -> Option<&str> {
        self.update.as_deref()
    }

    /// What was entered for the options of a bundle. `name`: the user's name for its server.
    fn entered(
        &self,
        file: &str,
        name: Option<&str>,
        opened: &OpenedBundleView,
    ) -> Result<NewBundle, Failure> {
        let form = || Failure::usage(phrases::terminal_bundle_set_form());
        let mut given = Vec::new();
        for pair in &self.set {
            // What stands there may be a secret without its name: it is not repeated.
            let (key, value) = pair.expose().split_once('=').ok_or_else(form)?;
            given.push((key.to_owned(), Secret::new(value.to_owned())));
        }
        for pair in &self.set_from {
            let (key, variable) = pair.split_once('=').ok_or_else(form)?;
            let value = std::env::var(variable)
                .map_err(|_| Failure::usage(phrases::terminal_bundle_no_variable(variable)))?;
            given.push((key.to_owned(), Secret::new(value)));
        }
        let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut secrets = Vec::new();
        for (key, value) in given {
            let mut options = opened.bundle.options.iter();
            let option = options.find(|option| option.key == key);
            if option.is_some_and(|option| option.sensitive) {
                secrets.push((key, value));
            } else {
                values
                    .entry(key)
                    .or_default()
                    .push(value.expose().to_owned());
            }
        }
        Ok(NewBundle {
            add: AddBundle {
                path: absolute(file),
                digest: opened.bundle.digest.clone(),
                name: self.called.clone().or_else(|| name.map(str::to_owned)),
                values,
                secrets: Vec::new(),
            },
            secrets,
        })
    }
}

/// Whether a word is the file of a bundle.
pub(crate) fn is_bundle(word: &str) -> bool {
    let ending = Path::new(word)
        .extension()
        .and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| {
        ["mcpb", "dxt"]
            .iter()
            .any(|own| ending.eq_ignore_ascii_case(own))
    })
}

fn absolute(file: &str) -> String {
    let path = std::path::absolute(file);
    path.map_or_else(
        |_| file.to_owned(),
        |path| path.to_string_lossy().into_owned(),
    )
}

/// Runs `servers bundle`.
pub(crate) async fn show(host: &Host, wanted: &BundleArgs, output: Output) -> Result<(), Failure> {
    let opened = host.open_bundle(&absolute(&wanted.file)).await?;
    output.one(&opened, || {
        let mut lines = described(&opened.bundle);
        lines.extend(opened.bundle.options.iter().map(described_option));
        let obstacle = opened.obstacle.iter();
        lines.extend(obstacle.map(|why| format!("! {}", said(why))));
        for update in &opened.updates {
            lines.push(say(phrases::terminal_bundle_update(
                &update.name,
                &update.version,
            )));
            lines.extend(
                update
                    .changes
                    .iter()
                    .map(|line| format!("  {}", said(line))),
            );
        }
        lines.join("\n")
    });
    Ok(())
}

/// Adds a bundle without reviewing its launch.
pub(crate) async fn add(
    host: &Host,
    file: &str,
    options: &BundleOptions,
) -> Result<ServerView, Failure> {
    let opened = host.open_bundle(&absolute(file)).await?;
    let new = options.entered(file, None, &opened)?;
    Ok(host.add_bundle(new).await?)
}

/// Downloads a bundle of the registry, and adds it without reviewing its launch.
pub(crate) async fn add_registered(
    host: &Host,
    name: &str,
    choice: &RegistryChoice,
    options: &BundleOptions,
) -> Result<ServerView, Failure> {
    let found = host.download_bundle(choice).await?;
    let file = found.path.to_string_lossy();
    let added = match options.entered(&file, Some(name), &found.opened) {
        Ok(new) => host.add_bundle(new).await.map_err(Failure::from),
        Err(failure) => Err(failure),
    };
    host.forget_download();
    added
}

/// Uses a bundle in place of the one that a server has.
pub(crate) async fn update(
    host: &Host,
    server: &str,
    file: &str,
    options: &BundleOptions,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, view) = host.server_named(server)?;
    let opened = host.open_bundle(&absolute(file)).await?;
    let mut new = options.entered(file, None, &opened)?;
    let mut updates = opened.updates.iter();
    if let Some(update) = updates.find(|update| update.server == view.tag.id) {
        // What was entered for the version before counts on, where the new one has such an option.
        for (key, values) in &update.values {
            let known = opened
                .bundle
                .options
                .iter()
                .any(|o| o.key == *key && !o.sensitive);
            if known {
                new.add
                    .values
                    .entry(key.clone())
                    .or_insert_with(|| values.clone());
            }
        }
    }
    let view = host
        .update_bundle(id, new, approve == Approve::Once)
        .await?;
    output.one(&view, || {
        let version = &opened.bundle.version;
        let done = phrases::terminal_bundle_updated(&view.tag.name, version);
        trial_starts::accepted(host.trial_start(id).as_ref(), done)
    });
    Ok(())
}

/// Says what a bundle says of itself, a line each, and who signed it.
pub(crate) fn described(bundle: &BundleView) -> Vec<String> {
    let name = format!("{} {}", bundle.display_name, bundle.version);
    let mut lines = vec![say(phrases::terminal_bundle(quoted(&name)))];
    let mut row = |phrase: Phrase| lines.push(say(phrase));
    row(phrases::terminal_bundle_author(&bundle.author));
    row(signature(&bundle.signature));
    if !bundle.description.is_empty() {
        row(phrases::terminal_bundle_text(&bundle.description));
    }
    if let Some(url) = &bundle.homepage {
        row(phrases::terminal_bundle_page(url));
    }
    row(phrases::terminal_bundle_command(bundle.command.join(" ")));
    if !bundle.runtimes.is_empty() {
        row(phrases::terminal_bundle_runtimes(Value::list(
            &bundle.runtimes,
        )));
    }
    if !bundle.platforms.is_empty() {
        row(phrases::terminal_bundle_platforms(Value::list(
            &bundle.platforms,
        )));
    }
    row(phrases::terminal_bundle_files(
        size(bundle.bytes),
        bundle.files,
    ));
    let tools = bundle.tools.iter().map(|tool| &tool.name);
    row(match (bundle.tools.is_empty(), bundle.more_tools) {
        (true, _) => phrases::terminal_bundle_no_tools(),
        (false, true) => phrases::terminal_bundle_more_tools(Value::list(tools)),
        (false, false) => phrases::terminal_bundle_tools(Value::list(tools)),
    });
    lines
}

fn signature(found: &BundleSignatureView) -> Phrase {
    let name = found.name.as_deref().unwrap_or_default();
    let until = found.until_ms.map(|ms| time(ms as i64)).unwrap_or_default();
    match found.state {
        BundleSignatureStateView::Unsigned => phrases::terminal_bundle_unsigned(),
        BundleSignatureStateView::Broken => {
            phrases::terminal_bundle_broken(found.problem.as_deref().unwrap_or_default())
        }
        BundleSignatureStateView::Trusted => {
            let issuer = found.issuer.as_deref().unwrap_or_default();
            phrases::terminal_bundle_trusted(issuer, name)
        }
        BundleSignatureStateView::SelfSigned => phrases::terminal_bundle_self_signed(name),
        BundleSignatureStateView::Untrusted => phrases::terminal_bundle_untrusted(name),
        BundleSignatureStateView::Expired => phrases::terminal_bundle_expired(name, until),
        BundleSignatureStateView::NotYet => phrases::terminal_bundle_not_yet(name),
    }
}

fn described_option(option: &BundleOptionView) -> String {
    let kind = match option.kind {
        BundleOptionKindView::Text => phrases::terminal_bundle_kind_text(),
        BundleOptionKindView::Number => phrases::terminal_bundle_kind_number(),
        BundleOptionKindView::Boolean => phrases::terminal_bundle_kind_boolean(),
        BundleOptionKindView::Folder => phrases::terminal_bundle_kind_folder(),
        BundleOptionKindView::File => phrases::terminal_bundle_kind_file(),
    };
    let title = &option.title;
    let line = match (option.sensitive, option.required) {
        (true, _) => phrases::terminal_bundle_option_secret(&option.key, kind, title),
        (false, true) => phrases::terminal_bundle_option_required(&option.key, kind, title),
        (false, false) => phrases::terminal_bundle_option(&option.key, kind, title),
    };
    let mut text = say(line);
    if !option.values.is_empty() {
        let values = Value::list(&option.values);
        text.push(' ');
        text.push_str(&say(phrases::terminal_bundle_default(values)));
    }
    text
}
