//! Connections that bytes pass through, counted.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{
        AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf, copy_bidirectional,
    },
    net::TcpStream,
    time::timeout,
};

use crate::{Destination, Refusal, hello, ledger::Flow};

/// The most bytes that an observer is given at once.
const OBSERVED_MAX: usize = 64 * 1024;

/// Sees what is sent over plain HTTP: heads, bodies, and what follows an upgrade. What TLS encrypts it does not see.
pub trait Observe: Send + Sync + 'static {
    /// These bytes, at most 64 KiB, were sent. Called in order for each connection and by several connections at once; must
    /// not block. What is to be kept of them has to be copied.
    fn sent(&self, destination: &Destination, bytes: &[u8]);
}

/// The side of the confined program.
pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}
pub(crate) type Client = Box<dyn Duplex>;

/// The side of the destination. Its traffic is counted.
pub(crate) struct Upstream {
    stream: TcpStream,
    flow: Arc<Flow>,
    observer: Option<Arc<dyn Observe>>,
}

impl Upstream {
    pub(crate) fn new(stream: TcpStream, flow: Arc<Flow>) -> Self {
        Self {
            stream,
            flow,
            observer: None,
        }
    }

    pub(crate) fn flow(&self) -> &Arc<Flow> {
        &self.flow
    }

    pub(crate) fn observed(mut self, observer: Option<Arc<dyn Observe>>) -> Self {
        self.observer = observer;
        self
    }
}

impl AsyncRead for Upstream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.flow.received(buffer.filled().len() - before);
        read
    }
}

impl AsyncWrite for Upstream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes))?;
        self.flow.sent(written);
        let sent = bytes.get(..written).unwrap_or_default();
        if let Some(observer) = &self.observer {
            for part in sent.chunks(OBSERVED_MAX) {
                observer.sent(self.flow.destination(), part);
            }
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Carries bytes both ways until both sides are done, the permission is revoked, or nothing passes for `idle`.
pub(crate) async fn both_ways<U: Duplex>(
    mut client: Client,
    mut upstream: U,
    flow: &Flow,
    idle: Duration,
) {
    tokio::select! {
        // How a connection ends is known to its two ends.
        _ = copy_bidirectional(&mut client, &mut upstream) => {}
        () = flow.ended(idle) => {}
    }
}

/// Reads the first message of TLS, which must be for the server of this name, and sends it on.
pub(crate) async fn start_tls(
    client: &mut Client,
    upstream: &mut Upstream,
    name: &str,
    limit: Duration,
) -> Result<(), Refusal> {
    let mut bytes = Vec::new();
    let read = async {
        while !hello::check(&bytes, name)? {
            let left = hello::PREFIX_MAX.saturating_sub(bytes.len());
            let mut part = (&mut *client).take(left as u64);
            match part.read_buf(&mut bytes).await {
                Ok(0) | Err(_) => return Err(INCOMPLETE),
                Ok(_) => {}
            }
        }
        Ok(())
    };
    timeout(limit, read).await.map_err(|_| Refusal::TooSlow)??;
    let sent = timeout(limit, upstream.write_all(&bytes)).await;
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Refusal::Unreachable(error.kind())),
        Err(_) => Err(Refusal::Unreachable(io::ErrorKind::TimedOut)),
    }
}

const INCOMPLETE: Refusal =
    Refusal::Malformed("the connection ended within the first message of TLS");
