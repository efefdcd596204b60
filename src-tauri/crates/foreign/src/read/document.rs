//! A whole configuration file: the location of its servers, its format and its inputs.

use std::collections::BTreeMap;

use messages::{Phrase, Value as Item, phrases};
use serde_json::{Map, Value};

use super::{
    entries::{Input, ReadServer, shown},
    entry::{entry, is_server},
    programs::{codex, continued, goose, is_goose, take_text, zed},
    variables::Style,
};

/// Maximum number of projects in one file.
const MAX_PROJECTS: usize = 2_000;

/// The contents of a document, before duplicate names are resolved.
#[derive(Default)]
pub(super) struct Document {
    /// The program whose format it has.
    pub format: Option<Phrase>,
    pub servers: Vec<ReadServer>,
    pub inputs: Vec<Input>,
    /// Entries that are no servers.
    pub notes: Vec<Phrase>,
}

impl Document {
    /// Extracts the servers and inputs from `root`.
    pub fn of(root: &mut Map<String, Value>) -> Self {
        let mut document = Self::default();
        document.inputs(root);
        // Files of Gemini CLI are recognized by their other settings.
        let gemini = ["selectedAuthType", "security", "general"]
            .iter()
            .any(|field| root.contains_key(*field));
        let mut gemini_style = gemini;
        if let Some(servers) = take(root, "mcpServers") {
            gemini_style |= servers.values().any(|s| s.get("httpUrl").is_some());
            let style = if gemini_style {
                Style::Dollar
            } else {
                Style::Braces
            };
            let format = if gemini_style {
                phrases::host_import_format("mcpServers", "Gemini CLI")
            } else {
                let programs = Item::list(["Claude Desktop", "Cursor"]);
                phrases::host_import_format("mcpServers", programs)
            };
            document.add(format, servers, style);
        }
        document.listed(root);
        document.projects(root);
        for (field, program) in [("servers", "VS Code"), ("amp.mcpServers", "Amp")] {
            if let Some(servers) = take(root, field) {
                let format = phrases::host_import_format(field, program);
                document.add(format, servers, Style::Braces);
            }
        }
        if let Some(servers) = take(root, "mcp_servers") {
            let servers = servers
                .into_iter()
                .map(|(name, value)| (name, codex(value)));
            let format = phrases::host_import_format("mcp_servers", "Codex");
            document.add(format, servers.collect(), Style::Braces);
        }
        document.zed(root);
        document.goose(root);
        document.under_mcp(root);
        if document.format.is_none() {
            document.bare(root);
        }
        document
    }

    fn add(&mut self, format: Phrase, servers: Map<String, Value>, style: Style) {
        self.format.get_or_insert(format);
        let read = servers
            .into_iter()
            .map(|(name, value)| entry(name, value, style));
        self.servers.extend(read);
    }

    /// Extracts the servers of Continue, which are a list.
    fn listed(&mut self, root: &mut Map<String, Value>) {
        if !root.get("mcpServers").is_some_and(Value::is_array) {
            return;
        }
        let Some(Value::Array(servers)) = root.remove("mcpServers") else {
            return;
        };
        // They name the file itself.
        for field in ["name", "version", "schema"] {
            root.remove(field);
        }
        let format = phrases::host_import_format("mcpServers", "Continue");
        self.format.get_or_insert(format);
        for mut value in servers {
            let named = value
                .as_object_mut()
                .and_then(|fields| take_text(fields, "name"));
            let used = || value.get("uses")?.as_str().map(str::to_owned);
            let name = named.or_else(used).unwrap_or_else(|| name_of(&value));
            self.servers
                .push(entry(name, continued(value), Style::Braces));
        }
    }

    /// Extracts the servers of Zed.
    fn zed(&mut self, root: &mut Map<String, Value>) {
        let Some(servers) = take(root, "context_servers") else {
            return;
        };
        let mut parts = Vec::new();
        let mut own = Map::new();
        for (name, value) in servers {
            match zed(value) {
                Some(value) => {
                    own.insert(name, value);
                }
                None => parts.push(name),
            }
        }
        let format = phrases::host_import_format("context_servers", "Zed");
        self.add(format, own, Style::Braces);
        self.notes.extend(parts_of("Zed", &parts));
    }

    /// Extracts the servers among the extensions of Goose.
    fn goose(&mut self, root: &mut Map<String, Value>) {
        let Some(extensions) = take(root, "extensions") else {
            return;
        };
        if !is_goose(&extensions) {
            root.insert("extensions".to_owned(), Value::Object(extensions));
            return;
        }
        let format = phrases::host_import_format("extensions", "Goose");
        self.format.get_or_insert(format);
        let mut parts = Vec::new();
        for (key, value) in extensions {
            match goose(value) {
                Some((name, value, style)) => {
                    self.servers.push(entry(name.unwrap_or(key), value, style));
                }
                None => parts.push(key),
            }
        }
        self.notes.extend(parts_of("Goose", &parts));
    }

