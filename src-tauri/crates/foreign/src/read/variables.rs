//! Placeholder syntax of other programs: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `{env:NAME}`, `$NAME`, `${input:id}`
//! and `${{ secrets.NAME }}`.

/// Maximum number of pieces of one text.
const MAX_PIECES: usize = 64;
/// Placeholders that VS Code and similar editors fill in from their open files.
const OF_AN_EDITOR: [&str; 21] = [
    "workspaceFolder",
    "workspaceFolderBasename",
    "workspaceRoot",
    "fileWorkspaceFolder",
    "fileWorkspaceFolderBasename",
    "file",
    "cwd",
    "relativeFile",
    "relativeFileDirname",
    "fileBasename",
    "fileBasenameNoExtension",
    "fileDirname",
    "fileDirnameBasename",
    "fileExtname",
    "lineNumber",
    "columnNumber",
    "selectedText",
    "execPath",
    "defaultBuildTask",
    "pathSeparator",
    "extensionInstallFolder",
];

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// An environment variable of the user.
    Environment,
    /// User input: the other program prompts for it.
    Input,
    /// The user's home folder.
    Home,
}

/// A placeholder in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The source of its value.
    pub source: Source,
    /// The default where there is no value.
    pub default: Option<String>,
}

/// The placeholder syntax of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// In braces; `$NAME` only where it is the whole text.
    #[default]
    Braces,
    /// Also `$NAME` anywhere, as Gemini CLI does.
    Dollar,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Literal text.
    Text(&'a str),
    /// A placeholder.
    Variable(Variable),
}

/// Splits a text into pieces. The error names a placeholder that only the other program can fill in.
pub(crate) fn pieces(text: &str, style: Style) -> Result<Vec<Piece<'_>>, &str> {
    if let Some(name) = text.strip_prefix('$').filter(|name| is_name(name)) {
        return Ok(vec![Piece::Variable(environment(name, None))]);
    }
    let mut pieces = Vec::new();
    let (mut rest, mut plain) = (text, 0);
    while pieces.len() < MAX_PIECES {
        let Some((before, found, length)) = next(&rest[plain..], style)? else {
            break;
        };
        let at = plain + before;
        if at > 0 {
            pieces.push(Piece::Text(&rest[..at]));
        }
        pieces.push(Piece::Variable(found));
        rest = &rest[at + length..];
        plain = 0;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    Ok(pieces)
}

/// Returns the next placeholder of a text, its position and its length.
fn next(text: &str, style: Style) -> Result<Option<(usize, Variable, usize)>, &str> {
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let found = match c {
            '$' if rest.starts_with("${{") => in_double_braces(rest)?,
            '$' if rest.starts_with("${") => in_braces(rest)?,
            '$' if style == Style::Dollar => bare(rest),
            '{' if rest.starts_with("{env:") => in_single_braces(rest),
            '{' if rest.starts_with("{file:") => return Err(&rest[..end_of(rest)]),
            _ => None,
        };
        if let Some((variable, length)) = found {
            return Ok(Some((at, variable, length)));
        }
    }
    Ok(None)
}

fn end_of(text: &str) -> usize {
    text.find('}').map_or(text.len(), |end| end + 1)
}

/// Parses `${…}`; without the closing brace it is text.
fn in_braces(text: &str) -> Result<Option<(Variable, usize)>, &str> {
    let Some(end) = text.find('}') else {
        return Ok(None);
    };
    let whole = &text[..=end];
    let inside = &text[2..end];
    let variable = match inside.split_once(':') {
        _ if inside == "userHome" => Some(Variable {
            name: inside.to_owned(),
            source: Source::Home,
            default: None,
        }),
        None if OF_AN_EDITOR.contains(&inside) => None,
        None => is_name(inside).then(|| environment(inside, None)),
        Some(("env", name)) => {
            let (name, default) = with_default(name);
            is_name(name).then(|| environment(name, default))
        }
        Some(("input", id)) => (!id.is_empty()).then(|| Variable {
            name: id.to_owned(),
            source: Source::Input,
            default: None,
        }),
        Some(_) => match with_default(inside) {
            (name, default @ Some(_)) if is_name(name) => Some(environment(name, default)),
            _ => None,
        },
    };
    variable.map(|v| Some((v, whole.len()))).ok_or(whole)
}

/// Parses `${{ secrets.NAME }}` and `${{ inputs.NAME }}`, the syntax of Continue; without the closing braces it is text.
fn in_double_braces(text: &str) -> Result<Option<(Variable, usize)>, &str> {
    let Some(end) = text.find("}}") else {
        return Ok(None);
    };
    let whole = &text[..end + 2];
    let inside = text[3..end].trim();
    let name = ["secrets.", "inputs."]
        .iter()
        .find_map(|of| inside.strip_prefix(of));
    let name = name.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace));
    let variable = name.map(|name| Variable {
        name: name.to_owned(),
        source: Source::Input,
        default: None,
    });
    variable.map(|v| Some((v, whole.len()))).ok_or(whole)
}

