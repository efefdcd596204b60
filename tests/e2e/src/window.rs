//! The program under the webview's driver.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use fantoccini::{Client, Locator, elements::Element, wd::Capabilities};
use rustix::process::Pid;
use serde_json::{Value, json};

use crate::{
    Desk, Display, Error,
    driver::{KillOnDrop, LOOK, WAIT, connect, limited, within},
    process::{Descendants, child_of, free_port, program, runs},
};

/// How long the program may take from its start to its window.
const START: Duration = Duration::from_secs(60);
/// What the driver says of a script whose page did not give its result, now and then on a busy machine.
const NO_RESULT: &str = "Could not parse script result";
/// What the driver says of an element that left its page.
const GONE: &str = "StaleElementReference";
/// The title of the chat window.
const MAIN: &str = "Innkeeper";
/// The title of the consent window.
const CONSENT: &str = "Innkeeper asks you";
/// What one of both shows as soon as the page is alive: where to write, or the way to a first model.
const ALIVE: &str = "[data-testid=composer], [data-testid=add-model]";

/// The running program.
#[derive(Debug)]
pub struct App {
    pub(crate) client: Client,
    driver: Child,
    program: Pid,
    desk: Desk,
    /// The title of the window that the person sits at, to whom the display gives the keyboard.
    at: Mutex<Option<&'static str>>,
}

impl App {
    /// Starts the program on a display with a data directory and waits for its chat window.
    ///
    /// # Errors
    /// The driver or the program is missing, or no window comes.
    pub async fn start(display: &Display, data_dir: &Path) -> Result<Self, Error> {
        Self::start_with(display, data_dir, &[]).await
    }

    /// The same with variables of its own.
    ///
    /// # Errors
    /// The driver or the program is missing, or no window comes.
    pub async fn start_with(
        display: &Display,
        data_dir: &Path,
        variables: &[(&str, &str)],
    ) -> Result<Self, Error> {
        let app = Self::launch(display, data_dir, variables).await?;
        app.main().await?;
        app.select(ALIVE).await?;
        Ok(app)
    }

    /// Starts the program on data that it cannot open, and waits for the page that says so.
    ///
    /// # Errors
    /// The driver or the program is missing, or no such page comes.
    pub async fn start_in_recovery(display: &Display, data_dir: &Path) -> Result<Self, Error> {
        let app = Self::launch(display, data_dir, &[]).await?;
        app.go_to("recovery.html").await?;
        app.find("recovery").await?;
        Ok(app)
    }

    async fn launch(
        display: &Display,
        data_dir: &Path,
        variables: &[(&str, &str)],
    ) -> Result<Self, Error> {
        let program = program()?;
        let port = free_port()?;
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("DISPLAY", display.name())
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("GDK_BACKEND", "x11")
            .env_remove("WAYLAND_DISPLAY")
            // The texts are those that the program embeds.
            .env_remove("INNKEEPER_LOCALES")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .spawn()
            .map_err(|e| Error::Missing("WebKitWebDriver", e))?;
        let mut driver = KillOnDrop(Some(driver));
        let options = json!({ "binary": program, "args": ["--data-dir", data_dir] });
        let mut capabilities = Capabilities::new();
        capabilities.insert("webkitgtk:browserOptions".into(), options);
        let client = limited(START, "the window's session", connect(port, &capabilities)).await?;
        let driver = driver.0.take().ok_or(Error::NoDisplay)?;
        let program = child_of(&driver).ok_or(Error::NoProgram)?;
        Ok(Self {
            client,
            driver,
            program,
            desk: Desk::at(display)?,
            at: Mutex::default(),
        })
    }

