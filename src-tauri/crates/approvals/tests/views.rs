//! Views of approval requests, from plain facts: no host, no store, no runtime.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

use std::{collections::BTreeMap, sync::Arc};

use approvals::{
    Alike, Common, InConversation, Servers, Show, alike, authority, launch, reach, shadows,
    tool::{self, CallFacts, KnownTool, ServerReach},
};
use consent::{
    AuthorityChange, Holding, LaunchApproval, LaunchAuthority, LinkApproval, NewRule, Offers,
    ReachApproval, Requester, SchemaCheck, ToolApproval, Widening,
};
use domain::{
    AddressKind, Annotations, CallId, Confinement, ConversationId, DefinitionDigest,
    JsonObjectText, LaunchSpec, LocalLaunch, ReachGrant, RemoteLaunch, ResolvedProgram, ServerId,
    ToolCall, ToolDefinition, ToolRef,
};
use host_api::{
    ApprovalKindView, AuthorityKindView, ConfinementView, NetworkView, SegmentView, ServerTag,
};
use messages::Text;
use policy::{Decision, Effect, Evaluation, Reason, Tier, matching::Match};

fn common(servers: &[(ServerId, &str)]) -> Common {
    let tag = |(id, name): &(ServerId, &str)| {
        let tag = ServerTag {
            id: id.to_string(),
            name: (*name).to_owned(),
            fob: 1,
        };
        (*id, tag)
    };
    Common {
        servers: servers.iter().map(tag).collect::<Servers>(),
        keychain_available: true,
    }
}

