//! The JSON of a manifest. Fields that are not known are passed over: later versions may add some.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize,
    de::{Deserializer, Error as _, MapAccess, Visitor},
};
use serde_json::Value;

use super::model::{
    Author, Claim, Config, Kind, Manifest, OptionKind, Override, Server, UserOption, kept,
};
use crate::error::BundleError;

/// Most tools and prompts that are kept.
const CLAIMS_MAX: usize = 200;

/// Versions of the format.
const FORMATS: &[&str] = &["0.1", "0.2", "0.3", "0.4"];

#[derive(Deserialize)]
struct Raw {
    manifest_version: Option<String>,
    dxt_version: Option<String>,
    name: String,
    display_name: Option<String>,
    version: String,
    description: String,
    author: RawAuthor,
    homepage: Option<String>,
    license: Option<String>,
    #[serde(default)]
    privacy_policies: Vec<String>,
    server: RawServer,
    #[serde(default)]
    tools: Vec<RawClaim>,
    #[serde(default)]
    tools_generated: bool,
    #[serde(default)]
    prompts: Vec<RawClaim>,
    #[serde(default)]
    compatibility: RawCompatibility,
    #[serde(default)]
    user_config: Ordered,
}

#[derive(Deserialize)]
struct RawAuthor {
    name: String,
    email: Option<String>,
    url: Option<String>,
}

#[derive(Deserialize)]
struct RawClaim {
    name: String,
    description: Option<String>,
}

