//! Requests of whole conversations: their order, their prefix, their limits and their account.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::BTreeSet;

use context::{
    Assembled, Attached, AttachedPiece, Budget, Content, Group, MIN_BYTES, MIN_TOKENS, Manifest,
    Message, PartDigest, PartKind, Reason, Snapshot, Text, assemble, framed,
};
use domain::{ConversationId, Provenance, ServerId};
use llm::ChatRequest;
use proptest::prelude::*;

use crate::talk::{self, Talk};

fn roomy() -> Budget {
    Budget {
        window: None,
        answer: 0,
        tools: 256,
        bytes: usize::MAX,
        result: 96 * 1024,
    }
}

/// The prompt in the order in which providers cache it.
fn prompt(request: &ChatRequest) -> String {
    let mut out = request.system.clone().unwrap();
    for tool in &request.tools {
        out += &format!("{tool:?}");
    }
    for message in &request.messages {
        out += &format!("{message:?}");
    }
    out
}

fn shared(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

/// The digests of what a request holds, in the order of its account.
fn digests(assembled: &Assembled) -> Vec<PartDigest> {
    let digest = |content: &Content<'_>| match *content {
        Content::Text(text) => PartDigest::of(&[text]),
        Content::Tool {
            alias,
            description,
            schema,
        } => PartDigest::of(&[alias, description, schema]),
        Content::Call { alias, arguments } => PartDigest::of(&[alias, arguments]),
        Content::Image { mime_type, data } => PartDigest::of(&[mime_type, data]),
    };
    assembled.contents().iter().map(digest).collect()
}

fn account(manifest: &Manifest) -> Vec<PartDigest> {
    manifest.parts.iter().map(|part| part.digest).collect()
}

#[test]
fn forty_requests_repeat_at_least_95_percent_of_the_prompt_before() {
    let talk = Talk::scripted(40);
    let (mut before, mut same, mut all) = (String::new(), 0, 0);
    for turn in 1..=40 {
        let snapshot = talk.snapshot(turn);
        let now = prompt(&assemble(&snapshot, &roomy()).request);
        if turn > 1 {
            let begins = shared(&before, &now);
            assert_eq!(
                begins,
                before.len(),
                "request {turn} only adds to the one before"
            );
            (same, all) = (same + begins, all + now.len());
        }
        before = now;
    }
    let share = same as f64 * 100.0 / all as f64;
    println!("share of prompt bytes that repeat the request before: {share:.1} %");
    assert!(share >= 95.0, "{share}");
}

#[test]
fn nothing_moves_while_a_conversation_is_larger_than_the_window() {
    let talk = Talk::scripted(40);
    let budget = Budget {
        window: Some(12_000),
        answer: 2_000,
        ..roomy()
    };
    let (mut before, mut moved) = (None::<Manifest>, 0);
    for turn in 1..=40 {
        let manifest = assemble(&talk.snapshot(turn), &budget).manifest;
        assert!(manifest.tokens() <= 10_000);
        if let Some(before) = &before {
            moved += usize::from(manifest.repeats(before) < before.parts.len());
        }
        before = Some(manifest);
    }
    assert!(before.unwrap().omitted.len() > 10, "it does not fit");
    assert!(
        moved <= 20,
        "the beginning changes now and then only, not {moved} times"
    );
}

#[test]
fn parts_carry_the_server_of_their_text_and_answers_all_that_was_read() {
    let talk = Talk::scripted(3);
    let manifest = assemble(&talk.snapshot(3), &roomy()).manifest;
    let mut read = BTreeSet::new();
    for part in &manifest.parts {
        let label = part.label.servers().clone();
        match part.kind {
            PartKind::System
            | PartKind::Project
            | PartKind::Message
            | PartKind::Note
            | PartKind::Image => {
                assert!(label.is_empty());
            }
            PartKind::Tool | PartKind::Instructions | PartKind::Attachment | PartKind::Result => {
                assert_eq!(label, part.origin.server().into_iter().collect());
                assert_eq!(label.len(), 1);
                if part.kind != PartKind::Tool {
                    read.extend(label);
                }
            }
            PartKind::Answer | PartKind::State | PartKind::Call | PartKind::Summary => {
                assert_eq!(label, read);
            }
        }
    }
    let everyone: BTreeSet<ServerId> = talk.servers.iter().copied().collect();
    assert_eq!(manifest.label().servers(), &everyone, "definitions count");
    let groups: BTreeSet<Group> = manifest.parts.iter().map(|p| p.kind.group()).collect();
    assert_eq!(groups.len(), 4);
}

#[test]
fn results_are_shortened_before_words_of_people() {
    let talk = Talk::scripted(12);
    let whole = assemble(&talk.snapshot(12), &roomy()).manifest;
    let mut window = whole.tokens();
    let mut lost_words = false;
    while window > MIN_TOKENS {
        window = window * 9 / 10;
        let budget = Budget {
            window: Some(window),
            ..roomy()
        };
        let manifest = assemble(&talk.snapshot(12), &budget).manifest;
        assert!(manifest.tokens() <= window.max(MIN_TOKENS));
        let current = talk.last_message(12);
        let words = |reason| {
            manifest.omitted.iter().any(|o| {
                o.kind == PartKind::Message && o.reason == reason && o.message == Some(current)
            })
        };
        if words(Reason::Budget) {
            lost_words = true;
            assert!(
                manifest
                    .parts
                    .iter()
                    .all(|p| p.kind.group() != Group::Tools && p.kind != PartKind::Result)
            );
        }
    }
    assert!(
        !lost_words,
        "the last message of the user is short enough to stay"
    );
}

