//! Answers to queries for names (RFC 1035). Nothing is looked up.

use std::net::Ipv4Addr;

use crate::{Destination, Host, cursor::Cursor};

/// The largest query that is read, in bytes: a name of 255, its type and class, and options.
pub(crate) const QUERY_MAX: usize = 1232;

const TYPE_A: u16 = 1;
const CLASS_IN: u16 = 1;
/// How long an address may be kept, in seconds: the name may be forgotten.
const TTL: u32 = 5;

const FORMAT_ERROR: u8 = 1;
const NO_SUCH_NAME: u8 = 3;
const NOT_IMPLEMENTED: u8 = 4;

/// The answer to a message; none if it is not a query. At most as long as the query and 16 bytes.
/// `address`: gives the address that means a name.
pub(crate) fn answer(message: &[u8], address: impl FnOnce(&str) -> Ipv4Addr) -> Option<Vec<u8>> {
    let head = Head::read(message)?;
    if head.opcode != 0 {
        return Some(head.reply(NOT_IMPLEMENTED, &[], None));
    }
    let mut rest = Cursor(message.get(12..)?);
    let Some(query) = (head.queries == 1)
        .then(|| Query::read(&mut rest))
        .flatten()
    else {
        return Some(head.reply(FORMAT_ERROR, &[], None));
    };
    if query.class != CLASS_IN {
        return Some(head.reply(NOT_IMPLEMENTED, query.bytes, None));
    }
    let Some(name) = query.name else {
        return Some(head.reply(NO_SUCH_NAME, query.bytes, None));
    };
    // There are no other records, and no IPv6 address.
    let ip = (query.kind == TYPE_A).then(|| address(&name));
    Some(head.reply(0, query.bytes, ip))
}

struct Head {
    id: [u8; 2],
    opcode: u8,
    recursion_desired: u8,
    queries: u16,
}

impl Head {
    /// None if the message is too short to be answered, or an answer itself.
    fn read(message: &[u8]) -> Option<Self> {
        let mut head = Cursor(message.get(..12)?);
        let id = head.take(2)?.try_into().ok()?;
        let flags = head.u8()?;
        head.u8()?;
        (flags & 0x80 == 0).then_some(Self {
            id,
            opcode: flags >> 3 & 0x0f,
            recursion_desired: flags & 1,
            queries: head.u16()?,
        })
    }

    fn reply(&self, code: u8, query: &[u8], ip: Option<Ipv4Addr>) -> Vec<u8> {
        let count = |some: bool| [0, u8::from(some)];
        let mut reply = self.id.to_vec();
        reply.push(0x80 | self.opcode << 3 | self.recursion_desired);
        // Recursion is available.
        reply.push(0x80 | code);
        reply.extend(count(!query.is_empty()));
        reply.extend(count(ip.is_some()));
        reply.extend([0; 4]);
        reply.extend(query);
        if let Some(ip) = ip {
            // The name of the query.
            reply.extend([0xc0, 12]);
            reply.extend(TYPE_A.to_be_bytes());
            reply.extend(CLASS_IN.to_be_bytes());
            reply.extend(TTL.to_be_bytes());
            reply.extend([0, 4]);
            reply.extend(ip.octets());
        }
        reply
    }
}

struct Query<'a> {
    /// As it was sent: programs compare the case.
    bytes: &'a [u8],
    /// None for a name that no host has.
    name: Option<String>,
    kind: u16,
    class: u16,
}

impl<'a> Query<'a> {
    fn read(rest: &mut Cursor<'a>) -> Option<Self> {
        let whole = rest.0;
        let mut labels = Vec::new();
        loop {
            let length = usize::from(rest.u8()?);
            match length {
                0 => break,
                1..=63 => labels.push(rest.take(length)?),
                // A pointer: a query has nothing to point to.
                _ => return None,
            }
        }
        let (kind, class) = (rest.u16()?, rest.u16()?);
        let length = whole.len() - rest.0.len();
        // Type and class are 4 bytes.
        if length > 255 + 4 {
            return None;
        }
        Some(Self {
            bytes: whole.get(..length)?,
            name: host(&labels),
            kind,
            class,
        })
    }
}

