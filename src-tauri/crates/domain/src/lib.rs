//! Types that every crate shares: identifiers, tools and calls, payloads of approvals, provenance of data, hidden characters.
//!
//! No I/O and no async. Every other crate may depend on this one; it depends on none of them.
//!
//! ```
//! use domain::{JsonObjectText, visible};
//!
//! // Arguments are compacted once and stay text: the bytes that are approved are the bytes that are sent.
//! let arguments = JsonObjectText::parse(r#"{ "path": "notes.txt" }"#)?;
//! assert_eq!(arguments.as_str(), r#"{"path":"notes.txt"}"#);
//!
//! // Two parsers could read duplicate keys differently, so they are rejected.
//! assert!(JsonObjectText::parse(r#"{"path": "a", "path": "b"}"#).is_err());
//!
//! // Hidden characters are written out before anybody reads them.
//! assert_eq!(visible("pay\u{202e}load"), "pay⟨U+202E⟩load");
//! # Ok::<(), domain::JsonError>(())
//! ```

mod address;
mod alike;
mod confinement;
mod definition;
mod difference;
mod digest;
mod era;
mod ids;
mod intent;
mod json;
mod jsontree;
mod keys;
mod launch;
mod loopback;
mod moment;
mod odd;
mod origin;
mod outcome;
mod paths;
mod pretty;
mod program;
mod provenance;
mod reach;
mod requests;
mod roots;
mod round;
mod runners;
mod secret_names;
mod shims;
mod staged;
mod told;
mod tool;
mod untrusted;
mod variables;
mod visible;
mod wire;

pub use address::{AddressKind, address_kind};
pub use alike::ascii_look;
pub use confinement::{Confined, Confinement, ConfinementChoice, Enforcement, LocalNetwork};
pub use definition::{Line, Part, PartChange, definition_changes, json_texts, roomier_fields};
pub use difference::{Change, DIFFERENCE_TIME, Piece, Step, list_changes, word_changes};
pub use digest::LaunchDigest;
pub use era::{EraChoice, UnknownEraChoice};
pub use ids::{
    ApprovalId, AttachmentId, CallId, ConversationId, MessageId, PresetId, ProjectId, ProviderId,
    RequestId, RuleId, ServerId,
};
pub use intent::ToolIntent;
pub use json::{JsonError, JsonObjectText, MAX_ARGUMENT_BYTES, MAX_JSON_DEPTH, canonical};
pub use keys::{
    argument_value_name, is_argument_value, is_credential_name, named_secrets, placeholder,
};
pub use launch::{
    EnvEntry, EnvSource, FileContent, HeaderEntry, HeaderSource, InstalledPackage, LaunchFacts,
    LaunchSpec, LocalLaunch, PackageSet, RemoteLaunch, ResolvedProgram, VariableValue,
};
pub use loopback::{is_loopback, is_nearby};
pub use moment::Utc;
pub use odd::{MixedWord, hidden_in, look, mixed_words, poses_as};
pub use origin::{UrlReach, host_of, origin_of, where_to};
pub use outcome::{Content, Rest, ToolOutcome};
pub use paths::{PathNames, PathRules};
pub use pretty::pretty;
pub use program::is_another_program;
pub use provenance::Provenance;
pub use reach::ReachGrant;
pub use requests::{
    ChoiceOption, ElicitationAsk, ElicitationReply, ElicitationRequest, FieldKind, FormField,
    Priorities, Root, RootsReply, SamplingContent, SamplingMessage, SamplingReply, SamplingRequest,
    SamplingRole, SamplingTool, StopReason, ToolUseChoice,
};
pub use roots::{PassedRoot, RootAccess, RootGrant, RootPass};
pub use round::{Round, RoundAsk, RoundEnd, RoundEntry};
pub use runners::{
    Runner, RunnerCall, Starter, is_container_switch, is_package_runner, name_without_version,
    program_name, runner_call, starter,
};
pub use secret_names::is_secret_name;
pub use shims::version_manager;
pub use staged::{ApplyChanges, ChangeDigest, ChangeKind, ChangeSide, ChangeTrouble, StagedChange};
pub use told::is_told;
pub use tool::{Annotations, DefinitionDigest, DraftDigest, ToolCall, ToolDefinition, ToolRef};
pub use untrusted::Untrusted;
pub use variables::{INHERITED, INHERITED_PREFIX, VariableRisk, variable_risk};
pub use visible::{
    Segment, cut, in_double_quotes, is_hidden, segments, tool_label, visible, visible_block,
};
pub use wire::{RemoteTransport, UnknownTransport, UnknownWire, Wire};

/// Milliseconds since the Unix epoch, by the wall clock.
///
/// For records and display only; waits use a monotonic clock.
#[must_use]
pub fn now_ms() -> i64 {
    let elapsed = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}
