//! A model endpoint that answers each request with the next of some scripted streams.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};

use crate::place::LIMIT;

pub struct Model {
    pub base_url: String,
    pub requests: Arc<Mutex<Vec<Value>>>,
    /// The head of each request, as it came.
    pub heads: Arc<Mutex<Vec<String>>>,
}

/// One answer: text.
pub fn says(text: &str) -> Vec<Value> {
    vec![
        json!({ "choices": [{ "index": 0, "delta": { "role": "assistant", "content": text }, "finish_reason": "stop" }] }),
    ]
}

/// One answer: a call of each of these tools.
pub fn calls(tools: &[(&str, Value)]) -> Vec<Value> {
    let calls: Vec<Value> = tools
        .iter()
        .enumerate()
        .map(|(i, (name, arguments))| {
            json!({ "index": i, "id": format!("call_{i}"), "type": "function", "function": { "name": name, "arguments": arguments.to_string() } })
        })
        .collect();
    vec![
        json!({ "choices": [{ "index": 0, "delta": { "role": "assistant", "tool_calls": calls } }] }),
        json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }),
    ]
}

impl Model {
    /// Answers with each of these in turn; its thread ends with the last.
    pub fn start(answers: Vec<Vec<Value>>) -> Self {
        Self::start_with(answers, |_| None)
    }

    /// The same, but a request with more than `most` tools is refused as OpenAI refuses it.
    pub fn with_room_for(most: usize, answers: Vec<Vec<Value>>) -> Self {
        Self::start_with(answers, move |request| {
            let sent = request["tools"].as_array().map_or(0, Vec::len);
            (sent > most).then(|| {
                let message = format!(
                    "Invalid 'tools': array too long. Expected an array with maximum length {most}, but got an array with length {sent} instead."
                );
                json!({ "error": { "message": message, "type": "invalid_request_error", "param": "tools", "code": "array_above_max_length" } })
            })
        })
    }

    /// The same, but a request for which `refuse` gives a body is refused with it.
    pub fn start_with(
        answers: Vec<Vec<Value>>,
        refuse: impl Fn(&Value) -> Option<Value> + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (seen, seen_heads) = (Arc::clone(&requests), Arc::clone(&heads));
        std::thread::spawn(move || {
            let mut answers = answers.into_iter().peekable();
            while answers.peek().is_some()
                && let Ok((stream, _)) = listener.accept()
            {
                let (head, body) = read(&stream);
                let refusal = refuse(&body);
                seen_heads.lock().unwrap().push(head);
                seen.lock().unwrap().push(body);
                match refusal {
                    Some(refusal) => write_refusal(stream, &refusal),
                    None => write(stream, &answers.next().unwrap()),
                }
            }
        });
        Self {
            base_url,
            requests,
            heads,
        }
    }
}

fn read(stream: &TcpStream) -> (String, Value) {
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (head, serde_json::from_slice(&body).unwrap())
}

fn write(mut stream: TcpStream, answer: &[Value]) {
    let mut text =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
            .to_owned();
    for chunk in answer {
        text.push_str(&format!("data: {chunk}\n\n"));
    }
    text.push_str("data: [DONE]\n\n");
    stream.write_all(text.as_bytes()).unwrap();
}

fn write_refusal(mut stream: TcpStream, body: &Value) {
    let body = body.to_string();
    let length = body.len();
    let text = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).unwrap();
}
