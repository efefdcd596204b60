//! `cargo xtask house`: the shape of production code in figures, and which of them may only shrink.

mod calls;
mod cycles;
mod interface;
mod kinds;
mod locks;
mod paths;
mod prose;
mod ratchet;
mod shape;
mod sizes;
mod sources;
mod texts;
mod types;
mod unused;
mod words;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{failure::Failure, place, usage::USAGE};
use kinds::Source;
use ratchet::{Baseline, Figures};
use sizes::Spread;
use sources::Tree;

/// A struct may have this many locks.
const LOCKS: usize = 3;
/// A new approval kind is to touch at most this many files.
const FILES_PER_KIND: usize = 8;
/// Words in a sentence of the window.
const SENTENCE: usize = 25;
/// How many of the longest are printed.
const SHOWN: usize = 5;
/// Folders in which no document of the project is.
const APART: [&str; 4] = ["node_modules", "target", "dist", ".git"];

/// `cargo xtask house [--accept]`.
pub fn house(rest: &[String]) -> Result<ExitCode, Failure> {
    let accept = match rest {
        [] => false,
        [word] if word == "--accept" => true,
        [extra, ..] => return Err(Failure::Usage(format!("unexpected `{extra}`\n\n{USAGE}"))),
    };
    let now = measure(true)?;
    let mut baseline = Baseline::read()?;
    if accept {
        baseline.lower(&now);
        baseline.write()?;
    }
    let wrong = baseline.differences(&now, shape::hint);
    for line in &wrong {
        println!("✗ {line}");
    }
    match wrong.is_empty() {
        true => {
            println!("\nEvery figure is the accepted one.");
            Ok(ExitCode::SUCCESS)
        }
        false => Ok(ExitCode::FAILURE),
    }
}

/// What differs from the accepted figures; nothing where all is well.
pub fn check() -> Result<Vec<String>, Failure> {
    Ok(Baseline::read()?.differences(&measure(false)?, shape::hint))
}

/// Measures everything; says it where that is wanted.
fn measure(aloud: bool) -> Result<Figures, Failure> {
    let say = |text: &str| {
        if aloud {
            println!("{text}");
        }
    };
    let trees = sources::trees()?;
    let window = window()?;
    let mut figures = Figures::new();
    let tools = sources::tools()?;
    sizes(&trees, &window, &say);
    for trees in [&trees, &tools] {
        modules(trees, &mut figures, &say);
        structs(trees, &mut figures, &say);
    }
    let all: Vec<&Tree> = trees.iter().chain(&tools).collect();
    shape::shape(&all, &window, &mut figures, &say);
    approval_kinds(&trees, &window, &mut figures, &say)?;
    sentences(&window, &say);
    glossary(&trees, &window, &mut figures, &say)?;
    say("\nUnused dependencies");
    let unused = unused::unused()?;
    for line in &unused {
        say(&format!("  {line}"));
    }
    figures.insert("unused dependencies".to_owned(), unused.len());
    figures.retain(|_, figure| *figure > 0);
    Ok(figures)
}

fn sizes(trees: &[Tree], window: &[Source], say: &dyn Fn(&str)) {
    let rust = trees
        .iter()
        .flat_map(|tree| &tree.modules)
        .filter(|module| module.is_file);
    let rust = rust
        .map(|module| (module.lines, shown(&module.file)))
        .collect();
    let of_window = window
        .iter()
        .map(|source| (source.text.lines().count(), shown(&source.file)))
        .collect();
    let functions = trees.iter().flat_map(sizes::functions).collect();
    say("Lines, with comments, without tests          number  median     p90     max");
    for (name, all) in [
        ("  of a Rust file", rust),
        ("  of a file of the window", of_window),
        ("  of a Rust function", functions),
    ] {
        if let Some(Spread {
            count,
            median,
            p90,
            max,
            largest,
        }) = Spread::of(all)
        {
            say(&format!(
                "{name:44} {count:6} {median:7} {p90:7} {max:7}  {largest}"
            ));
        }
    }
}

