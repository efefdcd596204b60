//! What servers ask, at a terminal: shown in full, answered by `y`, or field by field.

use std::io::BufRead;

use domain::ApprovalId;
use host::Host;
use host_api::{
    AnswerView, ChangeApprovalView, ElicitationApprovalView, FeatureApprovalView, FeatureView,
    FieldKindView, FieldProblemView, FieldView, SaidView, ScopeView,
};
use messages::{Phrase, Text, phrases};
use serde_json::{Map, Number, Value};

use crate::{
    approver::Terminal,
    input::read_line,
    output::{self, note},
    text::{describe_line, plain, reason},
    words::{quoted, quoted_lines, said, say},
};

/// What a switch means.
fn describe_feature(feature: &FeatureApprovalView, out: &mut Vec<String>) {
    let name = &feature.server.name;
    let (title, each) = match feature.feature {
        FeatureView::Sampling => (
            phrases::terminal_feature_sampling(name),
            phrases::terminal_feature_sampling_each(),
        ),
        FeatureView::Elicitation => (
            phrases::terminal_feature_input(name),
            phrases::terminal_feature_input_each(),
        ),
    };
    out.push(say(title));
    out.push(format!("  {}", say(each)));
    let reconnects = say(phrases::terminal_feature_reconnects());
    out.push(format!("  {reconnects}"));
}

/// What a server changed: each line that differs, what stands out, and whether anything was sent.
fn describe_change(change: &ChangeApprovalView, out: &mut Vec<String>) {
    let name = &change.server.name;
    out.push(say(match &change.tool {
        Some(tool) => phrases::terminal_change_tool(name, tool),
        None if change.new_tools > 0 => phrases::terminal_change_new(change.new_tools, name),
        None => phrases::terminal_change_instructions(name),
    }));
    out.push(format!(
        "  {}",
        say(match change.new_tools {
            0 => phrases::terminal_change_off(),
            _some => phrases::terminal_change_new_off(),
        })
    ));
    for part in &change.parts {
        let title = say(phrases::terminal_change_part(&part.note, &part.title));
        out.push(format!("  {title}"));
        out.extend(part.lines.iter().map(describe_line));
        if part.more > 0 {
            let more = say(phrases::terminal_and_lines_more(part.more));
            out.push(format!("    {more}"));
        }
    }
    let reasons = change.reasons.iter();
    out.extend(reasons.map(|r| reason("  ! ", &r.lead, &r.rest)));
    if change.new_tools == 0 {
        let digests = phrases::terminal_change_digest(&change.digest_before, &change.digest);
        out.push(format!("  {}", say(digests)));
    }
}

pub(crate) fn block(said: &SaidView, out: &mut Vec<String>) {
    let mut head = |phrase: Phrase| out.push(format!("    {}", say(phrase)));
    match said {
        SaidView::Text { text, .. } => out.extend(quoted_lines("    ", &plain(text))),
        SaidView::Image {
            mime,
            bytes,
            width,
            height,
            ..
        } => {
            let size = phrases::terminal_bytes(*bytes);
            head(phrases::terminal_said_image(*height, size, mime, *width));
        }
        SaidView::Data { what, bytes, .. } => {
            let size = phrases::terminal_bytes(*bytes);
            head(phrases::terminal_said_data(size, what));
        }
        SaidView::Tool { what, text, .. } => {
            head(phrases::terminal_said_tool(what));
            out.extend(quoted_lines("    ", &plain(text)));
        }
    }
}

