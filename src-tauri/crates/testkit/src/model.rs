//! What a scripted model endpoint reads and says over a blocking connection, for tests whose endpoint runs beside the runtime.

use std::{
    io::{BufRead, BufReader, Read},
    net::TcpStream,
    time::Duration,
};

use serde_json::json;

/// Returns the body of a request; none if it has none, as one for the list of models, and none for what is not HTTP.
#[must_use]
pub fn model_request(stream: &TcpStream, limit: Duration) -> Option<Vec<u8>> {
    stream.set_read_timeout(Some(limit)).ok()?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
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
    (!body.is_empty()).then_some(body)
}

/// Returns a whole answer with the list of one model and its window.
#[must_use]
pub fn model_list(id: &str, window: u64) -> String {
    let list = json!({ "data": [{ "id": id, "context_length": window }] }).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    format!("{head}content-length: {}\r\n\r\n{list}", list.len())
}
