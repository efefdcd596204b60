//! Every screen of the real window: no text is cut off in the pseudo-locale, and axe-core finds nothing at what is no state of the
//! pages, whose checks show it the rest.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{Error, Eye, PROVEN, beginnings, conversations, recovery, server_pages};

/// Nothing offends, and so many screens at least were seen.
fn assert_seen(eye: &Eye, least: usize) {
    assert!(eye.offences().is_empty(), "{}", eye.offences().join("\n"));
    assert!(eye.seen().count() >= least, "{}", eye.seen().count());
}

#[tokio::test]
async fn no_screen_of_the_beginnings_offends() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::checking()?;
    beginnings(&mut eye, folder.path()).await?;
    assert_seen(&eye, 24);
    Ok(())
}

#[tokio::test]
async fn no_screen_of_conversations_offends() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::checking()?;
    conversations(&mut eye, folder.path()).await?;
    assert_seen(&eye, 37);
    Ok(())
}

#[tokio::test]
async fn no_screen_of_a_server_offends() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::checking()?;
    server_pages(&mut eye, folder.path()).await?;
    assert_seen(&eye, 31);
    Ok(())
}

#[tokio::test]
async fn no_screen_of_a_recovery_offends() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::checking()?;
    recovery(&mut eye, folder.path()).await?;
    assert_seen(&eye, 4);
    Ok(())
}

#[test]
fn what_axe_is_not_shown_here_is_a_state_of_the_pages() -> Result<(), Error> {
    let scenes = std::fs::read_to_string(peers::root().join("ui/dev/scenes.mjs"))?;
    // Those for each kind of authority are made of a list of their names.
    let is_state = |state: &str| match state.strip_prefix("ask-authority-") {
        Some(kind) => scenes.contains(&format!("\"{kind}\"")),
        None => scenes.contains(&format!("  [\"{state}\",")),
    };
    let missing: Vec<_> = PROVEN
        .iter()
        .filter(|(_, state)| !is_state(state))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    Ok(())
}