/// What the server wants to know, or where it sends the user.
fn describe_elicitation(elicitation: &ElicitationApprovalView, out: &mut Vec<String>) {
    let name = &elicitation.server.name;
    match &elicitation.visit {
        Some(visit) => {
            out.push(say(phrases::terminal_visit_title(name)));
            let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
            row(phrases::terminal_visit_site(&visit.origin));
            if let Some(letters) = &visit.letters {
                row(phrases::terminal_visit_letters(letters));
            }
            row(phrases::terminal_visit_address(&visit.url));
            let reasons = visit.reasons.iter();
            out.extend(reasons.map(|r| reason("  ! ", &r.lead, &r.rest)));
        }
        None => out.push(say(phrases::terminal_form_title(name))),
    }
    let mut row = |indent: &str, phrase: Phrase| out.push(format!("{indent}{}", say(phrase)));
    row("  ", phrases::terminal_server_says_lines());
    out.extend(quoted_lines("    ", &plain(&elicitation.message)));
    let mut row = |indent: &str, phrase: Phrase| out.push(format!("{indent}{}", say(phrase)));
    if elicitation.speaks_of_secret {
        row("  ", phrases::terminal_form_secret());
    }
    for field in &elicitation.fields {
        let title = match field.required {
            true => phrases::terminal_form_field_required(&field.title),
            false => phrases::terminal_form_field(&field.title),
        };
        row("  ", title);
        let about = plain(&field.description);
        if !about.is_empty() {
            row("    ", phrases::terminal_form_about(about));
        }
        if field.speaks_of_secret {
            row("    ", phrases::terminal_form_field_secret());
        }
        if field.default_left_out {
            row("    ", phrases::terminal_form_left_out());
        }
    }
    if elicitation.visit.is_none() {
        row("  ", phrases::terminal_form_never());
    }
}

impl Terminal for ElicitationApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe_elicitation(self, out);
    }

    fn answer(&self, text: &str, host: &Host, id: ApprovalId) -> Option<AnswerView> {
        output::ask(&format!("\n{text}\n"));
        // What can no longer be checked is refused when it is sent.
        let check = |content: &str| host.check_form(id, content).unwrap_or_default();
        let said = read_line(&question(self));
        Some(answer(self, &said, &check))
    }
}

impl Terminal for FeatureApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe_feature(self, out);
    }
}

impl Terminal for ChangeApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe_change(self, out);
    }
}

/// The line that follows an elicitation's description.
fn question(elicitation: &ElicitationApprovalView) -> String {
    say(match elicitation.visit {
        Some(_) => phrases::terminal_ask_visit(),
        None => phrases::terminal_ask_form(),
    })
}

/// What `y`, `n` or anything else means. `check` says what of the values so far does not fit.
fn answer(
    elicitation: &ElicitationApprovalView,
    said: &str,
    check: &dyn Fn(&str) -> Vec<FieldProblemView>,
) -> AnswerView {
    match said {
        "y" if elicitation.visit.is_some() => AnswerView::Allow {
            scope: ScopeView::Once,
            values: Vec::new(),
            key: None,
        },
        "y" => fill(&elicitation.fields, check).unwrap_or(AnswerView::Dismiss),
        "n" => AnswerView::Deny { note: None },
        _other => AnswerView::Dismiss,
    }
}

/// Asks field by field, shows what would be sent, and takes a last `y`.
fn fill(fields: &[FieldView], check: &dyn Fn(&str) -> Vec<FieldProblemView>) -> Option<AnswerView> {
    let mut values = Map::new();
    for field in fields {
        while let Some(value) = one(field)? {
            values.insert(field.name.clone(), value);
            let problems = check(&Value::Object(values.clone()).to_string());
            let Some(problem) = problems.iter().find(|p| p.name == field.name) else {
                break;
            };
            note(&said(&problem.why));
        }
    }
    let content = Value::Object(values);
    let shown = serde_json::to_string_pretty(&content).ok()?;
    output::ask(&format!("{}\n", domain::visible_block(&shown)));
    let content = content.to_string();
    (line(&format!("{} ", say(phrases::terminal_ask_send_form())))? == "y")
        .then_some(AnswerView::Fill { content })
}

fn line(question: &str) -> Option<String> {
    output::ask(question);
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(read) if read > 0 => Some(line.trim_end_matches(['\n', '\r']).to_owned()),
        Ok(_) | Err(_) => None,
    }
}

