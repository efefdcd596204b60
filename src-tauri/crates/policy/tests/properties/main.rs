//! Properties of the decision that must hold for every set of rules.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod examples;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Annotations, CallId, ConversationId, DefinitionDigest, JsonObjectText, LaunchDigest,
    LaunchSpec, RemoteLaunch, RuleId, ServerId, ToolCall, ToolRef,
};
use policy::{
    Condition, Decision, Effect, Evaluation, Labels, Origin, Reason, Request, Rule, Scope, Test,
    Tier, Uses, Walls, evaluate,
};
use proptest::prelude::*;

fn definition(n: u8) -> DefinitionDigest {
    DefinitionDigest::of(&format!("{{\"name\":\"t{n}\"}}")).unwrap()
}

fn launch(server: ServerId, n: u8) -> LaunchDigest {
    LaunchSpec::Remote(RemoteLaunch {
        server,
        url: format!("https://h{n}.example"),
        headers: vec![],
    })
    .digest()
}

/// The time of every decision.
const NOW: i64 = 1_000;

fn under(folder: &str) -> Condition {
    Condition {
        argument: "path".into(),
        test: Test::Under {
            folder: folder.into(),
        },
    }
}

/// Two of each thing, so that rules hit and miss.
#[derive(Clone, Debug)]
struct World {
    servers: [ServerId; 2],
    conversations: [ConversationId; 2],
}

impl World {
    fn new() -> Self {
        Self {
            servers: [ServerId::new(), ServerId::new()],
            conversations: [ConversationId::new(), ConversationId::new()],
        }
    }
    fn call(&self, pick: (bool, bool, bool, bool)) -> ToolCall {
        let server = self.servers[usize::from(pick.0)];
        ToolCall {
            id: CallId::new(),
            tool: ToolRef {
                server,
                name: if pick.1 { "a" } else { "b" }.into(),
            },
            definition: definition(u8::from(pick.2)),
            launch: launch(server, 0),
            conversation: Some(self.conversations[usize::from(pick.3)]),
            arguments: JsonObjectText::parse(r#"{"path":"/in/a","more":["/in/../x"]}"#).unwrap(),
        }
    }
}

type RuleSeed = (
    u8,
    bool,
    Option<bool>,
    Option<bool>,
    Option<bool>,
    Option<bool>,
    u8,
    Option<u8>,
);

fn rule(world: &World, seed: RuleSeed) -> Rule {
    let (effect, server, tool, def, same_launch, conversation, origin, uses) = seed;
    let server = world.servers[usize::from(server)];
    if effect == 3 {
        return Rule::Unreadable {
            id: RuleId::new(),
            server: tool.map(|_| server),
        };
    }
    Rule::Read {
        id: RuleId::new(),
        effect: [Effect::Deny, Effect::Ask, Effect::Allow][usize::from(effect)],
        scope: Scope {
            server,
            tool: tool.map(|t| if t { "a" } else { "b" }.to_owned()),
            definition: def.map(|d| definition(u8::from(d))),
            launch: same_launch.map(|same| launch(server, u8::from(!same))),
            conversation: conversation.map(|c| world.conversations[usize::from(c)]),
            until_ms: uses.map(|n| if n > 1 { NOW + 1 } else { NOW }),
            when: match (tool, def) {
                (Some(true), inside) => {
                    vec![under(if inside == Some(true) { "/in" } else { "/out" })]
                }
                (Some(false) | None, _) => Vec::new(),
            },
        },
        origin: [
            Origin::Answer,
            Origin::CommandLine,
            Origin::NamedCall,
            Origin::Host,
        ][usize::from(origin)],
        uses_left: uses.map(u32::from),
    }
}

prop_compose! {
    fn seeds()(seeds in prop::collection::vec((0u8..4, any::<bool>(), any::<Option<bool>>(), any::<Option<bool>>(),
        any::<Option<bool>>(), any::<Option<bool>>(), 0u8..4, prop::option::of(0u8..3)), 0..8)) -> Vec<RuleSeed> { seeds }
}

fn hints() -> impl Strategy<Value = Annotations> {
    any::<[Option<bool>; 4]>().prop_map(|[r, d, i, o]| Annotations {
        read_only_hint: r,
        destructive_hint: d,
        idempotent_hint: i,
        open_world_hint: o,
    })
}

fn tiers() -> impl Strategy<Value = Option<Tier>> {
    prop_oneof![
        Just(None),
        Just(Some(Tier::T1)),
        Just(Some(Tier::T2)),
        Just(Some(Tier::T3)),
        Just(Some(Tier::T4))
    ]
}

fn decide(
    rules: &[Rule],
    call: &ToolCall,
    claims: Annotations,
    user_tier: Option<Tier>,
    labels: &Labels,
) -> Evaluation {
    evaluate(
        rules,
        &Request {
            call,
            claims,
            user_tier,
            trusted_to_read: false,
            walls: Walls::None,
            changed: false,
            edited: false,
            suspended: false,
            unconfirmed: false,
            now_ms: NOW,
            uses: Uses::none(),
        },
        labels,
    )
}

proptest! {
    #[test]
    fn a_deny_rule_never_widens(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), extra in any::<(bool, Option<bool>)>(),
                               claims in hints(), tier in tiers()) {
        let world = World::new();
        let call = world.call(pick);
        let mut rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        let before = decide(&rules, &call, claims, tier, &Labels::default());
        rules.push(rule(&world, (0, extra.0, extra.1, None, None, None, 0, None)));
        let after = decide(&rules, &call, claims, tier, &Labels::default());
        prop_assert!(after.decision.strictness() >= before.decision.strictness());
    }

