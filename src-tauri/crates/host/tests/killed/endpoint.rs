//! A model endpoint: says a few words, then calls `write_marker` with the words of the user, then says it is done.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::day::TOOL;

/// Between two chunks, so that a death falls between them too.
const PAUSE: Duration = Duration::from_millis(3);
/// Longest wait for a request.
const LIMIT: Duration = Duration::from_secs(20);

pub struct Endpoint(SocketAddr);

impl Endpoint {
    /// Serves until the process ends.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // Whoever asked may be dead by now.
                thread::spawn(move || answer(&stream));
            }
        });
        Self(address)
    }

    pub fn base(&self) -> String {
        format!("http://{}/v1", self.0)
    }
}

fn answer(stream: &TcpStream) -> Option<()> {
    stream.set_read_timeout(Some(LIMIT)).ok()?;
    let request = read(stream)?;
    let mut out = stream;
    out.write_all(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
    )
    .ok()?;
    for chunk in chunks(&request)? {
        out.write_all(format!("data: {chunk}\n\n").as_bytes())
            .ok()?;
        thread::sleep(PAUSE);
    }
    out.write_all(b"data: [DONE]\n\n").ok()
}

fn chunks(request: &Value) -> Option<Vec<Value>> {
    let messages = request["messages"].as_array()?;
    let says = |text: &str| json!({ "choices": [{ "index": 0, "delta": { "content": text } }] });
    let ends =
        |why: &str| json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": why }] });
    if messages.last()?["role"] == "tool" {
        return Some(vec![says("It "), says("is "), says("done."), ends("stop")]);
    }
    let words = messages.iter().rev().find(|m| m["role"] == "user")?["content"].as_str()?;
    // A turn that was killed left its words without an answer; they stand in the same message.
    let words = words.lines().next_back()?;
    let tools = request["tools"].as_array()?;
    let names = tools
        .iter()
        .filter_map(|tool| tool["function"]["name"].as_str());
    let name = names.into_iter().find(|name| name.ends_with(TOOL))?;
    let arguments = json!({ "text": words }).to_string();
    let call = json!({ "index": 0, "id": "call_0", "type": "function", "function": { "name": name, "arguments": arguments } });
    let calls = json!({ "choices": [{ "index": 0, "delta": { "tool_calls": [call] } }] });
    Some(vec![
        says("I "),
        says("shall "),
        says("write."),
        calls,
        ends("tool_calls"),
    ])
}

fn read(stream: &TcpStream) -> Option<Value> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
