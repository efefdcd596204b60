//! Text of one server in arguments for another is found however it is spelled.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod ways;

use policy::matching::{Earlier, EarlierText, Given, find};
use proptest::prelude::*;
use ways::*;

const NOTE: &str =
    "Dear Maja, the door of the third cellar opens with 4711-Örebro; the key is under the stone.";
const PART: &str = "third cellar opens with 4711-Örebro";

/// Arguments as the host shows them: texts as they are, everything else as indented JSON.
fn is_found(earlier: &str, arguments: &[(&str, bool)]) -> bool {
    let given: Vec<Given<'_>> = arguments
        .iter()
        .map(|(text, json)| Given { text, json: *json })
        .collect();
    let [once, many] = [EarlierText::once(earlier), EarlierText::many(earlier)];
    let [once, many] = [&once, &many].map(|text| [Earlier { from: 1, text }]);
    let matches = find(&once, &given);
    for time in ["first", "second"] {
        let kept = find(&many, &given);
        assert_eq!(matches, kept, "the {time} search of what is kept");
    }
    assert!(!matches.too_long);
    for (marks, (text, _)) in matches.found.iter().zip(arguments) {
        for mark in marks {
            assert!(
                text.get(mark.at.clone()).is_some(),
                "a mark within a character"
            );
        }
    }
    !matches.origins().is_empty()
}

#[test]
fn characters_between_letters_hide_nothing() {
    for with in [
        " ",
        "  ",
        "\n",
        "\t",
        ".",
        "-",
        "_",
        "·",
        " | ",
        "…",
        "/",
        "\u{3164}",
        "\u{2800}",
        "\u{115f}",
        "\u{1160}",
        "\u{ffa0}",
        "\u{180e}",
        "\u{200b}\u{feff}",
        "\u{ad}",
        "\u{34f}",
        "\u{336}",
        "\u{20dd}",
        "😀",
        "\u{fe0f}",
        "\u{e0100}",
        "\u{3000}",
        "\u{2009}",
        "\u{0}",
        "漢",
        "(*)",
    ] {
        assert!(is_found(NOTE, &[(&between(PART, with), false)]), "{with:?}");
    }
    let mixed: String = PART
        .chars()
        .zip([" ", "..", "\u{200b}"].iter().cycle())
        .map(|(c, s)| format!("{c}{s}"))
        .collect();
    assert!(is_found(NOTE, &[(&mixed, false)]));
    assert!(is_found(NOTE, &[(&PART.replace([' ', '-'], ""), false)]));
    // In text of a server as well.
    assert!(is_found(&between(PART, "_"), &[(PART, false)]));
}

#[test]
fn other_forms_of_letters_hide_nothing() {
    for text in [
        shifted(PART, 0xff21, 0xff41, 0xff10),
        shifted(PART, 0x1_d400, 0x1_d41a, 0x1_d7ce),
        shifted(PART, 0x1_d670, 0x1_d68a, 0x1_d7f6),
        shifted(PART, 0x24b6, 0x24d0, 0),
        shifted(PART, 0x1_f130, 0x1_f130, 0),
        shifted(PART, 0x1_f150, 0x1_f150, 0),
        shifted(PART, 0x1_f170, 0x1_f170, 0),
        shifted(PART, 0x1_f1e6, 0x1_f1e6, 0),
        shifted(PART, 0xe_0041, 0xe_0061, 0xe_0030),
        PART.to_uppercase(),
        PART.replace('Ö', "O\u{308}"),
        PART.replace('e', "е").replace('a', "а").replace('p', "р"),
        PART.replace('i', "ⅰ").replace('l', "ⅼ").replace('c', "ϲ"),
        PART.chars()
            .map(|c| match c {
                't' => 'ᴛ',
                'h' => 'ʜ',
                'i' => 'ɪ',
                'r' => 'ʀ',
                'd' => 'ᴅ',
                'e' => 'ᴇ',
                'n' => 'ɴ',
                's' => 'ꜱ',
                other => other,
            })
            .collect(),
        shifted(&between(PART, " "), 0xff21, 0xff41, 0xff10),
    ] {
        assert!(is_found(NOTE, &[(&text, false)]), "{text}");
    }
    assert!(is_found(
        "Die Straße heißt Große Gießerei am Fluß",
        &[("DIE STRASSE HEISST GROSSE GIESSEREI", false)]
    ));
    assert!(is_found(
        "Η οδός Αριστοτέλους είναι κλειστή",
        &[("ΟΔΟΣ ΑΡΙΣΤΟΤΕΛΟΥΣ ΕΙΝΑΙ ΚΛΕΙΣΤΗ", false)]
    ));
}

