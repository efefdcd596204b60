//! The tests of the log through its interface, in one program, so that linking is done once.

mod chain;
mod durability;
mod purges;
mod searching;
