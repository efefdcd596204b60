//! Links that pages offer for adding a server to a program, and Innkeeper's own `innkeeper://add`.
//!
//! Anybody can write such a link. It is read into the same value as pasted configuration, and nothing else happens. What two
//! readers could read differently is refused: a parameter or a field twice, damaged encodings, hidden characters.

use domain::JsonObjectText;
use messages::{Phrase, phrases};
use serde_json::{Map, Value};

use super::{
    decoding::{Plus, Query, base64, hides, percent, shown},
    line,
    outcome::{MAX_NAMES, Pasted, left_in, of_read},
    server::Server,
    words::MAX_WORDS,
};
use crate::{
    plan::{LocalPlan, Planned, RemotePlan, risks},
    read::{is_launch, is_remote_type, not_taken, read_root, variables::is_name},
};

/// Maximum size of a link, in bytes. What it contains is never larger.
const MAX_LINK: usize = 64 * 1024;

/// The form of a link.
#[derive(Clone, Copy)]
enum Form {
    /// JSON with the name in it, as the whole query.
    Whole,
    /// A name, and a configuration in JSON.
    Json,
    /// A name, and a configuration in JSON in Base64.
    Base64,
    /// Words of a command line, or a URL.
    Words,
    /// A page that leads to a link of VS Code.
    Redirect,
}

/// Beginnings of links before the question mark, with their programs and forms.
const LINKS: [(&str, &str, Form); 13] = [
    ("vscode:mcp/install", "VS Code", Form::Whole),
    ("vscode-insiders:mcp/install", "VS Code", Form::Whole),
    (
        "cursor://anysphere.cursor-deeplink/mcp/install",
        "Cursor",
        Form::Base64,
    ),
    ("lmstudio://add_mcp", "LM Studio", Form::Base64),
    ("goose://extension", "Goose", Form::Words),
    ("innkeeper://add", "Innkeeper", Form::Base64),
    (
        "https://vscode.dev/redirect/mcp/install",
        "VS Code",
        Form::Json,
    ),
    (
        "https://insiders.vscode.dev/redirect/mcp/install",
        "VS Code",
        Form::Json,
    ),
    ("https://vscode.dev/redirect", "VS Code", Form::Redirect),
    (
        "https://insiders.vscode.dev/redirect",
        "VS Code",
        Form::Redirect,
    ),
    ("https://cursor.com/install-mcp", "Cursor", Form::Base64),
    ("https://cursor.com/en/install-mcp", "Cursor", Form::Base64),
    ("https://lmstudio.ai/install-mcp", "LM Studio", Form::Base64),
];

/// Beginnings of other links of those programs.
const OTHERS: [(&str, &str); 7] = [
    ("vscode:mcp", "VS Code"),
    ("vscode-insiders:mcp", "VS Code"),
    ("vscode://", "VS Code"),
    ("cursor://", "Cursor"),
    ("lmstudio://", "LM Studio"),
    ("goose://", "Goose"),
    ("innkeeper://", "Innkeeper"),
];

/// Reads a link; none if the text is not a link of one of these programs.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let (place, query) = text.split_once('?').unwrap_or((text, ""));
    let place = place.strip_suffix('/').unwrap_or(place);
    let known = LINKS
        .iter()
        .find(|(begin, ..)| place.eq_ignore_ascii_case(begin));
    let read = match known {
        Some((_, program, form)) => server(text, query, program, *form),
        None => {
            let begins = |begin: &str| {
                let start = text.get(..begin.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(begin))
            };
            let (_, program) = OTHERS.iter().find(|(begin, _)| begins(begin))?;
            Err(phrases::host_paste_link_other(*program))
        }
    };
    Some(read.unwrap_or_else(Pasted::Unclear))
}

fn server(text: &str, query: &str, program: &str, form: Form) -> Result<Pasted, Phrase> {
    if text.len() > MAX_LINK {
        return Err(phrases::host_paste_link_long(MAX_LINK / 1024));
    }
    if hides(text) {
        return Err(phrases::host_paste_link_hidden());
    }
    let query = query.split('#').next().unwrap_or_default();
    let mut read = match form {
        Form::Whole => whole(query)?,
        Form::Json => json(query)?,
        Form::Base64 => in_base64(query)?,
        Form::Words => words(query)?,
        Form::Redirect => redirect(query)?,
    };
    if let Pasted::Server(server) = &mut read {
        check(&server.found)?;
        server.notes.insert(0, phrases::host_paste_link(program));
    }
    Ok(read)
}

fn whole(query: &str) -> Result<Pasted, Phrase> {
    let mut config = object(&percent(query, Plus::Plus)?)?;
    let name = match config.remove("name") {
        Some(Value::String(name)) => Some(name),
        Some(_) | None => None,
    };
    let inputs = config.remove("inputs");
    configured(name, config, inputs, Vec::new())
}

