//! What a server and a publisher can get wrong, or try: nothing is installed, and the reason is said.

use super::*;

/// What one case changes, and what is said of it.
struct Case {
    what: &'static str,
    version: &'static str,
    signature: String,
    file: Reply,
    expected: fn(&UpdateError) -> bool,
}

#[tokio::test]
async fn file_that_is_not_the_publishers_is_never_installed() {
    let stage = Stage::new();
    let (file, other) = (program(100_000), program(99_999));
    let whole = || Reply::Whole(file.clone());
    let good = stage.signer.sign(&file, "1.1.0");
    let case = |what, signature, file, expected| Case {
        what,
        version: "1.1.0",
        signature,
        file,
        expected,
    };
    let by_key = |error: &UpdateError| matches!(error, UpdateError::Signature(_));
    let by_version = |error: &UpdateError| *error == UpdateError::OtherVersion;
    let cases = [
        case(
            "another key",
            Signer::new().sign(&file, "1.1.0"),
            whole(),
            by_key,
        ),
        case(
            "another file",
            stage.signer.sign(&other, "1.1.0"),
            whole(),
            by_key,
        ),
        case("changed file", good.clone(), Reply::Whole(other), by_key),
        case("no signature", String::new(), whole(), by_key),
        case("no base64", "%%%".into(), whole(), by_key),
        Case {
            version: "1.2.0",
            ..case(
                "signed for an older version",
                good.clone(),
                whole(),
                by_version,
            )
        },
        case(
            "signed for no version",
            stage.signer.sign_with(&file, "timestamp:1\tfile:a"),
            whole(),
            by_version,
        ),
        case(
            "connection closed half-way",
            good.clone(),
            Reply::Cut {
                announced: file.len(),
                sent: file[..50_000].to_vec(),
            },
            |error| matches!(error, UpdateError::Cut(_)),
        ),
        case("no end", good.clone(), Reply::Endless, |error| {
            *error == UpdateError::LargeFile
        }),
        case(
            "announced too large",
            good.clone(),
            Reply::Cut {
                announced: 5 * 1024 * 1024,
                sent: file.clone(),
            },
            |error| *error == UpdateError::LargeFile,
        ),
        case(
            "redirected to plain http elsewhere",
            good.clone(),
            Reply::To("http://updates.example.org/file".into()),
            |error| *error == UpdateError::NotHttps("updates.example.org".into()),
        ),
        case(
            "redirected without an end",
            good.clone(),
            Reply::To("/file".into()),
            |error| *error == UpdateError::Redirects,
        ),
        case(
            "compressed",
            good,
            Reply::Head(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n".into(),
            ),
            |error| matches!(error, UpdateError::Packed(_)),
        ),
    ];
    for case in cases {
        let (version, signature) = (case.version, case.signature);
        let mut server = Served::new(Vec::new(), |base| manifest(base, version, &signature));
        server.file(case.file);
        let engine = stage.engine(&server);
        let refused = stage.updated(&engine).await;
        let refused = refused.expect_err(case.what);
        assert!((case.expected)(&refused), "{}: {refused:?}", case.what);
        assert!(!Text::from(refused.text()).to_string().is_empty());
        stage.assert_untouched(case.what);
    }
}

#[tokio::test]
async fn verified_bytes_are_verified_again_before_they_are_installed() {
    let stage = Stage::new();
    let file = program(1_000);
    let signature = stage.signer.sign(&file, "1.1.0");
    let server = Served::new(file.clone(), |base| manifest(base, "1.1.0", &signature));
    let engine = stage.engine(&server);
    let found = stage.found(&engine).await.unwrap();
    let refused = engine.install(&found, Arc::new(program(1_001))).await;
    assert!(matches!(refused, Err(UpdateError::Signature(_))));
    stage.assert_untouched("other bytes");
    // What is signed and no program.
    let text = b"no program".to_vec();
    let signature = stage.signer.sign(&text, "1.1.0");
    let server = Served::new(text, |base| manifest(base, "1.1.0", &signature));
    let refused = stage.updated(&stage.engine(&server)).await;
    assert!(matches!(refused, Err(UpdateError::NotInstalled(_))));
    stage.assert_untouched("no program");
}

#[tokio::test]
async fn manifest_that_is_none_is_said() {
    let stage = Stage::new();
    let head = |status: &str| {
        Reply::Head(format!(
            "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ))
    };
    let body = |body: &str| Reply::Whole(body.as_bytes().to_vec());
    type Case = (&'static str, Reply, fn(&UpdateError) -> bool);
    let cases: Vec<Case> = vec![
        ("no JSON", body("<html>"), |error| {
            *error == UpdateError::Malformed("JSON")
        }),
        ("no version", body("{}"), |error| {
            *error == UpdateError::Malformed("version")
        }),
        ("no files", body(r#"{"version":"1.1.0"}"#), |error| {
            *error == UpdateError::Malformed("platforms")
        }),
        (
            "no file for this system",
            body(
                r#"{"version":"1.1.0","platforms":{"plan9-mips":{"url":"https://a.example","signature":""}}}"#,
            ),
            |error| *error == UpdateError::NoFile,
        ),
        (
            "a wrong URL",
            body(r#"{"version":"1.1.0","url":"nowhere","signature":""}"#),
            |error| *error == UpdateError::Malformed("platforms"),
        ),
        ("no end", Reply::Endless, |error| {
            *error == UpdateError::LargeManifest
        }),
        (
            "cut",
            Reply::Cut {
                announced: 100,
                sent: b"{".to_vec(),
            },
            |error| matches!(error, UpdateError::Cut(_)),
        ),
        ("an error", head("500 No"), |error| {
            matches!(error, UpdateError::Status(_, 500))
        }),
        ("nothing", head("204 No Content"), |error| {
            matches!(error, UpdateError::Status(_, 204))
        }),
        (
            "a redirect to plain http elsewhere",
            Reply::To("http://updates.example.org/stable.json".into()),
            |error| *error == UpdateError::NotHttps("updates.example.org".into()),
        ),
    ];
    for (what, reply, expected) in cases {
        let mut server = Served::new(Vec::new(), |base| manifest(base, "1.1.0", ""));
        server.manifest(reply);
        let engine = stage.engine(&server);
        let checked = engine.check(stage.app.handle(), Channel::Stable).await;
        let Err(refused) = checked else {
            panic!("{what} was taken");
        };
        assert!(expected(&refused), "{what}: {refused:?}");
    }
    // A file that is to be fetched over plain http elsewhere.
    let file = program(100);
    let signature = stage.signer.sign(&file, "1.1.0");
    let server = Served::new(file, |_| {
        manifest("http://updates.example.org", "1.1.0", &signature)
    });
    let refused = stage.updated(&stage.engine(&server)).await;
    assert_eq!(
        refused,
        Err(UpdateError::NotHttps("updates.example.org".into()))
    );
    stage.assert_untouched("plain http");
}
