//! Estimates of tokens. A model's own count differs by some tens of percent.

/// Bytes of ASCII text per token; any other character counts as one token.
const BYTES_OF_TOKEN: u64 = 4;
/// Pixels of an image per token.
const PIXELS_OF_TOKEN: u64 = 750;
/// Most tokens of an image, since every endpoint scales images down.
const IMAGE_TOKENS: u64 = 1_600;
/// Bytes of audio per token.
const AUDIO_OF_TOKEN: u64 = 320;

/// The weight of a text, in quarters of tokens.
pub(crate) fn weight(text: &str) -> u64 {
    text.chars()
        .map(|c| if c.is_ascii() { 1 } else { BYTES_OF_TOKEN })
        .sum()
}

/// The tokens of a weight.
pub(crate) fn of_weight(weight: u64) -> u64 {
    weight.div_ceil(BYTES_OF_TOKEN)
}

/// Returns the estimated tokens of a text.
pub(crate) fn of_text(text: &str) -> u64 {
    of_weight(weight(text))
}

/// Returns the estimated tokens of an image.
pub(crate) fn of_image(width: u32, height: u32) -> u64 {
    let pixels = u64::from(width) * u64::from(height);
    pixels.div_ceil(PIXELS_OF_TOKEN).min(IMAGE_TOKENS)
}

/// Returns the estimated tokens of a sound of that many bytes.
pub(crate) fn of_audio(bytes: u64) -> u64 {
    bytes.div_ceil(AUDIO_OF_TOKEN)
}

/// `part` of `whole` units of something with `tokens` in all, rounded up.
pub(crate) fn share(tokens: u64, part: u64, whole: u64) -> u64 {
    let all = u128::from(tokens) * u128::from(part);
    u64::try_from(all.div_ceil(u128::from(whole.max(1)))).unwrap_or(u64::MAX)
}
