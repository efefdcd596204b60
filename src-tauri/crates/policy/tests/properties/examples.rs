//! Decisions of particular sets of rules.

use super::*;

#[test]
fn a_grant_is_void_when_definition_or_launch_changes() {
    let world = World::new();
    let call = world.call((false, true, false, false));
    let rules = [grant(&call, Origin::Answer)];
    let none = Annotations::default();
    assert_eq!(
        decide(&rules, &call, none, None, &Labels::default()).decision,
        Decision::Allow
    );
    let redefined = ToolCall {
        definition: definition(9),
        ..call.clone()
    };
    assert_eq!(
        decide(&rules, &redefined, none, None, &Labels::default()).decision,
        Decision::Ask
    );
    let relaunched = ToolCall {
        launch: launch(call.tool.server, 9),
        ..call
    };
    assert_eq!(
        decide(&rules, &relaunched, none, None, &Labels::default()).decision,
        Decision::Ask
    );
}

#[test]
fn a_flow_overrides_a_grant_once_per_pair_and_t4_each_time() {
    let world = World::new();
    let [other, own] = world.servers;
    let call = world.call((true, true, false, false));
    assert_eq!(call.tool.server, own);
    let rules = [grant(&call, Origin::Answer)];
    let mut labels = Labels {
        present: BTreeSet::from([other]),
        ..Labels::default()
    };
    let asked = decide(&rules, &call, Annotations::default(), None, &labels);
    assert_eq!(
        (asked.decision, asked.reasons[0].clone()),
        (Decision::Ask, Reason::Flow { from: other })
    );
    labels.answered.insert((other, own));
    assert_eq!(
        decide(&rules, &call, Annotations::default(), None, &labels).decision,
        Decision::Allow
    );
    assert_eq!(
        decide(
            &rules,
            &call,
            Annotations::default(),
            Some(Tier::T4),
            &labels
        )
        .decision,
        Decision::Ask
    );
}

#[test]
fn a_changed_tool_is_asked_about_whatever_allows_it_and_denied_where_that_is_said() {
    let world = World::new();
    let call = world.call((true, true, false, false));
    let grant = grant(&call, Origin::Answer);
    let changed = |rules: &[Rule], labels: &Labels| {
        let request = Request {
            call: &call,
            claims: Annotations::default(),
            user_tier: Some(Tier::T1),
            trusted_to_read: false,
            walls: Walls::None,
            changed: true,
            edited: false,
            suspended: false,
            unconfirmed: false,
            now_ms: NOW,
            uses: Uses::none(),
        };
        evaluate(rules, &request, labels)
    };
    let alone = changed(std::slice::from_ref(&grant), &Labels::default());
    assert_eq!(alone.decision, Decision::Ask);
    assert_eq!(alone.reasons[0], Reason::Changed);
    assert_eq!(alone.matched_rules, []);
    let Rule::Read { scope, origin, .. } = grant.clone() else {
        panic!("a grant is a rule that was read");
    };
    let deny = Rule::Read {
        id: domain::RuleId::new(),
        effect: Effect::Deny,
        scope,
        origin,
        uses_left: None,
    };
    let denied = changed(&[grant, deny], &Labels::default());
    assert_eq!(denied.decision, Decision::Deny);
}

#[test]
fn a_command_line_never_allows_t4() {
    let world = World::new();
    let call = world.call((false, true, false, false));
    let rules = [grant(&call, Origin::CommandLine)];
    assert_eq!(
        decide(
            &rules,
            &call,
            Annotations::default(),
            None,
            &Labels::default()
        )
        .decision,
        Decision::Allow
    );
    let destructive = Annotations {
        destructive_hint: Some(true),
        ..Annotations::default()
    };
    assert_eq!(
        decide(&rules, &call, destructive, None, &Labels::default()).decision,
        Decision::Ask
    );
}

