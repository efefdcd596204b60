//! The steps, in their order: cheap ones first, so that a slip is known soon, then one build that the rest shares, and last what may
//! be left out on a slow computer.

use std::time::Duration;

use super::{
    acts, install as packaging,
    step::{Load, Step, Tier, Touch},
    systems, windows_install,
};

const MINUTE: u64 = 60;

/// The sources of the window, and their tests without a window.
const WINDOW: Tier = Tier::WhenTouched(Touch {
    places: &["ui/"],
    ..Touch::NONE
});
const REAL_SERVERS: Tier = Tier::WhenTouched(Touch {
    packages: &["peers", "packages"],
    ..Touch::NONE
});
/// What speaks the protocol.
const PROTOCOL: Tier = Tier::WhenTouched(Touch {
    packages: &["mcp", "oauth"],
    places: &["tests/conformance/"],
    ..Touch::NONE
});
const REAL_WINDOW: Tier = Tier::WhenTouched(Touch {
    packages: &["innkeeper", "e2e"],
    ..Touch::NONE
});
const OTHER_SYSTEMS: Tier = Tier::WhenTouched(Touch {
    places: &[
        "src-tauri/packaging/windows/",
        "src-tauri/crates/xtask/src/release/windows.rs",
    ],
    of_systems: true,
    ..Touch::NONE
});
const LINUX_PACKAGES: Tier = Tier::WhenTouched(Touch {
    places: &[
        "icons/",
        "src-tauri/packaging/",
        "tauri.conf.json",
        "src-tauri/crates/xtask/src/release.rs",
        "src-tauri/crates/xtask/src/release/",
    ],
    ..Touch::NONE
});

/// Every step.
pub const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "formatting of Rust",
        needs: &[],
        limit: minutes(3),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::fmt,
    },
    Step {
        name: "house",
        about: "the shape of the code: cycles, locks, approval kinds, words, unused dependencies; none may grow",
        needs: &[],
        limit: minutes(3),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::house,
    },
    Step {
        name: "packages",
        about: "install missing system packages; look at Node.js",
        needs: &[],
        limit: minutes(30),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::packages,
    },
    Step {
        name: "ui-install",
        about: "npm ci of the interface",
        needs: &["packages"],
        limit: minutes(8),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::ui_install,
    },
    Step {
        name: "ui-build",
        about: "the interface, by vite",
        needs: &["ui-install"],
        limit: minutes(5),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::ui_build,
    },
    Step {
        name: "ui-check",
        about: "types of the interface, by svelte-check",
        needs: &["ui-install"],
        limit: minutes(5),
        tier: WINDOW,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::ui_check,
    },
    Step {
        name: "vitest",
        about: "tests of the interface",
        needs: &["ui-install"],
        limit: minutes(8),
        tier: WINDOW,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::vitest,
    },
    Step {
        name: "licences",
        about: "cargo-deny: licences, bans, sources",
        needs: &[],
        limit: minutes(30),
        tier: Tier::Full,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::licences,
    },
    Step {
        name: "advisories",
        about: "cargo-deny: known vulnerabilities, where the database can be reached",
        needs: &["licences"],
        limit: minutes(5),
        tier: Tier::Full,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::advisories,
    },
    Step {
        name: "build",
        about: "every target of the workspace",
        needs: &["packages", "ui-build"],
        limit: minutes(40),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::build,
    },
    Step {
        name: "clippy",
        about: "lints, warnings denied",
        needs: &["packages", "ui-build"],
        limit: minutes(25),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::clippy,
    },
    Step {
        name: "peers-install",
        about: "the pinned npm, Python and Rust peers",
        needs: &["packages"],
        limit: minutes(15),
        tier: Tier::Needed,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::peers_install,
    },
    Step {
        name: "conformance-install",
        about: "the protocol's own suite, and the Node.js it needs, pinned",
        needs: &["packages"],
        limit: minutes(10),
        tier: Tier::Needed,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::conformance_install,
    },
    Step {
        name: "windows-check",
        about: "every target of the workspace for Windows, the window included: does it compile without a warning",
        needs: &["packages", "ui-build"],
        limit: minutes(15),
        tier: OTHER_SYSTEMS,
        load: Load::Heavy,
        may_be_dropped: false,
        act: |_, limit| systems::windows_check(limit),
    },
    Step {
        name: "macos",
        about: "every target of the workspace for macOS, the window included: does it compile without a warning",
        needs: &["packages", "ui-build"],
        limit: minutes(15),
        tier: OTHER_SYSTEMS,
        load: Load::Heavy,
        may_be_dropped: false,
        act: |_, limit| systems::macos_check(limit),
    },
    Step {
        name: "pages",
        about: "what the windows load first, every state of the pages with axe-core, and their keys, in the window's own engine",
        needs: &["ui-build"],
        limit: minutes(40),
        tier: WINDOW,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::pages,
    },
    Step {
        name: "nextest",
        about: "tests of the workspace, import rules and fresh bindings among them",
        needs: &["build"],
        limit: minutes(25),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::workspace,
    },
    Step {
        name: "doctests",
        about: "the examples in the documentation of the crates",
        needs: &["build"],
        limit: minutes(10),
        tier: Tier::Always,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::doctests,
    },
    Step {
        name: "conformance",
        about: "the protocol's own suite against the host",
        needs: &["build", "conformance-install"],
        limit: minutes(10),
        tier: PROTOCOL,
        load: Load::Light,
        may_be_dropped: false,
        act: acts::conformance,
    },
    Step {
        name: "peers",
        about: "tests against real servers and a scripted model",
        needs: &["build", "peers-install"],
        limit: minutes(18),
        tier: REAL_SERVERS,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::peers,
    },
    Step {
        name: "e2e",
        about: "tests in the real window",
        needs: &["build", "peers-install"],
        limit: minutes(20),
        tier: REAL_WINDOW,
        load: Load::Heavy,
        may_be_dropped: false,
        act: acts::e2e,
    },
    Step {
        name: "install",
        about: "the packages for Linux in a clean Debian: install, start, use, upgrade, remove",
        needs: &["build", "peers-install"],
        limit: minutes(10),
        tier: LINUX_PACKAGES,
        load: Load::Light,
        may_be_dropped: true,
        act: |_, limit| packaging::run(limit),
    },
    Step {
        name: "windows",
        about: "unit tests for Windows, under Wine",
        needs: &["windows-check"],
        limit: minutes(15),
        tier: OTHER_SYSTEMS,
        load: Load::Light,
        may_be_dropped: true,
        act: systems::windows_tests,
    },
    Step {
        name: "windows-install",
        about: "ZIP and installer for Windows with the terminal program: installed, used, upgraded and removed under Wine",
        needs: &["windows"],
        limit: minutes(12),
        tier: OTHER_SYSTEMS,
        load: Load::Light,
        may_be_dropped: true,
        act: |_, limit| windows_install::run(limit),
    },
];

const fn minutes(number: u64) -> Duration {
    Duration::from_secs(number * MINUTE)
}