/// The value of one field; an empty line takes what it holds at first. None at the end of input.
fn one(field: &FieldView) -> Option<Option<Value>> {
    loop {
        let said = line(&format!("{}: ", prompt(field)))?;
        match read(field, said.trim()) {
            Ok(None) if field.required => note(&say(phrases::terminal_form_needed())),
            Ok(value) => return Some(value),
            Err(why) => note(&say(why)),
        }
    }
}

/// The title of a field with what it takes and its first value, as far as there are any.
fn prompt(field: &FieldView) -> String {
    let (hint, default) = match &field.takes {
        FieldKindView::Text { hint, default, .. } => (given(hint), default.clone()),
        FieldKindView::Number { hint, default, .. } => (given(hint), default.clone()),
        FieldKindView::Boolean { default } => (
            say(phrases::terminal_form_takes_yes_no()),
            default.map(|yes| if yes { "y" } else { "n" }.to_owned()),
        ),
        FieldKindView::Choice { options, default } => (numbered(options), default.clone()),
        FieldKindView::Choices {
            hint,
            options,
            default,
        } => {
            let default = (!default.is_empty()).then(|| default.join(", "));
            let numbers = say(phrases::terminal_form_takes_numbers(hint));
            (format!("{} {numbers}", numbered(options)), default)
        }
    };
    let hint = match hint.is_empty() {
        true => String::new(),
        false => format!(" ({hint})"),
    };
    let default = default.map_or_else(String::new, |d| format!(" [{}]", quoted(&d)));
    format!("{}{hint}{default}", quoted(&field.title))
}

/// A hint of the host, which may be empty.
fn given(hint: &Text) -> String {
    match hint.is_empty() {
        true => String::new(),
        false => said(hint),
    }
}

fn numbered(options: &[host_api::OptionView]) -> String {
    let all = options.iter().enumerate();
    all.map(|(at, option)| {
        let (number, title) = (at + 1, &option.title);
        say(match &option.stands_for {
            Some(sent) => phrases::terminal_form_option_sent(number, title, sent),
            None => phrases::terminal_form_option(number, title),
        })
    })
    .collect::<Vec<_>>()
    .join(", ")
}

fn read(field: &FieldView, said: &str) -> Result<Option<Value>, Phrase> {
    // By its number, or by what is shown of it where no other is shown alike.
    let pick = |options: &[host_api::OptionView], said: &str| {
        let said = said.trim();
        let at: usize = said.parse().unwrap_or(0);
        let mut named = options.iter().filter(|option| option.title == said);
        let numbered = at.checked_sub(1).and_then(|at| options.get(at));
        numbered
            .or_else(|| named.next().filter(|_| named.next().is_none()))
            .map(|option| Value::from(option.value.clone()))
            .ok_or_else(phrases::terminal_form_choice)
    };
    let number = |text: &str| {
        let number: Result<Number, _> = serde_json::from_str(text);
        number
            .map(Value::Number)
            .map_err(|_| phrases::terminal_form_number())
    };
    match &field.takes {
        FieldKindView::Text { default, .. } if said.is_empty() => {
            Ok(default.clone().map(Value::from))
        }
        FieldKindView::Text { .. } => Ok(Some(Value::from(said))),
        FieldKindView::Number { default, .. } if said.is_empty() => {
            default.as_deref().map(number).transpose()
        }
        FieldKindView::Number { .. } => number(said).map(Some),
        FieldKindView::Boolean { default } => match said {
            "" => Ok(default.map(Value::from)),
            "y" => Ok(Some(Value::from(true))),
            "n" => Ok(Some(Value::from(false))),
            _other => Err(phrases::terminal_form_yes_no()),
        },
        FieldKindView::Choice { default, .. } if said.is_empty() => {
            Ok(default.clone().map(Value::from))
        }
        FieldKindView::Choice { options, .. } => pick(options, said).map(Some),
        FieldKindView::Choices { default, .. } if said.is_empty() => {
            Ok((!default.is_empty()).then(|| Value::from(default.clone())))
        }
        FieldKindView::Choices { options, .. } => said
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .map(|word| pick(options, word))
            .collect::<Result<Vec<_>, _>>()
            .map(|chosen| Some(Value::Array(chosen))),
    }
}
