//! `pyproject.toml` of a program that is no package itself: the packages of a registry that it needs.

use toml::{Table, Value};

use crate::{
    recipe::{Entry, Recipe, Runner, Spec},
    recognise::requirement,
};

/// Most bytes of the file.
const TEXT_MAX: usize = 1 << 20;
/// Most packages that it may name.
const NAMED_MAX: usize = 64;
const MARKER_MAX: usize = 256;
const PYTHON_MAX: usize = 64;
/// Most bytes of a text in an error.
const SHOWN_MAX: usize = 200;
/// Settings of uv that would take packages from elsewhere than the registries of the user.
const SOURCES: [&str; 10] = [
    "sources",
    "index",
    "index-url",
    "extra-index-url",
    "default-index",
    "find-links",
    "no-index",
    "index-strategy",
    "override-dependencies",
    "workspace",
];

/// Why the packages of a `pyproject.toml` cannot be installed. Texts of the file in it are cut, and hidden characters in them are visible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProjectProblem {
    /// It is not TOML, or too large.
    #[error("it is not valid TOML, or larger than 1 MB")]
    Syntax,
    /// It has no table `project`, or one with other types.
    #[error("project.dependencies is not a list of texts")]
    NoList,
    /// Its dependencies are written by a build tool.
    #[error("project.dynamic leaves the dependencies to a build tool")]
    Dynamic,
    /// It names no package without a condition.
    #[error("it names no package that is always needed")]
    Empty,
    /// It names too many packages.
    #[error("it names more than {NAMED_MAX} packages")]
    TooMany,
    /// A package comes from elsewhere than a registry.
    #[error("“{0}” comes from a URL, a file or a repository, not from a registry")]
    Elsewhere(String),
    /// A requirement that is not understood.
    #[error("“{0}” is not a requirement that Innkeeper reads")]
    Requirement(String),
    /// `requires-python` is not understood.
    #[error("requires-python is “{0}”, which Innkeeper does not read")]
    Python(String),
    /// It chooses where packages come from.
    #[error(
        "it sets tool.uv.{0}, and packages are taken from the registries of your settings only"
    )]
    Source(&'static str),
}

impl Recipe {
    /// Reads the packages that a `pyproject.toml` requires (`project.dependencies`, `project.requires-python`). The set has no program:
    /// [`Entry::Interpreter`].
    ///
    /// # Errors
    /// [`ProjectProblem`].
    pub fn of_project(text: &str) -> Result<Self, ProjectProblem> {
        if text.len() > TEXT_MAX {
            return Err(ProjectProblem::Syntax);
        }
        let all: Table = text.parse().map_err(|_| ProjectProblem::Syntax)?;
        let table = |value: Option<&Value>| value.and_then(Value::as_table).cloned();
        let uv = table(
            table(all.get("tool"))
                .as_ref()
                .and_then(|tool| tool.get("uv")),
        );
        let uv = uv.unwrap_or_default();
        let pip = table(uv.get("pip")).unwrap_or_default();
        let mut sources = SOURCES.into_iter();
        if let Some(name) = sources.find(|name| uv.contains_key(*name) || pip.contains_key(*name)) {
            return Err(ProjectProblem::Source(name));
        }
        let project = table(all.get("project")).ok_or(ProjectProblem::NoList)?;
        let dynamic = project.get("dynamic").and_then(Value::as_array);
        let mut dynamic = dynamic.into_iter().flatten();
        if dynamic.any(|field| field.as_str() == Some("dependencies")) {
            return Err(ProjectProblem::Dynamic);
        }
        let list = match project.get("dependencies") {
            Some(list) => list.as_array().ok_or(ProjectProblem::NoList)?.as_slice(),
            None => &[],
        };
        if list.len() > NAMED_MAX {
            return Err(ProjectProblem::TooMany);
        }
        let texts: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
        let texts = texts.ok_or(ProjectProblem::NoList)?;
        let read: Result<Vec<Spec>, ProjectProblem> = texts.into_iter().map(spec).collect();
        let mut packages = read?;
        // The first names the set, so it must be there on every system.
        packages.sort_by_key(|spec| spec.marker.is_some());
        if packages.first().is_none_or(|spec| spec.marker.is_some()) {
            return Err(ProjectProblem::Empty);
        }
        let python = match project.get("requires-python") {
            Some(text) => Some(python(text.as_str().ok_or(ProjectProblem::NoList)?)?),
            None => None,
        };
        Ok(Self {
            runner: Runner::Uv,
            packages,
            entry: Entry::Interpreter,
            python,
            prerelease: false,
            args: Vec::new(),
        })
    }
}

