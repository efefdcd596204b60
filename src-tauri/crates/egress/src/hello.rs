//! The first message of a TLS client: the name of the server it wants (RFC 8446 section 4.1.2, RFC 6066 section 3).
//!
//! `rustls` reads it too, but does not say whether the true name is encrypted.

use crate::{Refusal, cursor::Cursor};

/// The largest first message, in bytes. With keys of post-quantum algorithms it has about 2,000.
const HELLO_MAX: usize = 16 * 1024;

/// The largest prefix of a connection that is read for it, with the heads of its records.
pub(crate) const PREFIX_MAX: usize = HELLO_MAX + 4 * 1024;

const HANDSHAKE: u8 = 22;
const RECORD_MAX: usize = 1 << 14;
const CLIENT_HELLO: u8 = 1;
const SERVER_NAME: u16 = 0;
/// Encrypted Client Hello, and the drafts before it.
const ENCRYPTED: [u16; 4] = [0xfe0d, 0xfe0a, 0xfe09, 0xffce];

/// Checks that the connection of these first bytes is for the server of this name.
/// Returns false while the message is incomplete.
pub(crate) fn check(bytes: &[u8], name: &str) -> Result<bool, Refusal> {
    let Some(message) = message(bytes)? else {
        return Ok(false);
    };
    let said = server_name(&message)?;
    // Compared as it is sent: a trailing dot is no part of it.
    if !said.eq_ignore_ascii_case(name.as_bytes()) {
        return Err(Refusal::other_name(said));
    }
    Ok(true)
}

const NOT_TLS: Refusal = Refusal::Malformed("a connection to this port must begin with TLS");
const BROKEN: Refusal = Refusal::Malformed("the first message of TLS cannot be read");

/// Joins the records of the first message; none while some of it is missing.
fn message(bytes: &[u8]) -> Result<Option<Vec<u8>>, Refusal> {
    let mut records = Cursor(bytes);
    let mut message = Vec::new();
    loop {
        if let [kind, high, middle, low, ..] = message[..] {
            let length = 4 + u32::from_be_bytes([0, high, middle, low]) as usize;
            if kind != CLIENT_HELLO || length > HELLO_MAX || message.len() > length {
                return Err(BROKEN);
            }
            if message.len() == length {
                return Ok(Some(message));
            }
        }
        match records.u8() {
            None => return Ok(None),
            Some(HANDSHAKE) => {}
            Some(_) => return Err(NOT_TLS),
        }
        match records.u8() {
            None => return Ok(None),
            Some(3) => {}
            Some(_) => return Err(NOT_TLS),
        }
        let (Some(_), Some(length)) = (records.u8(), records.u16()) else {
            return Ok(None);
        };
        let length = usize::from(length);
        if length == 0 || length > RECORD_MAX {
            return Err(BROKEN);
        }
        let Some(record) = records.take(length) else {
            return Ok(None);
        };
        message.extend_from_slice(record);
    }
}

/// The name in a complete message.
fn server_name(message: &[u8]) -> Result<&[u8], Refusal> {
    let mut extensions = extensions(message).ok_or(BROKEN)?;
    let mut name = None;
    while !extensions.is_empty() {
        let (Some(kind), Some(data)) = (extensions.u16(), extensions.long()) else {
            return Err(BROKEN);
        };
        if ENCRYPTED.contains(&kind) {
            return Err(Refusal::EncryptedName);
        }
        if kind == SERVER_NAME {
            let one = one_name(data).ok_or(BROKEN)?;
            // Twice: two readers may take different ones.
            if name.replace(one).is_some() {
                return Err(BROKEN);
            }
        }
    }
    name.ok_or(Refusal::NoName)
}

fn extensions(message: &[u8]) -> Option<Cursor<'_>> {
    let mut hello = Cursor(message);
    // Kind and length, version and random.
    hello.take(4 + 2 + 32)?;
    let (session, ciphers, compression) = (hello.short()?, hello.long()?, hello.short()?);
    if session.0.len() > 32 || ciphers.is_empty() || compression.is_empty() {
        return None;
    }
    if hello.is_empty() {
        return Some(hello);
    }
    let extensions = hello.long()?;
    hello.is_empty().then_some(extensions)
}

