//! How soon the real window answers while a server says all it may: the end-to-end driver measures and says it.

use std::{path::Path, process::Command, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{error::BenchError, rounds::output};

/// How long it may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Clicks with the server at rest, and in its storm.
#[derive(Debug, Serialize, Deserialize)]
pub struct Storms {
    /// Before it.
    pub calm: Clicks,
    /// In it.
    pub storm: Clicks,
    /// What the window said was dropped.
    pub dropped: String,
}

/// How soon clicks were seen.
#[derive(Debug, Serialize, Deserialize)]
pub struct Clicks {
    /// Half of them, in milliseconds.
    pub p50_ms: f64,
    /// The slowest.
    pub worst_ms: f64,
}

/// Measures it with the driver built beside the app.
pub fn measure(driver: &Path) -> Result<Storms, BenchError> {
    let said = output(Command::new(driver), LIMIT)?;
    let line = said.lines().last().unwrap_or_default();
    Ok(serde_json::from_str(line)?)
}
