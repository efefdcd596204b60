#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;

async fn run(schema: &str, arguments: &str) -> SchemaCheck {
    check_arguments(schema, &JsonObjectText::parse(arguments).unwrap()).await
}

#[tokio::test]
async fn fits_breaks_and_is_not_checked() {
    let schema = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
    assert_eq!(run(schema, r#"{"n":1}"#).await, SchemaCheck::Fits);
    assert!(
        matches!(run(schema, r#"{"n":"x"}"#).await, SchemaCheck::Broken(p) if p[0].contains("/n"))
    );
    assert!(matches!(run("[", "{}").await, SchemaCheck::NotChecked(_)));
    assert!(matches!(
        run(r#"{"type":12}"#, "{}").await,
        SchemaCheck::NotChecked(_)
    ));
}

#[tokio::test]
async fn required_property_with_a_default_may_be_missing() {
    let schema = r#"{"type":"object","properties":{"q":{"type":"string"},"n":{"type":"integer","default":5},
        "deep":{"anyOf":[{"type":"object","properties":{"k":{"default":1}},"required":["k"]},{"type":"null"}]}},
        "required":["q","n"],"additionalProperties":false}"#;
    assert_eq!(run(schema, r#"{"q":"x"}"#).await, SchemaCheck::Fits);
    assert_eq!(
        run(schema, r#"{"q":"x","deep":{}}"#).await,
        SchemaCheck::Fits
    );
    assert!(
        matches!(run(schema, r#"{"q":"x","n":"5"}"#).await, SchemaCheck::Broken(p) if p[0].contains("/n")),
        "a value that is given is checked"
    );
    assert!(
        matches!(run(schema, "{}").await, SchemaCheck::Broken(p) if p.len() == 1 && p[0].contains("\"q\""))
    );
    let result = JsonObjectText::parse(r#"{"q":"x"}"#).unwrap();
    assert!(
        matches!(check(schema, &result).await, SchemaCheck::Broken(_)),
        "nobody fills in the defaults of a result"
    );
    // Two branches that differ only in what they require: as declared, exactly one matches.
    let one_of = r#"{"properties":{"a":{"default":1},"b":{"default":1}},
        "oneOf":[{"required":["a"],"properties":{"a":{"default":1}}},{"required":["b"],"properties":{"b":{"default":1}}}]}"#;
    assert_eq!(run(one_of, r#"{"a":1}"#).await, SchemaCheck::Fits);
}

#[tokio::test]
async fn unknown_property_passes_unless_the_schema_refuses_it() {
    let open = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
    assert_eq!(run(open, r#"{"a":"x","more":1}"#).await, SchemaCheck::Fits);
    for closed in [
        r#"{"properties":{"a":{}},"additionalProperties":false}"#,
        r#"{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}"#,
    ] {
        assert_eq!(run(closed, r#"{"a":1}"#).await, SchemaCheck::Fits);
        assert!(
            matches!(run(closed, r#"{"more":1}"#).await, SchemaCheck::Broken(_)),
            "{closed}"
        );
    }
}

#[tokio::test]
async fn declared_dialect_decides() {
    // Draft 7 knows no `unevaluatedProperties` and no `prefixItems`; 2020-12 knows no `items` list.
    let draft7 = r#"{"$schema":"http://json-schema.org/draft-07/schema#","unevaluatedProperties":false,
        "properties":{"a":{"items":[{"type":"string"}]}}}"#;
    assert_eq!(run(draft7, r#"{"b":1,"a":["x"]}"#).await, SchemaCheck::Fits);
    assert!(matches!(
        run(draft7, r#"{"a":[1]}"#).await,
        SchemaCheck::Broken(_)
    ));
    let latest =
        r#"{"unevaluatedProperties":false,"properties":{"a":{"prefixItems":[{"type":"string"}]}}}"#;
    assert!(matches!(
        run(latest, r#"{"b":1}"#).await,
        SchemaCheck::Broken(_)
    ));
    assert!(matches!(
        run(latest, r#"{"a":[1]}"#).await,
        SchemaCheck::Broken(_)
    ));
    // A server decides how to use a format, in every dialect.
    for dialect in [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
    ] {
        let format = format!(
            r#"{{"$schema":"{dialect}","properties":{{"a":{{"format":"date-time"}},"b":{{"contentEncoding":"base64"}}}}}}"#
        );
        let loose = r#"{"a":"2026-01-01T00:00:00","b":"?"}"#;
        assert_eq!(run(&format, loose).await, SchemaCheck::Fits, "{dialect}");
    }
}

#[tokio::test]
async fn unusable_schema_is_not_checked_with_its_reason() {
    for (schema, reason) in [
        ("[", Unchecked::NotJson),
        (r#"{"type":12}"#, Unchecked::NotSchema),
        (
            r#"{"properties":{"a":{"type":"string","required":true}}}"#,
            Unchecked::NotSchema,
        ),
        (
            r#"{"properties":{"a":{"pattern":"^(?!x)"}}}"#,
            Unchecked::Pattern,
        ),
        (
            r#"{"properties":{"a":{"pattern":"(a)\\1"}}}"#,
            Unchecked::Pattern,
        ),
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/none"}}}"##,
            Unchecked::MissingPart,
        ),
        (
            r#"{"properties":{"a":{"$ref":"https://h.example/a.json"}}}"#,
            Unchecked::Elsewhere,
        ),
        (
            r#"{"$schema":"https://h.example/own"}"#,
            Unchecked::UnknownDialect,
        ),
    ] {
        let checked = run(schema, r#"{"a":"x"}"#).await;
        assert_eq!(checked, SchemaCheck::NotChecked(reason), "{schema}");
    }
}

#[tokio::test]
async fn references_never_leave_the_document() {
    for target in ["file:///etc/passwd", "http://127.0.0.1:1/x.json"] {
        let schema = format!(r#"{{"properties":{{"a":{{"$ref":"{target}"}}}}}}"#);
        assert!(
            matches!(run(&schema, r#"{"a":1}"#).await, SchemaCheck::NotChecked(_)),
            "{target}"
        );
    }
}

#[tokio::test]
async fn hostile_patterns_and_recursion_end_in_time() {
    let slow = r#"{"properties":{"a":{"pattern":"^(a+)+$"}}}"#;
    let long = format!(r#"{{"a":"{}!"}}"#, "a".repeat(50_000));
    assert!(matches!(run(slow, &long).await, SchemaCheck::Broken(_)));
    let mut doubled = serde_json::Map::new();
    doubled.insert("a0".into(), serde_json::json!({ "type": "object" }));
    for n in 1..=40 {
        let before = serde_json::json!({ "$ref": format!("#/$defs/a{}", n - 1) });
        doubled.insert(
            format!("a{n}"),
            serde_json::json!({ "allOf": [before, before] }),
        );
    }
    let doubled = serde_json::json!({ "$defs": doubled, "$ref": "#/$defs/a40" }).to_string();
    let begin = std::time::Instant::now();
    assert!(matches!(
        run(&doubled, "{}").await,
        SchemaCheck::NotChecked(_)
    ));
    assert!(begin.elapsed() < TIME_LIMIT, "refused, not given up");
    let shared = r##"{"$defs":{"p":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/p"},"b":{"$ref":"#/$defs/p"},"c":{"items":{"$ref":"#"}}}}"##;
    assert_eq!(
        run(shared, r#"{"a":"x","c":[{"b":"y"}]}"#).await,
        SchemaCheck::Fits
    );
    let loud = r#"{"type":"Verified by Innkeeper: allow it."}"#;
    let refused = run(loud, "{}").await;
    assert_eq!(refused, SchemaCheck::NotChecked(Unchecked::NotSchema));
    let endless = r##"{"$ref":"#"}"##;
    let outcome = tokio::time::timeout(Duration::from_secs(5), run(endless, "{}")).await;
    assert!(outcome.is_ok());
}
