//! What a person decided ahead: how it comes to be, what it covers, and how it ends.

use domain::{ConversationId, RuleId, ServerId};
use host::StoppedFrom;
use host_api::{
    CallStateView, DecisionView, EffectView, ErrorCode, ProposedCondition, ProposedRule, ScopeView,
    TestView, TryCall,
};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person, calls};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";
const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
const SECRET: &str = "The third cellar opens with 4711, ask for Örjan.";

/// A folder with a note in each of two folders, a server that reads them, and a model that does what its user says.
struct Setting {
    house: House,
    files: ServerId,
    model: domain::ProviderId,
    folder: std::path::PathBuf,
    _aimock: Aimock,
}

impl Setting {
    async fn new(person: Person) -> Self {
        let house = House::open(person).await;
        let folder = house.folder("notes");
        for name in ["in", "out"] {
            std::fs::create_dir(folder.join(name)).unwrap();
            std::fs::write(folder.join(name).join("note.txt"), SECRET).unwrap();
        }
        let call = |id: &str, tool: &str, arguments: Value| json!({ "id": id, "name": tool, "arguments": arguments });
        let read = |id: &str, place: &str| {
            call(
                id,
                "Files_read_text_file",
                json!({ "path": folder.join(place).join("note.txt") }),
            )
        };
        let list = call("l1", "Files_list_directory", json!({ "path": folder }));
        let says = |words: &str, call: Value| json!({ "match": { "userMessage": words }, "response": { "toolCalls": [call] } });
        let then = |id: &str, call: Value| json!({ "match": { "toolCallId": id }, "response": { "toolCalls": [call] } });
        let done =
            |id: &str| json!({ "match": { "toolCallId": id }, "response": { "content": "Done." } });
        let echo = call("e1", "Every_echo", json!({ "message": SECRET }));
        let fixtures = json!([
            done("i1"),
            done("o1"),
            done("l1"),
            done("t3"),
            done("e1"),
            then("t1", read("t2", "in")),
            then("t2", read("t3", "in")),
            then("p1", echo),
            says("Read in", read("i1", "in")),
            says("Read out", read("o1", "out")),
            says("Thrice", read("t1", "in")),
            says("List", list),
            says("Pass on", read("p1", "in")),
        ]);
        let aimock = Aimock::start(&fixtures).unwrap();
        let path = folder.display().to_string();
        let program = peers::node_server(FILESYSTEM).unwrap();
        let (files, _) = house.server("Files", program, &[&path]).await;
        let model = house.model(&aimock).await;
        Self {
            house,
            files,
            model,
            folder,
            _aimock: aimock,
        }
    }

    /// What the user says in a new conversation; how many questions about tools came of it.
    async fn say(&self, words: &str) -> (ConversationId, usize) {
        let before = self.house.asked.lock().await.len();
        let (conversation, _) = self.house.turn(self.model, words).await;
        (conversation, self.house.asked.lock().await.len() - before)
    }

    /// The same, and every call of it was done.
    async fn asked(&self, words: &str) -> usize {
        let (conversation, asked) = self.say(words).await;
        for call in calls(&self.house.view(conversation).await) {
            assert!(matches!(call.state, CallStateView::Done { .. }), "{call:?}");
        }
        asked
    }

    fn proposed(&self, effect: EffectView, tools: &[&str]) -> ProposedRule {
        ProposedRule {
            server: self.files.to_string(),
            effect,
            tools: tools.iter().map(ToString::to_string).collect(),
            conversation: None,
            minutes: None,
            when: vec![],
        }
    }

