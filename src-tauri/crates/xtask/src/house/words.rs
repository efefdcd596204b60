//! The words that the project does not use, and where they are still written. The glossary's left column, as far as a search can
//! tell: a word that is banned in one sense only ("place", "folder", "letter") is left to review.

use std::collections::BTreeMap;

/// One row of the glossary.
struct Row {
    /// The word to use.
    instead: &'static str,
    /// What is searched, as whole words in lower case.
    banned: &'static [&'static str],
}

const GLOSSARY: &[Row] = &[
    Row {
        instead: "approval request",
        banned: &["question", "questions", "what is asked", "what was asked"],
    },
    Row {
        instead: "action",
        banned: &["act", "acts", "deed", "deeds"],
    },
    Row {
        instead: "active, pending, in effect",
        banned: &[
            "what stands",
            "that stand",
            "that stands",
            "standing",
            "stands for",
            "stands in",
        ],
    },
    Row {
        instead: "follows the same pipeline",
        banned: &["same road", "that road", "the road"],
    },
    Row {
        instead: "server-initiated",
        banned: &["from the other end"],
    },
    Row {
        instead: "return, tool result",
        banned: &[
            "gave",
            "tools give",
            "tool gives",
            "servers give",
            "server gives",
        ],
    },
    Row {
        instead: "model provider, endpoint",
        banned: &[
            "endpoint of a model",
            "model's endpoint",
            "endpoints of models",
        ],
    },
    Row {
        instead: "approval, permission",
        banned: &["its say", "your say", "your word"],
    },
    Row {
        instead: "withdrawn, revoked",
        banned: &[
            "taken back",
            "take back",
            "takes back",
            "took back",
            "take it back",
            "takes it back",
            "take them back",
        ],
    },
    Row {
        instead: "withheld, not sent",
        banned: &["kept back", "keep back", "keeps back", "keep it back"],
    },
    Row {
        instead: "automatically",
        banned: &["by themselves", "by itself"],
    },
    Row {
        instead: "(name the thing)",
        banned: &[
            "let go", "lets go", "knock", "knocks", "veil", "veils", "wish", "wishes", "gift",
            "gifts",
        ],
    },
    Row {
        instead: "approver, decision source",
        banned: &["the one who decides", "who decides", "decided by"],
    },
    Row {
        instead: "Reads, Writes, Sends data out, Destructive",
        banned: &["t1", "t2", "t3", "t4"],
    },
    Row {
        instead: "Stop everything, kill switch",
        banned: &["stops everything"],
    },
    Row {
        instead: "subcommand",
        banned: &["verb", "verbs"],
    },
];

/// Type names that say nothing of what they hold.
pub const TYPE_NAMES: [&str; 13] = [
    "Prompt", "Question", "Wish", "Went", "Letter", "Deliver", "Book", "Veil", "Knock", "Table",
    "Kept", "Found", "Answer",
];

/// The word to use instead of a banned one.
pub fn instead_of(word: &str) -> &'static str {
    let row = GLOSSARY.iter().find(|row| row.banned.contains(&word));
    row.map_or("", |row| row.instead)
}

/// The banned words in texts, each with how often it is there. No phrase goes from one text to the next.
pub fn banned_in(texts: &[String]) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    for (word, times) in texts.iter().flat_map(|text| banned(text)) {
        *found.entry(word).or_default() += times;
    }
    found
}

/// The banned words in a text, each with how often it is there.
pub fn banned(text: &str) -> BTreeMap<&'static str, usize> {
    let text = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = BTreeMap::new();
    for banned in GLOSSARY.iter().flat_map(|row| row.banned) {
        let phrase: Vec<&str> = banned.split(' ').collect();
        let times = words
            .windows(phrase.len())
            .filter(|these| *these == phrase)
            .count();
        if times > 0 {
            found.insert(*banned, times);
        }
    }
    found
}

/// A Markdown document without code, comments and the targets of links.
pub fn prose(markdown: &str) -> String {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push(line);
        }
    }
    let without_code = without(&lines.join("\n"), "`", "`");
    without(&without(&without_code, "<!--", "-->"), "](", ")")
}

fn without(text: &str, begin: &str, end: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(begin) {
        let Some((_, after)) = after.split_once(end) else {
            break;
        };
        kept.push_str(before);
        kept.push_str(" … ");
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// How many words a sentence has.
pub fn length(sentence: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    sentence.split_whitespace().filter(is_word).count()
}

/// The sentences of a text.
pub fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut sentence = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        sentence.push(c);
        let ends = matches!(c, '.' | '?' | '!')
            && characters.peek().is_none_or(|next| next.is_whitespace());
        if ends || c == '\n' {
            found.push(std::mem::take(&mut sentence));
        }
    }
    found.push(sentence);
    let trimmed = found.iter().map(|sentence| sentence.trim().to_owned());
    trimmed.filter(|sentence| length(sentence) > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banned_words_are_whole_words() {
        let found = banned("Its acts, what is asked, and an action; “gifted” actors.");
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [("acts", 1), ("what is asked", 1)]
        );
        assert_eq!(instead_of("acts"), "action");
    }

    #[test]
    fn a_phrase_is_within_one_text() {
        let texts = [
            "Allows none of its tools.",
            "Give a name. It acts",
            "and acts.",
        ];
        let found = banned_in(&texts.map(str::to_owned));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [("acts", 2)]);
    }

    #[test]
    fn code_and_link_targets_are_no_prose() {
        let text =
            prose("A `Question` is [here](docs/question.md).\n```sh\nquestion\n```\nAn end.");
        assert!(banned(&text).is_empty(), "{text}");
        assert!(text.contains("here") && text.ends_with("An end."), "{text}");
    }

    #[test]
    fn sentences_end_at_a_mark_before_a_space() {
        assert_eq!(
            sentences("Use 1.5 of it. Then go on!\n\nEnd"),
            ["Use 1.5 of it.", "Then go on!", "End"]
        );
        assert_eq!(length("Two – words"), 2);
    }
}
