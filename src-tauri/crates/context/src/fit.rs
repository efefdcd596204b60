//! Fits a request into its budget, by a written order of preference.
//!
//! 1. Texts of results of earlier turns are shortened, the oldest first. 2. Earlier turns are left out, the oldest first. 3. Texts of
//!    results of the current turn are shortened. 4. Its replies are left out with their results, the oldest first. 5. Tools are left out.
//! 6. Instructions of servers are shortened. 7. The summary is shortened. 8. Attached texts are shortened, other attachments left out, pinned ones first. 9. The user's words are cut. Steps 1 and 2 free more than is needed at once, so that
//!    the beginning of the next requests stays the same.

use domain::MessageId;

use crate::{
    Budget, Omission, PartKind, Reason,
    draft::{Draft, Step},
    slot::{Body, Entry, Size, Slot},
};

/// Length to which a text is shortened, in bytes.
const SHORT: usize = 1_024;
/// The share of the limit by which requests shrink at once.
const STRIDE: u64 = 8;
/// Room for the note at the end of a text that was cut, in bytes.
const CUT_NOTE: usize = 64;
/// Most bytes of a token.
const TOKEN_BYTES: u64 = 4;

/// The size of a request and its limits.
struct Meter {
    size: Size,
    most: Size,
}

impl Meter {
    /// A meter that starts with a size.
    fn with(size: Size, budget: &Budget) -> Self {
        Self {
            size,
            most: Size {
                tokens: budget.tokens().unwrap_or(u64::MAX),
                bytes: budget.most_bytes(),
            },
        }
    }

    fn new(draft: &Draft<'_>, budget: &Budget) -> Self {
        let mut meter = Self::with(draft.system.size, budget);
        let fixed = draft.tools.iter().chain(&draft.project);
        let fixed = fixed.chain(&draft.instructions);
        let fixed = fixed.chain(&draft.pinned).chain(&draft.summary);
        fixed.for_each(|slot| meter.add(slot.size));
        for step in &draft.steps {
            meter.add(step.size());
        }
        meter
    }

    fn add(&mut self, size: Size) {
        self.size.tokens += size.tokens;
        self.size.bytes += size.bytes;
    }

    fn remove(&mut self, size: Size) {
        self.size.tokens -= size.tokens;
        self.size.bytes -= size.bytes;
    }

    fn fits(&self, most: Size) -> bool {
        self.size.tokens <= most.tokens && self.size.bytes <= most.bytes
    }

    /// Returns the size to aim for: the excess rounded up, so that the aim changes only now and then while a conversation grows.
    fn aim(&self) -> Size {
        let bytes = aim(self.size.bytes as u64, self.most.bytes as u64);
        Size {
            tokens: aim(self.size.tokens, self.most.tokens),
            bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        }
    }

    fn shorten(&mut self, slot: &mut Slot<'_>, most: usize) {
        let before = slot.shorten(most);
        self.remove(before);
        self.add(slot.size);
    }
}

fn aim(size: u64, most: u64) -> u64 {
    let stride = (most / STRIDE).max(1);
    let excess = size
        .saturating_sub(most)
        .div_ceil(stride)
        .saturating_mul(stride);
    if excess == 0 {
        most
    } else {
        size.saturating_sub(excess)
    }
}

impl Step<'_> {
    fn size(&self) -> Size {
        let mut size = Size::default();
        for slot in self
            .slots
            .iter()
            .chain(self.results.iter().flat_map(|r| &r.slots))
        {
            size.tokens += slot.size.tokens;
            size.bytes += slot.size.bytes;
        }
        size
    }
}

/// Fits a draft into its budget and accounts for what was left out.
pub(crate) fn fit(draft: &mut Draft<'_>, budget: &Budget, omitted: &mut Vec<Omission>) {
    let mut meter = Meter::new(draft, budget);
    let (aim, most, current) = (meter.aim(), meter.most, draft.turns);
    shorten_results(draft, &mut meter, aim, |turn| turn < current);
    drop_steps(draft, &mut meter, aim, omitted, |step| step.turn < current);
    shorten_results(draft, &mut meter, most, |_| true);
    drop_steps(draft, &mut meter, most, omitted, |step| !step.by_user);
    while let Some(tool) = (!meter.fits(most)).then(|| draft.tools.pop()).flatten() {
        meter.remove(tool.size);
        omitted.push(tool.omission(None, Some(Reason::Budget)));
    }
    let instructions = (None, &mut draft.instructions);
    cut_texts(instructions, &mut meter, PartKind::Instructions, omitted);
    let summary = (draft.summarized, &mut draft.summary);
    cut_texts(summary, &mut meter, PartKind::Summary, omitted);
    let pinned = (None, &mut draft.pinned);
    cut_texts(pinned, &mut meter, PartKind::Attachment, omitted);
    for kind in [PartKind::Attachment, PartKind::Message] {
        for step in &mut draft.steps {
            let slots = (Some(step.message), &mut step.slots);
            cut_texts(slots, &mut meter, kind, omitted);
        }
    }
}