fn modules(trees: &[Tree], figures: &mut Figures, say: &dyn Fn(&str)) {
    say("\nModules in import cycles, by crate");
    for tree in trees {
        let graph = cycles::Graph::of(tree);
        let single = graph.cycles();
        let number: usize = single.iter().map(Vec::len).sum();
        let top = graph.top_cycles(tree);
        if number == 0 && top.is_empty() {
            continue;
        }
        let all = tree.modules.len();
        let sizes: Vec<String> = single.iter().map(|cycle| cycle.len().to_string()).collect();
        say(&format!(
            "  {}: {number} of {all} modules, in cycles of {}",
            tree.name,
            sizes.join(", ")
        ));
        for cycle in &single {
            let way = graph.shortest(cycle);
            let way: Vec<String> = way
                .iter()
                .map(|&number| tree.modules[number].name())
                .collect();
            say(&format!(
                "    {} modules, such as {}",
                cycle.len(),
                way.join(" → ")
            ));
        }
        for cycle in &top {
            say(&format!(
                "    top-level modules, with what is below them: {}",
                cycle.join(" ⇄ ")
            ));
        }
        let name = &tree.name;
        *figures
            .entry(format!("modules in cycles: {name}"))
            .or_default() += number;
        let top = top.iter().map(Vec::len).sum::<usize>();
        *figures
            .entry(format!("top-level modules in cycles: {name}"))
            .or_default() += top;
    }
}

fn structs(trees: &[Tree], figures: &mut Figures, say: &dyn Fn(&str)) {
    let mut all: Vec<locks::Locked> = trees.iter().flat_map(locks::locked).collect();
    all.sort_by(|a, b| b.locks.cmp(&a.locks).then(a.name.cmp(&b.name)));
    say(&format!(
        "\nStructs with locks: {}; fields of Mutex, RwLock, OnceCell, OnceLock, LazyLock, Condvar, Notify, Semaphore, watch::Sender",
        all.len()
    ));
    for locked in all.iter().filter(|locked| locked.locks > LOCKS) {
        say(&format!(
            "  {}: {}, {} of them held across awaits",
            locked.name, locked.locks, locked.asynchronous
        ));
        figures.insert(format!("locks: {}", locked.name), locked.locks);
    }
    let asynchronous: usize = all.iter().map(|locked| locked.asynchronous).sum();
    say(&format!(
        "  locks that are held across awaits (of tokio): {asynchronous}"
    ));
    figures.insert("locks held across awaits".to_owned(), asynchronous);
}

fn approval_kinds(
    trees: &[Tree],
    window: &[Source],
    figures: &mut Figures,
    say: &dyn Fn(&str),
) -> Result<(), Failure> {
    let mut all: Vec<Source> = Vec::new();
    for tree in trees {
        for module in tree.modules.iter().filter(|module| module.is_file) {
            all.push(Source {
                file: module.file.clone(),
                owner: tree.name.clone(),
                text: std::fs::read_to_string(&module.file)?,
            });
        }
    }
    let texts = window.iter().map(|source| Source {
        file: source.file.clone(),
        owner: source.owner.clone(),
        text: source.text.clone(),
    });
    all.extend(texts.filter(|source| !source.file.ends_with("bindings.ts")));
    let kinds = kinds::kinds(trees, &all).map_err(Failure::House)?;
    say(&format!(
        "\nFiles that know an approval kind (the aim: at most {FILES_PER_KIND})"
    ));
    let mut lacking = 0;
    for kind in &kinds {
        let lacks = match kind.lacks.as_slice() {
            [] => String::new(),
            lacks => format!("  lacks: {}", lacks.join(", ")),
        };
        lacking += kind.lacks.len();
        say(&format!("  {:14} {:3}{lacks}", kind.name, kind.files.len()));
    }
    figures.insert("parts that approval kinds lack".to_owned(), lacking);
    Ok(())
}

fn sentences(window: &[Source], say: &dyn Fn(&str)) {
    let mut all: Vec<(usize, String, String)> = Vec::new();
    for source in window {
        for sentence in texts_of(source)
            .iter()
            .flat_map(|text| words::sentences(text))
        {
            all.push((words::length(&sentence), shown(&source.file), sentence));
        }
    }
    all.sort_by(|a, b| b.cmp(a));
    let long = all.iter().filter(|(length, ..)| *length > SENTENCE).count();
    say(&format!(
        "\nSentences in the window: {}, {long} of more than {SENTENCE} words; the longest:",
        all.len()
    ));
    for (length, file, sentence) in all.iter().take(SHOWN) {
        say(&format!("  {length} words, {file}: {sentence}"));
    }
}

