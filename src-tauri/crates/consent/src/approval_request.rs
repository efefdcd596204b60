//! The kinds of approval requests: a closed set.

use domain::{ConversationId, ServerId};

use crate::{
    AuthorityChange, CallGroup, ChangeApproval, ClientApproval, EndpointChange, FeatureChange,
    LaunchApproval, OutflowApproval, RequestApproval, RootApproval, SignInApproval, ToolApproval,
};

/// Everything a person can be asked.
#[derive(Clone, Debug)]
pub enum ApprovalRequest {
    /// May this call be sent?
    Tool(Box<ToolApproval>),
    /// Which of these calls may be sent? Only shown: each call is queued and recorded as a [`ApprovalRequest::Tool`].
    Calls(Box<CallGroup>),
    /// May this be started or connected to?
    Launch(Box<LaunchApproval>),
    /// May conversations be sent to this endpoint?
    Endpoint(Box<EndpointChange>),
    /// May results of tools be sent to this endpoint?
    Outflow(Box<OutflowApproval>),
    /// May a server have what it asks for?
    Request(Box<RequestApproval>),
    /// May a server ask for such things at all?
    Feature(Box<FeatureChange>),
    /// May this be opened in the browser, to sign in to a server?
    SignIn(Box<SignInApproval>),
    /// May authority be widened?
    Authority(Box<AuthorityChange>),
    /// May a server know of this folder?
    Root(Box<RootApproval>),
    /// Is what a server changed of a tool, or of its instructions, accepted?
    Change(Box<ChangeApproval>),
    /// May this client, which the user has, be kept to sign in to a server with?
    Client(Box<ClientApproval>),
}

impl ApprovalRequest {
    /// The server it is about, if it is about one.
    #[must_use]
    pub fn server(&self) -> Option<ServerId> {
        match self {
            Self::Tool(q) => Some(q.call.tool.server),
            Self::Calls(group) => Some(group.common.server),
            Self::Launch(q) => Some(q.spec.server()),
            Self::Request(q) => Some(q.server),
            Self::Feature(change) => Some(change.server),
            Self::SignIn(q) => Some(q.server),
            Self::Client(q) => Some(q.server),
            Self::Authority(change) => change.server,
            Self::Change(q) => Some(q.server),
            Self::Root(q) => Some(q.grant.server),
            Self::Endpoint(_) | Self::Outflow(_) => None,
        }
    }

    /// The conversation it is asked in, if in one.
    #[must_use]
    pub fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::Tool(q) => q.call.conversation,
            Self::Calls(group) => group.common.conversation,
            Self::Outflow(q) => Some(q.conversation),
            Self::Change(q) => q.conversation,
            Self::Launch(_)
            | Self::Endpoint(_)
            | Self::Request(_)
            | Self::Feature(_)
            | Self::SignIn(_)
            | Self::Authority(_)
            | Self::Root(_)
            | Self::Client(_) => None,
        }
    }

    /// Whether it asks exactly what another one asks: then one answer answers both.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tool(a), Self::Tool(b)) => a.is_same(b),
            (Self::Authority(a), Self::Authority(b)) => a == b,
            (Self::Change(a), Self::Change(b)) => a == b,
            (_, _) => false,
        }
    }

    /// The same request as its asker knows it: about their own call.
    #[must_use]
    pub(crate) fn asked_as(&self, own: &Self) -> Self {
        match (self, own) {
            (Self::Tool(shown), Self::Tool(own)) => {
                let mut question = shown.clone();
                question.call.id = own.call.id;
                Self::Tool(question)
            }
            (_, _) => self.clone(),
        }
    }
}

macro_rules! accessors {
    ($($name:ident: $variant:ident($of:ty)),+ $(,)?) => {
        impl ApprovalRequest {
            $(
                /// The payload, if the request is of this kind.
                #[must_use]
                pub fn $name(&self) -> Option<&$of> {
                    if let Self::$variant(question) = self { Some(question) } else { None }
                }
            )+
        }
    };
}
accessors! {
    tool: Tool(ToolApproval),
    calls: Calls(CallGroup),
    launch: Launch(LaunchApproval),
    endpoint: Endpoint(EndpointChange),
    outflow: Outflow(OutflowApproval),
    request: Request(RequestApproval),
    feature: Feature(FeatureChange),
    sign_in: SignIn(SignInApproval),
    authority: Authority(AuthorityChange),
    change: Change(ChangeApproval),
    root: Root(RootApproval),
    client: Client(ClientApproval),
}
