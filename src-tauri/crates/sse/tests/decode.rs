//! What a stream of bytes means, however it is cut, and that no bytes pass the limit.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::time::Duration;

use proptest::prelude::*;
use sse::{Decoder, Event, SseError};

fn event(kind: &str, data: &str, id: Option<&str>) -> Event {
    Event {
        event: kind.into(),
        data: data.into(),
        id: id.map(Into::into),
    }
}

fn decode(bytes: &[u8]) -> Vec<Event> {
    let mut decoder = Decoder::new(1024);
    decoder.feed(bytes).map(Result::unwrap).collect()
}

#[test]
fn fields_line_endings_and_comments() {
    let stream = b"\xEF\xBB\xBF: hello\r\n\r\nevent: add\rdata: one\ndata:two\r\ndata:  three\n\n\
        id: 7\ndata\n\nnonsense: x\ndata: a:b\r\rid\ndata: \xFFz\n\nevent: no data\n\ndata: unfinished\n";
    assert_eq!(
        decode(stream),
        [
            event("add", "one\ntwo\n three", None),
            event("message", "", Some("7")),
            event("message", "a:b", Some("7")),
            event("message", "\u{FFFD}z", None),
        ]
    );
}

#[test]
fn id_and_retry_count_without_data() {
    let mut decoder = Decoder::new(1024);
    let fed = b"id: a\nretry: 1500\n\nid: b\0c\nretry: 15x\nretry: 99999999999999999999999\n\n";
    assert_eq!(decoder.feed(fed).count(), 0);
    assert_eq!(decoder.last_event_id().as_deref(), Some("a"));
    assert_eq!(decoder.retry(), Some(Duration::from_millis(1500)));
}

#[test]
fn the_limit_holds_for_a_line_an_event_and_what_replaces_bad_bytes() {
    let refused: [&[u8]; 4] = [
        b"data: 0123456789abcdef",
        b"data: 01234567\ndata: 01234567\n",
        b"event: 01234567\ndata: 012345678\n",
        b"data: \xFF\xFF\xFF\xFF\xFF\xFF\n",
    ];
    for bytes in refused {
        let mut decoder = Decoder::new(16);
        let last = decoder.feed(bytes).last();
        assert_eq!(
            last,
            Some(Err(SseError::TooLarge { limit: 16 })),
            "{bytes:?}"
        );
        assert_eq!(decoder.feed(b"\n\ndata: x\n\n").count(), 0);
    }
    let mut decoder = Decoder::new(16);
    let many = b"data: 0123456789\n\n".repeat(100);
    assert_eq!(decoder.feed(&many).filter(Result::is_ok).count(), 100);
}

fn stream_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"data".to_vec()),
        Just(b"data: ".to_vec()),
        Just(b"event: ".to_vec()),
        Just(b"id: ".to_vec()),
        Just(b"retry: 12".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\n\n".to_vec()),
        Just(b"\xEF\xBB\xBF".to_vec()),
        prop::collection::vec(any::<u8>(), 0..12),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

type Decoded = (
    Vec<Event>,
    Option<SseError>,
    Option<String>,
    Option<Duration>,
);

fn decode_split(bytes: &[u8], cuts: &[usize], limit: usize) -> Decoded {
    let mut decoder = Decoder::new(limit);
    let (mut events, mut error, mut from) = (Vec::new(), None, 0);
    for cut in cuts.iter().copied().chain([bytes.len()]) {
        for result in decoder.feed(&bytes[from..cut]) {
            match result {
                Ok(event) => events.push(event),
                Err(e) => error = Some(e),
            }
        }
        from = cut;
    }
    (events, error, decoder.last_event_id(), decoder.retry())
}

proptest! {
    #[test]
    fn any_split_gives_the_same_events_within_the_limit(
        bytes in stream_bytes(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        limit in 0usize..64,
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|i| i.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        let whole = decode_split(&bytes, &[], limit);
        prop_assert_eq!(&whole, &decode_split(&bytes, &cuts, limit));
        let single: Vec<usize> = (0..bytes.len()).collect();
        prop_assert_eq!(&whole, &decode_split(&bytes, &single, limit));
        for event in &whole.0 {
            let named = if event.event == sse::DEFAULT_EVENT { 0 } else { event.event.len() };
            let held = event.data.len() + named + event.id.as_ref().map_or(0, String::len);
            prop_assert!(held <= limit, "{} > {}", held, limit);
        }
    }
}
