//! The list of approval kinds. A new kind is a file below this module and one line in the list.

mod apply;
mod authority;
mod calls;
mod change;
mod client;
mod elicitation;
mod endpoint;
mod feature;
mod launch;
mod link;
mod outflow;
mod reach;
mod replacement;
mod request;
mod root;
mod roots;
mod sampling;
mod sampling_reply;
mod sign_in;
mod tool;

use domain::{ConversationId, RequestId, ServerId};
use serde::{Deserialize, Serialize};

use crate::{AnswerError, Decide, GrantScope, Mute};

pub(crate) use calls::OpenGroups;
pub use {
    apply::{ApplyApproval, ApplyDetail, ChangedFile, ChangedFiles},
    authority::{AuthorityChange, AuthorityDetail, NewRule, StoredAuthority, Widening},
    calls::{
        CallGroup, CallsDetail, GroupKey, GroupedCall, MAX_GROUP, MAX_GROUP_BYTES,
        MAX_GROUPED_CALL_BYTES,
    },
    change::{
        ChangeApproval, ChangeDetail, Changed, ChangedPart, ChangedWhat, LoggedDifference,
        LoggedLine, NewTool,
    },
    client::{ClientApproval, ClientDetail},
    elicitation::{ElicitationApproval, ElicitationDetail},
    endpoint::{EndpointChange, EndpointDetail},
    feature::{Feature, FeatureChange, FeatureDetail},
    launch::{LaunchApproval, LaunchAuthority, LaunchDetail, LaunchedSpec},
    link::{LinkApproval, LinkDetail},
    outflow::{NamedServer, OutflowApproval, OutflowAuthority, OutflowDetail},
    reach::{ReachApproval, ReachDetail},
    replacement::{Held, Holding, Replacement, ReplacementApproval, ReplacementDetail},
    request::{InRound, RequestApproval},
    root::{
        GrantedRoot, RootApproval, RootChoice, RootDetail, RootFacts, RootRisk, SecretFound,
        SecretKind,
    },
    roots::RootsDetail,
    sampling::{
        BlockEdit, ModelReason, SamplingApproval, SamplingContext, SamplingDetail, SamplingDraft,
        SamplingEdit, SamplingModel,
    },
    sampling_reply::{SamplingAnswer, SamplingReplyApproval},
    sign_in::{SignInApproval, SignInClient, SignInDetail},
    tool::{
        MAX_SCHEMA_BYTES, Offers, ReadingTool, Requester, SchemaCheck, ToolApproval, ToolDetail,
        Unchecked,
    },
};

mod sealed {
    /// Only the list implements it, so that no other crate can decide a kind of its own.
    pub trait Sealed {}
}

/// A kind in the list. Only such a kind can be decided, and no other crate can add one: whoever could would construct any
/// [`Approved`](crate::Approved).
pub trait Listed: Decide + sealed::Sealed {
    /// The request, if it is of this kind; else the request as it was.
    ///
    /// # Errors
    /// It is of another kind.
    fn take(request: ApprovalRequest) -> Result<Box<Self>, ApprovalRequest>;

    /// This kind as a request.
    fn into_request(self) -> ApprovalRequest;

    /// What the log keeps of it.
    fn to_detail(&self) -> Detail;
}

