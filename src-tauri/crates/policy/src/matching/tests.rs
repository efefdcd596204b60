use super::*;

const NOTE: &str = "Dear Maja, the door of the third cellar opens with 4711-Örebro.\nThe IBAN is SE35 5000 0000 0549 1000 0003; pay by Friday.";

fn parts(given: &str, json: bool) -> Vec<(String, Vec<u8>)> {
    let earlier = [
        Earlier {
            from: 1,
            text: &NOTE.into(),
        },
        Earlier {
            from: 2,
            text: &"{\"user\":\"maja.lindqvist@nordkaj.example\",\"pin\":\"k9-tiger\"}".into(),
        },
    ];
    let matches = find(&earlier, &[Given { text: given, json }]);
    assert!(!matches.too_long);
    matches.found[0]
        .iter()
        .map(|f| (given[f.at.clone()].to_owned(), f.from.clone()))
        .collect()
}

fn one(given: &str) -> String {
    let found = parts(given, false);
    assert_eq!(found.len(), 1, "{given}: {found:?}");
    assert_eq!(found[0].1, [1], "{given}");
    found[0].0.clone()
}

fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let value = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            out.push(if at <= chunk.len() {
                char::from(DIGITS[(value >> (18 - 6 * at) & 63) as usize])
            } else {
                '='
            });
        }
    }
    out
}

fn hex(text: &str) -> String {
    text.bytes().map(|b| format!("{b:02x}")).collect()
}

fn url(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02X}")).collect()
}

const PART: &str = "third cellar opens with 4711-Örebro";

#[test]
fn text_is_found_where_it_stands() {
    assert_eq!(one(&format!("Look: the {PART}!")), format!("the {PART}"));
}

#[test]
fn neither_capitals_nor_spaces_nor_hidden_characters_hide_it() {
    let loud = PART.to_uppercase();
    assert_eq!(one(&loud), loud);
    let spaced = PART.replace(' ', " \n\t ");
    assert_eq!(one(&spaced), spaced);
    // Every hidden character, one after the other, beside the letters.
    for filler in ('\0'..=char::MAX).filter(|c| domain::is_hidden(*c) && !c.is_whitespace()) {
        let hidden: String = PART.chars().flat_map(|c| [c, filler]).collect();
        assert_eq!(one(&hidden), hidden.trim_end_matches(filler), "{filler:?}");
    }
}

#[test]
fn each_encoding_is_looked_into_three_deep() {
    for encoded in [
        base64(PART),
        base64(PART).replace('=', ""),
        base64(PART).replace('+', "-").replace('/', "_"),
        format!("x{}", base64(PART)),
        hex(PART),
        hex(PART).to_uppercase(),
        PART.bytes().map(|b| format!("\\x{b:02x}")).collect(),
        PART.bytes().map(|b| format!("0x{b:02x}, ")).collect(),
        url(PART),
        PART.replace(' ', "+").replace('Ö', "%C3%96"),
        PART.replace('Ö', "\\u00d6"),
        PART.chars()
            .map(|c| format!("\\u{:04x}", u32::from(c)))
            .collect(),
        url(&base64(PART)),
        base64(&hex(&url(PART))),
        hex(&base64(&base64(PART))),
    ] {
        let found = parts(&encoded, false);
        assert!(!found.is_empty(), "{encoded}");
        assert!(
            found.iter().all(|(_, from)| from == &[1]),
            "{encoded}: {found:?}"
        );
        let length: usize = found.iter().map(|(part, _)| part.len()).sum();
        assert!(length * 10 >= encoded.len() * 8, "{encoded}: {found:?}");
    }
    // A quarter of base64 cannot be given an end of its own: 76 characters to a line.
    let lines: String = base64(NOTE)
        .as_bytes()
        .chunks(40)
        .map(|l| format!("{}\r\n", String::from_utf8_lossy(l)))
        .collect();
    assert!(!parts(&lines, false).is_empty());
}

#[test]
fn what_was_given_encoded_is_found_decoded() {
    let given = base64(NOTE);
    let earlier = [Earlier {
        from: 'a',
        text: &EarlierText::once(format!("{{\"blob\":\"{given}\"}}")),
    }];
    let matches = find(
        &earlier,
        &[Given {
            text: PART,
            json: false,
        }],
    );
    assert_eq!(matches.origins().into_iter().collect::<String>(), "a");
}

#[test]
fn whole_values_are_found_from_six_characters_words_from_ten() {
    assert_eq!(parts("k9-tiger", false), [("k9-tiger".to_owned(), vec![2])]);
    assert_eq!(
        parts("  K9-TIGER ", false),
        [("K9-TIGER".to_owned(), vec![2])]
    );
    assert_eq!(
        parts("{\n  \"a\": [\"k9-tiger\", 17]\n}", true),
        [("k9-tiger".to_owned(), vec![2])]
    );
    for encoded in [base64("k9-tiger"), hex("k9-tiger"), url("k9-tiger")] {
        assert_eq!(parts(&encoded, false)[0].1, [2], "{encoded}");
    }
    for plain in [
        "Friday",
        "cellar",
        "9-tige",
        "k9-tigers",
        "the third cellar",
        "4711",
        "",
    ] {
        let found = parts(plain, false);
        assert!(
            found.is_empty() || plain == "the third cellar",
            "{plain}: {found:?}"
        );
    }
}