    #[test]
    fn nothing_denied_becomes_allowed_by_order_or_by_allow_rules(seeds in seeds(), more in seeds(), pick in any::<(bool, bool, bool, bool)>(),
                               claims in hints(), tier in tiers()) {
        let world = World::new();
        let call = world.call(pick);
        let rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        let before = decide(&rules, &call, claims, tier, &Labels::default());
        let mut widened: Vec<Rule> = more.into_iter().map(|s| rule(&world, (2, s.1, s.2, s.3, s.4, s.5, s.6, s.7))).collect();
        widened.extend(rules.iter().rev().cloned());
        let after = decide(&widened, &call, claims, tier, &Labels::default());
        if before.decision == Decision::Deny {
            prop_assert_eq!(after.decision, Decision::Deny);
        }
    }

    #[test]
    fn annotations_never_lower(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), present in any::<[bool; 2]>()) {
        let world = World::new();
        let call = world.call(pick);
        let rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        let labels = Labels {
            present: world.servers.iter().zip(present).filter(|(_, p)| *p).map(|(s, _)| *s).collect(),
            ..Labels::default()
        };
        let plain = decide(&rules, &call, Annotations::default(), tier, &labels);
        let claimed = decide(&rules, &call, claims, tier, &labels);
        prop_assert!(claimed.tier >= plain.tier);
        prop_assert!(claimed.decision.strictness() >= plain.decision.strictness());
    }

    #[test]
    fn found_text_of_another_server_is_never_sent_unasked(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), answered in any::<bool>(), trusted in any::<bool>()) {
        let world = World::new();
        let call = world.call(pick);
        let other = world.servers[usize::from(!pick.0)];
        let mut rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        rules.push(grant(&call, Origin::Answer));
        let labels = Labels {
            present: BTreeSet::from([other]),
            answered: answered.then_some((other, call.tool.server)).into_iter().collect(),
            trusted_for_reading: trusted.then_some(other).into_iter().collect(),
            found: BTreeSet::from([other, call.tool.server]),
            // Of the other direction only.
            guard_off: BTreeSet::from([(call.tool.server, other)]),
            own_relaunched: false,
            spent: BTreeSet::new(),
            carried: BTreeMap::new(),
            described: BTreeSet::new(),
        };
        let decided = decide(&rules, &call, claims, tier, &labels);
        prop_assert_ne!(decided.decision, Decision::Allow);
        if decided.decision == Decision::Ask {
            prop_assert_eq!(&decided.reasons[0], &Reason::Carries { from: other });
        }
    }

    #[test]
    fn own_data_changes_nothing_but_for_destructive_tools(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), answered in any::<bool>(), trusted in any::<bool>()) {
        let world = World::new();
        let call = world.call(pick);
        let own = call.tool.server;
        let rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        let labels = Labels {
            present: BTreeSet::from([own]),
            answered: answered.then_some((own, own)).into_iter().collect(),
            trusted_for_reading: trusted.then_some(own).into_iter().collect(),
            ..Labels::default()
        };
        let without = decide(&rules, &call, claims, tier, &Labels::default());
        let with = decide(&rules, &call, claims, tier, &labels);
        if with.tier < Tier::T4 || trusted {
            prop_assert_eq!(&with, &without);
        } else if without.decision == Decision::Allow {
            let named = matches!(with.reasons[0], Reason::AllowedByCommandLine { .. });
            prop_assert!(named || with.reasons[0] == Reason::Flow { from: own }, "{:?}", with.reasons);
        }
    }

    #[test]
    fn data_of_another_server_asks_whatever_is_trusted_or_named(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), trusted in any::<[bool; 3]>(), spent in any::<bool>()) {
        let world = World::new();
        let call = world.call(pick);
        let (own, other) = (call.tool.server, world.servers[usize::from(!pick.0)]);
        let mut rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        rules.push(grant(&call, Origin::Answer));
        rules.push(named_call(&call));
        let labels = Labels {
            present: BTreeSet::from([own, other]),
            trusted_for_reading: [own, other].into_iter().zip(trusted).filter(|(_, t)| *t).map(|(s, _)| s).collect(),
            // Of the own server, and of the other direction: neither is about this flow.
            answered: BTreeSet::from([(own, own), (own, other)]),
            // This flow was allowed, and the server has sent too much since.
            spent: spent.then_some((other, own)).into_iter().collect(),
            guard_off: BTreeSet::from([(own, other)]),
            ..Labels::default()
        };
        let request = Request { call: &call, claims, user_tier: tier, trusted_to_read: trusted[2], walls: Walls::None, changed: false, edited: false, suspended: false, unconfirmed: false, now_ms: NOW, uses: Uses::none() };
        let decided = evaluate(&rules, &request, &labels);
        if tier == Some(Tier::T1) {
            // The user said of this tool that it only reads: then found text alone asks.
            return Ok(());
        }
        prop_assert_ne!(decided.decision, Decision::Allow);
        if decided.decision == Decision::Ask {
            let why = if spent { Reason::SentSince { from: other } } else { Reason::Flow { from: other } };
            prop_assert!(decided.reasons.contains(&why), "{:?}", decided.reasons);
        }
    }

    #[test]
    fn nothing_but_a_person_allows_what_is_unconfirmed(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), trusted_to_read in any::<bool>()) {
        let world = World::new();
        let call = world.call(pick);
        let mut rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        rules.push(named_call(&call));
        for walls in [Walls::None, Walls::Offline, Walls::ReadOnly] {
            let request = Request { call: &call, claims, user_tier: tier, trusted_to_read, walls, changed: false, edited: false, suspended: false, unconfirmed: true, now_ms: NOW, uses: Uses::none() };
            let decided = evaluate(&rules, &request, &Labels::default());
            prop_assert_ne!(decided.decision, Decision::Allow);
        }
    }

    #[test]
    fn trust_in_reading_changes_what_a_tool_is_called_and_no_decision(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), present in any::<[bool; 2]>()) {
        let world = World::new();
        let call = world.call(pick);
        let rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        let labels = Labels {
            present: world.servers.iter().zip(present).filter(|(_, p)| *p).map(|(s, _)| *s).collect(),
            ..Labels::default()
        };
        let with = |trusted_to_read| {
            evaluate(&rules, &Request { call: &call, claims, user_tier: tier, trusted_to_read, walls: Walls::None, changed: false, edited: false, suspended: false, unconfirmed: false, now_ms: NOW, uses: Uses::none() }, &labels)
        };
        let (plain, trusted) = (with(false), with(true));
        prop_assert_eq!(plain.decision, trusted.decision);
        prop_assert_eq!(plain.matched_rules, trusted.matched_rules);
        let reads = claims.read_only_hint == Some(true) && claims.destructive_hint != Some(true) && claims.open_world_hint != Some(true);
        if tier.is_some() || !reads {
            prop_assert_eq!(plain.tier, trusted.tier);
        } else {
            prop_assert_eq!(trusted.tier, Tier::T1);
        }
    }

    #[test]
    fn more_data_in_the_conversation_never_widens(seeds in seeds(), pick in any::<(bool, bool, bool, bool)>(), claims in hints(), tier in tiers(), first in any::<bool>()) {
        let world = World::new();
        let call = world.call(pick);
        let rules: Vec<Rule> = seeds.into_iter().map(|s| rule(&world, s)).collect();
        let some = Labels { present: BTreeSet::from([world.servers[usize::from(first)]]), ..Labels::default() };
        let all = Labels { present: world.servers.into_iter().collect(), ..Labels::default() };
        let before = decide(&rules, &call, claims, tier, &some);
        let after = decide(&rules, &call, claims, tier, &all);
        prop_assert!(after.decision.strictness() >= before.decision.strictness());
    }
}