#[test]
fn a_command_line_that_names_one_call_allows_every_tier_and_passes_no_guard() {
    let world = World::new();
    let [own, other] = world.servers;
    let call = world.call((false, true, false, false));
    let destructive = Annotations {
        destructive_hint: Some(true),
        ..Annotations::default()
    };
    let with = |rules: &[Rule], present: &[ServerId], relaunched: bool| {
        let labels = Labels {
            present: present.iter().copied().collect(),
            own_relaunched: relaunched,
            ..Labels::default()
        };
        decide(rules, &call, destructive, None, &labels)
    };
    let named = [named_call(&call)];
    let allowed = with(&named, &[own], false);
    assert_eq!(allowed.decision, Decision::Allow);
    assert!(matches!(
        allowed.reasons[0],
        Reason::AllowedByCommandLine { .. }
    ));
    assert_eq!(with(&named, &[other], false).decision, Decision::Ask);
    assert_eq!(with(&named, &[own, other], false).decision, Decision::Ask);
    assert_eq!(with(&named, &[own], true).decision, Decision::Ask);

    // Not for several calls, and not once it is used.
    for uses in [None, Some(0), Some(2)] {
        let Rule::Read {
            id,
            effect,
            scope,
            origin,
            ..
        } = named_call(&call)
        else {
            unreachable!("a grant is read")
        };
        let rule = Rule::Read {
            id,
            effect,
            scope,
            origin,
            uses_left: uses,
        };
        assert_eq!(with(&[rule], &[], false).decision, Decision::Ask);
    }
    let broad = with(&[grant(&call, Origin::CommandLine)], &[], false);
    assert_eq!(broad.decision, Decision::Ask);
    assert!(matches!(
        broad.reasons[0],
        Reason::CommandLineTooBroad { .. }
    ));
}

#[test]
fn data_a_server_gave_when_it_was_started_differently_is_another_servers() {
    let world = World::new();
    let call = world.call((false, true, false, false));
    let own = call.tool.server;
    let rules = [grant(&call, Origin::Answer)];
    let mut labels = Labels {
        present: BTreeSet::from([own]),
        own_relaunched: true,
        ..Labels::default()
    };
    let asked = decide(&rules, &call, Annotations::default(), None, &labels);
    assert_eq!(asked.decision, Decision::Ask);
    assert_eq!(asked.reasons[0], Reason::Relaunched { from: own });
    labels.answered.insert((own, own));
    let answered = decide(&rules, &call, Annotations::default(), None, &labels);
    assert_eq!(answered.decision, Decision::Allow);
}