#[test]
fn text_of_two_is_told_apart() {
    let both = format!("{PART} maja.lindqvist@nordkaj.example");
    let found = parts(&both, false);
    let from: Vec<_> = found.iter().map(|(_, from)| from.clone()).collect();
    assert_eq!(from, [vec![1], vec![2]], "{found:?}");
    let note = NOTE.into();
    let earlier = [1, 2].map(|from| Earlier { from, text: &note });
    let same = find(
        &earlier,
        &[Given {
            text: NOTE,
            json: false,
        }],
    );
    assert_eq!(
        same.found[0],
        [Match {
            at: 0..NOTE.len() - ".".len(),
            from: vec![1, 2]
        }]
    );
}

#[test]
fn nothing_is_found_where_nothing_was_given() {
    assert_eq!(
        find::<u8>(
            &[],
            &[Given {
                text: NOTE,
                json: false
            }]
        )
        .found,
        [vec![]]
    );
    assert!(
        find(
            &[Earlier {
                from: 1,
                text: &NOTE.into()
            }],
            &[]
        )
        .found
        .is_empty()
    );
    assert_eq!(
        parts(
            "An answer about cellars, doors and Fridays in general.",
            false
        ),
        []
    );
}

#[test]
fn what_takes_too_much_memory_is_searched_and_not_kept() {
    let bomb = "%41\\u0041&#65;".repeat(10_000);
    let half = format!("{}{}", "plain ".repeat(40_000), "\\u0061".repeat(10));
    // Each of three bytes has 18 letters.
    let ligatures = "\u{fdfa}".repeat(10_000);
    let short = "plain ".repeat(10);
    for (text, is_kept) in [
        (bomb, false),
        (half, true),
        (ligatures, false),
        (short, false),
    ] {
        let text = EarlierText::many(text);
        let given = Given {
            text: PART,
            json: false,
        };
        let from = Earlier {
            from: 1,
            text: &text,
        };
        let first = find(&[from], &[given]);
        assert_eq!(first, find(&[from], &[given]));
        assert_eq!(text.is_kept(), is_kept);
    }
}

#[test]
fn what_is_too_long_is_said() {
    let long = "a".repeat(GIVEN + 1);
    let matches = find(
        &[Earlier {
            from: 1,
            text: &NOTE.into(),
        }],
        &[Given {
            text: &long,
            json: false,
        }],
    );
    assert!(matches.too_long);
}

#[test]
fn texts_that_repeat_themselves_take_no_longer() {
    let same = "a".repeat(300_000);
    let matches = find(
        &[Earlier {
            from: 1,
            text: &same.as_str().into(),
        }],
        &[Given {
            text: &same,
            json: false,
        }],
    );
    assert_eq!(
        matches.found[0],
        [Match {
            at: 0..same.len(),
            from: vec![1]
        }]
    );
}

#[test]
fn what_goes_on_from_text_found_long_before_is_found() {
    let begin = "Lanterns in the northern harbour";
    let given = format!("{begin} go out");
    let filler = "9 Elks. ".repeat(40_000);
    let first = format!("{begin}. {filler} {begin}. {filler} {given}!");
    let earlier = [(1, first.as_str()), (2, begin), (1, "nothing else")];
    let earlier = earlier.map(|(from, text)| (from, EarlierText::from(text)));
    let earlier = earlier
        .each_ref()
        .map(|(from, text)| Earlier { from: *from, text });
    let given = [Given {
        text: &given,
        json: false,
    }];
    let found = find(&earlier, &given).found.remove(0);
    let both = Match {
        at: 0..begin.len(),
        from: vec![1, 2],
    };
    let rest = Match {
        at: begin.len()..given[0].text.len(),
        from: vec![1],
    };
    assert_eq!(found, [both, rest]);
}

#[test]
fn what_was_given_encoded_is_found_where_two_pieces_meet() {
    let encoded = base64(PART);
    let piece = earlier::PIECE;
    for before in [piece - encoded.len() / 2, piece - 1, piece, 2 * piece - 30] {
        let text = format!(
            "{} {encoded} {}",
            ". ".repeat(before / 2),
            ". ".repeat(piece)
        );
        let earlier = [Earlier {
            from: 1,
            text: &EarlierText::many(text),
        }];
        let matches = find(
            &earlier,
            &[Given {
                text: PART,
                json: false,
            }],
        );
        assert!(
            !matches.too_long && !matches.found[0].is_empty(),
            "{before}"
        );
    }
}

proptest::proptest! {
    #[test]
    fn a_passage_and_a_value_are_found_wherever_they_stand(
        before in "[ab7 ö€😀]{0,150}",
        passage in "[abcd7ö€😀]{24,60}",
        value in "7[abcd7ö€😀]{5,22}",
        after in "[ab7 ö€😀]{0,150}",
    ) {
        for (given, text) in [
            (&passage, format!("{before}{passage}{after}")),
            (&value, format!("{before} {value} {after}")),
            (&value, format!("{value} {after}")),
            (&value, format!("{before} {value}")),
        ] {
            let earlier = [Earlier { from: 1, text: &text.as_str().into() }];
            let matches = find(&earlier, &[Given { text: given, json: false }]);
            // From the first to the last letter at least.
            let seen = given.trim_matches(|c: char| !c.is_alphanumeric());
            let from = given.find(seen).unwrap_or_default();
            let covers = |m: &Match<i32>| m.at.start <= from && from + seen.len() <= m.at.end;
            proptest::prop_assert!(matches.found[0].iter().any(covers), "{:?}", matches.found[0]);
        }
    }
}
