//! Configuration files of other programs, and the plan for adding a server from one.

mod plan;
mod read;

pub(crate) use plan::{LocalPlan, Plan, Planned, RemotePlan, Use, Values, plan_alone, variable_of};
pub(crate) use read::{ForeignServer, Input, MAX_TEXT, Read, ReadServer, read, variables::Source};
