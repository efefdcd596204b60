//! Calendar dates and times in UTC.

use chrono::{DateTime, Datelike, Timelike};

/// A moment in UTC, by the proleptic Gregorian calendar. One beyond the years ±262,142 is the last that the calendar has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utc(DateTime<chrono::Utc>);

impl Utc {
    /// Returns the moment so many milliseconds after the Unix epoch.
    #[must_use]
    pub fn from_ms(ms: i64) -> Self {
        let end = if ms < 0 {
            DateTime::<chrono::Utc>::MIN_UTC
        } else {
            DateTime::<chrono::Utc>::MAX_UTC
        };
        Self(DateTime::from_timestamp_millis(ms).unwrap_or(end))
    }

    /// Reads a moment as RFC 3339 writes it, such as `2024-02-29T12:30:45.5Z`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let read = DateTime::parse_from_rfc3339(text).ok()?;
        Some(Self(read.with_timezone(&chrono::Utc)))
    }

    /// Returns the milliseconds since the Unix epoch.
    #[must_use]
    pub fn ms(&self) -> i64 {
        self.0.timestamp_millis()
    }

    /// Returns the day, as `2024-02-29`.
    #[must_use]
    pub fn date(&self) -> String {
        let (year, month, day) = (self.0.year(), self.0.month(), self.0.day());
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Returns the time of day for the name of a file, as `123045`.
    #[must_use]
    pub fn time_digits(&self) -> String {
        let (hour, minute, second) = (self.0.hour(), self.0.minute(), self.0.second());
        format!("{hour:02}{minute:02}{second:02}")
    }
}

impl std::fmt::Display for Utc {
    /// As `2024-02-29 12:30:45Z`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (hour, minute, second) = (self.0.hour(), self.0.minute(), self.0.second());
        write!(f, "{} {hour:02}:{minute:02}:{second:02}Z", self.date())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_calendar_times() {
        let said = |ms| Utc::from_ms(ms).to_string();
        assert_eq!(said(0), "1970-01-01 00:00:00Z");
        assert_eq!(said(1_709_209_845_000), "2024-02-29 12:30:45Z");
        assert_eq!(said(-1), "1969-12-31 23:59:59Z");
        assert_eq!(said(951_782_400_000), "2000-02-29 00:00:00Z");
        assert_eq!(said(4_107_542_400_000), "2100-03-01 00:00:00Z");
        assert_eq!(Utc::from_ms(1_709_209_845_000).time_digits(), "123045");
        let read = Utc::parse("2024-02-29T14:30:45.5+02:00").unwrap();
        assert_eq!(read.ms(), 1_709_209_845_500);
        assert_eq!(Utc::parse("2024-02-30T00:00:00Z"), None);
        assert_eq!(said(i64::MAX), "262142-12-31 23:59:59Z");
        assert_eq!(said(i64::MIN), "-262143-01-01 00:00:00Z");
    }

    /// Days from the epoch to a date, counted year by year.
    fn days_until(year: i64, month: i64, day: i64) -> i64 {
        let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days_of = |year| if leap(year) { 366 } else { 365 };
        let years: i64 = if year >= 1970 {
            (1970..year).map(days_of).sum()
        } else {
            -(year..1970).map(days_of).sum::<i64>()
        };
        let february = if leap(year) { 29 } else { 28 };
        let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let before = usize::try_from(month - 1).unwrap();
        years + months[..before].iter().sum::<i64>() + day - 1
    }

    proptest! {
        #[test]
        fn a_time_in_text_is_the_same_moment(ms in -100_000_000_000_000i64..200_000_000_000_000) {
            let text = Utc::from_ms(ms).to_string();
            let numbers: Vec<i64> = text
                .trim_start_matches('-')
                .trim_end_matches('Z')
                .split(['-', ' ', ':'])
                .map(|part| part.parse().unwrap())
                .collect();
            let [year, month, day, hour, minute, second] = numbers[..] else {
                panic!("{text}");
            };
            let year = if text.starts_with('-') { -year } else { year };
            let days = days_until(year, month, day);
            let seconds = days * 86_400 + hour * 3600 + minute * 60 + second;
            prop_assert_eq!(seconds, ms.div_euclid(1000), "{}", text);
        }

        #[test]
        fn any_number_is_a_moment(ms in any::<i64>()) {
            let utc = Utc::from_ms(ms);
            prop_assert_eq!(utc.time_digits().len(), 6);
            prop_assert!(utc.to_string().starts_with(&utc.date()));
        }
    }
}
