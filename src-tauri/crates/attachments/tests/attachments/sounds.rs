//! Sounds: told by content, without their metadata.

use attachments::{AudioKind, Form, Kind, Limits, Part, inspect};
use base64::{Engine, engine::general_purpose::STANDARD};

use crate::corpus::{self, holds, take};

#[test]
fn sounds_lose_their_metadata_and_keep_their_samples() {
    let cases = [
        (corpus::wav(), AudioKind::Wav, 44 + 64),
        (corpus::mp3(), AudioKind::Mp3, 4 * 104),
    ];
    for (bytes, format, size) in cases {
        assert!(holds(&bytes, b"SECRET"));
        let found = inspect("x", &bytes, &Limits::default()).unwrap();
        assert_eq!(found.kind, Kind::Audio { format });
        let made = take(&bytes, Form::Audio).unwrap();
        let Part::Audio { data, .. } = &made.parts[0] else {
            panic!("{made:?}")
        };
        let plain = STANDARD.decode(data).unwrap();
        assert!(!holds(&plain, b"SECRET"));
        assert_eq!(plain.len(), size);
    }
}
