//! Parser from a command line to the server that it would start.

use messages::{Phrase, phrases};
use secrets::Secret;

use super::{
    name::{is_runner, program},
    server::Server,
    words::{Style, Word, split},
};
use crate::plan::{LocalPlan, Planned, RemotePlan};

/// Maximum nesting of command lines: `cmd /c "sh -c '…'"`.
const MAX_DEPTH: usize = 3;
/// Programs whose command line adds servers.
const CLIENTS: [&str; 6] = ["claude", "codex", "gemini", "qwen", "amp", "grok"];
/// Placeholders that manuals write instead of a value.
const STAND_INS: [&str; 5] = ["your", "<", "xxx", "...", "…"];
/// Maximum length of what a configuration has instead of a value, in bytes. A longer text is a value.
const MAX_STAND_IN: usize = 80;

/// Parses a command line.
///
/// # Errors
/// Why it is not accepted.
pub(super) fn read(text: &str) -> Result<Server, Phrase> {
    read_nested(text, style_of(text), MAX_DEPTH)
}

fn read_nested(text: &str, style: Style, depth: usize) -> Result<Server, Phrase> {
    let commands = split(without_prompt(text), style).map_err(|error| error.text())?;
    let mut local = LocalPlan::default();
    let mut notes = Vec::new();
    let mut commands = commands.into_iter().peekable();
    while let Some(words) = commands.next() {
        if commands.peek().is_none() {
            return command(words, local, notes, depth);
        }
        before(words, &mut local, &mut notes)?;
    }
    Err(phrases::host_paste_no_command())
}

/// Parses a command before the server's own: it may set variables or change the directory, nothing else.
fn before(words: Vec<Word>, local: &mut LocalPlan, notes: &mut Vec<Phrase>) -> Result<(), Phrase> {
    let mut words = words.into_iter().peekable();
    let first = words
        .peek()
        .map(|word| word.text.clone())
        .unwrap_or_default();
    if matches!(first.as_str(), "export" | "set") {
        words.next();
    } else if first == "cd" {
        words.next();
        let folder = words.next();
        let plain = folder.filter(|word| word.expands.is_empty() && words.peek().is_none());
        let Some(folder) = plain else {
            return Err(phrases::host_paste_shell_folder());
        };
        local.cwd = Some(folder.text);
        return Ok(());
    }
    for word in words {
        let (name, value) = assignment(&word)
            .ok_or_else(|| phrases::host_paste_several_commands(domain::visible(&first)))?;
        variable(
            name.to_owned(),
            value.to_owned(),
            &word.expands,
            local,
            notes,
        );
    }
    Ok(())
}

/// Parses the command that starts the server.
fn command(
    words: Vec<Word>,
    mut local: LocalPlan,
    mut notes: Vec<Phrase>,
    depth: usize,
) -> Result<Server, Phrase> {
    let mut words: Vec<Word> = take_assignments(words, &mut local, &mut notes);
    if words
        .first()
        .is_some_and(|word| program(&word.text) == "env")
    {
        words.remove(0);
        words = env_options(words, &mut local, &mut notes)?;
    }
    if let Some(inner) = shell_inside(&words) {
        let (style, text) = inner;
        if depth > 0
            && let Ok(mut server) = read_nested(&text, style, depth - 1)
        {
            let shell = domain::visible(&words[0].text);
            server.notes.push(phrases::host_paste_left_out(shell));
            server.take_variables(local, notes);
            return Ok(server);
        }
    }
    if let Some(server) = client_command(&words)? {
        return Ok(server);
    }
    let mut words = words.into_iter();
    let first = words
        .next()
        .ok_or_else(phrases::host_paste_only_variables)?;
    let mut expands = first.expands;
    local.command = first.text;
    for word in words {
        for one in word.expands {
            if !expands.contains(&one) {
                expands.push(one);
            }
        }
        local.args.push(word.text);
    }
    Ok(Server {
        name: None,
        found: Planned::Local(local),
        notes,
        expands,
    })
}

