//! What a server offers to models: what it lists while it runs, and what was accepted while it sleeps.

use std::sync::{Arc, Mutex};

use domain::{LaunchDigest, ToolDefinition};
use mcp::ServerInfo;
use policy::Walls;

use crate::{
    mutex::lock,
    server::pins::{Pins, Words, instructions},
};

/// What a server offers to models now.
#[derive(Clone, Copy)]
pub(crate) struct Offered<'a> {
    /// The digest of its launch; the accepted one while it sleeps.
    pub launch: LaunchDigest,
    /// Its tools.
    pub tools: &'a Arc<Vec<ToolDefinition>>,
    /// The comparison of its tools with the accepted definitions.
    pub pins: &'a Arc<Pins>,
    source: Source<'a>,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Running(&'a ServerInfo),
    Asleep(&'a Asleep),
}

impl Offered<'_> {
    /// Returns the accepted instructions; of a running server without accepted ones, those that it sent.
    pub fn words(&self) -> Option<Words> {
        let accepted = self.pins.instructions().map(|a| a.was.clone());
        accepted.or_else(|| match self.source {
            Source::Running(info) => instructions(info),
            Source::Asleep(asleep) => asleep.words.clone(),
        })
    }

    /// Returns the accepted instructions, if the user lets models read them.
    pub fn for_models(&self) -> Option<String> {
        let words = self.pins.for_models.then(|| self.words())??;
        words.text.filter(|text| !text.trim().is_empty())
    }
}

impl<'a> Offered<'a> {
    /// Returns what a server offers with this connection.
    pub fn running(
        launch: LaunchDigest,
        tools: &'a Arc<Vec<ToolDefinition>>,
        pins: &'a Arc<Pins>,
        info: &'a ServerInfo,
    ) -> Self {
        Self {
            launch,
            tools,
            pins,
            source: Source::Running(info),
        }
    }

    /// Returns what a server offers while it sleeps.
    pub fn asleep(asleep: &'a Asleep) -> Self {
        Self {
            launch: asleep.launch,
            tools: &asleep.tools,
            pins: &asleep.pins,
            source: Source::Asleep(asleep),
        }
    }
}

/// What was accepted of a server that is asleep: it does not run, and starts when an approved call needs it.
pub(crate) struct Asleep {
    launch: LaunchDigest,
    tools: Arc<Vec<ToolDefinition>>,
    /// Nothing is changed or new: a server with changes stays awake.
    pins: Arc<Pins>,
    words: Option<Words>,
    walls: Mutex<Walls>,
}

impl Asleep {
    /// Creates it from the accepted launch, tools and instructions, and whether models may read these.
    pub fn new(
        launch: LaunchDigest,
        tools: Vec<ToolDefinition>,
        words: Option<Words>,
        for_models: bool,
    ) -> Self {
        Self {
            launch,
            tools: Arc::new(tools),
            pins: Arc::new(Pins {
                for_models,
                ..Pins::default()
            }),
            words,
            walls: Mutex::new(Walls::None),
        }
    }

    /// Returns what the system will keep it from once it runs, as far as that is known.
    pub fn walls(&self) -> Walls {
        *lock(&self.walls)
    }

    /// Notes what the system will keep it from once it runs.
    pub fn expect_walls(&self, walls: Walls) {
        *lock(&self.walls) = walls;
    }
}
