//! The command of a bundle, with what a person entered in place.

use std::path::{Path, PathBuf};

use crate::{
    answers::Answers,
    manifest::{Kind, Manifest, OptionKind, Platform},
    template::{ALL, Places, replaced},
};

/// Stands in arguments for the folder of the bundle, which changes with each version.
const FOLDER: &str = "${__dirname}";
const OPTION: &str = "user_config.";

/// How the server of a bundle is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program: a name that is looked for, or a path that begins with `${__dirname}`.
    pub command: String,
    /// Its arguments. They keep `${__dirname}`; each secret is a placeholder ([`domain::placeholder`]).
    pub args: Vec<String>,
    /// Its variables, sorted by name.
    pub env: Vec<Variable>,
    /// The folders that the person chose for it.
    pub folders: Vec<PathBuf>,
    /// The files that the person chose for it.
    pub files: Vec<PathBuf>,
}

/// A variable of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value. `${user_config.KEY}` marks the place of each secret.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
}

/// Where the value of a variable comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The manifest alone.
    Bundle,
    /// What a person entered.
    Entered,
    /// The secrets of these options.
    Secrets(Vec<String>),
}

impl Launch {
    /// A text with the folder of the bundle in place of `${__dirname}`.
    #[must_use]
    pub fn in_folder(text: &str, folder: &Path) -> String {
        text.replace(FOLDER, &folder.to_string_lossy())
    }
}

impl Variable {
    /// What marks in [`Variable::value`] the place of the secret of an option.
    #[must_use]
    pub fn mark(option: &str) -> String {
        format!("${{{OPTION}{option}}}")
    }
}

impl Manifest {
    /// The command on a system. `folder`: where the bundle is unpacked. `answers` were checked ([`Manifest::check`]). `is_file` says
    /// whether a path is a file of the bundle: an argument that names one without `${__dirname}` gets it.
    #[must_use]
    pub fn launch(
        &self,
        answers: &Answers,
        platform: Platform,
        folder: &Path,
        places: &Places,
        is_file: &dyn Fn(&str) -> bool,
    ) -> Launch {
        let config = self.server.on(platform);
        let fill = Fill {
            manifest: self,
            answers,
            places,
            folder: folder.to_string_lossy().into_owned(),
        };
        let inside = |text: String| match is_file(text.trim_start_matches("./")) {
            true => format!("{FOLDER}/{}", text.trim_start_matches("./")),
            false => text,
        };
        let mut command = inside(fill.argument(&config.command));
        if self.server.kind == Kind::Binary && !command.starts_with(FOLDER) {
            // The program of such a bundle is in it, and nothing else that has its name.
            command = inside(command);
        }
        let args = config.args.iter().flat_map(|arg| fill.arguments(arg));
        let args: Vec<String> = args.map(inside).collect();
        let mut env: Vec<Variable> = config
            .env
            .iter()
            .filter_map(|(name, value)| fill.variable(name, value))
            .collect();
        // The values of secrets in arguments are kept like those of variables.
        for key in &answers.secrets {
            let name = domain::argument_value_name(key);
            let mark = domain::placeholder(&name);
            if args.iter().any(|arg| arg.contains(&mark)) {
                env.push(Variable {
                    name,
                    value: Variable::mark(key),
                    origin: Origin::Secrets(vec![key.clone()]),
                });
            }
        }
        env.sort_by(|a, b| a.name.cmp(&b.name));
        let of = |kind: OptionKind| -> Vec<PathBuf> {
            let options = self.options.iter().filter(|option| option.kind == kind);
            let values = options.filter_map(|option| answers.values.get(&option.key));
            values.flatten().map(PathBuf::from).collect()
        };
        Launch {
            command,
            args,
            env,
            folders: of(OptionKind::Folder),
            files: of(OptionKind::File),
        }
    }
}

struct Fill<'a> {
    manifest: &'a Manifest,
    answers: &'a Answers,
    places: &'a Places,
    folder: String,
}

impl Fill<'_> {
    /// An argument, which becomes several where it is an option with several values, and none where it is one without.
    fn arguments(&self, arg: &str) -> Vec<String> {
        let whole = arg.strip_prefix("${").and_then(|arg| arg.strip_suffix('}'));
        let key = whole.and_then(|name| name.strip_prefix(OPTION));
        let option = key.and_then(|key| self.manifest.options.iter().find(|o| o.key == key));
        match option {
            Some(option) if !option.is_sensitive => {
                let values = self.answers.values.get(&option.key);
                values.cloned().unwrap_or_default()
            }
            Some(_) | None => vec![self.argument(arg)],
        }
    }

    fn argument(&self, arg: &str) -> String {
        replaced(arg, &mut |name| match name.strip_prefix(OPTION) {
            Some(key) if self.answers.secrets.contains(key) => {
                Some(domain::placeholder(&domain::argument_value_name(key)))
            }
            Some(key) => self.option(key),
            None => self.places.named(name, ALL),
        })
    }

    /// A variable; none if it is for an option without a value.
    fn variable(&self, name: &str, value: &str) -> Option<Variable> {
        let (mut secrets, mut entered, mut missing) = (Vec::new(), false, false);
        let value = replaced(value, &mut |name| {
            if name == "__dirname" {
                return Some(self.folder.clone());
            }
            let Some(key) = name.strip_prefix(OPTION) else {
                return self.places.named(name, ALL);
            };
            if self.answers.secrets.contains(key) {
                secrets.push(key.to_owned());
                return None;
            }
            entered = true;
            missing |= !self.answers.values.contains_key(key);
            self.option(key)
        });
        if missing {
            return None;
        }
        let origin = match (secrets.is_empty(), entered) {
            (false, _) => Origin::Secrets(secrets),
            (true, true) => Origin::Entered,
            (true, false) => Origin::Bundle,
        };
        Some(Variable {
            name: name.to_owned(),
            value,
            origin,
        })
    }

    /// The values of an option in one text, separated by commas; empty without any. None for no option of the bundle.
    fn option(&self, key: &str) -> Option<String> {
        self.manifest.options.iter().find(|o| o.key == key)?;
        let values = self.answers.values.get(key);
        Some(values.map(|values| values.join(",")).unwrap_or_default())
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