fn shown(text: &str) -> String {
    domain::visible(domain::cut(text, SHOWN_MAX))
}

/// One requirement: `name[extra]>=1,<2 ; marker`.
fn spec(text: &str) -> Result<Spec, ProjectProblem> {
    let (left, marker) = match text.split_once(';') {
        Some((left, marker)) => (left, Some(marker.trim())),
        None => (text, None),
    };
    let bad = || ProjectProblem::Requirement(shown(text));
    // Whatever follows the name with an `@` is a URL here.
    if left.contains('@') {
        return Err(ProjectProblem::Elsewhere(shown(text)));
    }
    let spec = requirement(left).map_err(|is_elsewhere| match is_elsewhere {
        true => ProjectProblem::Elsewhere(shown(text)),
        false => bad(),
    })?;
    let is_usual = |c: char| c.is_ascii_alphanumeric() || " _.,'\"<>=!~()+-".contains(c);
    let fits =
        |text: &str| !text.is_empty() && text.len() <= MARKER_MAX && text.chars().all(is_usual);
    // An option of a line of requirements begins with two dashes.
    if marker.is_some_and(|marker| !fits(marker)) || text.contains("--") {
        return Err(bad());
    }
    Ok(Spec {
        marker: marker.map(str::to_owned),
        ..spec
    })
}

/// Versions of Python: `>=3.10,<4`.
fn python(text: &str) -> Result<String, ProjectProblem> {
    let bare: String = text.chars().filter(|c| *c != ' ').collect();
    match bare.len() <= PYTHON_MAX && bare.split(',').all(|part| Clause::parse(part).is_some()) {
        true => Ok(bare),
        false => Err(ProjectProblem::Python(shown(text))),
    }
}

/// Whether a version of Python in two numbers, `3.12`, surely is among `>=3.10,<4`, whichever its third number is.
pub(crate) fn is_among(version: &str, wanted: &str) -> bool {
    let mut numbers = version.split('.').map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
        return false;
    };
    wanted
        .split(',')
        .all(|part| Clause::parse(part).is_some_and(|clause| clause.allows((major, minor))))
}

/// One condition of a version.
struct Clause {
    operator: &'static str,
    numbers: Vec<u32>,
    /// Whether it ends with `.*`.
    is_prefix: bool,
}

impl Clause {
    fn parse(text: &str) -> Option<Self> {
        let operator = ["~=", "==", "!=", "<=", ">=", "<", ">"]
            .into_iter()
            .find(|operator| text.starts_with(operator))?;
        let version = &text[operator.len()..];
        let bare = version.strip_suffix(".*");
        let numbers: Result<Vec<u32>, _> = bare
            .unwrap_or(version)
            .split('.')
            .map(str::parse::<u32>)
            .collect();
        let numbers = numbers.ok().filter(|numbers| numbers.len() <= 3)?;
        let is_prefix = bare.is_some();
        (!is_prefix || matches!(operator, "==" | "!=")).then_some(Self {
            operator,
            numbers,
            is_prefix,
        })
    }

