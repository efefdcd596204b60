//! The names under which a model is offered tools.
//!
//! An alias depends on its own server and tool only: it stays the same whatever other tools come, go or change. The
//! server's part has no `_`, so the first `_` of an alias ends it, and no two tools share an alias by construction.

use std::collections::{BTreeMap, BTreeSet};

use domain::{ServerId, ToolRef};
use sha2::{Digest, Sha256};

/// Longest alias, in characters: what every known provider accepts.
pub(super) const MAX_ALIAS: usize = 64;
/// Longest part of an alias that stands for the server, in characters.
const MAX_SERVER: usize = 24;
/// Hexadecimal digits that tell apart tools of similar names.
const TAG: usize = 6;
/// Hexadecimal digits that tell apart servers of similar names.
const SERVER_TAG: usize = 4;

/// Which letters an endpoint takes in the name of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Those of ASCII.
    #[default]
    Ascii,
    /// Those of every script.
    Every,
}

impl Letters {
    fn take(self, c: char) -> bool {
        match self {
            Self::Ascii => c.is_ascii_alphanumeric(),
            Self::Every => c.is_alphanumeric() && !domain::is_hidden(c),
        }
    }
}

/// The names of all servers the user has, whether or not they run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    letters: Letters,
    servers: BTreeMap<ServerId, String>,
}

impl Names {
    /// Names for these servers. Of two with similar names, the one that was added first keeps the plain form.
    pub fn new<'a>(
        servers: impl IntoIterator<Item = (ServerId, &'a str)>,
        letters: Letters,
    ) -> Self {
        let by_age: BTreeMap<ServerId, &str> = servers.into_iter().collect();
        let mut taken = BTreeSet::new();
        let mut parts = BTreeMap::new();
        for (id, name) in by_age {
            let (plain, whole) = server_part(name, letters);
            let mut part = plain.clone();
            let mut digits = SERVER_TAG;
            if !whole {
                part = tagged(&plain, '-', &hash(&id.to_string(), digits));
            }
            while !taken.insert(part.to_lowercase()) {
                part = tagged(&plain, '-', &hash(&id.to_string(), digits));
                digits += 2;
            }
            parts.insert(id, part);
        }
        Self {
            letters,
            servers: parts,
        }
    }

    /// The alias of a tool; with more `digits` than usual if another tool of its server already has the usual one.
    pub fn alias(&self, tool: &ToolRef, taken: impl Fn(&str) -> bool) -> String {
        let id = tool.server.to_string();
        let unknown = || hash(&id, 2 * TAG);
        let server = self.servers.get(&tool.server).cloned();
        let server = server.unwrap_or_else(unknown);
        let room = MAX_ALIAS.saturating_sub(server.chars().count() + 1);
        let name = &tool.name;
        // A word of two alphabets poses as another word: only its letters of ASCII are kept.
        let letters = if domain::mixed_words(name).is_empty() {
            self.letters
        } else {
            Letters::Ascii
        };
        let kept = |c: char| letters.take(c) || matches!(c, '_' | '-');
        let whole = name.chars().all(kept)
            && !name.is_empty()
            && name.chars().count() <= room
            && !looks_tagged(name);
        let plain = format!("{server}_{name}");
        if whole {
            return plain;
        }
        let readable: String = name
            .chars()
            .map(|c| if kept(c) { c } else { '-' })
            .collect();
        let tagged_with = |digits: usize| {
            let room = room.saturating_sub(digits + 1);
            let cut: String = readable.chars().take(room).collect();
            let tag = hash(name, digits);
            format!("{server}_{}", tagged(cut.trim_matches('-'), '_', &tag))
        };
        (1..4)
            .map(|times| tagged_with(times * TAG))
            .find(|alias| !taken(alias))
            .unwrap_or_else(|| tagged_with(4 * TAG))
    }
}

