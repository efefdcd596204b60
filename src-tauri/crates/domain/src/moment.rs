//! A moment as a calendar says it, in UTC.

/// A moment in UTC, by the proleptic Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utc {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The hour.
    pub hour: i64,
    /// The minute.
    pub minute: i64,
    /// The second.
    pub second: i64,
}

impl Utc {
    /// The moment so many milliseconds after the Unix epoch.
    #[must_use]
    pub fn from_ms(ms: i64) -> Self {
        let seconds = ms.div_euclid(1000);
        let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_index = (5 * day_of_year + 2) / 153;
        let month = if month_index < 10 {
            month_index + 3
        } else {
            month_index - 9
        };
        Self {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month,
            day: day_of_year - (153 * month_index + 2) / 5 + 1,
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
        }
    }

    /// The day, as `2024-02-29`.
    #[must_use]
    pub fn date(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl std::fmt::Display for Utc {
    /// As `2024-02-29 12:30:45Z`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            hour,
            minute,
            second,
            ..
        } = self;
        write!(f, "{} {hour:02}:{minute:02}:{second:02}Z", self.date())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_calendar_times() {
        let said = |ms| Utc::from_ms(ms).to_string();
        assert_eq!(said(0), "1970-01-01 00:00:00Z");
        assert_eq!(said(1_709_209_845_000), "2024-02-29 12:30:45Z");
        assert_eq!(said(-1), "1969-12-31 23:59:59Z");
    }
}
