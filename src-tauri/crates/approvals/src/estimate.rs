//! Token and cost estimates of a sampling request. All numbers are estimates until the endpoint reports the usage.

use domain::{Content, SamplingContent, SamplingRequest};
use host_api::{CostView, ModelNotesView};
use messages::{Text, phrases};

use crate::media::sniff;

/// Bytes of ASCII text per token; any other character counts as one token.
const BYTES_OF_TOKEN: u64 = 4;
/// Pixels of an image per token.
const PIXELS_OF_TOKEN: u64 = 750;
/// Maximum number of tokens of an image, since every endpoint scales images down. Also used if the size is unknown.
const IMAGE_TOKENS: u64 = 1_600;
/// Bytes of audio per token.
const SOUND_OF_TOKEN: u64 = 320;
/// Tokens of a message besides its text.
const MESSAGE_TOKENS: u64 = 4;
/// Prices refer to this many tokens.
const MILLION: f64 = 1_000_000.0;
/// The least amount that is shown, in US dollars.
const LEAST_AMOUNT: f64 = 0.000_1;

/// Estimates the tokens of a text.
#[must_use]
pub fn of_text(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().filter(|c| !c.is_ascii()).count();
    (ascii as u64).div_ceil(BYTES_OF_TOKEN) + other as u64
}

/// Estimates the tokens of an image of this size.
#[must_use]
pub fn of_image(width: u32, height: u32) -> u64 {
    let pixels = u64::from(width) * u64::from(height);
    pixels.div_ceil(PIXELS_OF_TOKEN).min(IMAGE_TOKENS)
}

fn of_encoded_image(data: &str) -> u64 {
    sniff(data).map_or(IMAGE_TOKENS, |image| of_image(image.width, image.height))
}

fn of_sound(data: &str) -> u64 {
    (data.len() as u64 / 4 * 3).div_ceil(SOUND_OF_TOKEN)
}

/// Estimates the tokens of a block.
#[must_use]
pub fn of_block(block: &SamplingContent) -> u64 {
    match block {
        SamplingContent::Text(text) => of_text(text),
        SamplingContent::Image { data, .. } => of_encoded_image(data),
        SamplingContent::Audio { data, .. } => of_sound(data),
        SamplingContent::ToolUse { name, input, .. } => of_text(name) + of_text(input.as_str()),
        SamplingContent::ToolResult { content, .. } => content.iter().map(of_result).sum(),
    }
}

fn of_result(content: &Content) -> u64 {
    match content {
        Content::Text { text, .. } => of_text(text),
        Content::Image { data, .. } => of_encoded_image(data),
        Content::Audio { data, .. } => of_sound(data),
        Content::Resource { text, raw, .. } => of_text(text.as_ref().unwrap_or(raw)),
        Content::Unknown { raw } => of_text(raw),
    }
}

/// Estimates the input tokens of a request.
#[must_use]
pub fn of_request(request: &SamplingRequest) -> u64 {
    let system = request.system_prompt.as_deref().map_or(0, of_text);
    let messages = request
        .messages
        .iter()
        .map(|message| MESSAGE_TOKENS + message.content.iter().map(of_block).sum::<u64>());
    let tools = request
        .tools
        .iter()
        .map(|t| of_text(&t.name) + of_text(&t.description) + of_text(&t.input_schema));
    system + messages.sum::<u64>() + tools.sum::<u64>()
}

/// Returns the maximum number of tokens of a request: its input, and the longest reply.
#[must_use]
pub fn most(request: &SamplingRequest) -> u64 {
    of_request(request) + u64::from(request.max_tokens)
}

/// Returns the cost of this many tokens in US dollars, if the notes have their prices.
#[must_use]
pub fn price(notes: &ModelNotesView, input: f64, output: f64) -> Option<f64> {
    Some((notes.input_price? * input + notes.output_price? * output) / MILLION)
}

/// Returns an amount of US dollars for display: `$0.004`. From a dollar on, it is rounded to cents.
#[must_use]
pub fn dollars(amount: f64) -> Text {
    let said = if amount <= 0.0 {
        phrases::host_dollars_none()
    } else if amount < LEAST_AMOUNT / 2.0 {
        phrases::host_dollars_under(LEAST_AMOUNT)
    } else if amount < 0.995 {
        phrases::host_dollars(amount)
    } else {
        phrases::host_dollars((amount * 100.0).round() / 100.0)
    };
    said.into()
}

/// Returns the cost of a request. `usual_output` is the usual length of this server's replies in tokens, if there were any.
#[must_use]
pub fn cost(
    notes: &ModelNotesView,
    on_this_machine: bool,
    request: &SamplingRequest,
    usual_output: Option<f64>,
) -> CostView {
    let input = of_request(request) as f64;
    let longest = f64::from(request.max_tokens);
    let usual = usual_output.unwrap_or(longest / 2.0).min(longest);
    let estimate = price(notes, input, usual).map(dollars);
    CostView {
        why_not: estimate.is_none().then(|| {
            let why = match on_this_machine {
                true => phrases::host_cost_here(),
                false => phrases::host_cost_no_price(),
            };
            why.into()
        }),
        estimate,
        most: price(notes, input, longest).map(dollars),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_said_as_short_as_they_are_true() {
        for (amount, said) in [
            (0.0, "$0"),
            (0.000_01, "under $0.0001"),
            (0.0015, "$0.0015"),
            (0.004, "$0.004"),
            (0.000_07, "$0.0001"),
            (0.07, "$0.07"),
            (0.999, "$1.00"),
            (0.5, "$0.50"),
            (1.0, "$1.00"),
            (12.345, "$12.35"),
        ] {
            assert_eq!(dollars(amount), said);
        }
    }

    #[test]
    fn tokens_are_estimated_from_what_is_sent() {
        assert_eq!((of_text(""), of_text("four"), of_text("fives")), (0, 1, 2));
        assert_eq!(of_text("日本"), 2);
        assert_eq!(
            (of_image(1, 1), of_image(1040, 520), of_image(9_000, 9_000)),
            (1, 722, 1_600)
        );
        let notes = ModelNotesView {
            input_price: Some(1.0),
            output_price: Some(5.0),
            ..ModelNotesView::default()
        };
        assert_eq!(price(&notes, 1_000_000.0, 200_000.0), Some(2.0));
        assert_eq!(price(&ModelNotesView::default(), 1.0, 1.0), None);
    }
}
