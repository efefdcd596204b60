//! What is shown instead of the chat when the data cannot be opened.

use std::path::Path;

use crate::{App, Display, Error, Eye, damage, filled};

/// What is shown when the data is of a newer version, and when it is damaged.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn recovery(eye: &mut Eye, folder: &Path) -> Result<(), Error> {
    let data = folder.join("data");
    filled(&data).await?;
    let display = Display::start("1280x800x24")?;
    let file = store::Part::Database.path(&data);
    let whole = std::fs::read(&file)?;
    for name in ["recovery-newer", "recovery-damaged"] {
        std::fs::write(&file, &whole)?;
        if name == "recovery-newer" {
            // The version of the data stands in the header of the file.
            let mut bytes = whole.clone();
            bytes[60..64].copy_from_slice(&1000_u32.to_be_bytes());
            std::fs::write(&file, bytes)?;
        } else {
            damage(&file, &b"Which of them are open? ".repeat(4), |pages| {
                vec![pages / 2, pages / 2 + 2]
            })?;
        }
        let app = App::start_in_recovery(&display, &data).await?;
        app.find("recovery").await?;
        eye.see(&app, name).await?;
        app.click("recovery-browse").await?;
        app.find("browse").await?;
        eye.see(&app, &format!("{name}-browse")).await?;
        app.quit().await?;
    }
    Ok(())
}
