//! Lists the files of the message catalogue, and checks them.

use std::{env, error::Error, fmt::Write, fs, path::PathBuf};

use messages_build::{LANGUAGES, Source, stale};

fn main() -> Result<(), Box<dyn Error>> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no CARGO_MANIFEST_DIR")?);
    let locales = own.join("../../../ui/locales");
    let constructors = own.join("../messages/phrases.rs");
    for watched in [&locales, &constructors] {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    let source = match Source::read(&locales) {
        Ok(source) => source,
        Err(problems) => return failed(&problems),
    };
    let stale = stale(&source, &fs::read_to_string(constructors)?);
    if !stale.is_empty() {
        return failed(&stale);
    }
    let mut out = String::new();
    for (language, files) in LANGUAGES.iter().zip(source.files()) {
        writeln!(out, "const {}: &[&str] = &[", language.to_ascii_uppercase())?;
        for file in files {
            writeln!(out, "    include_str!({:?}),", file.display().to_string())?;
        }
        writeln!(out, "];")?;
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    fs::write(folder.join("files.rs"), out)?;
    Ok(())
}

fn failed(problems: &[String]) -> Result<(), Box<dyn Error>> {
    for problem in problems {
        println!("cargo::error={problem}");
    }
    Err("the message catalogue is not in order".into())
}
