//! Data of a person, and damage to a database that is there whatever else stands in the file.

use std::path::Path;

use domain::Provenance;
use store::{MessageStatus, NewMessage, NewPart, PartKind, Role, Store, StoreError};

use crate::Error;

/// A page of the database.
pub const PAGE: usize = 4096;

/// Flips bits at the start of pages that hold `words`: those whose numbers among them `which` names, told how many there
/// are. Returns the file as it is then.
///
/// # Errors
/// The file cannot be read or written, or no page holds the words.
pub fn damage(path: &Path, words: &[u8], which: fn(usize) -> Vec<usize>) -> Result<Vec<u8>, Error> {
    let mut bytes = std::fs::read(path)?;
    let holds = |page: &usize| {
        let page = &bytes[*page..(page + PAGE).min(bytes.len())];
        page.windows(words.len()).any(|part| part == words)
    };
    let starts = (0..bytes.len()).step_by(PAGE);
    // The first page says what the file is.
    let pages: Vec<usize> = starts.skip(1).filter(holds).collect();
    let hit: Vec<usize> = which(pages.len())
        .into_iter()
        .filter_map(|at| pages.get(at).copied())
        .collect();
    if hit.is_empty() {
        return Err(Error::Session("no page holds these words".to_owned()));
    }
    for page in hit {
        for byte in &mut bytes[page..page + 64] {
            *byte ^= 0xa5;
        }
    }
    std::fs::write(path, &bytes)?;
    Ok(bytes)
}

/// Makes data with a conversation of forty messages, each of them the words `Which of them are open? ` forty times, and a backup of it.
///
/// # Errors
/// It cannot be made.
pub async fn filled(dir: &Path) -> Result<(), Error> {
    let failed = |error: StoreError| Error::Io(std::io::Error::other(error));
    let store = Store::open(dir).await.map_err(failed)?;
    let conversations = store.conversations();
    let title = "Open invoices, Lindqvist & Bergström";
    let made = conversations.create(title, None, None).await;
    let conversation = made.map_err(failed)?.id;
    let mut parent = None;
    for number in 0..40 {
        let role = if number % 2 == 0 {
            Role::User
        } else {
            Role::Assistant
        };
        let body = format!(
            "Message {number}. {}",
            "Which of them are open? ".repeat(40)
        );
        let new = NewMessage {
            conversation,
            parent,
            role,
            model: None,
            status: MessageStatus::Complete,
            parts: vec![NewPart {
                kind: PartKind::Text,
                body,
                origin: Provenance::Host,
            }],
        };
        let made = store.messages().append_message(&new).await;
        parent = Some(made.map_err(failed)?.id);
        let moved = conversations.set_head(conversation, parent).await;
        moved.map_err(failed)?;
    }
    let audit = audit::Audit::open(&store.audit_path()).await;
    let audit = audit.map_err(|error| Error::Io(std::io::Error::other(error)))?;
    audit.close().await;
    let kept = store::back_up_daily(dir, domain::now_ms()).await;
    kept.map_err(failed)?;
    store.close().await;
    Ok(())
}
