//! Configuration files of other programs, and what a server in one would be added as.

mod plan;
mod read;

pub(crate) use plan::{LocalPlan, Plan, Planned, RemotePlan, Use, Values, plan_alone, variable_of};
pub(crate) use read::{Found, Input, MAX_TEXT, Read, ReadServer, read, variables::Source};
