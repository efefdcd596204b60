//! The texts of the window: what is between tags, in attributes, and in string literals that read as words; and the messages of a
//! Fluent catalogue. A value that is inserted counts as one word.

/// Attributes whose value is no text.
const NO_TEXT: [&str; 12] = [
    "class",
    "style",
    "d",
    "points",
    "viewBox",
    "transform",
    "id",
    "for",
    "type",
    "role",
    "href",
    "src",
];

/// Elements that are part of a sentence.
const INLINE: [&str; 12] = [
    "a", "b", "strong", "em", "i", "span", "code", "kbd", "small", "bdi", "Hidden", "Segments",
];

/// What stands where a value is inserted.
const VALUE: &str = "X";

/// A literal of more words without a mark is a list of keywords.
const KEYWORDS: usize = 12;

/// The texts of a Svelte component.
pub fn svelte(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut markup = String::new();
    let mut rest = source;
    while let Some(at) = ["<script", "<style"]
        .iter()
        .filter_map(|tag| rest.find(tag))
        .min()
    {
        let is_script = rest[at..].starts_with("<script");
        let end = if is_script { "</script>" } else { "</style>" };
        markup.push_str(&rest[..at]);
        let Some(length) = rest[at..].find(end) else {
            break;
        };
        if is_script {
            texts.extend(literals(&rest[at..at + length]));
        }
        rest = &rest[at + length + end.len()..];
    }
    markup.push_str(rest);
    texts.extend(between_tags(&markup));
    texts
}

fn between_tags(markup: &str) -> Vec<String> {
    let (mut texts, mut text) = (Vec::new(), String::new());
    let mut rest = markup;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("<!--") {
            rest = rest.split_once("-->").map_or("", |(_, after)| after);
        } else if c == '{' {
            let (inner, after) = braced(rest);
            texts.extend(literals(inner));
            // `{#if …}` ends a sentence as little as a value does, but is no word.
            if ["#each", "/each", ":else"]
                .iter()
                .any(|block| inner.starts_with(block))
            {
                texts.push(std::mem::take(&mut text));
            }
            text.push_str(if inner.starts_with(['#', ':', '/', '@']) {
                " "
            } else {
                VALUE
            });
            rest = after;
        } else if c == '<' {
            let (tag, after) = element(rest, &mut texts);
            if !INLINE.contains(&tag) {
                texts.push(std::mem::take(&mut text));
            }
            rest = after;
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    texts.push(text);
    let squeezed = texts
        .iter()
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    squeezed
        .filter(|text| text.chars().any(char::is_alphabetic))
        .collect()
}

/// What is inside the braces that the text begins with, and the rest after them.
fn braced(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'' | '`') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            (None, '{') => depth += 1,
            (None, '}') => depth -= 1,
            (_, _) => {}
        }
        if depth == 0 && at > 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    (text.get(1..).unwrap_or_default(), "")
}

/// The name of the element that the text begins with, and the rest after its tag. Texts of its attributes are added.
fn element<'a>(text: &'a str, texts: &mut Vec<String>) -> (&'a str, &'a str) {
    let body = text[1..].trim_start_matches('/');
    let end = body
        .find(|c: char| c.is_whitespace() || c == '>' || c == '/')
        .unwrap_or(body.len());
    let (name, mut rest) = body.split_at(end);
    let mut attribute = "";
    while let Some(c) = rest.chars().next() {
        match c {
            '>' => return (name, &rest[1..]),
            '{' => {
                let (inner, after) = braced(rest);
                if !NO_TEXT.contains(&attribute) {
                    texts.extend(literals(inner));
                }
                rest = after;
            }
            '"' | '\'' => {
                let (value, after) = rest[1..].split_once(c).unwrap_or((&rest[1..], ""));
                if !NO_TEXT.contains(&attribute) && value.contains(' ') {
                    texts.push(inserted(value));
                }
                rest = after;
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || "=>{\"'".contains(c))
                    .unwrap_or(rest.len());
                if end > 0 {
                    attribute = &rest[..end];
                }
                rest = &rest[end.max(c.len_utf8() * usize::from(end == 0))..];
            }
        }
    }
    (name, "")
}

