//! Looks at a screen: for cut-off text, with axe-core where the page checks do not, and with a camera.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{App, Error, proven::is_proven};

/// Sizes of the chat window.
const MAIN: [(u32, u32); 2] = [(1280, 800), (900, 600)];
/// Sizes of the consent window.
const CONSENT: [(u32, u32); 2] = [(820, 640), (680, 520)];
const THEMES: [&str; 2] = ["light", "dark"];
/// Everything axe-core counts as an offence, good practice included; nothing if it looked at nothing.
const AXE: &str = "const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => done([
        ...violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary}`)),
        ...(passes.length < 10 ? ['axe-core looked at nothing'] : []),
    ]), (e) => done([String(e)]));";

/// Holds once an allow button is armed and nothing fades in any more.
const STILL: &str = "(!document.querySelector('[data-testid=allow]') || document.querySelector('.arm-armed'))
    && document.getAnimations().every((a) => a.effect.getComputedTiming().endTime === Infinity || a.playState === 'finished')";

/// Holds once nothing moves that ends.
const RESTS: &str = "document.getAnimations()
    .every((a) => a.effect.getComputedTiming().endTime === Infinity || a.playState === 'finished')";

/// What is cut off in a page, as the page checks find it.
const CUT: &str = include_str!("../../../ui/dev/cut.js");

/// What is done at each screen.
#[derive(Debug, Default)]
pub struct Eye {
    axe: Option<String>,
    folder: Option<PathBuf>,
    shots: Vec<(String, Vec<String>)>,
    offences: Vec<String>,
}

impl Eye {
    /// Looks in the pseudo-locale, and at screens that are no state of the page checks with axe-core, as the interface's packages bring it.
    ///
    /// # Errors
    /// The packages are not installed.
    pub fn checking() -> Result<Self, Error> {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/node_modules/axe-core/axe.min.js");
        Ok(Self {
            axe: Some(std::fs::read_to_string(path)?),
            ..Self::default()
        })
    }

    /// Takes pictures into a folder, made anew.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn camera(folder: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(folder)?;
        Ok(Self {
            folder: Some(folder.to_owned()),
            ..Self::default()
        })
    }

    /// What was found, a line each.
    #[must_use]
    pub fn offences(&self) -> &[String] {
        &self.offences
    }

    /// The names of the screens that were looked at.
    pub fn seen(&self) -> impl Iterator<Item = &str> {
        self.shots.iter().map(|(name, _)| name.as_str())
    }

    /// Looks at the window on display, in both themes and at its sizes where that shows more. Ends in the first size, as the program has it.
    ///
    /// # Errors
    /// The driver does not answer.
    pub async fn see(&mut self, app: &App, name: &str) -> Result<(), Error> {
        let sizes = if app.in_consent().await? {
            CONSENT
        } else {
            MAIN
        };
        let before = app
            .value("return document.documentElement.dataset.theme ?? ''")
            .await?;
        if self.axe.is_some() {
            // Nothing moves: what is half faded in has half its contrast.
            app.value("document.documentElement.dataset.motion = 'reduce'")
                .await?;
        }
        let mut shots = Vec::new();
        for (at, (width, height)) in sizes.into_iter().enumerate() {
            if at > 0 && self.folder.is_none() {
                break;
            }
            size(app, (width, height)).await?;
            if self.folder.is_none() && is_proven(name) {
                break;
            }
            for theme in THEMES {
                app.value(&format!(
                    "document.documentElement.dataset.theme = '{theme}'"
                ))
                .await?;
                self.check(app, name, theme).await?;
                if let Some(folder) = &self.folder {
                    app.until(STILL).await?;
                    let file = format!("{name}-{theme}-{width}x{height}.png");
                    std::fs::write(folder.join(&file), app.picture().await?)?;
                    shots.push(file);
                }
            }
        }
        if self.axe.is_some() {
            self.check_pseudo(app, name).await?;
        }
        self.shots.push((name.to_owned(), shots));
        app.value(&format!(
            "delete document.documentElement.dataset.motion; const theme = {before}; if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme"
        ))
        .await?;
        size(app, sizes[0]).await?;
        // What still moves would not be where it is clicked.
        app.until(RESTS).await
    }

    async fn check(&mut self, app: &App, name: &str, theme: &str) -> Result<(), Error> {
        let Some(axe) = &self.axe else { return Ok(()) };
        if app.value("return typeof axe === 'undefined'").await? == Value::Bool(true) {
            app.value(axe).await?;
        }
        let found = app.run_async(AXE, vec![]).await?;
        let found = found.as_array().cloned().unwrap_or_default();
        self.offences.extend(
            found
                .iter()
                .map(|line| format!("{name}, {theme}: {}", line.as_str().unwrap_or("?"))),
        );
        Ok(())
    }

    /// Looks at the screen in the pseudo-locale, which is accented, longer and right to left: no text may be cut off.
    async fn check_pseudo(&mut self, app: &App, name: &str) -> Result<(), Error> {
        let before = app.value("return document.documentElement.lang").await?;
        app.value("document.documentElement.dataset.language = 'pseudo'")
            .await?;
        app.until("document.documentElement.dir === 'rtl'").await?;
        app.until(RESTS).await?;
        let cut = app.value(&format!("const cut = {CUT}; return cut")).await?;
        let cut = cut.as_array().cloned().unwrap_or_default();
        self.offences.extend(
            cut.iter()
                .map(|line| format!("{name}, pseudo-locale: {}", line.as_str().unwrap_or("?"))),
        );
        app.value(&format!(
            "document.documentElement.dataset.language = {before}"
        ))
        .await?;
        app.until("document.documentElement.dir === 'ltr'").await
    }

    /// Writes a page that shows every picture.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn contact_sheet(&self) -> Result<(), Error> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let mut page = String::from(SHEET);
        for (name, files) in &self.shots {
            let _ = write!(page, "<section><h2 id=\"{name}\">{name}</h2><div>");
            for file in files {
                let _ = write!(
                    page,
                    "<a href=\"{file}\"><img loading=\"lazy\" src=\"{file}\" alt=\"{file}\"></a>"
                );
            }
            page.push_str("</div></section>\n");
        }
        Ok(std::fs::write(folder.join("index.html"), page)?)
    }
}

/// Gives the window a size, and waits until its page has it: a click before that would meet another place.
async fn size(app: &App, (width, height): (u32, u32)) -> Result<(), Error> {
    app.resize(width, height).await?;
    app.until(&format!(
        "innerWidth === {width} && innerHeight === {height}"
    ))
    .await
}

const SHEET: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Innkeeper: every screen</title>
<style>body{font:14px system-ui;margin:1.5rem;background:#ddd}div{display:grid;grid-template-columns:repeat(auto-fill,minmax(22rem,1fr));gap:.75rem}
img{width:100%;border:1px solid #999}</style>
";
