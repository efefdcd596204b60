//! A server on this machine with something large to fetch.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
};

use crate::error::BenchError;

/// The length of its answer, in bytes.
pub const SIZE: usize = 300_000_000;
/// The length of one write.
const BLOCK: usize = 64 * 1024;

/// A process of its own, so that its cost is not the host's.
pub struct Origin {
    process: Child,
    /// Its port on this machine.
    pub port: u16,
}

impl Origin {
    #[allow(
        clippy::disallowed_methods,
        reason = "std's Command; the launcher is for servers"
    )]
    /// Starts it.
    pub fn start() -> Result<Self, BenchError> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg("origin")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(said) = process.stdout.take() {
            BufReader::new(said).read_line(&mut line)?;
        }
        let port = line.trim().parse().map_err(BenchError::host)?;
        Ok(Self { process, port })
    }
}

impl Drop for Origin {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Prints its port, and answers every request with the same until it is ended.
pub fn serve() -> Result<(), BenchError> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    println!("{}", listener.local_addr()?.port());
    for connection in listener.incoming() {
        // A client that leaves early is its own matter.
        let _ = answer(&connection?);
    }
    Ok(())
}

fn answer(connection: &TcpStream) -> Result<(), BenchError> {
    let mut lines = BufReader::new(connection).lines();
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let mut out = connection;
    write!(
        out,
        "HTTP/1.1 200 OK\r\ncontent-length: {SIZE}\r\nconnection: close\r\n\r\n"
    )?;
    let block = vec![b'x'; BLOCK];
    let mut left = SIZE;
    while left > 0 {
        let size = left.min(BLOCK);
        out.write_all(block.get(..size).unwrap_or_default())?;
        left -= size;
    }
    Ok(())
}
