//! Languages of the catalogue, and which one the system asks for.

use unic_langid::LanguageIdentifier;

/// A language with a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// English with accents and 40 % longer, for tests: text that does not come from the catalogue stands out.
    Pseudo,
}

impl Language {
    /// The language of the environment: the first that is set of `LC_ALL`, `LC_MESSAGES`, `LANGUAGE` and `LANG`. English if none
    /// is set, for `C` and `POSIX`, and for a language without a catalogue. On macOS and Windows a language that the system
    /// settings name counts where no variable is set (untested).
    #[must_use]
    pub fn of_system() -> Self {
        Self::of_variables(|name| {
            let set = std::env::var(name).ok().filter(|value| !value.is_empty());
            set.or_else(|| of_settings(name))
        })
    }

    fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        // LANGUAGE is a list in the order of preference.
        let value = set.unwrap_or_default();
        let known = value.split(':').find_map(Self::of_locale);
        known.unwrap_or_default()
    }

    /// The language of a locale such as `de_AT.UTF-8`; none if it has no catalogue.
    fn of_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['_', '-', '.', '@']).next()?;
        match language.to_ascii_lowercase().as_str() {
            "en" | "c" | "posix" => Some(Self::English),
            "de" => Some(Self::German),
            _ => None,
        }
    }

    /// The rules of plurals.
    pub(crate) fn identifier(self) -> LanguageIdentifier {
        let tag = match self {
            Self::English | Self::Pseudo => "en-GB",
            Self::German => "de-DE",
        };
        tag.parse().unwrap_or_default()
    }

    /// What stands before the last item of a list.
    pub(crate) fn conjunction(self) -> &'static str {
        match self {
            Self::English => " and ",
            Self::German => " und ",
            Self::Pseudo => " ááñď ",
        }
    }
}

/// The languages of the system settings, as the last variable would name them.
#[cfg(not(target_os = "linux"))]
fn of_settings(name: &str) -> Option<String> {
    let settings = || sys_locale::get_locales().collect::<Vec<_>>().join(":");
    (name == "LANG").then(settings)
}

/// On Linux the variables are the settings.
#[cfg(target_os = "linux")]
fn of_settings(_name: &str) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(set: &[(&str, &str)]) -> Language {
        Language::of_variables(|name| {
            let mut found = set.iter().filter(|(key, _)| *key == name);
            found.next().map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn first_variable_that_is_set_decides() {
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&[("LANG", "de_DE.UTF-8")]), Language::German);
        assert_eq!(of(&[("LANG", "de")]), Language::German);
        assert_eq!(of(&[("LANG", "de-AT@euro")]), Language::German);
        assert_eq!(of(&[("LANG", "den_CA")]), Language::English);
        assert_eq!(of(&[("LANG", "fr_FR.UTF-8")]), Language::English);
        for c in ["C", "C.UTF-8", "POSIX"] {
            let all = [("LC_ALL", c), ("LANG", "de_DE.UTF-8")];
            assert_eq!(of(&all), Language::English, "{c}");
        }
        let empty = [("LC_ALL", ""), ("LC_MESSAGES", "de_CH"), ("LANG", "en_US")];
        assert_eq!(of(&empty), Language::German);
        let list = [("LANGUAGE", "fr:de:en"), ("LANG", "en_GB.UTF-8")];
        assert_eq!(of(&list), Language::German);
    }
}