fn definition(server: ServerId, name: &str, description: &str) -> ToolDefinition {
    let raw = format!(r#"{{"name":"{name}","description":"{description}"}}"#);
    ToolDefinition {
        tool: ToolRef {
            server,
            name: name.to_owned(),
        },
        title: None,
        description: Some(description.to_owned()),
        input_schema: "{}".to_owned(),
        output_schema: None,
        annotations: Annotations::default(),
        digest: DefinitionDigest::of(&raw).unwrap(),
        raw,
    }
}

fn call(server: ServerId, arguments: &str, reasons: Vec<Reason>) -> ToolApproval {
    let definition = definition(server, "send", "Sends a letter.");
    let remote = RemoteLaunch {
        server,
        url: "https://h.example".to_owned(),
        headers: Vec::new(),
    };
    let arguments = JsonObjectText::parse(arguments).unwrap();
    ToolApproval {
        call: ToolCall {
            id: CallId::new(),
            tool: definition.tool.clone(),
            definition: definition.digest,
            launch: LaunchSpec::Remote(remote).digest(),
            conversation: Some(ConversationId::new()),
            arguments: arguments.clone(),
        },
        asked: arguments,
        definition,
        evaluation: Evaluation {
            decision: Decision::Ask,
            tier: Tier::T3,
            reasons,
            matched_rules: Vec::new(),
        },
        schema: SchemaCheck::Fits,
        asked_by: Requester::Model("a model".to_owned()),
        offers: Offers::default(),
        alone: false,
    }
}

#[test]
fn tool_view_names_the_servers_whose_text_is_sent() {
    let (mail, notes, gone) = (ServerId::new(), ServerId::new(), ServerId::new());
    let q = call(
        mail,
        r#"{"to":"a@b.example","text":"the secret plan"}"#,
        vec![Reason::Flow { from: notes }, Reason::Flow { from: gone }],
    );
    let marks = vec![
        Vec::new(),
        vec![Match {
            at: 4..10,
            from: vec![notes, gone],
        }],
    ];
    let facts = tool::Facts {
        common: common(&[(mail, "Mail"), (notes, "Notes")]),
        conversation: Some("Plans".to_owned()),
        call: CallFacts {
            marks: Arc::new(marks),
            alike: Vec::new(),
        },
        ..tool::Facts::default()
    };
    let ApprovalKindView::Tool { tool } = q.view(&facts) else {
        panic!("the view of a call");
    };
    assert_eq!(tool.server.name, "Mail");
    assert_eq!(tool.conversation.as_deref(), Some("Plans"));
    let said: Vec<String> = tool.reasons.iter().map(|r| r.rest.to_string()).collect();
    assert!(said[0].contains("Notes"), "{said:?}");
    assert!(said[1].contains("a removed server"), "{said:?}");
    let marked: Vec<(&str, Vec<&str>)> = tool.arguments[1]
        .value
        .iter()
        .map(|segment| match segment {
            SegmentView::Text { text, from } => (
                text.as_str(),
                from.iter().map(|f| f.name.as_str()).collect(),
            ),
            SegmentView::Hidden { .. } => panic!("nothing is hidden"),
        })
        .collect();
    assert_eq!(
        marked,
        [
            ("the ", vec![]),
            ("secret", vec!["Notes", "a removed server"]),
            (" plan", vec![]),
        ]
    );
    let title = Text::from(q.title(&facts.common.servers)).to_string();
    assert!(title.contains("Mail") && title.contains("send"), "{title}");
}

#[test]
fn reach_of_a_server_says_what_its_sandbox_enforces() {
    let server = ServerId::new();
    let q = call(server, "{}", Vec::new());
    let sandbox = ConfinementView {
        confined: true,
        reads: vec!["/srv/data".to_owned()],
        reviewed: Vec::new(),
        writes: Vec::new(),
        network: NetworkView::Asked,
        runs_downloads: false,
        unix_sockets: false,
        files_enforced: true,
        network_enforced: true,
        processes_enforced: true,
        limits: Vec::new(),
    };
    let said = |reach: ServerReach| -> String {
        let facts = tool::Facts {
            reach,
            ..tool::Facts::default()
        };
        let ApprovalKindView::Tool { tool } = q.view(&facts) else {
            panic!("the view of a call");
        };
        let lines: Vec<String> = tool.reach.iter().map(ToString::to_string).collect();
        lines.join("\n")
    };
    let local = |sandbox: Option<ConfinementView>, hosts: &[&str]| ServerReach {
        url: None,
        command: Some("np\u{202e}x".to_owned()),
        sandbox,
        hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
    };
    let free = said(local(None, &[]));
    assert!(free.contains("np⟨U+202E⟩x"), "{free}");
    let asked = said(local(Some(sandbox.clone()), &[]));
    let allowed = said(local(Some(sandbox.clone()), &["api.example:443"]));
    assert!(asked.contains("/srv/data") && !asked.contains("api.example"));
    assert!(allowed.contains("api.example:443"), "{allowed}");
    let advisory = ConfinementView {
        files_enforced: false,
        ..sandbox
    };
    let advisory = said(local(Some(advisory), &[]));
    assert!(!advisory.contains("/srv/data"), "{advisory}");
    let remote = said(ServerReach {
        url: Some("https://far.example/mcp?token=1".to_owned()),
        ..ServerReach::default()
    });
    assert!(remote.contains("https://far.example") && !remote.contains("token"));
}

#[test]
fn tool_of_another_server_that_looks_the_same_is_a_warning() {
    let (own, other) = (ServerId::new(), ServerId::new());
    let of = |server, name: &str| ToolRef {
        server,
        name: name.to_owned(),
    };
    let tool = of(own, "send");
    // The second has a Cyrillic letter; the third is another word.
    let others = [of(own, "send"), of(other, "s\u{435}nd"), of(other, "list")];
    let found = alike(&tool, others.iter().map(|other| (other, "Letters")));
    let [
        Alike {
            server,
            same_server,
            ..
        },
    ] = &found[..]
    else {
        panic!("one is confusable: {found:?}");
    };
    assert_eq!((server.as_str(), *same_server), ("Letters", false));
    assert_eq!(shadows(&tool.name, &found).len(), 1);
    let q = call(own, "{}", Vec::new());
    assert!(tool::needs_a_look(&q.definition, &found));
    assert!(!tool::needs_a_look(&q.definition, &[]));
}

#[test]
fn launch_view_shows_the_facts_of_its_sandbox() {
    let (server, holds) = (ServerId::new(), ServerId::new());
    let q = LaunchApproval {
        spec: LaunchSpec::Local(LocalLaunch {
            server,
            command: "npx".to_owned(),
            program: ResolvedProgram {
                path: "/usr/bin/npx".into(),
                target: None,
                searched: Vec::new(),
            },
            args: vec!["pkg@latest".to_owned()],
            cwd: "/home/me".into(),
            env: Vec::new(),
            risky: Vec::new(),
            plain: Vec::new(),
            roots: Vec::new(),
            contents: Vec::new(),
            path_value: "/usr/bin".to_owned(),
            confinement: Confinement::Unconfined { instead: None },
            package: None,
        }),
        server_name: "Files".to_owned(),
        authority: LaunchAuthority {
            standing: None,
            on_command_line: false,
        },
        accepted: None,
        missing_values: Vec::new(),
        ticked: std::collections::BTreeSet::new(),
    };
    let facts = launch::Facts {
        bundle: None,
        common: common(&[(server, "Files")]),
        confinement: None,
        unseen: vec!["/srv/\u{202e}x".into()],
        holds: vec![holds],
        package: None,
        trial_start: None,
        keeps: vec![
            Holding::Variable {
                name: "TOKEN".to_owned(),
            },
            Holding::PrivateFolder {},
        ],
    };
    let ApprovalKindView::Launch { launch } = q.view(&facts) else {
        panic!("the view of a launch");
    };
    assert_eq!(launch.unseen, ["/srv/⟨U+202E⟩x"]);
    assert_eq!(launch.holds[0].name, "a removed server");
    assert!(launch.keeps[0].what.to_string().contains("TOKEN"));
    assert!(launch.keeps[0].revoke.is_some() && launch.keeps[1].revoke.is_none());
    assert!(launch.keychain_available);
    let inherited: Vec<&str> = launch.env.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(inherited[0], "PATH");
    assert_eq!(inherited[1..], *domain::INHERITED);
    let warned: Vec<String> = launch.warnings.iter().map(|w| w.lead.to_string()).collect();
    assert_eq!(
        warned.len(),
        2,
        "fetches, and its newest version: {warned:?}"
    );
}

#[test]
fn rule_view_describes_only_the_definition_it_is_bound_to() {
    let server = ServerId::new();
    let definition = definition(server, "send", "Sends a letter.");
    let rule = |digest: DefinitionDigest| NewRule {
        effect: Effect::Allow,
        tool: Some("send".to_owned()),
        definition: Some(digest),
        launch: None,
        conversation: Some(ConversationId::new()),
        minutes: None,
        when: Vec::new(),
    };
    let change = AuthorityChange {
        server: Some(server),
        server_name: "Mail".to_owned(),
        widening: Widening::Rules(vec![
            rule(definition.digest),
            rule(DefinitionDigest::of(r#"{"name":"other"}"#).unwrap()),
        ]),
    };
    let known = KnownTool {
        definition,
        tier: Tier::T3,
    };
    let facts = authority::Facts {
        common: common(&[(server, "Mail")]),
        tools: BTreeMap::from([("send".to_owned(), known)]),
        conversation: Some("Plans".to_owned()),
    };
    let ApprovalKindView::Authority { authority } = change.view(&facts) else {
        panic!("the view of a permission");
    };
    let AuthorityKindView::Rules {
        rules,
        conversation,
        ..
    } = authority.change
    else {
        panic!("the view of rules");
    };
    assert_eq!(conversation.as_deref(), Some("Plans"));
    assert_eq!(rules[0].tier, Some(3));
    assert!(!rules[0].description.is_empty());
    assert_eq!((rules[1].tier, rules[1].description.len()), (None, 0));
}

#[test]
fn reach_view_names_the_calls_that_wait_and_the_kind_of_address() {
    let server = ServerId::new();
    let q = ReachApproval {
        grant: ReachGrant {
            server,
            host: "169.254.169.254".to_owned(),
            port: 80,
        },
        server_name: "Fetch".to_owned(),
        by_user: false,
        holds: vec![(ServerId::new(), "Old notes".to_owned())],
    };
    let facts = reach::Facts {
        calls: vec![reach::RunningCall {
            tool: "get".to_owned(),
            conversation: Some("a\u{202e}b".to_owned()),
        }],
        address: Some(AddressKind::Metadata),
        first: true,
        ..reach::Facts::default()
    };
    let ApprovalKindView::Reach { reach } = q.view(&facts) else {
        panic!("the view of a host");
    };
    // Neither server is there any more: the names at the time of the request are shown.
    assert_eq!(reach.server.name, "Fetch");
    assert_eq!(reach.holds[0].name, "Old notes");
    assert_eq!(reach.calls[0].conversation.as_deref(), Some("a⟨U+202E⟩b"));
    assert!(reach.address.is_some() && reach.first);
    let public = reach::Facts {
        address: Some(AddressKind::Public),
        ..facts
    };
    let ApprovalKindView::Reach { reach } = q.view(&public) else {
        panic!("the view of a host");
    };
    assert_eq!(reach.address, None);
}

#[test]
fn link_view_is_the_link_that_opens() {
    let notes = ServerId::new();
    let url = "https://p\u{430}ypal.example/?q=plan";
    let at = url.find("plan").unwrap();
    let q = LinkApproval {
        conversation: ConversationId::new(),
        url: url.to_owned(),
        origin: "https://p\u{430}ypal.example".to_owned(),
        marks: vec![Match {
            at: at..at + 4,
            from: vec![notes],
        }],
        carries: vec![(notes, "Notes".to_owned())],
        holds: Vec::new(),
        origin_allowed: false,
    };
    let facts = InConversation {
        common: common(&[(notes, "My notes")]),
        conversation: None,
    };
    let ApprovalKindView::Link { link } = q.view(&facts) else {
        panic!("the view of a link");
    };
    assert_eq!(link.conversation, "");
    assert_eq!(link.visit.origin, "https://xn--pypal-4ve.example");
    assert_eq!(link.carries[0].name, "My notes");
    assert!(link.encrypted);
    let last = link.address.last().unwrap();
    assert!(
        matches!(last, SegmentView::Text { text, from } if text == "plan" && from.len() == 1),
        "{last:?}"
    );
}
