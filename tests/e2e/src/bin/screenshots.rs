//! `cargo xtask screenshots` runs this: pictures of every screen, and a page that shows them all.

use std::{path::PathBuf, process::ExitCode};

use e2e::{Error, Eye, walk};

/// The pictures of the README: the screen that was taken, and the file it becomes.
const README: [(&str, &str); 2] = [
    ("chat-done-light-1280x800.png", "chat.png"),
    ("consent-tool-light-820x640.png", "question.png"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let (Some(out), readme) = (args.next(), args.next()) else {
        eprintln!("usage: screenshots DIR [--readme]");
        return ExitCode::from(2);
    };
    match take(
        &PathBuf::from(out),
        readme.is_some_and(|word| word == "--readme"),
    )
    .await
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("screenshots: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn take(out: &std::path::Path, readme: bool) -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::camera(out)?;
    let walked = walk(&mut eye, folder.path()).await;
    // What was taken until a failure shows how far it came.
    eye.contact_sheet()?;
    walked?;
    if readme {
        let pictures = peers::root().join("tests/e2e/pictures");
        for (from, to) in README {
            std::fs::copy(out.join(from), pictures.join(to))?;
        }
    }
    println!("{}", out.join("index.html").display());
    Ok(())
}
