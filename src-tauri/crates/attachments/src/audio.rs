//! Sounds: told by their content, and rid of their metadata. Nothing is decoded.

use crate::{AttachError, AudioKind};

/// The chunks of a WAV file that are kept.
const KEPT: [&[u8]; 3] = [b"fmt ", b"fact", b"data"];
const ID3_HEADER: usize = 10;

/// The format, if the content is a sound.
pub(crate) fn sniff(bytes: &[u8]) -> Option<AudioKind> {
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") {
        return Some(AudioKind::Wav);
    }
    if bytes.starts_with(b"ID3") {
        return Some(AudioKind::Mp3);
    }
    // Two frames, for the mark of one alone is in many files.
    let second = frame(bytes)?;
    bytes.get(second..).and_then(frame).map(|_| AudioKind::Mp3)
}

/// The size of the MPEG audio frame (layer III) that begins here.
fn frame(bytes: &[u8]) -> Option<usize> {
    const RATES: [usize; 14] = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ];
    const LOW_RATES: [usize; 14] = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    const SAMPLES: [usize; 3] = [44_100, 48_000, 32_000];
    let [0xff, second, third, _] = *bytes.first_chunk::<4>()? else {
        return None;
    };
    let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
    if second >> 5 != 7 || version == 1 || layer != 1 {
        return None;
    }
    let full = version == 3;
    let rates = if full { RATES } else { LOW_RATES };
    let rate = rates.get(usize::from(third >> 4).checked_sub(1)?)? * 1000;
    let divisor = match version {
        3 => 1,
        2 => 2,
        _ => 4,
    };
    let samples = SAMPLES.get(usize::from(third >> 2 & 3))? / divisor;
    let factor = if full { 144 } else { 72 };
    Some(factor * rate / samples + usize::from(third >> 1 & 1))
}

/// The sound without tags, pictures and other metadata.
///
/// # Errors
/// [`AttachError::Damaged`] if no sound is left.
pub(crate) fn plain(bytes: &[u8], kind: AudioKind) -> Result<Vec<u8>, AttachError> {
    let plain = match kind {
        AudioKind::Wav => wav(bytes),
        AudioKind::Mp3 => mp3(bytes),
    };
    plain.ok_or_else(|| {
        AttachError::damaged(match kind {
            AudioKind::Wav => "WAV",
            AudioKind::Mp3 => "MP3",
        })
    })
}

fn wav(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = b"RIFF\0\0\0\0WAVE".to_vec();
    let mut rest = bytes.get(12..)?;
    let mut has_data = false;
    while let Some((id, after)) = rest.split_first_chunk::<4>() {
        let Some((size, after)) = after.split_first_chunk::<4>() else {
            break;
        };
        let size = usize::try_from(u32::from_le_bytes(*size)).ok()?;
        // What is written while it is recorded has a size of its own only at the end.
        let body = after.get(..size).unwrap_or(after);
        if KEPT.contains(&id.as_slice()) {
            has_data |= id == b"data" && !body.is_empty();
            out.extend_from_slice(id);
            out.extend_from_slice(&u32::try_from(body.len()).ok()?.to_le_bytes());
            out.extend_from_slice(body);
            out.extend(std::iter::repeat_n(0, body.len() % 2));
        }
        rest = after
            .get(size.saturating_add(size % 2)..)
            .unwrap_or_default();
    }
    let length = u32::try_from(out.len() - 8).ok()?.to_le_bytes();
    out.get_mut(4..8)?.copy_from_slice(&length);
    has_data.then_some(out)
}

/// The frames alone: whatever lies before, between and behind them is left out.
fn mp3(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = after_tag(bytes)?;
    while !rest.is_empty() {
        let whole = frame(rest).and_then(|size| rest.split_at_checked(size));
        // Between frames nothing else is expected; a mark in other data has no frame behind it.
        match whole {
            Some((sound, after)) if after.is_empty() || frame(after).is_some() || is_tag(after) => {
                out.extend_from_slice(sound);
                rest = after;
            }
            Some(_) | None => rest = rest.get(1..)?,
        }
    }
    (!out.is_empty()).then_some(out)
}

fn is_tag(bytes: &[u8]) -> bool {
    bytes.starts_with(b"TAG") || bytes.starts_with(b"APETAGEX")
}

/// The content behind the tag at its start, which may hold anything.
fn after_tag(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.starts_with(b"ID3") {
        return Some(bytes);
    }
    let size = bytes.get(6..ID3_HEADER)?.iter();
    let size = size.fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f));
    let footer = if bytes.get(5)? & 0x10 == 0 {
        0
    } else {
        ID3_HEADER
    };
    bytes.get(ID3_HEADER + size + footer..)
}
