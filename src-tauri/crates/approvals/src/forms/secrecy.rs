//! Detection of forms that request a secret. Secrets must not be entered into forms.

mod words;

use std::sync::LazyLock;

use domain::{FieldKind, FormField, is_secret_name, look};

use self::words::{ASKING, NEGATIONS, SECRET_WORDS, SHORT_WORDS, WHOLE_NAMES};

/// The relation of a field's text to secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// No relation.
    None,
    /// The text mentions a secret but appears to exclude it: the person is warned.
    Speaks,
    /// The text requests a secret: the form is refused.
    Asks,
}

/// Checks all text of a field. A name or title that names a secret requests it. A description requests it unless the sentence has a
/// negation before the secret; evading this check only leads to a warning beside the field. A boolean is no secret, and the text of
/// choices can only warn, since the server knows every value that is sent.
#[must_use]
pub fn of(field: &FormField) -> Secrecy {
    let found = of_words(field);
    match &field.kind {
        FieldKind::Boolean { .. } if found == Secrecy::Asks => Secrecy::Speaks,
        FieldKind::Choice { options, .. } | FieldKind::Choices { options, .. }
            if found == Secrecy::None
                && options.iter().any(|o| names(&o.title) || names(&o.value)) =>
        {
            Secrecy::Speaks
        }
        FieldKind::Boolean { .. }
        | FieldKind::Choice { .. }
        | FieldKind::Choices { .. }
        | FieldKind::Text { .. }
        | FieldKind::Number { .. } => found,
    }
}

fn of_words(field: &FormField) -> Secrecy {
    // A count of tokens is an ordinary number.
    let counts = matches!(field.kind, FieldKind::Number { .. });
    let counted = |text: &str| match counts {
        true => text.to_lowercase().replace("token", ""),
        false => text.to_owned(),
    };
    let asks = |text: &str| {
        let whole = WHOLE_NAMES.contains(&text.trim().to_lowercase().as_str());
        whole || names(&counted(text))
    };
    if asks(&field.name) || field.title.as_deref().is_some_and(asks) {
        return Secrecy::Asks;
    }
    let Some(description) = &field.description else {
        return Secrecy::None;
    };
    let description = counted(description);
    let mut found = Secrecy::None;
    for sentence in sentences(&description) {
        match (names(sentence), negated(sentence)) {
            (true, false) => return Secrecy::Asks,
            (true, true) => found = Secrecy::Speaks,
            (false, _) => {}
        }
    }
    // Detects what only the whole text shows, such as a word split by a full stop.
    if found == Secrecy::None && names(&description) {
        return Secrecy::Asks;
    }
    found
}

/// Checks the message above a form. A sentence requests a secret if it names one, asks for input, and has no negation before it.
/// Otherwise a sentence that names a secret leads to a warning.
#[must_use]
pub fn of_message(message: &str, fields: &[FormField]) -> Secrecy {
    let writes = |field: &FormField| {
        matches!(
            field.kind,
            FieldKind::Text { .. } | FieldKind::Number { .. }
        )
    };
    let asks = |sentence: &str| {
        let lower = sentence.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        words.any(|word| ASKING.iter().any(|asking| word.starts_with(asking)))
            || ASKING
                .iter()
                .any(|asking| !asking.is_ascii() && lower.contains(asking))
    };
    let mut found = Secrecy::None;
    for sentence in sentences(message).filter(|sentence| names(sentence)) {
        if asks(sentence) && !negated(sentence) && fields.iter().any(writes) {
            return Secrecy::Asks;
        }
        found = Secrecy::Speaks;
    }
    if found == Secrecy::None && names(message) {
        return Secrecy::Speaks;
    }
    found
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(['.', '!', '?', ';', '\n', '。', '！', '？', '；'])
}

/// Whether a sentence has a negation before it first names a secret.
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

/// The words in normalized form, and their confusable skeletons.
static WORDS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let of = |word: &&str| (joined(word), joined(&look(word)));
    SECRET_WORDS.iter().map(of).collect()
});

fn joined(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// Replaces digits and signs with the letters they imitate.
fn spelled(text: &str) -> String {
    let letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    text.chars().map(letter).collect()
}

fn names(text: &str) -> bool {
    let plain = joined(text);
    let alike = joined(&look(text));
    let spelled = joined(&spelled(text));
    is_secret_name(text)
        || [&plain, &alike, &spelled]
            .into_iter()
            .any(|text| is_secret_name(text))
        || WORDS.iter().any(|(word, shape)| {
            plain.contains(word) || alike.contains(shape) || spelled.contains(word)
        })
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
            kind: FieldKind::Text {
                min: None,
                max: None,
                format: None,
                default: None,
            },
        }
    }

    #[test]
    fn a_field_that_asks_for_a_secret_is_known_by_any_word() {
        for name in [
            "passwd",
            "PASSWORD",
            "pass",
            "Pass-Word",
            "p4ssw0rd",
            "p\u{430}ssword",
            "pa\u{200b}ssword",
            "passcode",
            "ＰＩＮ code",
            "client_secret",
            "access_token",
            "Passwort",
            "Kennwort",
            "contraseña",
            "mot de passe",
            "senha",
            "Пароль",
            "密码",
            "パスワード",
            "비밀번호",
            "كلمة المرور",
            "पासवर्ड",
            "hasło",
            "wachtwoord",
            "2FA",
            "ssh key",
            "recovery phrase",
            "CVV",
            "mother's maiden name",
            "salasana",
            "mật khẩu",
        ] {
            assert_eq!(of(&field(name, None, None)), Secrecy::Asks, "{name}");
            assert_eq!(of(&field("v", Some(name), None)), Secrecy::Asks, "{name}");
        }
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
            field(
                "kontakt",
                Some("Compass heading"),
                Some("Keyboard layout, passenger and spinning"),
            ),
            field("author", Some("Autor"), Some("Standard, substantial")),
        ] {
            assert_eq!(of(&plain), Secrecy::None, "{plain:?}");
        }
    }

    #[test]
    fn what_holds_no_secret_is_not_refused() {
        let tokens = FormField {
            kind: FieldKind::Number {
                integer: true,
                min: None,
                max: None,
                default: None,
            },
            ..field("max_tokens", None, Some("Most tokens to use"))
        };
        assert_eq!(of(&tokens), Secrecy::None);
        let yes = FormField {
            kind: FieldKind::Boolean { default: None },
            ..field("reset_password", None, None)
        };
        assert_eq!(of(&yes), Secrecy::Speaks);
        let chosen = FormField {
            kind: FieldKind::Choice {
                options: vec![domain::ChoiceOption {
                    value: "a".into(),
                    title: "Type your password below".into(),
                }],
                default: None,
            },
            ..field("next", None, None)
        };
        assert_eq!(of(&chosen), Secrecy::Speaks);
    }

    #[test]
    fn a_message_that_asks_for_a_secret_is_known() {
        let fields = [field("value", None, None)];
        for (message, wanted) in [
            ("Please enter your GitHub password", Secrecy::Asks),
            ("What is your PIN?", Secrecy::Asks),
            ("Bitte das Passwort eingeben", Secrecy::Asks),
            ("请输入密码", Secrecy::Asks),
            (
                "Your token ran out. Which plan shall it be?",
                Secrecy::Speaks,
            ),
            ("Do not enter a password", Secrecy::Speaks),
            ("Who comes to dinner?", Secrecy::None),
        ] {
            assert_eq!(of_message(message, &fields), wanted, "{message}");
        }
        assert_eq!(of_message("Enter your PIN", &[]), Secrecy::Speaks);
    }
}
