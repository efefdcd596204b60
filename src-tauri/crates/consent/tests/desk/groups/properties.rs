//! Groups of calls under any order of edits, withdrawals and answers.

use super::*;

/// What may happen while groups wait.
#[derive(Clone, Debug)]
enum Op {
    /// The call at this place is stopped.
    Withdraw(usize),
    /// The call at this place is asked once more.
    Join(usize),
    /// A call of the first group is decided apart.
    Apart(usize),
    /// The first prompt is edited, if it is one call.
    Edit,
    /// The first prompt is painted.
    Show,
    /// Time passes.
    Wait(u64),
    /// The first prompt is answered with these ticks, as it was so many looks ago.
    Answer(BTreeSet<usize>, usize),
}

fn op() -> impl Strategy<Value = Op> {
    let ticks = prop::collection::btree_set(0..8usize, 0..6);
    prop_oneof![
        1 => (0..8usize).prop_map(Op::Withdraw),
        1 => (0..8usize).prop_map(Op::Join),
        1 => (0..8usize).prop_map(Op::Apart),
        1 => Just(Op::Edit),
        4 => Just(Op::Show),
        4 => prop::sample::select(vec![1u64, 499, 500]).prop_map(Op::Wait),
        4 => (ticks, prop::sample::select(vec![0usize, 0, 0, 1, 2])).prop_map(|(t, n)| Op::Answer(t, n)),
    ]
}

/// The arguments that a prompt shows, by the call that it names them by.
fn shown(prompt: &PendingApproval) -> BTreeMap<CallId, String> {
    let of = |q: &ToolApproval| (q.call.id, q.call.arguments.as_str().to_owned());
    match &prompt.question {
        ApprovalRequest::Calls(group) => group.calls.iter().map(|c| of(&c.question)).collect(),
        question => question.tool().map(of).into_iter().collect(),
    }
}

/// Does it all, and checks that exactly the ticked members of the revision on display were allowed, with the arguments that
/// were on display.
async fn check(ops: Vec<Op>) {
    let rows = Arc::new(Rows::default());
    let desk = Consent::new(rows.clone());
    let step = reads(6);
    let asked: BTreeMap<String, &ToolApproval> = step
        .iter()
        .map(|q| (q.asked.as_str().to_owned(), q))
        .collect();
    let mut calls: Vec<(CallId, String)> = step
        .iter()
        .map(|q| (q.call.id, q.asked.as_str().to_owned()))
        .collect();
    let mut ends = begin(&desk, step.clone());
    let mut looks: Vec<PendingApproval> = Vec::new();
    let mut on_display: Option<(domain::ApprovalId, u32, Instant)> = None;
    // What was ticked, as it was asked for and as it was on display.
    let mut ticked: BTreeMap<String, String> = BTreeMap::new();
    for op in ops {
        let Some(now) = desk.prompts().into_iter().next() else {
            break;
        };
        looks.push(now.clone());
        match op {
            Op::Withdraw(at) => desk.withdraw(calls[at % calls.len()].0),
            Op::Join(at) => {
                let (_, arguments) = calls[at % calls.len()].clone();
                let mut twin = asked[&arguments].clone();
                twin.call.id = CallId::new();
                calls.push((twin.call.id, arguments));
                ends.extend(begin(&desk, vec![twin]));
            }
            Op::Apart(at) => {
                let member = ids(&now)[at % ids(&now).len()];
                let _ = desk.decide_apart(now.id, now.revision, member);
            }
            Op::Edit => {
                if let Some(q) = now.question.tool() {
                    let mut edited = q.clone();
                    edited.call.arguments = JsonObjectText::parse(r#"{"path":"/edited"}"#).unwrap();
                    desk.revise(now.id, now.revision, edited).unwrap();
                }
            }
            Op::Show => {
                desk.shown(now.id, now.revision).unwrap();
                on_display = Some((now.id, now.revision, Instant::now()));
            }
            Op::Wait(ms) => tokio::time::advance(Duration::from_millis(ms)).await,
            Op::Answer(ticks, ago) => {
                let look = looks[looks.len() - 1 - ago.min(looks.len() - 1)].clone();
                let members = ids(&look);
                let ticks: Vec<CallId> = ticks
                    .iter()
                    .filter_map(|n| members.get(*n).copied())
                    .collect();
                let done = match &look.question {
                    ApprovalRequest::Calls(_) => desk.allow_calls(look.id, look.revision, &ticks),
                    _ => desk.answer(
                        look.id,
                        look.revision,
                        ApprovalAnswer::Allow(GrantScope::Once),
                    ),
                };
                let single = look.question.tool().is_some();
                let armed = on_display.is_some_and(|(id, revision, since)| {
                    (id, revision) == (now.id, now.revision) && since.elapsed() >= ARM_TIME
                });
                let current = (look.id, look.revision) == (now.id, now.revision);
                let fair = current && armed && (single || !ticks.is_empty());
                assert_eq!(done.is_ok(), fair, "{done:?}");
                if fair {
                    let question = |id: &CallId| match &look.question {
                        ApprovalRequest::Calls(group) => group.question(*id).cloned(),
                        question => question.tool().cloned(),
                    };
                    let yes = if single { members } else { ticks };
                    for id in yes {
                        let asked = question(&id).unwrap().asked.as_str().to_owned();
                        ticked.insert(asked, shown(&look)[&id].clone());
                    }
                    // A call that is asked again after it was decided is another one: it stays out of this.
                    break;
                }
            }
        }
        tokio::task::yield_now().await;
    }
    tokio::task::yield_now().await;
    desk.stop_all();
    let mut allowed = BTreeMap::new();
    let rows_of = |id: CallId| {
        let rows = rows.0.lock().unwrap();
        rows.iter()
            .filter(|row| row.0 == id)
            .cloned()
            .collect::<Vec<_>>()
    };
    for ((id, asked), end) in calls.into_iter().zip(ends) {
        let end = end.await.unwrap();
        let written = rows_of(id);
        assert_eq!(written.len(), 1, "one row for each call");
        assert_eq!(written[0].3, end.is_ok());
        if let Ok(ok) = end {
            let sent = ok.approved.into_payload();
            assert_eq!(sent.id, id);
            assert_eq!(sent.arguments.as_str(), written[0].1);
            allowed.insert(asked, sent.arguments.as_str().to_owned());
        }
    }
    // A ticked call whose askers all left has nobody to be allowed for; nothing else is missing, and nothing is added.
    assert_eq!(allowed, ticked);
    assert!(desk.prompts().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn exactly_the_ticked_members_of_the_revision_on_display_are_allowed(ops in prop::collection::vec(op(), 1..24)) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(check(ops));
    }
}