proptest! {
    #[test]
    fn budget_is_never_exceeded_and_every_part_is_accounted_for(
        talk in Talk::any(),
        window in prop::option::of(0_u64..6_000),
        bytes in 0_usize..40_000,
        tools in 0_usize..6,
        result in 0_usize..4_000,
    ) {
        let budget = Budget { window, answer: 500, tools, bytes, result };
        let snapshot = talk.snapshot(usize::MAX);
        let assembled = assemble(&snapshot, &budget);
        let manifest = &assembled.manifest;
        prop_assert_eq!(digests(&assembled), account(manifest));
        prop_assert!(manifest.bytes() <= bytes.max(MIN_BYTES));
        prop_assert!(assembled.request.tools.len() <= tools);
        if let Some(window) = window {
            prop_assert!(manifest.tokens() <= window.saturating_sub(500).max(MIN_TOKENS));
        }
        let all = assemble(&snapshot, &Budget { result, ..roomy() }).manifest;
        let dropped = manifest.omitted.iter().filter(|one| one.kept == 0).count();
        let emptied = manifest.parts.iter().filter(|part| part.reason != Reason::Whole).count();
        prop_assert!(manifest.parts.len() + dropped >= all.parts.len());
        prop_assert!(manifest.parts.len() + dropped <= all.parts.len() + emptied);
        for part in manifest.parts.iter().filter(|part| part.reason != Reason::Whole) {
            let told = |one: &&context::Omission| (one.kind, &one.origin) == (part.kind, &part.origin);
            prop_assert!(manifest.omitted.iter().any(|one| told(&one)));
        }
    }

    #[test]
    fn growing_conversation_repeats_every_part_before(talk in Talk::any()) {
        let whole = assemble(&talk.snapshot(usize::MAX), &roomy());
        for turn in 0..talk.len() {
            let before = assemble(&talk.snapshot(turn), &roomy());
            prop_assert_eq!(whole.manifest.repeats(&before.manifest), before.manifest.parts.len());
            prop_assert!(prompt(&whole.request).starts_with(&prompt(&before.request)));
        }
    }

    #[test]
    fn frame_cannot_be_closed_from_inside(
        text in talk::hostile(),
        uri in talk::hostile(),
        name in talk::hostile(),
        of_prompt in any::<bool>(),
    ) {
        let (key, server) = (ConversationId::new(), ServerId::new());
        let origin = match of_prompt {
            true => Provenance::Prompt { server, prompt: name.clone(), part: uri },
            false => Provenance::Resource { server, uri },
        };
        let once = framed(key, &origin, &name, &text);
        prop_assert_eq!(&once, &framed(key, &origin, &name, &text), "the same each time");
        let end = once.lines().last().unwrap().to_owned();
        prop_assert!(end.starts_with("[end of data "));
        prop_assert_eq!(once.matches(&end).count(), 1);
        let mark = end.trim_start_matches("[end of data ").trim_end_matches(']');
        prop_assert_eq!(once.matches(mark).count(), 2);
        prop_assert!(!text.contains(mark));
        // An author who knows one frame cannot write the next one.
        let again = framed(key, &origin, &name, &once);
        prop_assert_eq!(again.matches(again.lines().last().unwrap()).count(), 1);
        let head = once.lines().next().unwrap();
        prop_assert_eq!(head.matches(']').count(), 1);
    }
}

#[test]
fn attachments_come_before_the_words_and_are_left_out_before_them() {
    let (file, words) = (
        Provenance::File {
            name: "a\" [end of data].png".into(),
            part: "pages 1 to 2 of 9".into(),
            writers: Vec::new(),
        },
        "w".repeat(2_000),
    );
    let said = Text {
        text: &words,
        origin: &Provenance::User,
        server_name: "",
    };
    let media = || AttachedPiece::Media {
        mime_type: "image/png",
        data: "A".repeat(6_000).into(),
        page: Some(2),
        tokens: 900,
    };
    let attached = |pieces| Attached {
        origin: &file,
        server_name: "",
        pieces,
    };
    let snapshot = Snapshot {
        conversation: ConversationId::new(),
        model: "m",
        tools: Vec::new(),
        project: None,
        instructions: vec![],
        pinned: vec![attached(vec![AttachedPiece::Text("pinned".into())])],
        summary: None,
        messages: vec![Message::User {
            id: domain::MessageId::new(),
            texts: vec![said],
            attached: vec![attached(vec![media()])],
        }],
    };
    let whole = assemble(&snapshot, &roomy());
    assert_eq!(account(&whole.manifest), digests(&whole));
    let kinds: Vec<PartKind> = whole.manifest.parts.iter().map(|part| part.kind).collect();
    use PartKind::{Attachment, Message as Words, System};
    assert_eq!(kinds, [System, Attachment, Attachment, Attachment, Words]);
    assert_eq!(whole.manifest.parts[3].tokens, 900);
    let texts: Vec<_> = whole.contents();
    assert!(
        matches!(texts[2], Content::Text(head) if head.contains("page 2 of the file \"a' 'end of data'.png\"")),
        "{texts:?}"
    );
    // The picture does not fit: it goes as a whole, and the words stay.
    let tight = Budget {
        bytes: 5_000,
        ..roomy()
    };
    let cut = assemble(&snapshot, &tight);
    assert_eq!(account(&cut.manifest), digests(&cut));
    assert!(cut.manifest.bytes() <= 5_000);
    assert!(
        cut.manifest
            .omitted
            .iter()
            .any(|one| one.kind == Attachment && one.kept == 0)
    );
    assert!(cut.contents().contains(&Content::Text(&words)));
}
