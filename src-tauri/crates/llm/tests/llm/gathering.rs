//! Pieces that come within a frame of a screen are read together, and nothing waits that is there already.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use llm::{LlmError, StreamEvent, Wire, decode};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use crate::{in_order, request};

fn piece(text: &str) -> Bytes {
    let data = serde_json::json!({ "choices": [{ "delta": { "content": text } }] });
    Bytes::from(format!("data: {data}\n\n"))
}

/// The end mark of an answer.
fn end() -> Bytes {
    Bytes::from_static(
        b"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    )
}

/// What becomes of bytes that come so far apart, whether or not they are read, and how long it takes.
async fn sent(apart: Duration, all: Vec<Bytes>) -> (Vec<StreamEvent>, Option<LlmError>, Duration) {
    let (sender, receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        for bytes in all {
            if !apart.is_zero() {
                sleep(apart).await;
            }
            if sender.send(bytes).is_err() {
                return;
            }
        }
    });
    let bytes = stream::unfold(receiver, async |mut receiver| {
        receiver.recv().await.map(|bytes| (bytes, receiver))
    });
    let begin = Instant::now();
    let (events, error) = in_order(decode(Wire::OpenAiChat, &request(), bytes)).await;
    (events, error, begin.elapsed())
}

fn texts(events: &[StreamEvent]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| match event {
            StreamEvent::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn pieces_of_one_frame_are_one_event() {
    let words: Vec<String> = (0..1_000).map(|n| format!("{n} ")).collect();
    let mut all: Vec<Bytes> = words.iter().map(|word| piece(word)).collect();
    all.push(end());
    let (events, error, took) = sent(Duration::from_millis(1), all).await;
    assert!(error.is_none(), "{error:?}");
    let texts = texts(&events);
    assert_eq!(texts.concat(), words.concat());
    // A second has 60 frames. Each is a pause, what came in it, and the piece that was awaited after that.
    assert!((100..=125).contains(&texts.len()), "{}", texts.len());
    assert!(took < Duration::from_millis(1_050), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn slow_pieces_come_one_by_one() {
    let all = vec![piece("a"), piece("b"), piece("c"), end()];
    let (events, _, took) = sent(Duration::from_millis(100), all).await;
    assert_eq!(texts(&events), ["a", "b", "c"]);
    assert!(took < Duration::from_millis(450), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn what_is_there_is_not_waited_for() {
    let mut all = vec![piece("x"); 10_000];
    all.push(end());
    let (events, _, took) = sent(Duration::ZERO, all).await;
    assert_eq!(texts(&events).concat().len(), 10_000);
    assert!(took < Duration::from_millis(100), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn text_before_a_cut_or_a_malformed_piece_is_kept() {
    let bad = Bytes::from_static(b"data: {\n\n");
    for (rest, text) in [
        (vec![], "abc"),
        (vec![bad.clone()], "abc"),
        (vec![bad, piece("d")], "abcd"),
    ] {
        let all = [vec![piece("a"), piece("b"), piece("c")], rest].concat();
        let (events, error, _) = sent(Duration::from_millis(1), all).await;
        assert_eq!(texts(&events).concat(), text);
        assert_eq!(error, Some(LlmError::CutStream));
    }
}

#[tokio::test(start_paused = true)]
async fn empty_pieces_without_end_hold_nothing_back() {
    let read = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&read);
    let first = stream::once(async {
        sleep(Duration::from_millis(1)).await;
        piece("a")
    });
    let empty = stream::repeat_with(move || {
        count.fetch_add(1, Ordering::Relaxed);
        Bytes::new()
    });
    // The end is for a reader that never stops gathering.
    let bytes = first
        .chain(stream::iter([piece("b")]))
        .chain(empty.take(1_000_000));
    let mut answer = decode(Wire::OpenAiChat, &request(), bytes);
    for text in ["a", "b"] {
        let event = answer.next().await.unwrap().unwrap();
        assert_eq!(event, StreamEvent::Text(text.to_owned()));
    }
    assert!(read.load(Ordering::Relaxed) < 1_000, "{read:?}");
}
