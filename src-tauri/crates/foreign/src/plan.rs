//! Plan for adding a server of another program: its placeholders filled in, and the source of each value.
//!
//! Nothing is filled in silently. Each placeholder is shown with its uses and whether it has a value, before anything is added.

use std::collections::BTreeMap;

use domain::{VariableRisk, variable_risk};
use messages::{Phrase, phrases};
use secrets::Secret;

use crate::read::{
    ForeignServer, Input, Local, Read, ReadServer, Remote,
    variables::{Piece, Source, Style, Variable, filled, is_name, pieces},
};

/// Maximum size of the values that are filled into one server, in bytes. A few bytes of a file can stand for a long default.
const MAX_FILLED: usize = 1024 * 1024;

/// Maximum number of variables that notes name: as many as a server can have.
const MAX_RISKS: usize = 64;

/// The sources of values for placeholders.
pub struct Values<'a> {
    /// The user's environment.
    pub environment: &'a (dyn Fn(&str) -> Option<String> + Sync),
    /// Values from the user, by the names of variables and inputs.
    pub given: &'a BTreeMap<String, String>,
    /// The inputs that the other program prompts for.
    pub inputs: &'a [Input],
    /// Whether values in the file are not imported, and are read from the user's environment at each start instead.
    pub from_environment: bool,
}

/// A program to start.
#[derive(Debug, Default)]
pub struct LocalPlan {
    /// The command.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub cwd: Option<String>,
    /// Environment variables with values for the keychain.
    pub kept: Vec<(String, Secret)>,
    /// Environment variables whose values Innkeeper requests at the first start.
    pub asked: Vec<String>,
    /// Environment variables that are read from the user's environment at each start.
    pub from_host: Vec<String>,
}

/// A remote server.
#[derive(Debug, Default)]
pub struct RemotePlan {
    /// The URL.
    pub url: String,
    /// Headers with values for the keychain.
    pub kept: Vec<(String, Secret)>,
    /// Headers whose values Innkeeper requests at the first start.
    pub asked: Vec<String>,
    /// Headers that are read from the user's environment, with the variable.
    pub from_host: Vec<(String, String)>,
}

/// The server to add.
#[derive(Debug)]
pub enum Planned {
    /// A program to start.
    Local(LocalPlan),
    /// A remote server.
    Remote(RemotePlan),
}

/// A placeholder of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// The placeholder.
    pub variable: Variable,
    /// Whether it has a value now.
    pub set: bool,
    /// Whether it is read at each start, and not once when the server is added.
    pub live: bool,
    /// Whether the server cannot be added without a value from the user.
    pub needed: bool,
    /// Where it is used.
    pub places: Vec<Phrase>,
}

/// The plan for adding a server.
#[derive(Debug)]
pub struct Plan {
    /// The server.
    pub planned: Planned,
    /// Its placeholders.
    pub uses: Vec<Use>,
    /// Required input and omissions.
    pub notes: Vec<Phrase>,
}

impl Plan {
    /// Plans a server with the name `name`.
    #[must_use]
    pub fn of(name: &str, found: &ForeignServer, style: Style, values: &Values<'_>) -> Self {
        let mut planner = Planner {
            values,
            style,
            room: MAX_FILLED,
            uses: Vec::new(),
            notes: Vec::new(),
        };
        let planned = match found {
            ForeignServer::Local(local) => Planned::Local(planner.local(local)),
            ForeignServer::Remote(remote) => Planned::Remote(planner.remote(name, remote)),
        };
        planner.notes.extend(risks(&planned));
        Self {
            planned,
            uses: planner.uses,
            notes: planner.notes,
        }
    }

    /// Returns the names that need a value from the user.
    #[must_use]
    pub fn missing(&self) -> Vec<&str> {
        let needed = self.uses.iter().filter(|one| one.needed);
        needed.map(|one| one.variable.name.as_str()).collect()
    }
}