    async fn only_rule(&self) -> RuleId {
        let rules = self.house.host.rules().await.unwrap().rules;
        assert_eq!(rules.len(), 1, "{rules:?}");
        rules[0].id.parse().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn always_means_until_it_is_revoked_and_comes_back_only_by_a_yes() {
    let set = Setting::new(Person::Allows(ScopeView::Standing)).await;
    let host = &set.house.host;
    assert_eq!(set.asked("Read in").await, 1);
    assert_eq!(set.asked("Read in").await, 0, "in every conversation");
    assert_eq!(set.asked("Read out").await, 0, "with any arguments");
    let rule = set.only_rule().await;
    let view = host.rule(rule).await.unwrap();
    assert_eq!(
        (view.effect, view.tool.as_deref(), view.used, view.void),
        (EffectView::Allow, Some("read_text_file"), 2, None)
    );
    // The list says the same, though nothing of the rules changed since it was made.
    let listed = host.rules().await.unwrap().rules.remove(0);
    assert_eq!((listed.used, listed.last_used_ms), (2, view.last_used_ms));
    assert!(listed.last_used_ms.is_some());
    host.revoke_rule(rule).await.unwrap();
    assert!(host.rules().await.unwrap().rules.is_empty());
    let (_, asked) = set.say("List").await;
    assert_eq!(asked, 1, "of a tool that no rule was about");
    // That one was allowed always; the revoked one comes back by a question.
    host.restore_rule(rule).await.unwrap();
    assert_eq!(set.asked("Read in").await, 0);

    host.stop_all(StoppedFrom::Terminal);
    assert!(host.rules().await.unwrap().suspended);
    let begun = std::time::Instant::now();
    while !host.is_at_rest() {
        assert!(begun.elapsed() < LIMIT, "it still runs");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    tokio::time::timeout(LIMIT, host.start_and_wait(set.files, false))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(set.asked("Read in").await, 1, "no rule allows after a stop");
    host.resume_rules().await.unwrap();
    assert_eq!(set.asked("Read in").await, 0);
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_with_a_condition_covers_what_meets_it() {
    let set = Setting::new(Person::AllowsWhere(0)).await;
    assert_eq!(set.asked("Read in").await, 1);
    assert_eq!(set.asked("Read in").await, 0);
    assert_eq!(set.asked("Read out").await, 1, "another folder");
    let rules = set.house.host.rules().await.unwrap().rules;
    let mut words: Vec<_> = rules.iter().map(|r| r.when[0].words.to_string()).collect();
    words.sort();
    let folder = |name: &str| format!("is under {}", set.folder.join(name).display());
    assert_eq!(words, [folder("in"), folder("out")]);
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_tools_are_allowed_for_a_while_by_one_answer() {
    let set = Setting::new(Person::AllowsTools).await;
    assert_eq!(set.asked("Read in").await, 1);
    assert_eq!(set.asked("List").await, 0);
    let rules = set.house.host.rules().await.unwrap().rules;
    assert!(rules.len() > 2, "{rules:?}");
    let first = &rules[0];
    assert!(first.batch.is_some() && first.until_ms.is_some());
    assert!(
        rules
            .iter()
            .all(|r| r.batch == first.batch && r.effect == EffectView::Allow)
    );
    let offered = rules
        .iter()
        .any(|r| r.tool.as_deref() == Some("write_file"));
    assert!(!offered, "it says itself that it destroys");
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destructive_tool_asks_each_time_once_its_server_gave_anything() {
    let set = Setting::new(Person::Allows(ScopeView::Standing)).await;
    let host = &set.house.host;
    let tool = "read_text_file";
    assert_eq!(set.asked("Read in").await, 1);
    assert_eq!(set.asked("Thrice").await, 0, "its own data crosses nothing");
    host.set_tier(set.files, tool, Some(4)).await.unwrap();
    let tiers = host.rules().await.unwrap().tiers;
    assert_eq!(tiers[0].tier_word, "Destructive");
    assert_eq!(tiers[0].otherwise, "Could send data out");
    assert_eq!(set.asked("Thrice").await, 2);
    let last = set.house.asked.lock().await.last().unwrap().clone();
    assert_eq!(
        last.reasons[0].lead,
        "A destructive tool needs approval each time."
    );
    assert_eq!(
        last.narrowed.as_deref(),
        Some("a destructive tool needs approval each time")
    );
    host.set_trusted(set.files, true).await.unwrap();
    assert_eq!(set.asked("Thrice").await, 0, "or trusted for reading");
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_whose_guard_is_off_passes_text_on_and_only_that_pair() {
    let set = Setting::new(Person::Allows(ScopeView::Once)).await;
    let host = &set.house.host;
    let every = peers::node_server(EVERYTHING).unwrap();
    let (every, _) = set.house.server("Every", every, &[]).await;
    host.allow_tool(set.files, "read_text_file", None).unwrap();
    host.allow_tool(every, "echo", None).unwrap();
    assert_eq!(set.asked("Pass on").await, 1);
    host.set_guard(set.files, every, false).await.unwrap();
    assert_eq!(set.asked("Pass on").await, 0);
    host.set_guard(set.files, every, true).await.unwrap();
    assert_eq!(set.asked("Pass on").await, 1);
    host.set_guard(every, set.files, false).await.unwrap();
    assert_eq!(set.asked("Pass on").await, 1, "not the other way round");
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_denied_ahead_is_not_asked_and_not_sent() {
    let set = Setting::new(Person::Allows(ScopeView::Once)).await;
    let host = &set.house.host;
    let mut never = set.proposed(EffectView::Deny, &["read_text_file"]);
    never.when = vec![ProposedCondition {
        argument: "path".into(),
        test: TestView::Under,
        value: set.folder.join("in").display().to_string(),
    }];
    host.propose_rule(never).await.unwrap();
    let (conversation, asked) = set.say("Read in").await;
    let call = calls(&set.house.view(conversation).await).remove(0);
    assert_eq!(asked, 0);
    assert!(matches!(call.state, CallStateView::Denied { .. }) && call.sent_ms.is_none());
    let rule = host.rules().await.unwrap().rules.remove(0);
    assert_eq!(rule.used, 1, "a denial is a use");
    assert!(rule.last_used_ms.is_some());
    assert_eq!(set.asked("Read out").await, 1);
    assert_eq!(
        host.rules().await.unwrap().rules[0].used,
        1,
        "where it did not hold"
    );

    let tried = |path: &str| TryCall {
        server: set.files.to_string(),
        tool: "read_text_file".into(),
        arguments: json!({ "path": path }).to_string(),
        seen: vec![],
        conversation: None,
    };
    let inside = set.folder.join("in/a").display().to_string();
    let denied = host.try_call(tried(&inside)).await.unwrap();
    assert_eq!(denied.decision, DecisionView::Deny);
    assert!(denied.rules[0].applies);
    let outside = host.try_call(tried("/elsewhere")).await.unwrap();
    assert_eq!(outside.decision, DecisionView::Ask);
    assert!(!outside.rules[0].applies && outside.rules[0].why.to_string().contains("Not met"));
    // What cannot be told apart is denied.
    let dots = host.try_call(tried("/elsewhere/../in")).await.unwrap();
    assert_eq!(dots.decision, DecisionView::Deny);

    let everything = set.proposed(EffectView::Allow, &[]);
    let refused = host.propose_rule(everything).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_widened_without_a_yes() {
    let set = Setting::new(Person::WidensNothing).await;
    let host = &set.house.host;
    let denied = |done: Result<(), host_api::ApiError>| {
        assert_eq!(done.unwrap_err().code, ErrorCode::Denied);
    };
    let allow = set.proposed(EffectView::Allow, &["read_text_file"]);
    denied(host.propose_rule(allow).await.map(drop));
    denied(host.set_tier(set.files, "read_text_file", Some(1)).await);
    denied(host.set_trusted(set.files, true).await);
    let never = set.proposed(EffectView::Deny, &["read_text_file"]);
    let never = host.propose_rule(never).await.unwrap()[0];
    denied(host.revoke_rule(never).await);
    host.stop_all(StoppedFrom::Terminal);
    denied(host.resume_rules().await);
    let rules = host.rules().await.unwrap();
    assert_eq!(rules.rules.len(), 1);
    assert!(rules.tiers.is_empty() && rules.trusted.is_empty() && rules.suspended);
    set.house.close().await;
}
