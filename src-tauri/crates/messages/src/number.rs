//! Numbers as a language writes them: `1,234.5` and `1.234,5`, at most three digits after the mark unless a message says otherwise.

use fluent_bundle::{FluentValue, types::FluentNumber};

use crate::Language;

/// Digits after the decimal mark if a message does not say how many.
const MOST_DIGITS: usize = 3;

/// The formatter of English numbers.
pub(crate) fn english<M>(value: &FluentValue, _memoizer: &M) -> Option<String> {
    formatted(value, Language::English)
}

/// The formatter of German numbers.
pub(crate) fn german<M>(value: &FluentValue, _memoizer: &M) -> Option<String> {
    formatted(value, Language::German)
}

fn formatted(value: &FluentValue, language: Language) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(digits(number, language)),
        FluentValue::String(_)
        | FluentValue::Custom(_)
        | FluentValue::None
        | FluentValue::Error => None,
    }
}

/// A number in a language, without options of a message.
pub(crate) fn written(value: f64, language: Language) -> String {
    digits(&FluentNumber::from(value), language)
}

fn digits(number: &FluentNumber, language: Language) -> String {
    let (group, mark) = match language {
        Language::English | Language::Pseudo => (',', '.'),
        Language::German => ('.', ','),
    };
    let options = &number.options;
    let least = options.minimum_fraction_digits.unwrap_or(0);
    let most = options.maximum_fraction_digits.unwrap_or(MOST_DIGITS);
    let text = format!("{:.*}", most.max(least), number.value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let kept = fraction.trim_end_matches('0').len().max(least);
    let fraction = fraction.get(..kept).unwrap_or(fraction);
    let mut out = String::new();
    if number.value < 0.0 {
        out.push('-');
    }
    for (at, digit) in whole.chars().enumerate() {
        if options.use_grouping && at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(group);
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push(mark);
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        for (value, expected) in [
            (0.0, "0"),
            (999.0, "999"),
            (1_000.0, "1.000"),
            (1_234_567.0, "1.234.567"),
            (-1_234.5, "-1.234,5"),
            (0.000_4, "0"),
        ] {
            let value = FluentValue::from(value);
            assert_eq!(german(&value, &()).as_deref(), Some(expected));
        }
        assert_eq!(
            english(&FluentValue::from(1_234.5), &()).as_deref(),
            Some("1,234.5")
        );
    }
}
