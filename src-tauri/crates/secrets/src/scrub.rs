//! Takes out of a text what is a secret or looks like one, before the text is written to a log.
//!
//! A second line: whoever writes a log line must not put a secret in it. It rather takes out too much than too little.

use std::{borrow::Cow, ops::Range};

use crate::held::{TAKEN_OUT, without_held};

/// Names whose value is a credential, in lower case, also as the end of a longer name such as `subject_token`.
const NAMES: [&str; 18] = [
    "authorization",
    "token",
    "access_key",
    "api_key",
    "api-key",
    "apikey",
    "assertion",
    "client_secret",
    "code",
    "code_verifier",
    "cookie",
    "credential",
    "credentials",
    "passphrase",
    "password",
    "private_key",
    "secret",
    "verifier",
];
/// A name of these stands alone: `status_code` is no authorization code.
const ALONE: [&str; 1] = ["code"];
/// Names whose value goes on to the end of the line: words of a header.
const WHOLE_LINE: [&str; 2] = ["authorization", "cookie"];
/// How keys and tokens of well-known makers begin.
const KEY_PREFIXES: [&str; 16] = [
    "sk-",
    "pk-",
    "rk_live",
    "sk_live",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
    "ya29.",
    "eyJ",
];
/// The shortest word that is taken for such a key, in bytes.
const SHORTEST_KEY: usize = 16;
/// Schemes after which a credential follows.
const SCHEMES: [&str; 3] = ["bearer", "basic", "dpop"];
/// The longest number that may be the code of an error or an exit, in bytes.
const LONGEST_STATUS: usize = 6;
/// The longest word that may be one, in bytes.
const LONGEST_WORD: usize = 8;
/// How a private key in PEM begins and ends.
const PEM: (&str, &str) = ("-----BEGIN ", "-----END ");

/// The text without credentials: the secrets this process holds, values of fields and parameters that are named like
/// one, what follows `Bearer` and `Basic`, keys of well-known makers, passwords in URLs, and private keys.
#[must_use]
pub fn scrub(text: &str) -> String {
    let (text, _) = without_held(text.to_owned());
    let text = without_private_keys(&text);
    let text = without_named_values(&text);
    without_keys(&text).into_owned()
}

fn without_private_keys(text: &str) -> Cow<'_, str> {
    if !text.contains(PEM.0) {
        return text.into();
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(PEM.0) {
        let (before, from) = rest.split_at(at);
        let label = from[PEM.0.len()..]
            .split("-----")
            .next()
            .unwrap_or_default();
        out.push_str(before);
        if label.contains("PRIVATE KEY") {
            out.push_str(TAKEN_OUT);
            // One without an end is taken out to the end.
            let end = from.find(PEM.1).map(|end| end + PEM.1.len());
            let end = end.and_then(|end| Some(end + from[end..].find("-----")? + "-----".len()));
            rest = &from[end.unwrap_or(from.len())..];
        } else {
            out.push_str(PEM.0);
            rest = &from[PEM.0.len()..];
        }
    }
    out.push_str(rest);
    out.into()
}

fn without_named_values(text: &str) -> Cow<'_, str> {
    // The same length in bytes, so that places in one are places in the other.
    let lower = text.to_ascii_lowercase();
    let mut out = String::new();
    let (mut at, mut done) = (0, 0);
    while at < lower.len() {
        let Some(name) = name_at(&lower, at) else {
            at += 1;
            continue;
        };
        let around = text[..at].chars().next_back().filter(|c| is_quote(*c));
        at += name.len();
        if let Some(value) = value_after(&text[at..], name, around) {
            let (begin, end) = (at + value.start, at + value.end);
            if !is_status(name, &text[begin..end]) {
                out.push_str(&text[done..begin]);
                out.push_str(TAKEN_OUT);
                (at, done) = (end, end);
            }
        }
    }
    if done == 0 {
        return text.into();
    }
    out.push_str(&text[done..]);
    out.into()
}

/// The longest name that stands here.
fn name_at(lower: &str, at: usize) -> Option<&'static str> {
    let bytes = lower.as_bytes();
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'-';
    let fits = |name: &&&str| {
        let here = bytes[at..].starts_with(name.as_bytes());
        let inside = at > 0 && word(&bytes[at - 1]) && !in_encoded(&bytes[..at]);
        here && !bytes.get(at + name.len()).is_some_and(word) && !(inside && ALONE.contains(*name))
    };
    NAMES
        .iter()
        .filter(fits)
        .max_by_key(|name| name.len())
        .copied()
}

