//! The way of confined servers to the network: a broker that asks before it connects.
//!
//! A confined server has an empty network of its own. Whatever it connects to, it reaches sockets that this crate serves
//! from outside: a proxy (HTTP and SOCKS5), listeners that every address leads to, and a resolver. A [`Broker`] finds out
//! which [`Destination`] a connection is for, asks its policy ([`Decide`]), and only then resolves, dials and
//! relays. It has no policy of its own and remembers no decision.
//!
//! - *Names.* The resolver gives each name a made-up address ([`AddressPool`]), so that no query leaves this machine. A
//!   connection to such an address is one to its name. An address that nobody asked a name for is asked about as that address.
//! - *TLS* is not intercepted. On port 443 the name in the first message must be the name that was decided; without a
//!   name, or with an encrypted one, there is no connection.
//! - *Plain HTTP* is parsed request by request and written anew. Everything in a request that names a host must name the one
//!   that was decided. What is sent can be observed ([`Observe`]).
//! - *Other ports* are relayed as they are.
//! - *Addresses.* A name is resolved once, after the decision, and a checked address is dialled: a name leads into no
//!   private network and to no metadata service, unless that very address is allowed.
//!
//! Everything that a server sends is hostile: every buffer, wait and count is bounded ([`Bounds`]), and what cannot be read
//! in one way only is refused. An allowed destination remains a way out: a host behind a shared front, or one that relays, may pass
//! data on.
//!
//! ```
//! use std::sync::Arc;
//!
//! use egress::{Broker, Decide, Destination, Pending, Verdict};
//! use tokio::{io::{AsyncReadExt as _, AsyncWriteExt as _}, net::{TcpListener, TcpStream}};
//!
//! /// One destination, and nobody to ask about others.
//! struct Only(Destination);
//!
//! impl Decide for Only {
//!     fn decided(&self, destination: &Destination) -> Option<Verdict> {
//!         (*destination == self.0).then_some(Verdict::Allow)
//!     }
//!
//!     fn ask(&self, _: &Destination) -> Pending {
//!         Box::pin(async { Verdict::Deny })
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let broker = Broker::new("files", Arc::new(Only(Destination::parse("api.example", 443)?)));
//! let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
//! let mut program = TcpStream::connect(listener.local_addr()?).await?;
//! broker.serve_proxy(listener);
//!
//! program.write_all(b"CONNECT other.example:443 HTTP/1.1\r\n\r\n").await?;
//! let mut answer = String::new();
//! program.read_to_string(&mut answer).await?;
//! assert!(answer.starts_with("HTTP/1.1 403"));
//! assert!(answer.ends_with("Innkeeper: this host is not allowed.\n"));
//! broker.stop().await;
//! # Ok(())
//! # }
//! ```

mod broker;
mod cursor;
mod decide;
mod destination;
mod dial;
mod dns;
mod hello;
mod http;
mod ledger;
mod names;
mod refusal;
mod relay;
mod request;
mod setup;
mod shared;
mod socks;

pub use broker::{Broker, Snapshot};
pub use decide::{Decide, Pending, Verdict};
pub use destination::{BadDestination, Destination, Host};
pub use dial::{Lookup, Resolve, SystemResolver};
pub use ledger::Traffic;
pub use names::AddressPool;
pub use refusal::{Refusal, Refused};
pub use relay::Observe;
pub use setup::{Addresses, Bounds, Setup};
