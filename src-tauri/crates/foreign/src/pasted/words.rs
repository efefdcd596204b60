//! Shell-like word splitting of a command line, without executing or expanding anything.

use messages::{Phrase, phrases};

/// Maximum number of words in one line.
pub(super) const MAX_WORDS: usize = 512;

/// Maximum length of a shell expansion, in bytes.
const MAX_EXPANSION: usize = 1024;

/// The quoting style of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// A POSIX shell.
    Posix,
    /// A Windows command prompt: a backslash is part of a path.
    Windows,
}

/// One word, without its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// Its text. It contains shell expansions as written.
    pub text: String,
    /// The shell expansions, as written.
    pub expands: Vec<String>,
    /// How many leading bytes were neither quoted nor escaped.
    pub bare: usize,
}

/// Why a line cannot be split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SplitError {
    /// An unclosed single quote.
    UnclosedSingle,
    /// An unclosed double quote.
    UnclosedDouble,
    /// An operator that only a shell can execute.
    Operator(char),
    /// Too many words.
    TooMany,
}

impl SplitError {
    /// Returns the reason for display.
    pub fn text(&self) -> Phrase {
        match self {
            Self::UnclosedSingle => phrases::argv_single(),
            Self::UnclosedDouble => phrases::argv_double(),
            Self::Operator(sign) => phrases::host_paste_operator(sign.to_string()),
            Self::TooMany => phrases::host_paste_too_many_words(MAX_WORDS),
        }
    }
}

/// Splits a text into commands, separated by line breaks, `;` and `&&`, and each command into words.
///
/// # Errors
/// [`SplitError`].
pub(super) fn split(text: &str, style: Style) -> Result<Vec<Vec<Word>>, SplitError> {
    let mut reader = Reader {
        rest: text,
        style,
        commands: vec![Vec::new()],
        word: None,
        count: 0,
    };
    while reader.step()? {}
    reader.end_word()?;
    reader.commands.retain(|words| !words.is_empty());
    Ok(reader.commands)
}

struct Reader<'a> {
    rest: &'a str,
    style: Style,
    commands: Vec<Vec<Word>>,
    word: Option<Word>,
    count: usize,
}

