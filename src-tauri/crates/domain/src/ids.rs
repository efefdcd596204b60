//! Identifiers minted by this host. None of them ever comes from a server or a model.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// A new identifier; later ones sort after earlier ones.
            #[must_use]
            #[allow(clippy::new_without_default, reason = "a new identifier is no default value")]
            pub fn new() -> Self {
                Self(Uuid::now_v7())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    };
}

id!(
    /// A server the user added. A new server of the same name is another server.
    ServerId
);
id!(
    /// A conversation.
    ConversationId
);
id!(
    /// A project: conversations with common instructions and defaults.
    ProjectId
);
id!(
    /// A message of a conversation's tree.
    MessageId
);
id!(
    /// A file or a resource that the user attached.
    AttachmentId
);
id!(
    /// A preset of the user: a text with a name.
    PresetId
);
id!(
    /// One tool call, from the model's intent to its outcome.
    CallId
);
id!(
    /// A pending approval.
    ApprovalId
);
id!(
    /// A model endpoint the user added.
    ProviderId
);
id!(
    /// A rule of the policy, permanent or for one conversation.
    RuleId
);
id!(
    /// One request of a server to this host, from its arrival to its answer.
    RequestId
);
