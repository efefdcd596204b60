//! The texts of the messages, which a program installs at its start.

use std::{
    borrow::Cow,
    fs, io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::Language;

/// Names the folder of the catalogue for a program without texts of its own, such as a test. Cargo sets it
/// (`.cargo/config.toml`).
const FOLDER: &str = "INNKEEPER_LOCALES";

static TEXTS: OnceLock<Texts> = OnceLock::new();

/// The Fluent files of each language.
#[derive(Debug, Default)]
pub struct Texts {
    english: Vec<Cow<'static, str>>,
    german: Vec<Cow<'static, str>>,
}

impl Texts {
    /// Texts that are part of the program.
    #[must_use]
    pub fn embedded(english: &[&'static str], german: &[&'static str]) -> Self {
        let all = |files: &[&'static str]| files.iter().copied().map(Cow::Borrowed).collect();
        Self {
            english: all(english),
            german: all(german),
        }
    }

    fn read(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            english: files(&folder.join("en"))?,
            german: files(&folder.join("de"))?,
        })
    }

    pub(crate) fn of(&self, language: Language) -> &[Cow<'static, str>] {
        match language {
            Language::English | Language::Pseudo => &self.english,
            Language::German => &self.german,
        }
    }
}

fn files(folder: &Path) -> io::Result<Vec<Cow<'static, str>>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    paths.sort();
    let texts = paths.iter().map(fs::read_to_string);
    texts.map(|text| text.map(Cow::Owned)).collect()
}

/// Gives this program its texts. Only the first call has an effect, and only before the first message is said.
pub fn install(texts: Texts) {
    let late = TEXTS.set(texts).is_err();
    debug_assert!(
        !late,
        "texts were installed twice, or after a message was said"
    );
}

/// The texts of this program.
///
/// # Panics
/// In a debug build, if none were installed and none can be read. Messages of a release build show as their ids then.
pub(crate) fn installed() -> &'static Texts {
    TEXTS.get_or_init(|| {
        let read = std::env::var_os(FOLDER).map(|folder| Texts::read(Path::new(&folder)));
        debug_assert!(
            matches!(read, Some(Ok(_))),
            "no texts: the program did not call messages_text::install, and {FOLDER} names no catalogue: {read:?}"
        );
        read.and_then(Result::ok).unwrap_or_default()
    })
}
