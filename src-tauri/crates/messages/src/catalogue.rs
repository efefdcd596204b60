//! The messages of one language.

use std::fmt;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

use crate::{
    Language, Phrase, Value,
    isolation::{contained, marked},
    number, pseudo,
    texts::installed,
};

/// The messages of one language. It can be shared between threads.
pub struct Catalogue {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Catalogue").field(&self.language).finish()
    }
}

impl Catalogue {
    /// Reads the installed texts of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
        bundle.set_use_isolating(true);
        // The only error is that NUMBER is there already.
        let _ = bundle.add_builtins();
        match language {
            Language::English => bundle.set_formatter(Some(number::english)),
            Language::German => bundle.set_formatter(Some(number::german)),
            Language::Pseudo => {
                bundle.set_formatter(Some(number::english));
                bundle.set_transform(Some(pseudo::pseudo));
            }
        }
        for file in installed().of(language) {
            // The build of `messages-text` has parsed it and compared the languages.
            let resource = FluentResource::try_new(file.clone().into_owned());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(read, _)| read));
        }
        Self { language, bundle }
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The message in this language, each value isolated. A message that is not in the catalogue shows as its id, and a value that
    /// is missing as its name.
    #[must_use]
    pub fn say(&self, phrase: &Phrase) -> String {
        let message = self.bundle.get_message(&phrase.id);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return contained(&phrase.id);
        };
        let mut values = FluentArgs::with_capacity(phrase.values.len());
        for (name, value) in &phrase.values {
            values.set(name.clone(), self.inserted(value));
        }
        let said = self
            .bundle
            .format_pattern(pattern, Some(&values), &mut Vec::new());
        said.into_owned()
    }

    fn inserted(&self, value: &Value) -> FluentValue<'static> {
        match value {
            Value::Number(number) => (*number).into(),
            Value::Text(_) | Value::Phrase(_) | Value::List(_) => self.text(value).into(),
        }
    }

    fn text(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => contained(text),
            Value::Number(number) => number::written(*number, self.language),
            // Its own values are contained: it opens and closes as many isolates.
            Value::Phrase(phrase) => self.say(phrase),
            Value::List(items) => self.joined(items),
        }
    }

    /// Items as a sentence lists them: `A, B and C`. Each is isolated, so that two names next to each other stay apart.
    fn joined(&self, items: &[Value]) -> String {
        let mut out = String::new();
        for (at, item) in items.iter().enumerate() {
            match at {
                0 => {}
                at if at + 1 == items.len() => out.push_str(self.language.conjunction()),
                _ => out.push_str(", "),
            }
            out.push_str(&marked(&self.text(item)));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{phrases, without_isolation};

    fn said(language: Language, phrase: &Phrase) -> String {
        Catalogue::new(language).say(phrase)
    }

    #[test]
    fn inserted_value_is_isolated() {
        let phrase = phrases::on_day("Monday");
        assert_eq!(
            said(Language::English, &phrase),
            "on \u{2068}Monday\u{2069}"
        );
    }

    #[test]
    fn number_selects_the_plural_and_is_written_as_the_language_writes_it() {
        for (language, count, expected) in [
            (Language::English, 1, "1 more server"),
            (Language::English, 1_234, "1,234 more servers"),
            (Language::German, 1_234, "1.234 weitere Server"),
        ] {
            let said = said(language, &phrases::more_servers(count));
            assert_eq!(without_isolation(&said), expected);
        }
    }

    #[test]
    fn list_is_joined_as_the_language_joins_it() {
        let said = |language, items: &[&str]| {
            let list = Value::list(items.iter().copied());
            without_isolation(&said(language, &phrases::marked_from(list)))
        };
        assert_eq!(said(Language::English, &["A"]), "From A");
        assert_eq!(said(Language::English, &["A", "B"]), "From A and B");
        assert_eq!(said(Language::English, &["A", "B", "C"]), "From A, B and C");
        assert_eq!(said(Language::German, &["A", "B", "C"]), "Von A, B und C");
        assert_eq!(said(Language::English, &[]), "From ");
    }

    #[test]
    fn message_inside_a_message_is_said_in_the_same_language() {
        let phrase = phrases::export_summary("5 KB", phrases::export_rules(2));
        let said = without_isolation(&said(Language::German, &phrase));
        assert!(said.starts_with("2 Regeln: 5 KB."), "{said}");
    }

    #[test]
    fn pseudo_locale_changes_the_message_and_not_its_values() {
        let phrase = phrases::on_day("Monday");
        let said = without_isolation(&said(Language::Pseudo, &phrase));
        assert_eq!(said, "óóñ Monday");
    }

    #[test]
    fn unknown_message_shows_as_its_id() {
        let phrase = Phrase::new("no-such-message", []);
        assert_eq!(said(Language::English, &phrase), "no-such-message");
    }
}
