//! What servers ask, at a terminal: shown in full, answered by `y`, or field by field.

use std::io::BufRead;

use domain::ApprovalId;
use host::{
    Host,
    api::{
        AnswerView, ChangeApprovalView, ElicitationApprovalView, FeatureApprovalView, FeatureView,
        FieldKindView, FieldProblemView, FieldView, SaidView, ScopeView,
    },
};
use serde_json::{Map, Number, Value};

use crate::{
    approver::Terminal,
    input::read_line,
    output::{self, note},
    text::{describe_line, plain, plain_line},
};

/// What a switch means.
fn describe_feature(feature: &FeatureApprovalView, out: &mut Vec<String>) {
    let name = &feature.server.name;
    match feature.feature {
        FeatureView::Sampling => {
            out.push(format!("Let {name} ask your model?"));
            out.push(
                "  Each time you see what it asks and the answer before it leaves.".to_owned(),
            );
            out.push("  It reconnects to learn of it.".to_owned());
        }
        FeatureView::Elicitation => {
            out.push(format!("Let {name} request your input?"));
            out.push("  Each time you see the request and decide about the reply.".to_owned());
            out.push("  It reconnects to learn of it.".to_owned());
        }
    }
}

/// What a server changed: each line that differs, what stands out, and whether anything was sent.
fn describe_change(change: &ChangeApprovalView, out: &mut Vec<String>) {
    let name = &change.server.name;
    match &change.tool {
        Some(tool) => out.push(format!(
            "{name} changed what its tool {tool} is. Accept the change?"
        )),
        None => out.push(format!(
            "{name} changed its instructions. Accept the change?"
        )),
    }
    out.push("  Nothing was sent. It stays off until you accept.".to_owned());
    for part in &change.parts {
        out.push(format!("  {} ({}):", part.title, part.note));
        out.extend(part.lines.iter().map(describe_line));
        if part.more > 0 {
            out.push(format!("    and {} more", part.more));
        }
    }
    let reasons = change.reasons.iter();
    out.extend(reasons.map(|r| domain::visible(&format!("  ! {} {}", r.lead, r.rest))));
    out.push(format!(
        "  Definition {} before, {} now",
        change.digest_before, change.digest
    ));
}

pub(crate) fn block(said: &SaidView, out: &mut Vec<String>) {
    let mut lines = |text: String| out.extend(text.lines().map(|line| format!("    {line}")));
    match said {
        SaidView::Text { text, .. } => lines(plain(text)),
        SaidView::Image {
            mime,
            bytes,
            width,
            height,
            ..
        } => lines(format!(
            "[an image, {mime}, {width} × {height}, {bytes} bytes]"
        )),
        SaidView::Data { what, bytes, .. } => lines(format!("[{what}, {bytes} bytes]")),
        SaidView::Tool { what, text, .. } => {
            lines(format!("[{what}]"));
            lines(plain(text));
        }
    }
}

/// What the server wants to know, or where it sends the user.
fn describe_elicitation(elicitation: &ElicitationApprovalView, out: &mut Vec<String>) {
    let name = &elicitation.server.name;
    match &elicitation.visit {
        Some(visit) => {
            out.push(format!("Visit a page for {name}?"));
            out.push(format!("  site     {}", visit.origin));
            if let Some(letters) = &visit.letters {
                out.push(format!("  read as  {letters}"));
            }
            out.push(format!("  address  {}", visit.url));
            let reasons = visit.reasons.iter();
            out.extend(reasons.map(|r| domain::visible(&format!("  ! {} {}", r.lead, r.rest))));
        }
        None => out.push(format!("{name} asks you:")),
    }
    let words = plain(&elicitation.message);
    out.push("  The server says:".to_owned());
    out.extend(words.lines().map(|line| format!("    {line}")));
    if elicitation.speaks_of_secret {
        out.push("  ! These words speak of a secret: never give one.".to_owned());
    }
    for field in &elicitation.fields {
        let must = if field.required { ", needed" } else { "" };
        out.push(format!("  {}{must}", field.title));
        let about = plain_line(&field.description);
        if !about.is_empty() {
            out.push(format!("    “{about}”"));
        }
        if field.speaks_of_secret {
            out.push("    This field speaks of a secret: never give one.".to_owned());
        }
        if field.default_left_out {
            out.push(
                "    What the server proposes here does not fit, and was left out.".to_owned(),
            );
        }
    }
    if elicitation.visit.is_none() {
        out.push("  Never give a password or a key here.".to_owned());
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
        let said = read_line(question(self));
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
fn question(elicitation: &ElicitationApprovalView) -> &'static str {
    if elicitation.visit.is_some() {
        "Open it? y opens, n declines, anything else cancels:"
    } else {
        "Answer? y to fill it in, n declines, anything else cancels:"
    }
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
            note(&problem.why);
        }
    }
    let content = Value::Object(values);
    let shown = serde_json::to_string_pretty(&content).ok()?;
    output::ask(&format!("{}\n", domain::visible_block(&shown)));
    let content = content.to_string();
    (line("Send exactly this? y sends, anything else does not: ")? == "y")
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
            Ok(None) if field.required => note("This is needed."),
            Ok(value) => return Some(value),
            Err(why) => note(why),
        }
    }
}

fn prompt(field: &FieldView) -> String {
    let (hint, default) = match &field.takes {
        FieldKindView::Text { hint, default, .. } => (hint.clone(), default.clone()),
        FieldKindView::Number { hint, default, .. } => (hint.clone(), default.clone()),
        FieldKindView::Boolean { default } => (
            "y or n".to_owned(),
            default.map(|yes| if yes { "y" } else { "n" }.to_owned()),
        ),
        FieldKindView::Choice { options, default } => (numbered(options), default.clone()),
        FieldKindView::Choices {
            hint,
            options,
            default,
        } => {
            let default = (!default.is_empty()).then(|| default.join(", "));
            (format!("{} {hint}, numbers", numbered(options)), default)
        }
    };
    let hint = if hint.is_empty() {
        String::new()
    } else {
        format!(" ({hint})")
    };
    let default = default.map_or_else(String::new, |d| format!(" [{}]", domain::visible(&d)));
    format!("{}{hint}{default}", field.title)
}

fn numbered(options: &[host::api::OptionView]) -> String {
    let all = options.iter().enumerate();
    all.map(|(at, option)| match &option.stands_for {
        Some(sent) => format!("{} {} (sent as “{sent}”)", at + 1, option.title),
        None => format!("{} {}", at + 1, option.title),
    })
    .collect::<Vec<_>>()
    .join(", ")
}

fn read(field: &FieldView, said: &str) -> Result<Option<Value>, &'static str> {
    let pick = |options: &[host::api::OptionView], number: &str| {
        let at: usize = number.trim().parse().unwrap_or(0);
        let option = at.checked_sub(1).and_then(|at| options.get(at));
        option
            .map(|option| Value::from(option.value.clone()))
            .ok_or("Give the number of a choice.")
    };
    let number = |text: &str| {
        let number: Result<Number, _> = serde_json::from_str(text);
        number.map(Value::Number).map_err(|_| "Give a number.")
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
            _other => Err("Give y or n."),
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
