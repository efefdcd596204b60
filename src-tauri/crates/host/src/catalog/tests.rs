#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use domain::{Annotations, DefinitionDigest, LaunchSpec, RemoteLaunch, ToolRef};
use proptest::prelude::*;

fn entry(server_name: &str, tool: &str) -> Entry {
    let server = ServerId::new();
    Entry {
        server_name: server_name.into(),
        launch: LaunchSpec::Remote(RemoteLaunch {
            server,
            url: "https://h.example".into(),
            headers: vec![],
        })
        .digest(),
        definition: ToolDefinition {
            tool: ToolRef {
                server,
                name: tool.into(),
            },
            title: None,
            description: None,
            input_schema: "{}".into(),
            output_schema: None,
            annotations: Annotations::default(),
            raw: "{}".into(),
            digest: DefinitionDigest::of("{}").unwrap(),
        },
        offered: true,
    }
}

fn catalog(entries: &[Entry], letters: Letters, most: usize) -> Catalog {
    let servers = entries
        .iter()
        .map(|e| (e.definition.tool.server, e.server_name.as_str()));
    let mut catalog = Catalog::new(entries.to_vec(), &Names::new(servers, letters));
    let snapshot = context::Snapshot {
        conversation: domain::ConversationId::new(),
        model: "m",
        tools: catalog.tools(),
        project: None,
        instructions: vec![],
        pinned: vec![],
        summary: None,
        messages: vec![],
    };
    let omitted = context::assemble(&snapshot, &budget(most, None))
        .manifest
        .omitted;
    catalog.leave_out(&omitted);
    catalog
}

fn budget(tools: usize, window: Option<u64>) -> Budget {
    Budget {
        window,
        answer: 0,
        tools,
        bytes: usize::MAX,
        result: usize::MAX,
    }
}

/// The aliases of a request that leaves out what the catalog noted.
fn sent(catalog: &Catalog) -> Vec<String> {
    let all = catalog.tools().into_iter().map(|tool| tool.alias);
    all.filter(|alias| !catalog.left.contains(*alias))
        .map(str::to_owned)
        .collect()
}

fn aliases(catalog: &Catalog) -> Vec<String> {
    catalog
        .tools()
        .iter()
        .map(|tool| tool.alias.to_owned())
        .collect()
}

