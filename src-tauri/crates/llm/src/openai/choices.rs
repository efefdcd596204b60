//! The one answer among the choices of a stream.
//!
//! One answer is asked for. Some servers number the chunks in place of the choices; others send a second choice, which is not read. A choice on another index is held until
//! the next one tells which of both it is.

/// Tells the choices apart by their index.
#[derive(Default)]
pub(super) struct Choices {
    first: Option<String>,
    counting: bool,
    /// A choice on another index, as JSON.
    held: Option<(u64, String)>,
    several: bool,
}

impl Choices {
    /// The choices of one chunk that belong to the answer, in their order. `index` gives the index of one.
    pub(super) fn select(
        &mut self,
        choices: &[&str],
        index: impl Fn(&str) -> Option<String>,
    ) -> Vec<String> {
        let mut own = Vec::new();
        self.several |= choices.len() > 1;
        for choice in choices {
            let at = index(choice);
            let first = self
                .first
                .get_or_insert_with(|| at.clone().unwrap_or_default());
            let is_first = at.is_none() || at.as_ref() == Some(first);
            let number = at.and_then(|at| at.parse::<u64>().ok());
            let follows = first.parse::<u64>().ok().and_then(|n| n.checked_add(1)) == number;
            let held_before = self.held.as_ref().and_then(|(held, _)| held.checked_add(1));
            if is_first || (self.counting && !self.several) {
                // The numbers came back: the one that was held is another choice.
                self.several |= self.held.take().is_some();
                own.push((*choice).to_owned());
            } else if held_before.is_some() && held_before == number && !self.several {
                self.counting = true;
                own.extend(self.held.take().map(|(_, held)| held));
                own.push((*choice).to_owned());
            } else {
                let waits = follows && !self.several && self.held.is_none();
                self.held = number
                    .filter(|_| waits)
                    .map(|number| (number, (*choice).to_owned()));
                self.several |= !waits;
            }
        }
        own
    }

    /// The choice that was held to the end; it is of the answer if that did not end itself.
    pub(super) fn held(&mut self) -> Option<String> {
        self.held.take().map(|(_, held)| held)
    }

    pub(super) fn peek_held(&self) -> Option<&str> {
        self.held.as_ref().map(|(_, held)| held.as_str())
    }
}
