//! Whether a field of a form asks for a secret, which belongs into no form.

use domain::FormField;

use crate::redact;

/// Words of forms that ask for a secret, beside those of the log; compared in lower case without white space, `_` and `-`.
const SECRET_WORDS: [&str; 14] = [
    "accesskey",
    "bankaccount",
    "cardnumber",
    "creditcard",
    "cvc",
    "cvv",
    "iban",
    "mnemonic",
    "onetimecode",
    "pincode",
    "recoverycode",
    "seedphrase",
    "socialsecurity",
    "verificationcode",
];
/// The same, where they stand alone.
const SHORT_WORDS: [&str; 4] = ["pin", "otp", "ssn", "pwd"];
/// Words that turn a sentence round: "do not give us your pin".
const NEGATIONS: [&str; 8] = [
    "not", "never", "no", "without", "don't", "don’t", "dont", "cannot",
];

/// What the words of a field have to do with secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrecy {
    /// Nothing.
    None,
    /// They speak of one, and seem to ask that none is given: the person is warned.
    Speaks,
    /// They ask for one: the form is refused.
    Asks,
}

/// Looks at all words of a field. A name or title that names a secret asks for it; a description asks unless the sentence
/// says no before it names one. Whoever games that only gets a warning shown beside the field.
pub(crate) fn of(field: &FormField) -> Secrecy {
    if names(&field.name) || field.title.as_deref().is_some_and(names) {
        return Secrecy::Asks;
    }
    let Some(description) = &field.description else {
        return Secrecy::None;
    };
    let mut found = Secrecy::None;
    for sentence in description.split(['.', '!', '?', ';', '\n']) {
        match (names(sentence), negated(sentence)) {
            (true, false) => return Secrecy::Asks,
            (true, true) => found = Secrecy::Speaks,
            (false, _) => {}
        }
    }
    // What only the whole shows, such as a word broken by a full stop.
    if found == Secrecy::None && names(description) {
        return Secrecy::Asks;
    }
    found
}

/// Whether a sentence says no before it first names a secret.
fn negated(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let mut before = String::new();
    for piece in lower.split(|c| !word(c)) {
        if NEGATIONS.contains(&piece) {
            return true;
        }
        before.push_str(piece);
        before.push(' ');
        if names(&before) {
            return false;
        }
    }
    false
}

fn names(text: &str) -> bool {
    let joined: String = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    redact::is_secret(text)
        || redact::is_secret(&joined)
        || SECRET_WORDS.iter().any(|word| joined.contains(word))
        || text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| SHORT_WORDS.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, title: Option<&str>, description: Option<&str>) -> FormField {
        FormField {
            name: name.into(),
            title: title.map(Into::into),
            description: description.map(Into::into),
            required: false,
            kind: domain::FieldKind::Boolean { default: None },
        }
    }

    #[test]
    fn a_field_that_asks_for_a_secret_is_known_by_any_word() {
        for secret in [
            field("user_password", None, None),
            field("a", Some("API key"), None),
            field("a", Some("No password"), None),
            field("b", None, Some("The PIN of your card")),
            field("b", None, Some("The pass.word of your account")),
            field("b", None, Some("Your PIN, which is not shared")),
            field("b", None, Some("Never mind. Your one-time code")),
            field("cardNumber", None, None),
            field("c", Some("Seed phrase"), None),
        ] {
            assert_eq!(of(&secret), Secrecy::Asks, "{secret:?}");
        }
    }

    #[test]
    fn a_field_that_asks_for_none_is_shown_with_a_warning() {
        for spoken in [
            "Your favorite integer (do not give us your phone number, pin, or other sensitive info)",
            "Don't write your password here",
            "A name. Never an API key",
        ] {
            let field = field("a", None, Some(spoken));
            assert_eq!(of(&field), Secrecy::Speaks, "{spoken}");
        }
        for plain in [
            field("name", Some("Your name"), Some("As on the invitation")),
            field("spinner", Some("Pinned colour"), None),
            field("n", None, Some("No more than three words")),
        ] {
            assert_eq!(of(&plain), Secrecy::None, "{plain:?}");
        }
    }
}
