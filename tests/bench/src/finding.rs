//! What it costs to search 200,000 messages.

use std::{fs, path::PathBuf, time::Instant};

use store::{ImportedMessage, NewPart, PartKind, Role, SearchFilter, Store};

use crate::{
    error::BenchError,
    load::{self, Figures},
};

/// The messages, in conversations of so many.
const MESSAGES: usize = 200_000;
const EACH: usize = 200;
/// Words that the texts are made of; the frequent ones come first.
const WORDS: usize = 20_000;
/// Words of one message: about a paragraph.
const LENGTH: usize = 60;
/// A word that every message has.
const EVERYWHERE: &str = "ledger";

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Wanted {
    /// A word in every message.
    Everywhere,
    /// A word in few of them.
    Rare,
    /// Two words of which the second is not typed to its end.
    Typed,
}

/// Measures one search after the other, over the same messages in every run.
pub async fn measure(wanted: Wanted, count: usize) -> Result<Figures, BenchError> {
    let store = Store::open(&filled().await?)
        .await
        .map_err(BenchError::host)?;
    let filter = SearchFilter::default();
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for number in 0..count {
        let text = match wanted {
            Wanted::Everywhere => EVERYWHERE.to_owned(),
            Wanted::Rare => word(WORDS / 2 + number),
            Wanted::Typed => format!(
                "{} {}",
                word(number % 50),
                word(50 + number % 50).split_at(2).0
            ),
        };
        let one = Instant::now();
        let found = store.conversations().search(&text, &filter).await;
        taken.push(one.elapsed().as_secs_f64() * 1e6);
        if found.map_err(BenchError::host)?.is_empty() {
            return Err(BenchError::Unexpected(format!("nothing found for {text}")));
        }
    }
    let elapsed = begin.elapsed().as_secs_f64();
    let figures = Figures::of(taken, elapsed, load::cpu_seconds() - cpu);
    store.close().await;
    Ok(figures)
}

/// The data folder with the messages, beside this program. It is filled by the first run and then kept.
async fn filled() -> Result<PathBuf, BenchError> {
    let beside = std::env::current_exe()?;
    let folder = beside.with_file_name(format!("bench-messages-{MESSAGES}"));
    if folder.exists() {
        return Ok(folder);
    }
    let filling = beside.with_file_name(format!("bench-messages-{}", std::process::id()));
    fs::create_dir(&filling)?;
    let store = Store::open(&filling).await.map_err(BenchError::host)?;
    let mut dice = Dice(7);
    for conversation in 0..MESSAGES / EACH {
        let messages: Vec<ImportedMessage> = (0..EACH).map(|at| message(at, &mut dice)).collect();
        let title = format!("Conversation {conversation}");
        let stored = store.messages().import(&title, &messages, EACH - 1).await;
        stored.map_err(BenchError::host)?;
    }
    store.close().await;
    fs::rename(&filling, &folder)?;
    Ok(folder)
}

fn message(at: usize, dice: &mut Dice) -> ImportedMessage {
    let mut text = EVERYWHERE.to_owned();
    for _ in 0..LENGTH {
        text.push(' ');
        text.push_str(&word(dice.often_small(WORDS)));
    }
    ImportedMessage {
        parent: at.checked_sub(1),
        role: if at.is_multiple_of(2) {
            Role::User
        } else {
            Role::Assistant
        },
        model: None,
        created_ms: 1_700_000_000_000,
        part: NewPart {
            kind: PartKind::Text,
            body: text,
            origin: domain::Provenance::User,
        },
    }
}

/// A pronounceable word for a number; others for others.
fn word(number: usize) -> String {
    const FIRST: [&str; 20] = [
        "ba", "co", "di", "fe", "gu", "ha", "jo", "ki", "le", "mu", "na", "po", "qui", "re", "su",
        "ta", "vo", "wi", "xe", "zu",
    ];
    let mut left = number % WORDS;
    let mut out = String::new();
    for _ in 0..4 {
        out.push_str(FIRST[left % FIRST.len()]);
        left /= FIRST.len();
    }
    out
}

/// Numbers that are the same in every run (a linear congruential generator).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number below `end`; small ones come more often, as words do in a language.
    fn often_small(&mut self, end: usize) -> usize {
        ((end as f64).powf(self.next()) - 1.0) as usize % end
    }
}
