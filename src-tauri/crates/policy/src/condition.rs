//! Conditions on one argument of a call: what a rule may ask of it.
//!
//! A condition is decided on the argument's own text, without a look at the file system or the network. What it cannot decide
//! is [`Truth::Unclear`]: an allowing rule then does not cover the call, a denying or asking one does.

use domain::{JsonObjectText, canonical, is_hidden};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

/// The largest whole number that every program reads as the same one.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Most conditions that are offered for one call.
pub const MAX_OFFERED: usize = 24;
/// Most folders of one path that are offered.
const MAX_FOLDERS: usize = 8;
/// Longest value that conditions are offered for, and longest name of one, in bytes.
const MAX_OFFERED_TEXT: usize = 4_096;

/// What one argument must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The argument's name.
    pub argument: String,
    /// What it must be. Of a list, each item.
    pub test: Test,
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Test {
    /// An absolute path that is this folder or lies below it. Compared as text: symbolic links are not followed.
    Under {
        /// The folder, absolute.
        folder: String,
    },
    /// A URL (http or https) or an e-mail address at exactly this host.
    At {
        /// The host, as in a URL.
        host: String,
    },
    /// A number from 0 to this one.
    AtMost {
        /// The greatest, as JSON.
        most: String,
    },
    /// Exactly this value.
    Is {
        /// The value, as JSON.
        value: String,
    },
}

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// It cannot be decided: no such argument, another kind of value, or a text that programs read in different ways.
    Unclear,
}

impl Condition {
    /// Whether it holds for these arguments.
    #[must_use]
    pub fn holds(&self, arguments: &JsonObjectText) -> Truth {
        let fields = arguments.fields();
        let Some((_, raw)) = fields.iter().find(|(name, _)| *name == self.argument) else {
            return Truth::Unclear;
        };
        match serde_json::from_str(raw) {
            Ok(value) => self.test.truth(&value, raw),
            Err(_) => Truth::Unclear,
        }
    }

    /// Whether it can be a condition at all.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match &self.test {
            Test::Under { folder } => path(folder).is_some(),
            Test::At { host } => host_of(&format!("https://{host}/")).is_some_and(|h| h == *host),
            Test::AtMost { most } => most.parse().ok().and_then(exact).is_some(),
            Test::Is { value } => canonical(value).is_ok(),
        }
    }
}

impl Test {
    /// What comes of a value, and of each item of a list; `raw` is its text.
    fn truth(&self, value: &Value, raw: &str) -> Truth {
        if let Self::Is { value: wanted } = self {
            return match (canonical(raw), canonical(wanted)) {
                (Ok(given), Ok(wanted)) if given == wanted => Truth::Holds,
                (Ok(_), Ok(_)) => Truth::Fails,
                (Err(_), _) | (_, Err(_)) => Truth::Unclear,
            };
        }
        let Some(items) = value.as_array() else {
            return self.of(value);
        };
        let mut all = items.iter().map(|item| self.of(item));
        match all.next() {
            Some(first) if all.all(|other| other == first) => first,
            Some(_) | None => Truth::Unclear,
        }
    }

    fn of(&self, value: &Value) -> Truth {
        let holds = match (self, value) {
            (Self::Under { folder }, Value::String(text)) => {
                let (Some(folder), Some(text)) = (path(folder), path(text)) else {
                    return Truth::Unclear;
                };
                if !text.starts_with(&folder) && folded(&text).starts_with(&folded(&folder)) {
                    // The same file where capitals do not count.
                    return Truth::Unclear;
                }
                text.starts_with(&folder)
            }
            (Self::At { host }, Value::String(text)) => match host_of(text) {
                Some(at) => at == *host,
                None => return Truth::Unclear,
            },
            (Self::AtMost { most }, Value::Number(number)) => {
                let most = most.parse().ok().and_then(exact);
                match (number.as_f64().and_then(exact), most) {
                    (Some(number), Some(most)) => number <= most,
                    (None, _) | (_, None) => return Truth::Unclear,
                }
            }
            (Self::Under { .. } | Self::At { .. } | Self::AtMost { .. } | Self::Is { .. }, _) => {
                return Truth::Unclear;
            }
        };
        if holds { Truth::Holds } else { Truth::Fails }
    }
}

/// What conditions a value could have been allowed by, the narrowest first: for an offer. At most [`MAX_OFFERED`], whatever
/// a model writes.
#[must_use]
pub fn conditions_for(arguments: &JsonObjectText) -> Vec<Condition> {
    let mut out = Vec::new();
    for (argument, raw) in arguments.fields() {
        if raw.len() > MAX_OFFERED_TEXT || argument.len() > MAX_OFFERED_TEXT {
            continue;
        }
        let Ok(value) = serde_json::from_str::<Value>(&raw) else {
            continue;
        };
        for test in tests_for(&value, &raw) {
            if out.len() == MAX_OFFERED {
                return out;
            }
            if test.truth(&value, &raw) == Truth::Holds {
                let argument = argument.clone();
                out.push(Condition { argument, test });
            }
        }
    }
    out
}

