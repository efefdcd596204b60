//! An endpoint of one wire: it thinks and calls `echo` after a message of the user, and thinks and says something after the last result.

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

use host_api::WireView;
use serde_json::{Value, json};
use testkit::{model_list, model_request};

use super::{LIMIT, chat, messages, responses};

/// Refuses a body as the vendor does; the number is that of the request, from 1.
pub type Rules = fn(&Value, usize) -> Result<(), String>;

/// What an answer is made of.
#[derive(Clone, Copy)]
pub enum Answer {
    Call,
    Words,
}

#[derive(Clone, Default)]
pub struct Seen {
    pub bodies: Vec<String>,
    pub refused: Vec<String>,
}

pub struct Endpoint {
    pub wire: WireView,
    pub base_url: String,
    seen: Arc<Mutex<Seen>>,
}

pub fn rules(wire: WireView) -> Rules {
    match wire {
        WireView::OpenAiChat => chat::rules,
        WireView::AnthropicMessages => messages::rules,
        WireView::OpenAiResponses => responses::rules,
    }
}

impl Endpoint {
    /// Calls once for each message of the user.
    pub fn start(wire: WireView) -> Self {
        Self::calling(wire, 1)
    }

    /// Calls so many times for each message of the user.
    pub fn calling(wire: WireView, calls: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Seen::default()));
        let kept = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(body) = model_request(&stream, LIMIT) else {
                    let list = model_list("m", 200_000);
                    (&stream).write_all(list.as_bytes()).unwrap();
                    continue;
                };
                serve(
                    (wire, calls),
                    &stream,
                    String::from_utf8(body).unwrap(),
                    &kept,
                );
            }
        });
        Self {
            wire,
            base_url,
            seen,
        }
    }

    pub fn seen(&self) -> Seen {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(
    (wire, calls): (WireView, usize),
    mut stream: &TcpStream,
    body: String,
    seen: &Mutex<Seen>,
) {
    let read: Value = serde_json::from_str(&body).unwrap();
    // A title is asked for without tools.
    if read.get("tools").is_none() {
        return answer(stream, "text/event-stream", "200 OK", "data: [DONE]\n\n");
    }
    let number = {
        let mut seen = seen.lock().unwrap();
        seen.bodies.push(body);
        seen.bodies.len()
    };
    if let Err(why) = rules(wire)(&read, number) {
        seen.lock()
            .unwrap()
            .refused
            .push(format!("{why}: {read:#}"));
        let error = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": why } });
        answer(
            stream,
            "application/json",
            "400 Bad Request",
            &error.to_string(),
        );
        return;
    }
    let said = match number % (calls + 1) {
        0 => Answer::Words,
        _ => Answer::Call,
    };
    let events = match wire {
        WireView::OpenAiChat => chat::events(said, number),
        WireView::AnthropicMessages => messages::events(said, number),
        WireView::OpenAiResponses => responses::events(said, number),
    };
    let mut text = String::new();
    for event in events {
        if let Some(kind) = event["type"].as_str() {
            text += &format!("event: {kind}\n");
        }
        text += &format!("data: {event}\n\n");
    }
    if wire == WireView::OpenAiChat {
        text += "data: [DONE]\n\n";
    }
    answer(stream, "text/event-stream", "200 OK", &text);
    stream.flush().unwrap();
}

fn answer(mut stream: &TcpStream, kind: &str, status: &str, body: &str) {
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n");
    let length = format!("content-length: {}\r\n\r\n", body.len());
    // The other side may have gone.
    let _ = stream.write_all(format!("{head}{length}{body}").as_bytes());
}

/// The identifier of the call in an answer.
pub fn call_id(number: usize) -> String {
    format!("call_{number}")
}

/// Fails unless each call has its result next, and each result its call.
pub fn paired(open: &mut Vec<String>, id: &str) -> Result<(), String> {
    let at = open.iter().position(|one| one == id);
    at.map(|at| drop(open.remove(at)))
        .ok_or_else(|| format!("no call for the result of {id}"))
}

/// Fails if an object has other members.
pub fn only(value: &Value, allowed: &[&str]) -> Result<(), String> {
    let members = value.as_object().ok_or("not an object")?;
    match members
        .keys()
        .find(|name| !allowed.contains(&name.as_str()))
    {
        Some(name) => Err(format!("unknown parameter {name}")),
        None => Ok(()),
    }
}
