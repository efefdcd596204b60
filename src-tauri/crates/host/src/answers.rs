//! A person's answers to approval requests, validated before they take effect.

mod endpoint;

use std::collections::BTreeSet;

use consent::{
    ApprovalAnswer, ApprovalRequest, ClientApproval, GrantScope, Offers, PendingApproval,
    SchemaCheck, ToolApproval, Unasked,
};
use domain::{ApprovalId, CallId, JsonObjectText};
use host_api::{AnswerView, ApiError, ErrorCode, ScopeView};
use messages::{Value, phrases};
use secrets::Secret;

use crate::{addresses::kept_as, inner::Host, servers::revoke_named};

/// Largest value that is accepted for a variable or a key, in bytes.
const MAX_VALUE: usize = 8 * 1024;
/// The value name under which the window passes the identifier of a user-supplied OAuth client.
const CLIENT_ID: &str = "client_id";
/// The beginning of the value names under which a shell passes that the person ticked a risky variable; its name follows. No
/// variable has such a name.
const TICK: &str = "tick:";
/// The value name of that client's secret. See [`CLIENT_ID`].
const CLIENT_SECRET: &str = "client_secret";

impl Host {
    /// Records that an approval request is painted and has the focus.
    ///
    /// # Errors
    /// The approval is no longer pending, or it was edited since.
    pub fn prompt_shown(&self, id: ApprovalId, revision: u32) -> Result<(), ApiError> {
        Ok(self.inner.consent.shown(id, revision)?)
    }

    /// Records that the consent window lost the focus or was hidden. Nothing can be allowed before it is shown again.
    pub fn prompts_hidden(&self) {
        self.inner.consent.hidden();
    }

    /// Answers an approval request. Values and keys are stored in the keychain before the answer takes effect. A key is verified
    /// with the endpoint before that.
    ///
    /// # Errors
    /// The approval is no longer pending, was edited since, or was not on display long enough; a value is missing. The endpoint
    /// refuses the key or does not answer, or the keychain refuses. The approval then stays pending.
    pub async fn answer_prompt(
        &self,
        id: ApprovalId,
        revision: u32,
        answer: AnswerView,
    ) -> Result<(), ApiError> {
        match answer {
            AnswerView::Deny { note } => {
                Ok(self
                    .inner
                    .consent
                    .answer(id, revision, ApprovalAnswer::Deny { note })?)
            }
            AnswerView::Dismiss => {
                Ok(self
                    .inner
                    .consent
                    .answer(id, revision, ApprovalAnswer::Dismiss)?)
            }
            AnswerView::AllowAndTrust { allow } => {
                let scope = call_scope(*allow)?;
                let allow = ApprovalAnswer::AllowAndTrust(scope);
                Ok(self.inner.consent.answer(id, revision, allow)?)
            }
            AnswerView::AllowMoving { moves } => {
                let index = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
                let ticked = moves.into_iter().map(index).collect();
                Ok(self.inner.consent.allow_moving(id, revision, &ticked)?)
            }
            AnswerView::AllowRoot { choice } => self.answer_root(id, revision, choice).await,
            AnswerView::ApplyChanges { changes } => self.answer_changes(id, revision, &changes),
            AnswerView::DiscardChanges { changes } => {
                self.discard_changes(id, revision, &changes).await
            }
            AnswerView::Fill { content } => self.fill_form(id, revision, &content).await,
            AnswerView::AllowCalls { calls } => {
                let calls: Option<Vec<CallId>> = calls.iter().map(|id| id.parse().ok()).collect();
                let calls = calls.ok_or(consent::AnswerError::OtherCalls)?;
                Ok(self.inner.consent.allow_calls(id, revision, &calls)?)
            }
            AnswerView::AllowWhere { .. } | AnswerView::AllowTools { .. } => {
                let allow = ApprovalAnswer::Allow(call_scope(answer)?);
                Ok(self.inner.consent.answer(id, revision, allow)?)
            }
            AnswerView::Allow { scope, values, key } => {
                let scope = scope_of(scope)?;
                self.inner.consent.can_allow(id, revision, &scope)?;
                let prompt = self.prompt(id)?;
                let endpoint = prompt.question.endpoint();
                if let Some(change) = endpoint
                    && change.model.is_empty()
                {
                    let message = phrases::host_answer_model_missing();
                    return Err(ApiError::new(ErrorCode::Invalid, message));
                }
                if let (Some(change), Some(key)) = (endpoint, entered(&key)) {
                    self.inner.models_of(change, Some(&checked(key)?)).await?;
                    // The steps above take time: the approval may have been answered or have expired meanwhile.
                    self.inner.consent.can_allow(id, revision, &scope)?;
                }
                let ticked = ticked(&values);
                if let Some(launch) = prompt.question.launch() {
                    launch.check_ticks(&ticked)?;
                    revoke_named(self, launch.spec.server(), &values).await?;
                }
                self.keep_values(&prompt, values, key).await?;
                if prompt.question.launch().is_some() {
                    return Ok(self.inner.consent.allow_launch(id, revision, ticked)?);
                }
                Ok(self
                    .inner
                    .consent
                    .answer(id, revision, ApprovalAnswer::Allow(scope))?)
            }
        }
    }

