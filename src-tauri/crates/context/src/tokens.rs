//! Estimated sizes in tokens.

/// Rule of thumb: bytes of ASCII text per token. A character of other text counts as one token.
const ASCII_PER_TOKEN: u64 = 4;
/// Estimated size of an image, in tokens: what a picture of about a megapixel takes at the providers that publish a formula.
pub(crate) const IMAGE_TOKENS: u64 = 1_600;
/// Tokens for punctuation and keys around the name, description and schema of a tool.
pub(crate) const TOOL_FRAME: u64 = 16;
/// Tokens around a message or a block.
pub(crate) const BLOCK_FRAME: u64 = 4;

/// Returns the estimated size of texts, in tokens: a quarter of their ASCII bytes and one for each other character.
#[must_use]
pub fn estimated_tokens(texts: &[&str]) -> u64 {
    let quarters: u64 = texts.iter().map(|text| quarters(text)).sum();
    quarters.div_ceil(ASCII_PER_TOKEN)
}

/// Returns the size of a text in quarters of a token.
fn quarters(text: &str) -> u64 {
    if text.is_ascii() {
        return text.len() as u64;
    }
    let ascii = text.bytes().filter(u8::is_ascii).count();
    // Each other character begins with one byte that continues none.
    let others = text.bytes().filter(|byte| *byte >= 0xc0).count();
    ascii as u64 + others as u64 * ASCII_PER_TOKEN
}
