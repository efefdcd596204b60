//! What the browser shows when it comes back. No script, nothing fetched, nothing of the other side in it.

/// A whole HTTP answer.
pub(crate) fn answer(status: &str, words: &str) -> String {
    let body = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Innkeeper</title>\
         <meta name=\"color-scheme\" content=\"light dark\"><style>{STYLE}</style></head>\
         <body><main><h1>Innkeeper</h1><p>{words}</p></main></body></html>"
    );
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
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