/// Parses `{env:NAME}`, the syntax of OpenCode.
fn in_single_braces(text: &str) -> Option<(Variable, usize)> {
    let end = text.find('}')?;
    let name = text[..end].strip_prefix("{env:")?;
    is_name(name).then(|| (environment(name, None), end + 1))
}

/// Parses `$NAME`.
fn bare(text: &str) -> Option<(Variable, usize)> {
    let name = &text[1..];
    let end = name
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(name.len());
    let name = &name[..end];
    is_name(name).then(|| (environment(name, None), end + 1))
}

fn with_default(text: &str) -> (&str, Option<&str>) {
    match text.split_once(":-") {
        Some((name, default)) if !default.contains("${") => (name, Some(default)),
        _ => (text, None),
    }
}

fn environment(name: &str, default: Option<&str>) -> Variable {
    Variable {
        name: name.to_owned(),
        source: Source::Environment,
        default: default.map(str::to_owned),
    }
}

/// Whether this is a valid name of a variable.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns a text with its placeholders filled in; none if a value is missing. `room` is how many bytes the values may have; those
/// of these are taken off.
pub(crate) fn filled(
    pieces: &[Piece<'_>],
    room: &mut usize,
    value: &dyn Fn(&Variable) -> Option<String>,
) -> Option<String> {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Variable(variable) => {
                let value = value(variable)?;
                *room = room.checked_sub(value.len())?;
                out.push_str(&value);
            }
        }
    }
    Some(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str, style: Style) -> String {
        match pieces(text, style) {
            Err(what) => format!("!{what}"),
            Ok(pieces) => pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => format!("[{text}]"),
                    Piece::Variable(v) => {
                        let source = match v.source {
                            Source::Environment => "env",
                            Source::Input => "input",
                            Source::Home => "home",
                        };
                        let default = v
                            .default
                            .as_deref()
                            .map_or(String::new(), |d| format!("={d}"));
                        format!("<{source} {}{default}>", v.name)
                    }
                })
                .collect(),
        }
    }

    #[test]
    fn spellings_of_other_programs() {
        for (text, wanted) in [
            ("${API_KEY}", "<env API_KEY>"),
            ("${API_KEY:-none given}/x", "<env API_KEY=none given>[/x]"),
            ("${A:-}", "<env A=>"),
            ("Bearer ${env:T}!", "[Bearer ]<env T>[!]"),
            ("${env:T:-d}", "<env T=d>"),
            ("{env:T}/{env:U}", "<env T>[/]<env U>"),
            ("--key=${input:the-key}", "[--key=]<input the-key>"),
            ("${userHome}/notes", "<home userHome>[/notes]"),
            ("$TOKEN", "<env TOKEN>"),
            ("Bearer $TOKEN", "[Bearer $TOKEN]"),
            ("pa$$word{}", "[pa$$word{}]"),
            ("${open", "[${open]"),
            ("", ""),
            ("${workspaceFolder}/a", "!${workspaceFolder}"),
            ("${workspaceFolder:api}/a", "!${workspaceFolder:api}"),
            ("--file=${file}", "!${file}"),
            ("${cwd}/a", "!${cwd}"),
            ("${command:pick}", "!${command:pick}"),
            ("${A:-${B}}", "!${A:-${B}"),
            ("${a b}", "!${a b}"),
            ("{file:~/.key}", "!{file:~/.key}"),
            ("Bearer ${{ secrets.KEY }}!", "[Bearer ]<input KEY>[!]"),
            ("${{inputs.a}}", "<input a>"),
            ("${{ other }}", "!${{ other }}"),
            ("${{open", "[${{open]"),
        ] {
            assert_eq!(shown(text, Style::Braces), wanted, "{text}");
        }
        assert_eq!(
            shown("Bearer $TOKEN.", Style::Dollar),
            "[Bearer ]<env TOKEN>[.]"
        );
        assert_eq!(shown("a$5", Style::Dollar), "[a$5]");
    }

    proptest! {
        #[test]
        fn any_text_without_a_variable_stays_as_it_is(text in "[^$]{0,60}") {
            if let Ok(pieces) = pieces(&text, Style::Dollar) {
                let mut room = usize::MAX;
                let same = filled(&pieces, &mut room, &|v| Some(format!("{{env:{}}}", v.name)));
                prop_assert_eq!(same, Some(text));
            }
        }

        #[test]
        fn any_text_ends(text in "[${}:a-z_\\-A-Z]{0,200}") {
            let _ = pieces(&text, Style::Dollar);
        }
    }
}
