//! View of another program in the place of a server's: its launch, and what the server has.

use consent::{
    Held, Holding, LaunchApproval, LaunchAuthority, ReplacementApproval, ReplacementDetail,
};
use domain::{LaunchSpec, origin_of};
use host_api::{ApprovalKindView, HeldView, LaunchApprovalView, ReplacementApprovalView};
use messages::{Phrase, Text, Value, phrases};

use super::launch;
use crate::{Common, Servers, Show, difference, wording::holding};

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
            what: holding(&held.what).into(),
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
        let list = |held: &[Holding]| Value::list(held.iter().map(holding));
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
        changes: difference::view(Text::default(), Text::default(), true, &lines).lines,
        ..launch::launch(&request, facts)
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
