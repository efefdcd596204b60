//! The tests of the store on real files. They are one program, because it is linked once.

mod compactions;
mod conversations;
mod opening;
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