    /// The program's process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.program.as_raw_nonzero().get().unsigned_abs()
    }

    /// The ports on which the program listens, but for the one that the driver of its pages made it open.
    ///
    /// # Errors
    /// The program ended.
    pub fn ports(&self) -> Result<BTreeSet<SocketAddr>, Error> {
        let environment = std::fs::read(format!("/proc/{}/environ", self.pid()))?;
        let drivers = environment.split(|byte| *byte == 0).find_map(|variable| {
            let variable = std::str::from_utf8(variable).ok()?;
            let (name, address) = variable.split_once('=')?;
            (name == "WEBKIT_INSPECTOR_SERVER").then(|| address.parse().ok())?
        });
        let mut ports = testkit::listening(self.pid())?;
        ports.retain(|port| Some(*port) != drivers);
        Ok(ports)
    }

    /// Goes to the page that says why the data is not open.
    ///
    /// # Errors
    /// It is not there.
    pub async fn recovery(&self) -> Result<(), Error> {
        self.go_to("recovery.html").await
    }

    /// Keeps a picture of the current window in each theme, under the name and the theme.
    ///
    /// # Errors
    /// It cannot be taken or written.
    pub async fn keep_both_themes(&self, name: &str) -> Result<(), Error> {
        for theme in ["light", "dark"] {
            self.run(&format!(
                "document.documentElement.dataset.theme = '{theme}'"
            ))
            .await?;
            self.keep_picture(&format!("{name}-{theme}")).await?;
        }
        Ok(())
    }

    /// Ends the program as a user does, by closing its chat window, and waits until it and all that it started are gone.
    ///
    /// # Errors
    /// The driver does not answer, or a process is left.
    pub async fn quit(mut self) -> Result<(), Error> {
        let started = Descendants::of(self.program);
        within("closing", self.client.clone().close()).await?;
        let begin = Instant::now();
        while runs(self.program) || !started.left().is_empty() {
            if begin.elapsed() > WAIT {
                let left = format!("did not end: the program or {:?}", started.left());
                return Err(Error::Late(left));
            }
            tokio::time::sleep(LOOK).await;
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        Ok(())
    }

    /// How many windows the program has, shown or hidden.
    ///
    /// # Errors
    /// The driver does not answer.
    pub async fn windows(&self) -> Result<usize, Error> {
        Ok(within("the windows", self.client.windows()).await?.len())
    }

    /// Goes to the chat window.
    ///
    /// # Errors
    /// It is not there.
    pub async fn main(&self) -> Result<(), Error> {
        self.sit_at(Some(MAIN));
        self.go_to("index.html").await
    }

    /// Looks into the chat window without giving it the keyboard.
    ///
    /// # Errors
    /// It is not there.
    pub async fn look_at_main(&self) -> Result<(), Error> {
        self.sit_at(None);
        self.go_to("index.html").await
    }

    /// Looks into the consent window without giving it the keyboard.
    ///
    /// # Errors
    /// It is not there.
    pub async fn look_at_consent(&self) -> Result<(), Error> {
        self.sit_at(None);
        self.go_to("consent.html").await
    }

    /// Looks into the window of *Quick ask* without giving it the keyboard.
    ///
    /// # Errors
    /// It is not there.
    pub async fn look_at_quick_ask(&self) -> Result<(), Error> {
        self.sit_at(None);
        self.go_to("quick.html").await
    }

    fn sit_at(&self, title: Option<&'static str>) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = title;
    }

    /// Gives the window that the person sits at the keyboard, as soon as it is shown: without a window manager nobody
    /// else does.
    pub(crate) fn attend(&self) {
        let title = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(title) = title {
            self.desk.attend(title);
        }
    }

    /// Goes to the consent window, whether it is shown or not.
    ///
    /// # Errors
    /// It is not there.
    pub async fn consent(&self) -> Result<(), Error> {
        self.sit_at(Some(CONSENT));
        self.go_to("consent.html").await
    }

    async fn go_to(&self, page: &str) -> Result<(), Error> {
        let begin = Instant::now();
        loop {
            let mut seen = Vec::new();
            for handle in within("the windows", self.client.windows()).await? {
                within("switching", self.client.switch_to_window(handle)).await?;
                let url = within("the address", self.client.current_url()).await?;
                if url.path().ends_with(page)
                    || (page == "index.html" && matches!(url.path(), "/" | ""))
                {
                    return Ok(());
                }
                seen.push(url.to_string());
            }
            if begin.elapsed() > WAIT {
                return Err(Error::Late(format!(
                    "no window shows {page}, only {}",
                    seen.join(", ")
                )));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// The element with a test id, as soon as it is there.
    ///
    /// # Errors
    /// It does not come.
    pub async fn find(&self, id: &str) -> Result<Element, Error> {
        self.select(&format!("[data-testid=\"{id}\"]")).await
    }

    /// The element a selector finds, as soon as it is there.
    ///
    /// # Errors
    /// It does not come.
    pub async fn select(&self, css: &str) -> Result<Element, Error> {
        let begin = Instant::now();
        loop {
            self.attend();
            match within(css, self.client.find(Locator::Css(css))).await {
                Ok(element) => return Ok(element),
                Err(late @ Error::Late(_)) => return Err(late),
                Err(error) if begin.elapsed() > WAIT => {
                    return Err(Error::Late(format!("{css}: {error}")));
                }
                Err(_) => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Clicks the element with a test id.
    ///
    /// # Errors
    /// It does not come, or cannot be clicked.
    pub async fn click(&self, id: &str) -> Result<(), Error> {
        let begin = Instant::now();
        loop {
            match within(id, self.find(id).await?.click()).await {
                // A page of the window took the place of another between the look and the click.
                Err(Error::Command(why)) if why.contains(GONE) && begin.elapsed() <= WAIT => {}
                clicked => return clicked,
            }
        }
    }

    /// Clicks the element with a test id by script, after the driver has its answer: for a click that may hide its own
    /// window, in which the driver would wait for the end of the gesture.
    ///
    /// # Errors
    /// It does not come.
    pub async fn press(&self, id: &str) -> Result<(), Error> {
        self.find(id).await?;
        let script =
            format!("setTimeout(() => document.querySelector('[data-testid={id}]').click())");
        self.run(&script).await.map(drop)
    }

    /// Replaces the text of a field.
    ///
    /// # Errors
    /// It does not come, or takes no text.
    pub async fn fill(&self, id: &str, text: &str) -> Result<(), Error> {
        let field = self.find(id).await?;
        within(id, field.clear()).await?;
        within(id, field.send_keys(text)).await
    }

    /// Waits until a script's expression holds in the page.
    ///
    /// # Errors
    /// It does not come to hold.
    pub async fn until(&self, expression: &str) -> Result<(), Error> {
        let begin = Instant::now();
        loop {
            self.attend();
            match self.run(&format!("return Boolean({expression})")).await {
                Ok(Value::Bool(true)) => return Ok(()),
                Ok(_) => {}
                // The page was changing while it was asked.
                Err(Error::Command(why)) if why.contains(NO_RESULT) && begin.elapsed() <= WAIT => {}
                Err(error) => return Err(error),
            }
            if begin.elapsed() > WAIT {
                let body = self.run("return document.body.innerText").await?;
                return Err(Error::Late(format!(
                    "never held: {expression}\nthe page says:\n{body}"
                )));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn run(&self, script: &str) -> Result<Value, Error> {
        // The marks that isolate the values of a message are no part of what a test compares.
        let script = script.replace(".innerText", r".innerText.replace(/[\u2068\u2069]/g, '')");
        within(&script, self.client.execute(&script, vec![])).await
    }

    /// Runs a script and yields what it returns.
    ///
    /// # Errors
    /// It fails.
    pub async fn value(&self, script: &str) -> Result<Value, Error> {
        self.run(script).await
    }

    /// Whether the current window is the one of questions.
    ///
    /// # Errors
    /// The driver does not answer.
    pub async fn in_consent(&self) -> Result<bool, Error> {
        let url = within("the address", self.client.current_url()).await?;
        Ok(url.path().ends_with("consent.html"))
    }

    /// Runs a script that calls its last argument with a value when it is done.
    ///
    /// # Errors
    /// It fails.
    pub async fn run_async(&self, script: &str, args: Vec<Value>) -> Result<Value, Error> {
        within(script, self.client.execute_async(script, args)).await
    }

    /// Gives the current window a size, in pixels.
    ///
    /// # Errors
    /// The driver cannot.
    pub async fn resize(&self, width: u32, height: u32) -> Result<(), Error> {
        within("a new size", self.client.set_window_size(width, height)).await
    }

    /// Chooses an option of a select element by its value.
    ///
    /// # Errors
    /// The element or the option does not come.
    pub async fn choose(&self, id: &str, value: &str) -> Result<(), Error> {
        within(id, self.find(id).await?.select_by_value(value)).await
    }

    /// The text of an element found by a selector.
    ///
    /// # Errors
    /// It does not come.
    pub async fn text(&self, css: &str) -> Result<String, Error> {
        let text = within(css, self.select(css).await?.text()).await?;
        Ok(text.replace(['\u{2068}', '\u{2069}'], ""))
    }

    /// A picture of the current window, once it has been painted.
    ///
    /// # Errors
    /// The driver cannot take it.
    pub async fn picture(&self) -> Result<Vec<u8>, Error> {
        let painted = "const d = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => d(true)))";
        self.run_async(painted, vec![]).await?;
        within("a picture", self.client.screenshot()).await
    }

    /// Keeps a picture in the folder that `INNKEEPER_PICTURES` names; without it, nothing is kept.
    ///
    /// # Errors
    /// It cannot be taken or written.
    pub async fn keep_picture(&self, name: &str) -> Result<(), Error> {
        if let Some(folder) = std::env::var_os("INNKEEPER_PICTURES") {
            std::fs::create_dir_all(&folder)?;
            std::fs::write(
                PathBuf::from(folder).join(format!("{name}.png")),
                self.picture().await?,
            )?;
        }
        Ok(())
    }
}

impl Drop for App {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        // A test that failed may leave the program behind.
        if runs(self.program) {
            let _ = rustix::process::kill_process(self.program, rustix::process::Signal::KILL);
        }
    }
}
