//! How grave a log message is.

/// The eight syslog levels (2025-03-26, server/utilities/logging).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names are the specification's")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl LogLevel {
    /// The nearest of the eight to what a server writes: their names in any case, those of common libraries, and the numbers of
    /// Pino and of Python (10 to 60). Anything else is [`LogLevel::Info`].
    pub(crate) fn nearest(written: &str) -> Self {
        let written = written.trim().to_ascii_lowercase();
        if let Ok(number) = written.parse::<f64>() {
            return match number {
                n if n < 20.0 => Self::Debug,
                n if n < 40.0 => Self::Info,
                n if n < 50.0 => Self::Warning,
                n if n < 60.0 => Self::Error,
                _ => Self::Critical,
            };
        }
        match written.as_str() {
            "debug" | "trace" | "verbose" | "silly" => Self::Debug,
            "notice" => Self::Notice,
            "warn" | "warning" => Self::Warning,
            "error" | "err" | "severe" => Self::Error,
            "critical" | "crit" | "fatal" => Self::Critical,
            "alert" => Self::Alert,
            "emergency" | "emerg" | "panic" => Self::Emergency,
            _ => Self::Info,
        }
    }
}
