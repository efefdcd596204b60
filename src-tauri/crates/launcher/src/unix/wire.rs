//! What host and guard tell each other over their socket.
//!
//! Host to guard: one byte that carries the server's three pipes; the order (length, then fields); then single bytes.
//! Guard to host: lines. Nothing on this socket comes from the server.

use std::{
    ffi::OsString,
    io,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{LaunchError, order::Order};

/// The largest order, in bytes. Systems accept no more than a few MiB of arguments and environment.
pub(super) const ORDER_MAX: usize = 8 * 1024 * 1024;

/// SIGTERM to the server's process group.
pub(super) const TERMINATE: u8 = b'T';

/// SIGINT to the server's process group.
pub(super) const INTERRUPT: u8 = b'I';

/// The server is installed and runs: nothing half written is left to undo.
pub(super) const SETTLED: u8 = b'S';

/// SIGKILL to the server's whole family.
pub(super) const KILL: u8 = b'K';

/// What the guard reports, one line each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// The program runs, with this process id.
    Started(i32),
    /// The program was refused by the system with this error number.
    Refused(i32),
    /// The program ended with this code.
    Exited(i32),
    /// The program was ended by this signal.
    Signaled(i32),
}

impl Report {
    /// As it is written.
    pub(super) fn line(self) -> String {
        let (word, number) = match self {
            Self::Started(pid) => ("started", pid),
            Self::Refused(error) => ("refused", error),
            Self::Exited(code) => ("exited", code),
            Self::Signaled(signal) => ("signaled", signal),
        };
        format!("{word} {number}\n")
    }

    /// The report in a line, if it is one.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (word, number) = line.split_once(' ')?;
        let number = number.parse().ok()?;
        match word {
            "started" => Some(Self::Started(number)),
            "refused" => Some(Self::Refused(number)),
            "exited" => Some(Self::Exited(number)),
            "signaled" => Some(Self::Signaled(number)),
            _ => None,
        }
    }
}

/// An order as it is sent, length first.
pub(super) fn encode(order: &Order) -> Result<Vec<u8>, LaunchError> {
    let mut body = Vec::new();
    put(&mut body, order.program.as_os_str().as_encoded_bytes());
    put(&mut body, order.cwd.as_os_str().as_encoded_bytes());
    put_count(&mut body, order.args.len());
    for arg in &order.args {
        put(&mut body, arg.as_bytes());
    }
    put_count(&mut body, order.env.len());
    for (name, value) in &order.env {
        put(&mut body, name.as_encoded_bytes());
        put(&mut body, value.as_encoded_bytes());
    }
    put_count(
        &mut body,
        usize::try_from(order.undo_time.as_millis()).unwrap_or(usize::MAX),
    );
    let folder = order.undo_folder.as_deref().unwrap_or(Path::new(""));
    put(&mut body, folder.as_os_str().as_encoded_bytes());
    if body.len() > ORDER_MAX {
        return Err(LaunchError::TooLarge { bytes: body.len() });
    }
    let mut whole = Vec::with_capacity(body.len() + 4);
    put(&mut whole, &body);
    Ok(whole)
}

/// A length that does not fit makes the whole larger than [`ORDER_MAX`], which is refused.
fn put_count(to: &mut Vec<u8>, count: usize) {
    to.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes());
}

fn put(to: &mut Vec<u8>, bytes: &[u8]) {
    put_count(to, bytes.len());
    to.extend_from_slice(bytes);
}

/// Reads an order, length first.
pub(super) fn read_order(from: &mut impl io::Read) -> io::Result<Order> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length) as usize;
    if length > ORDER_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    decode(&body).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn decode(mut body: &[u8]) -> Option<Order> {
    let from = &mut body;
    let program = PathBuf::from(take(from)?);
    let cwd = PathBuf::from(take(from)?);
    let mut args = Vec::new();
    for _ in 0..take_count(from)? {
        args.push(take(from)?.into_string().ok()?);
    }
    let mut env = Vec::new();
    for _ in 0..take_count(from)? {
        env.push((take(from)?, take(from)?));
    }
    let undo_time = Duration::from_millis(u64::try_from(take_count(from)?).ok()?);
    let folder = take(from)?;
    let undo_folder = (!folder.is_empty()).then(|| PathBuf::from(folder));
    from.is_empty().then_some(Order {
        program,
        args,
        cwd,
        env,
        undo_time,
        undo_folder,
    })
}

fn take_count(from: &mut &[u8]) -> Option<usize> {
    let (count, rest) = from.split_first_chunk::<4>()?;
    *from = rest;
    Some(u32::from_be_bytes(*count) as usize)
}

fn take(from: &mut &[u8]) -> Option<OsString> {
    let length = take_count(from)?;
    let (bytes, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(OsString::from_vec(bytes.to_vec()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn orders_arrive_whole_or_not_at_all(
            program: Vec<u8>, cwd: Vec<u8>, args: Vec<String>, env: Vec<(Vec<u8>, Vec<u8>)>, cut: prop::sample::Index
        ) {
            let env = env.into_iter().map(|(name, value)| (OsString::from_vec(name), OsString::from_vec(value)));
            let order = Order {
                program: OsString::from_vec(program).into(),
                args,
                cwd: OsString::from_vec(cwd).into(),
                env: env.collect(),
                undo_time: Duration::from_secs(7),
                undo_folder: Some("/half/written".into()),
            };
            let bytes = encode(&order).unwrap();
            let read = read_order(&mut bytes.as_slice()).unwrap();
            prop_assert_eq!(
                (order.program, order.args, order.cwd, order.env, order.undo_time, order.undo_folder),
                (read.program, read.args, read.cwd, read.env, read.undo_time, read.undo_folder)
            );
            let short = &bytes[..cut.index(bytes.len())];
            prop_assert!(read_order(&mut &*short).is_err());
        }

        #[test]
        fn no_bytes_break_the_reader(bytes: Vec<u8>) {
            let _ = decode(&bytes);
        }
    }

    #[test]
    fn reports_read_back() {
        for report in [
            Report::Started(1),
            Report::Refused(2),
            Report::Exited(255),
            Report::Signaled(9),
        ] {
            assert_eq!(Report::parse(report.line().trim_end()), Some(report));
        }
        assert_eq!(Report::parse("exited"), None);
        assert_eq!(Report::parse("left 3"), None);
    }
}