    /// `mcp.servers` of VS Code's settings, or OpenCode's `mcp`, which holds the servers themselves.
    fn under_mcp(&mut self, root: &mut Map<String, Value>) {
        let Some(Value::Object(mcp)) = root.get_mut("mcp") else {
            return;
        };
        if let Some(servers) = take(mcp, "servers") {
            let mut mcp = std::mem::take(mcp);
            self.inputs(&mut mcp);
            root.remove("mcp");
            self.add(phrases::host_import_format_code(), servers, Style::Braces);
        } else if !mcp.is_empty() && mcp.values().all(Value::is_object) {
            let servers = std::mem::take(mcp);
            root.remove("mcp");
            let format = phrases::host_import_format("mcp", "OpenCode");
            self.add(format, servers, Style::Braces);
        }
    }

    /// Extracts servers by name without an enclosing object, or a single server.
    fn bare(&mut self, root: &mut Map<String, Value>) {
        let mut whole = Value::Object(std::mem::take(root));
        if is_server(&whole) {
            let named = whole
                .as_object_mut()
                .and_then(|fields| take_text(fields, "name"));
            let name = named.unwrap_or_else(|| name_of(&whole));
            self.format = Some(phrases::host_import_format_single());
            self.servers.push(entry(name, whole, Style::Braces));
            return;
        }
        if let Value::Object(servers) = whole {
            if !servers.is_empty() && servers.values().all(is_server) {
                self.add(phrases::host_import_format_names(), servers, Style::Braces);
            } else {
                *root = servers;
            }
        }
    }

    /// Extracts the servers that Claude Code stores for single projects, which is the default of its `add`. Identical entries in
    /// several projects are one server.
    fn projects(&mut self, root: &mut Map<String, Value>) {
        let Some(Value::Object(projects)) = root.get_mut("projects") else {
            return;
        };
        let mut same: BTreeMap<(String, String), usize> = BTreeMap::new();
        let mut found = false;
        for (path, project) in projects.iter_mut().take(MAX_PROJECTS) {
            let Value::Object(project) = project else {
                continue;
            };
            let off: Vec<String> = match project.get("disabledMcpServers") {
                Some(Value::Array(names)) => {
                    let names = names.iter().filter_map(Value::as_str);
                    names.map(str::to_owned).collect()
                }
                _ => Vec::new(),
            };
            let Some(servers) = take(project, "mcpServers") else {
                continue;
            };
            found = true;
            for (name, value) in servers {
                let key = (name.clone(), value.to_string());
                let at = *same.entry(key).or_insert_with(|| {
                    let mut server = entry(name.clone(), value, Style::Braces);
                    server.off |= off.contains(&name);
                    self.servers.push(server);
                    self.servers.len() - 1
                });
                self.servers[at].projects.push(path.clone());
            }
        }
        if found {
            self.format = Some(phrases::host_import_format("mcpServers", "Claude Code"));
            root.remove("projects");
        }
    }

    fn inputs(&mut self, root: &mut Map<String, Value>) {
        let Some(Value::Array(inputs)) = root.remove("inputs") else {
            return;
        };
        self.inputs.extend(inputs.iter().filter_map(|input| {
            let text = |field: &str| input.get(field)?.as_str().map(str::to_owned);
            Some(Input {
                id: text("id")?,
                description: text("description"),
                default: text("default"),
                password: input.get("password") == Some(&Value::Bool(true)),
            })
        }));
    }
}

/// Returns a name for an unnamed server: that of its package or host.
fn name_of(server: &Value) -> String {
    let of_args = server
        .get("args")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let word = of_args
        .filter_map(Value::as_str)
        .find(|word| !word.starts_with('-') && !word.is_empty())
        .or_else(|| server.get("command")?.as_str());
    let host = ["httpUrl", "serverUrl", "url"]
        .iter()
        .find_map(|field| server.get(field)?.as_str())
        .and_then(|url| url::Url::parse(url.trim()).ok())
        .and_then(|url| url.host_str().map(str::to_owned));
    let word = host.or_else(|| Some(word?.rsplit(['/', '\\']).next()?.to_owned()));
    let name: String = word.unwrap_or_default().chars().take(60).collect();
    if name.trim().is_empty() {
        "server".to_owned()
    } else {
        name
    }
}

/// Returns one line about entries that are parts of the other program.
fn parts_of(program: &str, names: &[String]) -> Option<Phrase> {
    shown(names.iter()).map(|names| phrases::host_import_parts(names, program))
}

/// Removes an object from a document and returns it.
fn take(map: &mut Map<String, Value>, key: &str) -> Option<Map<String, Value>> {
    if !map.get(key)?.is_object() {
        return None;
    }
    match map.remove(key) {
        Some(Value::Object(object)) => Some(object),
        _ => None,
    }
}
