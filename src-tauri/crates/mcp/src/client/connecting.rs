//! How a connection is made: over two streams, or to a URL.

use std::{
    io,
    sync::{Arc, OnceLock, atomic::AtomicU64},
};

use consent::Approved;
use domain::{HeaderEntry, HeaderSource, LaunchSpec, is_loopback};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrets::ScopedSecrets;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{Semaphore, mpsc, oneshot, watch},
};
use url::Url;

use super::{Client, ClientOptions, Offers, Ready, Shared};
use crate::{
    CloseReason, ConnectError, Era, HeaderProblem, HttpOptions, Wire,
    bounds::HTTP_REQUESTS,
    connection::{Connection, Established, Rest, Room},
    counters::{SharedAnswers, SharedCounters},
    error::HeaderNameProblem,
    events,
    following::FollowedTasks,
    placement::Placement,
    session::Negotiation,
    traffic::Watch,
    transport::{
        HttpStart, Receive, StdioReceiver, StdioSender, TransportWriter, header_name_problem,
        open_http, parse_url,
    },
};

impl Client {
    /// Connects to the URL that was approved, on a thread of its own, and shakes hands: over Streamable HTTP, or over
    /// HTTP+SSE where a server speaks nothing newer (2025-03-26, basic/transports). The approval is consumed; values of
    /// its headers are read from `secrets` and from this process's environment. The token of `http.account` goes with
    /// each request, unless the user set an `Authorization` header.
    ///
    /// # Errors
    /// [`ConnectError`]; nothing of the connection is left then.
    pub async fn connect_http(
        approved: Approved<LaunchSpec>,
        secrets: &ScopedSecrets,
        http: HttpOptions,
        mut options: ClientOptions,
    ) -> Result<(Self, Ready), ConnectError> {
        let LaunchSpec::Remote(remote) = approved.into_payload() else {
            return Err(ConnectError::OtherServer);
        };
        if remote.server != options.server || !secrets.belongs_to(remote.server) {
            return Err(ConnectError::OtherServer);
        }
        let url = parse_url(&remote.url).map_err(ConnectError::Url)?;
        let headers = read_headers(&remote.headers, secrets, &url).await?;
        // A server that was changed meanwhile is at another URL than the one its token is for.
        let account = http.account.filter(|a| a.is_for(remote.server, &url));
        if http.last == Some(Wire::HttpSse) {
            // Only the oldest servers are spoken to so.
            options.known = Some(Era::Stateful);
        }
        let open = move |rest: &Rest| {
            let start = HttpStart {
                url,
                headers,
                account,
                last: http.last,
                bounds: rest.bounds.clone(),
                counters: rest.counters.clone(),
            };
            open_http(start).map_err(ConnectError::Http)
        };
        Self::connect_in(Placement::OwnThread, open, HTTP_REQUESTS, options).await
    }

    pub(super) async fn connect_streams<R, W>(
        placement: Placement,
        open: impl FnOnce() -> io::Result<(R, W)> + Send + 'static,
        options: ClientOptions,
    ) -> Result<(Self, Ready), ConnectError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let open = move |rest: &Rest| {
            let (reader, writer) = open().map_err(|e| ConnectError::Streams(e.kind()))?;
            let incoming = StdioReceiver::new(reader, rest.bounds.message_bytes);
            Ok((incoming, StdioSender::new(writer)))
        };
        Self::connect_in(placement, open, usize::MAX, options).await
    }

    /// `most`: how many requests the transport can have under way.
    async fn connect_in<I: Receive, O: TransportWriter>(
        placement: Placement,
        open: impl FnOnce(&Rest) -> Result<(I, O), ConnectError> + Send + 'static,
        most: usize,
        options: ClientOptions,
    ) -> Result<(Self, Ready), ConnectError> {
        let bounds = Arc::new(options.bounds);
        let negotiation = Negotiation::new(
            options.client_version,
            options.may_ask,
            options.known,
            options.order,
        )?;
        let (commands, told) = mpsc::unbounded_channel();
        let (event_sender, events) = events::queue(&bounds);
        let (opening, opened) = oneshot::channel();
        let (done_sender, done) = watch::channel(());
        let shared = Shared {
            server: options.server,
            ids: Arc::new(AtomicU64::new(1)),
            room: Room::new(&bounds),
            slots: Arc::new(Semaphore::new(bounds.in_flight.min(most))),
            most,
            commands,
            counters: SharedCounters::default(),
            done,
            answers: SharedAnswers::default(),
            cache: Arc::default(),
            offers: OnceLock::new(),
            tasks: FollowedTasks::default(),
            bounds: bounds.clone(),
        };
        let rest = Rest {
            server: options.server,
            negotiation,
            bounds,
            ids: shared.ids.clone(),
            room: shared.room.clone(),
            commands: told,
            handle: shared.commands.downgrade(),
            events: event_sender,
            counters: shared.counters.clone(),
            answers: shared.answers.clone(),
            cache: Arc::clone(&shared.cache),
            watch: Watch::new(options.tap),
            printed: options.printed,
            tasks: shared.tasks.clone(),
            opening,
        };
        let run = async move {
            match open(&rest) {
                Ok((incoming, outgoing)) => Connection::new(incoming, outgoing, rest).run().await,
                Err(error) => {
                    // If nobody waits any more, the error is nobody's.
                    let _ = rest.opening.send(Err(error));
                }
            }
        };
        let client = Self(Arc::new(shared));
        placement.start(&options.server, run, done_sender)?;
        let Established {
            info,
            wire,
            session,
            spoken,
        } = opened
            .await
            .unwrap_or(Err(ConnectError::Closed(CloseReason::Failed)))?;
        let offers = Offers {
            capabilities: info.capabilities.clone(),
            revision: info.protocol_version.clone(),
            wire,
            session,
        };
        // Set once, here.
        let _ = client.0.offers.set(offers);
        let ready = Ready {
            wire,
            info,
            spoken,
            events,
        };
        Ok((client, ready))
    }
}

/// The user's headers with their values, which are read now.
async fn read_headers(
    entries: &[HeaderEntry],
    secrets: &ScopedSecrets,
    url: &Url,
) -> Result<HeaderMap, ConnectError> {
    let mut headers = HeaderMap::new();
    for entry in entries {
        let (name, value) =
            read_header(entry, secrets, url)
                .await
                .map_err(|problem| ConnectError::Header {
                    name: domain::visible(&entry.name),
                    problem,
                })?;
        headers.append(name, value);
    }
    Ok(headers)
}

async fn read_header(
    entry: &HeaderEntry,
    secrets: &ScopedSecrets,
    url: &Url,
) -> Result<(HeaderName, HeaderValue), HeaderProblem> {
    if let Some(problem) = header_name_problem(&entry.name) {
        return Err(HeaderProblem::Name(problem));
    }
    if url.scheme() != "https" && !is_loopback(url) {
        return Err(HeaderProblem::Unencrypted);
    }
    let name = HeaderName::from_bytes(entry.name.as_bytes())
        .map_err(|_| HeaderProblem::Name(HeaderNameProblem::NotAName))?;
    let value = match &entry.source {
        HeaderSource::Keychain => secrets
            .get(&entry.kept_as())
            .await
            .map_err(|e| HeaderProblem::Keychain(e.to_string()))?,
        HeaderSource::Host(variable) => std::env::var(variable).ok().map(secrets::Secret::new),
    };
    let value = value.ok_or(HeaderProblem::NoValue)?;
    let mut value =
        HeaderValue::from_str(value.expose().trim()).map_err(|_| HeaderProblem::Value)?;
    value.set_sensitive(true);
    Ok((name, value))
}
