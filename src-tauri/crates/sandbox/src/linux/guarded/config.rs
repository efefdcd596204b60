//! What the configuration of a repository names.

use std::{collections::BTreeSet, ffi::OsStr, os::unix::ffi::OsStrExt as _, path::PathBuf};

/// Files with settings of a Git directory.
pub(super) const CONFIGS: [&str; 2] = ["config", "config.worktree"];

/// Sections whose values Git does not run: addresses, names of branches, colours, and lists of other repositories.
const DATA: [&str; 10] = [
    "branch",
    "color",
    "extensions",
    "gui",
    "maintenance",
    "remote",
    "safe",
    "submodule",
    "url",
    "user",
];

/// Most words that one file can name.
const WORDS_MAX: usize = 1_000;

/// A word of a value that may be a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The setting, as `section.key`, each part cut to 100 characters.
    pub(super) key: String,
    pub(super) text: String,
    /// Whether it is a path in any case. Another word without a slash is a command or an argument, and names no folder.
    pub(super) path: bool,
    /// Whether Git looks for hooks there, also once it is made.
    pub(super) hooks: bool,
}

/// Settings that Git writes itself into a new repository, and that tell it how to store files.
const PLAIN: [&str; 10] = [
    "core.autocrlf",
    "core.bare",
    "core.eol",
    "core.filemode",
    "core.ignorecase",
    "core.logallrefupdates",
    "core.precomposeunicode",
    "core.repositoryformatversion",
    "core.symlinks",
    "core.worktree",
];

/// The settings that can make Git run something, as `section.key`, each once.
pub(super) fn settings(config: &[u8]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let keys = words(config).into_iter().map(|word| word.key);
    keys.filter(|key| !PLAIN.contains(&key.as_str()) && seen.insert(key.clone()))
        .collect()
}

impl Word {
    /// A word that is a path, and what leads to it.
    pub(super) fn path(text: String, key: String) -> Self {
        Self {
            key,
            text,
            path: true,
            hooks: false,
        }
    }
}

/// The words of all values that are not plain data. Values hold commands with arguments, and paths with or without quotes.
pub(super) fn words(config: &[u8]) -> Vec<Word> {
    let text = String::from_utf8_lossy(config)
        .replace("\\\r\n", " ")
        .replace("\\\n", " ");
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in text.lines() {
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix('[') {
            let (header, after) = rest.split_once(']').unwrap_or((rest, ""));
            let name = header.split(|at: char| at.is_whitespace() || at == '"' || at == '.');
            section = name
                .into_iter()
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            line = after.trim();
        }
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        let key = key.trim().to_ascii_lowercase();
        let is_data = DATA.contains(&section.as_str()) || (section == "core" && key == "worktree");
        if is_data || line.starts_with(['#', ';']) {
            continue;
        }
        let hooks = section == "core" && key == "hookspath";
        let path = ["path", "file", "dir"].iter().any(|end| key.ends_with(end));
        let value = value.trim();
        let split = |at: char| at.is_whitespace() || matches!(at, '"' | '\'' | ';' | '#' | '!');
        let whole = value.trim_matches(|at| matches!(at, '"' | '!'));
        let words = value.split(split).chain([whole]);
        let words = words.filter(|word| !word.is_empty() && !word.starts_with('-'));
        let left = WORDS_MAX.saturating_sub(found.len());
        found.extend(words.take(left).map(|word| Word {
            key: format!("{section:.100}.{key:.100}"),
            text: word.to_owned(),
            path: path || word.contains('/'),
            hooks,
        }));
        if found.len() >= WORDS_MAX {
            break;
        }
    }
    found.dedup();
    found
}

/// What a gitfile names.
pub(super) fn named_by(gitfile: &[u8]) -> Option<PathBuf> {
    gitfile.strip_prefix(b"gitdir:").map(path_of)
}

pub(super) fn path_of(text: &[u8]) -> PathBuf {
    OsStr::from_bytes(text.trim_ascii()).into()
}

#[cfg(test)]
mod tests {
    use super::words;

    fn texts(config: &str) -> Vec<String> {
        let words = words(config.as_bytes()).into_iter();
        words.map(|word| word.text).collect()
    }

    #[test]
    fn commands_and_paths_are_words_and_data_is_not() {
        let config = "[core]\n\thooksPath = \"tools/my hooks\"\n\tworktree = ../sub\n[Filter \"x\"] clean = tool/run \\\n  -f %f\n\
            # path = no\n[include]\npath=more.inc ; why\n[remote \"origin\"]\nurl = ../other\n";
        let found = texts(config);
        for wanted in ["tools/my hooks", "tool/run", "more.inc"] {
            assert!(
                found.iter().any(|word| word == wanted),
                "{wanted}: {found:?}"
            );
        }
        for data in ["../sub", "../other", "no", "-f"] {
            assert!(found.iter().all(|word| word != data), "{data}: {found:?}");
        }
        assert!(words(config.as_bytes()).iter().any(|word| word.hooks));
    }

    #[test]
    fn odd_files_are_read_to_their_end() {
        assert!(words(b"[\xff\n=\n[]\n]=x\n[core\n").len() <= 2);
        let long = "[alias]\n".to_owned() + &"a = b c d\n".repeat(5_000);
        assert!(words(long.as_bytes()).len() < 1_100);
        let long = "[alias]\na =".to_owned() + &" b c".repeat(50_000);
        assert!(words(long.as_bytes()).len() < 1_100);
    }
}
