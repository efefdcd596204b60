//! Every screen of the real window, looked at with axe-core in both themes, and for cut-off text in the pseudo-locale: nothing may be found.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{Error, Eye, walk};

#[tokio::test]
async fn no_screen_offends() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::axe()?;
    walk(&mut eye, folder.path()).await?;
    assert!(eye.offences().is_empty(), "{}", eye.offences().join("\n"));
    assert!(eye.seen().count() > 30);
    Ok(())
}
