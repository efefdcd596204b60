//! Which arguments of a command name the program, and not what it works on.

use std::path::{Path, PathBuf};

use domain::{LocalLaunch, Starter, program_name, starter};

use crate::{resolve, resolve::without_tilde, runner::package_run};

/// Options before the program whose value is one of its files or folders.
const OPTIONS: &[&str] = &[
    "--cp",
    "--cwd",
    "--directory",
    "--from",
    "--import",
    "--loader",
    "--package",
    "--prefix",
    "--project",
    "--require",
    "--with",
    "--with-editable",
    "-C",
    "-cp",
    "-jar",
    "-p",
    "-r",
];

/// Words of package managers that stand before the program.
const SUBCOMMANDS: &[&str] = &["dlx", "exec", "run", "start", "tool", "x"];

/// Options whose value is code or a module, after which all arguments are the program's own.
const ENDS: &[&str] = &["-c", "-e", "-m", "--eval"];

/// The files and folders of the program among the arguments, and the working directory where that is the program's. All
/// exist.
pub(crate) fn named_by(spec: &LocalLaunch) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if spec.package.is_some() {
        return found;
    }
    let mut command = spec.command.as_str();
    let mut args = spec.args.as_slice();
    if starter(&program_name(command)) == Some(Starter::Plain) {
        let is_program = |word: &String| !word.starts_with('-') && !word.contains('=');
        let Some(at) = args.iter().position(is_program) else {
            return found;
        };
        let (_, rest) = args.split_at(at);
        let Some((program, rest)) = rest.split_first() else {
            return found;
        };
        let resolved = resolve(program, &spec.cwd, &spec.path_value);
        found.extend(resolved.ok().map(|resolved| resolved.path));
        (command, args) = (program, rest);
    }
    let runs_files = matches!(
        starter(&program_name(command)),
        Some(Starter::Interpreter | Starter::Shell | Starter::Project)
    );
    if package_run(command, args).is_some() || runs_files {
        found.extend(after_interpreter(args, &spec.cwd));
        if holds_program(&spec.cwd) {
            found.push(spec.cwd.clone());
        }
    }
    found
}

fn after_interpreter(args: &[String], cwd: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut cwd = cwd.to_path_buf();
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if ENDS.contains(&word) {
            break;
        }
        if let Some((option, value)) = word.split_once('=').filter(|_| word.starts_with('-')) {
            if OPTIONS.contains(&option) {
                found.extend(existing(value, &cwd));
            }
        } else if OPTIONS.contains(&word) {
            let value = words.next().and_then(|value| existing(value, &cwd));
            if let Some(folder) = value.as_ref().filter(|value| value.is_dir()) {
                cwd.clone_from(folder);
            }
            found.extend(value);
        } else if !word.starts_with('-') && !SUBCOMMANDS.contains(&word) {
            found.extend(existing(word, &cwd).filter(|path| path.is_file() || holds_program(path)));
            break;
        }
    }
    found
}

/// The path that a word names, if something is there. A package has a name without a separator, or none.
fn existing(word: &str, cwd: &Path) -> Option<PathBuf> {
    let path = without_tilde(word).unwrap_or_else(|| cwd.join(word));
    path.exists().then_some(path)
}

fn holds_program(folder: &Path) -> bool {
    let marks = [
        "package.json",
        "pyproject.toml",
        "pyvenv.cfg",
        "setup.py",
        "__main__.py",
    ];
    marks.iter().any(|mark| folder.join(mark).is_file())
}
