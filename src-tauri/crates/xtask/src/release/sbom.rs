//! The bill of materials (CycloneDX): what each program and the interface are made of.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use serde_json::Value;

use super::graph::{self, Part};
use crate::{child, failure::Failure, place};

/// The file of the desktop program, its guard and its reader.
const DESKTOP: &str = "innkeeper.cdx.json";
/// The file of the terminal program.
const TERMINAL: &str = "innkeeper-cli.cdx.json";
/// The file of the interface.
const INTERFACE: &str = "innkeeper-ui.cdx.json";
/// The manifests of the two programs, and their files.
const PROGRAMS: [(&str, &str); 2] = [("", DESKTOP), ("src-tauri/crates/cli", TERMINAL)];
/// What the tool calls its files.
const MADE: &str = "bill";
const LIMIT: Duration = Duration::from_secs(300);

/// Writes the files into `out`.
pub fn write(root: &Path, out: &Path, epoch: u64) -> Result<(), Failure> {
    // The tool writes beside every manifest, so it gets manifests of its own.
    let copy = tempfile::tempdir()?;
    for part in ["Cargo.toml", "Cargo.lock", "src-tauri", "tests"] {
        copied(&root.join(part), &copy.path().join(part))?;
    }
    let host = child::ask("rustc", &["--print", "host-tuple"])?;
    let mut cargo = place::cargo();
    cargo
        .current_dir(copy.path())
        .args(["cyclonedx", "--format", "json", "--spec-version", "1.5"])
        .args(["--features", "custom-protocol", "--target", host.trim()])
        .args(["--override-filename", MADE])
        .env("SOURCE_DATE_EPOCH", epoch.to_string());
    child::quiet(cargo, LIMIT)?;
    for (folder, file) in PROGRAMS {
        let made = copy.path().join(folder).join(format!("{MADE}.json"));
        let text = fs::read_to_string(made)?;
        let text = text.replace(&*copy.path().to_string_lossy(), "");
        save(serde_json::from_str(&text)?, &out.join(file), epoch)?;
    }
    let mut npm = place::npm(&root.join("ui"));
    npm.args(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
    let mut bill = serde_json::from_str(&child::output(npm, LIMIT)?)?;
    only(&mut bill, &graph::npm(root)?);
    save(bill, &out.join(INTERFACE), epoch)
}

/// Leaves in a bill of npm what the interface is made of. `--omit dev` would leave out what a tool for development needs too, such
/// as Svelte.
fn only(bill: &mut Value, parts: &BTreeSet<Part>) {
    let is_part = |component: &Value| {
        let is =
            |part: &Part| component["name"] == *part.name && component["version"] == *part.version;
        parts.iter().any(is)
    };
    let mut kept = vec![bill["metadata"]["component"]["bom-ref"].clone()];
    if let Some(components) = bill["components"].as_array_mut() {
        components.retain(is_part);
        kept.extend(
            components
                .iter()
                .map(|component| component["bom-ref"].clone()),
        );
    }
    if let Some(dependencies) = bill["dependencies"].as_array_mut() {
        dependencies.retain(|dependency| kept.contains(&dependency["ref"]));
        for dependency in dependencies {
            if let Some(on) = dependency["dependsOn"].as_array_mut() {
                on.retain(|on| kept.contains(on));
            }
        }
    }
}

/// Saves a bill without what is new at each run: its number, and its time.
fn save(mut bill: Value, to: &Path, epoch: u64) -> Result<(), Failure> {
    if let Some(fields) = bill.as_object_mut() {
        fields.remove("serialNumber");
    }
    bill["metadata"]["timestamp"] = Value::from(time(epoch)?);
    let mut text = serde_json::to_string_pretty(&bill)?;
    text.push('\n');
    Ok(fs::write(to, text)?)
}

fn time(epoch: u64) -> Result<String, Failure> {
    let mut date = Command::new("date");
    date.args(["--utc", "+%Y-%m-%dT%H:%M:%SZ", "--date"])
        .arg(format!("@{epoch}"));
    Ok(child::output(date, child::QUESTION)?.trim().to_owned())
}

/// Copies sources, and nothing that was built or installed beside them.
fn copied(from: &Path, to: &Path) -> Result<(), Failure> {
    if from.is_file() {
        fs::copy(from, to)?;
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name != "node_modules" && name != "target" {
            copied(&entry.path(), &to.join(name))?;
        }
    }
    Ok(())
}

/// Parts that no bill in `out` names.
pub fn unnamed(out: &Path, parts: &BTreeSet<Part>) -> Result<Vec<String>, Failure> {
    let mut named = BTreeSet::new();
    for file in [DESKTOP, TERMINAL, INTERFACE] {
        let path: PathBuf = out.join(file);
        let bill: Value = serde_json::from_slice(&fs::read(&path)?)?;
        if bill["bomFormat"] != "CycloneDX" {
            return Err(Failure::Check(format!("{file} is no CycloneDX")));
        }
        for component in bill["components"].as_array().into_iter().flatten() {
            // npm puts a scope before the name, or apart from it.
            let name = component["name"].as_str().unwrap_or_default();
            let group = component["group"].as_str();
            let name = group.map_or_else(|| name.to_owned(), |group| format!("{group}/{name}"));
            let version = component["version"].as_str().unwrap_or_default();
            named.insert(format!("{name} {version}"));
        }
    }
    let all = parts
        .iter()
        .map(|part| format!("{} {}", part.name, part.version));
    Ok(all.filter(|part| !named.contains(part)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bill_of_the_interface_holds_its_parts_and_their_dependencies_only() {
        let component = |name: &str| json!({ "bom-ref": name, "name": name, "version": "1.0.0" });
        let mut bill = json!({
            "metadata": { "component": { "bom-ref": "ui" } },
            "components": [component("svelte"), component("vite")],
            "dependencies": [{ "ref": "ui", "dependsOn": ["svelte", "vite"] }, { "ref": "vite", "dependsOn": [] }],
        });
        let part = Part {
            name: "svelte".to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            origin: String::new(),
            folder: PathBuf::new(),
        };
        only(&mut bill, &BTreeSet::from([part]));
        assert_eq!(bill["components"], json!([component("svelte")]));
        assert_eq!(
            bill["dependencies"],
            json!([{ "ref": "ui", "dependsOn": ["svelte"] }])
        );
    }
}
