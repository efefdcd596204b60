//! A link of a conversation is opened after an answer that showed the whole address, and never says more than it showed.

use std::sync::{Arc, Mutex};

use domain::ConversationId;
use host_api::{ErrorCode, ScopeView};
use peers::Aimock;
use serde_json::json;

use crate::{
    days::steps,
    house::{House, Person},
};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";
const SECRET: &str = "The third cellar opens with 4711, ask for Orrin.";

/// Records what reaches the browser.
fn browser(house: &House) -> Arc<Mutex<Vec<String>>> {
    let opened = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&opened);
    house.host.set_opener(move |url| {
        record.lock().unwrap().push(url.to_string());
        true
    });
    opened
}

fn opened(browser: &Arc<Mutex<Vec<String>>>) -> Vec<String> {
    browser.lock().unwrap().clone()
}

/// Of each question about a link, the servers whose text it said is in the address.
async fn asked(house: &House) -> Vec<String> {
    let asked = house.asked.lock().await;
    let links = asked.iter().filter(|asked| asked.tool == "link");
    links.map(|asked| asked.server.clone()).collect()
}

/// A conversation that holds a note of the server Files, or nothing.
async fn conversation(house: &House, with_data: bool) -> ConversationId {
    let folder = house.folder("notes");
    std::fs::write(folder.join("note.txt"), SECRET).unwrap();
    let read = json!({ "id": "r1", "name": "Files_read_text_file", "arguments": { "path": folder.join("note.txt") } });
    let step = if with_data { vec![vec![read]] } else { vec![] };
    let aimock = Aimock::start(&json!(steps("Tell", &step))).unwrap();
    let path = folder.display().to_string();
    let files = peers::node_server(FILESYSTEM).unwrap();
    let (files, _) = house.server("Files", files, &[&path]).await;
    let host = &house.host;
    host.allow_tool(files, "read_text_file", None).unwrap();
    let model = house.model(&aimock).await;
    house.turn(model, "Tell").await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn link_with_a_servers_text_in_any_encoding_names_that_server() {
    let house = House::open(Person::Widest).await;
    let browser = browser(&house);
    let id = conversation(&house, true).await;
    let hex: String = SECRET.bytes().map(|b| format!("{b:02x}")).collect();
    let percent: String = SECRET.bytes().map(|b| format!("%{b:02X}")).collect();
    let pieces: String = SECRET.split(' ').map(|word| format!("/{word}")).collect();
    let links = [
        format!("https://a.example/?q={percent}"),
        format!("https://a.example/{hex}"),
        format!("https://{hex}.a.example/"),
        format!("http://a.example{pieces}"),
        format!("https://a.example/#{}", SECRET.replace(' ', "+")),
        "https://a.example/?q=VGhlIHRoaXJkIGNlbGxhciBvcGVucyB3aXRoIDQ3MTE".to_owned(),
    ];
    for link in &links {
        // A host name has labels of at most 63 characters: what is no address is refused.
        let done = house.host.open_link(id, link).await;
        assert!(done.is_ok() || link.contains(&format!("//{hex}")), "{link}");
    }
    let asked = asked(&house).await;
    assert_eq!(asked.len(), opened(&browser).len());
    assert!(asked.len() >= links.len() - 1, "{asked:?}");
    assert!(asked.iter().all(|from| from == "Files"), "{asked:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn link_in_a_conversation_with_data_asks_each_time() {
    let house = House::open(Person::Widest).await;
    let browser = browser(&house);
    let id = conversation(&house, true).await;
    for _ in 0..2 {
        let done = house.host.open_link(id, "https://docs.example/").await;
        assert!(done.unwrap());
    }
    assert_eq!(asked(&house).await, ["", ""]);
    assert_eq!(opened(&browser).len(), 2);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn site_allowed_in_a_conversation_without_data_is_asked_about_once() {
    let house = House::open(Person::Widest).await;
    let browser = browser(&house);
    let id = conversation(&house, false).await;
    for link in [
        "https://docs.example/a",
        "https://docs.example/b?c=d",
        // Another origin, port or scheme is another site.
        "https://docs.example:8443/a",
        "http://docs.example/a",
        "https://docs.example.evil.example/a",
    ] {
        assert!(house.host.open_link(id, link).await.unwrap(), "{link}");
    }
    assert_eq!(asked(&house).await.len(), 4);
    assert_eq!(opened(&browser).len(), 5);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn denied_link_does_not_reach_the_browser() {
    let house = House::open(Person::Denies("no")).await;
    let browser = browser(&house);
    let id = conversation(&house, false).await;
    let done = house.host.open_link(id, "https://docs.example/").await;
    assert!(!done.unwrap());
    assert_eq!(asked(&house).await.len(), 1);
    assert_eq!(opened(&browser), Vec::<String>::new());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_that_poses_as_another_is_refused_without_a_question() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let browser = browser(&house);
    let id = conversation(&house, false).await;
    let long = format!("https://a.example/{}", "a".repeat(9000));
    for link in [
        "https://bank.example@evil.example/",
        "https://user:pass@evil.example/",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,hi",
        "mailto:somebody@example.com",
        "HTTPS:",
        "//evil.example",
        "",
        &long,
    ] {
        let refused = house.host.open_link(id, link).await;
        assert_eq!(refused.unwrap_err().code, ErrorCode::Invalid, "{link}");
    }
    let nowhere = ConversationId::new();
    let gone = house.host.open_link(nowhere, "https://docs.example/").await;
    assert_eq!(gone.unwrap_err().code, ErrorCode::NotFound);
    assert!(asked(&house).await.is_empty());
    assert!(opened(&browser).is_empty());
    house.close().await;
}