#[test]
fn pieces_hide_nothing() {
    for size in [1, 2, 3, 5, 9] {
        let cut = pieces(PART, size);
        assert!(is_found(NOTE, &[(&list(&cut), true)]), "{size}");
        let nested = format!(
            "[[\n{}\n], {}]",
            list(&cut[..cut.len() / 2]),
            list(&cut[cut.len() / 2..])
        );
        assert!(is_found(NOTE, &[(&nested, true)]), "nested {size}");
        let mut opposite = cut.clone();
        opposite.reverse();
        assert!(
            is_found(NOTE, &[(&list(&opposite), true)]),
            "opposite {size}"
        );
        let backward: Vec<String> = cut.iter().map(|piece| backwards(piece)).collect();
        assert!(
            is_found(NOTE, &[(&list(&backward), true)]),
            "each backwards {size}"
        );
        let fields: Vec<String> = cut
            .iter()
            .enumerate()
            .map(|(n, p)| format!("\"k{n}\": {}", serde_json::Value::from(p.as_str())))
            .collect();
        assert!(
            is_found(NOTE, &[(&format!("{{{}}}", fields.join(", ")), true)]),
            "fields {size}"
        );
        let names: Vec<String> = cut
            .iter()
            .map(|p| format!("{}: {size}", serde_json::Value::from(p.as_str())))
            .collect();
        assert!(
            is_found(NOTE, &[(&format!("{{{}}}", names.join(", ")), true)]),
            "names {size}"
        );
        let rows: Vec<String> = cut
            .iter()
            .enumerate()
            .map(|(n, p)| {
                format!(
                    "{{\"n\": {n}, \"kind\": \"piece\", \"t\": {}}}",
                    serde_json::Value::from(p.as_str())
                )
            })
            .collect();
        assert!(
            is_found(NOTE, &[(&format!("[{}]", rows.join(",")), true)]),
            "rows {size}"
        );
        // As a text that holds JSON.
        assert!(
            is_found(NOTE, &[(&format!("[{}]", rows.join(",")), false)]),
            "rows in text {size}"
        );
        let arguments: Vec<(&str, bool)> = cut.iter().map(|p| (p.as_str(), false)).collect();
        assert!(is_found(NOTE, &arguments), "arguments {size}");
        let encoded: Vec<String> = cut.iter().map(|p| base64(p.as_bytes())).collect();
        assert!(
            is_found(NOTE, &[(&list(&encoded), true)]),
            "base64 of each {size}"
        );
        let one = pieces(&base64(PART.as_bytes()), size);
        assert!(
            is_found(NOTE, &[(&list(&one), true)]),
            "pieces of base64 {size}"
        );
        let one: Vec<(&str, bool)> = one.iter().map(|p| (p.as_str(), false)).collect();
        assert!(is_found(NOTE, &one), "base64 in arguments {size}");
    }
    let lists: Vec<String> = pieces(PART, 8)
        .iter()
        .map(|part| list(&pieces(part, 2)))
        .collect();
    let lists: Vec<(&str, bool)> = lists.iter().map(|text| (text.as_str(), true)).collect();
    assert!(is_found(NOTE, &lists));
}

