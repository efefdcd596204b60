//! Deferred tools: results of a search refer to them, and the request has each tool that a result refers to.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use context::{
    AnswerPiece, Assembled, Block, Budget, Call, Content, End, Message, Outcome, PartKind, Reason,
    Snapshot, Text, Tool, assemble,
};
use domain::{CallId, ConversationId, MessageId, Provenance, ServerId};
use llm::{ChatMessage, Piece};

const SCHEMA: &str = r#"{"type":"object","properties":{"path":{"type":"string"}}}"#;

struct Case {
    key: ConversationId,
    server: ServerId,
    said: MessageId,
    replied: MessageId,
    call: CallId,
    /// The names of the tools that the search found.
    found: Vec<&'static str>,
}

impl Case {
    fn new(found: &[&'static str]) -> Self {
        Self {
            key: ConversationId::new(),
            server: ServerId::new(),
            said: MessageId::new(),
            replied: MessageId::new(),
            call: CallId::new(),
            found: found.to_vec(),
        }
    }

    fn origin(&self, tool: &str) -> Provenance {
        Provenance::Definition {
            server: self.server,
            tool: tool.to_owned(),
        }
    }

    /// The request after the search, with the host's search and these tools of the server.
    fn assembled(&self, tools: &[&'static str], deferred: bool, budget: &Budget) -> Assembled {
        let user = Text {
            text: "Read my notes",
            origin: &Provenance::User,
            server_name: "",
        };
        let definition = |tool: &&'static str| Block::Definition {
            origin: self.origin(tool),
            server_name: "Files",
            text: "tool: Files_read\ndescription: Reads",
        };
        let blocks = std::iter::once(Block::Text("2 tools match. Call one with `call_tool`."));
        let blocks = blocks.chain(self.found.iter().map(definition)).collect();
        let call = Call {
            id: self.call,
            server: None,
            provider_call_id: "p1".into(),
            alias: "find_tools",
            arguments: "{}",
            edited: None,
            end: End::Done {
                result: Outcome {
                    blocks,
                    structured: None,
                    is_error: false,
                    misfit: None,
                },
                reason: String::new(),
            },
        };
        let search = Tool {
            server: None,
            name: "find_tools",
            alias: "find_tools",
            description: "Searches",
            schema: "{}",
            deferred: false,
        };
        let of_server = tools.iter().map(|name| Tool {
            server: Some(self.server),
            name,
            alias: if *name == "read" { "Files_read" } else { name },
            description: "Reads a file",
            schema: SCHEMA,
            deferred,
        });
        let snapshot = Snapshot {
            conversation: self.key,
            model: "claude-opus-4-8",
            tools: std::iter::once(search).chain(of_server).collect(),
            project: None,
            instructions: vec![],
            pinned: vec![],
            summary: None,
            messages: vec![
                Message::User {
                    id: self.said,
                    texts: vec![user],
                    attached: vec![],
                },
                Message::Answer {
                    id: self.replied,
                    model: "claude-opus-4-8",
                    read: context::Label::default(),
                    pieces: vec![AnswerPiece::Call(Box::new(call))],
                },
            ],
        };
        assemble(&snapshot, budget)
    }
}

fn roomy() -> Budget {
    Budget {
        window: None,
        answer: 0,
        tools: 256,
        bytes: usize::MAX,
        result: 96 * 1024,
    }
}

fn result(assembled: &Assembled) -> &[Piece] {
    match assembled.request.messages.last() {
        Some(ChatMessage::ToolResults(results)) => &results[0].pieces,
        other => panic!("no result: {other:?}"),
    }
}

#[test]
fn search_refers_to_deferred_tools_and_keeps_their_label_and_size() {
    let case = Case::new(&["read", "list"]);
    let assembled = case.assembled(&["read", "list"], true, &roomy());
    let references = [Piece::Tool("Files_read".into()), Piece::Tool("list".into())];
    assert_eq!(result(&assembled), references);
    let parts = &assembled.manifest.parts;
    let tools: Vec<_> = parts.iter().filter(|p| p.kind == PartKind::Tool).collect();
    assert_eq!(tools[0].reason, Reason::Whole, "the search itself");
    for tool in &tools[1..] {
        assert_eq!((tool.reason, tool.tokens), (Reason::Deferred, 0));
        assert!(tool.bytes > SCHEMA.len(), "it is sent");
    }
    let read: Vec<_> = parts
        .iter()
        .filter(|p| p.kind == PartKind::Result)
        .collect();
    assert_eq!(read.len(), 2);
    assert!(
        read.iter()
            .all(|part| part.label.servers().contains(&case.server))
    );
    assert!(
        read.iter().all(|part| part.tokens > 20),
        "the model reads it here"
    );
    assert!(assembled.manifest.omitted.is_empty());
    let contents = assembled.contents();
    assert_eq!(contents.len(), parts.len());
    assert!(matches!(
        contents[6],
        Content::Tool {
            alias: "Files_read",
            ..
        }
    ));
}

#[test]
fn same_search_is_framed_text_for_other_models() {
    let case = Case::new(&["read"]);
    let assembled = case.assembled(&["read"], false, &roomy());
    let [Piece::Text(head), Piece::Text(framed)] = result(&assembled) else {
        panic!("two texts");
    };
    assert!(head.contains("call_tool"));
    assert!(framed.starts_with("[data ") && framed.contains("Files_read"));
}

#[test]
fn tools_that_are_gone_are_not_referred_to() {
    let case = Case::new(&["read", "gone"]);
    let assembled = case.assembled(&["read"], true, &roomy());
    assert_eq!(result(&assembled), [Piece::Tool("Files_read".into())]);

    // Nothing of the result is in the request: its text stays, as data.
    let assembled = Case::new(&["gone"]).assembled(&["read"], true, &roomy());
    assert!(
        result(&assembled)
            .iter()
            .all(|p| matches!(p, Piece::Text(_)))
    );

    // The limit of the endpoint leaves the tool out after the result was written.
    let one = Budget {
        tools: 1,
        ..roomy()
    };
    let assembled = case.assembled(&["read"], true, &one);
    let sent: Vec<_> = assembled
        .request
        .tools
        .iter()
        .map(|t| t.alias.as_str())
        .collect();
    assert_eq!(sent.len(), 1);
    let refers =
        |piece: &Piece| matches!(piece, Piece::Tool(alias) if !sent.contains(&alias.as_str()));
    assert!(
        !result(&assembled).iter().any(refers),
        "{:?}",
        result(&assembled)
    );
    assert!(!result(&assembled).is_empty());
}

#[test]
fn tool_that_is_found_moves_nothing_before_it() {
    let case = Case::new(&["read"]);
    let before = case.assembled(&[], true, &roomy()).manifest;
    let after = case.assembled(&["read"], true, &roomy()).manifest;
    // All but the result itself, which was text before its tool was on offer.
    assert_eq!(after.repeats(&before), after.parts.len() - 1);
    let more = case.assembled(&["read", "list"], true, &roomy()).manifest;
    assert_eq!(
        more.repeats(&after),
        more.parts.len(),
        "a deferred tool is no part of the prefix"
    );
}