/// Plans one server without reading the user's environment. Its command, arguments, folder and URL keep their placeholders as
/// written.
pub(crate) fn plan_alone(
    read: &Read,
    server: &ReadServer,
    found: &ForeignServer,
) -> (Planned, Vec<Phrase>) {
    let values = Values {
        environment: &|_| None,
        given: &BTreeMap::new(),
        inputs: &read.inputs,
        from_environment: false,
    };
    let Plan {
        mut planned, notes, ..
    } = Plan::of(&server.name, found, server.style, &values);
    match (&mut planned, found) {
        (Planned::Local(plan), ForeignServer::Local(local)) => {
            plan.command.clone_from(&local.command);
            plan.args.clone_from(&local.args);
            plan.cwd.clone_from(&local.cwd);
        }
        (Planned::Remote(plan), ForeignServer::Remote(remote)) => plan.url.clone_from(&remote.url),
        (Planned::Local(_), ForeignServer::Remote(_))
        | (Planned::Remote(_), ForeignServer::Local(_)) => {}
    }
    (planned, notes)
}

/// Returns one line about each variable that loads code into a program or redirects it.
pub(crate) fn risks(planned: &Planned) -> Vec<Phrase> {
    let Planned::Local(local) = planned else {
        return Vec::new();
    };
    let kept = local.kept.iter().map(|(name, _)| name);
    let names = kept.chain(&local.asked).chain(&local.from_host);
    let risk = |name: &String| {
        let shown = domain::visible(name);
        Some(match variable_risk(name)? {
            VariableRisk::LoadsCode => phrases::host_import_loads_code(shown),
            VariableRisk::Redirects => phrases::host_import_redirects(shown),
        })
    };
    names.filter_map(risk).take(MAX_RISKS).collect()
}

/// The handling of the value of a variable or header.
enum Value {
    Kept(Secret),
    Asked,
    Live(String),
}

struct Planner<'a> {
    values: &'a Values<'a>,
    style: Style,
    /// How many bytes may still be filled in.
    room: usize,
    uses: Vec<Use>,
    notes: Vec<Phrase>,
}

