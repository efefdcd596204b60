//! The files of the catalogue and their messages.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};

/// The folders of the languages. The first decides which messages there are.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// Beginnings of the names of files whose messages only Rust says; the windows leave them out.
const OF_RUST: [&str; 3] = ["terminal", "host", "desktop"];

/// A message of one language.
pub(crate) struct Message {
    /// Names of the values it inserts, sorted: other words in a message never swap the parameters of its constructor.
    pub(crate) values: Vec<String>,
    /// Whether only Rust says it.
    pub(crate) of_rust: bool,
}

/// Messages by their ids.
pub(crate) type Messages = BTreeMap<String, Message>;

/// The catalogue: every language has the same messages, with the same values.
pub struct Source {
    files: Vec<Vec<PathBuf>>,
    messages: Messages,
}

impl Source {
    /// Reads the folder of the catalogue.
    ///
    /// # Errors
    /// What is wrong: a file that cannot be read or is not Fluent, a message without text or there twice, and each message in which
    /// the languages differ.
    pub fn read(locales: &Path) -> Result<Self, Vec<String>> {
        let mut files = Vec::new();
        let mut all = Vec::new();
        for language in LANGUAGES {
            let listed = listed(&locales.join(language)).map_err(|error| vec![error])?;
            all.push(messages(&listed).map_err(|error| vec![error])?);
            files.push(listed);
        }
        let mut all = all.into_iter();
        let messages = all.next().unwrap_or_default();
        let others = LANGUAGES.iter().skip(1).zip(all);
        let problems: Vec<String> = others
            .flat_map(|(language, other)| differences(&messages, &other, language))
            .collect();
        match problems.is_empty() {
            true => Ok(Self { files, messages }),
            false => Err(problems),
        }
    }

    /// The files of each language, in the order of [`LANGUAGES`] and of their names.
    #[must_use]
    pub fn files(&self) -> &[Vec<PathBuf>] {
        &self.files
    }

    pub(crate) fn messages(&self) -> &Messages {
        &self.messages
    }

    #[cfg(test)]
    pub(crate) fn of(messages: Messages) -> Self {
        Self {
            files: Vec::new(),
            messages,
        }
    }
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    };
    let mut files = read().map_err(|error| format!("{}: {error}", folder.display()))?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ftl"));
    files.sort();
    Ok(files)
}

fn messages(files: &[PathBuf]) -> Result<Messages, String> {
    let mut all = Messages::new();
    for file in files {
        let shown = file.display();
        let text = fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
        let of_rust = is_of_rust(file);
        let found = parsed(&text, of_rust).map_err(|problem| format!("{shown}: {problem}"))?;
        for (id, message) in found {
            if all.contains_key(&id) {
                return Err(format!("{shown}: {id} is there twice"));
            }
            all.insert(id, message);
        }
    }
    Ok(all)
}

/// `host.ftl` and `host-audit.ftl`, not `hosts.ftl`.
fn is_of_rust(file: &Path) -> bool {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let first = name.split('-').next().unwrap_or_default();
    OF_RUST.contains(&first)
}

/// The messages of a file, in its order.
pub(crate) fn parsed(text: &str, of_rust: bool) -> Result<Vec<(String, Message)>, String> {
    let resource = parser::parse(text).map_err(|(_, errors)| {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        all.join("; ")
    })?;
    let mut found = Vec::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let id = message.id.name.to_owned();
        let pattern = message.value.ok_or_else(|| format!("{id} has no text"))?;
        let mut values = Vec::new();
        of_pattern(&pattern, &mut values);
        values.sort();
        values.dedup();
        found.push((id, Message { values, of_rust }));
    }
    Ok(found)
}

fn of_pattern(pattern: &Pattern<&str>, values: &mut Vec<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, values);
        }
    }
}

fn of_expression(expression: &Expression<&str>, values: &mut Vec<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, values),
        Expression::Select { selector, variants } => {
            of_inline(selector, values);
            for variant in variants {
                of_pattern(&variant.value, values);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, values: &mut Vec<String>) {
    match inline {
        InlineExpression::VariableReference { id } => values.push(id.name.to_owned()),
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                of_inline(argument, values);
            }
        }
        InlineExpression::Placeable { expression } => of_expression(expression, values),
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. } => {}
    }
}

fn differences(first: &Messages, other: &Messages, language: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (id, message) in first {
        match other.get(id) {
            None => problems.push(format!("{id}: no message in {language}")),
            Some(theirs) if theirs.values != message.values => {
                let (ours, theirs) = (message.values.join(" "), theirs.values.join(" "));
                problems.push(format!(
                    "{id}: {} inserts [{ours}], {language} inserts [{theirs}]",
                    LANGUAGES[0]
                ));
            }
            Some(theirs) if theirs.of_rust != message.of_rust => {
                problems.push(format!("{id}: in a file of Rust in one language only"));
            }
            Some(_) => {}
        }
    }
    let more = other.keys().filter(|id| !first.contains_key(*id));
    problems.extend(more.map(|id| format!("{id}: in {language}, but not in {}", LANGUAGES[0])));
    problems
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn of(text: &str) -> Messages {
        parsed(text, true).unwrap().into_iter().collect()
    }

    #[test]
    fn values_are_found_in_selectors_functions_and_variants() {
        let text =
            "m = { NUMBER($b) } { $n ->\n    [one] { $a }\n   *[other] { $n } { \"x\" }\n }\n";
        assert_eq!(of(text)["m"].values, ["a", "b", "n"]);
    }

    #[test]
    fn each_difference_between_languages_is_named() {
        let first = of("same = A { $x }\nless = B\nother = C { $x }\n");
        let second = of("same = { $x } D\nother = E { $y }\nmore = F\n");
        assert_eq!(
            differences(&first, &second, "de"),
            [
                "less: no message in de",
                "other: en inserts [x], de inserts [y]",
                "more: in de, but not in en"
            ]
        );
    }

    #[test]
    fn message_without_text_and_text_without_message_are_errors() {
        assert!(parsed("m =\n    .title = A\n", true).is_err());
        assert!(parsed("m = A\n\nno message\n", true).is_err());
    }

    #[test]
    fn files_of_rust_are_known_by_the_first_word_of_their_name() {
        for (name, of_rust) in [
            ("host.ftl", true),
            ("host-audit.ftl", true),
            ("hosts.ftl", false),
            ("consent-host.ftl", false),
        ] {
            assert_eq!(is_of_rust(Path::new(name)), of_rust, "{name}");
        }
    }
}
