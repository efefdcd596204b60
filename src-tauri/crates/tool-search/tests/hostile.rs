//! Definitions and queries that try to dominate, to crash or to cost much.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use proptest::prelude::*;
use tool_search::{
    Document, Index, IndexError, Learned, MAX_HITS, MAX_TOOLS_PER_SERVER, Parameter, Query,
    QueryError,
};

fn tool(name: &str, description: impl Into<String>) -> Document {
    Document {
        name: name.to_owned(),
        description: description.into(),
        ..Document::default()
    }
}

fn honest() -> Index {
    let mut index = Index::new();
    let files = [
        tool("read_file", "Read the contents of a file."),
        tool("write_file", "Write text to a file."),
        tool("list_directory", "List the files of a directory."),
    ];
    index.set_server("filesystem", &files).unwrap();
    let mail = [
        tool("send_email", "Send an email to a recipient."),
        tool("search_messages", "Search the messages of a mailbox."),
    ];
    index.set_server("mail", &mail).unwrap();
    index
}

fn found(index: &Index, phrasing: &str) -> Vec<String> {
    let query = Query {
        phrasings: &[phrasing],
        server: None,
        limit: 5,
    };
    let hits = index.search(&query).unwrap();
    hits.into_iter()
        .map(|hit| format!("{}/{}", hit.server, hit.tool))
        .collect()
}

const NEEDS: [(&str, &str); 4] = [
    ("read a file", "filesystem/read_file"),
    ("send an email", "mail/send_email"),
    ("list directory", "filesystem/list_directory"),
    ("search messages in my mailbox", "mail/search_messages"),
];

#[test]
fn repeated_words_lift_no_tool_above_an_honest_one() {
    let mut index = honest();
    let words = "read file send email list directory search messages mailbox ";
    let mut stuffed = tool("helper", words.repeat(20_000));
    stuffed.title = words.repeat(1_000);
    let parameter = Parameter {
        name: words.repeat(100),
        description: words.repeat(1_000),
    };
    stuffed.parameters = vec![parameter; 1_000];
    index.set_server("evil", &[stuffed]).unwrap();
    for (need, right) in NEEDS {
        assert_eq!(
            found(&index, need).first().map(String::as_str),
            Some(right),
            "{need}"
        );
    }
}

#[test]
fn many_copies_of_a_tool_push_out_no_better_one() {
    let mut index = honest();
    let copies: Vec<Document> = (0..MAX_TOOLS_PER_SERVER)
        .map(|n| {
            tool(
                &format!("t{n}"),
                "Read file, send email, list directory, search messages of a mailbox.",
            )
        })
        .collect();
    index.set_server("evil", &copies).unwrap();
    for (need, right) in NEEDS {
        let found = found(&index, need);
        assert!(
            found.iter().take(3).any(|name| name == right),
            "{need}: {found:?}"
        );
    }
}

#[test]
fn other_servers_keep_their_scores_when_a_server_comes_and_goes() {
    let mut index = honest();
    let before = found(&index, "read a file");
    for round in 0..50 {
        let odd: String = (0..500).map(|n| format!("w{round}x{n} ")).collect();
        index.set_server("evil", &[tool("x", odd)]).unwrap();
    }
    index.remove_server("evil");
    assert_eq!(found(&index, "read a file"), before);
    assert_eq!(index.len(), 5);
    assert_eq!(index.servers().collect::<Vec<_>>(), ["filesystem", "mail"]);
}

#[test]
fn too_many_tools_are_refused_without_a_change() {
    let mut index = honest();
    let tools = vec![tool("x", "y"); MAX_TOOLS_PER_SERVER + 1];
    let refused = index.set_server("mail", &tools);
    assert_eq!(
        refused,
        Err(IndexError::TooManyTools { tools: tools.len() })
    );
    assert_eq!(index.len(), 5);
}

#[test]
fn bad_query_fails_with_what_to_do() {
    let index = honest();
    let search = |phrasings: &[&str], server| {
        index.search(&Query {
            phrasings,
            server,
            limit: 5,
        })
    };
    assert_eq!(search(&[], None), Err(QueryError::Empty));
    assert_eq!(search(&["", "?!"], None), Err(QueryError::Empty));
    let unknown = search(&["mail"], Some("nobody")).unwrap_err();
    assert!(unknown.to_string().contains("leave `server` out"));
}

#[test]
fn server_filter_leaves_only_that_server() {
    let index = honest();
    let query = Query {
        phrasings: &["file or email"],
        server: Some("mail"),
        limit: 5,
    };
    let hits = index.search(&query).unwrap();
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit.server == "mail"));
}

#[test]
fn learned_words_find_a_tool_that_shares_none() {
    let index = honest();
    let need = "give Grandma a shout";
    let query = Query {
        phrasings: &[need],
        server: None,
        limit: 1,
    };
    let mut learned = Learned::new();
    learned.record(&[need], "mail", "send_email");
    let hits = index.search_with(&query, &learned).unwrap();
    assert_eq!(
        hits.first().map(|hit| hit.tool.as_str()),
        Some("send_email")
    );
    learned.forget_server("mail");
    assert_eq!(learned, Learned::new());
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,80}",
        "[a-zA-Z_]{0,20}( [a-z]{1,8}){0,6}",
        "[ぁ-んァ-ヶ一-龠]{0,12}",
        Just("read file ".repeat(3_000)),
    ]
}

prop_compose! {
    fn document()(id: u64, name in text(), title in text(), description in text(), parameters in prop::collection::vec((text(), text()), 0..3)) -> Document {
        let parameter = |(name, description)| Parameter { name, description };
        Document { id, name, title, description, parameters: parameters.into_iter().map(parameter).collect() }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Bounded, sorted, above 0, and the same whatever the order in which servers were added, changed and removed.
    #[test]
    fn search_is_bounded_and_independent_of_history(
        servers in prop::collection::btree_map(text(), prop::collection::vec(document(), 1..5), 1..5),
        phrasings in prop::collection::vec(text(), 0..12),
        limit in 0_usize..200,
    ) {
        let mut one = Index::new();
        for (name, tools) in &servers {
            one.set_server(name, tools).unwrap();
        }
        let mut other = Index::new();
        for (name, tools) in servers.iter().rev() {
            other.set_server("passing", tools).unwrap();
            other.set_server(name, &tools[1..]).unwrap();
            other.set_server(name, tools).unwrap();
        }
        if !servers.contains_key("passing") {
            other.remove_server("passing");
        }
        let phrasings: Vec<&str> = phrasings.iter().map(String::as_str).collect();
        let query = Query { phrasings: &phrasings, server: None, limit };
        let hits = one.search(&query);
        prop_assert_eq!(&hits, &other.search(&query));
        if let Ok(hits) = hits {
            prop_assert!(hits.len() <= limit.min(MAX_HITS));
            prop_assert!(hits.iter().all(|hit| hit.score > 0.0 && hit.score.is_finite()));
        }
    }
}
