//! Packages: npm, PyPI, container images, NuGet, and the files of bundles.

use std::collections::BTreeMap;

use domain::{VariableRisk, variable_risk};
use foreign::{LocalPlan, Planned};
use messages::{Phrase, phrases};
use secrets::Secret;

use super::{
    arguments::{self, Argument, Word},
    model::{Kind, Program, Runs, Setting, Way},
};
use crate::{
    BundleFile,
    bounds::{INPUTS, TEXT_CHARS, VALUE_CHARS},
    checked::{exact, list, prose},
    input::Inputs,
    schema::{Field, Package},
};

/// Maximum length of the name of a package or image, in characters.
const MAX_IDENTIFIER: usize = 500;

/// Reads a package.
pub(crate) fn of_package(package: Package) -> Result<Way, Phrase> {
    let kind = match package.registry_type.as_str() {
        "npm" => Kind::Npm,
        "pypi" => Kind::Pypi,
        "oci" => Kind::Oci,
        "nuget" => Kind::Nuget,
        "mcpb" => return of_bundle(package),
        _ => Kind::Other,
    };
    let identifier = exact("identifier", package.identifier, MAX_IDENTIFIER)?;
    let version = package.version.filter(|version| !version.is_empty());
    let version = version
        .map(|version| exact("version", version, 255))
        .transpose()?;
    let mut inputs = Inputs::default();
    let runtime = arguments::read("runtimeArguments", package.runtime_arguments, &mut inputs)?;
    let own = arguments::read("packageArguments", package.package_arguments, &mut inputs)?;
    let settings = settings(package.environment_variables, "environmentVariables")?;
    let mut notes = Vec::new();
    let mut words = Vec::new();
    let base = package.registry_base_url.as_deref();
    let problem = problem(
        kind,
        &identifier,
        version.as_deref(),
        base,
        &package.transport.kind,
    )
    .or_else(|| bad_variable(&settings))
    .or_else(|| before(kind, runtime, &settings, &mut words, &mut notes))
    .or_else(|| {
        let named = named(kind, &identifier, version.as_deref());
        words.push(Word::fixed(named));
        match kind {
            Kind::Nuget => words.extend([Word::fixed("--yes"), Word::fixed("--")]),
            Kind::Npm
            | Kind::Pypi
            | Kind::Oci
            | Kind::Mcpb
            | Kind::Http
            | Kind::Sse
            | Kind::Other => {}
        }
        arguments::place(own, &mut words, &mut notes)
    });
    // Parts of variables that a container is given are asked for with the variable.
    inputs
        .0
        .retain(|input| words.iter().any(|word| word.uses(&input.key)));
    let command = command(kind);
    let hint = package.runtime_hint.filter(|hint| !hint.is_empty());
    if let (Some(hint), Some(command)) = (&hint, command)
        && hint != command
    {
        notes.push(phrases::host_registry_runtime(command, prose(hint, 40)));
    }
    if version.is_none() && kind != Kind::Oci {
        notes.push(phrases::host_registry_unpinned());
    }
    if kind == Kind::Oci {
        notes.push(phrases::host_registry_container());
    }
    for input in inputs.0.iter().filter(|input| input.secret) {
        notes.push(phrases::host_registry_secret_argument(input.key.clone()));
    }
    Ok(Way {
        kind,
        source: named(kind, &identifier, version.as_deref()),
        inputs: inputs.0,
        settings,
        problem,
        notes,
        runs: command.map_or(Runs::Nothing, |command| {
            Runs::Program(Program { command, words })
        }),
        package: Some(identifier),
    })
}

/// Reads the file of a bundle. Its manifest says how it is started, and what its user enters; the entry does not.
fn of_bundle(package: Package) -> Result<Way, Phrase> {
    let identifier = exact("identifier", package.identifier, 2048)?;
    let settles = package
        .runtime_arguments
        .is_some_and(|list| !list.is_empty())
        || package
            .package_arguments
            .is_some_and(|list| !list.is_empty())
        || package
            .environment_variables
            .is_some_and(|list| !list.is_empty());
    let mut notes = Vec::new();
    if settles {
        notes.push(phrases::host_registry_bundle_unused());
    }
    let file = BundleFile::parse(&identifier, package.file_sha256.as_deref());
    if let (Ok(_), Some(digest)) = (&file, &package.file_sha256) {
        notes.push(phrases::host_registry_digest(prose(digest, 64)));
    }
    let (runs, problem) = match file {
        Ok(file) => (Runs::Bundle(file), None),
        Err(problem) => (Runs::Nothing, Some(problem)),
    };
    Ok(Way {
        kind: Kind::Mcpb,
        source: identifier.clone(),
        inputs: Vec::new(),
        settings: Vec::new(),
        problem,
        notes,
        runs,
        package: Some(identifier),
    })
}

