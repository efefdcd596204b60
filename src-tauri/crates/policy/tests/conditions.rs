//! A condition that cannot be decided denies where its rule denies, and allows nothing where its rule allows.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::JsonObjectText;
use policy::{Condition, Test, Truth};
use proptest::prelude::*;
use serde_json::Value;

fn truth(test: &Test, arguments: &str) -> Truth {
    let condition = Condition {
        argument: "a".into(),
        test: test.clone(),
    };
    assert!(condition.is_sound(), "{condition:?}");
    condition.holds(&JsonObjectText::parse(arguments).unwrap())
}

/// A denying rule covers the call, an allowing one does not.
fn unclear(test: &Test, values: &[&str]) {
    for value in values {
        let arguments = format!("{{\"a\":{value}}}");
        assert_eq!(truth(test, &arguments), Truth::Unclear, "{test:?} {value}");
    }
}

fn fails(test: &Test, values: &[&str]) {
    for value in values {
        let arguments = format!("{{\"a\":{value}}}");
        assert_eq!(truth(test, &arguments), Truth::Fails, "{test:?} {value}");
    }
}

fn is(value: &str) -> Test {
    Test::Is {
        value: value.into(),
    }
}

fn at(host: &str) -> Test {
    Test::At { host: host.into() }
}

fn under(folder: &str) -> Test {
    Test::Under {
        folder: folder.into(),
    }
}

