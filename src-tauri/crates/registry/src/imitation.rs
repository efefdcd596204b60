//! What about an entry imitates another server, or contradicts itself. Names are not proof: these are hints for a person.

use std::sync::LazyLock;

use messages::{Phrase, Value, phrases};

/// Servers that names imitate.
const KNOWN: &str = include_str!("../data/known.txt");
/// The shortest name for which a name with one other letter counts as an imitation.
const MIN_NEAR: usize = 5;
/// Words of names that tell no server from another.
const USUAL: [&str; 5] = ["mcp", "server", "official", "remote", "local"];

/// What about an entry imitates another server, or contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Its texts have hidden characters.
    Hidden(usize),
    /// A word of its texts mixes scripts.
    Mixed {
        /// The word.
        word: String,
        /// Its scripts.
        scripts: Vec<&'static str>,
    },
    /// Its title has letters of another alphabet, and looks like this.
    PosesAs(String),
    /// Its name is that of a well-known server, or close to it, and its publisher is another one.
    LikeKnown(String),
    /// Its package has nearly the name of this well-known one.
    LikePackage(String),
    /// Its namespace is that of one GitHub account, and its repository belongs to another.
    OtherAccount {
        /// The account of its namespace.
        account: String,
        /// The account of its repository.
        owner: String,
    },
}

impl Warning {
    /// Returns the warning for display.
    #[must_use]
    pub fn text(&self) -> Phrase {
        match self {
            Self::Hidden(count) => phrases::host_registry_warn_hidden(*count),
            Self::Mixed { word, scripts } => phrases::host_registry_warn_mixed(
                Value::list(scripts.iter().copied()),
                word.clone(),
            ),
            Self::PosesAs(alike) => phrases::host_registry_warn_poses(alike.clone()),
            Self::LikeKnown(name) => phrases::host_registry_warn_known(name.clone()),
            Self::LikePackage(package) => phrases::host_registry_warn_package(package.clone()),
            Self::OtherAccount { account, owner } => {
                phrases::host_registry_warn_account(account.clone(), owner.clone())
            }
        }
    }
}

struct Known {
    name: &'static str,
    /// What its name looks like, without usual words.
    look: String,
    package: &'static str,
    package_look: String,
    publishers: Vec<&'static str>,
}

static TABLE: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let lines = KNOWN.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut parts = line.split("; ");
            let (name, package, publishers) = (parts.next()?, parts.next()?, parts.next()?);
            Some(Known {
                name,
                look: telling(name),
                package,
                package_look: domain::look(package),
                publishers: publishers.split(", ").collect(),
            })
        })
        .collect()
});

/// Returns what hides or mixes in the texts for people, as they are written.
pub(crate) fn in_texts(texts: &[&str]) -> Vec<Warning> {
    let mut out = Vec::new();
    let hidden = texts.iter().map(|text| domain::hidden_in(text)).sum();
    if hidden > 0 {
        out.push(Warning::Hidden(hidden));
    }
    for text in texts {
        let mixed = domain::mixed_words(text).into_iter();
        out.extend(mixed.map(|mixed| Warning::Mixed {
            word: mixed.word,
            scripts: mixed.scripts,
        }));
    }
    let posed = texts.first().and_then(|title| domain::poses_as(title));
    out.extend(posed.map(Warning::PosesAs));
    out
}

/// The names of an entry, by which it may be taken for another one.
pub(crate) struct Names<'a> {
    /// The namespace of its publisher.
    pub publisher: &'a str,
    /// Its name in that namespace.
    pub name: &'a str,
    /// Its display name.
    pub title: Option<&'a str>,
    /// Its packages, without versions.
    pub packages: Vec<&'a str>,
    /// The URL of its repository.
    pub repository: Option<&'a str>,
}

/// Returns what the names of an entry imitate.
pub(crate) fn of(entry: &Names<'_>) -> Vec<Warning> {
    let mut out = Vec::new();
    let names = [Some(entry.name), entry.title];
    let looks: Vec<String> = names.into_iter().flatten().map(telling).collect();
    let publisher = entry.publisher.to_ascii_lowercase();
    let known = TABLE.iter().find(|known| {
        let alike = looks.iter().any(|look| near(look, &known.look));
        alike && !is_of(&publisher, known)
    });
    let packages: Vec<(&str, String)> = entry
        .packages
        .iter()
        .map(|p| (*p, domain::look(p)))
        .collect();
    // A package with exactly that name is that package, whoever describes it.
    let same = |known: &Known| packages.iter().any(|(name, _)| *name == known.package);
    if let Some(known) = known.filter(|known| !same(known)) {
        out.push(Warning::LikeKnown(known.name.to_owned()));
    }
    let copied = TABLE.iter().find(|known| {
        let near = |(name, look): &(&str, String)| {
            *name != known.package && near(look, &known.package_look)
        };
        packages.iter().any(near) && !is_of(&publisher, known)
    });
    out.extend(copied.map(|known| Warning::LikePackage(known.package.to_owned())));
    out.extend(other_account(entry));
    out
}

/// Whether a namespace is one of a known publisher, or below it.
fn is_of(publisher: &str, known: &Known) -> bool {
    known.publishers.iter().any(|own| {
        let rest = publisher.strip_prefix(own);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Returns what a name looks like, without the words that tell nothing.
fn telling(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let telling = words.filter(|word| !USUAL.contains(&word.to_lowercase().as_str()));
    domain::look(&telling.collect::<String>())
}

/// Whether two names cannot be told apart, or differ in one letter.
fn near(one: &str, other: &str) -> bool {
    if one.is_empty() || other.is_empty() {
        return false;
    }
    let long = one.chars().count().min(other.chars().count()) >= MIN_NEAR;
    one == other || (long && strsim::osa_distance(one, other) == 1)
}

fn other_account(entry: &Names<'_>) -> Option<Warning> {
    let account = entry.publisher.strip_prefix("io.github.")?;
    let url = url::Url::parse(entry.repository?).ok()?;
    let github = matches!(url.host_str(), Some("github.com" | "www.github.com"));
    let owner = url.path_segments()?.next()?;
    let other = github && !owner.is_empty() && !owner.eq_ignore_ascii_case(account);
    other.then(|| Warning::OtherAccount {
        account: account.to_owned(),
        owner: domain::visible(owner),
    })
}
