//! Numbers.

use serde_json::value::RawValue;

use super::truth::Truth;

/// The largest whole number that every program reads as the same one.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Digits that every program keeps.
const DIGITS: usize = 15;

/// The number of a condition: one that every program reads alike, and not below 0.
pub(super) fn bound(text: &str) -> Option<f64> {
    let number = text.parse().ok()?;
    (0.0..EXACT).contains(&number).then_some(number)
}

/// A number that is written plainly: no exponent, no sign, and no more digits than every program keeps.
fn plain(raw: &str) -> Option<f64> {
    let digits = raw.bytes().filter(u8::is_ascii_digit).count();
    let plain = raw.bytes().all(|b| b.is_ascii_digit() || b == b'.') && digits <= DIGITS;
    bound(raw).filter(|_| plain)
}

/// Whether a value is a number from 0 to this one.
pub(super) fn at_most(raw: &str, most: &str) -> Truth {
    match (plain(raw), bound(most)) {
        (Some(number), Some(most)) if number <= most => Truth::Holds,
        (Some(number), Some(most)) if single(number) != single(most) => Truth::Fails,
        _ => Truth::Unclear,
    }
}

/// The sum of the numbers in a value: of itself, or of the items of a list. Infinite where one is not a plain number.
pub(super) fn total(raw: &str) -> f64 {
    let of = |raw: &str| plain(raw).unwrap_or(f64::INFINITY);
    if !raw.starts_with('[') {
        return of(raw);
    }
    match serde_json::from_str::<Vec<&RawValue>>(raw) {
        Ok(items) => items.iter().map(|item| of(item.get())).sum(),
        Err(_) => f64::INFINITY,
    }
}

/// Whether one number is another that is written otherwise.
pub(super) fn is(raw: &str, wanted: &str) -> Truth {
    let (Ok(number), Ok(wanted)) = (raw.parse::<f64>(), wanted.parse::<f64>()) else {
        return Truth::Unclear;
    };
    let far = |n: f64| !n.is_finite() || n.abs() >= EXACT;
    let whole = [
        number.trunc(),
        number.round(),
        number.floor(),
        number.ceil(),
    ];
    let unclear =
        far(number) || far(wanted) || single(number) == single(wanted) || whole.contains(&wanted);
    if unclear {
        Truth::Unclear
    } else {
        Truth::Fails
    }
}

/// As a program with single precision keeps it.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the loss is what is looked for"
)]
fn single(number: f64) -> f32 {
    number as f32
}
