//! Parallel calls of a real server: one approval, and each call still its own.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use host::Host;
use host_api::{
    AnswerView, ApprovalKindView, ApprovalView, CallStateView, CallView, CallsApprovalView,
    ErrorCode, ScopeView,
};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person, calls};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";

fn read(n: usize, path: &PathBuf) -> Value {
    json!({ "id": format!("c{n}"), "name": "Files_read_text_file", "arguments": { "path": path } })
}

/// A house with a folder of numbered files that the file server may read, and a model that wants these calls at once.
async fn house(files: usize, more: &[Value], last: &str) -> (House, Aimock, PathBuf) {
    let house = House::open(Person::Waits).await;
    let folder = house.folder("notes");
    let mut wished = Vec::new();
    for n in 0..files {
        let path = folder.join(format!("{n}.txt"));
        std::fs::write(&path, format!("words of file {n}\n")).unwrap();
        wished.push(read(n, &path));
    }
    wished.extend(more.iter().cloned());
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": last }, "response": { "content": "Read." } },
        { "match": { "userMessage": "Read", "hasToolResult": false }, "response": { "toolCalls": wished } },
    ]))
    .unwrap();
    let allowed = folder.display().to_string();
    let program = peers::node_server(FILESYSTEM).unwrap();
    house.server("Files", program, &[&allowed]).await;
    (house, aimock, folder)
}

/// Waits until the queue is as `is` wants it.
async fn queue(host: &Host, is: impl Fn(&[ApprovalView]) -> bool) -> Vec<ApprovalView> {
    let mut queue = host.prompts();
    let wait = async {
        loop {
            let prompts = queue.recv().await.expect("the host lives");
            if is(&prompts) {
                return prompts;
            }
        }
    };
    tokio::time::timeout(LIMIT, wait)
        .await
        .expect("it is asked")
}

fn group(prompt: &ApprovalView) -> &CallsApprovalView {
    match &prompt.kind {
        ApprovalKindView::Calls { calls } => calls,
        other => panic!("{other:?}"),
    }
}

fn is_group(prompts: &[ApprovalView]) -> bool {
    matches!(
        prompts,
        [ApprovalView {
            kind: ApprovalKindView::Calls { .. },
            ..
        }]
    )
}

/// Answers as the window does: on display for the arming time.
async fn answer(host: &Host, prompt: &ApprovalView, answer: AnswerView) -> Result<(), ErrorCode> {
    let id = prompt.id.parse().unwrap();
    host.prompt_shown(id, prompt.revision).map_err(|e| e.code)?;
    tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;
    let answered = host.answer_prompt(id, prompt.revision, answer).await;
    answered.map_err(|e| e.code)
}

fn ticked(group: &CallsApprovalView, places: &[usize]) -> AnswerView {
    AnswerView::AllowCalls {
        calls: places
            .iter()
            .map(|at| group.calls[*at].id.clone())
            .collect(),
    }
}

