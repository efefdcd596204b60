//! The whole host against programs written by others: real servers, and a scripted model endpoint.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]

mod ask_attackers;
mod asking;
mod asks;
mod attackers;
mod barriers;
mod branches;
mod budgets;
mod caller;
mod chat;
mod confined;
mod days;
mod defaults;
mod definitions;
mod flows;
mod house;
mod installing;
mod instructions;
mod keys;
mod links;
mod many_tools;
mod offers;
mod outflow;
mod person;
mod pins;
mod prompts;
mod reach;
mod remote;
mod risky;
mod roots;
mod rules;
mod same_server;
mod sandboxed_calls;
mod servers;
mod session;
mod sign_in;
mod sleeping;
mod stop;
mod stored;
mod switched_off;
mod terminal;
mod together;
mod tour;
mod trades;
mod unconfined;
