//! Pages of the callback. They run no script, load nothing, and repeat nothing of the request.

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Response, StatusCode,
    header::{
        CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
        REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    },
};

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_TYPE, "text/html; charset=utf-8"),
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Returns the response with a page of these words.
pub(crate) fn response(status: StatusCode, words: &str) -> Response<Full<Bytes>> {
    let body = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Innkeeper</title>\
         <meta name=\"color-scheme\" content=\"light dark\"><style>{STYLE}</style></head>\
         <body><main><h1>Innkeeper</h1><p>{words}</p></main></body></html>"
    );
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    response
        .headers_mut()
        .extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

/// The browser came back with what was waited for.
pub(crate) const DONE: &str = "Innkeeper has the answer. You can close this page.";
/// It came back with a refusal.
pub(crate) const REFUSED: &str = "You were not signed in. You can close this page.";
/// Something else came.
pub(crate) const NOT_OURS: &str =
    "This is not the answer Innkeeper waits for. You can close this page.";

const STYLE: &str = ":root{color-scheme:light dark}\
    body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#faf9f7;color:#1f1d1a}\
    main{max-width:28rem;padding:2rem}h1{font-size:1rem;font-weight:600;margin:0 0 .5rem}p{margin:0}\
    @media (prefers-color-scheme:dark){body{background:#1b1a18;color:#eceae6}}";