/// What the model was told by tools, in its last request.
fn told(aimock: &Aimock) -> Vec<String> {
    let journal = aimock.journal().unwrap();
    let messages = journal.last().unwrap().body["messages"]
        .as_array()
        .unwrap()
        .clone();
    let tools = messages.iter().filter(|m| m["role"] == "tool");
    tools.map(|m| m["content"].to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_parallel_reads_are_one_approval_and_only_the_ticked_ones_are_sent() {
    let (house, aimock, folder) = house(5, &[], "c4").await;
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let id = house.host.send(None, provider, "Read", None).await.unwrap();
    let prompts = queue(&house.host, is_group).await;
    let shown = group(&prompts[0]).clone();
    assert_eq!(shown.calls.len(), 5);
    assert_eq!((shown.tools.len(), shown.tools[0].calls), (1, 5));
    for (n, call) in shown.calls.iter().enumerate() {
        let path = folder.join(format!("{n}.txt")).display().to_string();
        assert!(
            call.json.contains(&path),
            "in the order of the step, in full: {}",
            call.json
        );
    }
    // Each call of the chat leads to the one approval.
    for call in calls(&house.view(id).await) {
        let CallStateView::Waiting { prompt, why, .. } = call.state else {
            panic!("{:?}", call.state);
        };
        assert_eq!(prompt.as_deref(), Some(prompts[0].id.as_str()));
        assert!(!why.is_empty());
    }
    let whole = AnswerView::Allow {
        scope: ScopeView::Once,
        values: vec![],
        key: None,
    };
    assert_eq!(
        answer(&house.host, &prompts[0], whole).await,
        Err(ErrorCode::Stale)
    );
    answer(&house.host, &prompts[0], ticked(&shown, &[0, 2, 3]))
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;

    let ends = calls(&house.view(id).await);
    for (n, call) in ends.iter().enumerate() {
        if [0, 2, 3].contains(&n) {
            assert!(
                matches!(call.state, CallStateView::Done { by_rule: false, .. }),
                "{call:?}"
            );
        } else {
            assert!(
                matches!(call.state, CallStateView::Denied { .. }),
                "{call:?}"
            );
        }
    }
    let told = told(&aimock);
    assert_eq!(told.len(), 5, "each is told of by itself");
    for (n, words) in told.iter().enumerate() {
        let denied = ![0, 2, 3].contains(&n);
        assert_eq!(
            words.contains(&format!("words of file {n}")),
            !denied,
            "{words}"
        );
        assert_eq!(words.contains("denied"), denied, "{words}");
    }
    // A row for each, written before anything was sent.
    let rows = house.host.audit_list(None, 100).await.unwrap();
    let decided = rows
        .iter()
        .filter(|row| row.kind == "decision" && row.subject == "read_text_file");
    let decided: Vec<bool> = decided
        .map(|row| row.decision.as_deref() == Some("allowed"))
        .collect();
    assert_eq!(decided.len(), 5, "{decided:?}");
    assert_eq!(decided.iter().filter(|allowed| **allowed).count(), 3);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destructive_call_among_harmless_ones_is_asked_about_alone() {
    let path = "/tmp/never-written";
    let write = json!({ "id": "w", "name": "Files_write_file", "arguments": { "path": path, "content": "gone" } });
    let (house, aimock, _) = house(4, &[write], "w").await;
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let id = house.host.send(None, provider, "Read", None).await.unwrap();
    let two = |prompts: &[ApprovalView]| prompts.len() == 2;
    let prompts = queue(&house.host, two).await;
    let shown = group(&prompts[0]).clone();
    assert_eq!(shown.calls.len(), 4);
    assert!(shown.calls.iter().all(|call| call.tool == "read_text_file"));
    let ApprovalKindView::Tool { tool } = &prompts[1].kind else {
        panic!("{:?}", prompts[1].kind);
    };
    assert_eq!((tool.tool.as_str(), tool.tier), ("write_file", 4));
    // The group cannot be answered for it.
    let mut all: Vec<String> = shown.calls.iter().map(|call| call.id.clone()).collect();
    let single = calls(&house.view(id).await);
    all.extend(
        single
            .iter()
            .filter(|c| c.tool == "write_file")
            .map(|c| c.id.clone()),
    );
    let sly = AnswerView::AllowCalls { calls: all };
    assert_eq!(
        answer(&house.host, &prompts[0], sly).await,
        Err(ErrorCode::Stale)
    );
    answer(&house.host, &prompts[0], ticked(&shown, &[0, 1, 2, 3]))
        .await
        .unwrap();
    let left = queue(&house.host, |prompts| prompts.len() == 1).await;
    answer(&house.host, &left[0], AnswerView::Deny { note: None })
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    let written = calls(&house.view(id).await).pop().unwrap();
    assert!(
        matches!(written.state, CallStateView::Denied { .. }),
        "{written:?}"
    );
    assert!(!std::path::Path::new(path).exists());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_taken_apart_is_edited_alone_and_its_bytes_are_the_edited_ones() {
    let (house, aimock, folder) = house(3, &[], "c2").await;
    std::fs::write(folder.join("other.txt"), "edited by hand\n").unwrap();
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let id = house.host.send(None, provider, "Read", None).await.unwrap();
    let prompts = queue(&house.host, is_group).await;
    let shown = group(&prompts[0]).clone();
    let host = &house.host;
    let group_id = prompts[0].id.parse().unwrap();
    host.decide_apart(
        group_id,
        prompts[0].revision,
        shown.calls[1].id.parse().unwrap(),
    )
    .unwrap();
    let prompts = queue(host, |prompts| prompts.len() == 2).await;
    let alone = &prompts[0];
    let json = json!({ "path": folder.join("other.txt") }).to_string();
    let revision = host
        .edit_prompt(alone.id.parse().unwrap(), alone.revision, &json)
        .await
        .unwrap();
    let edited = ApprovalView {
        revision,
        ..alone.clone()
    };
    let once = AnswerView::Allow {
        scope: ScopeView::Once,
        values: vec![],
        key: None,
    };
    answer(host, &edited, once).await.unwrap();
    let left = queue(host, is_group).await;
    answer(host, &left[0], ticked(group(&left[0]), &[0, 1]))
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    let told = told(&aimock);
    for (words, said) in told.iter().zip(["file 0", "edited by hand", "file 2"]) {
        assert!(words.contains(said), "{said} in {words}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_with_as_many_calls_as_an_answer_may_hold_is_a_few_bounded_approvals() {
    const CALLS: usize = llm::MAX_TOOL_CALLS;
    let (house, aimock, _) = house(CALLS, &[], &format!("c{}", CALLS - 1)).await;
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let id = house.host.send(None, provider, "Read", None).await.unwrap();
    let mut answered = 0;
    let mut seen = BTreeSet::new();
    while answered < consent::MAX_WAITING {
        let known = seen.clone();
        let fresh = move |prompts: &[ApprovalView]| {
            prompts
                .first()
                .is_some_and(|prompt| !known.contains(&prompt.id))
        };
        let prompts = queue(&house.host, fresh).await;
        let shown = group(&prompts[0]).clone();
        assert!(shown.calls.len() <= consent::MAX_GROUP);
        let all: Vec<usize> = (0..shown.calls.len()).collect();
        let yes = ticked(&shown, &all);
        answer(&house.host, &prompts[0], yes).await.unwrap();
        seen.insert(prompts[0].id.clone());
        answered += all.len();
    }
    let groups = consent::MAX_WAITING.div_ceil(consent::MAX_GROUP);
    assert_eq!(seen.len(), groups);
    house.end_of_turn(&mut events, id).await;
    let ends = calls(&house.view(id).await);
    let is_done = |c: &&CallView| matches!(c.state, CallStateView::Done { .. });
    let is_denied = |c: &&CallView| matches!(c.state, CallStateView::Denied { .. });
    assert_eq!(ends.iter().filter(is_done).count(), consent::MAX_WAITING);
    assert_eq!(
        ends.iter().filter(is_denied).count(),
        CALLS - consent::MAX_WAITING
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_calls_in_one_step_are_refused_before_anybody_is_asked() {
    let (house, aimock, _) = house(200, &[], "c199").await;
    let provider = house.model(&aimock).await;
    let (id, _) = house.turn(provider, "Read").await;
    assert!(house.host.waiting().is_empty());
    let sent = calls(&house.view(id).await);
    assert!(sent.iter().all(|call| call.sent_ms.is_none()), "{sent:?}");
    house.close().await;
}