    fn allows(&self, own: (u32, u32)) -> bool {
        let number = |at: usize| self.numbers.get(at).copied().unwrap_or(0);
        let named = (number(0), number(1));
        let begins = match self.numbers.len() {
            1 => own.0 == named.0,
            _ => own == named,
        };
        match self.operator {
            ">=" => own > named || own == named && number(2) == 0,
            ">" => own > named,
            "<" | "<=" => own < named,
            "==" => self.is_prefix && begins && self.numbers.len() < 3,
            "!=" => !begins,
            "~=" => match self.numbers.len() {
                2 => own.0 == named.0 && own >= named,
                3 => own == named && number(2) == 0,
                _ => false,
            },
            _ => false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn read(dependencies: &str, more: &str) -> Result<Recipe, ProjectProblem> {
        Recipe::of_project(&format!(
            "[project]\nname = \"x\"\ndependencies = {dependencies}\n{more}"
        ))
    }

    #[test]
    fn packages_and_python_are_read_and_nothing_else() {
        let recipe = read(
            r#"["pywin32>=306; sys_platform == 'win32'", "mcp[cli]>=1.2,<2", "httpx"]"#,
            "requires-python = \">=3.10, <4\"\nscripts = { x = \"y:z\" }\n[build-system]\nrequires = [\"evil\"]\n[tool.uv]\ndev-dependencies = [\"pytest\"]",
        )
        .unwrap();
        let names: Vec<&str> = recipe
            .packages
            .iter()
            .map(|spec| spec.name.as_str())
            .collect();
        assert_eq!(
            names,
            ["mcp", "httpx", "pywin32"],
            "the one with a condition is last"
        );
        assert_eq!(recipe.packages[0].extras, ["cli"]);
        assert_eq!(
            recipe.packages[2].marker.as_deref(),
            Some("sys_platform == 'win32'")
        );
        assert_eq!(recipe.python.as_deref(), Some(">=3.10,<4"));
        assert_eq!(recipe.entry, Entry::Interpreter);
    }

    #[test]
    fn packages_from_elsewhere_are_refused() {
        for one in [
            "mcp @ https://evil.example/mcp.whl",
            "mcp@git+https://evil.example/mcp",
            "git+https://evil.example/mcp",
            "./mcp",
            "../mcp.whl",
            "file:///tmp/mcp.whl",
            "https://evil.example/mcp.tar.gz",
        ] {
            let found = read(&format!("[\"{one}\"]"), "");
            assert!(
                matches!(found, Err(ProjectProblem::Elsewhere(_))),
                "{one}: {found:?}"
            );
        }
        for one in [
            "mcp --index-url=x",
            "mcp>=1 --pre",
            "-r other.txt",
            "mcp; a\\nb",
            "mcp\\nb",
            "mcp (>=1)",
            "",
            "mcp; x --pre",
        ] {
            let found = read(&format!("[\"{one}\"]"), "");
            assert!(
                matches!(found, Err(ProjectProblem::Requirement(_))),
                "{one}: {found:?}"
            );
        }
    }

    #[test]
    fn sources_and_registries_of_the_file_are_refused() {
        for (more, name) in [
            (
                "[tool.uv.sources]\nmcp = { git = \"https://evil.example\" }",
                "sources",
            ),
            ("[[tool.uv.index]]\nurl = \"https://evil.example\"", "index"),
            (
                "[tool.uv]\nindex-url = \"https://evil.example\"",
                "index-url",
            ),
            (
                "[tool.uv.pip]\nextra-index-url = [\"https://evil.example\"]",
                "extra-index-url",
            ),
            ("[tool.uv]\nfind-links = [\"/tmp\"]", "find-links"),
        ] {
            assert_eq!(read("[\"mcp\"]", more), Err(ProjectProblem::Source(name)));
        }
        assert_eq!(
            read("[\"mcp\"]", "dynamic = [\"dependencies\"]"),
            Err(ProjectProblem::Dynamic)
        );
        assert_eq!(read("[]", ""), Err(ProjectProblem::Empty));
        assert_eq!(
            read("[\"mcp; sys_platform == 'win32'\"]", ""),
            Err(ProjectProblem::Empty)
        );
        assert_eq!(read("[1]", ""), Err(ProjectProblem::NoList));
        assert_eq!(Recipe::of_project("[project"), Err(ProjectProblem::Syntax));
        for python in ["^3.10", "3.10", ">=three", ">=3.10.*", ">=3.1.2.3", ""] {
            let found = read("[\"mcp\"]", &format!("requires-python = \"{python}\""));
            assert!(matches!(found, Err(ProjectProblem::Python(_))), "{python}");
        }
    }

    #[test]
    fn python_is_taken_only_where_it_surely_fits() {
        for (wanted, fits) in [
            (">=3.10", true),
            (">=3.11", true),
            (">=3.11.0", true),
            (">=3.11.2", false),
            (">=3.12", false),
            (">=3.10,<4", true),
            (">=3.8,<3.11", false),
            ("<=3.11", false),
            ("==3.11.*", true),
            ("==3.*", true),
            ("==3.11", false),
            ("!=3.11.*", false),
            ("!=3.9.*,>3.9", true),
            ("~=3.10", true),
            ("~=3.11.0", true),
            ("~=3.12", false),
            (">=2.7", true),
        ] {
            assert_eq!(is_among("3.11", wanted), fits, "{wanted}");
        }
    }
}