fn grant(call: &ToolCall, origin: Origin) -> Rule {
    Rule::Read {
        id: RuleId::new(),
        effect: Effect::Allow,
        scope: Scope {
            server: call.tool.server,
            tool: Some(call.tool.name.clone()),
            definition: Some(call.definition),
            launch: Some(call.launch),
            conversation: call.conversation,
            until_ms: None,
            when: Vec::new(),
        },
        origin,
        uses_left: None,
    }
}

/// A rule of a command line that names exactly this call.
fn named_call(call: &ToolCall) -> Rule {
    match grant(call, Origin::NamedCall) {
        Rule::Read {
            id,
            effect,
            scope,
            origin,
            ..
        } => Rule::Read {
            id,
            effect,
            scope,
            origin,
            uses_left: Some(1),
        },
        Rule::Unreadable { .. } => unreachable!("a grant is read"),
    }
}

proptest! {
    #[test]
    fn a_deny_or_ask_condition_that_cannot_be_decided_denies_or_asks_and_an_allowing_one_does_not_allow(
        value in prop::sample::select(vec!["\"true\"", "1", "1.0", "null", "[]", "[true]", "{}", "\"yes\"", "\"/in/../x\"", "\"https://a.example.\"", "-0", "1e2", "\"7\""]),
        missing in any::<bool>(), which in 0usize..4, tier in tiers(),
    ) {
        let tests = [
            Test::Is { value: "true".into() },
            Test::At { host: "a.example".into() },
            Test::Under { folder: "/in".into() },
            Test::AtMost { most: "0".into() },
        ];
        let condition = Condition { argument: "a".into(), test: tests[which].clone() };
        let arguments = if missing { "{}".to_owned() } else { format!("{{\"a\":{value}}}") };
        let world = World::new();
        let call = ToolCall { arguments: JsonObjectText::parse(&arguments).unwrap(), ..world.call((false, true, false, false)) };
        prop_assume!(condition.holds(&call.arguments) == policy::Truth::Unclear);
        let with = |effect: Effect| match grant(&call, Origin::Person) {
            Rule::Read { id, scope, origin, .. } => Rule::Read {
                id, effect, origin, uses_left: None, scope: Scope { when: vec![condition.clone()], ..scope },
            },
            Rule::Unreadable { .. } => unreachable!("a grant is read"),
        };
        let decided = |rules: &[Rule]| decide(rules, &call, Annotations::default(), tier, &Labels::default()).decision;
        let allow = grant(&call, Origin::Person);
        prop_assert_eq!(decided(&[allow.clone(), with(Effect::Deny)]), Decision::Deny);
        prop_assert_eq!(decided(&[allow, with(Effect::Ask)]), Decision::Ask);
        prop_assert_eq!(decided(&[with(Effect::Allow)]), Decision::Ask);
    }
}