/// Removes the assignments at the start of a command.
fn take_assignments(words: Vec<Word>, local: &mut LocalPlan, notes: &mut Vec<Phrase>) -> Vec<Word> {
    let mut left = Vec::new();
    for word in words {
        match assignment(&word) {
            Some((name, value)) if left.is_empty() => {
                variable(
                    name.to_owned(),
                    value.to_owned(),
                    &word.expands,
                    local,
                    notes,
                );
            }
            Some(_) | None => left.push(word),
        }
    }
    left
}

/// Parses the options of `env` before the command.
fn env_options(
    words: Vec<Word>,
    local: &mut LocalPlan,
    notes: &mut Vec<Phrase>,
) -> Result<Vec<Word>, Phrase> {
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next_if(|word| word.text.starts_with('-')) {
        match word.text.as_str() {
            "-i" | "-" | "--ignore-environment" => {
                notes.push(phrases::host_paste_env_empty());
            }
            "-u" | "--unset" => {
                words.next();
            }
            "--" => break,
            other => {
                return Err(phrases::host_paste_env_option(domain::visible(other)));
            }
        }
    }
    Ok(take_assignments(words.collect(), local, notes))
}

/// Parses `NAME=value` where the name and the sign are not quoted.
pub(super) fn assignment(word: &Word) -> Option<(&str, &str)> {
    let (name, value) = word.text.split_once('=')?;
    let fits = !name.is_empty()
        && name.len() < word.bare
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    fits.then_some((name, value))
}

/// Adds a variable: with its value, read from Innkeeper's own environment, or requested from the user.
pub(super) fn variable(
    name: String,
    value: String,
    expands: &[String],
    local: &mut LocalPlan,
    notes: &mut Vec<Phrase>,
) {
    local.kept.retain(|(other, _)| *other != name);
    local.asked.retain(|other| *other != name);
    local.from_host.retain(|other| *other != name);
    let own = [
        format!("${name}"),
        format!("${{{name}}}"),
        format!("%{name}%"),
    ];
    if own.contains(&value) {
        local.from_host.push(name);
    } else if let Some(first) = expands.first() {
        notes.push(phrases::host_value_with_part(&name, domain::visible(first)));
        local.asked.push(name);
    } else if value.is_empty() || is_stand_in(&value) {
        local.asked.push(name);
    } else {
        local.kept.push((name, Secret::new(value)));
    }
}

/// Whether a manual wrote this instead of a value.
fn is_stand_in(value: &str) -> bool {
    let lower = value.to_lowercase();
    STAND_INS.iter().any(|begin| lower.starts_with(begin))
        || (!lower.is_empty() && lower.chars().all(|c| matches!(c, 'x' | '*' | '.')))
}