fn shorten_results(
    draft: &mut Draft<'_>,
    meter: &mut Meter,
    most: Size,
    of: impl Fn(usize) -> bool,
) {
    for step in draft.steps.iter_mut().filter(|step| of(step.turn)) {
        for slot in step.results.iter_mut().flat_map(|result| &mut result.slots) {
            if meter.fits(most) {
                return;
            }
            if slot.kind == PartKind::Result {
                meter.shorten(slot, SHORT);
            }
        }
    }
}

/// Leaves out messages, the oldest first and a turn as a whole where `of` takes all of it.
fn drop_steps(
    draft: &mut Draft<'_>,
    meter: &mut Meter,
    most: Size,
    omitted: &mut Vec<Omission>,
    of: impl Fn(&Step<'_>) -> bool,
) {
    let mut open = None;
    draft.steps.retain(|step| {
        let goes_on = open == Some(step.turn);
        if !of(step) || (!goes_on && meter.fits(most)) {
            return true;
        }
        // The replies to a message that was left out go with it.
        open = step.by_user.then_some(step.turn).or(open);
        meter.remove(step.size());
        for slot in step
            .slots
            .iter()
            .chain(step.results.iter().flat_map(|r| &r.slots))
        {
            omitted.push(slot.omission(Some(step.message), Some(Reason::Budget)));
        }
        false
    });
}

/// Cuts the texts of one kind, and leaves out those of which nothing remains.
fn cut_texts(
    (message, slots): (Option<MessageId>, &mut Vec<Slot<'_>>),
    meter: &mut Meter,
    kind: PartKind,
    omitted: &mut Vec<Omission>,
) {
    slots.retain_mut(|slot| {
        if slot.kind != kind || meter.fits(meter.most) {
            return true;
        }
        let excess = Size {
            tokens: meter.size.tokens.saturating_sub(meter.most.tokens),
            bytes: meter.size.bytes.saturating_sub(meter.most.bytes),
        };
        let by_tokens = usize::try_from(excess.tokens.saturating_mul(TOKEN_BYTES));
        let less = excess.bytes.max(by_tokens.unwrap_or(usize::MAX));
        let left = slot
            .size
            .bytes
            .saturating_sub(less.saturating_add(CUT_NOTE));
        let frame = match slot.body {
            Body::Framed { .. } | Body::Media { .. } => SHORT,
            Body::Text { .. }
            | Body::Image { .. }
            | Body::Call(_)
            | Body::Tool(..)
            | Body::Reference(..) => 0,
        };
        let left = left.saturating_sub(frame);
        if left > 0 && slot.body.is_text() {
            meter.shorten(slot, left);
            return true;
        }
        meter.remove(slot.size);
        omitted.push(slot.omission(message, Some(Reason::Budget)));
        false
    });
}

/// The order in which the entries of a transcript are shortened: of which kinds, to how many bytes.
const SHORTENED: [(&[PartKind], usize); 6] = [
    (&[PartKind::Result, PartKind::Note], SHORT),
    (
        &[PartKind::Result, PartKind::Note, PartKind::Call],
        SHORT / 8,
    ),
    (&[PartKind::Attachment], SHORT),
    (&[PartKind::Answer, PartKind::Attachment], SHORT / 4),
    (&[PartKind::Message], 4 * SHORT),
    (&[PartKind::Message], SHORT / 4),
];

/// Fits the entries of a transcript into a budget, beside the `fixed` parts: results of tools are shortened first, then calls, attachments and answers, and words
/// of the user last; the oldest entries first. At last, the oldest are left out.
pub(crate) fn fit_transcript(
    entries: &mut Vec<Entry<'_>>,
    fixed: &[&Slot<'_>],
    budget: &Budget,
    omitted: &mut Vec<Omission>,
) {
    let mut meter = Meter::with(Size::default(), budget);
    fixed.iter().for_each(|slot| meter.add(slot.size));
    entries.iter().for_each(|(_, slot)| meter.add(slot.size));
    let most = meter.most;
    for (kinds, limit) in SHORTENED {
        for (_, slot) in entries.iter_mut() {
            if meter.fits(most) {
                return;
            }
            if kinds.contains(&slot.kind) {
                meter.shorten(slot, limit);
            }
        }
    }
    for kinds in LEFT_OUT {
        entries.retain(|(message, slot)| {
            if meter.fits(most) || !kinds.contains(&slot.kind) {
                return true;
            }
            meter.remove(slot.size);
            omitted.push(slot.omission(*message, Some(Reason::Budget)));
            false
        });
    }
}

/// The order in which the entries of a transcript are left out.
const LEFT_OUT: [&[PartKind]; 3] = [
    &[
        PartKind::Result,
        PartKind::Note,
        PartKind::Image,
        PartKind::Call,
        PartKind::Attachment,
    ],
    &[PartKind::Answer],
    &[PartKind::Message, PartKind::Summary],
];
