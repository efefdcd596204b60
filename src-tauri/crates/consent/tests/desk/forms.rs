//! Forms that a server asks the user to fill in.

use std::{sync::Arc, time::Duration};

use consent::{Consent, DecidedBy};
use domain::ServerId;

use crate::Memory;

#[tokio::test(start_paused = true)]
async fn a_form_waits_while_it_is_filled_in_and_not_for_ever() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let server = ServerId::new();
    let request = domain::ElicitationRequest {
        id: domain::RequestId::new(),
        server,
        message: "Who?".into(),
        ask: domain::ElicitationAsk::Form {
            schema: "{}".into(),
            fields: vec![],
        },
        raw: "{}".into(),
    };
    let question = consent::RequestApproval {
        id: request.id,
        server,
        server_name: "Guests".into(),
        round: None,
        ask: consent::ElicitationApproval {
            request,
            content: None,
            refused: None,
        },
    };
    let asking = desk.clone();
    let task = tokio::spawn(async move { asking.decide(question).await });
    tokio::task::yield_now().await;
    let (id, began) = (desk.prompts()[0].id, tokio::time::Instant::now());
    // Somebody writes, now and then.
    while !task.is_finished() && began.elapsed() < consent::EXPIRY_MAX * 2 {
        tokio::time::sleep(Duration::from_secs(200)).await;
        desk.attended(id);
    }
    assert_eq!(task.await.unwrap().unwrap_err().by, DecidedBy::Expiry);
    let waited = began.elapsed();
    assert!(
        waited > consent::EXPIRY * 2 && waited <= consent::EXPIRY_MAX + Duration::from_secs(200),
        "{waited:?}"
    );
    assert!(desk.prompts().is_empty());
}
