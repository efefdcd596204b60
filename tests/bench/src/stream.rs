//! The host's own cost of a chunk of a streamed answer, from the bytes of the connection to the event that a window gets, when
//! the answer is short and when it is long. Chunks come at the pace of a fast model, so that what is done twice a second (the
//! text so far is stored) has its share.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use host::SessionProvider;
use host_api::{Event, WireView};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    error::BenchError,
    full::{folder, open, said},
    load::{self, Figures},
};

/// Characters of a chunk: about one token.
const CHUNK: &str = " word";
/// Chunks in a second of a fast model.
pub const FAST: u32 = 200;
/// Characters sent at once before the chunks.
const BLOCK: usize = 32 * 1024;
/// Between what comes before and the chunks.
const PAUSE: Duration = Duration::from_millis(700);
/// No wait takes longer.
const LIMIT: Duration = Duration::from_secs(60);
/// What is sent to the endpoint.
const QUESTION: &str = "Write much.";

/// An answer.
#[derive(clap::Args)]
pub struct Answer {
    /// Its length before the chunks that count, in bytes.
    pub before: usize,
    /// The chunks of a second, not none.
    pub pace: u32,
    /// The chunks that count.
    pub chunks: usize,
}

/// Measures the chunks of one answer.
pub async fn measure(answer: &Answer) -> Result<Figures, BenchError> {
    let folder = folder()?;
    let endpoint = Endpoint::start(answer)?;
    let host = open(folder.path().join("data")).await?;
    let provider = host
        .use_session_provider(SessionProvider {
            wire: WireView::OpenAiChat,
            base_url: endpoint.base.clone(),
            model: "chunks".into(),
            key: None,
        })
        .await
        .map_err(said)?
        .parse()
        .map_err(BenchError::host)?;
    let mut events = host.events();
    host.send(None, provider, QUESTION, None)
        .await
        .map_err(said)?;
    let figures = tokio::time::timeout(LIMIT, receive(&mut events, answer))
        .await
        .map_err(|_| BenchError::Unexpected("the answer did not end in time".into()))?;
    host.close().await;
    figures
}

/// From the event of the first chunk to that of the last.
async fn receive(events: &mut Receiver<Event>, answer: &Answer) -> Result<Figures, BenchError> {
    let mut units = 0;
    while units < answer.before {
        units += delta(events).await?;
    }
    let end = answer.before + answer.chunks * CHUNK.len();
    units += delta(events).await?;
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    let mut taken = Vec::with_capacity(answer.chunks);
    let mut last = begin;
    while units < end {
        let came = delta(events).await?;
        units += came;
        add(&mut taken, came / CHUNK.len(), last.elapsed());
        last = Instant::now();
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}

/// What the connection alone takes: the same answer, read with the same library by a program that makes nothing of it.
pub async fn floor(answer: &Answer) -> Result<Figures, BenchError> {
    let endpoint = Endpoint::start(answer)?;
    let url = format!("{}/chat/completions", endpoint.base);
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(LIMIT)
        .build()
        .map_err(BenchError::host)?;
    let sent = client.post(url).body(QUESTION).send();
    let mut answered = sent.await.map_err(BenchError::host)?;
    let size = chunk(CHUNK).len();
    let first = blocks(answer.before)
        .map(|block| block.len())
        .sum::<usize>()
        + size;
    let last = first + answer.chunks.saturating_sub(1) * size;
    let mut read = 0;
    let mut taken = Vec::with_capacity(answer.chunks);
    let (mut cpu, mut begin, mut before) = (0.0, Instant::now(), Instant::now());
    while read < last {
        let bytes = answered
            .chunk()
            .await
            .map_err(BenchError::host)?
            .ok_or_else(|| BenchError::Unexpected("the answer ended early".into()))?;
        let counts = read >= first;
        read += bytes.len();
        if counts {
            add(&mut taken, bytes.len() / size, before.elapsed());
        } else if read >= first {
            (cpu, begin) = (load::cpu_seconds(), Instant::now());
        }
        before = Instant::now();
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}

/// Adds so many chunks that came together in this time.
fn add(taken: &mut Vec<f64>, chunks: usize, time: Duration) {
    let chunks = u32::try_from(chunks).unwrap_or(u32::MAX).max(1);
    let each = time.as_secs_f64() * 1e6 / f64::from(chunks);
    taken.extend(std::iter::repeat_n(each, chunks as usize));
}

async fn delta(events: &mut Receiver<Event>) -> Result<usize, BenchError> {
    loop {
        match events.recv().await {
            Ok(Event::Delta { text, .. }) => return Ok(text.len()),
            Ok(_) => {}
            Err(RecvError::Lagged(missed)) => {
                return Err(BenchError::Unexpected(format!(
                    "{missed} events were missed"
                )));
            }
            Err(RecvError::Closed) => {
                return Err(BenchError::Unexpected("the host ended".into()));
            }
        }
    }
}

/// A process of its own, so that its cost is not the host's.
pub struct Endpoint {
    process: Child,
    /// Its base URL.
    pub base: String,
}

impl Endpoint {
    #[allow(
        clippy::disallowed_methods,
        reason = "std's Command; the launcher is for servers"
    )]
    /// Starts it.
    pub fn start(answer: &Answer) -> Result<Self, BenchError> {
        let mut process = Command::new(std::env::current_exe()?)
            .args([
                "model",
                &answer.before.to_string(),
                &answer.pace.to_string(),
                &answer.chunks.to_string(),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(said) = process.stdout.take() {
            BufReader::new(said).read_line(&mut line)?;
        }
        let base = format!("http://127.0.0.1:{}/v1", line.trim());
        Ok(Self { process, base })
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Plays a model endpoint that answers everything with this answer. Prints its port, and serves until it is ended.
pub fn serve(answer: &Answer) -> Result<(), BenchError> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    println!("{}", listener.local_addr()?.port());
    for connection in listener.incoming() {
        // A client that leaves early is its own matter.
        let _ = reply(connection?, answer);
    }
    Ok(())
}

fn reply(connection: TcpStream, answer: &Answer) -> Result<(), BenchError> {
    connection.set_nodelay(true)?;
    skip_request(&connection)?;
    let mut out = &connection;
    out.write_all(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n",
    )?;
    // Each piece is a chunk of HTTP too, as endpoints send it.
    let mut send =
        |piece: &str| out.write_all(format!("{:x}\r\n{piece}\r\n", piece.len()).as_bytes());
    for block in blocks(answer.before) {
        send(&block)?;
    }
    if answer.chunks > 0 {
        thread::sleep(PAUSE);
    }
    let begin = Instant::now();
    let one = chunk(CHUNK);
    for number in 0..answer.chunks {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let due = begin + Duration::from_secs(1) / answer.pace.max(1) * number;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        send(&one)?;
    }
    send(
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    )?;
    Ok(out.write_all(b"0\r\n\r\n")?)
}

/// What is sent before the chunks that count.
fn blocks(before: usize) -> impl Iterator<Item = String> {
    (0..before)
        .step_by(BLOCK)
        .map(move |sent| chunk(&"w".repeat(BLOCK.min(before - sent))))
}

fn chunk(text: &str) -> String {
    let data = serde_json::json!({
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "chunks",
        "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": null }],
    });
    format!("data: {data}\n\n")
}

fn skip_request(connection: &TcpStream) -> Result<(), BenchError> {
    let mut reader = BufReader::new(connection);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    std::io::copy(&mut reader.take(length), &mut std::io::sink())?;
    Ok(())
}
