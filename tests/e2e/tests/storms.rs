//! A server that says all it may as fast as it is read, in the real window: it goes on answering, what it shows is in
//! order, and what it left out is counted.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, storm};

#[tokio::test]
async fn the_window_stands_in_a_storm() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, folder.path()).await?;
    let storm = storm(&app).await?;
    assert!(!storm.log.is_empty(), "{storm:?}");
    assert!(
        storm.log.windows(2).all(|pair| pair[0] > pair[1]),
        "the newest first, none twice: {:?}",
        storm.log
    );
    assert!(storm.dropped.contains("Dropped"), "{}", storm.dropped);
    app.main().await?;
    app.click("server-stop").await?;
    app.select("[data-testid=server-state][data-state=stopped]")
        .await?;
    app.quit().await
}
