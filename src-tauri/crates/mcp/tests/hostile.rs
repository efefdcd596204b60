//! Whatever a server writes, and however it is cut: no panic, no hang, and the connection still works.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{call, pair};
use mcp::Bounds;
use proptest::prelude::*;
use serde_json::json;

fn fragments() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let pieces: Vec<Vec<u8>> = [
        "\n",
        "\r\n",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        "{\"jsonrpc\":\"2.0\",",
        "\"id\":",
        "\"id\":2,",
        "1e999",
        "null",
        "\"result\":{}",
        "\"error\":",
        "\"method\":\"ping\"",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}\n",
        "[[[[[[[[",
        "\\u0000",
        "\u{202e}",
    ]
    .iter()
    .map(|s| s.as_bytes().to_vec())
    .chain([vec![0xff, 0xfe], vec![0], vec![b'x'; 3_000]])
    .collect();
    prop::collection::vec(prop::sample::select(pieces), 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_connection_survives_any_bytes(parts in fragments()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (client, _ready, mut peer) = pair(Bounds { message_bytes: 2_000, ..Bounds::default() }).await;
            let writes = async {
                for part in &parts {
                    peer.write(part).await.unwrap();
                    tokio::task::yield_now().await;
                }
                // Ends whatever line was open, then works as if nothing had been.
                peer.write(b"\n").await.unwrap();
                loop {
                    let message = peer.message().await.unwrap();
                    if message["method"] == "tools/call" {
                        return peer.answer(&message, json!({"content": []})).await.unwrap();
                    }
                }
            };
            // The bytes may hold an answer to request 2, so that one is spent on a ping.
            let works = async {
                let _ = tokio::time::timeout(Duration::from_millis(1), client.ping()).await;
                call(&client, "echo", "{}").await
            };
            let both = async { tokio::join!(works, writes) };
            let (outcome, ()) = tokio::time::timeout(Duration::from_secs(20), both).await.expect("no hang");
            assert!(outcome.is_ok(), "{outcome:?}");
        });
    }
}