macro_rules! kinds {
    ($d:tt $($(#[$doc:meta])+ $name:ident: $kind:ident($of:ty)),+ $(,)?) => {
        /// Everything that is decided.
        #[derive(Clone, Debug)]
        pub enum ApprovalRequest {
            $($(#[$doc])+ $kind(Box<$of>),)+
        }

        /// What the log keeps of a decision, by its kind. `about` names the kind.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "about", rename_all = "snake_case")]
        pub enum Detail {
            $($(#[$doc])+ $kind(<$of as Decide>::Detail),)+
        }

        /// The type of each kind, for the macros.
        #[doc(hidden)]
        pub mod of_kind {
            #[allow(clippy::wildcard_imports, reason = "the list names the types as its module does")]
            use super::*;

            $($(#[$doc])+ pub type $kind = $of;)+
        }

        $(
            impl sealed::Sealed for $of {}

            impl Listed for $of {
                fn take(request: ApprovalRequest) -> Result<Box<Self>, ApprovalRequest> {
                    if let ApprovalRequest::$kind(it) = request { Ok(it) } else { Err(request) }
                }

                fn into_request(self) -> ApprovalRequest {
                    ApprovalRequest::$kind(Box::new(self))
                }

                fn to_detail(&self) -> Detail {
                    Detail::$kind(self.detail())
                }
            }
        )+

        impl ApprovalRequest {
            $(
                /// The request, if it is of this kind.
                #[must_use]
                pub fn $name(&self) -> Option<&$of> {
                    if let Self::$kind(it) = self { Some(it) } else { None }
                }
            )+

            /// Whether it asks exactly what another one asks: then one answer answers both.
            #[must_use]
            pub fn is_same(&self, other: &Self) -> bool {
                match self { $(Self::$kind(it) => other.$name().is_some_and(|other| it.is_same(other)),)+ }
            }
        }

        /// Evaluates an expression with the request of an [`ApprovalRequest`], whatever its kind.
        #[macro_export]
        macro_rules! each_kind {
            ($d request:expr, $d it:ident => $d body:expr) => {
                match $d request { $($crate::ApprovalRequest::$kind($d it) => $d body,)+ }
            };
        }

        /// Evaluates an expression with the type of a [`Detail`]'s kind and the detail.
        #[macro_export]
        macro_rules! each_detail {
            ($d detail:expr, $d kind:ident, $d it:ident => $d body:expr) => {
                match $d detail { $($crate::Detail::$kind($d it) => { type $d kind = $crate::of_kind::$kind; $d body })+ }
            };
        }
    };
}

kinds! {
    $
    /// A tool call.
    tool: Tool(ToolApproval),
    /// Tool calls of one step. Only shown: each is queued and recorded as [`ApprovalRequest::Tool`].
    calls: Calls(CallGroup),
    /// The start of a server, or a connection to one.
    launch: Launch(LaunchApproval),
    /// Another program in the place of a server's.
    replacement: Replacement(ReplacementApproval),
    /// A model endpoint that gets conversations.
    endpoint: Endpoint(EndpointChange),
    /// A model endpoint that gets tool results.
    outflow: Outflow(OutflowApproval),
    /// A reply that names the granted folders.
    roots: Roots(RequestApproval<domain::RootsReply>),
    /// A server's request to the user's model.
    sampling: Sampling(RequestApproval<SamplingApproval>),
    /// The model's reply to a server.
    sampling_reply: SamplingReply(RequestApproval<SamplingReplyApproval>),
    /// A form or a page that a server wants from the user.
    elicitation: Elicitation(RequestApproval<ElicitationApproval>),
    /// A server's permission to make such requests.
    feature: Feature(FeatureChange),
    /// A sign-in to a server.
    sign_in: SignIn(SignInApproval),
    /// A permission that widens authority.
    authority: Authority(AuthorityChange),
    /// A folder that a server gets.
    root: Root(RootApproval),
    /// Pending changes of a folder, to be applied.
    apply: Apply(ApplyApproval),
    /// A host that a confined server wants to reach.
    reach: Reach(ReachApproval),
    /// A change of a server's tool or instructions.
    change: Change(ChangeApproval),
    /// An OAuth client that the user registered.
    client: Client(ClientApproval),
    /// A link of a conversation that the user followed.
    link: Link(LinkApproval),
}

macro_rules! delegate {
    ($($(#[$doc:meta])+ $name:ident($($arg:ident: $of:ty),*) -> $out:ty;)+) => {
        impl ApprovalRequest {
            $(
                $(#[$doc])+
                pub fn $name(&self, $($arg: $of),*) -> $out {
                    each_kind!(self, it => it.$name($($arg),*))
                }
            )+
        }
    };
}

delegate! {
    /// See [`Decide::server`].
    #[must_use]
    server() -> Option<ServerId>;
    /// See [`Decide::conversation`].
    #[must_use]
    conversation() -> Option<ConversationId>;
    /// See [`Decide::offers`].
    #[must_use]
    offers(scope: &GrantScope) -> bool;
    /// See [`Decide::mute`].
    #[must_use]
    mute() -> Option<Mute>;
    /// See [`Decide::complete`].
    ///
    /// # Errors
    /// It is not complete.
    complete() -> Result<(), AnswerError>;
    /// See [`Decide::waits_for_input`].
    #[must_use]
    waits_for_input() -> bool;
    /// See [`Decide::may_ask_again`].
    #[must_use]
    may_ask_again() -> bool;
}

impl Detail {
    /// Whether it is about a request that a server made.
    #[must_use]
    pub fn is_request(&self) -> bool {
        each_detail!(self, Kind, _it => <Kind as Decide>::IS_REQUEST)
    }

    /// Whether a person changed the request before it was decided.
    #[must_use]
    pub fn was_edited(&self) -> bool {
        each_detail!(self, Kind, it => <Kind as Decide>::was_edited(it))
    }
}

impl ApprovalRequest {
    /// The server's request that it answers, if it answers one.
    #[must_use]
    pub fn server_request(&self) -> Option<RequestId> {
        each_kind!(self, it => it.request())
    }

    /// The same request as its asker knows it: about their own call.
    #[must_use]
    pub(crate) fn asked_as(&self, own: &Self) -> Self {
        match (self, own) {
            (Self::Tool(shown), Self::Tool(own)) => {
                let mut shown = shown.clone();
                shown.call.id = own.call.id;
                Self::Tool(shown)
            }
            (_, _) => self.clone(),
        }
    }
}

impl<K: Listed> From<K> for ApprovalRequest {
    fn from(kind: K) -> Self {
        kind.into_request()
    }
}