#[test]
fn the_opposite_order_hides_nothing() {
    let words: Vec<&str> = PART.split(' ').collect();
    let each: Vec<String> = words.iter().map(|word| backwards(word)).collect();
    let last_first: Vec<&str> = words.iter().rev().copied().collect();
    let lines: Vec<String> = pieces(NOTE, 30)
        .iter()
        .map(|line| backwards(line))
        .collect();
    for text in [
        backwards(PART),
        backwards(&between(PART, " ")),
        each.join(" "),
        last_first.join(" "),
        lines.join("\n"),
        format!("\u{202e}{}\u{202c}", backwards(PART)),
        backwards(&base64(PART.as_bytes())),
        base64(backwards(PART).as_bytes()),
        backwards(&bytes(PART, |b| format!("{b:02x}"), "")),
        backwards(&codes(PART, |c| c.to_string(), " ")),
    ] {
        assert!(is_found(NOTE, &[(&text, false)]), "{text}");
    }
}

#[test]
fn codes_of_characters_hide_nothing() {
    let list_of = |with: &str| codes(PART, |c| c.to_string(), with);
    for text in [
        list_of(" "),
        list_of(","),
        list_of("; "),
        list_of("\n"),
        format!("[\n  {}\n]", list_of(",\n  ")),
        codes(PART, |c| format!("chr({c})"), " + "),
        format!("String.fromCharCode({})", list_of(", ")),
        codes(PART, |c| format!("{c:03}"), ""),
        codes(PART, |c| c.to_string(), ""),
        bytes(PART, |b| b.to_string(), " "),
        bytes(PART, |b| format!("{b:o}"), " "),
        bytes(PART, |b| format!("\\{b:03o}"), ""),
        bytes(PART, |b| format!("0o{b:o}"), ","),
        bytes(PART, |b| format!("{b:08b}"), " "),
        bytes(PART, |b| format!("{b:08b}"), ""),
        bytes(PART, |b| format!("{b:x}"), "."),
        bytes(PART, |b| format!("0x{b:x}"), ";"),
        bytes(PART, |b| format!("{b:02x}"), "|"),
        bytes(PART, |b| format!("={b:02X}"), ""),
        codes(PART, |c| format!("U+{c:04X}"), " "),
        codes(PART, |c| format!("\\u{{{c:x}}}"), ""),
        codes(PART, |c| format!("\\U{c:08x}"), ""),
        codes(PART, |c| format!("%u{c:04x}"), ""),
        codes(PART, |c| format!("&#{c};"), ""),
        codes(PART, |c| format!("&#{c}"), " "),
        codes(PART, |c| format!("&#x{c:x};"), ""),
        PART.replace('e', "&#101;")
            .replace('Ö', "&Ouml;")
            .replace(' ', "&nbsp;"),
        PART.replace('e', "%65").replace('Ö', "%C3%96"),
        PART.replace('e', "\\x65").replace('n', "\\u006e"),
        between(&codes(PART, |c| format!("{c:03}"), ""), " "),
        base64(
            PART.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<_>>()
                .as_slice(),
        ),
        between(&base64(PART.as_bytes()), " "),
        between(&base64(PART.as_bytes()), "."),
        shifted(&base64(PART.as_bytes()), 0xff21, 0xff41, 0xff10),
        base64(codes(PART, |c| c.to_string(), " ").as_bytes()),
        base64(between(PART, "\u{200b}").as_bytes()),
    ] {
        assert!(is_found(NOTE, &[(&text, false)]), "{text}");
    }
    let spread = bytes(PART, |b| b.to_string(), " ");
    let spread: Vec<(&str, bool)> = spread.split(' ').map(|code| (code, true)).collect();
    assert!(is_found(NOTE, &spread), "a code in each argument");
}

#[test]
fn short_values_are_found_however_they_are_spelled() {
    let earlier = "{\"user\":\"maja.lindqvist@nordkaj.example\",\"pin\":\"k9-tiger\", \"name\": \"Jan Peterson\", \"a\": \"4711-5\"}";
    for text in [
        "k9-tiger",
        "k 9 - t i g e r",
        "K9TIGER",
        "ｋ９-ｔｉｇｅｒ",
        "regit-9k",
        "k9\u{2800}tiger",
        "107 57 45 116 105 103 101 114",
        "janpeterson",
        "4711-5",
    ] {
        assert!(is_found(earlier, &[(text, false)]), "{text}");
    }
    assert!(is_found(
        earlier,
        &[("[\n  \"k9\",\n  \"-tiger\"\n]", true)]
    ));
    assert!(is_found(earlier, &[("k9", false), ("-tiger", false)]));
    for text in [
        "k9-tigers",
        "9-tiger",
        "tiger",
        "Peterson",
        "pin",
        "4711",
        "lindqvist k9",
    ] {
        assert!(!is_found(earlier, &[(text, false)]), "{text}");
    }
}

