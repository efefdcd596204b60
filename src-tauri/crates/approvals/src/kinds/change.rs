//! View of a change approval: the accepted definition, the current one, and warnings.

use std::collections::BTreeMap;

use consent::{ChangeApproval, ChangeDetail, Changed, ChangedPart};
use domain::{ToolDefinition, definition_changes, pretty, roomier_fields};
use host_api::{ApprovalKindView, AuditChangeView, ChangeApprovalView, ReasonKind, ReasonView};
use messages::{Phrase, Text, phrases};
use policy::{Tier, Walls, effective_tier};

use crate::{
    Alike, Common, Servers, Show,
    characters::shadows,
    difference,
    oddities::{Place, oddities, oddities_of_tool},
    wording::{reason, segments, tier},
};

/// What is known of a change besides the request.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The tools whose names are confusable with each changed or new tool, by the tool's name.
    pub alike: BTreeMap<String, Vec<Alike>>,
    /// How the tool was used; none where that cannot be read.
    pub used: Option<ToolUse>,
    /// Whether a permission for the accepted definition ends with it.
    pub voids: bool,
}

/// How a tool was used.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToolUse {
    /// Number of calls that were sent.
    pub calls: u64,
    /// The first call, in milliseconds since the Unix epoch.
    pub first_ms: Option<i64>,
    /// The last call, in milliseconds since the Unix epoch.
    pub last_ms: Option<i64>,
}

impl Facts {
    fn shadows(&self, name: &str) -> Vec<ReasonView> {
        let found = self.alike.get(name);
        shadows(name, found.map_or(&[][..], Vec::as_slice))
    }
}

impl Show for ChangeApproval {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        let server = domain::visible(&self.server_name);
        match self.part() {
            ChangedPart::Tool(tool) => {
                phrases::consent_change_title_tool(server, domain::tool_label(&tool))
            }
            ChangedPart::Instructions => phrases::consent_change_title_instructions(server),
            ChangedPart::NewTools => phrases::consent_change_title_new(server),
        }
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Change {
            change: change(self, facts),
        }
    }

    fn logged(_: &ChangeDetail, subject: String) -> Text {
        phrases::host_logged_setting(subject).into()
    }
}

/// Maximum number of warnings about new tools.
const MAX_REASONS: usize = 50;

/// Maximum number of new data fields that are named.
const MAX_FIELDS: usize = 5;

/// Returns the view of a change.
fn change(q: &ChangeApproval, facts: &Facts) -> ChangeApprovalView {
    let digests = q.digests().map(|both| both.map(|digest| digest.short()));
    let [before, now] = digests.unwrap_or_default();
    let mut view = ChangeApprovalView {
        server: facts.common.servers.tag(q.server, &q.server_name),
        tool: q.tool().map(domain::tool_label),
        new_tools: 0,
        accepted_ms: q.accepted_ms as f64,
        tier_before: None,
        tier: None,
        parts: Vec::new(),
        reasons: Vec::new(),
        before_full: Vec::new(),
        now_full: Vec::new(),
        digest_before: before,
        digest: now,
        calls: 0,
        first_call_ms: None,
        last_call_ms: None,
        voids: false,
        for_models: false,
    };
    [view.tier_before, view.tier] = tier_views(q.tiers());
    match &q.changed {
        Changed::Tool { before, now } => of_tool(before, now, facts, &mut view),
        Changed::NewTools { tools } => of_new(tools, facts, &mut view),
        Changed::Instructions {
            before,
            now,
            for_models,
            ..
        } => {
            view.for_models = *for_models;
            let words = now.as_deref().unwrap_or_default();
            view.parts = vec![difference::text(
                phrases::host_part_instructions(),
                before.as_deref(),
                now.as_deref(),
            )];
            view.reasons = oddities(None, &[(Place::Instructions, words)]);
            view.before_full = segments(before.as_deref().unwrap_or_default());
            view.now_full = segments(words);
        }
    }
    view
}