#[test]
fn what_cannot_be_decided_denies_and_does_not_allow() {
    let world = World::new();
    let mut call = world.call((false, true, false, false));
    let with = |effect: Effect, when: Vec<Condition>| {
        let Rule::Read { scope, origin, .. } = grant(&call, Origin::Person) else {
            unreachable!("a grant is read")
        };
        Rule::Read {
            id: RuleId::new(),
            effect,
            scope: Scope { when, ..scope },
            origin,
            uses_left: None,
        }
    };
    let allow = with(Effect::Allow, vec![under("/in")]);
    let deny = with(Effect::Deny, vec![under("/in/secret")]);
    let decided = |call: &ToolCall, rules: &[Rule]| {
        decide(
            rules,
            call,
            Annotations::default(),
            None,
            &Labels::default(),
        )
        .decision
    };
    for (path, allowed, denied) in [
        (r#""/in/a""#, Decision::Allow, Decision::Ask),
        (r#""/in/secret/a""#, Decision::Allow, Decision::Deny),
        (r#""/in/x/../secret/a""#, Decision::Ask, Decision::Deny),
        (r#""/IN/SECRET""#, Decision::Ask, Decision::Deny),
        (r#""/elsewhere""#, Decision::Ask, Decision::Ask),
        ("7", Decision::Ask, Decision::Deny),
    ] {
        call.arguments = JsonObjectText::parse(&format!(r#"{{"path":{path}}}"#)).unwrap();
        assert_eq!(
            decided(&call, std::slice::from_ref(&allow)),
            allowed,
            "{path}"
        );
        assert_eq!(
            decided(&call, std::slice::from_ref(&deny)),
            denied,
            "{path}"
        );
    }
    call.arguments = JsonObjectText::parse(r#"{"other":1}"#).unwrap();
    assert_eq!(decided(&call, &[allow]), Decision::Ask);
    assert_eq!(decided(&call, &[deny]), Decision::Deny);
}

#[test]
fn a_guard_that_is_off_still_asks_before_what_destroys() {
    let world = World::new();
    let call = world.call((false, true, false, false));
    let other = world.servers[1];
    let rules = [grant(&call, Origin::Person)];
    let labels = Labels {
        present: BTreeSet::from([other]),
        found: BTreeSet::from([other]),
        guard_off: BTreeSet::from([(other, call.tool.server)]),
        ..Labels::default()
    };
    let decided = |tier, labels: &Labels| {
        decide(&rules, &call, Annotations::default(), Some(tier), labels).decision
    };
    assert_eq!(decided(Tier::T3, &labels), Decision::Allow);
    assert_eq!(decided(Tier::T4, &labels), Decision::Ask);
    let backwards = Labels {
        guard_off: BTreeSet::from([(call.tool.server, other)]),
        ..labels
    };
    assert_eq!(
        decided(Tier::T1, &backwards),
        Decision::Ask,
        "the pair has a direction"
    );
}

#[test]
fn what_the_system_enforces_needs_no_question() {
    let world = World::new();
    let call = world.call((false, true, false, false));
    let destroys = Annotations {
        destructive_hint: Some(true),
        ..Annotations::default()
    };
    let decided = |claims, user_tier, walls, suspended| {
        let request = Request {
            call: &call,
            claims,
            user_tier,
            trusted_to_read: false,
            walls,
            changed: false,
            edited: false,
            suspended,
            unconfirmed: false,
            now_ms: NOW,
            uses: Uses::none(),
        };
        let evaluation = evaluate(&[], &request, &Labels::default());
        (evaluation.decision, evaluation.tier)
    };
    let none = Annotations::default();
    for (claims, tier, walls, expected) in [
        (none, None, Walls::ReadOnly, (Decision::Allow, Tier::T0)),
        (destroys, None, Walls::ReadOnly, (Decision::Allow, Tier::T0)),
        (
            none,
            Some(Tier::T4),
            Walls::ReadOnly,
            (Decision::Ask, Tier::T4),
        ),
        (none, None, Walls::Offline, (Decision::Ask, Tier::T2)),
        (destroys, None, Walls::Offline, (Decision::Ask, Tier::T4)),
        (none, None, Walls::None, (Decision::Ask, Tier::T3)),
    ] {
        assert_eq!(decided(claims, tier, walls, false), expected, "{walls:?}");
    }
    let stopped = decided(none, None, Walls::ReadOnly, true);
    assert_eq!(stopped, (Decision::Ask, Tier::T0));
}

#[test]
fn after_a_stop_no_rule_allows() {
    let world = World::new();
    let call = world.call((false, true, false, false));
    let rules = [grant(&call, Origin::Answer)];
    let request = Request {
        call: &call,
        claims: Annotations::default(),
        user_tier: None,
        trusted_to_read: false,
        walls: Walls::None,
        changed: false,
        edited: false,
        suspended: true,
        unconfirmed: false,
        now_ms: NOW,
        uses: Uses::none(),
    };
    let evaluation = evaluate(&rules, &request, &Labels::default());
    assert_eq!(evaluation.decision, Decision::Ask);
    assert!(matches!(evaluation.reasons[0], Reason::Suspended { .. }));
}

#[test]
fn hidden_characters_in_arguments_ask_whatever_allows_the_call() {
    let world = World::new();
    for arguments in [
        "{\"path\":\"/in/a\u{200b}\"}",
        r#"{"path":"/in/a","text":"\u3164"}"#,
        r#"{"path":"/in/a","list":[{"deep":["\u2800"]}]}"#,
        r#"{"path":"/in/a","na\u00adme":1}"#,
        r#"{"path":"/in/a","text":"a\rb"}"#,
        "{\"path\":\"/in/a\",\"text\":\"\u{e0041}\"}",
    ] {
        let call = ToolCall {
            arguments: JsonObjectText::parse(arguments).unwrap(),
            ..world.call((false, true, false, false))
        };
        for origin in [Origin::Answer, Origin::Person, Origin::CommandLine] {
            let rules = [grant(&call, origin)];
            for tier in [None, Some(Tier::T1), Some(Tier::T2), Some(Tier::T4)] {
                let none = Annotations::default();
                let asked = decide(&rules, &call, none, tier, &Labels::default());
                assert_eq!(asked.decision, Decision::Ask, "{arguments} {origin:?}");
                assert_eq!(asked.reasons[0], Reason::HiddenCharacters);
            }
        }
        let none = Annotations::default();
        let named = decide(&[named_call(&call)], &call, none, None, &Labels::default());
        assert_eq!(named.decision, Decision::Ask, "{arguments}");
        // A denial stays one.
        let Rule::Read { scope, .. } = grant(&call, Origin::Person) else {
            unreachable!("a grant is read")
        };
        let deny = Rule::Read {
            id: RuleId::new(),
            effect: Effect::Deny,
            scope,
            origin: Origin::Person,
            uses_left: None,
        };
        let denied = decide(&[deny], &call, none, None, &Labels::default());
        assert_eq!(denied.decision, Decision::Deny);
    }
}

/// A rule that allows the call as long as `amount` stays within 100 in an hour, and without that limit as a control.
fn summing(call: &ToolCall, test: Test) -> Rule {
    let Rule::Read {
        id,
        effect,
        scope,
        origin,
        ..
    } = grant(call, Origin::Person)
    else {
        panic!("a grant is a rule that was read");
    };
    let when = vec![Condition {
        argument: "amount".into(),
        test,
    }];
    Rule::Read {
        id,
        effect,
        scope: Scope { when, ..scope },
        origin,
        uses_left: None,
    }
}

/// Which of these calls a rule allows, each some milliseconds after the one before.
fn allowed(rule: &Rule, calls: &[(ToolCall, i64)]) -> Vec<bool> {
    let (mut uses, mut now) = (Uses::default(), NOW);
    let mut decide = |(call, after): &(ToolCall, i64)| {
        now += after;
        let request = Request {
            call,
            claims: Annotations::default(),
            user_tier: Some(Tier::T2),
            trusted_to_read: false,
            walls: Walls::None,
            changed: false,
            edited: false,
            suspended: false,
            unconfirmed: false,
            now_ms: now,
            uses: &uses,
        };
        let evaluation = evaluate(std::slice::from_ref(rule), &request, &Labels::default());
        let allows = evaluation.decision == Decision::Allow;
        if allows {
            uses.count_call(rule, call, now);
        } else {
            let over = |reason: &Reason| matches!(reason, Reason::OverSum { argument, .. } if argument == "amount");
            assert!(
                evaluation.reasons.iter().any(over) || evaluation.reasons.contains(&Reason::NoRule)
            );
        }
        allows
    };
    calls.iter().map(&mut decide).collect()
}

#[test]
fn sum_that_a_rule_allows_is_not_exceeded_by_any_spelling() {
    let world = World::new();
    let call = |arguments: &str| ToolCall {
        arguments: JsonObjectText::parse(arguments).unwrap(),
        ..world.call((false, true, false, false))
    };
    let sixty = call(r#"{"amount":60}"#);
    let sum = || Test::Sum { most: "100".into() };
    for second in [
        r#"{"amount":60}"#,
        r#"{"amount":60.0}"#,
        r#"{"amount":[30,30]}"#,
        r#"{"amount":40.5}"#,
        r#"{"amount":40,"Amount":40}"#,
        r#"{"amount":6e1}"#,
        r#"{"amount":"60"}"#,
        r#"{"amount":-60}"#,
        r#"{"amount":null}"#,
        r#"{"amount":[[60]]}"#,
        "{}",
    ] {
        let calls = [(sixty.clone(), 0), (call(second), 1)];
        assert_eq!(
            allowed(&summing(&sixty, sum()), &calls),
            [true, false],
            "{second}"
        );
    }
    // What fits goes, and an hour later there is room again.
    let forty = call(r#"{"amount":40}"#);
    let calls = [
        (sixty.clone(), 0),
        (forty.clone(), 1),
        (call(r#"{"amount":1}"#), 1),
        (forty, 3_600_000),
    ];
    assert_eq!(
        allowed(&summing(&sixty, sum()), &calls),
        [true, true, false, true]
    );
    // Without the limit both payments go.
    let most = Test::AtMost { most: "100".into() };
    let calls = [(sixty.clone(), 0), (sixty.clone(), 1)];
    assert_eq!(allowed(&summing(&sixty, most), &calls), [true, true]);
}