/// Texts by the part of the product they belong to and by file. Messages are texts of their own, since words of two are no phrase.
type Prose = BTreeMap<String, BTreeMap<String, Vec<String>>>;

fn glossary(
    trees: &[Tree],
    window: &[Source],
    figures: &mut Figures,
    say: &dyn Fn(&str),
) -> Result<(), Failure> {
    say("\nBanned words that are left, by part and file");
    let mut instead = BTreeMap::new();
    for (part, files) in prose(trees, window)? {
        let mut total = 0;
        let mut lines = Vec::new();
        for (file, texts) in files {
            let found = words::banned_in(&texts);
            let number: usize = found.values().sum();
            if number > 0 {
                let each: Vec<String> = found
                    .iter()
                    .map(|(word, times)| format!("{word} {times}"))
                    .collect();
                lines.push(format!("    {number:4}  {file}: {}", each.join(", ")));
            }
            total += number;
            instead.extend(
                found
                    .into_keys()
                    .map(|word| (word, words::instead_of(word))),
            );
        }
        if total > 0 {
            say(&format!("  {part}: {total}"));
            lines.iter().for_each(|line| say(line));
        }
        figures.insert(format!("banned words: {part}"), total);
    }
    for (word, instead) in instead {
        say(&format!("  instead of “{word}”: {instead}"));
    }
    for tree in trees {
        let number = prose::type_names(tree);
        if number > 0 {
            say(&format!(
                "  types named {}: {number} in {}",
                words::TYPE_NAMES.join(", "),
                tree.name
            ));
        }
        *figures
            .entry(format!("type names: {}", tree.name))
            .or_default() += number;
    }
    Ok(())
}

fn prose(trees: &[Tree], window: &[Source]) -> Result<Prose, Failure> {
    let mut all = Prose::new();
    let mut add = |part: &str, file: &Path, texts: Vec<String>| {
        all.entry(part.to_owned())
            .or_default()
            .entry(shown(file))
            .or_default()
            .extend(texts);
    };
    for tree in trees {
        let name = &tree.name;
        for module in &tree.modules {
            add(
                &format!("documentation of {name}"),
                &module.file,
                vec![prose::documentation(module)],
            );
            if name == "cli" {
                add(
                    "help of the terminal program",
                    &module.file,
                    vec![prose::help(module)],
                );
            }
            add(
                &format!("messages of {name}"),
                &module.file,
                prose::messages(module),
            );
        }
    }
    for source in window {
        add("texts of the window", &source.file, texts_of(source));
    }
    let documents = files(place::root(), &["md"])?;
    // The reference is written from the help, which is counted above.
    let by_hand = documents
        .into_iter()
        .filter(|file| !file.ends_with("terminal-reference.md"));
    for file in by_hand {
        add(
            "documents",
            &file,
            vec![words::prose(&std::fs::read_to_string(&file)?)],
        );
    }
    Ok(all)
}

/// The sources of the window.
fn window() -> Result<Vec<Source>, Failure> {
    let ui = place::ui();
    let mut found = Vec::new();
    for folder in ["src", "locales"].map(|name| ui.join(name)) {
        if folder.is_dir() {
            for file in files(&folder, &["svelte", "ts", "ftl"])? {
                found.push(Source {
                    text: std::fs::read_to_string(&file)?,
                    owner: "ui".to_owned(),
                    file,
                });
            }
        }
    }
    Ok(found)
}

fn texts_of(source: &Source) -> Vec<String> {
    match source.file.extension().and_then(|ending| ending.to_str()) {
        Some("svelte") => texts::svelte(&source.text),
        Some("ftl") => texts::fluent(&source.text),
        _ => texts::literals(&source.text),
    }
}

/// Every file below a folder with one of these endings, in order.
pub fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Failure>>()?;
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            if !APART.iter().any(|name| path.ends_with(name)) {
                found.extend(files(&path, endings)?);
            }
        } else if path
            .extension()
            .is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
        {
            found.push(path);
        }
    }
    Ok(found)
}

/// A path from the root of the repository.
fn shown(file: &Path) -> String {
    file.strip_prefix(place::root())
        .unwrap_or(file)
        .display()
        .to_string()
}