/// A value of an attribute, with what is inserted as one word.
fn inserted(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        text.push_str(VALUE);
        rest = braced(&rest[at..]).1;
    }
    text + rest
}

/// The string literals of TypeScript that read as words.
pub fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut rest, mut before) = (code, ';');
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, after)| after);
        } else if c == '/' && "(,=:[!&|?{};".contains(before) {
            rest = after_pattern(rest);
            before = ')';
        } else if matches!(c, '"' | '\'' | '`') {
            let (text, after) = literal(&rest[1..], c, &mut found);
            if reads_as_words(&text) {
                found.push(text);
            }
            rest = after;
            before = c;
        } else {
            if !c.is_whitespace() {
                before = c;
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    found
}

/// The text of a literal up to its closing quote, and the rest after it.
fn literal<'a>(text: &'a str, quote: char, found: &mut Vec<String>) -> (String, &'a str) {
    let (mut value, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        if c == quote {
            return (value, &rest[1..]);
        }
        if quote == '`' && rest.starts_with("${") {
            let (inner, after) = braced(&rest[1..]);
            found.extend(literals(inner));
            value.push_str(VALUE);
            rest = after;
            continue;
        }
        let escaped = if c == '\\' {
            rest[1..].chars().next()
        } else {
            None
        };
        let taken = c.len_utf8() + escaped.map_or(0, char::len_utf8);
        value.push(match escaped {
            Some('n') => '\n',
            Some(other) => other,
            None => c,
        });
        rest = &rest[taken..];
    }
    (value, "")
}

/// The rest after a regular expression.
fn after_pattern(text: &str) -> &str {
    let (mut escaped, mut class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return &text[at + 1..],
            '\n' => return &text[1..],
            _ => {}
        }
    }
    ""
}

/// Two words that begin like a sentence, or three words; nothing that looks like a selector, a drawing, a list of classes or of
/// keywords.
fn reads_as_words(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let odd = |c: char| "<>{}[]=_#$\\|;".contains(c);
    let begins = text.chars().next().is_some_and(char::is_uppercase);
    let keywords = words.len() > KEYWORDS && !text.contains([',', '.', '?', ':']);
    let plain = |word: &&str| word.chars().any(char::is_alphabetic) && !word.contains('-');
    let drawn = |word: &&&str| word.contains(|c: char| c.is_ascii_digit());
    !keywords
        && words.iter().filter(drawn).count() * 2 <= words.len()
        && !text.contains(odd)
        && ((begins && words.len() > 1) || words.iter().filter(|word| plain(word)).count() > 2)
}

/// The messages of a Fluent file.
pub fn fluent(source: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in source
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
    {
        let continues = line.starts_with([' ', '\t']);
        let value = match (continues, line.split_once('=')) {
            (true, Some((key, value))) if key.trim_start().starts_with('.') => value,
            (true, _) => line,
            (false, Some((_, value))) => value,
            (false, None) => continue,
        };
        let text = inserted(value);
        match found.last_mut() {
            Some(last) if continues => *last = format!("{last} {}", text.trim()),
            _ => found.push(text.trim().to_owned()),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_component() {
        let source = r#"<script lang="ts">
  // It is a comment.
  const a = /["']/.test(x) ? "Not this one" : "n";
  const drawing = "M10.6 8a2.6 2.6 0 1 1-5.2 0zM10.6 5.6v3.2";
  const b = `Deny ${names("Their names are")} now.`;
</script>
<p class="a b c" title="What it {does} here">Allow <b>{name}</b> once.</p>
{#if x}<button onclick={() => say("Say it aloud")}>Go on</button>{/if}
<style>.a { content: "no text is here"; }</style>"#;
        let mut texts = svelte(source);
        texts.sort();
        let mut wanted = [
            "Not this one",
            "Their names are",
            "Deny X now.",
            "What it X here",
            "Allow X once.",
            "Say it aloud",
            "Go on",
        ];
        wanted.sort_unstable();
        assert_eq!(texts, wanted);
    }

    #[test]
    fn messages_of_a_catalogue() {
        let source = "# A comment\nallow = Allow { $tool }\n    once\n    .title = Again\n";
        assert_eq!(fluent(source), ["Allow X once Again"]);
    }
}
