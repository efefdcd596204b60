//! The URL that a server directs a person to: the spelling of its host name, and warnings.

use domain::{mixed_words, poses_as, where_to};
use host_api::{ReasonKind, ReasonView, VisitView};
use messages::phrases;
use url::{Host, Url};

use crate::{oddities::scripts, wording::reason};

/// More labels than host names usually have: the leading labels may imitate another site.
const MANY_LABELS: usize = 5;

/// Returns the view of a URL before a browser opens it: exactly the URL that would be opened.
pub(crate) fn visit(url: &Url) -> VisitView {
    let letters = letters(url);
    VisitView {
        url: url.to_string(),
        origin: url.origin().ascii_serialization(),
        reasons: reasons(url, letters.as_deref()),
        letters: letters.map(|name| domain::visible(&name)),
    }
}

/// Returns the Unicode form of the host name, if it is not plain ASCII.
fn letters(url: &Url) -> Option<String> {
    let Some(Host::Domain(name)) = url.host() else {
        return None;
    };
    let (letters, _) = idna::domain_to_unicode(name);
    (letters != name).then_some(letters)
}

fn reasons(url: &Url, letters: Option<&str>) -> Vec<ReasonView> {
    let mut out = Vec::new();
    if let Some(letters) = letters {
        out.push(reason(
            ReasonKind::Mixed,
            phrases::host_address_foreign_lead(),
            phrases::host_address_foreign(),
        ));
        for word in mixed_words(letters) {
            let lead = phrases::host_odd_mixed_name(domain::visible(&word.word));
            out.push(reason(ReasonKind::Mixed, lead, scripts(&word)));
        }
        if let Some(like) = poses_as(letters) {
            let lead = phrases::host_address_poses_lead(domain::visible(&like));
            out.push(reason(
                ReasonKind::Risk,
                lead,
                phrases::host_address_poses(),
            ));
        }
    }
    let reach = where_to(url.as_str());
    match url.host() {
        Some(Host::Ipv4(_) | Host::Ipv6(_)) if !reach.this_machine => out.push(reason(
            ReasonKind::Risk,
            phrases::host_address_number_lead(),
            phrases::host_address_number(),
        )),
        Some(Host::Domain(name)) if name.split('.').count() >= MANY_LABELS => out.push(reason(
            ReasonKind::Risk,
            phrases::host_address_long_lead(),
            phrases::host_address_long(),
        )),
        Some(_) | None => {}
    }
    if reach.private && !reach.this_machine {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_address_private_lead(),
            phrases::host_address_private(),
        ));
    }
    if reach.this_machine {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_address_here_lead(),
            phrases::host_address_here(),
        ));
    } else if let Some(port) = url.port() {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_address_port_lead(port.to_string()),
            phrases::host_address_port(),
        ));
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn seen(url: &str) -> VisitView {
        visit(&Url::parse(url).unwrap())
    }

    fn said(view: &VisitView) -> String {
        let said = view
            .reasons
            .iter()
            .map(|r| format!("{} {}", r.lead, r.rest));
        said.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_name_of_other_letters_is_spelled_out_and_told() {
        let cyrillic = seen("https://p\u{430}yp\u{430}l.com/login?a=\u{430}");
        assert_eq!(cyrillic.origin, "https://xn--pypl-53dc.com");
        assert_eq!(cyrillic.url, "https://xn--pypl-53dc.com/login?a=%D0%B0");
        assert_eq!(cyrillic.letters.as_deref(), Some("p\u{430}yp\u{430}l.com"));
        let told = said(&cyrillic);
        assert!(told.contains("Latin and Cyrillic letters."), "{told}");
        assert!(told.contains("It looks like paypal.com."), "{told}");
        // The server sent the encoded form.
        assert_eq!(seen("https://xn--pypl-53dc.com/login?a=%D0%B0"), cyrillic);

        let whole = seen("https://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/");
        assert!(
            said(&whole).contains("It looks like apple.com."),
            "{}",
            said(&whole)
        );
        let honest = seen("https://bücher.example/");
        assert_eq!(honest.letters.as_deref(), Some("bücher.example"));
        assert_eq!(honest.reasons.len(), 1, "{honest:?}");
        assert_eq!(seen("https://bank.example/x").reasons, []);
    }

    #[test]
    fn what_is_opened_is_what_is_shown() {
        // Browsers normalize backslashes, tabs and newlines.
        let turned = seen("https:\\\\evil.example\\@bank.exa\tmple/\n");
        assert_eq!(turned.origin, "https://evil.example");
        assert_eq!(turned.url, "https://evil.example/@bank.example/");
        assert_eq!(seen("https://0x7f.1/x").origin, "https://127.0.0.1");
        // Full-width letters, and a full stop of another script.
        assert_eq!(
            seen("https://\u{ff45}vil\u{3002}example/").origin,
            "https://evil.example"
        );
    }

    #[test]
    fn ports_numbers_networks_and_long_names_are_told() {
        for (url, told) in [
            ("https://a.example:8443/", "port 8443"),
            ("https://203.0.113.7/", "an IP address"),
            ("https://192.168.1.1/", "private network"),
            ("https://router/", "private network"),
            ("http://localhost:631/jobs", "on this machine"),
            (
                "https://paypal.com.login.secure.evil.example/",
                "The end of the name",
            ),
        ] {
            let view = seen(url);
            assert!(said(&view).contains(told), "{url}: {}", said(&view));
        }
    }
}
