//! A real llama.cpp server with a tiny model of random weights: what it says of its model is used, its words arrive, and its refusals are clear.

use base64::{Engine, engine::general_purpose::STANDARD};
use host::{AttachFor, ModelChoice};
use host_api::{
    AttachmentChoice, AttachmentFormView, ErrorCode, MessageStatusView, ProposeProvider, ScopeView,
    TurnStateView, WireView,
};
use peers::Llama;

use crate::{
    house::{House, Person, text},
    pins::{Turncoat, tool},
};

/// A PNG of one pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/// The window of the model, in tokens.
const WINDOW: u32 = 32_768;

#[tokio::test(flavor = "multi_thread")]
#[cfg_attr(
    not(all(target_os = "linux", target_arch = "x86_64")),
    ignore = "there is no ready-made llama.cpp for this system"
)]
async fn words_window_and_abilities_of_a_local_model_are_used() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let _kit = Turncoat::start(&house, "Kit", &[tool("write_marker", "Writes.")]).await;
    let llama = Llama::start().unwrap();
    let proposal = ProposeProvider {
        id: None,
        name: "Local".into(),
        wire: WireView::OpenAiChat,
        base_url: llama.openai_base(),
        model: "unknown".into(),
    };
    let stored = house.host.propose_provider(proposal).await.unwrap().id;
    let models = house.host.provider_models(&stored).await.unwrap();
    assert_eq!(models.len(), 1, "{models:?}");
    let stored: domain::ProviderId = stored.parse().unwrap();
    let choice = ModelChoice {
        model: models.first().cloned(),
        ..ModelChoice::from(stored)
    };

    // With a tool on offer, which a model without sense does not call.
    let mut events = house.host.events();
    let sent = house
        .host
        .send_to(None, choice.clone(), "Say hello.", None, &[]);
    let id = sent.await.unwrap();
    let end = house.end_of_turn(&mut events, id).await;
    assert_eq!(end, TurnStateView::Idle);
    let view = house.view(id).await;
    assert!(!text(&view).is_empty());
    let last = view.messages.last().unwrap();
    assert_eq!(last.status, MessageStatusView::Complete, "{last:?}");
    let next = house.host.context_next(id, "").await.unwrap();
    assert_eq!(next.window, Some(WINDOW));

    // The list says that this model takes text only: an image is refused before it is sent.
    let to = AttachFor {
        conversation: Some(id),
        model: Some(choice),
    };
    let image = house.folder("images").join("pixel.png");
    std::fs::write(&image, STANDARD.decode(PIXEL).unwrap()).unwrap();
    let found = house.host.inspect_file(&image, &to).await.unwrap();
    let as_image = AttachmentChoice {
        form: AttachmentFormView::Image,
        section: 0,
        range: None,
    };
    let refused = house.host.attach(&found.id, &to, as_image, false).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    let said = refused.message.to_string();
    assert!(said.contains("reads no images"), "{said}");
    house.close().await;
}
