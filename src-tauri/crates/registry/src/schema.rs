//! The fields of `server.json` that are read, as they are written. Others are ignored.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Response {
    pub server: Server,
    #[serde(rename = "_meta")]
    pub meta: Option<Meta>,
}

#[derive(Deserialize)]
pub(crate) struct Meta {
    #[serde(rename = "io.modelcontextprotocol.registry/official")]
    pub official: Option<Official>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Official {
    pub status: Option<String>,
    pub status_message: Option<String>,
    pub published_at: Option<String>,
    pub updated_at: Option<String>,
    pub is_latest: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Server {
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    pub version: String,
    pub repository: Option<Repository>,
    pub website_url: Option<String>,
    pub packages: Option<Vec<Package>>,
    pub remotes: Option<Vec<Transport>>,
}

#[derive(Deserialize)]
pub(crate) struct Repository {
    pub url: Option<String>,
    pub subfolder: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Package {
    pub registry_type: String,
    pub registry_base_url: Option<String>,
    pub identifier: String,
    pub version: Option<String>,
    pub file_sha256: Option<String>,
    pub runtime_hint: Option<String>,
    pub transport: Transport,
    pub runtime_arguments: Option<Vec<Field>>,
    pub package_arguments: Option<Vec<Field>>,
    pub environment_variables: Option<Vec<Field>>,
}

#[derive(Deserialize)]
pub(crate) struct Transport {
    #[serde(rename = "type")]
    pub kind: String,
    pub url: Option<String>,
    pub headers: Option<Vec<Field>>,
    pub variables: Option<BTreeMap<String, Field>>,
}

/// An argument, a variable, a header, or a value within one of them.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Field {
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub name: Option<String>,
    pub value_hint: Option<String>,
    pub value: Option<String>,
    pub default: Option<String>,
    pub description: Option<String>,
    pub placeholder: Option<String>,
    pub format: Option<String>,
    pub is_required: Option<bool>,
    pub is_secret: Option<bool>,
    pub is_repeated: Option<bool>,
    pub choices: Option<Vec<String>>,
    pub variables: Option<BTreeMap<String, Field>>,
}