fn command(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Npm => Some("npx"),
        Kind::Pypi => Some("uvx"),
        Kind::Oci => Some("docker"),
        Kind::Nuget => Some("dnx"),
        Kind::Mcpb | Kind::Http | Kind::Sse | Kind::Other => None,
    }
}

/// Returns a package with its version as its runner takes it.
fn named(kind: Kind, identifier: &str, version: Option<&str>) -> String {
    match (kind, version) {
        // The version of an image is in its name.
        (Kind::Oci, Some(version)) if !identifier_has_tag(identifier) => {
            format!("{identifier}:{version}")
        }
        (Kind::Npm | Kind::Pypi | Kind::Nuget | Kind::Other, Some(version)) => {
            format!("{identifier}@{version}")
        }
        _ => identifier.to_owned(),
    }
}

fn identifier_has_tag(image: &str) -> bool {
    let last = image.rsplit('/').next().unwrap_or(image);
    last.contains([':', '@'])
}

/// Returns why a package cannot be added.
fn problem(
    kind: Kind,
    identifier: &str,
    version: Option<&str>,
    base: Option<&str>,
    transport: &str,
) -> Option<Phrase> {
    let usual: &[&str] = match kind {
        Kind::Npm => &["https://registry.npmjs.org"],
        Kind::Pypi => &["https://pypi.org", "https://pypi.org/simple"],
        Kind::Nuget => &[
            "https://api.nuget.org",
            "https://api.nuget.org/v3/index.json",
            "https://www.nuget.org",
        ],
        // The registry of an image is in its name.
        Kind::Oci => &[],
        Kind::Mcpb | Kind::Http | Kind::Sse | Kind::Other => {
            return Some(phrases::host_registry_other_kind());
        }
    };
    let base = base.map(|base| base.trim_end_matches('/'));
    if let Some(base) = base.filter(|base| kind != Kind::Oci && !usual.contains(base)) {
        return Some(phrases::host_registry_other_registry(prose(base, 120)));
    }
    if transport != "stdio" {
        return Some(phrases::host_registry_package_http());
    }
    if !is_identifier(kind, identifier) {
        return Some(phrases::host_registry_bad_identifier(prose(
            identifier, 120,
        )));
    }
    let version = version.filter(|version| !is_version(version))?;
    Some(phrases::host_registry_bad_version(prose(version, 60)))
}

/// Whether a name is one of this kind of package, and surely no option, path, URL or range.
fn is_identifier(kind: Kind, name: &str) -> bool {
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let all = |text: &str, more: &str| {
        text.chars()
            .all(|c| c.is_ascii_alphanumeric() || more.contains(c))
    };
    match kind {
        Kind::Npm => match name.strip_prefix('@') {
            Some(scoped) => scoped.split_once('/').is_some_and(|(scope, name)| {
                begins(scope) && begins(name) && all(scope, "-._~") && all(name, "-._~")
            }),
            None => begins(name) && all(name, "-._~"),
        },
        Kind::Pypi | Kind::Nuget => begins(name) && all(name, "-._"),
        Kind::Oci => begins(name) && all(name, "-._/:@") && !name.contains(".."),
        Kind::Mcpb | Kind::Http | Kind::Sse | Kind::Other => false,
    }
}

/// Whether a version is one version, not a range or a tag that moves.
fn is_version(version: &str) -> bool {
    version.starts_with(|c: char| c.is_ascii_digit() || c == 'v')
        && version
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".+-_!".contains(c))
        && !version
            .to_ascii_lowercase()
            .split('.')
            .any(|part| part == "x")
}

/// Returns why a variable is refused: one that loads code, with a value that the entry sets.
fn bad_variable(settings: &[Setting]) -> Option<Phrase> {
    let loads = |setting: &&Setting| {
        setting.fixed.is_some() && variable_risk(&setting.name) == Some(VariableRisk::LoadsCode)
    };
    let bad = settings.iter().find(loads)?;
    Some(phrases::host_registry_loads_code(bad.name.clone()))
}

