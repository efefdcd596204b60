//! The settings of pip.

use std::path::PathBuf;

use super::{
    origin::Origin,
    sources::{Address, PYPI, Sources, text},
};

/// What a Python package manager is told about registries.
#[derive(Default)]
pub(super) struct Python {
    pub addresses: Vec<Address>,
    pub certificates: Option<PathBuf>,
}

/// Reads variables, then the user's files, then the system's. The first source that has a setting wins.
pub(super) fn read(sources: &Sources<'_>) -> Python {
    let mut first = Vec::new();
    let mut more = Vec::new();
    let mut certificates = None;
    let mut take = |key: &str, value: &str, origin: &Origin| {
        let kept: &mut Vec<Address> = match key {
            "index-url" => &mut first,
            "extra-index-url" => &mut more,
            "cert" => {
                let file = PathBuf::from(value.trim());
                if file.is_absolute() {
                    certificates.get_or_insert(file);
                }
                return;
            }
            _ => return,
        };
        if kept.first().is_none_or(|one| one.origin == *origin) {
            let urls = value.split_whitespace();
            kept.extend(urls.map(|url| Address::parse(url, origin.clone())));
        }
    };
    for (name, key) in [
        ("PIP_INDEX_URL", "index-url"),
        ("PIP_EXTRA_INDEX_URL", "extra-index-url"),
        ("PIP_CERT", "cert"),
    ] {
        if let Some(value) = sources.variable(name) {
            take(key, value, &Origin::Variable(name.to_owned()));
        }
    }
    for file in files(sources) {
        let origin = Origin::File(file.clone());
        for (key, value) in text(&file).iter().flat_map(|text| settings(text)) {
            take(&key, &value, &origin);
        }
    }
    // The default comes first; without one, that of Python is asked as well.
    let addresses = if first.is_empty() && !more.is_empty() {
        std::iter::once(Address::parse(PYPI, Origin::Default))
            .chain(more)
            .collect()
    } else {
        first.into_iter().take(1).chain(more).collect()
    };
    Python {
        addresses,
        certificates,
    }
}

fn files(sources: &Sources<'_>) -> Vec<PathBuf> {
    let named = sources.variable("PIP_CONFIG_FILE").map(PathBuf::from);
    let mut files: Vec<PathBuf> = named.into_iter().collect();
    if let Some(roaming) = sources.variable("APPDATA") {
        files.push(PathBuf::from(roaming).join("pip/pip.ini"));
    }
    if cfg!(target_os = "macos") {
        files.push(
            sources
                .home
                .join("Library/Application Support/pip/pip.conf"),
        );
    }
    files.push(sources.config().join("pip/pip.conf"));
    files.push(sources.home.join(".pip/pip.conf"));
    files.push("/etc/xdg/pip/pip.conf".into());
    files.push("/etc/pip.conf".into());
    files
}

/// The settings of the sections that installing reads. A value goes on in lines that are indented.
fn settings(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut applies = false;
    for line in text.lines() {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with(['#', ';']) {
            continue;
        }
        if let Some(section) = bare
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            applies = matches!(section.trim(), "global" | "install" | "download");
        } else if !applies {
        } else if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = all.last_mut() {
                value.push(' ');
                value.push_str(bare);
            }
        } else if let Some((key, value)) = bare.split_once(['=', ':']) {
            let key = key.trim().to_ascii_lowercase().replace('_', "-");
            all.push((key, value.trim().to_owned()));
        }
    }
    all
}