fn json(query: &str) -> Result<Pasted, Phrase> {
    let mut query = Query::of(query)?;
    let name = query.one("name")?;
    let config = query.raw("config")?.ok_or_else(|| missing("config"))?;
    let config = object(&percent(config, Plus::Space)?)?;
    let inputs = match query.one("inputs")? {
        Some(inputs) => Some(list(&inputs)?),
        None => None,
    };
    // It chooses between two editions of VS Code.
    query.raw("quality")?;
    configured(
        name,
        config,
        inputs,
        not_taken(query.left()).into_iter().collect(),
    )
}

fn in_base64(query: &str) -> Result<Pasted, Phrase> {
    let mut query = Query::of(query)?;
    let name = query.one("name")?;
    let config = query.raw("config")?.ok_or_else(|| missing("config"))?;
    let config = object(&base64(&percent(config, Plus::Plus)?)?)?;
    configured(
        name,
        config,
        None,
        not_taken(query.left()).into_iter().collect(),
    )
}

fn redirect(query: &str) -> Result<Pasted, Phrase> {
    let mut query = Query::of(query)?;
    let url = query.raw("url")?.ok_or_else(|| missing("url"))?;
    let url = shown(percent(url, Plus::Plus)?)?;
    let (place, query) = url.split_once('?').unwrap_or((&url, ""));
    let is_whole = |(begin, _, form): &(&str, &str, Form)| {
        matches!(form, Form::Whole) && place.eq_ignore_ascii_case(begin)
    };
    if LINKS.iter().any(is_whole) {
        whole(query.split('#').next().unwrap_or_default())
    } else {
        Err(phrases::host_paste_link_other("VS Code"))
    }
}

/// Reads a configuration. `name` comes before a name in it.
fn configured(
    name: Option<String>,
    config: Map<String, Value>,
    inputs: Option<Value>,
    mut notes: Vec<Phrase>,
) -> Result<Pasted, Phrase> {
    let mut root = config;
    if is_launch(&root) {
        let servers = Map::from_iter([(String::new(), Value::Object(root))]);
        root = Map::from_iter([("servers".to_owned(), Value::Object(servers))]);
    }
    if let Some(inputs) = inputs {
        root.insert("inputs".to_owned(), inputs);
    }
    let mut read = read_root(root).map_err(|error| error.text())?;
    // A page could put any text into a variable by many short references to it.
    for input in &mut read.inputs {
        input.default = None;
    }
    match of_read(&read) {
        Pasted::Server(mut server) => {
            let name = name.or(server.name.take());
            server.name = name.filter(|name| !name.trim().is_empty());
            if let Planned::Remote(remote) = &mut server.found {
                // Nobody sees in the form which variable a header would send.
                for (header, _) in remote.from_host.drain(..) {
                    let shown = domain::visible(&header);
                    notes.push(phrases::host_value_with_placeholder(shown));
                    remote.asked.push(header);
                }
            }
            server.notes.append(&mut notes);
            Ok(Pasted::Server(server))
        }
        Pasted::Several(_) => Err(phrases::host_paste_link_several()),
        other @ (Pasted::Plain | Pasted::Names(_) | Pasted::Unclear(_)) => Ok(other),
    }
}

/// Reads a link of Goose.
fn words(query: &str) -> Result<Pasted, Phrase> {
    let mut query = Query::of(query)?;
    let name = query.one("name")?.or(query.one("id")?);
    query.raw("description")?;
    let kind = query.one("transport")?.or(query.one("type")?);
    let mut notes = Vec::new();
    let found = match (query.one("cmd")?, query.one("url")?) {
        (Some(_), Some(_)) => return Err(phrases::host_paste_link_both()),
        (None, None) => return Err(missing("cmd")),
        (Some(command), None) => {
            of_kind(kind, "stdio", |kind| kind == "stdio")?;
            program(command, &mut query, &mut notes)?
        }
        (None, Some(url)) => {
            of_kind(kind, "streamable_http", is_remote_type)?;
            remote(url, &mut query, &mut notes)?
        }
    };
    notes.extend(risks(&found));
    notes.extend(not_taken(query.left()));
    Ok(Pasted::Server(Box::new(Server {
        name,
        expands: left_in(&found),
        found,
        notes,
    })))
}

fn of_kind(kind: Option<String>, wanted: &str, fits: impl Fn(&str) -> bool) -> Result<(), Phrase> {
    match kind {
        Some(kind) if !fits(&kind) => Err(phrases::host_import_type(brief(&kind), wanted)),
        Some(_) | None => Ok(()),
    }
}

