//! The user's browser, played: it fetches the address it is given and follows wherever that leads, back to this program too.

use std::time::Duration;

use url::Url;

/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Opens an address and does not wait for it.
pub(crate) fn open(url: &Url) -> bool {
    let url = url.clone();
    tokio::spawn(async move {
        if let Err(error) = visit(url).await {
            eprintln!(
                "innkeeper-conformance: the browser: {}",
                error.without_url()
            );
        }
    });
    true
}

async fn visit(url: Url) -> reqwest::Result<()> {
    let browser = reqwest::Client::builder()
        .no_proxy()
        .timeout(LIMIT)
        .build()?;
    let page = browser.get(url).send().await?;
    eprintln!(
        "innkeeper-conformance: the browser ended at status {}",
        page.status()
    );
    Ok(())
}