#[derive(Default, Deserialize)]
struct RawCompatibility {
    #[serde(default)]
    platforms: Vec<String>,
    #[serde(default)]
    runtimes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct RawServer {
    r#type: RawKind,
    entry_point: String,
    mcp_config: Option<RawConfig>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawKind {
    Node,
    Python,
    Binary,
    Uv,
}

#[derive(Deserialize)]
struct RawConfig {
    command: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    platform_overrides: BTreeMap<String, Override>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawOptionKind {
    String,
    Number,
    Boolean,
    Directory,
    File,
}

#[derive(Deserialize)]
struct RawOption {
    r#type: RawOptionKind,
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    required: bool,
    default: Option<Value>,
    #[serde(default)]
    multiple: bool,
    #[serde(default)]
    sensitive: bool,
    min: Option<f64>,
    max: Option<f64>,
}

/// Options in the order of the text.
#[derive(Default)]
struct Ordered(Vec<(String, RawOption)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut all: Vec<(String, RawOption)> = Vec::new();
                while let Some((key, option)) = map.next_entry()? {
                    if all.iter().any(|(other, _)| *other == key) {
                        return Err(A::Error::custom("an option is given twice"));
                    }
                    all.push((key, option));
                }
                Ok(Ordered(all))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Reads the text of a manifest.
pub(super) fn read(bytes: &[u8]) -> Result<Manifest, BundleError> {
    let text = std::str::from_utf8(bytes).map_err(|_| BundleError::manifest("it is not UTF-8"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Two readers of a field that is given twice could see different commands.
    let text = domain::JsonObjectText::parse(text)
        .map_err(|error| BundleError::manifest(error.to_string()))?;
    let raw: Raw = serde_json::from_str(text.as_str()).map_err(|error| {
        let said = domain::visible(&error.to_string());
        BundleError::manifest(domain::cut(&said, 300))
    })?;
    let format = match (&raw.manifest_version, &raw.dxt_version) {
        (Some(one), Some(other)) if one != other => {
            return Err(BundleError::manifest("it names two versions of its format"));
        }
        (Some(format), _) | (None, Some(format)) => format.clone(),
        (None, None) => return Err(BundleError::manifest("it names no manifest_version")),
    };
    if !FORMATS.contains(&format.as_str()) {
        let format = domain::visible(domain::cut(&format, 20));
        let what = format!("manifest_version {format} is not known; 0.1 to 0.4 are");
        return Err(BundleError::manifest(what));
    }
    let options = raw.user_config.0.into_iter();
    let options: Result<Vec<UserOption>, BundleError> =
        options.map(|(key, raw)| option(key, raw)).collect();
    Ok(Manifest {
        display_name: kept(raw.display_name.as_deref().unwrap_or(&raw.name)),
        format,
        name: raw.name,
        version: raw.version,
        description: kept(&raw.description),
        author: Author {
            name: raw.author.name,
            email: raw.author.email.as_deref().map(kept),
            url: raw.author.url.as_deref().map(kept),
        },
        homepage: raw.homepage.as_deref().map(kept),
        license: raw.license.as_deref().map(kept),
        privacy_policies: raw
            .privacy_policies
            .iter()
            .take(20)
            .map(|url| kept(url))
            .collect(),
        server: server(raw.server)?,
        tools: claims(raw.tools),
        more_tools: raw.tools_generated,
        prompts: claims(raw.prompts),
        platforms: raw.compatibility.platforms,
        runtimes: raw.compatibility.runtimes,
        options: options?,
    })
}

fn server(raw: RawServer) -> Result<Server, BundleError> {
    let entry_point = raw.entry_point.replace('\\', "/");
    let entry_point = entry_point.trim_start_matches("./").to_owned();
    let kind = match raw.r#type {
        RawKind::Node => Kind::Node,
        RawKind::Python => Kind::Python,
        RawKind::Binary => Kind::Binary,
        RawKind::Uv => Kind::Uv,
    };
    let config = match (raw.mcp_config, kind) {
        (Some(config), _) => config,
        // The program that uses a bundle of this type may choose the command.
        (None, Kind::Uv) => RawConfig {
            command: "uv".to_owned(),
            args: vec!["run".to_owned(), entry_point.clone()],
            env: BTreeMap::new(),
            platform_overrides: BTreeMap::new(),
        },
        (None, _) => return Err(BundleError::manifest("its server has no mcp_config")),
    };
    Ok(Server {
        kind,
        entry_point,
        config: Config {
            command: config.command,
            args: config.args,
            env: config.env,
        },
        overrides: config.platform_overrides,
    })
}

fn claims(raw: Vec<RawClaim>) -> Vec<Claim> {
    let claim = |raw: RawClaim| Claim {
        name: kept(&raw.name),
        description: raw.description.as_deref().map(kept),
    };
    raw.into_iter().take(CLAIMS_MAX).map(claim).collect()
}

fn option(key: String, raw: RawOption) -> Result<UserOption, BundleError> {
    let kind = match raw.r#type {
        RawOptionKind::String => OptionKind::Text,
        RawOptionKind::Number => OptionKind::Number,
        RawOptionKind::Boolean => OptionKind::Boolean,
        RawOptionKind::Directory => OptionKind::Folder,
        RawOptionKind::File => OptionKind::File,
    };
    let text = |value: &Value| match (kind, value) {
        (OptionKind::Text | OptionKind::Folder | OptionKind::File, Value::String(text)) => {
            Some(kept(text))
        }
        (OptionKind::Number, Value::Number(number)) => Some(number.to_string()),
        (OptionKind::Boolean, Value::Bool(is)) => Some(is.to_string()),
        _ => None,
    };
    let default = match &raw.default {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(Value::Array(values)) if raw.multiple => values.iter().map(text).collect(),
        // An empty text is no value.
        Some(Value::String(nothing)) if nothing.is_empty() => Some(Vec::new()),
        Some(value) => text(value).map(|text| vec![text]),
    };
    let default = default.ok_or_else(|| {
        let key = domain::visible(domain::cut(&key, 100));
        BundleError::manifest(format!("the default of {key} is of another type"))
    })?;
    let is_sensitive = raw.sensitive && kind == OptionKind::Text;
    Ok(UserOption {
        key,
        kind,
        title: kept(&raw.title),
        description: kept(&raw.description),
        is_required: raw.required,
        is_multiple: raw.multiple,
        is_sensitive,
        // A secret that everybody can read in the bundle is none.
        default: if is_sensitive { Vec::new() } else { default },
        min: raw.min,
        max: raw.max,
    })
}