/// Returns both tiers with their labels.
fn tier_views(tiers: Option<[Tier; 2]>) -> [Option<(u32, Text)>; 2] {
    tiers.map_or([None, None], |both| both.map(|it| Some(tier(it))))
}

/// Returns what the audit log keeps of a decision about a change.
#[must_use]
pub fn kept(detail: &ChangeDetail) -> AuditChangeView {
    let [tier_before, tier] = tier_views(detail.tiers);
    AuditChangeView {
        tier_before,
        tier,
        parts: difference::logged(&detail.difference),
        more: u32::try_from(detail.difference.more).unwrap_or(u32::MAX),
        new_tools: detail
            .new
            .iter()
            .map(|it| domain::tool_label(&it.tool))
            .collect(),
        cut: detail.difference.lines.iter().any(|line| line.cut),
    }
}

/// Shows each new tool as one part, all of it added.
fn of_new(tools: &[ToolDefinition], facts: &Facts, view: &mut ChangeApprovalView) {
    view.new_tools = u32::try_from(tools.len()).unwrap_or(u32::MAX);
    view.parts = tools.iter().map(difference::new_tool).collect();
    let full: Vec<String> = tools.iter().map(|tool| pretty(&tool.raw)).collect();
    view.now_full = segments(&full.join("\n\n"));
    for tool in tools {
        view.reasons.extend(oddities_of_tool(tool));
        view.reasons.extend(facts.shadows(&tool.tool.name));
    }
    view.reasons.truncate(MAX_REASONS);
}

fn of_tool(
    before: &ToolDefinition,
    now: &ToolDefinition,
    facts: &Facts,
    view: &mut ChangeApprovalView,
) {
    let changes = definition_changes(&before.raw, &now.raw);
    view.parts = difference::parts(&changes);
    view.before_full = segments(&pretty(&before.raw));
    view.now_full = segments(&pretty(&now.raw));
    view.reasons = stands_out(now, before, &roomier_fields(&changes));
    view.reasons.extend(facts.shadows(&now.tool.name));
    if let Some(used) = facts.used {
        view.calls = u32::try_from(used.calls).unwrap_or(u32::MAX);
        view.first_call_ms = used.first_ms.map(|at| at as f64);
        view.last_call_ms = used.last_ms.map(|at| at as f64);
    }
    view.voids = facts.voids;
}

/// Returns warnings about a change.
pub(crate) fn stands_out(
    now: &ToolDefinition,
    before: &ToolDefinition,
    roomier: &[&str],
) -> Vec<ReasonView> {
    let mut out = oddities_of_tool(now);
    for field in roomier.iter().take(MAX_FIELDS) {
        let lead = phrases::host_change_roomier_lead(domain::visible(field));
        out.push(reason(
            ReasonKind::Flow,
            lead,
            phrases::host_change_roomier(),
        ));
    }
    if roomier.len() > MAX_FIELDS {
        let lead = phrases::host_change_roomier_more(roomier.len() - MAX_FIELDS);
        out.push(reason(ReasonKind::Flow, lead, ""));
    }
    let newly = |claim: fn(&ToolDefinition) -> bool| claim(now) && !claim(before);
    if newly(|t| t.annotations.read_only_hint == Some(true)) {
        out.push(reason(
            ReasonKind::Claim,
            phrases::host_change_claims_reading(),
            phrases::host_change_claim(),
        ));
    }
    if newly(|t| t.annotations.destructive_hint == Some(false)) {
        out.push(reason(
            ReasonKind::Claim,
            phrases::host_change_claims_harmless(),
            phrases::host_change_claim(),
        ));
    }
    if newly(|t| effective_tier(None, &t.annotations, false, Walls::None) == Tier::T4) {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_change_destructive_lead(),
            phrases::host_change_destructive(),
        ));
    }
    out
}
