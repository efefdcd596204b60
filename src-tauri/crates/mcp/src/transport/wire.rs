//! The kinds of transport.

/// What carries the messages of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// A program's standard input and output.
    Stdio,
    /// Streamable HTTP, since 2025-03-26.
    StreamableHttp,
    /// HTTP with a stream of events, of 2024-11-05.
    HttpSse,
}