/// Places what comes before the package. Arguments of the runner are taken from a short list: any other could choose what runs.
fn before(
    kind: Kind,
    runtime: Vec<Argument>,
    settings: &[Setting],
    words: &mut Vec<Word>,
    notes: &mut Vec<Phrase>,
) -> Option<Phrase> {
    match kind {
        Kind::Npm => words.push(Word::fixed("--yes")),
        Kind::Oci => words.extend(["run", "-i", "--rm"].map(Word::fixed)),
        Kind::Pypi | Kind::Nuget | Kind::Mcpb | Kind::Http | Kind::Sse | Kind::Other => {}
    }
    for argument in runtime {
        let shown = argument.value.as_ref().map(|value| value.shown());
        let name = argument.name.clone();
        let word = name.clone().or_else(|| shown.clone()).unwrap_or_default();
        let alone = name.is_some() != shown.is_some();
        let usual: &[&str] = match kind {
            Kind::Npm => &["-y", "--yes"],
            Kind::Nuget => &["--yes"],
            Kind::Oci => &["run", "-i", "--interactive", "--rm"],
            Kind::Pypi | Kind::Mcpb | Kind::Http | Kind::Sse | Kind::Other => &[],
        };
        if alone && usual.contains(&word.as_str()) {
            continue;
        }
        let passes = matches!(name.as_deref(), Some("-e" | "--env"));
        if kind == Kind::Oci && passes {
            // Each declared variable is passed by its name below. A value here would be a variable that nobody declared.
            let variable = shown.as_deref().and_then(|text| text.split('=').next());
            if variable.is_some_and(|name| settings.iter().any(|s| s.name == name)) {
                continue;
            }
        }
        let shown = [name.as_deref(), shown.as_deref()];
        let shown: Vec<&str> = shown.into_iter().flatten().collect();
        let shown = prose(&shown.join(" "), 120);
        let mount = (kind == Kind::Oci)
            .then(|| arguments::mount(argument))
            .flatten();
        let Some(mount) = mount else {
            return Some(phrases::host_registry_runner_option(shown));
        };
        notes.push(phrases::host_registry_mount(shown));
        words.push(mount);
    }
    if kind == Kind::Oci {
        for setting in settings.iter().filter(|setting| setting.is_used()) {
            words.extend([Word::fixed("-e"), Word::fixed(setting.name.clone())]);
        }
    }
    None
}

/// Reads environment variables or headers. Values that need parts of the user are asked for as a whole at the first start.
pub(super) fn settings(fields: Option<Vec<Field>>, what: &str) -> Result<Vec<Setting>, Phrase> {
    let is_header = what == "headers";
    let mut out: Vec<Setting> = Vec::new();
    for field in list(what, fields, INPUTS)? {
        let name = exact(what, field.name.clone().unwrap_or_default(), 200)?;
        let sound = if is_header {
            is_header_name(&name)
        } else {
            is_variable_name(&name)
        };
        let twice = out.iter().any(|one| one.name.eq_ignore_ascii_case(&name));
        if !sound || twice {
            return Err(phrases::host_registry_entry_setting(prose(&name, 60)));
        }
        // Its values are not inputs of the form: the host asks for the whole value and keeps it in the keychain.
        let mut parts = Inputs::default();
        let value = match &field.value {
            Some(value) => Some(parts.template(value, field.variables.as_ref())?),
            None => None,
        };
        let fixed = value.as_ref().and_then(|value| value.fixed());
        let form = value
            .as_ref()
            .filter(|_| fixed.is_none())
            .map(|value| value.shown());
        let secret = field.is_secret == Some(true)
            || value.as_ref().is_some_and(|value| parts.has_secret(value));
        let said = |text: &Option<String>| text.as_ref().map(|text| prose(text, 200));
        let fixed = fixed.filter(|text| !text.is_empty());
        out.push(Setting {
            description: prose(field.description.as_deref().unwrap_or_default(), TEXT_CHARS),
            required: field.is_required == Some(true) || form.is_some(),
            secret,
            fixed: fixed
                .map(|text| exact(what, text, VALUE_CHARS))
                .transpose()?,
            hint: form
                .or_else(|| said(&field.default))
                .or_else(|| said(&field.placeholder)),
            name,
        });
    }
    Ok(out)
}

fn is_variable_name(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a text is a token (RFC 9110, section 5.6.2).
fn is_header_name(name: &str) -> bool {
    let sign = |c: char| "!#$%&'*+-.^_`|~".contains(c);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || sign(c))
}

/// Returns the plan of a program.
pub(super) fn planned(
    program: &Program,
    settings: &[Setting],
    values: &BTreeMap<String, String>,
) -> Result<Planned, Phrase> {
    let mut args = Vec::new();
    for word in &program.words {
        args.extend(word.words(values)?);
    }
    let used = settings.iter().filter(|setting| setting.is_used());
    let mut plan = LocalPlan {
        command: program.command.to_owned(),
        args,
        ..LocalPlan::default()
    };
    for setting in used {
        match &setting.fixed {
            Some(value) => plan
                .kept
                .push((setting.name.clone(), Secret::new(value.clone()))),
            None => plan.asked.push(setting.name.clone()),
        }
    }
    Ok(Planned::Local(plan))
}
