//! `SHA256SUMS`, in the format that `sha256sum --check` reads.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::{self, Read as _},
    path::Path,
};

use sha2::{Digest as _, Sha256};

use super::linux;
use crate::failure::Failure;

/// Their file.
pub const FILE: &str = "SHA256SUMS";

/// Writes the digests of every other file in `out`.
pub fn write(out: &Path) -> Result<(), Failure> {
    let mut text = String::new();
    for (name, digest) in digests(out)? {
        let _ = writeln!(text, "{digest}  {name}");
    }
    Ok(fs::write(out.join(FILE), text)?)
}

/// The digest of each file but [`FILE`], by its name.
pub fn digests(out: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let mut all = BTreeMap::new();
    for file in linux::files(out)? {
        let name = file.to_string_lossy().into_owned();
        if name != FILE {
            all.insert(name, digest(&out.join(file))?);
        }
    }
    Ok(all)
}

/// The SHA-256 of a file.
pub fn digest(path: &Path) -> Result<String, Failure> {
    let mut file = fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part) {
            Ok(0) => break,
            Ok(read) => hash.update(part.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut text = String::new();
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Says which file differs from its digest, has none, or is missing.
pub fn wrong(out: &Path) -> Result<Option<String>, Failure> {
    let text = fs::read_to_string(out.join(FILE))?;
    let said: BTreeMap<String, String> = text
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(digest, name)| (name.to_owned(), digest.to_owned()))
        .collect();
    let real = digests(out)?;
    let names = said.keys().chain(real.keys());
    let differs = names
        .filter(|name| said.get(*name) != real.get(*name))
        .min();
    Ok(differs.map(|name| format!("{name} is not the file that {FILE} names")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_changed_added_or_missing_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        fs::write(out.join("a"), "abc").unwrap();
        fs::write(out.join("b"), "b").unwrap();
        write(out).unwrap();
        let sums = fs::read_to_string(out.join(FILE)).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n";
        assert!(sums.starts_with(abc), "{sums}");
        assert_eq!(wrong(out).unwrap(), None);
        fs::write(out.join("a"), "abd").unwrap();
        assert!(wrong(out).unwrap().unwrap().starts_with("a "));
        fs::write(out.join("a"), "abc").unwrap();
        fs::write(out.join("c"), "").unwrap();
        assert!(wrong(out).unwrap().unwrap().starts_with("c "));
        fs::remove_file(out.join("c")).unwrap();
        fs::remove_file(out.join("b")).unwrap();
        assert!(wrong(out).unwrap().unwrap().starts_with("b "));
    }
}
