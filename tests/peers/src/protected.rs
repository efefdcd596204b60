//! Servers that want a sign-in, each with an authorization server of its own, and a person at a real browser.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use serde::Deserialize;

use crate::{PeerError, READY_LIMIT, folder, python, servers::node};

/// How long a command of the test may take.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// The longest output of a browser that is kept, in bytes.
const OUTPUT_LIMIT: u64 = 1 << 20;

/// A running server behind a sign-in, and its authorization server. Both end when this is dropped.
#[derive(Debug)]
pub struct Protected {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    places: Places,
}

#[derive(Debug, Deserialize)]
struct Places {
    server: String,
    issuer: String,
}

/// What both programs were asked so far.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Counts {
    /// Clients that registered themselves.
    pub registrations: u64,
    /// Sign-ins that a person finished.
    pub sign_ins: u64,
    /// Codes that were exchanged for tokens.
    pub codes: u64,
    /// Refresh tokens that were exchanged for tokens.
    pub refreshes: u64,
    /// Refresh tokens that were not taken.
    pub refused_refreshes: u64,
    /// Tokens that were revoked.
    pub revocations: u64,
    /// Messages that got through to the server.
    pub messages: u64,
    /// Messages that were refused for their token.
    pub refused: u64,
    /// Calls of tools.
    pub calls: u64,
    /// Bearer tokens that came anywhere but to the server.
    pub strays: u64,
    /// Tokens that came in a query.
    pub in_query: u64,
    /// Requests with a proof that was right.
    pub proofs: u64,
    /// Keys that made them.
    pub keys: u64,
    /// Requests that were refused for want of a nonce.
    pub nonces: u64,
    /// Requests whose proof was wrong or used before, or that carried a token alone.
    pub unproven: u64,
}

impl Protected {
    /// A server of the TypeScript SDK behind `oidc-provider`. Blocks until both listen.
    ///
    /// # Errors
    /// It is not installed, ended, or was not ready in [`READY_LIMIT`].
    pub fn typescript() -> Result<Self, PeerError> {
        Self::start(node()?, "protected.mjs", &[])
    }

    /// The same, for tokens that are bound to a key (DPoP) alone. Both programs want nonces in proofs.
    ///
    /// # Errors
    /// Those of [`Self::typescript`].
    pub fn bound() -> Result<Self, PeerError> {
        Self::start(node()?, "protected.mjs", &["bound"])
    }

    /// A server of the Python SDK behind an authorization server of the same SDK. It gives no refresh tokens.
    ///
    /// # Errors
    /// Those of [`Self::typescript`].
    pub fn python() -> Result<Self, PeerError> {
        Self::start(python()?, "protected.py", &[])
    }

