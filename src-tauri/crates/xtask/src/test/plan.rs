//! Which steps a run has, and why each of the others is left out.

use super::{
    scope::Scope,
    step::{Step, Tier},
};

/// Why each of `steps` is left out, if it is.
pub fn left_out(scope: &Scope, steps: &[&'static Step]) -> Vec<Option<String>> {
    let mut reasons: Vec<Option<String>> = steps.iter().map(|step| reason(scope, step)).collect();
    // From the last to the first, because a step needs earlier ones.
    for at in (0..steps.len()).rev() {
        let (Some(step), true) = (steps.get(at), reasons.get(at).is_some_and(Option::is_none))
        else {
            continue;
        };
        for (other, reason) in steps.iter().zip(&mut reasons) {
            if step.needs.contains(&other.name) {
                *reason = None;
            }
        }
    }
    reasons
}

fn reason(scope: &Scope, step: &Step) -> Option<String> {
    let Scope::Selected { changes, .. } = scope else {
        return None;
    };
    match step.tier {
        Tier::Always => None,
        Tier::Needed => Some("no step of this run needs it".to_owned()),
        Tier::Full => Some("only in full runs".to_owned()),
        Tier::WhenTouched(touch) => {
            let touched = changes.in_places(touch.places).is_some()
                || changes.in_packages(touch.packages).is_some()
                || touch.of_systems && changes.of_systems.is_some();
            (!touched).then(|| format!("no change concerns it: {touch}"))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::{
        super::{scope::tests::selected, steps::STEPS},
        *,
    };

    fn run(scope: &Scope) -> Vec<&'static str> {
        let steps: Vec<&'static Step> = STEPS.iter().collect();
        let left_out = left_out(scope, &steps);
        let run = steps
            .iter()
            .zip(left_out)
            .filter(|(_, reason)| reason.is_none());
        run.map(|(step, _)| step.name).collect()
    }

    #[test]
    fn a_full_run_leaves_nothing_out() {
        assert_eq!(run(&Scope::Full(String::new())).len(), STEPS.len());
    }

    #[test]
    fn documents_need_no_window_and_no_real_server() {
        let run = run(&selected(&["README.md"], &[]));
        for name in [
            "pages",
            "e2e",
            "peers",
            "peers-install",
            "conformance",
            "windows",
        ] {
            assert!(!run.contains(&name), "{name}");
        }
        for name in ["fmt", "house", "clippy", "nextest"] {
            assert!(run.contains(&name), "{name}");
        }
    }

    #[test]
    fn a_change_of_the_window_is_looked_at_in_pages_and_in_the_real_window() {
        let run = run(&selected(&["ui/src/App.svelte"], &["innkeeper"]));
        for name in ["ui-check", "vitest", "pages", "e2e", "peers-install"] {
            assert!(run.contains(&name), "{name}");
        }
        assert!(!run.contains(&"peers"));
    }

    #[test]
    fn a_change_of_the_protocol_runs_its_suite_and_the_real_servers() {
        let affected = ["mcp", "host", "cli", "innkeeper", "peers"];
        let run = run(&selected(&["src-tauri/crates/mcp/src/a.rs"], &affected));
        for name in ["conformance-install", "conformance", "peers", "e2e"] {
            assert!(run.contains(&name), "{name}");
        }
        for name in ["pages", "windows-check", "install"] {
            assert!(!run.contains(&name), "{name}");
        }
    }
}