impl<'a> Reader<'a> {
    /// Reads one unquoted character with what belongs to it. Returns false at the end.
    fn step(&mut self) -> Result<bool, SplitError> {
        let Some(c) = self.next() else {
            return Ok(false);
        };
        match c {
            '\'' if self.style == Style::Posix => self.single()?,
            '"' => self.double()?,
            '\\' if self.style == Style::Posix => self.escaped(),
            '^' | '`' if self.rest.starts_with(['\n', '\r']) => self.skip_line_break(),
            '\n' | ';' => self.end_command()?,
            '&' if self.rest.starts_with('&') && !self.in_url() => {
                self.next();
                self.end_command()?;
            }
            '#' if self.word.is_none() => self.skip_comment(),
            '<' if self.is_placeholder() => self.placeholder(),
            '|' | '&' | '<' | '>' if !self.in_url() => return Err(SplitError::Operator(c)),
            '$' | '`' | '%' | '~' => self.expansion(c),
            c if c.is_whitespace() => self.end_word()?,
            c => self.push_bare(c),
        }
        Ok(true)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn push_bare(&mut self, c: char) {
        let word = self.word();
        let all_bare = word.bare == word.text.len();
        word.text.push(c);
        if all_bare {
            word.bare = word.text.len();
        }
    }

    /// Adds quoted or escaped text: neither this text nor what follows it is bare.
    fn push_quoted(&mut self, c: char) {
        self.word().text.push(c);
    }

    fn single(&mut self) -> Result<(), SplitError> {
        let end = self.rest.find('\'').ok_or(SplitError::UnclosedSingle)?;
        let (inside, rest) = self.rest.split_at(end);
        self.word().text.push_str(inside);
        self.rest = &rest[1..];
        Ok(())
    }

    fn double(&mut self) -> Result<(), SplitError> {
        self.word();
        loop {
            let c = self.next().ok_or(SplitError::UnclosedDouble)?;
            let escapes: &[char] = match self.style {
                Style::Posix => &['$', '`', '"', '\\'],
                Style::Windows => &['"'],
            };
            match c {
                '"' => return Ok(()),
                '\\' if self.rest.starts_with(escapes) => {
                    if let Some(c) = self.next() {
                        self.push_quoted(c);
                    }
                }
                '\\' if self.style == Style::Posix && self.rest.starts_with(['\n', '\r']) => {
                    self.skip_line_break();
                }
                '$' | '`' | '%' => self.expansion_quoted(c),
                c => self.push_quoted(c),
            }
        }
    }

    fn escaped(&mut self) {
        if self.rest.starts_with(['\n', '\r']) {
            self.skip_line_break();
        } else if let Some(c) = self.next() {
            self.push_quoted(c);
        } else {
            // A trailing backslash: the next line was not copied.
        }
    }

    fn skip_line_break(&mut self) {
        let after = self.rest.strip_prefix("\r\n");
        self.rest = after.unwrap_or_else(|| self.rest.get(1..).unwrap_or_default());
    }

    fn skip_comment(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
    }

    /// Whether the position is in an unquoted URL, where `&` and similar signs belong to the URL.
    fn in_url(&self) -> bool {
        self.word
            .as_ref()
            .is_some_and(|word| word.text.contains("://"))
    }

    /// Whether this is a manual's placeholder such as `<your key>` and not a redirection: it ends on the same line, and a letter
    /// follows its sign.
    fn is_placeholder(&self) -> bool {
        let near = head(self.rest);
        let end = near.find(['>', '<', '\n', '|', '&', ';']);
        near.starts_with(char::is_alphabetic) && end.is_some_and(|end| near[end..].starts_with('>'))
    }

    fn placeholder(&mut self) {
        let end = self.rest.find('>').map_or(self.rest.len(), |at| at + 1);
        let written = format!("<{}", &self.rest[..end]);
        self.rest = &self.rest[end..];
        self.expands(written);
    }

    fn expansion(&mut self, c: char) {
        let home = c == '~'
            && self.word.is_none()
            && (self.rest.is_empty() || self.rest.starts_with(is_end_or_slash));
        if home {
            self.expands("~".to_owned());
            return;
        }
        match self.expanded(c) {
            Some(written) => self.expands(written),
            None => self.push_bare(c),
        }
    }

    fn expansion_quoted(&mut self, c: char) {
        match self.expanded(c) {
            Some(written) => self.expands(written),
            None => self.push_quoted(c),
        }
    }

    fn expands(&mut self, written: String) {
        let word = self.word();
        word.text.push_str(&written);
        if !word.expands.contains(&written) {
            word.expands.push(written);
        }
    }

    /// Removes the shell expansion after this sign from the rest, and returns it.
    fn expanded(&mut self, sign: char) -> Option<String> {
        let rest = head(self.rest);
        let long = match (sign, self.style) {
            ('$', _) if rest.starts_with('{') => rest.find('}')? + 1,
            ('$', Style::Posix) if rest.starts_with('(') => closing(rest)?,
            ('$', Style::Windows) if rest.starts_with("env:") => 4 + name_of(&rest[4..])?,
            ('$', Style::Posix) => name_of(rest)?,
            ('`', Style::Posix) => rest.find('`')? + 1,
            ('%', Style::Windows) => {
                let name = name_of(rest)?;
                rest[name..].starts_with('%').then_some(name + 1)?
            }
            _ => return None,
        };
        let written = format!("{sign}{}", &rest[..long]);
        self.rest = &self.rest[long..];
        Some(written)
    }

    fn end_word(&mut self) -> Result<(), SplitError> {
        if let Some(word) = self.word.take() {
            self.count += 1;
            if self.count > MAX_WORDS {
                return Err(SplitError::TooMany);
            }
            if let Some(command) = self.commands.last_mut() {
                command.push(word);
            }
        }
        Ok(())
    }

    fn end_command(&mut self) -> Result<(), SplitError> {
        self.end_word()?;
        if self.commands.last().is_some_and(|words| !words.is_empty()) {
            self.commands.push(Vec::new());
        }
        Ok(())
    }
}

/// Returns the beginning of a text, which bounds the search for a closing sign.
fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_EXPANSION)]
}

fn is_end_or_slash(c: char) -> bool {
    c == '/' || c.is_whitespace()
}

/// Returns the length of the variable name at the start of a text.
fn name_of(text: &str) -> Option<usize> {
    let long = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins.then_some(long)
}

/// Returns the length up to the bracket that closes the one at the start of a text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at + 1);
        }
    }
    None
}
