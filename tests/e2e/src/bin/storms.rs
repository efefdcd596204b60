//! Measures how soon the real window answers while a server says all it may: one line of JSON.

use std::process::ExitCode;

use e2e::{App, Display, Error, storm};
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match measure().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("storms: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, folder.path()).await?;
    let storm = storm(&app).await?;
    app.quit().await?;
    let of = |ms: &[f64]| {
        let at = |part: f64| ms.get((ms.len() as f64 * part) as usize).or(ms.last());
        json!({ "p50_ms": at(0.5), "worst_ms": ms.last() })
    };
    let line = json!({
        "calm": of(&storm.calm_ms),
        "storm": of(&storm.storm_ms),
        "dropped": storm.dropped,
    });
    println!("{line}");
    Ok(())
}
