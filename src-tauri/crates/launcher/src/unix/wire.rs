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

use sandbox::{Change, ChangeError, FolderChange};

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

/// A change of the server's folders follows: length, then JSON. It is answered.
pub(super) const CHANGE: u8 = b'C';

/// The largest change, in bytes: a path and a few numbers.
const CHANGE_MAX: usize = 64 * 1024;

/// What the guard reports, one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// The server is confined, as far as this says; [`Report::Started`] follows.
    Confined(Box<sandbox::Report>),
    /// The server could not be confined, and was not started.
    NotConfined(String),
    /// The answer to a change of the server's folders.
    Changed(Result<Change, ChangeError>),
    /// The program runs, with this process id.
    Started(i32),
    /// The program was refused by the system with this error number.
    Refused(i32),
    /// The program ended with this code.
    Exited(i32),
    /// The program was ended by this signal.
    Signaled(i32),
    /// The program was ended by this signal because the memory of its family was used up.
    OutOfMemory(i32),
}

impl Report {
    /// As it is written.
    pub(super) fn line(&self) -> String {
        let json = |value: serde_json::Result<String>| value.unwrap_or_default();
        let (word, rest) = match self {
            Self::Confined(report) => ("confined", json(serde_json::to_string(report))),
            Self::NotConfined(reason) => ("not-confined", json(serde_json::to_string(reason))),
            Self::Changed(answer) => ("changed", json(serde_json::to_string(answer))),
            Self::Started(pid) => ("started", pid.to_string()),
            Self::Refused(error) => ("refused", error.to_string()),
            Self::Exited(code) => ("exited", code.to_string()),
            Self::Signaled(signal) => ("signaled", signal.to_string()),
            Self::OutOfMemory(signal) => ("out-of-memory", signal.to_string()),
        };
        format!("{word} {rest}\n")
    }

    /// The report in a line, if it is one.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ')?;
        let number = || rest.parse().ok();
        match word {
            "confined" => Some(Self::Confined(serde_json::from_str(rest).ok()?)),
            "not-confined" => Some(Self::NotConfined(serde_json::from_str(rest).ok()?)),
            "changed" => Some(Self::Changed(serde_json::from_str(rest).ok()?)),
            "started" => Some(Self::Started(number()?)),
            "refused" => Some(Self::Refused(number()?)),
            "exited" => Some(Self::Exited(number()?)),
            "signaled" => Some(Self::Signaled(number()?)),
            "out-of-memory" => Some(Self::OutOfMemory(number()?)),
            _ => None,
        }
    }
}

/// A change of folders as it is sent, word first. `None`: it is too large.
pub(super) fn encode_change(change: &FolderChange) -> Option<Vec<u8>> {
    let body = serde_json::to_vec(change).ok()?;
    let mut whole = vec![CHANGE];
    put(&mut whole, &body);
    (body.len() <= CHANGE_MAX).then_some(whole)
}

/// Reads a change of folders, after its word.
pub(super) fn read_change(from: &mut impl io::Read) -> io::Result<FolderChange> {
    Ok(serde_json::from_slice(&read_block(from, CHANGE_MAX)?)?)
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
    let confinement = order.confinement.as_ref().map(serde_json::to_vec);
    let confinement = confinement
        .transpose()
        .map_err(|error| LaunchError::Sandbox {
            reason: error.to_string(),
        })?;
    put(&mut body, &confinement.unwrap_or_default());
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
    let body = read_block(from, ORDER_MAX)?;
    decode(&body).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn read_block(from: &mut impl io::Read, most: usize) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length) as usize;
    if length > most {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    Ok(body)
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
    let confinement = take(from)?.into_vec();
    let confinement = if confinement.is_empty() {
        None
    } else {
        Some(serde_json::from_slice(&confinement).ok()?)
    };
    from.is_empty().then_some(Order {
        program,
        args,
        cwd,
        env,
        undo_time,
        undo_folder,
        confinement,
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
                confinement: Some(sandbox::Confinement::new("/home")),
            };
            let bytes = encode(&order).unwrap();
            let read = read_order(&mut bytes.as_slice()).unwrap();
            prop_assert_eq!(
                (order.program, order.args, order.cwd, order.env, order.undo_time, order.undo_folder, order.confinement),
                (read.program, read.args, read.cwd, read.env, read.undo_time, read.undo_folder, read.confinement)
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
        let advisory = sandbox::Report::advisory(sandbox::Remark::NoLandlock);
        for report in [
            Report::Confined(Box::new(advisory)),
            Report::NotConfined("two\nlines".to_owned()),
            Report::Changed(Ok(Change::Held)),
            Report::Changed(Err(ChangeError::Nested)),
            Report::Started(1),
            Report::Refused(2),
            Report::Exited(255),
            Report::Signaled(9),
            Report::OutOfMemory(9),
        ] {
            assert_eq!(Report::parse(report.line().trim_end()), Some(report));
        }
        assert_eq!(Report::parse("exited"), None);
        assert_eq!(Report::parse("left 3"), None);
    }
}