/// The part of an alias that stands for a server, and whether all letters of its name are in it.
fn server_part(name: &str, letters: Letters) -> (String, bool) {
    let mut part = String::new();
    let mut whole = true;
    for c in name.chars() {
        if letters.take(c) {
            part.push(c);
        } else {
            whole &= !c.is_alphanumeric();
            if !part.ends_with('-') {
                part.push('-');
            }
        }
    }
    let part = part.trim_matches('-');
    let cut: String = part.chars().take(MAX_SERVER).collect();
    let whole = whole && !cut.is_empty() && cut.len() == part.len();
    (cut.trim_end_matches('-').to_owned(), whole)
}

fn tagged(text: &str, by: char, tag: &str) -> String {
    if text.is_empty() {
        format!("x{by}{tag}")
    } else {
        format!("{text}{by}{tag}")
    }
}

/// Whether a name ends like one that was tagged here.
fn looks_tagged(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(_, end)| {
        end.len() >= TAG
            && end
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
    })
}

fn hash(text: &str, digits: usize) -> String {
    let hash = Sha256::digest(text.as_bytes());
    let all: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    all.chars().take(digits).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn alias(server: &str, tool: &str, letters: Letters) -> String {
        let id = ServerId::new();
        let tool = ToolRef {
            server: id,
            name: tool.into(),
        };
        Names::new([(id, server)], letters).alias(&tool, |_| false)
    }

    #[test]
    fn plain_names_stay_as_they_are() {
        for (server, tool, wanted) in [
            ("Files", "read_text_file", "Files_read_text_file"),
            ("Every", "get-sum", "Every_get-sum"),
            ("Work mail", "send", "Work-mail_send"),
            ("my_server (2)", "x", "my-server-2_x"),
        ] {
            assert_eq!(alias(server, tool, Letters::Ascii), wanted);
        }
    }

    #[test]
    fn other_scripts_stay_readable_where_they_are_taken() {
        assert_eq!(alias("Файлы", "читать", Letters::Every), "Файлы_читать");
        assert_eq!(alias("文件", "読む", Letters::Every), "文件_読む");
        let ascii = alias("Файлы", "読む", Letters::Ascii);
        assert!(ascii.is_ascii() && ascii.len() <= MAX_ALIAS, "{ascii}");
        assert_ne!(
            alias("a", "読む", Letters::Ascii),
            alias("a", "書く", Letters::Ascii)
        );
        let hidden = alias("a", "re\u{3164}ad", Letters::Every);
        assert!(hidden.starts_with("a_re-ad_"), "{hidden}");
    }

    #[test]
    fn tool_cannot_take_the_alias_of_another() {
        let (mail, other) = (ServerId::new(), ServerId::new());
        let names = Names::new([(mail, "Mail"), (other, "Mail_write")], Letters::Ascii);
        let of = |server, name: &str| {
            let name = name.to_owned();
            names.alias(&ToolRef { server, name }, |_| false)
        };
        assert_eq!(of(mail, "write_marker"), "Mail_write_marker");
        assert_eq!(of(other, "marker"), "Mail-write_marker");
        // A name that ends like a tag gets one of its own.
        let tagged = of(mail, "a.b");
        let posing = tagged.strip_prefix("Mail_").unwrap();
        assert_ne!(of(mail, posing), tagged);
    }

    #[test]
    fn servers_of_similar_names_are_told_apart_and_the_first_keeps_its_name() {
        let (first, second, third) = (ServerId::new(), ServerId::new(), ServerId::new());
        let tool = |server| ToolRef {
            server,
            name: "t".into(),
        };
        let alone = Names::new([(first, "Mail box")], Letters::Ascii);
        let all = Names::new(
            [
                (third, "mail-box"),
                (second, "Mail_box"),
                (first, "Mail box"),
            ],
            Letters::Ascii,
        );
        let of = |id| all.alias(&tool(id), |_| false);
        assert_eq!(of(first), "Mail-box_t");
        assert_eq!(of(first), alone.alias(&tool(first), |_| false));
        assert!(of(second).starts_with("Mail-box-") && of(third).starts_with("mail-box-"));
    }
}
