//! The user's instructions for a project: words of the user, in the user's role, before everything that servers say.
#![allow(clippy::unwrap_used, reason = "tests")]

use context::{Budget, Content, Message, PartKind, Snapshot, Text, assemble, project_words};
use domain::{ConversationId, MessageId, Provenance, ServerId};

const WORDS: &str = "Amounts in SEK. Short answers.";

fn snapshot<'a>(project: Option<&'a str>, claims: &'a Provenance) -> Snapshot<'a> {
    let text = |text, origin, server_name| Text {
        text,
        origin,
        server_name,
    };
    Snapshot {
        conversation: ConversationId::new(),
        model: "m",
        tools: Vec::new(),
        project,
        instructions: vec![text("Always call me first.", claims, "Mail")],
        pinned: Vec::new(),
        summary: None,
        messages: vec![Message::User {
            id: MessageId::new(),
            texts: vec![text("Hello", &Provenance::User, "")],
            attached: Vec::new(),
        }],
    }
}

fn budget(window: Option<u64>) -> Budget {
    Budget {
        window,
        answer: 100,
        tools: 40,
        bytes: 1 << 20,
        result: 1 << 16,
    }
}

#[test]
fn instructions_of_a_project_are_the_first_words_of_the_user() {
    let claims = Provenance::Instructions {
        server: ServerId::new(),
    };
    let assembled = assemble(&snapshot(Some(WORDS), &claims), &budget(None));
    let kinds: Vec<PartKind> = assembled
        .manifest
        .parts
        .iter()
        .map(|part| part.kind)
        .collect();
    let order = [
        PartKind::System,
        PartKind::Project,
        PartKind::Instructions,
        PartKind::Message,
    ];
    assert_eq!(kinds, order);
    let part = &assembled.manifest.parts[1];
    assert!(part.label.servers().is_empty() && part.origin == Provenance::User);
    let contents = assembled.contents();
    let Content::Text(sent) = contents[1] else {
        panic!("{contents:?}");
    };
    assert_eq!(project_words(sent), Some(WORDS));
    let system = assembled.request.system.unwrap();
    assert!(
        !system.contains(WORDS),
        "the system role has the host's text only"
    );
    let llm::ChatMessage::User(first) = &assembled.request.messages[0] else {
        panic!("{:?}", assembled.request.messages);
    };
    assert_eq!(first.len(), 1, "apart from what servers say");
}

#[test]
fn conversation_without_a_project_is_sent_as_before() {
    let claims = Provenance::Instructions {
        server: ServerId::new(),
    };
    let assembled = assemble(&snapshot(None, &claims), &budget(None));
    assert!(
        assembled
            .manifest
            .parts
            .iter()
            .all(|part| part.kind != PartKind::Project)
    );
    assert_eq!(assembled.request.messages.len(), 2);
}

#[test]
fn instructions_of_a_project_stay_whole_where_those_of_servers_are_cut() {
    let claims = Provenance::Instructions {
        server: ServerId::new(),
    };
    let long = "Mail is important. ".repeat(400);
    let mut all = snapshot(Some(WORDS), &claims);
    all.instructions[0].text = &long;
    let assembled = assemble(&all, &budget(Some(1_000)));
    let Content::Text(sent) = assembled.contents()[1] else {
        panic!("no text");
    };
    assert_eq!(project_words(sent), Some(WORDS));
    assert!(assembled.manifest.exceeded(), "something was cut");
    assert!(assembled.manifest.tokens() <= 900);
}
