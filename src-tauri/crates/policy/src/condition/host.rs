//! Hosts of URLs and e-mail addresses.

use std::net::{IpAddr, Ipv4Addr};

use url::{Host, Url};

use super::truth::Truth;

/// Whether a URL or an e-mail address is at a host.
pub(super) fn at(text: &str, wanted: &str) -> Truth {
    let Some(given) = host_of(text) else {
        return Truth::Unclear;
    };
    if given == wanted {
        return Truth::Holds;
    }
    // The root of all names may be written or not.
    let bare = |host: &str| host.trim_end_matches('.').to_owned();
    let (given, wanted) = (bare(&given), bare(wanted));
    match (Host::parse(&given), Host::parse(&wanted)) {
        (Ok(Host::Domain(given)), Ok(Host::Domain(wanted))) => {
            let local = |name: &str| name.split('.').any(|part| part == "localhost");
            let same = given == wanted || (local(&given) && local(&wanted));
            if same { Truth::Unclear } else { Truth::Fails }
        }
        (Ok(Host::Ipv4(given)), Ok(Host::Ipv4(wanted))) => addresses(given.into(), wanted.into()),
        (Ok(Host::Ipv6(given)), Ok(Host::Ipv6(wanted))) => addresses(given.into(), wanted.into()),
        // A name may have any address, and a machine addresses of both kinds.
        _ => Truth::Unclear,
    }
}

fn addresses(given: IpAddr, wanted: IpAddr) -> Truth {
    let this = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
    // An address of version 4 within one of version 6 is in its last bytes, or after its first two.
    let within = |ip: IpAddr| -> Vec<Ipv4Addr> {
        let IpAddr::V6(ip) = ip else {
            return Vec::new();
        };
        let bits = ip.to_bits();
        [bits, bits >> 80]
            .map(|bits| Ipv4Addr::from_bits(low(bits)))
            .to_vec()
    };
    let embeds = |ip: IpAddr| matches!(ip, IpAddr::V6(ip) if matches!(ip.segments(), [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0x64, 0xff9b, ..] | [0x2002, ..]));
    let shared = (embeds(given) || embeds(wanted))
        && within(given).iter().any(|ip| within(wanted).contains(ip));
    if given == wanted || (this(given) && this(wanted)) || shared {
        Truth::Unclear
    } else {
        Truth::Fails
    }
}

/// The last 32 bits.
fn low(bits: u128) -> u32 {
    u32::try_from(bits & u128::from(u32::MAX)).unwrap_or_default()
}

/// The host of a URL or of an e-mail address; none where programs could see different ones.
pub(super) fn host_of(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '<' | '>' | '"' | ',' | ';');
    if !text.chars().all(plain) {
        return None;
    }
    if let Some((_, after)) = text.split_once("://") {
        let url = Url::parse(text).ok()?;
        let web = matches!(url.scheme(), "http" | "https");
        let host = url.host_str().filter(|_| web)?;
        // As it is written: no user, no escapes, no other way to write an address, and nothing that some programs read on
        // beyond the path's beginning.
        let authority = after
            .split_once('/')
            .map_or(after, |(authority, _)| authority);
        let (name, end) = authority.split_once(['?', '#']).unwrap_or((authority, ""));
        let port = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let name = match name.rsplit_once(':') {
            Some((name, after)) if port(after) => name,
            Some(_) | None => name,
        };
        let same = name.eq_ignore_ascii_case(host) && !end.contains('@');
        return same.then(|| host.to_owned());
    }
    let (name, host) = text.split_once('@')?;
    let named = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._+-".contains(c));
    if !named || host.contains(['@', '/', ':', '?', '#', '%']) {
        return None;
    }
    host_of(&format!("https://{host}/"))
}
