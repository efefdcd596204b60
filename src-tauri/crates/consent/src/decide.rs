//! One decision method of [`Consent`](crate::Consent) per approval kind. Tool calls are decided in `step`.

mod authority;
mod change;
mod client;
mod endpoint;
mod launch;
mod outflow;
mod requests;
mod roots;
mod sampling;
mod sign_in;

pub use sampling::ReplyDecision;
