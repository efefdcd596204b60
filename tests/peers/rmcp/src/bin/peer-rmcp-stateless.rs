//! A server of the official Rust SDK for the revision without sessions and the ones before it, over stdio, or over HTTP with the argument
//! `http`, where the first line it prints is its URL and it ends with its input. `greet` asks the user for a name in a round of input, and
//! keeps the word in the state that the client sends back.

use std::{io, sync::Arc};

use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, InputRequiredResult,
        ListToolsResult, PaginatedRequestParams, ServerConfig,
    },
    service::RequestContext,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::{io::AsyncReadExt as _, net::TcpListener};

struct Greeter;

/// What the SDK makes of a result as it is on the wire.
fn made<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|e| ErrorData::internal_error(e.to_string(), None))
}

fn says(text: &str) -> Result<CallToolResponse, ErrorData> {
    let result: CallToolResult = made(json!({ "content": [{ "type": "text", "text": text }] }))?;
    Ok(result.into())
}

impl ServerHandler for Greeter {
    fn get_info(&self) -> ServerConfig {
        let info = json!({
            "protocolVersion": "2026-07-28",
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "greeter", "version": "1.0.0" },
        });
        serde_json::from_value(info).unwrap_or_default()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |name: &str, field: &str| {
            json!({ "name": name, "inputSchema": { "type": "object",
            "properties": { field: { "type": "string" } }, "required": [field] } })
        };
        made(json!({ "tools": [tool("echo", "text"), tool("greet", "word")] }))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let of = |field: &str| arguments[field].as_str().unwrap_or_default().to_owned();
        if request.name == "echo" {
            return says(&of("text"));
        }
        let Some(answers) = request.input_responses else {
            let asks: InputRequiredResult = made(json!({
                "resultType": "input_required",
                "inputRequests": { "who": { "method": "elicitation/create", "params": {
                    "mode": "form", "message": "Who is there?", "requestedSchema": { "type": "object",
                        "properties": { "name": { "type": "string" } }, "required": ["name"] } } } },
                "requestState": of("word"),
            }))?;
            return Ok(asks.into());
        };
        let name = answers
            .get("who")
            .and_then(|who| who["content"]["name"].as_str());
        let word = request.request_state.unwrap_or_default();
        says(&format!("{word}, {}", name.unwrap_or("nobody")))
    }
}

/// Serves at a free port of the loopback address until the input ends.
async fn serve() -> io::Result<()> {
    let sessions = Arc::<LocalSessionManager>::default();
    let config = StreamableHttpServerConfig::default();
    let service = StreamableHttpService::new(|| Ok(Greeter), sessions, config);
    let service = TowerToHyperService::new(service);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let accept = async {
        loop {
            let (stream, _) = listener.accept().await?;
            let connection =
                http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
            tokio::spawn(connection);
        }
    };
    let mut input = tokio::io::stdin();
    let mut rest = Vec::new();
    tokio::select! {
        end = accept => end,
        end = input.read_to_end(&mut rest) => end.map(drop),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("http") {
        serve().await?;
        // A read of the input that goes on would hold the runtime.
        std::process::exit(0);
    }
    Greeter.serve(stdio()).await?.waiting().await?;
    Ok(())
}
