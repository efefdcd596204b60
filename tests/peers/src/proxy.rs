//! HAProxy in front of servers: it gives each request to the next one, and ends an answer that is silent for too long.

use std::{
    io::Write,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::NamedTempFile;

use crate::{PeerError, READY_LIMIT};

/// Pause between two looks at whether it is ready.
const LOOK: Duration = Duration::from_millis(20);
/// How many ports are tried: another program may take one between the choice and the start.
const TRIES: usize = 8;

/// A running HAProxy. It ends when this is dropped.
#[derive(Debug)]
pub struct Proxy {
    child: Child,
    port: u16,
    /// Read at start only, but kept for whoever looks at a failed test.
    _config: NamedTempFile,
}

impl Proxy {
    /// Starts it on a free port of the loopback address, in front of these ports. `silence`: how long a server may send nothing.
    ///
    /// # Errors
    /// It is not installed, or was not ready in time.
    pub fn start(servers: &[u16], silence: Duration) -> Result<Self, PeerError> {
        let program = program()?;
        for _ in 0..TRIES {
            if let Some(proxy) = Self::on(&program, free_port()?, servers, silence)? {
                return Ok(proxy);
            }
        }
        Err(PeerError::NotReady("haproxy found no free port".to_owned()))
    }

    fn on(
        program: &Path,
        port: u16,
        servers: &[u16],
        silence: Duration,
    ) -> Result<Option<Self>, PeerError> {
        let mut config = tempfile::Builder::new().suffix(".cfg").tempfile()?;
        let mut lines = format!(
            "global\n  maxconn 200\ndefaults\n  mode http\n  timeout connect 5s\n  timeout client 300s\n  \
             timeout server {}ms\nfrontend near\n  bind 127.0.0.1:{port}\n  default_backend far\n\
             backend far\n  balance roundrobin\n",
            silence.as_millis()
        );
        for (number, server) in servers.iter().enumerate() {
            lines += &format!("  server s{number} 127.0.0.1:{server}\n");
        }
        config.write_all(lines.as_bytes())?;
        config.flush()?;
        let child = Command::new(program)
            .arg("-db")
            .arg("-f")
            .arg(config.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut proxy = Self {
            child,
            port,
            _config: config,
        };
        let began = Instant::now();
        while began.elapsed() < READY_LIMIT {
            if proxy.child.try_wait()?.is_some() {
                return Ok(None);
            }
            if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return Ok(Some(proxy));
            }
            thread::sleep(LOOK);
        }
        Err(PeerError::NotReady("haproxy".to_owned()))
    }

    /// The URL of a path behind it.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> Result<u16, PeerError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// HAProxy of the system, which Debian keeps where only its administrator looks for programs.
fn program() -> Result<PathBuf, PeerError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/sbin")])
        .map(|folder| folder.join("haproxy"))
        .find(|file| file.is_absolute() && file.is_file())
        .ok_or(PeerError::NoProgram("haproxy"))
}
