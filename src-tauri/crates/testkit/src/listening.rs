//! On which TCP ports a process listens.

use std::{
    collections::BTreeSet,
    fs, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

/// The state of a socket that listens, as `/proc` writes it.
const LISTENS: &str = "0A";

/// The addresses on which a process listens for TCP connections, read from `/proc`; Linux only.
///
/// # Errors
/// There is no such process, or it is another user's.
pub fn listening(pid: u32) -> io::Result<BTreeSet<SocketAddr>> {
    let mut sockets = BTreeSet::new();
    for entry in fs::read_dir(format!("/proc/{pid}/fd"))? {
        // One that was closed meanwhile listens no more.
        let Ok(target) = fs::read_link(entry?.path()) else {
            continue;
        };
        let target = target.to_string_lossy();
        let inode = target
            .strip_prefix("socket:[")
            .and_then(|t| t.strip_suffix(']'));
        sockets.extend(inode.map(str::to_owned));
    }
    let mut found = BTreeSet::new();
    for table in ["tcp", "tcp6"] {
        let text = match fs::read_to_string(format!("/proc/{pid}/net/{table}")) {
            // This machine has no IPv6.
            Err(error) if error.kind() == io::ErrorKind::NotFound && table == "tcp6" => continue,
            read => read?,
        };
        for line in text.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [_, local, _, LISTENS, _, _, _, _, _, inode, ..] = words[..]
                && sockets.contains(inode)
            {
                found.insert(address(local).ok_or_else(|| io::Error::other(line.to_owned()))?);
            }
        }
    }
    Ok(found)
}

/// An address as the kernel writes it: words of 32 bits in the machine's order, in hexadecimal digits.
fn address(text: &str) -> Option<SocketAddr> {
    let (ip, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let mut bytes = Vec::new();
    for at in (0..ip.len()).step_by(8) {
        let word = u32::from_str_radix(ip.get(at..at + 8)?, 16).ok()?;
        bytes.extend_from_slice(&word.to_ne_bytes());
    }
    let ip = match <[u8; 4]>::try_from(bytes.as_slice()) {
        Ok(four) => IpAddr::V4(Ipv4Addr::from(four)),
        Err(_) => IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(bytes).ok()?)),
    };
    Some(SocketAddr::new(ip, port))
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_port_is_seen_while_it_listens_and_not_after() {
        let own = || listening(std::process::id()).unwrap();
        let four = TcpListener::bind("127.0.0.1:0").unwrap();
        let four_at = four.local_addr().unwrap();
        assert!(own().contains(&four_at));
        if let Ok(six) = TcpListener::bind("[::1]:0") {
            assert!(own().contains(&six.local_addr().unwrap()));
        }
        drop(four);
        assert!(!own().contains(&four_at));
    }
}