#[test]
fn a_truth_value_that_is_written_otherwise_is_unclear() {
    unclear(
        &is("true"),
        &[
            r#""true""#,
            r#""TRUE""#,
            r#"" true""#,
            r#""yes""#,
            r#""on""#,
            r#""1""#,
            "1",
            "1.0",
            "-1",
            "[true]",
            r#"{"value":true}"#,
            "null",
            r#""false""#,
            "0",
            "[]",
        ],
    );
    fails(&is("true"), &["false"]);
    unclear(&is("null"), &["0", "false", r#""""#, r#""null""#, "[]"]);
}

#[test]
fn a_number_that_is_written_otherwise_is_unclear() {
    unclear(
        &is("1"),
        &[
            "1.0",
            "1e0",
            "10e-1",
            "0.1E1",
            "1.000000000000000000000001",
            "0.99999999999999999999",
            r#""1""#,
            r#""1.0""#,
            r#"" 1""#,
            r#""0x1""#,
            "true",
            "[1]",
            "1.4",
            "0.6",
            "18446744073709551617",
            "1e300",
            "36893488147419103233",
        ],
    );
    unclear(
        &is("0"),
        &["-0", "-0.0", "0e5", "0.0", "1e-50", "false", r#""""#],
    );
    unclear(
        &is("9007199254740993"),
        &[
            "9007199254740992",
            "9007199254740994",
            "9.007199254740993e15",
            "1",
        ],
    );
    fails(&is("1"), &["2", "0", "-1", "100", "3.5"]);
    let most = Test::AtMost { most: "100".into() };
    unclear(
        &most,
        &[
            r#""50""#,
            r#""101""#,
            "1e2",
            "5E1",
            "-1",
            "-0",
            "100.00000000000000001",
            "99999999999999999999",
            "[50,1000]",
            "null",
            "true",
            "{}",
        ],
    );
    fails(&most, &["101", "1000.5", "[200,300]"]);
}

#[test]
fn a_text_that_is_written_otherwise_is_unclear() {
    unclear(
        &is(r#""delete""#),
        &[
            r#""DELETE""#,
            r#""Delete ""#,
            r#""\tdelete\n""#,
            r#""del\u200bete""#,
            r#""ｄｅｌｅｔｅ""#,
            r#""d\u0435lete""#,
            r#""𝐝𝐞𝐥𝐞𝐭𝐞""#,
            r#""délete""#,
            r#""de-lete""#,
            r#""del%65te""#,
            r#""del%2565te""#,
            r#""d&#101;lete""#,
            r#""d\\u0065lete""#,
            r#"["delete"]"#,
            "7",
            "null",
            r#"{"op":"delete"}"#,
        ],
    );
    unclear(
        &is(r#""/etc/passwd""#),
        &[
            r#""/etc//passwd""#,
            r#""/etc/./passwd""#,
            r#""/etc/x/../passwd""#,
            r#""/ETC/passwd""#,
            r#""\\etc\\passwd""#,
            r#""/tmp/../etc/passwd""#,
            r#""%2fetc%2fpasswd""#,
        ],
    );
    unclear(&is(r#""*""#), &[r#"" *""#, r#""\u200b*""#]);
    fails(
        &is(r#""delete""#),
        &[r#""read""#, r#""deleted""#, r#""""#, r#""*""#],
    );
    fails(&is(r#""*""#), &[r#""read""#, r#""?""#]);
    unclear(
        &is(r#"{"mode":"force","n":[1]}"#),
        &[
            r#"{"mode":"FORCE","n":[1]}"#,
            r#"{"mode":"force","n":[1.0]}"#,
            r#"{"mode":"force"}"#,
            r#"{"mode":"force","n":[1],"x":2}"#,
            r#"{"mode":"force","n":1}"#,
            "[]",
        ],
    );
    fails(
        &is(r#"{"mode":"force","n":[1]}"#),
        &[r#"{"mode":"soft","n":[1]}"#],
    );
}

#[test]
fn a_name_that_is_written_otherwise_is_unclear() {
    for arguments in [
        r#"{"a":false,"A":true}"#,
        r#"{"A":true,"a":false}"#,
        r#"{"a":false,"ａ":true}"#,
        r#"{"a":false,"a ":true}"#,
        r#"{"a":false,"а":true}"#,
        r#"{"A":true}"#,
        r#"{"b":1}"#,
        "{}",
    ] {
        assert_eq!(truth(&is("true"), arguments), Truth::Unclear, "{arguments}");
    }
    assert_eq!(truth(&is("true"), r#"{"a":false,"b":true}"#), Truth::Fails);
    assert_eq!(
        truth(&is("true"), r#"{"a":true,"A":false}"#),
        Truth::Unclear
    );
}

#[test]
fn a_host_that_is_written_otherwise_is_unclear() {
    unclear(
        &at("evil.example"),
        &[
            r#""https://evil.example./""#,
            r#""https://EVIL.example../x""#,
            r#""a@evil.example.""#,
            r#""https://x@evil.example/""#,
            r#""https://evil.example@ok.example/""#,
            r#""https://ok.example#@evil.example/""#,
            r#""https://ok.example?@evil.example/""#,
            r#""https://evil%2eexample/""#,
            r#""https://%65vil.example/""#,
            r#""https:evil.example""#,
            r#""https:/evil.example/""#,
            r#""//evil.example/""#,
            r#""evil.example""#,
            r#""https://ev\u0131l.example/""#,
            r#""https://evil。example/""#,
            r#""https://ｅvil.example/""#,
            r#""https://evil.exam\u00adple/""#,
            r#""https://ok.example\\@evil.example/""#,
            r#""https://ok.example, https://evil.example""#,
            r#"" https://evil.example/""#,
            r#""ws://evil.example/""#,
            r#""https://93.184.216.34/""#,
            r#""https://[2001:db8::1]/""#,
            r#""a@b@evil.example""#,
            r#""a@evil%2eexample""#,
            r#"["https://evil.example/","https://ok.example/"]"#,
            r#"{"url":"https://evil.example"}"#,
            "7",
            "null",
            "[]",
            r#"[["https://evil.example"]]"#,
        ],
    );
    unclear(
        &at("127.0.0.1"),
        &[
            r#""http://2130706433/""#,
            r#""http://0x7f.1/""#,
            r#""http://0177.0.0.1/""#,
            r#""http://127.1/""#,
            r#""http://localhost/""#,
            r#""http://[::1]/""#,
            r#""http://[::ffff:127.0.0.1]/""#,
            r#""http://[::ffff:7f00:1]/""#,
            r#""http://0.0.0.0/""#,
            r#""http://127.0.0.2:80/""#,
            r#""http://127.0.0.1./""#,
        ],
    );
    unclear(
        &at("[::1]"),
        &[
            r#""http://[0:0:0:0:0:0:0:1]/""#,
            r#""http://[::]/""#,
            r#""http://[::0001]/""#,
            r#""http://127.0.0.1/""#,
        ],
    );
    unclear(
        &at("[::ffff:102:304]"),
        &[
            r#""http://[64:ff9b::102:304]/""#,
            r#""http://1.2.3.4/""#,
            r#""http://[2002:102:304::1]/""#,
        ],
    );
    unclear(
        &at("localhost"),
        &[
            r#""http://localhost./""#,
            r#""http://LOCALHOST.:80""#,
            r#""http://a.localhost/""#,
        ],
    );
    unclear(
        &at("10.0.0.1"),
        &[r#""http://012.0.0.1/""#, r#""http://010.0.0.1/""#],
    );
    fails(
        &at("evil.example"),
        &[
            r#""https://ok.example/evil.example""#,
            r#""https://ok.example/?u=https://evil.example/""#,
            r#""https://ok.example:8443/a@b""#,
            r#""a@ok.example""#,
            r#""https://www.evil.example/""#,
        ],
    );
    fails(&at("10.0.0.1"), &[r#""http://10.0.0.2/""#]);
    fails(&at("[2001:db8::1]"), &[r#""http://[2001:db8::2]/""#]);
}

#[test]
fn a_path_that_is_written_otherwise_is_unclear() {
    unclear(
        &under("/home/maja/secret"),
        &[
            r#""/home/maja/x/../secret/a""#,
            r#""/home/maja/SECRET/a""#,
            r#""//home/maja/secret""#,
            r#""home/maja/secret""#,
            r#""~/secret""#,
            r#""$HOME/secret""#,
            r#""/home/*/secret/a""#,
            r#""/home/maja/s?cret/a""#,
            r#""/home/maja/{secret,x}/a""#,
            r#""/home/maja/$X/a""#,
            r#""/home/maja/%73ecret/a""#,
            r#""/home%2fmaja%2fsecret""#,
            r#""file:///home/maja/secret""#,
            r#""/home/maja/secret\u0000""#,
            r#""/home/maja/sec\u200bret""#,
            r#""/home/maja/se\u0301cret""#,
            r#""/home/maja/ｓecret""#,
            r#""/home/maja/secret /a""#,
            r#""/proc/self/root/home/maja/secret""#,
            r#""/proc/1/cwd/secret""#,
            r#""/dev/fd/7""#,
            r#""/private/home/maja/secret""#,
            r#""/System/Volumes/Data/home/maja/secret""#,
            r#""C:\\home\\maja\\secret""#,
            r#""""#,
            "7",
            "null",
            r#"{"path":"/home/maja/secret"}"#,
            r#"["/home/maja/secret","/tmp"]"#,
            "[]",
        ],
    );
    unclear(
        &under("C:\\Users\\Maja\\Secret"),
        &[
            r#""c:\\users\\maja\\secret\\a""#,
            r#""C:\\Users\\Maja\\SECRET~1\\a""#,
            r#""C:\\Users\\Maja\\Secret.\\a""#,
            r#""C:\\Users\\Maja\\Secret \\a""#,
            r#""C:\\Users\\Maja\\Secret::$INDEX_ALLOCATION\\a""#,
            r#""\\\\?\\C:\\Users\\Maja\\Secret""#,
            r#""/mnt/c/Users/Maja/Secret""#,
            r#""C:Secret""#,
            r#""C:/Users/Maja/x/../Secret""#,
        ],
    );
    fails(
        &under("/home/maja/secret"),
        &[
            r#""/home/maja/secrets/a""#,
            r#""/home/maja""#,
            r#""/tmp/a[1].txt""#,
            r#""/tmp/secret""#,
        ],
    );
    // What is certainly inside is still allowed.
    for inside in [
        r#""/home/maja/secret/pages/[id].tsx""#,
        r#""/home/maja/secret//a""#,
        r#""/home/maja/secret/a b.txt""#,
    ] {
        assert_eq!(
            truth(&under("/home/maja/secret"), &format!("{{\"a\":{inside}}}")),
            Truth::Holds,
            "{inside}"
        );
    }
    unclear(
        &under("/in"),
        &[r#""/in/%2e%2e/etc""#, r#""/in/a%2f..%2fb""#],
    );
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "true",
            "1",
            "delete",
            "DELETE",
            "https://evil.example",
            "evil.example.",
            "/in/a",
            "/in/../a",
            "50"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c]{1,2}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn wanted() -> impl Strategy<Value = Test> {
    prop_oneof![
        json().prop_map(|value| Test::Is {
            value: value.to_string()
        }),
        Just(at("evil.example")),
        Just(under("/in")),
        (0u32..1000).prop_map(|n| Test::AtMost {
            most: n.to_string()
        }),
    ]
}

/// The kind of value that a test can fail for.
fn is_of_kind(test: &Test, value: &Value) -> bool {
    let same = |value: &Value| match test {
        Test::Is { value: wanted } => {
            let wanted: Value = serde_json::from_str(wanted).unwrap();
            std::mem::discriminant(&wanted) == std::mem::discriminant(value)
        }
        Test::At { .. } | Test::Under { .. } => value.is_string(),
        Test::AtMost { .. } | Test::Sum { .. } => value.is_number(),
    };
    let items = value
        .as_array()
        .filter(|_| !matches!(test, Test::Is { .. }));
    items.map_or_else(
        || same(value),
        |items| !items.is_empty() && items.iter().all(same),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]
    #[test]
    fn only_a_value_of_the_right_kind_fails(value in json(), test in wanted()) {
        let arguments = format!("{{\"a\":{value}}}");
        if truth(&test, &arguments) == Truth::Fails {
            prop_assert!(is_of_kind(&test, &value), "{:?} {}", test, value);
        }
        prop_assert_eq!(truth(&test, &format!("{{\"b\":{value}}}")), Truth::Unclear);
    }

    #[test]
    fn a_text_in_other_letters_never_fails(
        text in "[a-zA-Z]{1,8}( [a-z]{1,5})?", upper in any::<bool>(), wide in any::<bool>(), spaced in any::<bool>(), list in any::<bool>(), escaped in any::<bool>(),
    ) {
        let wanted = is(&Value::from(text.clone()).to_string());
        let mut given = if upper { text.to_uppercase() } else { text };
        if wide {
            given = given.chars().map(|c| if c.is_ascii_alphabetic() { char::from_u32(u32::from(c) + 0xfee0).unwrap() } else { c }).collect();
        }
        if spaced {
            given = format!(" {given}\t");
        }
        if escaped {
            given = given.bytes().map(|b| format!("%{b:02x}")).collect();
        }
        let value = if list { Value::from(vec![given]) } else { Value::from(given) };
        prop_assert_ne!(truth(&wanted, &format!("{{\"a\":{value}}}")), Truth::Fails, "{}", value);
    }

    #[test]
    fn a_number_written_with_an_exponent_or_as_text_never_fails(n in 0u32..1_000_000, zeros in 0usize..4, shift in 0i32..4, text in any::<bool>()) {
        let wanted = is(&n.to_string());
        let written = format!("{n}{}e-{}", "0".repeat(usize::try_from(shift).unwrap()), shift);
        let written = if zeros > 0 { format!("{n}.{}", "0".repeat(zeros)) } else { written };
        let value = if text { format!("\"{written}\"") } else { written };
        prop_assert_ne!(truth(&wanted, &format!("{{\"a\":{value}}}")), Truth::Fails, "{}", value);
    }
}
