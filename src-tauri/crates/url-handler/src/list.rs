//! The line of `mimeapps.list`. Every other line stays as it is.

/// The type of `innkeeper:` links.
const KIND: &str = "x-scheme-handler/innkeeper";
/// The group with the defaults.
const DEFAULTS: &str = "[Default Applications]";

/// Returns the entry that opens links.
pub(crate) fn default(text: &str) -> Option<String> {
    let (_, value) = lines(text).find(|(group, line)| *group == DEFAULTS && is_kind(line))?;
    let value = value.split_once('=')?.1;
    let first = value
        .split(';')
        .map(str::trim)
        .find(|name| !name.is_empty());
    first.map(str::to_owned)
}

/// Returns the text with this entry as the one that opens links.
pub(crate) fn with(text: &str, name: &str) -> String {
    let line = format!("{KIND}={name};");
    let mut out: Vec<&str> = Vec::new();
    let mut placed = false;
    for (group, old) in lines(text) {
        if group == DEFAULTS && is_kind(old) {
            continue;
        }
        out.push(old);
        if old.trim() == DEFAULTS && !placed {
            out.push(&line);
            placed = true;
        }
    }
    if !placed {
        out.extend([DEFAULTS, &line]);
    }
    joined(&out)
}

/// Returns the text without this entry for links. That of another program stays.
pub(crate) fn without(text: &str, name: &str) -> String {
    let mut changed = false;
    let mut out: Vec<String> = Vec::new();
    for (_, line) in lines(text) {
        if !is_kind(line) {
            out.push(line.to_owned());
            continue;
        }
        let value = line.split_once('=').map_or("", |(_, value)| value);
        let names: Vec<&str> = value
            .split(';')
            .map(str::trim)
            .filter(|one| !one.is_empty())
            .collect();
        let others: Vec<&str> = names.iter().copied().filter(|one| *one != name).collect();
        if others.len() == names.len() {
            out.push(line.to_owned());
            continue;
        }
        changed = true;
        if !others.is_empty() {
            out.push(format!("{KIND}={};", others.join(";")));
        }
    }
    if !changed {
        return text.to_owned();
    }
    joined(&out.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Each line with its group.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut group = "";
    text.lines().map(move |line| {
        if line.trim_start().starts_with('[') {
            group = line.trim();
        }
        (group, line)
    })
}

fn is_kind(line: &str) -> bool {
    line.split_once('=')
        .is_some_and(|(key, _)| key.trim() == KIND)
}

fn joined(lines: &[&str]) -> String {
    let mut text = lines.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHERS: &str = "# mine\n[Added Associations]\ntext/html=a.desktop;\n\n[Default Applications]\ntext/html=b.desktop\n";

    #[test]
    fn other_lines_stay() {
        let after = with(OTHERS, "me.desktop");
        assert_eq!(default(&after).as_deref(), Some("me.desktop"));
        assert!(OTHERS.lines().all(|line| after.contains(line)));
        assert_eq!(with(&after, "me.desktop"), after, "once");
        assert_eq!(without(&after, "me.desktop"), OTHERS);
        assert_eq!(without(OTHERS, "me.desktop"), OTHERS);
        assert_eq!(
            with("", "me.desktop"),
            "[Default Applications]\nx-scheme-handler/innkeeper=me.desktop;\n"
        );
    }

    #[test]
    fn another_program_stays() {
        let other =
            "[Default Applications]\nx-scheme-handler/innkeeper=other.desktop;me.desktop;\n";
        assert_eq!(default(other).as_deref(), Some("other.desktop"));
        assert_eq!(
            default(&without(other, "me.desktop")).as_deref(),
            Some("other.desktop")
        );
        assert_eq!(
            default(&with(other, "me.desktop")).as_deref(),
            Some("me.desktop")
        );
    }
}
