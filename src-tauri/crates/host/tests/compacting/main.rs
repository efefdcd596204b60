//! Compaction of long conversations against a scripted model endpoint: by hand and at 80 % of the window, its failures, and the labels that it keeps.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod day;

use domain::ConversationId;
use host_api::{
    CallStateView, CompactingView, ContextKindView, ContextPurposeView, Event, PartView, RoleView,
    TurnStateView,
};
use serde_json::json;

use day::{Answer, Day, WINDOW, ended, server, text, until, whole};

/// About a tenth of the window.
const LONG: usize = 160;
/// What a server returned, and what the model made of it.
const SECRET: &str = "canary-7c1f9e20: the door code of the north gate is 4711-8822-9930";

#[tokio::test(flavor = "multi_thread")]
async fn conversation_is_summarized_at_80_percent_and_goes_on_with_the_summary() {
    let day = Day::begin().await;
    day.endpoint.summaries(vec![text("They counted words.")]);
    let long = "word ".repeat(LONG * 4);
    let mut id = None;
    let mut turn = 0;
    while day.endpoint.bodies(true).is_empty() {
        turn += 1;
        assert!(turn < 20, "the window is full by then");
        id = Some(day.say(id, &format!("Question {turn}. {long}")).await);
    }
    let id = id.unwrap();
    let asked = day.endpoint.bodies(true);
    assert_eq!(asked.len(), 1, "one request for one summary");
    assert!(asked[0].get("tools").is_none(), "no tool is offered");
    assert!(whole(&asked[0]).contains("Question 1."));
    let sent = day.endpoint.bodies(false);
    let next = whole(sent.last().unwrap());
    assert!(next.contains("They counted words.") && !next.contains("Question 1."));
    assert!(
        next.contains(&format!("Question {turn}.")),
        "the last words stay"
    );
    let system = sent.last().unwrap()["messages"][0].to_string();
    assert!(
        !system.contains("They counted words."),
        "a summary is never in the system role"
    );

    let view = day.view(id).await;
    let compaction = view.compaction.unwrap();
    assert!(compaction.automatic && compaction.edited_ms.is_none());
    assert_eq!(
        (compaction.model.as_str(), compaction.used),
        ("m", Some((900, 12)))
    );
    assert_eq!(view.messages.len(), 2 * turn, "no message is lost");
    assert_eq!(
        view.messages[compaction.messages as usize - 1].id,
        compaction.up_to
    );
    assert_eq!(
        view.messages[compaction.messages as usize].role,
        RoleView::User
    );
    assert!(view.compacting.is_none());

    let requests = day.host.context_requests(id).await.unwrap();
    let purposes: Vec<_> = requests.iter().map(|r| r.purpose).collect();
    let count = purposes.len();
    assert_eq!(
        purposes[count - 2..],
        [ContextPurposeView::Summary, ContextPurposeView::Reply]
    );
    for (request, body) in requests[count - 2..]
        .iter()
        .zip([&asked[0], sent.last().unwrap()])
    {
        let shown = day.host.context_request(id, &request.id).await.unwrap();
        let limit = if request.purpose == ContextPurposeView::Reply {
            100
        } else {
            75
        };
        assert!(shown.tokens * 100 <= WINDOW * limit, "{}", shown.tokens);
        assert_eq!(
            shown
                .parts
                .iter()
                .any(|p| p.kind == ContextKindView::Summary),
            request.purpose == ContextPurposeView::Reply
        );
        for part in &shown.parts {
            let opened = day
                .host
                .context_part(id, Some(&request.id), "", part.index)
                .await
                .unwrap();
            let [host_api::ContentView::Text { text, .. }] = &opened.content[..] else {
                panic!("each part opens as text: {part:?}");
            };
            let quoted = serde_json::to_string(text).unwrap();
            assert!(
                body.to_string().contains(quoted.trim_matches('"')),
                "{part:?}"
            );
        }
    }
    // The next turns repeat the summary and need no other.
    day.say(Some(id), "And now?").await;
    assert_eq!(day.endpoint.bodies(true).len(), 1);
    assert_eq!(day.compaction(id).await.id, compaction.id);
    day.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_automatic_summary_leaves_the_request_as_without_and_is_not_repeated_in_the_turn() {
    let day = Day::begin().await;
    day.endpoint.summaries(vec![Answer::Status(401)]);
    server(&day.host, "Files", "nothing").await;
    let long = "word ".repeat(LONG * 16);
    let id = day.say(None, &format!("First. {long}")).await;
    day.endpoint.replies(vec![
        Answer::Call("Files_echo", json!({ "text": "a" })),
        text("Done."),
    ]);
    day.say(Some(id), &format!("Second. {long}")).await;
    assert_eq!(
        day.endpoint.bodies(true).len(),
        1,
        "once in a turn of two steps"
    );
    let (automatic, message) = day.failure(id).await;
    assert!(automatic && message.contains("401"), "{message}");
    let last = whole(day.endpoint.bodies(false).last().unwrap());
    assert!(
        last.contains("Second.") && !last.contains("First."),
        "the oldest turn is left out"
    );
    day.host.dismiss_compaction(id).await.unwrap();
    assert!(day.view(id).await.compacting.is_none());

    day.host.set_compact(false).await.unwrap();
    day.say(Some(id), &format!("Third. {long}")).await;
    assert_eq!(
        day.endpoint.bodies(true).len(),
        1,
        "the user switched it off"
    );
    day.host.set_compact(true).await.unwrap();
    day.endpoint.summaries(vec![text("It was long.")]);
    day.say(Some(id), &format!("Fourth. {long}")).await;
    assert_eq!(day.compaction(id).await.summary, "It was long.");
    day.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn summary_is_made_edited_undone_and_made_again_by_hand() {
    let day = Day::begin().await;
    let id = day.turns(4).await;
    day.compact(id, None).await;
    let view = day.view(id).await;
    let first = view.compaction.unwrap();
    assert_eq!(first.messages, 4, "the last two turns stay");
    assert!(!first.automatic);
    let error = day
        .host
        .compact(
            id,
            Some(view.messages[1].id.parse().unwrap()),
            Some(day.provider),
        )
        .await;
    assert!(error.is_err(), "that message is summarized already");

    day.host
        .edit_summary(id, &first.id, "  I ask, it answers.\n")
        .await
        .unwrap();
    let edited = day.compaction(id).await;
    assert_eq!(edited.summary, "I ask, it answers.");
    assert!(edited.edited_ms.is_some());
    for wrong in [String::new(), "x".repeat(100_000)] {
        assert!(day.host.edit_summary(id, &first.id, &wrong).await.is_err());
    }
    day.say(Some(id), "More.").await;
    let sent = whole(day.endpoint.bodies(false).last().unwrap());
    assert!(sent.contains("I ask, it answers.") && sent.contains("edited by the user"));
    assert!(!sent.contains("Question 1.") && sent.contains("Question 2."));

    let up_to = view.messages[5].id.parse().unwrap();
    day.compact(id, Some(up_to)).await;
    let asked = whole(day.endpoint.bodies(true).last().unwrap());
    assert!(asked.contains("I ask, it answers.") && !asked.contains("Question 1."));
    let second = day.compaction(id).await;
    assert_eq!(second.messages, 6);
    day.host.undo_compaction(id, &second.id).await.unwrap();
    assert_eq!(
        day.compaction(id).await.id,
        first.id,
        "the summary before counts again"
    );
    assert!(day.host.undo_compaction(id, &second.id).await.is_err());
    day.host.undo_compaction(id, &first.id).await.unwrap();
    assert!(day.view(id).await.compaction.is_none());
    day.say(Some(id), "And?").await;
    let sent = whole(day.endpoint.bodies(false).last().unwrap());
    assert!(sent.contains("Question 0.") && !sent.contains("I ask, it answers."));
    day.compact(id, None).await;
    assert_eq!(day.compaction(id).await.messages, 8);
    day.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn summary_counts_only_on_branches_with_its_last_message() {
    let day = Day::begin().await;
    let id = day.turns(4).await;
    day.compact(id, None).await;
    let view = day.view(id).await;
    let second = view.messages[2].id.parse().unwrap();
    let mut events = day.host.events();
    day.host
        .edit_message(id, second, day.provider, "Another question.")
        .await
        .unwrap();
    ended(&mut events).await;
    assert!(
        day.view(id).await.compaction.is_none(),
        "the branch leaves before its end"
    );
    let sent = whole(day.endpoint.bodies(false).last().unwrap());
    assert!(sent.contains("Question 0.") && !sent.contains("They spoke"));
    let back = day
        .host
        .show_branch(id, view.messages[7].id.parse().unwrap())
        .await
        .unwrap();
    assert_eq!(back.compaction, view.compaction);
    day.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_model_does_a_failed_summary_leaves_the_conversation_as_it_was() {
    let day = Day::begin().await;
    let id = day.turns(4).await;
    let before = serde_json::to_value(day.view(id).await.messages).unwrap();
    for (answer, words) in [
        (Answer::Status(400), "400"),
        (Answer::Cut("They spoke ab"), "cut off"),
        (Answer::Endless, "longer than"),
        (text(" \n"), "no summary"),
        (Answer::Call("Files_echo", json!({})), "no summary"),
    ] {
        day.endpoint.summaries(vec![answer.clone()]);
        day.compact(id, None).await;
        let (automatic, message) = day.failure(id).await;
        assert!(
            !automatic && message.contains(words),
            "{answer:?}: {message}"
        );
        assert_eq!(
            serde_json::to_value(day.view(id).await.messages).unwrap(),
            before
        );
    }
    // It is stopped while the model writes.
    day.endpoint.summaries(vec![Answer::Hang("They sp")]);
    let mut events = day.host.events();
    day.host
        .compact(id, None, Some(day.provider))
        .await
        .unwrap();
    until(&mut events, |event| {
        matches!(
            event,
            Event::Compaction {
                compacting: Some(CompactingView::Running { messages: 4, .. }),
                ..
            }
        )
    })
    .await;
    let busy = day.host.send(Some(id), day.provider, "Wait!", None).await;
    assert!(busy.is_err(), "no turn begins meanwhile");
    assert!(
        day.host
            .compact(id, None, Some(day.provider))
            .await
            .is_err()
    );
    day.host.stop_turn(id);
    ended(&mut events).await;
    let view = day.view(id).await;
    assert!(view.compaction.is_none() && view.compacting.is_none());
    assert_eq!(view.summary.turn, TurnStateView::Idle);
    assert_eq!(serde_json::to_value(view.messages).unwrap(), before);
    day.endpoint.summaries(vec![text("They spoke.")]);
    day.compact(id, None).await;
    assert_eq!(day.compaction(id).await.summary, "They spoke.");
    let short = day.turns(1).await;
    assert!(
        day.host
            .compact(short, None, Some(day.provider))
            .await
            .is_err(),
        "one turn has nothing to summarize"
    );
    day.host.close().await;
}

/// The state of the last call of a conversation.
async fn last_call(day: &Day, id: ConversationId) -> Option<CallStateView> {
    let messages = day.view(id).await.messages;
    messages
        .iter()
        .rev()
        .flat_map(|m| m.parts.iter().rev())
        .find_map(|part| match part {
            PartView::Call { call, .. } => Some(call.state.clone()),
            PartView::Text { .. } | PartView::Reasoning { .. } | PartView::Notice { .. } => None,
        })
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_a_server_in_a_summary_still_asks_before_it_reaches_another_server() {
    for (tool, argument, summary) in [
        ("Mail_echo", SECRET, SECRET),
        // Paraphrased, nothing matches: the label alone decides.
        (
            "Mail_send",
            "four seven one one",
            "The code has four digits and begins with four seven.",
        ),
    ] {
        let day = Day::begin().await;
        let files = server(&day.host, "Files", SECRET).await;
        let mail = server(&day.host, "Mail", "sent").await;
        day.host.allow_tool(mail, "send", Some(1)).unwrap();
        day.endpoint.summaries(vec![text(summary)]);
        day.endpoint.replies(vec![
            Answer::Call("Files_echo", json!({ "text": "x" })),
            text("I read it."),
            text("Done."),
        ]);
        let id = day.say(None, "Read the note.").await;
        assert!(matches!(
            last_call(&day, id).await,
            Some(CallStateView::Done { .. })
        ));
        for words in ["And?", "More?", "Now?"] {
            day.say(Some(id), words).await;
        }
        let up_to = day.view(id).await.messages[4].id.parse().unwrap();
        day.compact(id, Some(up_to)).await;
        let compaction = day.compaction(id).await;
        let label: Vec<String> = compaction
            .label
            .iter()
            .map(|tag| tag.name.clone())
            .collect();
        assert!(label.contains(&"Files".to_owned()), "{label:?}");

        let asks = day.mail(Some(id), tool, argument).await;
        assert!(asks, "the rule for Mail does not hold");
        let sent = whole(day.endpoint.bodies(false).last().unwrap());
        assert!(sent.contains(summary) && !sent.contains("I read it."));
        let requests = day.host.context_requests(id).await.unwrap();
        let last = &requests.last().unwrap().id;
        let request = day.host.context_request(id, last).await.unwrap();
        let mut parts = request.parts.iter();
        let part = parts.find(|p| p.kind == ContextKindView::Summary).unwrap();
        let files = files.to_string();
        assert!(part.label.iter().any(|tag| tag.id == files));
        // The user's edit takes no label away.
        let edit = day
            .host
            .edit_summary(id, &compaction.id, "Nothing was read.");
        edit.await.unwrap();
        assert_eq!(day.compaction(id).await.label, compaction.label);
        assert!(day.mail(Some(id), "Mail_send", "Nothing").await);
        assert!(!day.mail(None, tool, argument).await, "elsewhere it does");
        day.host.close().await;
    }
}