/// Returns the command line passed to a shell, with its quoting style.
fn shell_inside(words: &[Word]) -> Option<(Style, String)> {
    let [first, rest @ ..] = words else {
        return None;
    };
    match program(&first.text).as_str() {
        "cmd" => {
            let at = rest
                .iter()
                .position(|word| matches!(word.text.as_str(), "/c" | "/C" | "/k" | "/K"))?;
            let switches = rest[..at].iter().all(|word| word.text.starts_with('/'));
            let inside = rest
                .get(at + 1..)
                .filter(|inside| !inside.is_empty() && switches)?;
            let text = match inside {
                [one] => one.text.clone(),
                several => several.iter().map(quoted).collect::<Vec<_>>().join(" "),
            };
            Some((Style::Windows, text))
        }
        "sh" | "bash" | "zsh" | "dash" => match rest {
            [switch, line] if matches!(switch.text.as_str(), "-c" | "-lc" | "-ic" | "-lic") => {
                Some((Style::Posix, line.text.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

fn quoted(word: &Word) -> String {
    let plain = !word.text.is_empty()
        && !word
            .text
            .contains(|c: char| c.is_whitespace() || "\"^&|<>;%".contains(c));
    if plain {
        word.text.clone()
    } else {
        format!("\"{}\"", word.text.replace('"', "\\\""))
    }
}

/// Parses the command line of another client: `claude mcp add NAME -- npx …`.
fn client_command(words: &[Word]) -> Result<Option<Server>, Phrase> {
    let text = |at: usize| words.get(at).map(|word| word.text.as_str());
    let known = text(0).is_some_and(|first| CLIENTS.contains(&program(first).as_str()));
    if !known || text(1) != Some("mcp") || text(2) != Some("add") {
        return Ok(None);
    }
    let mut local = LocalPlan::default();
    let mut remote = RemotePlan::default();
    let mut notes = Vec::new();
    let mut plain: Vec<Word> = Vec::new();
    let mut words = words[3..].iter().cloned().peekable();
    while let Some(word) = words.next() {
        let named = word.text.starts_with('-') && plain.len() < 2;
        match word.text.as_str() {
            "--" => {
                plain.extend(words);
                break;
            }
            "-s" | "--scope" | "-t" | "--transport" if named => {
                words.next();
            }
            "--url" if named => plain.extend(words.next()),
            "-e" | "--env" if named => {
                while let Some(given) = words.next_if(|word| assignment(word).is_some()) {
                    if let Some((name, value)) = assignment(&given) {
                        variable(
                            name.to_owned(),
                            value.to_owned(),
                            &given.expands,
                            &mut local,
                            &mut notes,
                        );
                    }
                }
            }
            "-H" | "--header" if named => {
                if let Some(given) = words.next() {
                    header(&given.text, &given.expands, &mut remote, &mut notes);
                }
            }
            other if named && other.contains('=') => {}
            other if named => {
                return Err(phrases::host_paste_option(domain::visible(other)));
            }
            _ => plain.push(word),
        }
    }
    let mut plain = plain.into_iter();
    let name = plain.next().ok_or_else(phrases::host_paste_no_name)?.text;
    let mut server = match plain.next() {
        None => return Err(phrases::host_paste_no_program()),
        Some(word) if is_url(&word.text) => {
            remote.url = word.text;
            Server {
                name: None,
                found: Planned::Remote(remote),
                notes,
                expands: word.expands,
            }
        }
        Some(first) => {
            let mut words = vec![first];
            words.extend(plain);
            command(words, local, notes, 0)?
        }
    };
    server.name = Some(name);
    Ok(Some(server))
}

/// Adds a header of the form `Name: value`. Returns whether it has that form.
pub(super) fn header(
    text: &str,
    expands: &[String],
    remote: &mut RemotePlan,
    notes: &mut Vec<Phrase>,
) -> bool {
    let Some((name, value)) = text.split_once(':') else {
        return false;
    };
    let (name, value) = (name.trim(), value.trim());
    if !is_header_name(name) {
        return false;
    }
    let secret = value.rsplit(' ').next().unwrap_or_default();
    let made_of = value.contains("${") || !expands.is_empty();
    if made_of {
        notes.push(phrases::host_value_with_placeholder(name));
    }
    if made_of || secret.is_empty() || is_stand_in(secret) {
        remote.asked.push(name.to_owned());
    } else {
        remote
            .kept
            .push((name.to_owned(), Secret::new(value.to_owned())));
    }
    true
}

/// Requests the values for which a manual wrote something else.
pub(super) fn ask_for_stand_ins(found: &mut Planned) {
    let (kept, asked) = match found {
        Planned::Local(local) => (&mut local.kept, &mut local.asked),
        Planned::Remote(remote) => (&mut remote.kept, &mut remote.asked),
    };
    let stands_in = |value: &Secret| {
        let value = value.expose();
        // A header may begin with a scheme: `Bearer <your key>`.
        let key = value.strip_prefix("Bearer ").unwrap_or(value);
        value.len() <= MAX_STAND_IN && is_stand_in(key)
    };
    let found = kept.extract_if(.., |(_, value)| stands_in(value));
    asked.extend(found.map(|(name, _)| name));
    asked.sort();
}

/// Whether a text can be the name of a header: a token of HTTP.
pub(super) fn is_header_name(name: &str) -> bool {
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+.^_`|~-".contains(c);
    !name.is_empty() && name.chars().all(token)
}

/// Whether a text is a complete URL of a server.
pub(super) fn is_url(text: &str) -> bool {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    (lower.starts_with("http://") || lower.starts_with("https://"))
        && !text.contains(char::is_whitespace)
        && url::Url::parse(text).is_ok_and(|url| url.host().is_some())
}

/// Removes a terminal's prompt from a line.
fn without_prompt(text: &str) -> &str {
    let text = text.trim();
    let powershell = text
        .strip_prefix("PS ")
        .and_then(|rest| rest.split_once("> "))
        .map(|(_, line)| line);
    let rest = powershell.unwrap_or(text);
    for prompt in ["$ ", "% ", "> "] {
        if let Some(line) = rest.strip_prefix(prompt) {
            return line.trim_start();
        }
    }
    rest
}

/// Returns the quoting style of a line: that of Windows if it begins with a path or a program of Windows.
fn style_of(text: &str) -> Style {
    let text = without_prompt(text);
    let first = text
        .trim_start_matches(['"', '\''])
        .split(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let lower = first.to_ascii_lowercase();
    let drive = first.as_bytes().get(1) == Some(&b':') && first.as_bytes().get(2) == Some(&b'\\');
    let ending = [".exe", ".cmd", ".bat"]
        .iter()
        .any(|ending| lower.trim_end_matches('"').ends_with(ending));
    let windows = drive || ending || lower == "cmd" || lower == "set" || first.starts_with("\\\\");
    if windows {
        Style::Windows
    } else {
        Style::Posix
    }
}

/// Whether the first words look like a command that starts a server, and not like a name or a sentence.
pub(super) fn begins_a_command(text: &str) -> bool {
    let prompted = without_prompt(text);
    let Ok(commands) = split(prompted, style_of(prompted)) else {
        // It may be a truncated command; then the error is shown.
        let first = prompted
            .split(char::is_whitespace)
            .next()
            .unwrap_or_default();
        return is_runner(first) && prompted.len() > first.len();
    };
    let Some(words) = commands.first() else {
        return false;
    };
    let more = words.len() > 1 || commands.len() > 1;
    let first = &words[0];
    let set = match first.text.as_str() {
        "export" | "set" => words.get(1).is_some_and(|word| assignment(word).is_some()),
        "cd" => commands.len() > 1,
        _ => assignment(first).is_some(),
    };
    let client = CLIENTS.contains(&program(&first.text).as_str())
        && words.get(1).is_some_and(|word| word.text == "mcp");
    let shell = matches!(program(&first.text).as_str(), "sh" | "bash" | "zsh");
    more && (is_runner(&first.text) || set || client || shell || prompted.len() < text.trim().len())
}

/// Whether a text begins with a path from the root, the home folder or the current folder.
pub(super) fn is_whole_path(text: &str) -> bool {
    let text = text.trim_start_matches(['"', '\'']);
    let drive = text.as_bytes().get(1) == Some(&b':')
        && text.starts_with(|c: char| c.is_ascii_alphabetic());
    drive
        || ["/", "~/", "./", "../", "$HOME/", "\\\\"]
            .iter()
            .any(|root| text.starts_with(root))
}

/// Whether the first word is a path to a program, and the words after it do not continue that path.
pub(super) fn begins_with_a_path(text: &str) -> bool {
    let Ok(commands) = split(text, style_of(text)) else {
        return false;
    };
    let [words] = commands.as_slice() else {
        return false;
    };
    let [first, second, ..] = words.as_slice() else {
        return false;
    };
    let path = first.text.contains(['/', '\\']);
    let goes_on = second.text.contains(['/', '\\'])
        && !second.text.starts_with(['-', '/', '.', '@', '~', '$'])
        && first.bare == first.text.len();
    path && !goes_on
}
