//! Data of one server crosses nothing where that server is called again; and trust in a server's reading.

use domain::{ConversationId, ProviderId, ServerId};
use host_api::{AuditQuery, DecidedByView, ReasonKind, ScopeView};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, Person, calls};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";
const EVERYTHING: &str = "@modelcontextprotocol/server-everything";

/// Calls one after the other, begun by a message of their own.
fn steps(message: &str, calls: &[(&str, Value)]) -> Vec<Value> {
    let mut after = json!({ "userMessage": message, "hasToolResult": false });
    let mut fixtures = Vec::new();
    for (at, (name, arguments)) in calls.iter().enumerate() {
        let id = format!("{message} {at}");
        let call = json!({ "id": id, "name": name, "arguments": arguments });
        fixtures.push(json!({ "match": after, "response": { "toolCalls": [call] } }));
        after = json!({ "toolCallId": id });
    }
    fixtures.push(json!({ "match": after, "response": { "content": "Done." } }));
    fixtures.reverse();
    fixtures
}

struct Setting {
    house: House,
    files: ServerId,
    model: ProviderId,
    _aimock: Aimock,
}

/// Two files, a server that reads them, and a model that does what is said.
async fn setting(person: Person, plan: impl Fn(&str) -> Vec<Value>) -> Setting {
    let house = House::open(person).await;
    let folder = house.folder("notes");
    for (name, words) in [
        ("a.txt", "oil for the lamp in the hall"),
        ("b.txt", "wicks"),
    ] {
        std::fs::write(folder.join(name), words).unwrap();
    }
    let path = folder.display().to_string();
    let aimock = Aimock::start(&json!(plan(&path))).unwrap();
    let program = peers::node_server(FILESYSTEM).unwrap();
    let (files, _) = house.server("Files", program, &[&path]).await;
    let model = house.model(&aimock).await;
    Setting {
        house,
        files,
        model,
        _aimock: aimock,
    }
}

impl Setting {
    /// How many approvals a new conversation needs.
    async fn asked(&self, words: &str) -> (ConversationId, usize) {
        let before = self.house.asked.lock().await.len();
        let (conversation, _) = self.house.turn(self.model, words).await;
        (conversation, self.house.asked.lock().await.len() - before)
    }
}

fn read(folder: &str, name: &str) -> (&'static str, Value) {
    (
        "Files_read_text_file",
        json!({ "path": format!("{folder}/{name}") }),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn four_reads_under_an_always_where_rule_ask_nothing_in_a_new_conversation() {
    let set = setting(Person::AllowsWhere(0), |folder| {
        let (a, b) = (read(folder, "a.txt"), read(folder, "b.txt"));
        let four = [a.clone(), b.clone(), b, a.clone()];
        [steps("Once", &[a]), steps("Four", &four)].concat()
    })
    .await;
    assert_eq!(set.asked("Once").await.1, 1);
    let (conversation, asked) = set.asked("Four").await;
    assert_eq!(asked, 0);
    let calls = calls(&set.house.view(conversation).await);
    assert_eq!(calls.len(), 4);
    for call in &calls {
        assert!(
            matches!(
                call.state,
                host_api::CallStateView::Done {
                    by: Some(DecidedByView::Rule),
                    ..
                }
            ),
            "{call:?}"
        );
    }
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn always_holds_for_a_server_that_answers_itself() {
    let house = House::open(Person::Allows(ScopeView::Standing)).await;
    let echo = |text: &str| ("Every_echo", json!({ "message": text }));
    let four = [echo("one"), echo("two"), echo("Echo: two"), echo("four")];
    let plan = [steps("Once", &[echo("first")]), steps("Four", &four)].concat();
    let aimock = Aimock::start(&json!(plan)).unwrap();
    let program = peers::node_server(EVERYTHING).unwrap();
    house.server("Every", program, &[]).await;
    let model = house.model(&aimock).await;
    house.turn(model, "Once").await;
    assert_eq!(house.asked.lock().await.len(), 1);
    house.turn(model, "Four").await;
    assert_eq!(house.asked.lock().await.len(), 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_server_under_another_name_is_another_server() {
    let set = setting(Person::Allows(ScopeView::Standing), |folder| {
        let a = read(folder, "a.txt");
        let mut copy = read(folder, "b.txt");
        copy.0 = "Files-2_read_text_file";
        [
            steps("Own", &[a.clone(), a.clone()]),
            steps("Copy", &[copy.clone()]),
            steps("Both", &[a.clone(), copy, a]),
        ]
        .concat()
    })
    .await;
    let host = &set.house.host;
    let copy = host.duplicate_server(set.files).await.unwrap();
    let copied: ServerId = copy.tag.id.parse().unwrap();
    host.start_and_wait(copied, false).await.unwrap();
    let alias = copy.tag.name.replace(' ', "-");
    assert_eq!(alias, "Files-2", "the plan above names it");
    assert_eq!(
        set.asked("Own").await.1,
        1,
        "always, from the first call on"
    );
    assert_eq!(
        set.asked("Copy").await.1,
        1,
        "no rule of the other covers it"
    );
    // Both are always allowed now; what one gave is another server's data for the other.
    assert_eq!(set.asked("Both").await.1, 2);
    let asked = set.house.asked.lock().await.clone();
    for question in &asked[asked.len() - 2..] {
        assert_eq!(question.reasons[0].lead, "Data may cross servers.");
        let why = question.narrowed.as_deref();
        assert_eq!(
            why,
            Some("“Always” is not available when data crosses servers")
        );
    }
    set.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_reader_reads_and_its_other_tools_stay_as_they_are() {
    let set = setting(Person::AllowsAndTrusts, |folder| {
        let (a, list) = (
            read(folder, "a.txt"),
            ("Files_list_directory", json!({ "path": folder })),
        );
        let write = json!({ "path": format!("{folder}/c.txt"), "content": "new" });
        [
            steps("Read", &[a]),
            steps("List", &[list, ("Files_write_file", write)]),
        ]
        .concat()
    })
    .await;
    let host = &set.house.host;
    set.asked("Read").await;
    let rules = host.rules().await.unwrap();
    assert_eq!(rules.trusted.len(), 1);
    assert!(rules.rules.is_empty(), "the tick allows no call");
    assert_eq!(set.asked("List").await.1, 2, "each call still asks");
    let asked = set.house.asked.lock().await.clone();
    let risks: Vec<&str> = asked.iter().map(|q| q.risk.as_str()).collect();
    assert_eq!(risks, ["Could send data out", "Reads", "Destructive"]);
    let unknown = asked[0]
        .reasons
        .iter()
        .find(|r| r.kind == ReasonKind::Risk)
        .unwrap();
    assert_eq!(
        unknown.rest,
        "Innkeeper cannot verify that this tool only reads, so it treats it as one that can send data."
    );

    // The decision and the change are in the log.
    let query = AuditQuery {
        text: String::new(),
        decided: None,
        server: None,
        since_ms: None,
        before: None,
    };
    let rows = host.audit_find(&query, 50).await.unwrap();
    let verdicts: Vec<String> = rows.iter().map(|row| row.verdict.to_string()).collect();
    for words in [
        "you allowed, once, and trust its reading",
        "you trust it for reading",
    ] {
        assert!(
            verdicts.iter().any(|verdict| verdict == words),
            "{words} in {verdicts:?}"
        );
    }

    // It is taken back at once.
    host.set_trusted(set.files, false).await.unwrap();
    set.asked("List").await;
    let asked = set.house.asked.lock().await.clone();
    assert_eq!(asked[3].risk, "Could send data out");
    set.house.close().await;
}
