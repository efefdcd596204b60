//! Why the system refused to run a file: what the file itself says about it.

use std::{fs::File, io, io::Read, path::Path};

/// How much of a file is looked at.
const HEAD_BYTES: u64 = 512;

/// Why the system refused to run a file that is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ExecProblem {
    /// The first line of the script names an interpreter that is not there.
    Interpreter(String),
    /// The program was built for another processor or another system.
    Architecture(&'static str),
    /// It is neither a program nor a script with a first line that names its interpreter.
    Format,
    /// Windows cannot pass one of its arguments to a batch script, such as one with a line break.
    BatchArguments,
    /// Anything else.
    #[default]
    Other,
}

/// What the file says about an error of its start.
pub(crate) fn problem(path: &Path, error: &io::Error) -> ExecProblem {
    if error.kind() == io::ErrorKind::InvalidInput && is_batch(path) {
        return ExecProblem::BatchArguments;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    if read.is_err() {
        return ExecProblem::Other;
    }
    if let Some(machine) = other_machine(&head) {
        return ExecProblem::Architecture(machine);
    }
    if let Some(interpreter) = interpreter(&head) {
        return if Path::new(&interpreter).is_file() {
            ExecProblem::Other
        } else {
            ExecProblem::Interpreter(interpreter)
        };
    }
    match error.raw_os_error() {
        Some(NO_EXEC) => ExecProblem::Format,
        // The program is there, so it is its loader that is not: it was built for another C library.
        _ if error.kind() == io::ErrorKind::NotFound && head.starts_with(ELF) => {
            ExecProblem::Architecture("another C library")
        }
        _ => ExecProblem::Other,
    }
}

/// `ENOEXEC`, the same on every Unix; `ERROR_BAD_EXE_FORMAT` on Windows.
const NO_EXEC: i32 = if cfg!(windows) { 193 } else { 8 };

/// Whether Windows runs this file by `cmd.exe`. The standard library refuses arguments that it would read otherwise.
fn is_batch(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ["cmd", "bat"]
        .iter()
        .any(|batch| ending.eq_ignore_ascii_case(batch))
}

const ELF: &[u8] = b"\x7fELF";

/// The interpreter that the first line of a script names.
fn interpreter(head: &[u8]) -> Option<String> {
    let line = head.strip_prefix(b"#!")?;
    let line = line.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    // A script written on Windows ends its first line with a carriage return, which is then part of the name.
    let word = line
        .trim_start_matches([' ', '\t'])
        .split([' ', '\t'])
        .next()?;
    (!word.is_empty()).then(|| word.to_owned())
}

/// What the program was built for, if that is not this machine.
fn other_machine(head: &[u8]) -> Option<&'static str> {
    const WINDOWS: &[u8] = b"MZ";
    const MAC: [&[u8]; 3] = [
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
        b"\xce\xfa\xed\xfe",
    ];
    if head.starts_with(WINDOWS) {
        return (!cfg!(windows)).then_some("Windows");
    }
    if MAC.iter().any(|magic| head.starts_with(magic)) {
        return (!cfg!(target_os = "macos")).then_some("macOS");
    }
    if !head.starts_with(ELF) {
        return None;
    }
    if !cfg!(target_os = "linux") {
        return Some("Linux");
    }
    // e_machine of the ELF header, in the byte order that e_ident names.
    let bytes = [*head.get(18)?, *head.get(19)?];
    let machine = if head.get(5) == Some(&2) {
        u16::from_be_bytes(bytes)
    } else {
        u16::from_le_bytes(bytes)
    };
    let (name, ours) = match machine {
        3 => ("32-bit x86", "x86"),
        40 => ("32-bit ARM", "arm"),
        62 => ("x86-64", "x86_64"),
        183 => ("64-bit ARM", "aarch64"),
        243 => ("RISC-V", "riscv64"),
        _ => ("another processor", ""),
    };
    // What is built for this processor and refused all the same is refused for another reason.
    (ours != std::env::consts::ARCH).then_some(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn refused_file_is_named_by_what_its_head_says() {
        let folder = tempfile::tempdir().unwrap();
        let said = |head: &[u8]| {
            let file = folder.path().join("tool");
            std::fs::write(&file, head).unwrap();
            problem(&file, &io::Error::from_raw_os_error(NO_EXEC))
        };
        // An ELF header whose machine no processor of ours has.
        let mut foreign = [0; 20];
        foreign[..4].copy_from_slice(ELF);
        foreign[18] = 243;
        let machine = if cfg!(target_os = "linux") {
            "RISC-V"
        } else {
            "Linux"
        };
        assert_eq!(said(&foreign), ExecProblem::Architecture(machine));
        assert_eq!(
            said(b"#!/no/such/interpreter -x\n"),
            ExecProblem::Interpreter("/no/such/interpreter".into())
        );
        assert_eq!(said(b"neither"), ExecProblem::Format);
    }
    #[test]
    fn refused_arguments_are_named_for_batch_scripts_only() {
        let error = io::Error::from(io::ErrorKind::InvalidInput);
        let said = |name: &str| problem(Path::new(name), &error);
        assert_eq!(said("npx.CMD"), ExecProblem::BatchArguments);
        assert_eq!(said("npx.exe"), ExecProblem::Other);
    }
}
