//! Projects, and where conversations are kept.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::BTreeSet;

use domain::{ConversationId, ProjectId, ServerId};
use store::{Listed, ProjectSettings, SearchFilter, Store, StoreError};

async fn empty() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    (dir, store)
}

fn named(name: &str) -> ProjectSettings {
    ProjectSettings {
        name: name.into(),
        instructions: "Be brief.".into(),
        servers_off: BTreeSet::from([ServerId::new()]),
        ..ProjectSettings::default()
    }
}

async fn conversation(store: &Store, title: &str) -> ConversationId {
    let made = store.conversations().create(title, None, None).await;
    made.unwrap().id
}

async fn titles(store: &Store, which: Listed) -> Vec<String> {
    let records = store.conversations().list(which, 100, 0).await.unwrap();
    records.into_iter().map(|record| record.title).collect()
}

async fn project_of(store: &Store, id: ConversationId) -> Option<ProjectId> {
    store
        .conversations()
        .get(id)
        .await
        .unwrap()
        .unwrap()
        .project
}

#[tokio::test]
async fn project_comes_back_as_it_was_stored() {
    let (_dir, store) = empty().await;
    let projects = store.projects();
    let settings = named("books");
    let id = projects.add(&settings).await.unwrap();
    let read = projects.get(id).await.unwrap().unwrap();
    assert_eq!((read.settings, read.conversations), (settings, 0));
    let other = named("Accounts");
    projects.change(id, &other).await.unwrap();
    projects.add(&named("aside")).await.unwrap();
    let names = projects.list().await.unwrap().into_iter();
    let names: Vec<String> = names.map(|project| project.settings.name).collect();
    assert_eq!(names, ["Accounts", "aside"]);
    let nobody = projects.change(ProjectId::new(), &other).await;
    assert!(matches!(nobody, Err(StoreError::NotFound)), "{nobody:?}");
}

#[tokio::test]
async fn conversations_are_moved_all_or_none_and_begin_as_the_project_says() {
    let (_dir, store) = empty().await;
    let settings = named("books");
    let project = store.projects().add(&settings).await.unwrap();
    let [one, two] = [
        conversation(&store, "one").await,
        conversation(&store, "two").await,
    ];
    let conversations = store.conversations();
    let gone = conversations
        .move_to(&[one, ConversationId::new()], Some(project), None)
        .await;
    assert!(matches!(gone, Err(StoreError::NotFound)));
    assert_eq!(project_of(&store, one).await, None, "all or none");
    let moved = conversations.move_to(&[one], Some(project), None).await;
    moved.unwrap();
    let moved = conversations
        .move_to(&[two], Some(project), Some(&settings))
        .await;
    moved.unwrap();
    let off = async |id| conversations.get(id).await.unwrap().unwrap().servers_off;
    assert!(off(one).await.is_empty());
    assert_eq!(off(two).await, settings.servers_off);
    assert_eq!(titles(&store, Listed::Of(project)).await, ["two", "one"]);
    let unknown = conversations
        .move_to(&[one], Some(ProjectId::new()), None)
        .await;
    assert!(matches!(unknown, Err(StoreError::Invalid(_))));
}

#[tokio::test]
async fn deleted_project_lets_go_of_its_conversations_until_it_is_restored() {
    let (_dir, store) = empty().await;
    let project = store.projects().add(&named("books")).await.unwrap();
    let one = conversation(&store, "one").await;
    let conversations = store.conversations();
    conversations
        .move_to(&[one], Some(project), None)
        .await
        .unwrap();
    store.projects().set_archived(project, true).await.unwrap();
    assert_eq!(titles(&store, Listed::Archived).await, ["one"]);
    store.projects().set_deleted(project, true).await.unwrap();
    assert_eq!(project_of(&store, one).await, None);
    assert_eq!(titles(&store, Listed::Current).await, ["one"]);
    assert_eq!(conversations.count_archived().await.unwrap(), 0);
    store.projects().set_deleted(project, false).await.unwrap();
    assert_eq!(project_of(&store, one).await, Some(project));
    store.projects().set_deleted(project, true).await.unwrap();
    let later = domain::now_ms() + 1_000;
    store.projects().purge_deleted_before(later).await.unwrap();
    assert_eq!(store.projects().get(project).await.unwrap(), None);
    assert_eq!(titles(&store, Listed::Current).await, ["one"], "it is kept");
}

#[tokio::test]
async fn pinned_conversations_come_first_and_archived_ones_are_apart() {
    let (_dir, store) = empty().await;
    let [old, new, away] = [
        conversation(&store, "old").await,
        conversation(&store, "new").await,
        conversation(&store, "away").await,
    ];
    let conversations = store.conversations();
    conversations.set_pinned(old, true).await.unwrap();
    conversations.set_archived(&[away], true).await.unwrap();
    assert_eq!(titles(&store, Listed::Current).await, ["old", "new"]);
    assert_eq!(titles(&store, Listed::Archived).await, ["away"]);
    assert_eq!(conversations.count_archived().await.unwrap(), 1);
    let some = conversations
        .set_archived(&[new, ConversationId::new()], true)
        .await;
    assert!(matches!(some, Err(StoreError::NotFound)));
    assert_eq!(
        titles(&store, Listed::Current).await,
        ["old", "new"],
        "all or none"
    );
    conversations.set_archived(&[away], false).await.unwrap();
    conversations.set_pinned(old, false).await.unwrap();
    assert_eq!(
        titles(&store, Listed::Current).await,
        ["away", "new", "old"]
    );
}

#[tokio::test]
async fn search_keeps_to_its_filter() {
    let (_dir, store) = empty().await;
    let project = store.projects().add(&named("books")).await.unwrap();
    let inside = conversation(&store, "ledger inside").await;
    conversation(&store, "ledger outside").await;
    let conversations = store.conversations();
    conversations
        .move_to(&[inside], Some(project), None)
        .await
        .unwrap();
    let now = domain::now_ms();
    let hour = 3_600_000;
    let found = async |filter: SearchFilter| {
        let found = conversations.search("ledger", &filter).await.unwrap();
        let mut titles: Vec<String> = found
            .into_iter()
            .map(|one| one.conversation.title)
            .collect();
        titles.sort();
        titles
    };
    let all = SearchFilter::default();
    assert_eq!(found(all).await, ["ledger inside", "ledger outside"]);
    let of_project = SearchFilter {
        project: Some(project),
        ..all
    };
    assert_eq!(found(of_project).await, ["ledger inside"]);
    let of_server = SearchFilter {
        server: Some(ServerId::new()),
        ..all
    };
    assert!(found(of_server).await.is_empty());
    let later = SearchFilter {
        since_ms: Some(now + hour),
        ..all
    };
    assert!(found(later).await.is_empty());
    let between = SearchFilter {
        since_ms: Some(now - hour),
        until_ms: Some(now + hour),
        ..all
    };
    assert_eq!(found(between).await.len(), 2);
}
