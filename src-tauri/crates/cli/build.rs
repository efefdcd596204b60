//! For Windows: the program's manifest, icon and version.

use std::{env, error::Error, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no CARGO_MANIFEST_DIR")?);
    let root = own.join("../../..");
    let manifest = root.join("src-tauri/packaging/windows/innkeeper.manifest");
    let icon = root.join("icons/icon.ico");
    // Relative, so that they mean this clone's files in every clone that shares a target folder.
    for watched in [
        "src-tauri/packaging/windows/innkeeper.manifest",
        "icons/icon.ico",
    ] {
        println!("cargo:rerun-if-changed=../../../{watched}");
    }
    if env::var_os("CARGO_CFG_TARGET_OS").is_some_and(|system| system == "windows") {
        let mut resource = tauri_winres::WindowsResource::new();
        resource
            .set_manifest(&std::fs::read_to_string(manifest)?)
            .set_icon(&icon.to_string_lossy())
            .set("ProductName", "Innkeeper")
            .set("FileDescription", "Innkeeper for terminals");
        resource.compile_for(&["innkeeper-cli"])?;
    }
    Ok(())
}
