//! The tests of the store on real files, in one program, so that linking is done once.

mod compactions;
mod conversations;
mod foreign;
mod hostile;
mod lacks;
mod opening;
mod own;
mod permissions;
mod projects;
mod records;
mod requests;
mod rescue;
mod samplings;
mod seals;
mod searching;
mod sets;
mod usage;
