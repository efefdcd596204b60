//! Folders granted to real servers: what each learns, when it learns of a change, and what it never learns.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use domain::ServerId;
use host::DirectCall;
use host_api::{
    CallStateView, ContentView, ErrorCode, Event, RootAccessView, RootChoiceView, RootPassView,
    ServerStateView,
};
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person, until};

const FILES: &str = "@modelcontextprotocol/server-filesystem";
const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
/// Pause between two looks at what a server says.
const LOOK: Duration = Duration::from_millis(50);

/// Calls a tool; gives its text, and whether the tool says it failed.
async fn told(house: &House, server: ServerId, tool: &str, arguments: &Value) -> (String, bool) {
    let call = DirectCall {
        server,
        tool: tool.into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    let view = house.host.call_tool(call).await.unwrap();
    let CallStateView::Done { tool_error, .. } = view.state else {
        panic!("{tool}: {view:?}");
    };
    let texts = view.result.iter().filter_map(|content| match content {
        ContentView::Text { text, .. } => Some(text.as_str()),
        _other => None,
    });
    (texts.collect::<Vec<_>>().join("\n"), tool_error)
}

/// Asks a server until what it says is as expected: it learns of a change in its own time.
async fn comes_to(
    house: &House,
    server: ServerId,
    tool: &str,
    expected: impl Fn(&str) -> bool,
) -> String {
    let ask = async {
        loop {
            let (text, _) = told(house, server, tool, &json!({})).await;
            if expected(&text) {
                return text;
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    let last = tokio::time::timeout(LIMIT, ask).await;
    last.expect("the server comes to say so")
}

async fn granted(house: &House, server: ServerId, path: &Path) {
    let path = path.to_str().unwrap();
    house
        .host
        .grant_root(server, path, None, false)
        .await
        .unwrap();
}

fn text_of(path: &Path) -> String {
    path.display().to_string()
}

/// The filesystem server with no folder on its command line.
async fn files(house: &House, name: &str) -> ServerId {
    let program = peers::node_server(FILES).unwrap();
    house.server(name, program, &[]).await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn each_server_learns_of_its_own_folders_and_works_there() {
    let house = House::open(Person::Widest).await;
    let [one, two, own] = ["one", "two", "own"].map(|name| house.folder(name));
    for folder in [&one, &two, &own] {
        std::fs::write(folder.join("note.txt"), "found").unwrap();
    }
    let first = files(&house, "First").await;
    let second = files(&house, "Second").await;
    let mut traffic = [first, second].map(|server| house.host.watch_traffic(server).unwrap());
    granted(&house, first, &one).await;
    granted(&house, second, &two).await;

    let says = |path: &Path| {
        let path = text_of(path);
        move |text: &str| text.contains(&path)
    };
    let list = "list_allowed_directories";
    let shown = comes_to(&house, first, list, says(&one)).await;
    assert!(
        !shown.contains(&text_of(&two)) && !shown.contains(&text_of(&own)),
        "{shown}"
    );
    let shown = comes_to(&house, second, list, says(&two)).await;
    assert!(!shown.contains(&text_of(&one)), "{shown}");

    let read = |folder: &Path| json!({ "path": folder.join("note.txt") });
    let (text, failed) = told(&house, first, "read_text_file", &read(&one)).await;
    assert_eq!((text.as_str(), failed), ("found", false));
    for folder in [&two, &own] {
        let (text, failed) = told(&house, first, "read_text_file", &read(folder)).await;
        assert!(failed && text.contains("outside allowed"), "{text}");
    }

    // A second folder, and the first taken back.
    granted(&house, first, &own).await;
    comes_to(&house, first, list, says(&own)).await;
    house.host.revoke_root(first, &text_of(&one)).await.unwrap();
    let gone = text_of(&one);
    comes_to(&house, first, list, |text| !text.contains(&gone)).await;
    let (_, failed) = told(&house, first, "read_text_file", &read(&one)).await;
    assert!(failed);
    let again = house.host.revoke_root(first, &text_of(&one)).await;
    assert_eq!(again.unwrap_err().code, ErrorCode::NotFound);

    // Nothing that passed to or from one names the other's folder, but for the path that the user's call asked for.
    let both = [(first, &two), (second, &one)];
    for (feed, (server, other)) in traffic.iter_mut().zip(both) {
        let rows = feed.next().await.unwrap().rows;
        let messages = rows.iter().map(|row| {
            let whole = house.host.traffic_message(server, row.seq);
            whole.unwrap().json
        });
        let roots: Vec<String> = messages.filter(|text| text.contains("file://")).collect();
        assert!(!roots.is_empty());
        let other = text_of(other);
        assert!(roots.iter().all(|text| !text.contains(&other)), "{roots:?}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_reaches_a_server_while_its_call_runs() {
    let house = House::open(Person::Widest).await;
    let folder = house.folder("while");
    let program = peers::node_server(EVERYTHING).unwrap();
    let (server, _) = house.server("Everything", program, &["stdio"]).await;
    let long = json!({ "duration": 2, "steps": 4 });
    let working = told(&house, server, "trigger-long-running-operation", &long);
    let changing = async {
        granted(&house, server, &folder).await;
        let path = text_of(&folder);
        comes_to(&house, server, "get-roots-list", |text| {
            text.contains(&path)
        })
        .await
    };
    let ((text, failed), shown) = tokio::join!(working, changing);
    assert!(!failed && text.contains("completed"), "{text}");
    assert!(
        shown.contains("1 total") && shown.contains("while"),
        "{shown}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_granted_is_where_a_path_leads() {
    let house = House::open(Person::Widest).await;
    let real = house.folder("real");
    let link = real.parent().unwrap().join("link");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let program = peers::node_server(EVERYTHING).unwrap();
    let (server, _) = house.server("Everything", program, &["stdio"]).await;
    let host = &house.host;
    let grant = async |path: PathBuf| {
        let path = path.to_str().unwrap().to_owned();
        host.grant_root(server, &path, None, false).await
    };
    let held = || {
        let roots = host.roots(server).unwrap().roots;
        roots.into_iter().map(|root| root.key).collect::<Vec<_>>()
    };

    grant(link.clone()).await.unwrap();
    assert_eq!(held(), [text_of(&real)]);
    // The same folder by another way is the same grant.
    grant(real.join("..").join("real")).await.unwrap();
    assert_eq!(held(), [text_of(&real)]);

    let file = real.join("file");
    std::fs::write(&file, "").unwrap();
    let upper = real.parent().unwrap().join("REAL");
    let data = real.parent().unwrap().join("data");
    for refused in [
        real.join("missing"),
        file,
        upper,
        PathBuf::from("relative"),
        PathBuf::from("/"),
        PathBuf::from("/etc"),
        data.clone(),
        data.join("innkeeper.db"),
    ] {
        let error = grant(refused.clone()).await.unwrap_err();
        assert_eq!(
            error.code,
            ErrorCode::Invalid,
            "{}: {error:?}",
            refused.display()
        );
    }
    assert_eq!(held(), [text_of(&real)]);

    // A folder that holds the program's own data takes its name.
    grant(real.parent().unwrap().to_path_buf()).await.unwrap();
    assert_eq!(held().len(), 2);
    house.close().await;

    let house = House::open(Person::WidensNothing).await;
    let folder = house.folder("denied");
    let program = peers::node_server(EVERYTHING).unwrap();
    let (server, _) = house.server("Everything", program, &["stdio"]).await;
    let denied = house
        .host
        .grant_root(server, folder.to_str().unwrap(), None, false);
    assert_eq!(denied.await.unwrap_err().code, ErrorCode::Denied);
    assert!(house.host.roots(server).unwrap().roots.is_empty());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_replaced_is_withdrawn_until_it_is_there_again() {
    let house = House::open(Person::Widest).await;
    let folder = house.folder("kept");
    let aside = folder.parent().unwrap().join("aside");
    let program = peers::node_server(EVERYTHING).unwrap();
    let (server, _) = house.server("Everything", program, &["stdio"]).await;
    granted(&house, server, &folder).await;
    let path = text_of(&folder);
    let list = "get-roots-list";
    comes_to(&house, server, list, |text| text.contains(&path)).await;

    let trouble = || {
        let trouble = house.host.roots(server).unwrap().roots[0].trouble.clone();
        trouble.map(|why| why.to_string())
    };
    let mut events = house.host.events();
    let changed = async |events: &mut _| {
        until(events, |event| {
            matches!(event, Event::Roots { .. }).then_some(())
        })
        .await;
    };
    // Another folder at its path is not what was granted: neither a new one nor a link.
    std::fs::rename(&folder, &aside).unwrap();
    std::os::unix::fs::symlink(&aside, &folder).unwrap();
    changed(&mut events).await;
    assert!(
        trouble().unwrap().contains("another folder"),
        "{:?}",
        trouble()
    );
    comes_to(&house, server, list, |text| !text.contains(&path)).await;

    std::fs::remove_file(&folder).unwrap();
    changed(&mut events).await;
    assert!(trouble().unwrap().contains("no folder"), "{:?}", trouble());
    std::fs::rename(&aside, &folder).unwrap();
    changed(&mut events).await;
    assert_eq!(trouble(), None);
    comes_to(&house, server, list, |text| text.contains(&path)).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_never_asks_is_started_with_its_folder() {
    let house = House::open(Person::Widest).await;
    let [first, second] = ["first", "second"].map(|name| house.folder(name));
    let program = peers::node_server(EVERYTHING).unwrap();
    let (server, _) = house.server("Everything", program, &["stdio"]).await;
    let choose = |pass| RootChoiceView {
        name: String::new(),
        access: RootAccessView::Write,
        pass,
        typed: String::new(),
    };
    let starts = async |events: &mut _| {
        let id = server.to_string();
        let mut stopped = false;
        until(events, |event| match event {
            Event::Server { server } if server.tag.id == id => {
                let state = format!("{:?}", server.state);
                stopped |= !state.starts_with("Ready");
                (stopped && state.starts_with("Ready")).then_some(())
            }
            _other => None,
        })
        .await;
    };
    let mut events = house.host.events();
    let path = text_of(&first);
    let wish = Some(choose(RootPassView::Variable {
        name: "PROJECT_DIR".into(),
    }));
    house
        .host
        .grant_root(server, &path, wish, true)
        .await
        .unwrap();
    starts(&mut events).await;
    let (text, _) = told(&house, server, "get-env", &json!({})).await;
    assert!(
        text.contains(&format!("\"PROJECT_DIR\": \"{path}\"")),
        "{text}"
    );

    // One variable holds one folder; a name that begins no variable is none.
    let other = text_of(&second);
    for wrong in ["PROJECT_DIR", "PATH", "1A", "A B", ""] {
        let pass = RootPassView::Variable { name: wrong.into() };
        let wish = Some(choose(pass));
        let refused = house.host.grant_root(server, &other, wish, true).await;
        assert_eq!(refused.unwrap_err().code, ErrorCode::Invalid, "{wrong:?}");
    }

    // Taken back, it is started without.
    house.host.revoke_root(server, &path).await.unwrap();
    starts(&mut events).await;
    let (text, _) = told(&house, server, "get-env", &json!({})).await;
    assert!(!text.contains("PROJECT_DIR"), "{text}");

    let wish = Some(choose(RootPassView::Argument));
    house
        .host
        .grant_root(server, &text_of(&second), wish, true)
        .await
        .unwrap();
    starts(&mut events).await;
    let pid = match house.host.server_named("Everything").unwrap().1.state {
        ServerStateView::Ready { pid } => pid.unwrap(),
        other => panic!("{other:?}"),
    };
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap();
    let last = String::from_utf8_lossy(&line);
    assert!(last.trim_end_matches('\0').ends_with(&other), "{last}");
    house.close().await;
}