/// The name that these labels are, if a host can have it. A label with a dot in it is none.
fn host(labels: &[&[u8]]) -> Option<String> {
    let usual = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    if !labels.iter().all(|label| label.iter().all(usual)) {
        return None;
    }
    let text = String::from_utf8(labels.join(&b'.')).ok()?;
    match Destination::parse(&text, 1).ok()?.host() {
        // The server's own machine, which it knows without us.
        Host::Name(name) if name == "localhost" || name.ends_with(".localhost") => None,
        Host::Name(name) => Some(name.clone()),
        Host::Address(_) => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ADDRESS: Ipv4Addr = Ipv4Addr::new(28, 0, 0, 7);

    fn query(name: &str, kind: u16, class: u16) -> Vec<u8> {
        let mut message = vec![0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in name.split('.').filter(|label| !label.is_empty()) {
            message.push(u8::try_from(label.len()).unwrap());
            message.extend(label.as_bytes());
        }
        message.push(0);
        message.extend(kind.to_be_bytes());
        message.extend(class.to_be_bytes());
        message
    }

    /// The code, the number of answers, and the name that was asked for.
    fn reply(message: &[u8]) -> (u8, u8, Option<String>) {
        let mut asked = None;
        let reply = answer(message, |name| {
            asked = Some(name.to_owned());
            ADDRESS
        });
        let reply = reply.unwrap();
        assert_eq!(&reply[..2], &message[..2]);
        (reply[3] & 0x0f, reply[7], asked)
    }

    #[test]
    fn name_gets_its_address() {
        let message = query("API.Example", 1, 1);
        let reply = answer(&message, |name| {
            assert_eq!(name, "api.example");
            ADDRESS
        });
        let mut expected = vec![0xab, 0xcd, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0];
        expected.extend(&message[12..]);
        expected.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, 28, 0, 0, 7]);
        assert_eq!(reply.unwrap(), expected);
        // Options are passed over.
        let mut with_options = message.clone();
        with_options[11] = 1;
        with_options.extend([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0]);
        assert_eq!(reply_of(&with_options), expected);
    }

    fn reply_of(message: &[u8]) -> Vec<u8> {
        answer(message, |_| ADDRESS).unwrap()
    }

    #[test]
    fn other_types_are_empty_and_other_classes_not_implemented() {
        for kind in [28, 5, 12, 15, 16, 33, 65, 255] {
            assert_eq!(reply(&query("api.example", kind, 1)), (0, 0, None));
        }
        assert_eq!(reply(&query("api.example", 1, 3)).0, NOT_IMPLEMENTED);
        let mut update = query("api.example", 1, 1);
        update[2] = 5 << 3;
        assert_eq!(reply(&update), (NOT_IMPLEMENTED, 0, None));
    }

    #[test]
    fn names_that_no_host_has_do_not_exist() {
        for bad in [
            "",
            "127.0.0.1",
            "0x7f.1",
            "a b",
            "a\0b",
            "bücher",
            "localhost",
            "x.localhost",
            "a@b",
        ] {
            assert_eq!(reply(&query(bad, 1, 1)), (NO_SUCH_NAME, 0, None), "{bad:?}");
        }
        // A dot inside a label.
        let mut dotted = query("axb.example", 1, 1);
        dotted[14] = b'.';
        assert_eq!(reply(&dotted), (NO_SUCH_NAME, 0, None));
    }

    #[test]
    fn broken_queries_are_format_errors() {
        let good = query("api.example", 1, 1);
        for cut in 12..good.len() {
            assert_eq!(reply(&good[..cut]), (FORMAT_ERROR, 0, None));
        }
        let mut two = good.clone();
        two[5] = 2;
        assert_eq!(reply(&two).0, FORMAT_ERROR);
        let mut pointer = good.clone();
        pointer[12] = 0xc0;
        assert_eq!(reply(&pointer).0, FORMAT_ERROR);
        assert_eq!(reply(&query(&"a.".repeat(128), 1, 1)).0, FORMAT_ERROR);
        assert!(answer(&good[..11], |_| ADDRESS).is_none());
        let mut response = good;
        response[2] |= 0x80;
        assert!(answer(&response, |_| ADDRESS).is_none());
    }

    proptest! {
        #[test]
        fn any_message_has_a_bounded_answer(
            head in proptest::collection::vec(any::<u8>(), 0..12),
            bytes in proptest::collection::vec(any::<u8>(), 0..300),
        ) {
            for message in [[&head[..], &bytes].concat(), [&query("a", 1, 1)[..12], &bytes].concat()] {
                if let Some(reply) = answer(&message, |_| ADDRESS) {
                    prop_assert!(reply.len() <= message.len() + 16);
                }
            }
        }
    }
}