#[test]
fn what_is_another_text_is_not_found() {
    for text in [
        "Please write to the third floor about the cellar and its opening hours with a date.",
        "{\n  \"path\": \"/home/maja/notes/today.txt\",\n  \"limit\": 125000\n}",
        "https://docs.example/guide?page=4711&sort=asc",
        "4711 3 17 22 90 14 7 102 33 61 200 512 8 19 27",
        "fn main() { println!(\"{}\", 1 + 2); } // the end of the program",
    ] {
        assert!(!is_found(NOTE, &[(text, false)]), "{text}");
    }
    assert!(!is_found(
        NOTE,
        &[
            ("the wall", false),
            ("Maja", false),
            ("key", false),
            ("7", true)
        ]
    ));
}

/// Each of them would take minutes if the time grew with its square.
#[test]
fn arguments_of_any_kind_are_read_in_time() {
    let many: Vec<String> = (0..1_500).map(|n| (100_000 + n).to_string()).collect();
    let earlier = many.join(" ");
    for text in [
        format!("[{}]", many.join(",")),
        "[".repeat(50_000),
        "%41\\u0041&#65;=41".repeat(500),
        "QUFB".repeat(2_000),
        "{\"a\":".repeat(5_000),
        "\u{200b}a".repeat(5_000),
        "\"".repeat(30_000),
        "a\n".repeat(10_000),
    ] {
        let given = Given {
            text: &text,
            json: true,
        };
        let other = Given {
            text: "x",
            json: false,
        };
        let from = Earlier {
            from: 1,
            text: &earlier.as_str().into(),
        };
        find(&[from], &[given, other]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn text_of_24_characters_is_found_in_every_combination_of_spellings(
        words in prop::collection::vec("[a-zA-Z0-9ÄÖåéñß]{2,9}", 5..9),
        before in "[a-z ]{0,40}",
        first in plain(),
        encodings in prop::collection::vec(prop::sample::select(WAYS.into_iter().filter(|way| way.encodes()).collect::<Vec<_>>()), 0..3),
        last in around(),
    ) {
        let secret = words.join(" ");
        prop_assume!(secret.chars().count() >= 24);
        let earlier = format!("{before}. {secret}, and more of it");
        let last = if encodings.is_empty() { None } else { last };
        let text = spelled(&secret, first, &encodings, last);
        prop_assert!(is_found(&earlier, &[(&text, false)]), "{:?} {:?} {:?}: {}", first, encodings, last, text);
    }

    #[test]
    fn two_spellings_of_letters_one_on_the_other_hide_nothing(
        words in prop::collection::vec("[a-zA-Z0-9]{2,9}", 5..9), one in plain(), other in plain(),
    ) {
        let secret = words.join(" ");
        prop_assume!(secret.chars().count() >= 24);
        // The words are gone once there is something between all letters.
        prop_assume!(!matches!(other, Some(Way::Words)) || matches!(one, None | Some(Way::FullWidth | Way::Bold | Way::Upper)));
        prop_assume!(!matches!((one, other), (Some(Way::Words), Some(Way::Spaces))));
        let text = spelled(&secret, one, &[], other);
        let earlier = format!("So: {secret}.");
        prop_assert!(is_found(&earlier, &[(&text, false)]), "{:?} {:?}: {}", one, other, text);
    }

    #[test]
    fn any_24_characters_are_found_as_they_are(before in "\\PC{0,40}", secret in "\\PC{24,60}", after in "\\PC{0,40}") {
        let seen = secret.chars().filter(|c| !domain::is_hidden(*c) && !c.is_whitespace()).count();
        prop_assume!(seen >= 24);
        let earlier = format!("{before}{secret}{after}");
        prop_assert!(is_found(&earlier, &[(&secret, false)]));
    }
}
