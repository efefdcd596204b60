//! Tool results that would leave this machine.

use std::sync::Arc;

use consent::{Consent, DecidedBy, GrantScope, OutflowApproval, OutflowAuthority};
use domain::{ConversationId, ProviderId, ServerId};

use crate::{Memory, front};

#[tokio::test(start_paused = true)]
async fn what_leaves_this_machine_is_allowed_only_as_far_as_it_is_offered() {
    let memory = Arc::new(Memory::default());
    let desk = Consent::new(memory.clone());
    let outflow = |authority| OutflowApproval {
        conversation: ConversationId::new(),
        provider: ProviderId::new(),
        origin: "https://h.example".into(),
        model: "m".into(),
        servers: vec![(ServerId::new(), "Files".into())],
        authority,
    };
    let offers = [
        (OutflowAuthority::Conversation, [false, true, false]),
        (OutflowAuthority::Endpoint, [false, true, true]),
    ];
    for (authority, offered) in offers {
        let question = outflow(authority);
        let conversation = question.conversation;
        let asker = tokio::spawn({
            let desk = desk.clone();
            async move { desk.decide(question).await }
        });
        let prompt = front(&desk).await;
        desk.shown(prompt.id, prompt.revision).unwrap();
        tokio::time::advance(consent::ARM_TIME).await;
        let scopes = [
            GrantScope::Once,
            GrantScope::Conversation,
            GrantScope::Standing,
        ];
        let can = scopes.map(|scope| desk.can_allow(prompt.id, prompt.revision, &scope).is_ok());
        assert_eq!(can, offered);
        assert!(!desk.withdraw_outflow(ConversationId::new()));
        assert!(desk.withdraw_outflow(conversation));
        assert_eq!(asker.await.unwrap().unwrap_err().by, DecidedBy::Withdrawn);
    }
    for (authority, by) in [
        (OutflowAuthority::Standing, DecidedBy::Rule),
        (OutflowAuthority::CommandLine, DecidedBy::CommandLine),
    ] {
        let allowed = desk.decide(outflow(authority)).await.unwrap();
        assert_eq!(allowed.by, by);
        assert_eq!(memory.rows.lock().unwrap().last(), Some(&(by, true)));
    }
}