fn tests_for(value: &Value, raw: &str) -> Vec<Test> {
    let first = value.as_array().map_or(Some(value), |items| items.first());
    match first {
        Some(Value::String(text)) => {
            let host = host_of(text).map(|host| Test::At { host });
            let folders = folders_of(text)
                .into_iter()
                .map(|folder| Test::Under { folder });
            host.into_iter().chain(folders).collect()
        }
        Some(Value::Number(number)) => {
            let most = number.as_f64().and_then(exact).map(|_| number.to_string());
            most.into_iter().map(|most| Test::AtMost { most }).collect()
        }
        Some(Value::Bool(_)) => vec![Test::Is {
            value: raw.to_owned(),
        }],
        Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => Vec::new(),
    }
}

/// The folders above a path, the nearest first, without the root.
fn folders_of(text: &str) -> Vec<String> {
    let Some(parts) = path(text) else {
        return Vec::new();
    };
    let windows = parts.first().is_some_and(|part| part.ends_with(':'));
    let (root, glue) = if windows { ("", "\\") } else { ("/", "/") };
    let least = if windows { 2 } else { 1 };
    (least..parts.len())
        .rev()
        .take(MAX_FOLDERS)
        .map(|n| format!("{root}{}", parts[..n].join(glue)))
        .collect()
}

/// The parts of an absolute path; none if it is not one, or if programs could read it in different ways.
fn path(text: &str) -> Option<Vec<String>> {
    if text.chars().any(|c| c.is_control() || is_hidden(c)) {
        return None;
    }
    let drive = text.as_bytes();
    let windows = drive.len() >= 3
        && drive[0].is_ascii_alphabetic()
        && drive[1] == b':'
        && matches!(drive[2], b'\\' | b'/');
    if !windows && (!text.starts_with('/') || text.starts_with("//")) {
        return None;
    }
    let split = |c: char| c == '/' || (windows && c == '\\');
    let parts: Vec<String> = text
        .split(split)
        .filter(|part| !part.is_empty() && *part != ".")
        .map(str::to_owned)
        .collect();
    let plain = |part: &String| part != ".." && (windows || !part.contains('\\'));
    parts.iter().all(plain).then_some(parts)
}

fn folded(parts: &[String]) -> Vec<String> {
    parts.iter().map(|part| part.to_lowercase()).collect()
}

/// The host of a URL or of an e-mail address; none where programs could see different ones.
fn host_of(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '<' | '>' | '"' | ',' | ';');
    if !text.chars().all(plain) {
        return None;
    }
    if text.contains("://") {
        let url = Url::parse(text).ok()?;
        let web = matches!(url.scheme(), "http" | "https");
        let anonymous = url.username().is_empty() && url.password().is_none();
        return url
            .host_str()
            .filter(|_| web && anonymous)
            .map(str::to_owned);
    }
    let (name, host) = text.split_once('@')?;
    let named = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._+-".contains(c));
    if !named || host.contains(['@', '/', ':', '?', '#']) {
        return None;
    }
    host_of(&format!("https://{host}/")).filter(|seen| seen.eq_ignore_ascii_case(host))
}

