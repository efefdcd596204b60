//! The aliases under which tools are offered to a model.
//!
//! An alias depends on its own server and tool only: it stays the same whatever other tools appear, disappear or change. The
//! server's part has no `_`, so the first `_` of an alias ends it, and no two tools share an alias by construction.

use std::collections::{BTreeMap, BTreeSet};

use domain::{ServerId, ToolRef};
use sha2::{Digest, Sha256};

use super::whole::is_host_tool;

/// Maximum length of an alias, in characters, which every known provider accepts.
pub(super) const MAX_ALIAS: usize = 64;
/// Maximum length of an alias's server part, in characters.
const MAX_SERVER: usize = 24;
/// Number of hexadecimal digits that distinguish tools with similar names.
const TAG: usize = 6;
/// Number of hexadecimal digits that distinguish servers with similar names.
const SERVER_TAG: usize = 4;

/// The letters that an endpoint accepts in a tool's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Letters {
    /// ASCII letters.
    #[default]
    Ascii,
    /// Letters of every script.
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

/// The names of all the user's servers, whether or not they run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    letters: Letters,
    servers: BTreeMap<ServerId, String>,
}

impl Names {
    /// Creates names for these servers. Of two with similar names, the one that was added first keeps the plain form.
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

    /// Returns the alias of a tool, with more `digits` than usual if another tool of its server has the usual alias.
    pub fn alias(&self, tool: &ToolRef, taken: impl Fn(&str) -> bool) -> String {
        let id = tool.server.to_string();
        let unknown = || hash(&id, 2 * TAG);
        let server = self.servers.get(&tool.server).cloned();
        let server = server.unwrap_or_else(unknown);
        let room = MAX_ALIAS.saturating_sub(server.chars().count() + 1);
        let name = &tool.name;
        // A word with letters of two alphabets can imitate another word, so only its ASCII letters are kept.
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
        if whole && !is_host_tool(&plain) {
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

/// Returns the server part of an alias, and whether it has all letters of the server's name.
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

/// Whether a name ends like a tag that this module creates.
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
        // A name that ends like a tag gets its own tag.
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
