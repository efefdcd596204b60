//! `--approve-tool`: which tool of which server the command line allows, and how often.
//!
//! `SERVER/TOOL` or `SERVER/TOOL:N`. SERVER is the part before a slash that names a server; TOOL is all that follows it, with
//! further slashes, spaces and letters of any script, and with colons unless digits alone follow the last one. Any other pair
//! is written as JSON: `["SERVER", "TOOL"]` or `["SERVER", "TOOL", N]`.

use std::num::NonZeroU32;

use host::Host;
use messages::{Phrase, phrases};
use serde_json::Value;

use crate::output::Failure;

/// A tool that the command line allows.
#[derive(Debug, PartialEq, Eq)]
struct ApprovedTool {
    server: String,
    tool: String,
    uses: Option<NonZeroU32>,
}

/// Allows a tool as the command line names it.
///
/// # Errors
/// It names no tool of a ready server, or more than one.
pub(crate) fn allow(host: &Host, text: &str) -> Result<(), Failure> {
    let named = parse(text, &|name| host.server_named(name).is_ok())?;
    let (id, _) = host.server_named(&named.server)?;
    let allowed = host.allow_tool(id, &named.tool, named.uses.map(NonZeroU32::get));
    allowed.map_err(|error| Failure::from(error).hint(phrases::terminal_hint_approve_tool()))
}

fn parse(text: &str, is_server: &dyn Fn(&str) -> bool) -> Result<ApprovedTool, Failure> {
    let wrong = |why: Phrase| Failure::usage(why).hint(phrases::terminal_hint_approve_tool());
    let no_tool = || wrong(phrases::terminal_approve_tool_no_tool(text));
    if text.starts_with("[\"") {
        return json(text).ok_or_else(|| wrong(phrases::terminal_approve_tool_not_json(text)));
    }
    let splits: Vec<(&str, &str)> = text
        .match_indices('/')
        .map(|(at, slash)| (&text[..at], &text[at + slash.len()..]))
        .collect();
    let mut known = splits.iter().filter(|(server, _)| is_server(server));
    let (server, rest) = match (known.next(), known.next()) {
        (Some(_), Some(_)) => return Err(wrong(phrases::terminal_approve_tool_two_servers(text))),
        (Some(one), None) => one,
        // No such server: the error names the part before the first slash.
        (None, _) => splits.first().ok_or_else(no_tool)?,
    };
    let (tool, uses) = match rest.rsplit_once(':') {
        Some((tool, n)) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) => {
            let uses = n
                .parse()
                .map_err(|_| wrong(phrases::terminal_approve_tool_no_count(text)))?;
            (tool, Some(uses))
        }
        Some(_) | None => (*rest, None),
    };
    if server.is_empty() || tool.is_empty() {
        return Err(no_tool());
    }
    Ok(ApprovedTool {
        server: (*server).to_owned(),
        tool: tool.to_owned(),
        uses,
    })
}

fn json(text: &str) -> Option<ApprovedTool> {
    let items: Vec<Value> = serde_json::from_str(text).ok()?;
    let (server, tool, uses) = match items.as_slice() {
        [Value::String(server), Value::String(tool)] => (server.clone(), tool.clone(), None),
        [Value::String(server), Value::String(tool), n] => {
            let uses = u32::try_from(n.as_u64()?).ok()?;
            (server.clone(), tool.clone(), Some(NonZeroU32::new(uses)?))
        }
        [..] => return None,
    };
    Some(ApprovedTool { server, tool, uses })
}

/// The argument that names so many calls of a tool, as it can be typed into a POSIX shell.
pub(crate) fn calls_of(server: &str, tool: &str, calls: u32) -> String {
    let plain = format!("{server}/{tool}:{calls}");
    let fits = |only: &str| only == server;
    let same = ApprovedTool {
        server: server.to_owned(),
        tool: tool.to_owned(),
        uses: NonZeroU32::new(calls),
    };
    let text = match parse(&plain, &fits) {
        // With a slash it could be read as a tool of another server.
        Ok(parsed) if parsed == same && !format!("{server}{tool}").contains('/') => plain,
        Ok(_) | Err(_) => {
            let parts = vec![Value::from(server), Value::from(tool), Value::from(calls)];
            Value::from(parts).to_string()
        }
    };
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, servers: &[&str]) -> Option<(String, String, u32)> {
        let named = parse(text, &|name| servers.contains(&name)).ok()?;
        let uses = named.uses.map_or(0, NonZeroU32::get);
        Some((named.server, named.tool, uses))
    }

    #[test]
    fn each_name_is_read_as_it_is_documented() {
        for (text, servers, server, tool, uses) in [
            ("Kit/echo", &["Kit"][..], "Kit", "echo", 0),
            ("Kit/echo:3", &["Kit"], "Kit", "echo", 3),
            ("Kit/group/echo:3", &["Kit"], "Kit", "group/echo", 3),
            ("Kit/ns:echo", &["Kit"], "Kit", "ns:echo", 0),
            ("Kit/ns:echo:2", &["Kit"], "Kit", "ns:echo", 2),
            ("Kit/echo:3:1", &["Kit"], "Kit", "echo:3", 1),
            ("Kit/:x", &["Kit"], "Kit", ":x", 0),
            (
                "Meine Akten/lies die Datei:2",
                &["Meine Akten"],
                "Meine Akten",
                "lies die Datei",
                2,
            ),
            ("Файлы/читать:1", &["Файлы"], "Файлы", "читать", 1),
            ("A/b/c", &["A/b"], "A/b", "c", 0),
            ("[x] y/t:1", &["[x] y"], "[x] y", "t", 1),
            (r#"["A","b/c"]"#, &["A", "A/b"], "A", "b/c", 0),
            (r#"["A/b", "c:4", 3]"#, &[], "A/b", "c:4", 3),
            (r#"["A", "\u05d0\n"]"#, &[], "A", "א\n", 0),
            ("Nobody/echo", &[], "Nobody", "echo", 0),
        ] {
            let wanted = Some((server.to_owned(), tool.to_owned(), uses));
            assert_eq!(read(text, servers), wanted, "{text}");
        }
        for wrong in [
            "echo",
            "Kit/",
            "/echo",
            "Kit/:3",
            "Kit/echo:0",
            "Kit/echo:99999999999",
            r#"["A"]"#,
            r#"["A","b",0]"#,
            r#"["A","b",1.5]"#,
            r#"["A","b",1,2]"#,
            r#"["A",1]"#,
            r#"["A","b""#,
        ] {
            assert_eq!(read(wrong, &["Kit"]), None, "{wrong}");
        }
        assert_eq!(read("A/b/c", &["A", "A/b"]), None, "of which server?");
    }

    #[test]
    fn what_is_proposed_names_exactly_that_call() {
        for (server, tool) in [
            ("Kit", "echo"),
            ("Kit", "a/b:3"),
            ("A/b", "c"),
            ("It's", "l'outil"),
            ("[\"x", "y"),
            ("Файлы", "читать файл"),
        ] {
            let shell = calls_of(server, tool, 1);
            let text = shell.trim_matches('\'').replace(r"'\''", "'");
            let read = read(&text, &[server]);
            assert_eq!(
                read,
                Some((server.to_owned(), tool.to_owned(), 1)),
                "{shell}"
            );
        }
    }
}
