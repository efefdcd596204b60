//! Where a piece of a conversation came from.

use serde::{Deserialize, Serialize};

use crate::{CallId, ServerId};

/// The origin of a stored part of a message. Set by the host, never by the sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Provenance {
    /// Typed by the user.
    User,
    /// A file of the user's own, which the user attached. Its content is data, not words of the user.
    File {
        /// The last component of its name.
        name: String,
        /// The part of it in English, such as "pages 1 to 20 of 340"; empty for all of it.
        part: String,
        /// The servers that could change the file when it was read, by their folder grants. It may hold their text.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        writers: Vec<ServerId>,
    },
    /// Written by a model.
    Model {
        /// The model's name at its endpoint.
        model: String,
    },
    /// Returned by a tool of a server.
    Tool {
        /// The server it came from.
        server: ServerId,
        /// The call that brought it.
        call: CallId,
    },
    /// Read from a resource of a server.
    Resource {
        /// The server it came from.
        server: ServerId,
        /// The resource's URI on that server.
        uri: String,
    },
    /// Read from a prompt of a server, which the user inserted. It is that server's text, whichever role the server assigned to it.
    Prompt {
        /// The server it came from.
        server: ServerId,
        /// The prompt's name on that server.
        prompt: String,
        /// The part of it in English, such as "message 2 of 3, in the role of the assistant"; empty for all of it.
        part: String,
    },
    /// Defined by a server: the name, description and schema of a tool.
    Definition {
        /// The server that defines it.
        server: ServerId,
        /// The tool's name on that server.
        tool: String,
    },
    /// A server's own instructions for the model. They are that server's claims.
    Instructions {
        /// The server that wrote them.
        server: ServerId,
    },
    /// Written by this host, for example a notice that a call was denied.
    Host,
}

impl Provenance {
    /// The server that it came from, if it came from one.
    #[must_use]
    pub fn server(&self) -> Option<ServerId> {
        match self {
            Self::Tool { server, .. }
            | Self::Resource { server, .. }
            | Self::Prompt { server, .. }
            | Self::Definition { server, .. }
            | Self::Instructions { server } => Some(*server),
            Self::User | Self::File { .. } | Self::Model { .. } | Self::Host => None,
        }
    }

    /// The servers whose data this may be: the one that it came from, or those that could write the file.
    #[must_use]
    pub fn data_of(&self) -> Vec<ServerId> {
        match self {
            Self::File { writers, .. } => writers.clone(),
            Self::User
            | Self::Model { .. }
            | Self::Tool { .. }
            | Self::Resource { .. }
            | Self::Prompt { .. }
            | Self::Definition { .. }
            | Self::Instructions { .. }
            | Self::Host => self.server().into_iter().collect(),
        }
    }
}
