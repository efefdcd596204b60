//! Conditions on particular values.

use super::*;

fn truth(test: Test, value: &str) -> Truth {
    let condition = Condition {
        argument: "a".into(),
        test,
    };
    assert!(condition.is_sound(), "{condition:?}");
    let arguments = JsonObjectText::parse(&format!("{{\"a\":{value},\"b\":1}}")).unwrap();
    condition.holds(&arguments)
}

#[test]
fn a_path_is_under_a_folder_by_its_parts() {
    let under = |folder: &str, value: &str| {
        truth(
            Test::Under {
                folder: folder.into(),
            },
            value,
        )
    };
    for inside in [
        r#""/home/maja/in""#,
        r#""/home/maja/in/a/b.txt""#,
        r#""/home/maja//in/./x""#,
        r#"["/home/maja/in/a","/home/maja/in/b"]"#,
    ] {
        assert_eq!(under("/home/maja/in", inside), Truth::Holds, "{inside}");
    }
    for outside in [r#""/home/maja/inside""#, r#""/etc/passwd""#, r#""/""#] {
        assert_eq!(under("/home/maja/in", outside), Truth::Fails, "{outside}");
    }
    for unclear in [
        r#""/home/maja/in/../.ssh/id""#,
        r#""in/a""#,
        r#""~/in""#,
        r#""//host/home/maja/in""#,
        r#""/home/maja/in\\..\\x""#,
        r#""/home/maja/in/a\u0000b""#,
        r#""/home/maja/in/\u200bb""#,
        r#""/Home/maja/in/a""#,
        r#"["/home/maja/in/a","/etc/passwd"]"#,
        "[]",
        "7",
        "null",
    ] {
        assert_eq!(under("/home/maja/in", unclear), Truth::Unclear, "{unclear}");
    }
    assert_eq!(
        under("C:\\Users\\Maja", r#""C:/Users/Maja/x""#),
        Truth::Holds
    );
    assert_eq!(
        under("C:\\Users\\Maja", r#""C:\\Users\\Maja\\..\\x""#),
        Truth::Unclear
    );
}

#[test]
fn a_host_is_the_one_that_every_program_sees() {
    let at = |value: &str| {
        truth(
            Test::At {
                host: "nordkaj.example".into(),
            },
            value,
        )
    };
    for there in [
        r#""https://nordkaj.example/a?b=c""#,
        r#""http://NORDKAJ.example:8080""#,
        r#""maja.ek+x@nordkaj.example""#,
        r#"["a@nordkaj.example","https://nordkaj.example"]"#,
    ] {
        assert_eq!(at(there), Truth::Holds, "{there}");
    }
    for elsewhere in [
        r#""https://nordkaj.example.evil.example/""#,
        r#""https://www.nordkaj.example/""#,
        r#""a@evil.example""#,
    ] {
        assert_eq!(at(elsewhere), Truth::Fails, "{elsewhere}");
    }
    for unclear in [
        r#""https://nordkaj.example@evil.example/""#,
        r#""https://nordkaj.example\\@evil.example/""#,
        r#""ftp://nordkaj.example/""#,
        r#""Maja <maja@nordkaj.example>""#,
        r#""a@evil.example,b@nordkaj.example""#,
        r#""https://nordkaj.example\t/""#,
        r#""nordkaj.example""#,
        r#""https://nørdkaj.example/""#,
        r#"["a@nordkaj.example","a@evil.example"]"#,
    ] {
        assert_eq!(at(unclear), Truth::Unclear, "{unclear}");
    }
}

#[test]
fn a_number_is_at_most_another_and_a_value_is_itself() {
    let most = |value: &str| truth(Test::AtMost { most: "100".into() }, value);
    assert_eq!(most("100"), Truth::Holds);
    assert_eq!(most("0.5"), Truth::Holds);
    assert_eq!(most("100.01"), Truth::Fails);
    for unclear in ["-1", "1e300", "9007199254740993", "\"7\"", "{}"] {
        assert_eq!(most(unclear), Truth::Unclear, "{unclear}");
    }
    let is = |value: &str| {
        truth(
            Test::Is {
                value: r#"{"x":1,"y":[true]}"#.into(),
            },
            value,
        )
    };
    assert_eq!(is(r#"{"y": [true], "x": 1}"#), Truth::Holds);
    assert_eq!(is(r#"{"y":[true],"x":2}"#), Truth::Fails);
    let other = Condition {
        argument: "missing".into(),
        test: Test::Is { value: "1".into() },
    };
    assert_eq!(other.holds(&JsonObjectText::empty()), Truth::Unclear);
}

#[test]
fn what_is_offered_holds_and_is_narrow_first() {
    let arguments = JsonObjectText::parse(
        r#"{"path":"/home/maja/in/a.txt","to":["a@nordkaj.example"],"amount":12.50,"deep":{"a":1},"force":false}"#,
    )
    .unwrap();
    let offered = conditions_for(&arguments);
    assert!(
        offered
            .iter()
            .all(|c| c.is_sound() && c.holds(&arguments) == Truth::Holds)
    );
    let words: Vec<String> = offered.iter().map(|c| format!("{:?}", c.test)).collect();
    assert_eq!(
        words,
        [
            r#"Under { folder: "/home/maja/in" }"#,
            r#"Under { folder: "/home/maja" }"#,
            r#"Under { folder: "/home" }"#,
            r#"At { host: "nordkaj.example" }"#,
            r#"AtMost { most: "12.5" }"#,
            r#"Is { value: "false" }"#,
        ]
    );
}

#[test]
fn what_is_offered_is_bounded_whatever_is_written() {
    let deep = format!("{{\"path\":\"{}\"}}", "/a".repeat(500_000));
    assert!(conditions_for(&JsonObjectText::parse(&deep).unwrap()).is_empty());
    let folders = format!("{{\"path\":\"{}\"}}", "/a".repeat(100));
    let offered = conditions_for(&JsonObjectText::parse(&folders).unwrap());
    assert_eq!(offered.len(), MAX_FOLDERS);
    let many: Vec<String> = (0..5_000).map(|n| format!("\"n{n}\":{n}")).collect();
    let many = JsonObjectText::parse(&format!("{{{}}}", many.join(","))).unwrap();
    assert_eq!(conditions_for(&many).len(), MAX_OFFERED);
}