impl Planner<'_> {
    fn local(&mut self, local: &Local) -> LocalPlan {
        let mut plan = LocalPlan {
            command: self.word(&local.command, &phrases::host_import_in_command()),
            args: Vec::new(),
            cwd: local
                .cwd
                .as_ref()
                .map(|cwd| self.word(cwd, &phrases::host_import_in_folder())),
            ..LocalPlan::default()
        };
        for (at, word) in local.args.iter().enumerate() {
            let place = phrases::host_import_in_argument(at + 1);
            plan.args.push(self.word(word, &place));
        }
        for (name, text) in &local.env {
            let same = |variable: &Variable| variable.name == *name;
            let place = phrases::host_import_in_variable(domain::visible(name));
            match self.value(name, text, &place, &same) {
                Value::Kept(_) if self.values.from_environment => plan.from_host.push(name.clone()),
                Value::Kept(value) => plan.kept.push((name.clone(), value)),
                Value::Asked => plan.asked.push(name.clone()),
                Value::Live(_) => plan.from_host.push(name.clone()),
            }
        }
        plan
    }

    fn remote(&mut self, server: &str, remote: &Remote) -> RemotePlan {
        let mut plan = RemotePlan {
            url: self.word(&remote.url, &phrases::host_import_in_url()),
            ..RemotePlan::default()
        };
        for (name, text) in &remote.headers {
            let place = phrases::host_import_in_header(domain::visible(name));
            match self.value(name, text, &place, &|_| true) {
                Value::Kept(_) if self.values.from_environment => {
                    plan.from_host
                        .push((name.clone(), variable_of(server, name)));
                }
                Value::Kept(value) => plan.kept.push((name.clone(), value)),
                Value::Asked => plan.asked.push(name.clone()),
                Value::Live(variable) => plan.from_host.push((name.clone(), variable)),
            }
        }
        plan
    }

    /// Fills in a text of the command line or the URL. The text stays as written while a value is missing.
    fn word(&mut self, text: &str, place: &Phrase) -> String {
        let Ok(pieces) = pieces(text, self.style) else {
            return text.to_owned();
        };
        for piece in &pieces {
            if let Piece::Variable(variable) = piece {
                self.note(variable, place, false, true);
            }
        }
        self.filled(&pieces).unwrap_or_else(|| text.to_owned())
    }

    /// Returns the value of a variable or header. `may_live` says whether it can be read from a variable at each start.
    fn value(
        &mut self,
        name: &str,
        text: &Secret,
        place: &Phrase,
        may_live: &dyn Fn(&Variable) -> bool,
    ) -> Value {
        let text = text.expose();
        let pieces = match pieces(text, self.style) {
            Ok(pieces) => pieces,
            Err(other) => {
                let part: String = domain::visible(other).chars().take(80).collect();
                let name = domain::visible(name);
                self.notes.push(phrases::host_value_with_part(name, part));
                return Value::Asked;
            }
        };
        if let [Piece::Variable(variable)] = pieces.as_slice()
            && variable.source == Source::Environment
            && !self.values.given.contains_key(&variable.name)
            && may_live(variable)
            && (variable.default.is_none() || self.in_environment(variable).is_some())
        {
            self.note(variable, place, true, false);
            return Value::Live(variable.name.clone());
        }
        for piece in &pieces {
            if let Piece::Variable(variable) = piece {
                self.note(variable, place, false, false);
            }
        }
        match self.filled(&pieces) {
            Some(value) if !value.is_empty() => Value::Kept(Secret::new(value)),
            Some(_) | None => Value::Asked,
        }
    }

    fn filled(&mut self, pieces: &[Piece<'_>]) -> Option<String> {
        let mut room = self.room;
        let text = filled(pieces, &mut room, &|variable| self.lookup(variable))?;
        self.room = room;
        Some(text)
    }

    fn in_environment(&self, variable: &Variable) -> Option<String> {
        (self.values.environment)(&variable.name).filter(|value| !value.is_empty())
    }

    fn lookup(&self, variable: &Variable) -> Option<String> {
        if let Some(value) = self.values.given.get(&variable.name) {
            return Some(value.clone());
        }
        let value = match variable.source {
            Source::Environment => self.in_environment(variable),
            Source::Input => {
                let input = self.values.inputs.iter().find(|i| i.id == variable.name);
                input.and_then(|input| input.default.clone())
            }
            Source::Home => {
                directories::BaseDirs::new().map(|base| base.home_dir().display().to_string())
            }
        };
        value.or_else(|| variable.default.clone())
    }

    fn note(&mut self, variable: &Variable, place: &Phrase, live: bool, must: bool) {
        let set = match variable.source {
            Source::Environment => {
                self.in_environment(variable).is_some()
                    || self.values.given.contains_key(&variable.name)
            }
            Source::Input | Source::Home => self.lookup(variable).is_some(),
        };
        let needed = must && self.lookup(variable).is_none();
        let same = |one: &&mut Use| {
            one.variable.name == variable.name && one.variable.source == variable.source
        };
        match self.uses.iter_mut().find(same) {
            Some(known) => {
                known.live &= live;
                known.needed |= needed;
                if !known.places.contains(place) {
                    known.places.push(place.clone());
                }
            }
            None => self.uses.push(Use {
                variable: variable.clone(),
                set,
                live,
                needed,
                places: vec![place.clone()],
            }),
        }
    }
}

/// Returns the environment variable for a server's header where there is no keychain: `NOTES_AUTHORIZATION`.
#[must_use]
pub fn variable_of(server: &str, header: &str) -> String {
    let name: String = format!("{server}_{header}")
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    if is_name(&name) {
        name
    } else {
        format!("_{name}")
    }
}

#[cfg(test)]
mod tests;