/// Reads a program of a link of Goose. Goose requests the values of its variables; the link describes them.
fn program(
    command: String,
    query: &mut Query<'_>,
    notes: &mut Vec<Phrase>,
) -> Result<Planned, Phrase> {
    if command.trim().contains(char::is_whitespace) {
        notes.push(phrases::host_import_spaces());
    }
    let (args, variables) = (query.all("arg")?, query.all("env")?);
    if args.len() >= MAX_WORDS {
        return Err(phrases::host_paste_too_many_words(MAX_WORDS));
    }
    if variables.len() > MAX_NAMES {
        return Err(phrases::host_max_variables(MAX_NAMES));
    }
    let mut asked: Vec<String> = Vec::new();
    for variable in variables {
        let name = variable.split('=').next().unwrap_or_default();
        if !asked.iter().any(|other| other == name) {
            asked.push(name.to_owned());
        }
    }
    Ok(Planned::Local(LocalPlan {
        command,
        args,
        asked,
        ..LocalPlan::default()
    }))
}

/// Reads a remote server of a link of Goose.
fn remote(url: String, query: &mut Query<'_>, notes: &mut Vec<Phrase>) -> Result<Planned, Phrase> {
    let mut remote = RemotePlan {
        url,
        ..RemotePlan::default()
    };
    let headers = query.all("header")?;
    if headers.len() > MAX_NAMES {
        return Err(phrases::host_max_headers(MAX_NAMES));
    }
    for given in headers {
        let (name, value) = given.split_once('=').unwrap_or((&given, ""));
        if !line::is_header_name(name) {
            return Err(bad_name(name));
        }
        line::header(&format!("{name}: {value}"), &[], &mut remote, notes);
    }
    Ok(Planned::Remote(remote))
}

/// Parses an object in which no field is there twice and no text hides anything.
fn object(text: &str) -> Result<Map<String, Value>, Phrase> {
    let checked = JsonObjectText::parse(text).map_err(|_| phrases::host_paste_link_config())?;
    match serde_json::from_str(checked.as_str()) {
        Ok(Value::Object(object))
            if object
                .iter()
                .any(|(name, value)| hides(name) || hides_in(value)) =>
        {
            Err(phrases::host_paste_link_hidden())
        }
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) | Err(_) => Err(phrases::host_paste_link_config()),
    }
}

/// Parses a list like an object.
fn list(text: &str) -> Result<Value, Phrase> {
    let mut around = object(&format!("{{\"list\":{text}}}"))?;
    match (around.remove("list"), around.is_empty()) {
        (Some(list @ Value::Array(_)), true) => Ok(list),
        _ => Err(phrases::host_paste_link_config()),
    }
}

fn hides_in(value: &Value) -> bool {
    match value {
        Value::String(text) => hides(text),
        Value::Array(list) => list.iter().any(hides_in),
        Value::Object(object) => object
            .iter()
            .any(|(name, value)| hides(name) || hides_in(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Refuses a URL that no server can have, and names that no variable or header can have.
fn check(found: &Planned) -> Result<(), Phrase> {
    let wrong = match found {
        Planned::Local(local) => {
            let mut names = local
                .kept
                .iter()
                .map(|(name, _)| name)
                .chain(&local.asked)
                .chain(&local.from_host);
            names.find(|name| !is_name(name))
        }
        Planned::Remote(remote) => {
            check_url(&remote.url)?;
            let from_host = remote.from_host.iter().map(|(name, _)| name);
            let mut names = remote
                .kept
                .iter()
                .map(|(name, _)| name)
                .chain(&remote.asked)
                .chain(from_host);
            names.find(|name| !line::is_header_name(name))
        }
    };
    match wrong {
        Some(name) => Err(bad_name(name)),
        None => Ok(()),
    }
}

/// Refuses a URL that is not of the web or contains credentials. Its host may be a placeholder.
fn check_url(url: &str) -> Result<(), Phrase> {
    let wrong = || Err(phrases::host_paste_link_url());
    let rest = ["https://", "http://"].iter().find_map(|begin| {
        let start = url.get(..begin.len())?;
        start
            .eq_ignore_ascii_case(begin)
            .then(|| &url[begin.len()..])
    });
    let Some(rest) = rest else {
        return wrong();
    };
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let placeholder = host.contains("${") || host.contains("{env:");
    if host.is_empty() || host.contains('@') || url.contains(char::is_whitespace) {
        return wrong();
    }
    if placeholder || url::Url::parse(url).is_ok() {
        Ok(())
    } else {
        wrong()
    }
}

fn bad_name(name: &str) -> Phrase {
    phrases::host_paste_link_name(brief(name))
}

/// Returns the beginning of a text for a message.
fn brief(text: &str) -> String {
    domain::visible(text).chars().take(60).collect()
}

fn missing(parameter: &str) -> Phrase {
    phrases::host_paste_link_missing(parameter)
}
