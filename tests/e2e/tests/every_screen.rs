//! Every screen of the real window in both themes, looked at with axe-core: nothing may be found.
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
