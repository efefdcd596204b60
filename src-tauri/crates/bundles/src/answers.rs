//! What a person enters for the options of a bundle.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use crate::{
    manifest::{Manifest, OptionKind, UserOption},
    template::{HOME_ONLY, Places, replaced},
};

/// Most values of one option.
const VALUES_MAX: usize = 32;
/// Most bytes of a value.
const VALUE_MAX: usize = 4000;

/// Values for the options of a bundle. Secrets are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The values, by the name of their option.
    pub values: BTreeMap<String, Vec<String>>,
    /// The options whose values are in the keychain, or will be.
    pub secrets: BTreeSet<String>,
}

/// Why an option is not answered as it must be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AnswerProblem {
    /// It must be entered.
    #[error("a value is missing")]
    Missing,
    /// The bundle has no such option.
    #[error("the bundle has no such option")]
    Unknown,
    /// It has one value, or at most 32.
    #[error("it has too many values")]
    TooMany,
    /// It is longer than 4,000 bytes, or has a NUL.
    #[error("the value is too long")]
    TooLong,
    /// It is no number.
    #[error("the value is not a number")]
    NotANumber,
    /// It is less than this number.
    #[error("the value is less than {0}")]
    TooSmall(f64),
    /// It is more than this number.
    #[error("the value is more than {0}")]
    TooLarge(f64),
    /// It is neither `true` nor `false`.
    #[error("the value is neither true nor false")]
    NotABoolean,
    /// It is no absolute path.
    #[error("the value is not an absolute path")]
    NotAbsolute,
}

impl Manifest {
    /// Checks what a person entered, and adds the defaults of the other options.
    ///
    /// # Errors
    /// The name of the first option that is not answered as it must be, and why.
    pub fn check(
        &self,
        entered: &Answers,
        places: &Places,
    ) -> Result<Answers, (String, AnswerProblem)> {
        let known = |key: &&String| !self.options.iter().any(|option| option.key == **key);
        let keys = entered.values.keys().chain(&entered.secrets);
        if let Some(key) = keys.into_iter().find(known) {
            return Err((key.clone(), AnswerProblem::Unknown));
        }
        let mut checked = Answers::default();
        for option in &self.options {
            let problem = |problem| (option.key.clone(), problem);
            if option.is_sensitive {
                // A value in `values` would be stored where everybody reads it.
                if entered.values.contains_key(&option.key) {
                    return Err(problem(AnswerProblem::Unknown));
                }
                if option.is_required || entered.secrets.contains(&option.key) {
                    checked.secrets.insert(option.key.clone());
                }
                continue;
            }
            let mut values = match entered.values.get(&option.key) {
                Some(values) => values.clone(),
                None => option.defaults(places),
            };
            values.retain(|value| !value.trim().is_empty());
            option.check(&values).map_err(problem)?;
            if !values.is_empty() {
                checked.values.insert(option.key.clone(), values);
            }
        }
        Ok(checked)
    }
}

impl UserOption {
    /// Its default values, with the folders of the user in place of `${HOME}` and the like.
    #[must_use]
    pub fn defaults(&self, places: &Places) -> Vec<String> {
        let values = self.default.iter();
        values
            .map(|value| replaced(value, &mut |name| places.named(name, HOME_ONLY)))
            .collect()
    }

    fn check(&self, values: &[String]) -> Result<(), AnswerProblem> {
        if values.is_empty() && self.is_required {
            return Err(AnswerProblem::Missing);
        }
        let most = if self.is_multiple { VALUES_MAX } else { 1 };
        if values.len() > most {
            return Err(AnswerProblem::TooMany);
        }
        values.iter().try_for_each(|value| self.check_one(value))
    }

    fn check_one(&self, value: &str) -> Result<(), AnswerProblem> {
        if value.len() > VALUE_MAX || value.contains('\0') {
            return Err(AnswerProblem::TooLong);
        }
        match self.kind {
            OptionKind::Text => Ok(()),
            OptionKind::Boolean if matches!(value, "true" | "false") => Ok(()),
            OptionKind::Boolean => Err(AnswerProblem::NotABoolean),
            OptionKind::Folder | OptionKind::File if Path::new(value).is_absolute() => Ok(()),
            OptionKind::Folder | OptionKind::File => Err(AnswerProblem::NotAbsolute),
            OptionKind::Number => {
                let number: Option<f64> = value.parse().ok();
                let number = number.filter(|number| number.is_finite());
                let number = number.ok_or(AnswerProblem::NotANumber)?;
                if let Some(min) = self.min.filter(|min| number < *min) {
                    return Err(AnswerProblem::TooSmall(min));
                }
                match self.max.filter(|max| number > *max) {
                    Some(max) => Err(AnswerProblem::TooLarge(max)),
                    None => Ok(()),
                }
            }
        }
    }
}