/// A number that every program reads alike, and not below 0.
fn exact(number: f64) -> Option<f64> {
    (0.0..EXACT).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(test: Test, value: &str) -> Truth {
        let condition = Condition {
            argument: "a".into(),
            test,
        };
        assert!(condition.is_sound(), "{condition:?}");
        let arguments = JsonObjectText::parse(&format!("{{\"a\":{value},\"b\":1}}")).unwrap();
        condition.holds(&arguments)
    }

    #[test]
    fn a_path_is_under_a_folder_by_its_parts() {
        let under = |folder: &str, value: &str| {
            truth(
                Test::Under {
                    folder: folder.into(),
                },
                value,
            )
        };
        for inside in [
            r#""/home/maja/in""#,
            r#""/home/maja/in/a/b.txt""#,
            r#""/home/maja//in/./x""#,
            r#"["/home/maja/in/a","/home/maja/in/b"]"#,
        ] {
            assert_eq!(under("/home/maja/in", inside), Truth::Holds, "{inside}");
        }
        for outside in [r#""/home/maja/inside""#, r#""/etc/passwd""#, r#""/""#] {
            assert_eq!(under("/home/maja/in", outside), Truth::Fails, "{outside}");
        }
        for unclear in [
            r#""/home/maja/in/../.ssh/id""#,
            r#""in/a""#,
            r#""~/in""#,
            r#""//host/home/maja/in""#,
            r#""/home/maja/in\\..\\x""#,
            r#""/home/maja/in/a\u0000b""#,
            r#""/home/maja/in/\u200bb""#,
            r#""/Home/maja/in/a""#,
            r#"["/home/maja/in/a","/etc/passwd"]"#,
            "[]",
            "7",
            "null",
        ] {
            assert_eq!(under("/home/maja/in", unclear), Truth::Unclear, "{unclear}");
        }
        assert_eq!(
            under("C:\\Users\\Maja", r#""C:/Users/Maja/x""#),
            Truth::Holds
        );
        assert_eq!(
            under("C:\\Users\\Maja", r#""C:\\Users\\Maja\\..\\x""#),
            Truth::Unclear
        );
    }

    #[test]
    fn a_host_is_the_one_that_every_program_sees() {
        let at = |value: &str| {
            truth(
                Test::At {
                    host: "nordkaj.example".into(),
                },
                value,
            )
        };
        for there in [
            r#""https://nordkaj.example/a?b=c""#,
            r#""http://NORDKAJ.example:8080""#,
            r#""maja.ek+x@nordkaj.example""#,
            r#"["a@nordkaj.example","https://nordkaj.example"]"#,
        ] {
            assert_eq!(at(there), Truth::Holds, "{there}");
        }
        for elsewhere in [
            r#""https://nordkaj.example.evil.example/""#,
            r#""https://www.nordkaj.example/""#,
            r#""a@evil.example""#,
        ] {
            assert_eq!(at(elsewhere), Truth::Fails, "{elsewhere}");
        }
        for unclear in [
            r#""https://nordkaj.example@evil.example/""#,
            r#""https://nordkaj.example\\@evil.example/""#,
            r#""ftp://nordkaj.example/""#,
            r#""Maja <maja@nordkaj.example>""#,
            r#""a@evil.example,b@nordkaj.example""#,
            r#""https://nordkaj.example\t/""#,
            r#""nordkaj.example""#,
            r#""https://nørdkaj.example/""#,
            r#"["a@nordkaj.example","a@evil.example"]"#,
        ] {
            assert_eq!(at(unclear), Truth::Unclear, "{unclear}");
        }
    }

    #[test]
    fn a_number_is_at_most_another_and_a_value_is_itself() {
        let most = |value: &str| truth(Test::AtMost { most: "100".into() }, value);
        assert_eq!(most("100"), Truth::Holds);
        assert_eq!(most("0.5"), Truth::Holds);
        assert_eq!(most("100.01"), Truth::Fails);
        for unclear in ["-1", "1e300", "9007199254740993", "\"7\"", "{}"] {
            assert_eq!(most(unclear), Truth::Unclear, "{unclear}");
        }
        let is = |value: &str| {
            truth(
                Test::Is {
                    value: r#"{"x":1,"y":[true]}"#.into(),
                },
                value,
            )
        };
        assert_eq!(is(r#"{"y": [true], "x": 1}"#), Truth::Holds);
        assert_eq!(is(r#"{"y":[true],"x":2}"#), Truth::Fails);
        let other = Condition {
            argument: "missing".into(),
            test: Test::Is { value: "1".into() },
        };
        assert_eq!(other.holds(&JsonObjectText::empty()), Truth::Unclear);
    }

    #[test]
    fn what_is_offered_holds_and_is_narrow_first() {
        let arguments = JsonObjectText::parse(
            r#"{"path":"/home/maja/in/a.txt","to":["a@nordkaj.example"],"amount":12.50,"deep":{"a":1},"force":false}"#,
        )
        .unwrap();
        let offered = conditions_for(&arguments);
        assert!(
            offered
                .iter()
                .all(|c| c.is_sound() && c.holds(&arguments) == Truth::Holds)
        );
        let words: Vec<String> = offered.iter().map(|c| format!("{:?}", c.test)).collect();
        assert_eq!(
            words,
            [
                r#"Under { folder: "/home/maja/in" }"#,
                r#"Under { folder: "/home/maja" }"#,
                r#"Under { folder: "/home" }"#,
                r#"At { host: "nordkaj.example" }"#,
                r#"AtMost { most: "12.5" }"#,
                r#"Is { value: "false" }"#,
            ]
        );
    }

    #[test]
    fn what_is_offered_is_bounded_whatever_is_written() {
        let deep = format!("{{\"path\":\"{}\"}}", "/a".repeat(500_000));
        assert!(conditions_for(&JsonObjectText::parse(&deep).unwrap()).is_empty());
        let folders = format!("{{\"path\":\"{}\"}}", "/a".repeat(100));
        let offered = conditions_for(&JsonObjectText::parse(&folders).unwrap());
        assert_eq!(offered.len(), MAX_FOLDERS);
        let many: Vec<String> = (0..5_000).map(|n| format!("\"n{n}\":{n}")).collect();
        let many = JsonObjectText::parse(&format!("{{{}}}", many.join(","))).unwrap();
        assert_eq!(conditions_for(&many).len(), MAX_OFFERED);
    }
}
