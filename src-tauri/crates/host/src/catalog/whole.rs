//! Which definitions a request has: all on offer, or the host's two tools and those that the conversation used.

use std::sync::LazyLock;

use context::{Budget, Tool};
use tool_search::{
    CALL_TOOL, CALL_TOOL_DESCRIPTION, FIND_TOOLS, FIND_TOOLS_DESCRIPTION, LOAD_TOOLS_DESCRIPTION,
    call_tool_schema, find_tools_schema,
};

/// Most tools that are sent whole.
pub(crate) const WHOLE_TOOLS: usize = 40;
/// The share of the model's window that their definitions may take: one part of so many.
const WHOLE_SHARE: u64 = 20;
/// Definitions of up to so many tokens are sent whole in any window. The two host tools alone take about a third of it.
const WHOLE_TOKENS: u64 = 2_048;
/// The names of the host's tools, which no alias of a server's tool has.
const HOST_TOOLS: [&str; 2] = [FIND_TOOLS, CALL_TOOL];

static FIND_SCHEMA: LazyLock<String> = LazyLock::new(|| find_tools_schema().to_string());
static CALL_SCHEMA: LazyLock<String> = LazyLock::new(|| call_tool_schema().to_string());

/// Whether a name is one of a host tool, in any case.
pub(crate) fn is_host_tool(name: &str) -> bool {
    HOST_TOOLS.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Returns the host's tools as a model sees them.
pub(super) fn host_tools() -> [Tool<'static>; 2] {
    [
        host_tool(FIND_TOOLS, FIND_TOOLS_DESCRIPTION, FIND_SCHEMA.as_str()),
        host_tool(CALL_TOOL, CALL_TOOL_DESCRIPTION, CALL_SCHEMA.as_str()),
    ]
}

/// Returns the host's search as a model sees it that calls by its own name what was found.
pub(super) fn search_tool() -> Tool<'static> {
    host_tool(FIND_TOOLS, LOAD_TOOLS_DESCRIPTION, FIND_SCHEMA.as_str())
}

fn host_tool(name: &'static str, description: &'static str, schema: &'static str) -> Tool<'static> {
    Tool {
        server: None,
        name,
        alias: name,
        description,
        schema,
        deferred: false,
    }
}

/// The limits of the definitions that are sent whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    /// Most tools.
    pub tools: usize,
    /// Most tokens of their definitions.
    pub tokens: u64,
}

impl Whole {
    /// Returns the limits in a request: [`WHOLE_TOOLS`], or fewer if the endpoint accepts fewer, and a share of the window where its
    /// size is known.
    pub fn of(budget: &Budget) -> Self {
        let share = |window: u64| (window / WHOLE_SHARE).max(WHOLE_TOKENS);
        Self {
            tools: WHOLE_TOOLS.min(budget.tools),
            tokens: budget.window.map_or(u64::MAX, share),
        }
    }

    /// Returns what remains beside the host's tools; none if the endpoint does not accept both.
    pub fn beside_host_tools(self) -> Option<Self> {
        Some(Self {
            tools: self.tools.checked_sub(HOST_TOOLS.len())?,
            ..self
        })
    }

    /// Takes a definition of so many tokens into account. Returns whether it fits.
    pub fn take(&mut self, tokens: u64) -> bool {
        let fits = self.tools > 0 && tokens <= self.tokens;
        if fits {
            self.tools -= 1;
            self.tokens -= tokens;
        }
        fits
    }
}