/// The only entry of a list of names.
fn one_name(mut data: Cursor<'_>) -> Option<&[u8]> {
    let mut list = data.long()?;
    let (kind, name) = (list.u8()?, list.long()?);
    let only = kind == 0 && list.is_empty() && data.is_empty();
    (only && !name.is_empty() && name.0.is_ascii()).then_some(name.0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with_length(bytes: &[u8], length: usize) -> Vec<u8> {
        let size = u32::try_from(bytes.len()).unwrap().to_be_bytes();
        [&size[4 - length..], bytes].concat()
    }

    fn named(name: &str) -> Vec<u8> {
        let entry = [&[0], &with_length(name.as_bytes(), 2)[..]].concat();
        extension(0, &with_length(&entry, 2))
    }

    fn extension(kind: u16, data: &[u8]) -> Vec<u8> {
        [&kind.to_be_bytes(), &with_length(data, 2)[..]].concat()
    }

    fn hello(extensions: &[Vec<u8>]) -> Vec<u8> {
        let mut body = vec![3, 3];
        body.extend([7; 32]);
        body.extend([0, 0, 2, 0x13, 0x01, 1, 0]);
        body.extend(with_length(&extensions.concat(), 2));
        [&[1], &with_length(&body, 3)[..]].concat()
    }

    fn record(part: &[u8]) -> Vec<u8> {
        [&[22, 3, 1], &with_length(part, 2)[..]].concat()
    }

    const NAME: &str = "api.example";

    #[test]
    fn hello_for_the_name_passes() {
        let message = hello(&[extension(10, &[0, 2, 0, 29]), named(NAME)]);
        assert_eq!(check(&record(&message), NAME), Ok(true));
        let shouted = hello(&[named("API.Example")]);
        assert_eq!(check(&record(&shouted), NAME), Ok(true));
        // In several records, as it is sent to confuse those who read one only.
        let parts: Vec<u8> = message.chunks(9).flat_map(record).collect();
        assert_eq!(check(&parts, NAME), Ok(true));
        for cut in 0..parts.len() {
            assert_eq!(check(&parts[..cut], NAME), Ok(false));
        }
        // What follows is of the connection.
        let early = [record(&message), vec![23, 3, 3, 0, 1, 9]].concat();
        assert_eq!(check(&early, NAME), Ok(true));
    }

    #[test]
    fn hello_for_another_name_is_refused() {
        for other in [
            "evil.example",
            "api.example.",
            "xapi.example",
            "api.example.evil",
            "api.exampl",
        ] {
            let bytes = record(&hello(&[named(other)]));
            assert!(
                matches!(check(&bytes, NAME), Err(Refusal::OtherName(_))),
                "{other}"
            );
        }
    }

    #[test]
    fn hello_that_hides_its_name_is_refused() {
        let none = record(&hello(&[]));
        assert_eq!(check(&none, NAME), Err(Refusal::NoName));
        for kind in ENCRYPTED {
            let bytes = record(&hello(&[named(NAME), extension(kind, &[0; 9])]));
            assert_eq!(check(&bytes, NAME), Err(Refusal::EncryptedName));
        }
        let twice = record(&hello(&[named(NAME), named("evil.example")]));
        assert_eq!(check(&twice, NAME), Err(BROKEN));
        let entries = [0, 0, 1, b'a', 0, 0, 1, b'b'];
        let list = record(&hello(&[extension(0, &with_length(&entries, 2))]));
        assert_eq!(check(&list, NAME), Err(BROKEN));
        let longer = [named(NAME), vec![0]].concat();
        assert_eq!(check(&record(&hello(&[longer])), NAME), Err(BROKEN));
    }

    #[test]
    fn what_is_not_tls_is_refused_at_once() {
        assert_eq!(check(b"G", NAME), Err(NOT_TLS));
        assert_eq!(check(b"SSH-2.0", NAME), Err(NOT_TLS));
        assert_eq!(check(&[0x80, 0x2e, 1], NAME), Err(NOT_TLS));
        assert_eq!(check(&[22, 2], NAME), Err(NOT_TLS));
        assert_eq!(check(&record(&[2, 0, 0, 0]), NAME), Err(BROKEN));
        assert_eq!(check(&record(&[1, 1, 0, 0]), NAME), Err(BROKEN));
        assert_eq!(check(&[22, 3, 1, 0, 0], NAME), Err(BROKEN));
        assert_eq!(check(&[22, 3, 1, 0xff, 0xff], NAME), Err(BROKEN));
        let tail = [hello(&[named(NAME)]), vec![0]].concat();
        assert_eq!(check(&record(&tail), NAME), Err(BROKEN));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = check(&bytes, NAME);
            let _ = check(&record(&[&[1, 0, 1], &bytes[..]].concat()), NAME);
        }

        #[test]
        fn a_changed_byte_never_makes_another_name_pass(at in 0_usize..80, to: u8) {
            let mut bytes = record(&hello(&[named("bpi.example")]));
            if let Some(byte) = bytes.get_mut(at) {
                *byte = to;
            }
            if check(&bytes, NAME) == Ok(true) {
                prop_assert!(bytes.windows(NAME.len()).any(|part| part.eq_ignore_ascii_case(NAME.as_bytes())));
            }
        }
    }
}
