//! A real server whose writes are reviewed: they stay in a layer, and reach the folder when they are applied.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use domain::ServerId;
use host::DirectCall;
use host_api::{
    CallStateView, ChangeKindView, ContentView, ErrorCode, RootAccessView, RootChoiceView,
    RootPassView, ServerStateView, StagedView,
};
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person};

const FILES: &str = "@modelcontextprotocol/server-filesystem";

async fn call(house: &House, server: ServerId, tool: &str, arguments: &Value) -> String {
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
    let text = texts.collect::<Vec<_>>().join("\n");
    assert!(!tool_error, "{tool}: {text}");
    text
}

async fn grant(house: &House, server: ServerId, folder: &Path, access: RootAccessView) {
    let choice = RootChoiceView {
        name: "work".into(),
        access,
        pass: RootPassView::Asked,
        typed: String::new(),
    };
    let path = folder.to_str().unwrap();
    let granted = house.host.grant_root(server, path, Some(choice), true);
    granted.await.unwrap();
}

/// The filesystem server, which runs with one folder. None: this system has no full sandbox.
async fn files(house: &House, folder: &Path, access: RootAccessView) -> Option<ServerId> {
    let program = peers::node_server(FILES).unwrap();
    let id = house
        .add("Files", program, &[folder.to_str().unwrap()])
        .await;
    if access == RootAccessView::Staged {
        let unstaged = house.host.unstaged(id).await;
        if let Some(why) = unstaged {
            println!("skipped: {why:?}");
            return None;
        }
    }
    grant(house, id, folder, access).await;
    house.host.start_and_wait(id, false).await.unwrap();
    Some(id)
}

/// A folder with some files, and what it holds.
fn work(house: &House) -> (PathBuf, BTreeMap<PathBuf, String>) {
    let folder = house.folder("work");
    fs::create_dir(folder.join("drafts")).unwrap();
    for (name, text) in [
        ("note.md", "one\ntwo\nthree\n"),
        ("other.md", "other\n"),
        ("drafts/old.md", "old\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let held = held(&folder);
    (folder, held)
}

fn held(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path.clone());
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.insert(path.strip_prefix(folder).unwrap().to_owned(), text);
        }
    }
    found
}

/// What a server does with its tools.
async fn writes(house: &House, id: ServerId, folder: &Path) {
    let text = "one\nTWO\nthree\n";
    let change = json!({ "path": folder.join("note.md"), "content": text });
    call(house, id, "write_file", &change).await;
    let new = json!({ "path": folder.join("new.md"), "content": "new\n" });
    call(house, id, "write_file", &new).await;
    let edit = json!({
        "path": folder.join("other.md"),
        "edits": [{ "oldText": "other", "newText": "edited" }],
    });
    call(house, id, "edit_file", &edit).await;
    let rename = json!({ "source": folder.join("drafts/old.md"), "destination": folder.join("drafts/moved.md") });
    call(house, id, "move_file", &rename).await;
    let read = call(
        house,
        id,
        "read_text_file",
        &json!({ "path": folder.join("note.md") }),
    )
    .await;
    assert_eq!(read, text, "the server sees what it wrote");
}

async fn pending(house: &House, id: ServerId, folder: &Path) -> StagedView {
    let view = house
        .host
        .staged_changes(id, folder.to_str().unwrap())
        .await;
    view.unwrap()
}

fn lines(view: &StagedView) -> Vec<(ChangeKindView, String)> {
    let changes = view.changes.iter();
    changes
        .map(|change| (change.kind, format!("{}/{}", change.folder, change.name)))
        .collect()
}

fn key(view: &StagedView, name: &str) -> Vec<String> {
    let change = view.changes.iter().find(|change| change.name == name);
    vec![change.unwrap().key.clone()]
}