    /// Closes an approval request that was never shown to a person: nothing is allowed, and the audit log records why.
    ///
    /// # Errors
    /// The approval is no longer pending.
    pub fn leave_unasked(&self, id: ApprovalId, why: Unasked) -> Result<(), ApiError> {
        // A denial takes effect whatever the revision.
        let denied = self
            .inner
            .consent
            .answer(id, 0, ApprovalAnswer::Unasked(why));
        Ok(denied?)
    }

    /// Marks all later approval requests as answered at a terminal.
    pub fn asks_at_terminal(&self) {
        self.inner.consent.asks_at_terminal();
    }

    /// Replaces the arguments of a pending call. The new arguments are validated and evaluated again. Returns the new revision.
    ///
    /// # Errors
    /// The arguments are not JSON, do not fit the tool's schema or are refused by a rule, or the approval changed meanwhile.
    pub async fn edit_prompt(
        &self,
        id: ApprovalId,
        revision: u32,
        json: &str,
    ) -> Result<u32, ApiError> {
        let prompt = self.prompt(id)?;
        let ApprovalRequest::Tool(current) = prompt.question else {
            return Err(ApiError::new(
                ErrorCode::Invalid,
                phrases::host_answer_not_editable(),
            ));
        };
        let arguments = JsonObjectText::parse(json)
            .map_err(|error| phrases::host_answer_not_json(error.to_string()))
            .map_err(|message| ApiError::new(ErrorCode::Invalid, message))?;
        let check =
            schema_check::check_arguments(&current.definition.input_schema, &arguments).await;
        if let SchemaCheck::Broken(problems) = &check {
            let message = phrases::host_answer_misfit(Value::list(problems));
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let mut call = current.call.clone();
        call.arguments = arguments;
        let edited = call.arguments != current.asked;
        let evaluation = self
            .inner
            .evaluate(&call, &current.definition, edited)
            .await?;
        let offers = if edited {
            Offers::default()
        } else {
            self.inner.offers(&call, &evaluation).await?
        };
        let question = ToolApproval {
            offers,
            call,
            evaluation,
            schema: check,
            ..*current
        };
        Ok(self.inner.consent.revise(id, revision, question)?)
    }

    /// Removes one call from a group so that it is decided alone: to edit it, or to allow it for longer.
    ///
    /// # Errors
    /// The group is no longer pending, changed meanwhile, or has no such call.
    pub fn decide_apart(
        &self,
        id: ApprovalId,
        revision: u32,
        call: CallId,
    ) -> Result<(), ApiError> {
        Ok(self.inner.consent.decide_apart(id, revision, call)?)
    }

    async fn keep_values(
        &self,
        prompt: &PendingApproval,
        values: Vec<(String, String)>,
        key: Option<String>,
    ) -> Result<(), ApiError> {
        let question = &prompt.question;
        if let Some(q) = question.launch() {
            let secrets = self.inner.keychain.server(q.spec.server());
            for name in &q.missing_values {
                let mut entered = values.iter().filter(|(n, v)| n == name && !v.is_empty());
                let (_, value) = entered.next().ok_or_else(|| {
                    ApiError::new(ErrorCode::Invalid, phrases::host_answer_no_value(name))
                })?;
                let value = checked(value)?;
                secrets.set(&kept_as(&q.spec, name), &value).await?;
            }
        } else if let (Some(change), Some(key)) = (question.endpoint(), entered(&key)) {
            let key = checked(key)?;
            let (provider, url) = (change.provider, &change.base_url);
            self.inner.keep_key(provider, url, key).await?;
        } else if let Some(q) = question.client() {
            self.keep_client(q, &values).await?;
        }
        Ok(())
    }
}

/// Returns the risky variables that the person ticked.
fn ticked(values: &[(String, String)]) -> BTreeSet<String> {
    let names = values
        .iter()
        .filter_map(|(name, _)| name.strip_prefix(TICK));
    names.map(str::to_owned).collect()
}

impl Host {
    /// Stores the OAuth client that was entered. A client from the command line is stored once the answer takes effect.
    async fn keep_client(
        &self,
        q: &ClientApproval,
        values: &[(String, String)],
    ) -> Result<(), ApiError> {
        if q.id.is_some() {
            return Ok(());
        }
        let value = |name: &str| {
            let found = values.iter().find(|(n, _)| n == name);
            found
                .map(|(_, value)| value.trim())
                .filter(|value| !value.is_empty())
        };
        let Some(id) = value(CLIENT_ID) else {
            return Err(ApiError::new(
                ErrorCode::Invalid,
                phrases::host_answer_no_client(),
            ));
        };
        let secret = value(CLIENT_SECRET).map(checked).transpose()?;
        self.set_client(q.server, &q.issuer, id.to_owned(), secret)
            .await
    }
}

/// Returns the grant scope of a call's answer: what is allowed, and for how long.
fn call_scope(allow: AnswerView) -> Result<GrantScope, ApiError> {
    match allow {
        AnswerView::Allow { scope, .. } => scope_of(scope),
        AnswerView::AllowWhere { condition } => Ok(GrantScope::Where(
            usize::try_from(condition).unwrap_or(usize::MAX),
        )),
        AnswerView::AllowTools { tools, minutes } => Ok(GrantScope::Tools { tools, minutes }),
        AnswerView::Deny { .. }
        | AnswerView::AllowAndTrust { .. }
        | AnswerView::AllowCalls { .. }
        | AnswerView::AllowMoving { .. }
        | AnswerView::AllowRoot { .. }
        | AnswerView::ApplyChanges { .. }
        | AnswerView::DiscardChanges { .. }
        | AnswerView::Fill { .. }
        | AnswerView::Dismiss => Err(consent::AnswerError::TrustNotOffered.into()),
    }
}

fn scope_of(scope: ScopeView) -> Result<GrantScope, ApiError> {
    match scope {
        ScopeView::Once => Ok(GrantScope::Once),
        ScopeView::Conversation => Ok(GrantScope::Conversation),
        ScopeView::Run => Ok(GrantScope::Run),
        ScopeView::Standing => Ok(GrantScope::Standing),
        // Both scopes need details beyond the scope itself.
        ScopeView::Where | ScopeView::Tools => Err(consent::AnswerError::OnceOnly.into()),
    }
}

/// Returns a typed key without surrounding white space.
pub(super) fn entered(key: &Option<String>) -> Option<&str> {
    key.as_deref().map(str::trim).filter(|key| !key.is_empty())
}

pub(super) fn checked(value: &str) -> Result<Secret, ApiError> {
    if value.len() > MAX_VALUE || value.contains('\0') {
        return Err(ApiError::new(
            ErrorCode::Invalid,
            phrases::host_answer_bad_value(MAX_VALUE / 1024),
        ));
    }
    Ok(Secret::new(value.to_owned()))
}
