//! The settings of uv.

use std::path::PathBuf;

use secrets::Secret;
use toml::{Table, Value};

use super::{
    origin::Origin,
    pip::Python,
    sources::{Address, PYPI, Sources, text},
};

/// Reads variables, then the user's file, then the system's. The first source that has a setting wins.
pub(super) fn read(sources: &Sources<'_>) -> Python {
    let mut first = variable(sources, &["UV_DEFAULT_INDEX", "UV_INDEX_URL"]);
    let mut more = variable(sources, &["UV_INDEX", "UV_EXTRA_INDEX_URL"]);
    for file in files(sources) {
        let Some(table) = text(&file).and_then(|text| text.parse::<Table>().ok()) else {
            continue;
        };
        let (default, others) = addresses(sources, &table, &Origin::File(file));
        if first.is_empty() {
            first = default;
        }
        if more.is_empty() {
            more = others;
        }
    }
    let addresses = if first.is_empty() && !more.is_empty() {
        std::iter::once(Address::parse(PYPI, Origin::Default))
            .chain(more)
            .collect()
    } else {
        first.into_iter().take(1).chain(more).collect()
    };
    let certificates = sources.variable("SSL_CERT_FILE").map(PathBuf::from);
    Python {
        addresses,
        certificates: certificates.filter(|file| file.is_absolute()),
    }
}

fn variable(sources: &Sources<'_>, names: &[&str]) -> Vec<Address> {
    for name in names {
        if let Some(value) = sources.variable(name) {
            let urls = value.split_whitespace();
            return urls
                .map(|url| index(sources, url, &Origin::Variable((*name).to_owned())))
                .collect();
        }
    }
    Vec::new()
}

/// An index as a variable has it: `url` or `name=url`.
fn index(sources: &Sources<'_>, text: &str, origin: &Origin) -> Address {
    match text.split_once('=') {
        Some((name, url)) if !name.contains(['/', ':']) => {
            with_login(sources, name, Address::parse(url, origin.clone()))
        }
        Some(_) | None => Address::parse(text, origin.clone()),
    }
}

fn files(sources: &Sources<'_>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    files.extend(sources.variable("UV_CONFIG_FILE").map(PathBuf::from));
    if let Some(roaming) = sources.variable("APPDATA") {
        files.push(PathBuf::from(roaming).join("uv/uv.toml"));
    }
    files.push(sources.config().join("uv/uv.toml"));
    files.push("/etc/xdg/uv/uv.toml".into());
    files.push("/etc/uv/uv.toml".into());
    files
}

/// The default index of a file, and the others.
fn addresses(
    sources: &Sources<'_>,
    table: &Table,
    origin: &Origin,
) -> (Vec<Address>, Vec<Address>) {
    let (mut default, mut others) = (Vec::new(), Vec::new());
    for entry in table
        .get("index")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let Some(url) = entry.get("url").and_then(Value::as_str) else {
            continue;
        };
        let flag = |name| entry.get(name).and_then(Value::as_bool) == Some(true);
        let name = entry
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let address = with_login(sources, name, Address::parse(url, origin.clone()));
        if flag("default") {
            default.push(address);
        } else if !flag("explicit") {
            others.push(address);
        }
    }
    let pip = table.get("pip").and_then(Value::as_table);
    for table in [Some(table), pip].into_iter().flatten() {
        if let Some(url) = table.get("index-url").and_then(Value::as_str) {
            default.push(Address::parse(url, origin.clone()));
        }
        let extra = table.get("extra-index-url").and_then(Value::as_array);
        for url in extra.into_iter().flatten().filter_map(Value::as_str) {
            others.push(Address::parse(url, origin.clone()));
        }
    }
    (default, others)
}

/// The address with the credentials that variables have for an index of this name.
fn with_login(sources: &Sources<'_>, name: &str, mut address: Address) -> Address {
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    let part = |part: &str| sources.variable(&format!("UV_INDEX_{name}_{part}"));
    if let (false, Some(password)) = (name.is_empty(), part("PASSWORD")) {
        address.user = part("USERNAME").unwrap_or_default().to_owned();
        address.password = Some(Secret::new(password.to_owned()));
    }
    address
}