/// Whether what stands before is a mark as a URL in a URL writes it: `%3f`, `%26`.
fn in_encoded(before: &[u8]) -> bool {
    ["%3f", "%26", "%22", "%23"]
        .iter()
        .any(|mark| before.ends_with(mark.as_bytes()))
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`')
}

/// Where the value after a name is; none if no value follows. `around` is the quotation mark right before the name.
fn value_after(rest: &str, name: &str, around: Option<char>) -> Option<Range<usize>> {
    let after = rest.trim_start_matches(|c| is_quote(c) || c == '\\' || c == ']');
    let closed = after.len() < rest.len();
    let after = after.trim_start_matches([' ', '\t']);
    let mark = match after.as_bytes() {
        [b'=', b'>', ..] => 2,
        [b'=' | b':', ..] => 1,
        // A name and its value as a pair, both in quotation marks.
        [b',', pair @ ..] if closed && pair.trim_ascii_start().starts_with(b"\"") => 1,
        [b'%', b'3', b'd' | b'D' | b'a' | b'A', ..] => 3,
        _ => return None,
    };
    let after = after[mark..].trim_start_matches([' ', '\t']);
    let value = &after[wrappers(after)..];
    let begin = rest.len() - value.len();
    let opened = value.trim_start_matches('\\');
    let slashes = value.len() - opened.len();
    if let Some(quote) = opened.chars().next().filter(|c| is_quote(*c)) {
        let inner = &opened[quote.len_utf8()..];
        let begin = rest.len() - inner.len();
        let end = begin + end_of_quoted(inner, quote, slashes);
        return (end > begin).then_some(begin..end);
    }
    let whole_line = WHOLE_LINE.contains(&name);
    let ends = |c: char| match whole_line {
        true => c == '\n' || c == '\r' || (!closed && Some(c) == around),
        false => c.is_whitespace() || "&,;)]}<>#|\"'`\\".contains(c),
    };
    let already = if value.starts_with(TAKEN_OUT) {
        TAKEN_OUT.len()
    } else {
        0
    };
    let mut end = value[already..]
        .find(ends)
        .map_or(value.len(), |at| at + already);
    if !whole_line {
        // In a URL in a URL the next parameter begins so.
        end = value[..end].find("%26").unwrap_or(end);
    }
    let told = &value[..end];
    (!told.is_empty() && told != TAKEN_OUT && told != "..").then_some(begin..begin + end)
}

/// The length of what Rust's debug output puts around a value: `Some(`, `AccessToken(`.
fn wrappers(text: &str) -> usize {
    let mut at = 0;
    while text[at..].starts_with(|c: char| c.is_ascii_uppercase()) {
        let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        let rest = text[at..].trim_start_matches(name);
        if !rest.starts_with('(') {
            break;
        }
        at = text.len() - rest.len() + 1;
    }
    at
}

/// Where a quoted value ends: at a mark with as many backslashes before it as the one that opened it.
fn end_of_quoted(text: &str, quote: char, slashes: usize) -> usize {
    let mut before = 0;
    for (at, c) in text.char_indices() {
        match c {
            '\\' => before += 1,
            c if c == quote && before <= slashes => return at - before,
            _ => before = 0,
        }
    }
    text.len()
}

/// Whether a value is the code of an error or an exit: a number, or a word.
fn is_status(name: &str, value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = digits.len() <= LONGEST_STATUS && digits.bytes().all(|b| b.is_ascii_digit());
    let word = value.len() <= LONGEST_WORD && value.bytes().all(|b| b.is_ascii_alphabetic());
    name == "code" && (number || word)
}

/// The text without what looks like a key, a bearer token or the password of a URL, whatever text precedes it.
#[must_use]
pub fn without_keys(text: &str) -> Cow<'_, str> {
    let between = |c: char| c.is_whitespace() || "'\"`,;=()<>[]{}\\".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    // The two words before, for a credential that follows its scheme: in a header, or with more than letters in it.
    let (mut scheme, mut in_header) = (false, false);
    let mut pieces = text.split_inclusive(between).peekable();
    while let Some(piece) = pieces.next() {
        let word = piece.trim_end_matches(between);
        let rest = &piece[word.len()..];
        let key = word.len() >= SHORTEST_KEY && KEY_PREFIXES.iter().any(|p| word.starts_with(p));
        // `Bearer realm="…"` is a challenge and holds none.
        let parameter = rest == "="
            && pieces
                .peek()
                .is_some_and(|next| *next == "\"" || *next == "\\");
        let telling =
            in_header || word.len() >= SHORTEST_KEY || !word.chars().all(char::is_alphabetic);
        let credential = scheme && telling && !parameter;
        if !word.is_empty() && (credential || key) {
            out.push_str(TAKEN_OUT);
            changed = true;
        } else if let Some(cleaned) = without_password(word) {
            out.push_str(&cleaned);
            changed = true;
        } else {
            out.push_str(word);
        }
        out.push_str(rest);
        if !word.is_empty() {
            scheme = SCHEMES.iter().any(|s| word.eq_ignore_ascii_case(s));
            in_header = (scheme && in_header) || word.ends_with(':');
        }
    }
    if changed { out.into() } else { text.into() }
}

/// `scheme://user:password@host` without what stands before the `@`.
fn without_password(word: &str) -> Option<String> {
    let begin = word.find("://")? + 3;
    let authority = word[begin..].split(['/', '?', '#']).next()?;
    let at = authority.rfind('@')?;
    Some(format!(
        "{}{TAKEN_OUT}{}",
        &word[..begin],
        &word[begin + at..]
    ))
}
