use consent::{
    ClientDetail, LaunchDetail, LaunchedSpec, OutflowDetail, RootsDetail, SchemaCheck, ToolDetail,
};
use domain::{LaunchSpec, ProviderId, RemoteLaunch, RequestId};
use policy::{Decision as Policy, Reason};

use audit::{Entry, EntryKind};

use super::*;

fn row(detail: &str) -> Entry {
    Entry {
        at_ms: 0,
        kind: EntryKind::Decision,
        server: None,
        conversation: None,
        call: None,
        subject: String::new(),
        decision: None,
        detail: detail.to_owned(),
        content: None,
    }
}

fn launch() -> LaunchDigest {
    LaunchSpec::Remote(RemoteLaunch {
        server: ServerId::new(),
        url: "https://h.example".into(),
        headers: vec![],
    })
    .digest()
}

fn decision(about: consent::Detail) -> Detail {
    Detail::Decision(Box::new(Decision {
        by: DecidedBy::Terminal,
        scope: Some(Scope::Tools),
        granted: Some(Granted::Tools {
            tools: vec!["a".into()],
            minutes: 30,
        }),
        note: None,
        prompt: Some(ApprovalId::new()),
        revision: Some(3),
        evaluation: Some(Evaluation {
            decision: Policy::Ask,
            tier: Tier::T4,
            reasons: vec![Reason::Flow {
                from: ServerId::new(),
            }],
            matched_rules: vec![RuleId::new()],
        }),
        trusts_reading: true,
        about,
    }))
}

#[test]
fn every_detail_is_read_as_it_was_written() {
    let definition = DefinitionDigest::of("{}").unwrap();
    let decided = [
        consent::Detail::Tool(ToolDetail {
            definition,
            launch: launch(),
            edited: true,
            asked_by: "m".into(),
            schema: SchemaCheck::Broken(vec!["x".into()]),
        }),
        consent::Detail::Launch(LaunchDetail {
            launch: launch(),
            spec: LaunchedSpec::Local {
                command: "npx".into(),
                program: "/usr/bin/npx".into(),
                args: 2,
                cwd: "/".into(),
                env: vec!["A".into()],
            },
        }),
        consent::Detail::Launch(LaunchDetail {
            launch: launch(),
            spec: LaunchedSpec::Remote {
                url: "https://h.example".into(),
                headers: vec![],
            },
        }),
        consent::Detail::Outflow(OutflowDetail {
            outflow: "https://h.example".into(),
            model: "m".into(),
            endpoint: ProviderId::new(),
            servers: vec![],
        }),
        consent::Detail::Roots(RootsDetail {
            request: "roots".into(),
            id: RequestId::new(),
            roots: vec!["file:///a".into()],
            round: Some(consent::InRound {
                round: domain::Round {
                    call: Some(domain::CallId::new()),
                    number: 2,
                },
                tool: Some("greet".into()),
            }),
        }),
        consent::Detail::Client(ClientDetail {
            client: "https://i.example".into(),
            id: None,
        }),
    ]
    .map(decision);
    let events = [
        Event::Outcome {
            state: Outcome::NotSent,
            reason: None,
            result_bytes: 0,
        },
        Event::Stop {
            by: DecidedBy::Person,
            from: StoppedFrom::Tray,
            turns: 1,
            calls: 2,
            questions: 3,
            servers: 4,
        },
        Event::Models { key: true },
        Event::Distrusted {},
        Event::Attached {
            kind: AttachedKind::Prompt,
            digest: "00".into(),
            tokens: 7,
        },
        Event::DataForgotten {
            from: vec!["A".into()],
        },
        Event::Guard {
            on: false,
            from: ServerId::new(),
            from_name: "A".into(),
        },
        Event::RuleChange(Box::new(RuleChange {
            change: RuleWord::Made,
            rule: RuleId::new(),
            effect: "allow".into(),
            tool: None,
            conditions: Some(serde_json::json!([])),
            until_ms: None,
            batch: None,
        })),
        Event::Account(AccountChange::SignedOut { told: true }),
        Event::Update(ProgramUpdate::Install {
            from: "0.1.0".into(),
            to: "0.2.0".into(),
        }),
    ]
    .map(Detail::Event);
    for detail in decided.into_iter().chain(events) {
        let text = detail.to_text().unwrap();
        let RowDetail::Now(read) = RowDetail::of(&row(&text)) else {
            panic!("not read: {text}");
        };
        assert_eq!(format!("{read:?}"), format!("{detail:?}"));
        assert_eq!(read.to_text().unwrap(), text);
    }
}

#[test]
fn a_decision_is_shown_by_its_fields() {
    let detail = decision(consent::Detail::Roots(RootsDetail {
        request: "roots".into(),
        id: RequestId::new(),
        roots: vec![],
        round: None,
    }));
    let found = RowDetail::of(&row(&detail.to_text().unwrap()));
    assert_eq!(
        (found.by(), found.scope(), found.trusts_reading()),
        (Some(DecidedBy::Terminal), Some(Scope::Tools), true)
    );
    assert_eq!(found.evaluation().map(|it| it.tier), Some(Tier::T4));
    assert_eq!((found.is_request(), found.edited()), (true, false));
}

#[test]
fn rows_of_an_earlier_program_are_read_by_their_keys() {
    let evaluation = Evaluation {
        decision: Policy::Ask,
        tier: Tier::T3,
        reasons: vec![Reason::NoRule],
        matched_rules: vec![],
    };
    let text = serde_json::json!({
        "by": "person", "scope": "standing", "granted": null, "note": null, "prompt": null, "revision": null,
        "evaluation": evaluation, "trusts_reading": true, "request": "sampling_reply", "edited": true, "again": true,
    });
    let found = RowDetail::of(&row(&text.to_string()));
    assert_eq!(
        (found.by(), found.scope(), found.trusts_reading()),
        (Some(DecidedBy::Person), Some(Scope::Standing), true)
    );
    assert_eq!((found.is_request(), found.edited()), (true, true));
    assert_eq!(found.evaluation().map(|it| it.tier), Some(Tier::T3));
    // Unknown words from an older version do not hide the other fields.
    let found = RowDetail::of(&row(r#"{"by":"rule","scope":"for ever","evaluation":7}"#));
    assert_eq!((found.by(), found.scope()), (Some(DecidedBy::Rule), None));
    assert!(found.evaluation().is_none());
}

#[test]
fn rows_of_a_newer_program_or_another_hand_say_nothing() {
    for text in [
        r#"{"v":3,"about":"tool","by":"person","scope":"once"}"#,
        r#"{"v":2,"about":"tool","by":"person","scope":"once"}"#,
        r#"{"v":2,"about":"unheard of","by":"person"}"#,
        r#"{"v":"2","by":"person"}"#,
        "[]",
        "not JSON",
        "",
    ] {
        let found = RowDetail::of(&row(text));
        let shown = (found.by(), found.scope(), found.edited());
        assert_eq!(shown, (None, None, false), "{text}");
        assert!(found.evaluation().is_none(), "{text}");
    }
}
