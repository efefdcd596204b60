//! The stream of what a server says of its own accord: a GET, kept open (2025-03-26, "Listening for Messages from the
//! Server"). Servers need not offer it.

use std::sync::Arc;

use reqwest::StatusCode;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::{
    answer::{Body, Kind},
    shared::{Http, Opened},
    stream::{Cursor, Ended, pump},
};
use crate::{
    bounds::{HTTP_HEADERS, HTTP_IDLE},
    transport::Frame,
};

/// What an attempt came to.
enum Attempt {
    /// It was open for a while, or may be later.
    Again,
    /// The server does not offer it.
    Never,
}

/// Opens the stream once the server took the greeting, and again whenever it ends.
pub(super) async fn listen(http: Arc<Http>, mut opened: watch::Receiver<Opened>) {
    if opened.wait_for(|o| o.greeted).await.is_err() {
        return;
    }
    let mut cursor = Cursor::default();
    loop {
        cursor.fruitless = cursor.fruitless.saturating_add(1);
        let attempt = attempt(&http, &mut cursor).await;
        http.hears(Some(false));
        match attempt {
            Attempt::Again => sleep(cursor.wait()).await,
            Attempt::Never => return,
        }
    }
}

async fn attempt(http: &Arc<Http>, cursor: &mut Cursor) -> Attempt {
    let (headers, generation, in_session) = http.session.headers();
    let asked = http.web.events(headers, cursor.last_event.as_deref());
    let response = match timeout(HTTP_HEADERS, asked).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) | Err(_) => return Attempt::Again,
    };
    let status = response.status();
    if status.is_success() {
        let opened = timeout(HTTP_HEADERS, Body::open(response)).await;
        let Ok(Ok((Kind::Events, mut body))) = opened else {
            return Attempt::Never;
        };
        http.hears(Some(true));
        if pump(http, &mut body, cursor, None, Some(HTTP_IDLE)).await == Ended::TooLarge {
            // Counted there; what it was is lost.
            http.too_large();
        }
        return Attempt::Again;
    }
    let gone = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
    if gone && in_session {
        // A session that is new and gone at once has no such stream.
        if http.session.may_renew_for_stream() {
            let gone = Frame::SessionGone {
                generation,
                returned: None,
            };
            http.put(gone).await;
        }
        return Attempt::Never;
    }
    let passes = status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED;
    if passes || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::CONFLICT {
        return Attempt::Again;
    }
    Attempt::Never
}