    fn start(program: PathBuf, script: &str, words: &[&str]) -> Result<Self, PeerError> {
        let mut child = Command::new(program)
            .arg(folder().join("servers").join(script))
            .args(words)
            .env_remove("NODE_OPTIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PeerError::NotReady(script.to_owned()));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // Nobody listens once the test is over.
                let _ = sender.send(line);
            }
        });
        // From here on a return ends the process.
        let mut protected = Self {
            child,
            input,
            lines,
            places: Places {
                server: String::new(),
                issuer: String::new(),
            },
        };
        protected.places = serde_json::from_str(&protected.line(READY_LIMIT)?)?;
        Ok(protected)
    }

    /// The server's URL.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.places.server
    }

    /// The issuer of its authorization server: another origin.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.places.issuer
    }

    /// What was asked so far.
    ///
    /// # Errors
    /// It does not answer.
    pub fn counts(&mut self) -> Result<Counts, PeerError> {
        Ok(serde_json::from_str(&self.tell("counts")?)?)
    }

    /// From now on no access token that was given so far is taken.
    ///
    /// # Errors
    /// It does not answer.
    pub fn expire(&mut self) -> Result<(), PeerError> {
        self.tell("expire").map(drop)
    }

    /// The same, and no refresh token either: only a new sign-in helps.
    ///
    /// # Errors
    /// It does not answer.
    pub fn forget(&mut self) -> Result<(), PeerError> {
        self.tell("forget").map(drop)
    }

    /// From now on the server wants another nonce in proofs.
    ///
    /// # Errors
    /// It does not answer.
    pub fn renew_nonce(&mut self) -> Result<(), PeerError> {
        self.tell("nonce").map(drop)
    }

    /// Somebody signs in at an address and allows what is asked, without a browser.
    ///
    /// # Errors
    /// It does not answer.
    pub fn visit(&mut self, address: &str) -> Result<(), PeerError> {
        self.tell(&format!("visit {address}")).map(drop)
    }

    /// Access tokens that are given from now on live so long. The Python one keeps its hour.
    ///
    /// # Errors
    /// It does not answer.
    pub fn lifetime(&mut self, seconds: u32) -> Result<(), PeerError> {
        self.tell(&format!("lifetime {seconds}")).map(drop)
    }

    fn tell(&mut self, command: &str) -> Result<String, PeerError> {
        writeln!(self.input, "{command}")?;
        self.line(ANSWER_LIMIT)
    }

    fn line(&mut self, limit: Duration) -> Result<String, PeerError> {
        self.lines.recv_timeout(limit).map_err(|error| {
            let how = match error {
                RecvTimeoutError::Timeout => "it does not answer",
                RecvTimeoutError::Disconnected => "it ended",
            };
            PeerError::NotReady(how.to_owned())
        })
    }
}

impl Drop for Protected {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the person at the browser does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Signs in and says yes.
    Agrees,
    /// Signs in and says no.
    Denies,
    /// Says yes in a browser on another machine: what it comes back to is not reached.
    Elsewhere,
}

/// Where a visit ended.
#[derive(Clone, Debug, Deserialize)]
pub struct Visit {
    /// The last address.
    pub landed: String,
    /// The titles of the pages on the way.
    pub seen: Vec<String>,
    /// The words of the last page.
    pub text: String,
}

/// The program and arguments that visit an address: the address comes last.
///
/// # Errors
/// Node.js is not there.
pub fn browser(visitor: Visitor) -> Result<(PathBuf, Vec<String>), PeerError> {
    let script = folder().join("servers/browser.mjs");
    let mut args = vec![script.to_string_lossy().into_owned()];
    match visitor {
        Visitor::Agrees => {}
        Visitor::Denies => args.push("--deny".to_owned()),
        Visitor::Elsewhere => args.push("--elsewhere".to_owned()),
    }
    Ok((node()?, args))
}

/// Opens an address of a sign-in in Chromium, and blocks until the visitor is done. With `picture`, the last page is kept there.
///
/// # Errors
/// There is no browser, or the way did not end; holds what it said.
pub fn visit(
    address: &str,
    visitor: Visitor,
    picture: Option<&std::path::Path>,
) -> Result<Visit, PeerError> {
    let (node, args) = browser(visitor)?;
    let mut command = Command::new(node);
    command.args(args);
    if let Some(picture) = picture {
        command.arg("--picture").arg(picture);
    }
    let mut child = command
        .arg(address)
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = child.stderr.take();
    let errors = thread::spawn(move || {
        let mut text = String::new();
        if let Some(errors) = errors {
            // What cannot be read is left out of a message.
            let _ = errors.take(OUTPUT_LIMIT).read_to_string(&mut text);
        }
        text
    });
    let mut said = String::new();
    if let Some(output) = child.stdout.take() {
        output.take(OUTPUT_LIMIT).read_to_string(&mut said)?;
    }
    let ended = child.wait()?;
    let errors = errors.join().unwrap_or_default();
    if !ended.success() {
        return Err(PeerError::NotReady(format!("{said}\n{errors}")));
    }
    Ok(serde_json::from_str(&said)?)
}
