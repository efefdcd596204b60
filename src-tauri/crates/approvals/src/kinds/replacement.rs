//! View of another program in the place of a server's: its launch, and what the server has.

use consent::{
    Held, Holding, LaunchApproval, LaunchAuthority, ReplacementApproval, ReplacementDetail,
};
use domain::{LaunchSpec, RootAccess, origin_of};
use host_api::{ApprovalKindView, HeldView, LaunchApprovalView, ReplacementApprovalView};
use messages::{Phrase, Text, Value, phrases};

use super::launch;
use crate::{Common, Servers, Show, difference, wording::tier};

impl Show for ReplacementApproval {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        let server = domain::visible(&self.server_name);
        match &self.spec {
            LaunchSpec::Local(_) => phrases::consent_replacement_title(server),
            LaunchSpec::Remote(remote) => {
                phrases::consent_replacement_title_remote(origin_of(&remote.url), server)
            }
        }
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        let names = |held: &Held| HeldView {
            what: words(&held.what).into(),
            stays: (!held.can_move).then(|| why_not(&held.what).into()),
        };
        ApprovalKindView::Replacement {
            replacement: Box::new(ReplacementApprovalView {
                launch: launch_of(self, facts),
                held: self.held.iter().map(names).collect(),
            }),
        }
    }

    fn logged(detail: &ReplacementDetail, subject: String) -> Text {
        let list = |held: &[Holding]| Value::list(held.iter().map(words));
        match (detail.moved.as_slice(), detail.not_moved.as_slice()) {
            ([], stays) => phrases::host_logged_replacement_none(list(stays), subject),
            (moved, []) => phrases::host_logged_replacement_all(list(moved), subject),
            (moved, stays) => phrases::host_logged_replacement(list(moved), list(stays), subject),
        }
        .into()
    }
}

/// Returns the view of the launch, with the changes since the old program.
fn launch_of(q: &ReplacementApproval, facts: &Common) -> LaunchApprovalView {
    let request = LaunchApproval {
        spec: q.spec.clone(),
        server_name: q.server_name.clone(),
        authority: LaunchAuthority {
            standing: None,
            on_command_line: false,
        },
        accepted: None,
        missing_values: Vec::new(),
        ticked: std::collections::BTreeSet::new(),
    };
    let lines = match &q.before {
        Some(before) => before.changes(&q.spec.facts()),
        None => Vec::new(),
    };
    LaunchApprovalView {
        changed: true,
        can_switch: false,
        changed_count: u32::try_from(lines.len()).unwrap_or(u32::MAX),
        changes: difference::view(Text::default(), Text::default(), true, &lines).lines,
        ..launch::launch(&request, facts)
    }
}

/// Names something that a server has.
fn words(holding: &Holding) -> Phrase {
    let shown = |text: &str| domain::visible(text);
    match holding {
        Holding::Variable { name } => phrases::host_held_variable(shown(name)),
        Holding::Header { name } => phrases::host_held_header(shown(name)),
        Holding::Account { origin } => phrases::host_held_account(shown(origin)),
        Holding::Root { path, access } => match access {
            RootAccess::Read => phrases::host_held_root_read(shown(path)),
            RootAccess::Staged => phrases::host_held_root_staged(shown(path)),
            RootAccess::Write => phrases::host_held_root_write(shown(path)),
        },
        Holding::Reach { to } => phrases::host_held_reach(shown(to)),
        Holding::PrivateFolder {} => phrases::host_held_private_folder(),
        Holding::Sampling {} => phrases::host_held_sampling(),
        Holding::Elicitation {} => phrases::host_held_elicitation(),
        Holding::Unreviewed {} => phrases::host_held_unreviewed(),
        Holding::Budget { minute, day } => phrases::host_held_budget(*day, *minute),
        Holding::Rule {
            tool, conditions, ..
        } => match tool {
            Some(tool) => phrases::host_held_rule(*conditions, domain::tool_label(tool)),
            None => phrases::host_held_rule_every(*conditions),
        },
        Holding::Tier { tool, tier: to, .. } => {
            let (_, word) = tier(*to);
            phrases::host_held_tier(word, domain::tool_label(tool))
        }
        Holding::Trusted {} => phrases::host_held_trusted(),
        Holding::Unguarded { other, inward, .. } => match inward {
            true => phrases::host_held_unguarded_from(shown(other)),
            false => phrases::host_held_unguarded_to(shown(other)),
        },
    }
}

/// Names why something cannot move.
fn why_not(holding: &Holding) -> Phrase {
    match holding {
        Holding::Account { .. } => phrases::host_held_not_account(),
        Holding::Root { .. } => phrases::host_held_not_root(),
        Holding::Variable { .. }
        | Holding::Header { .. }
        | Holding::Reach { .. }
        | Holding::PrivateFolder {}
        | Holding::Sampling {}
        | Holding::Elicitation {}
        | Holding::Unreviewed {}
        | Holding::Budget { .. }
        | Holding::Rule { .. }
        | Holding::Tier { .. }
        | Holding::Trusted {}
        | Holding::Unguarded { .. } => phrases::host_held_not_used(),
    }
}