fn process(house: &House, id: ServerId) -> Option<u32> {
    let servers = house.host.servers();
    let view = servers.into_iter().find(|v| v.tag.id == id.to_string());
    match view.unwrap().state {
        ServerStateView::Ready { pid } => pid,
        _other => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reviewed_writes_reach_the_folder_only_when_they_are_applied() {
    let house = House::open(Person::Widest).await;
    let (folder, before) = work(&house);
    let path = folder.to_str().unwrap();
    let Some(id) = files(&house, &folder, RootAccessView::Staged).await else {
        return;
    };
    let runs = process(&house, id);
    assert!(runs.is_some());
    let mut events = house.host.events();
    writes(&house, id, &folder).await;
    assert_eq!(held(&folder), before, "the folder is as it was");

    let view = pending(&house, id, &folder).await;
    assert_eq!(
        lines(&view),
        [
            (ChangeKindView::Added, "drafts/moved.md".to_owned()),
            (ChangeKindView::Deleted, "drafts/old.md".to_owned()),
            (ChangeKindView::Added, "/new.md".to_owned()),
            (ChangeKindView::Changed, "/note.md".to_owned()),
            (ChangeKindView::Changed, "/other.md".to_owned()),
        ]
    );
    let note = key(&view, "note.md");
    let shown = house.host.staged_difference(id, path, &note[0]).await;
    let difference = shown.unwrap().difference.unwrap();
    let added: Vec<bool> = difference.lines.iter().map(|line| line.added).collect();
    assert_eq!(added, [false, true]);
    // The row of the folder comes to say how many there are.
    let counted = async {
        while house.host.roots(id).unwrap().roots[0].pending != Some(5) {
            let _ = events.recv().await;
        }
    };
    tokio::time::timeout(LIMIT, counted).await.unwrap();

    // One of them.
    let applied = house
        .host
        .apply_staged(id, path, Some(key(&view, "note.md")), true);
    let applied = applied.await.unwrap();
    assert_eq!((applied.done, applied.left.len()), (1, 0));
    let mut wanted = before.clone();
    wanted.insert("note.md".into(), "one\nTWO\nthree\n".into());
    assert_eq!(held(&folder), wanted);
    assert_eq!(pending(&house, id, &folder).await.changes.len(), 4);
    assert_eq!(process(&house, id), runs, "the server was not restarted");

    // A file that somebody else changes is not overwritten.
    fs::write(folder.join("other.md"), "mine\n").unwrap();
    let view = pending(&house, id, &folder).await;
    let conflict = view.changes.iter().find(|change| change.name == "other.md");
    assert!(conflict.unwrap().trouble.is_some());
    let refused = house
        .host
        .apply_staged(id, path, Some(key(&view, "other.md")), true)
        .await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::Stale);

    // What is pending survives the server.
    house.host.stop_server(id).unwrap();
    house.host.start_and_wait(id, false).await.unwrap();
    assert_eq!(lines(&pending(&house, id, &folder).await).len(), 4);
    let applied = house.host.apply_staged(id, path, None, true).await.unwrap();
    assert_eq!((applied.done, applied.left.len()), (3, 0), "{applied:?}");
    wanted.insert("new.md".into(), "new\n".into());
    wanted.remove(Path::new("drafts/old.md")).unwrap();
    wanted.insert("drafts/moved.md".into(), "old\n".into());
    wanted.insert("other.md".into(), "mine\n".into());
    assert_eq!(held(&folder), wanted);

    // The rest is discarded: the server sees the user's file.
    let discarded = house.host.discard_staged(id, path, None).await.unwrap();
    assert_eq!((discarded.done, discarded.left.len()), (1, 0));
    assert!(pending(&house, id, &folder).await.changes.is_empty());
    let read = json!({ "path": folder.join("other.md") });
    assert_eq!(call(&house, id, "read_text_file", &read).await, "mine\n");
    assert_eq!(held(&folder), wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn same_writes_without_review_change_the_folder_at_once() {
    let house = House::open(Person::Widest).await;
    let (folder, before) = work(&house);
    let id = files(&house, &folder, RootAccessView::Write).await.unwrap();
    writes(&house, id, &folder).await;
    let now = held(&folder);
    assert_ne!(now, before);
    assert_eq!(now[Path::new("note.md")], "one\nTWO\nthree\n");
    let none = house
        .host
        .staged_changes(id, folder.to_str().unwrap())
        .await;
    assert_eq!(none.unwrap_err().code, ErrorCode::Invalid);
}

#[tokio::test(flavor = "multi_thread")]
async fn review_is_refused_for_a_server_outside_of_a_sandbox() {
    let house = House::open(Person::Widest).await;
    let (folder, _) = work(&house);
    let program = peers::node_server(FILES).unwrap();
    let id = house
        .add("Files", program, &[folder.to_str().unwrap()])
        .await;
    house.host.run_unconfined(id, true).await.unwrap();
    let choice = RootChoiceView {
        name: "work".into(),
        access: RootAccessView::Staged,
        pass: RootPassView::Asked,
        typed: String::new(),
    };
    let refused = house
        .host
        .grant_root(id, folder.to_str().unwrap(), Some(choice), true);
    assert_eq!(refused.await.unwrap_err().code, ErrorCode::Invalid);
    assert!(house.host.roots(id).unwrap().roots.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn review_is_refused_for_a_folder_that_holds_the_layers_themselves() {
    let house = House::open(Person::Widest).await;
    let (folder, _) = work(&house);
    let around = folder.parent().unwrap();
    let program = peers::node_server(FILES).unwrap();
    let id = house.add("Files", program, &[]).await;
    if house.host.unstaged(id).await.is_some() {
        return;
    }
    for (path, wanted) in [(around, Some(ErrorCode::Invalid)), (&folder, None)] {
        let choice = RootChoiceView {
            name: "work".into(),
            access: RootAccessView::Staged,
            pass: RootPassView::Asked,
            typed: path.file_name().unwrap().to_str().unwrap().to_owned(),
        };
        let granted = house
            .host
            .grant_root(id, path.to_str().unwrap(), Some(choice), true);
        assert_eq!(
            granted.await.err().map(|error| error.code),
            wanted,
            "{path:?}"
        );
    }
}
