//! A key goes to its origin, in the one header of its wire, and comes back in no error.

use llm::{ApiKey, Endpoint, Llm, LlmError, Wire};
use secrets::Secret;

use crate::{
    collect, endpoint, request,
    server::{Reply, Server},
};

const KEY: &str = "sk-very-secret";

fn keyed(wire: Wire, server: &Server, bound_to: &Server) -> Endpoint {
    let key = ApiKey::new(Secret::new(KEY.into()), &bound_to.url());
    Endpoint {
        key: Some(key),
        ..endpoint(wire, server)
    }
}

async fn error(endpoint: Endpoint) -> LlmError {
    collect(Llm::new().unwrap().stream(endpoint, request()))
        .await
        .1
        .unwrap()
}

#[tokio::test]
async fn each_wire_sends_the_key_in_its_header_and_an_echo_is_cleared() {
    let wires = [
        (Wire::OpenAiChat, "authorization: bearer sk-very-secret"),
        (Wire::AnthropicMessages, "x-api-key: sk-very-secret"),
    ];
    for (wire, header) in wires {
        let server = Server::start(vec![Reply::plain(
            "401 Unauthorized",
            "",
            "bad key sk-very-secret!",
        )])
        .await;
        let error = error(keyed(wire, &server, &server)).await;
        assert!(
            server.requests()[0]
                .to_ascii_lowercase()
                .contains(&format!("{header}\r\n")),
            "{wire:?}"
        );
        assert!(error.to_string().contains("bad key [key]!"), "{error}");
        assert!(!format!("{error:?}").contains(KEY));
    }
}

#[tokio::test]
async fn a_key_of_another_origin_is_not_sent_and_nothing_else_either() {
    let (mine, other) = (Server::start(vec![]).await, Server::start(vec![]).await);
    let endpoint = keyed(Wire::OpenAiChat, &other, &mine);
    let bound_to = mine.url().origin().ascii_serialization();
    assert_eq!(
        Llm::new().unwrap().models(&endpoint).await,
        Err(LlmError::KeyBoundElsewhere {
            bound_to: bound_to.clone()
        })
    );
    assert_eq!(
        error(endpoint).await,
        LlmError::KeyBoundElsewhere { bound_to }
    );
    assert_eq!(other.requests(), [""; 0]);
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other = Server::start(vec![]).await;
    for status in [
        "302 Found",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
    ] {
        let location = format!("location: {}x\r\n", other.url());
        let server = Server::start(vec![Reply::plain(status, &location, "")]).await;
        let error = error(keyed(Wire::OpenAiChat, &server, &server)).await;
        assert!(
            matches!(
                error,
                LlmError::Status {
                    status: 300..=399,
                    ..
                }
            ),
            "{error:?}"
        );
        assert_eq!(server.requests().len(), 1);
    }
    assert_eq!(other.requests(), [""; 0]);
}
