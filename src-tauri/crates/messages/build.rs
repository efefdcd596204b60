//! Embeds the message catalogue (`ui/locales`) and writes a constructor for each message of the English files. Fails if the German
//! files lack a message, have one more, or insert other values.

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
    serializer::serialize,
};

/// Words that cannot name a function or a parameter.
const KEYWORDS: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "use", "virtual", "where", "while", "yield",
];

/// A message of one language.
struct Message {
    /// Names of the values it inserts, sorted: other words in a message never swap the parameters of its constructor.
    values: Vec<String>,
    /// Its source, for the documentation of the constructor.
    source: String,
}

type Messages = BTreeMap<String, Message>;

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let locales = dunce::canonicalize(manifest.join("../../../ui/locales"))?;
    println!("cargo:rerun-if-changed={}", locales.display());
    let mut out = String::new();
    let english = read(&locales, "en", &mut out)?;
    let german = read(&locales, "de", &mut out)?;
    let problems = compare(&english, &german);
    for problem in &problems {
        println!("cargo::error={problem}");
    }
    if !problems.is_empty() {
        return Err("the catalogues differ".into());
    }
    let out_dir = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out_dir.join("files.rs"), out)?;
    fs::write(out_dir.join("phrases.rs"), constructors(&english)?)?;
    Ok(())
}

/// Reads the files of a language, and writes the constant that embeds them.
fn read(locales: &Path, language: &str, out: &mut String) -> Result<Messages, Box<dyn Error>> {
    let folder = locales.join(language);
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ftl"));
    files.sort();
    let mut messages = Messages::new();
    writeln!(
        out,
        "pub(crate) const {}: &[&str] = &[",
        language.to_uppercase()
    )?;
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        writeln!(out, "    include_str!({:?}),", file.display().to_string())?;
        let text = fs::read_to_string(&file)?;
        let resource = parser::parse(text).map_err(|(_, errors)| {
            let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
            format!("{}: {}", file.display(), all.join("; "))
        })?;
        for entry in &resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let id = message.id.name.clone();
            let Some(pattern) = &message.value else {
                return Err(format!("{}: {id} has no text", file.display()).into());
            };
            let mut values = Vec::new();
            of_pattern(pattern, &mut values);
            values.sort();
            let one = fluent_syntax::ast::Resource {
                body: vec![entry.clone()],
            };
            let source = serialize(&one);
            if messages
                .insert(id.clone(), Message { values, source })
                .is_some()
            {
                return Err(format!("{}: {id} is there twice", file.display()).into());
            }
        }
    }
    writeln!(out, "];")?;
    Ok(messages)
}

fn of_pattern(pattern: &Pattern<String>, values: &mut Vec<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, values);
        }
    }
}

fn of_expression(expression: &Expression<String>, values: &mut Vec<String>) {
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

fn of_inline(inline: &InlineExpression<String>, values: &mut Vec<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            if !values.contains(&id.name) {
                values.push(id.name.clone());
            }
        }
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

fn compare(english: &Messages, german: &Messages) -> Vec<String> {
    let mut problems = Vec::new();
    for (id, message) in english {
        match german.get(id) {
            None => problems.push(format!("{id}: no message in de")),
            Some(theirs) if theirs.values != message.values => {
                let (en, de) = (message.values.join(" "), theirs.values.join(" "));
                problems.push(format!("{id}: en inserts [{en}], de inserts [{de}]"));
            }
            Some(_) => {}
        }
    }
    let more = german.keys().filter(|id| !english.contains_key(*id));
    problems.extend(more.map(|id| format!("{id}: in de, but not in en")));
    problems
}

/// A constructor for each message: `terminal-denied` becomes `terminal_denied`.
fn constructors(messages: &Messages) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    for (id, message) in messages {
        writeln!(out, "/// ```text")?;
        for line in message.source.trim_end().lines() {
            writeln!(out, "/// {line}")?;
        }
        writeln!(out, "/// ```")?;
        let names: Vec<String> = message.values.iter().map(|name| rust_name(name)).collect();
        let parameters: Vec<String> = names
            .iter()
            .map(|name| format!("{name}: impl Into<Value>"))
            .collect();
        let values: Vec<String> = message
            .values
            .iter()
            .zip(&names)
            .map(|(key, name)| format!("({key:?}, {name}.into())"))
            .collect();
        writeln!(
            out,
            "#[must_use]\npub fn {}({}) -> Phrase {{\n    Phrase::new({id:?}, [{}])\n}}\n",
            rust_name(id),
            parameters.join(", "),
            values.join(", ")
        )?;
    }
    Ok(out)
}

fn rust_name(id: &str) -> String {
    let name = id.replace('-', "_").to_lowercase();
    if KEYWORDS.contains(&name.as_str()) {
        return format!("{name}_");
    }
    name
}
