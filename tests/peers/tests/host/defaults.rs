//! What a server of the official SDK takes is sent to it as it is: properties with a default may be left out, and a prompt
//! without arguments is asked for with none.

use domain::ServerId;
use host::{DirectCall, Host};
use host_api::{CallStateView, CallView};
use serde_json::{Value, json};

use crate::house::{House, Person};

async fn repeat(host: &Host, server: ServerId, arguments: &Value) -> CallView {
    let direct = DirectCall {
        server,
        tool: "repeat".into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    host.call_tool(direct).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn required_property_with_a_default_is_left_to_the_server() {
    let house = House::open(Person::Denies("not asked here")).await;
    let host = &house.host;
    let script = peers::folder().join("servers/defaults.mjs");
    let program = (peers::node().unwrap(), vec![script.display().to_string()]);
    let (server, _) = house.server("Defaults", program, &[]).await;
    let schema = host.server_tool(server, "repeat").unwrap();
    let schema = schema.input_schema_raw.unwrap();
    assert!(
        schema.contains("times") && schema.contains("required"),
        "{schema}"
    );

    let done = repeat(host, server, &json!({ "text": "a" })).await;
    assert!(
        matches!(
            done.state,
            CallStateView::Done {
                tool_error: false,
                ..
            }
        ),
        "{done:?}"
    );
    assert!(
        format!("{:?}", done.result).contains("a a"),
        "the server's default: {done:?}"
    );
    let sent: Value = serde_json::from_str(&done.arguments).unwrap();
    assert_eq!(sent, json!({ "text": "a" }), "nothing is added");
    for broken in [
        json!({}),
        json!({ "text": "a", "times": "2" }),
        json!({ "text": "a", "more": 1 }),
    ] {
        let failed = repeat(host, server, &broken).await;
        assert!(
            matches!(failed.state, CallStateView::Failed { .. }),
            "{broken}: {failed:?}"
        );
    }

    let greeting = host.get_prompt(server, "greet", &[]).await.unwrap();
    assert!(
        format!("{greeting:?}").contains("Greet everybody."),
        "{greeting:?}"
    );
    house.close().await;
}
