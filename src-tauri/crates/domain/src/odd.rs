//! Characters that make a text look like another one: hidden ones, letters of scripts that do not go together, and names that
//! cannot be told apart.
//!
//! Scripts are those of Unicode's Script_Extensions, look-alikes those of its confusables (UTS 39).

use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};

use crate::{is_hidden, tool_label};

/// The most words that are named.
const MAX_WORDS: usize = 8;

/// Scripts that are usually written together.
const TOGETHER: [&[Script]; 3] = [
    &[
        Script::Latin,
        Script::Han,
        Script::Hiragana,
        Script::Katakana,
    ],
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hangul],
];

/// How many characters of a text cannot be seen, or change how others are seen.
#[must_use]
pub fn hidden_in(text: &str) -> usize {
    text.chars().filter(|c| is_hidden(*c)).count()
}

/// A word whose letters are of scripts that do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedWord {
    /// The word, with every character that is not usual in a name written out.
    pub word: String,
    /// The names of the scripts.
    pub scripts: Vec<&'static str>,
}

/// The words of a text that mix scripts, each once, at most 8 of them. Hidden characters do not divide a word.
#[must_use]
pub fn mixed_words(text: &str) -> Vec<MixedWord> {
    let mut out: Vec<MixedWord> = Vec::new();
    let seen: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    // What is plain ASCII mixes nothing: most texts are done here.
    if seen.is_ascii() {
        return out;
    }
    let parts = seen.split(|c: char| !(c.is_alphanumeric() || c == '_' || is_mark(c)));
    for word in parts.filter(|w| !w.is_ascii()) {
        let scripts = scripts(word);
        let fits = |together: &[Script]| scripts.iter().all(|s| together.contains(s));
        if scripts.len() < 2 || TOGETHER.iter().any(|t| fits(t)) {
            continue;
        }
        let mut scripts: Vec<&'static str> = scripts.iter().map(|s| s.full_name()).collect();
        // The usual one first, then by name.
        scripts.sort_unstable_by_key(|name| (*name != "Latin", *name));
        let word = MixedWord {
            word: tool_label(word),
            scripts,
        };
        if !out.contains(&word) {
            out.push(word);
        }
        if out.len() == MAX_WORDS {
            break;
        }
    }
    out
}

/// What a name looks like: two names that a person cannot tell apart look the same, whatever their letter case, their
/// hidden characters, and the alphabets their letters are of.
#[must_use]
pub fn look(name: &str) -> String {
    let folded: String = name
        .nfkc()
        .filter(|c| !is_hidden(*c))
        .flat_map(char::to_lowercase)
        .collect();
    let alike: String = unicode_security::skeleton(&folded).collect();
    // Digits and capitals stand among the look-alikes of letters.
    alike.to_lowercase()
}

/// The name in Latin letters that a name of other letters looks like, if it does. A name that mixes scripts is told by
/// [`mixed_words`] besides.
#[must_use]
pub fn poses_as(name: &str) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let mut alike = String::new();
    for c in name.chars().filter(|c| !is_hidden(*c)) {
        // The look-alike of an ASCII letter may be two others; it is itself here.
        match c.is_ascii() {
            true => alike.push(c),
            false => alike.extend(unicode_security::skeleton(c.encode_utf8(&mut [0; 4]))),
        }
    }
    let differs = name.chars().any(|c| !c.is_ascii() && !is_hidden(c));
    (differs && alike.is_ascii()).then_some(alike)
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

fn scripts(word: &str) -> Vec<Script> {
    let common = [Script::Common, Script::Inherited, Script::Unknown];
    let mut out = Vec::new();
    for script in word.chars().map(|c| c.script()) {
        if !common.contains(&script) && !out.contains(&script) {
            out.push(script);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_alphabets_are_named_and_languages_are_not() {
        let found = mixed_words("Sends money by p\u{430}ypal_send, p\u{430}ypal_send too.");
        assert_eq!(
            found,
            [MixedWord {
                word: "p⟨U+0430⟩ypal_send".into(),
                scripts: vec!["Latin", "Cyrillic"],
            }]
        );
        for plain in [
            "Läser filen, année façade",
            "Читает файл README",
            "Tシャツを読む API",
            "パスワード",
            "파일을 읽는다 v2",
            "文件 read",
            "قراءة الملف",
            "5 µm",
            "e\u{301}t\u{e9}",
        ] {
            assert_eq!(mixed_words(plain), [], "{plain}");
        }
        let split = mixed_words("p\u{200b}\u{430}y");
        assert_eq!(split.len(), 1, "a hidden character divides no word");
    }

    #[test]
    fn names_that_look_the_same_look_the_same() {
        for (a, b) in [
            ("read_file", "READ_FILE"),
            ("read_file", "re\u{430}d_file"),
            ("read_file", "read\u{200b}_file"),
            ("read_file", "\u{ff52}ead_file"),
            ("list1", "listl"),
            ("go0", "goO"),
        ] {
            assert_eq!(look(a), look(b), "{a} {b}");
        }
        assert_ne!(look("read_file"), look("write_file"));
        assert_ne!(look("read_file"), look("read-file"));
    }

    #[test]
    fn a_name_of_another_alphabet_that_reads_as_latin_is_told() {
        assert_eq!(poses_as("\u{440}\u{430}\u{443}").as_deref(), Some("pay"));
        assert_eq!(poses_as("wr\u{456}te_m").as_deref(), Some("write_m"));
        assert_eq!(poses_as("pay"), None);
        assert_eq!(poses_as("pay\u{200b}"), None);
        assert_eq!(poses_as("файл"), None);
    }

    #[test]
    fn hidden_characters_are_counted() {
        assert_eq!(hidden_in("a\u{2063}\u{2063}b\nc\u{202e}"), 3);
    }
}
