//! The tests of the repository as a whole, in one program, so that linking is done once.

mod architecture;
mod icons;
mod promises;
