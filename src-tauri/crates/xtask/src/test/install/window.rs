//! The installed program in its window: the end-to-end test of the tour, whose driver starts it inside the clean system.

use std::time::Duration;

use super::{
    super::{FEATURES, counts},
    clean::Clean,
    wrong,
};
use crate::{child, failure::Failure, install, session::Session, tools};

/// The test; its person starts with nothing and ends with a conversation.
const TOUR: &str = "package(e2e) and test(=tour::a_new_user_takes_the_tour_by_keyboard_alone)";

/// Takes the tour.
pub fn tour(root: &Clean, limit: Duration) -> Result<(), Failure> {
    install::tool(tools::NEXTEST)?;
    let session = Session::new()?;
    let args = [
        "nextest",
        "run",
        "--no-tests",
        "fail",
        "--hide-progress-bar",
        // A second try would not start with nothing.
        "--retries",
        "0",
        "--workspace",
        "--features",
        FEATURES,
        "--filterset",
        TOUR,
    ];
    let mut command = session.cargo(&args)?;
    command.env("INNKEEPER_TEST_PROGRAM", root.script("/usr/bin/innkeeper")?);
    let mut passed = 0;
    child::watch(command, limit, &mut |line| {
        passed += counts::nextest(line).map_or(0, |counts| counts.passed);
    })?;
    if passed == 1 {
        Ok(())
    } else {
        wrong(format!("{passed} tests of the tour ran"))
    }
}
