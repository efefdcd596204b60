//! Makes a permission for each command that a capability file names, and keeps what Tauri generates out of the sources.

use std::{collections::BTreeSet, env, error::Error, fs, path::Path, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no CARGO_MANIFEST_DIR")?);
    let capabilities = root.join("src-tauri/capabilities");
    let commands = commands(&capabilities)?;

    // tauri_build writes `gen/` and `permissions/` into its working directory and reads `Cargo.toml` there.
    let work = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?).join("tauri");
    fs::create_dir_all(&work)?;
    fs::copy(root.join("Cargo.toml"), work.join("Cargo.toml"))?;
    let manifest = "src-tauri/packaging/windows/innkeeper.manifest";
    for watched in [
        "Cargo.toml",
        "src-tauri/build.rs",
        "src-tauri/capabilities",
        manifest,
    ] {
        println!("cargo:rerun-if-changed={watched}");
    }
    env::set_current_dir(&work)?;

    let pattern = leak(format!("{}/**/*", capabilities.display()));
    let names: Vec<&'static str> = commands.into_iter().map(leak).collect();
    let given = ["INNKEEPER_UPDATE_URL", "INNKEEPER_UPDATE_KEY"].map(|name| {
        println!("cargo:rerun-if-env-changed={name}");
        env::var_os(name).is_some()
    });
    if given[0] != given[1] {
        return Err("give both INNKEEPER_UPDATE_URL and INNKEEPER_UPDATE_KEY, or neither".into());
    }
    let windows = tauri_build::WindowsAttributes::new_without_app_manifest()
        .app_manifest(fs::read_to_string(root.join(manifest))?);
    // Without a pattern, tauri_build tells Cargo to watch `permissions/` in the sources. That folder never exists, so Cargo would
    // compile this package again with every command.
    let commands = tauri_build::AppManifest::new()
        .commands(leak_slice(names))
        .permissions_path_pattern("./permissions/**/*");
    let attributes = tauri_build::Attributes::new()
        .config_path(root.join("tauri.conf.json"))
        .capabilities_path_pattern(pattern)
        .app_manifest(commands)
        .windows_attributes(windows);
    tauri_build::try_build(attributes)?;
    Ok(())
}

/// Every command some window may call: `allow-server-start` permits `server_start`.
fn commands(folder: &Path) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut commands = BTreeSet::new();
    for file in fs::read_dir(folder)? {
        let text = fs::read_to_string(file?.path())?;
        for word in text
            .split('"')
            .filter_map(|word| word.strip_prefix("allow-"))
        {
            commands.insert(word.replace('-', "_"));
        }
    }
    Ok(commands)
}

// The build script ends at once: what it leaks lives no longer than it has to.
fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn leak_slice(names: Vec<&'static str>) -> &'static [&'static str] {
    Box::leak(names.into_boxed_slice())
}