proptest! {
    #[test]
    fn every_tool_has_its_own_alias_that_providers_accept(names in prop::collection::vec((".{0,80}", ".{0,80}"), 0..30)) {
        let entries: Vec<Entry> = names.iter().map(|(s, t)| entry(s, t)).collect();
        let catalog = catalog(&entries, Letters::Ascii, MAX_TOOLS);
        let specs = aliases(&catalog);
        prop_assert_eq!(specs.len(), entries.len());
        let mut servers: Vec<_> = specs.iter().map(|s| catalog.resolve(s).unwrap().definition.tool.server).collect();
        servers.sort();
        servers.dedup();
        prop_assert_eq!(servers.len(), entries.len(), "no tool took another's place");
        for alias in specs {
            prop_assert!(!alias.is_empty() && alias.len() <= names::MAX_ALIAS);
            prop_assert!(alias.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'));
        }
    }
}

proptest! {
    #[test]
    fn alias_does_not_depend_on_other_tools(names in prop::collection::vec(".{0,20}", 1..12), other in ".{0,20}") {
        let server = ServerId::new();
        let of = |name: &String| {
            let mut entry = entry("Srv", name);
            entry.definition.tool.server = server;
            entry
        };
        let entries: Vec<Entry> = names.iter().chain([&other]).map(of).collect();
        let all = catalog(&entries, Letters::Ascii, MAX_TOOLS);
        let fewer = catalog(&entries[..names.len()], Letters::Ascii, MAX_TOOLS);
        for name in &names {
            prop_assert_eq!(all.alias_of(server, name), fewer.alias_of(server, name));
        }
    }
}

#[test]
fn withheld_tool_is_known_and_not_offered() {
    let withheld = Entry {
        offered: false,
        ..entry("Mail", "send")
    };
    let catalog = catalog(
        &[withheld, entry("Other", "send")],
        Letters::Ascii,
        MAX_TOOLS,
    );
    assert_eq!(aliases(&catalog), ["Other_send"]);
    assert!(catalog.resolve("Other_send").unwrap().offered);
    assert!(!catalog.resolve("Mail_send").unwrap().offered);
}

#[test]
fn cut_starves_no_server_and_does_not_depend_on_the_order_of_a_listing() {
    let (many, few) = (ServerId::new(), ServerId::new());
    let of = |server, server_name: &str, name: String| {
        let mut entry = entry(server_name, &name);
        entry.definition.tool.server = server;
        entry
    };
    let mut entries: Vec<Entry> = (0..300)
        .map(|n| of(many, "Many", format!("t{n:03}")))
        .collect();
    entries.extend((0..6).map(|n| of(few, "Few", format!("f{n}"))));
    let within = |entries: &[Entry]| sent(&catalog(entries, Letters::Ascii, 128));
    let offered = within(&entries);
    assert_eq!(offered.len(), 128);
    assert_eq!(offered.iter().filter(|a| a.starts_with("Few_")).count(), 6);
    entries.reverse();
    assert_eq!(within(&entries), offered);
    let catalog = catalog(&entries, Letters::Ascii, 128);
    assert!(catalog.left.contains("Many_t299") && catalog.offered("Many_t299").is_some());
    assert_eq!(sent(&catalog).len(), 128);
    assert_eq!(catalog.cut().unwrap().shares.len(), 2);
}

#[test]
fn more_than_fit_are_searched_and_used_tools_are_appended_in_the_order_of_their_first_call() {
    let server = ServerId::new();
    let entries: Vec<Entry> = (0..60)
        .map(|n| {
            let mut entry = entry("Many", &format!("t{n:02}"));
            entry.definition.tool.server = server;
            entry
        })
        .collect();
    let mut few = catalog(&entries[..WHOLE_TOOLS], Letters::Ascii, MAX_TOOLS);
    few.select(&budget(128, Some(200_000)), &Earlier::default());
    assert_eq!(sent(&few).len(), WHOLE_TOOLS);
    few.select(&budget(39, None), &Earlier::default());
    assert_eq!(aliases(&few), ["find_tools", "call_tool"]);
    few.select(&budget(1, None), &Earlier::default());
    assert_eq!(
        few.tools().len(),
        WHOLE_TOOLS,
        "the host's tools do not fit"
    );

    let mut many = catalog(&entries, Letters::Ascii, MAX_TOOLS);
    let call = |n: usize| entries[n].definition.tool.clone();
    let gone = ToolRef {
        server: ServerId::new(),
        name: "t01".into(),
    };
    let used = |used: &[ToolRef]| Earlier {
        used: used.to_vec(),
        found: Vec::new(),
    };
    many.select(
        &budget(128, None),
        &used(&[call(9), gone.clone(), call(3), call(9)]),
    );
    let two = ["find_tools", "call_tool", "Many_t09", "Many_t03"];
    assert_eq!(aliases(&many), two);
    many.select(
        &budget(128, None),
        &used(&[call(9), call(3), call(9), call(5)]),
    );
    assert_eq!(aliases(&many)[..4], two, "the beginning stays");
    many.select(&budget(4, None), &used(&[call(1), call(2), call(3)]));
    assert_eq!(aliases(&many)[2..], ["Many_t02", "Many_t03"], "the latest");
    assert!(many.offered("Many_t59").is_some() && many.cut().is_none());

    let found = |found: &[ToolRef]| Earlier {
        used: vec![call(1)],
        found: found.to_vec(),
    };
    let mut many = catalog(&entries, Letters::Ascii, MAX_TOOLS).deferring(true);
    many.select(&budget(128, None), &Earlier::default());
    assert_eq!(aliases(&many), ["find_tools"]);
    many.select(
        &budget(128, None),
        &found(&[call(9), gone, call(3), call(9)]),
    );
    assert_eq!(aliases(&many), ["find_tools", "Many_t09", "Many_t03"]);
    let deferred: Vec<bool> = many.tools().iter().map(|tool| tool.deferred).collect();
    assert_eq!(deferred, [false, true, true]);
    assert!(many.cut().is_none());
    let all: Vec<ToolRef> = (0..60).map(call).collect();
    many.select(&budget(41, None), &found(&all));
    assert_eq!(
        aliases(&many).len(),
        41,
        "never more than the endpoint accepts"
    );
    assert_eq!(aliases(&many)[40], "Many_t59", "the latest stay");
}

#[test]
fn definitions_beyond_a_share_of_the_window_are_searched() {
    let mut large = entry("Large", "t");
    large.definition.input_schema = format!(r#"{{"description":"{}"}}"#, "word ".repeat(4_000));
    let mut one = catalog(&[large], Letters::Ascii, MAX_TOOLS);
    one.select(&budget(128, Some(1_000_000)), &Earlier::default());
    assert_eq!(aliases(&one), ["Large_t"]);
    one.select(&budget(128, Some(32_000)), &Earlier::default());
    assert_eq!(aliases(&one), ["find_tools", "call_tool"]);
    let mut small = catalog(&[entry("Small", "t")], Letters::Ascii, MAX_TOOLS);
    small.select(&budget(128, Some(2_000)), &Earlier::default());
    assert_eq!(aliases(&small), ["Small_t"], "a few fit in any window");
}

#[test]
fn names_of_the_host_tools_are_no_aliases() {
    for (server, tool) in [("find", "tools"), ("Call", "tool"), ("call", "TOOL")] {
        let catalog = catalog(&[entry(server, tool)], Letters::Ascii, MAX_TOOLS);
        let [alias] = &aliases(&catalog)[..] else {
            panic!("one tool");
        };
        assert!(!is_host_tool(alias), "{alias}");
        assert!(alias.starts_with(&format!("{server}_{tool}_")), "{alias}");
    }
}

#[test]
fn unknown_name_resolves_to_nothing() {
    let catalog = catalog(&[entry("Files", "read")], Letters::Ascii, MAX_TOOLS);
    assert!(catalog.resolve("Files_read").is_some());
    assert!(catalog.resolve("read").is_none());
}
