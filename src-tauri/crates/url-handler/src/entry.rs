//! The desktop entry.

/// The option before a link on the command line of the desktop program.
pub const OPTION: &str = "--open-link";
/// The name of its file.
pub(crate) const NAME: &str = "innkeeper-links.desktop";

/// Returns the entry of a program.
pub(crate) fn text(program: &str) -> String {
    format!(
        "[Desktop Entry]\nType=Application\nVersion=1.5\nName=Innkeeper\nExec={} {OPTION} %u\n\
         Terminal=false\nNoDisplay=true\nMimeType=x-scheme-handler/innkeeper;\n",
        quoted(program)
    )
}

/// Quotes a word of `Exec`. Its own rule puts a backslash before four signs and doubles a percent sign; the rule for values then
/// doubles each backslash.
fn quoted(word: &str) -> String {
    let mut out = String::from("\"");
    for c in word.chars() {
        match c {
            '\\' => out.push_str("\\\\\\\\"),
            '"' | '`' | '$' => {
                out.push_str("\\\\");
                out.push(c);
            }
            '%' => out.push_str("%%"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_one_word_whatever_it_contains() {
        for (path, word) in [
            ("/opt/inn keeper", r#""/opt/inn keeper""#),
            ("/opt/a\"b", r#""/opt/a\\"b""#),
            ("/opt/$HOME`id`", r#""/opt/\\$HOME\\`id\\`""#),
            ("/opt/a\\b", r#""/opt/a\\\\b""#),
            ("/opt/%u", r#""/opt/%%u""#),
        ] {
            assert_eq!(quoted(path), word);
        }
    }
}
