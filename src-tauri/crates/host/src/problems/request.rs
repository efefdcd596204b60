//! How a request to a server fails.

use mcp::{BoundHit, CallError, InputProblem, NotSent, Stopped};
use messages::{Phrase, phrases};

use super::http::http_problem;

/// Returns why a request got no usable answer.
pub(crate) fn not_answered(error: &CallError) -> Phrase {
    match error {
        CallError::NotSent(reason) => phrases::host_request_not_sent(not_sent(*reason)),
        CallError::Rpc { code, message, .. } => {
            phrases::host_request_rpc(code.to_string(), message)
        }
        CallError::TimedOut { .. } => phrases::host_request_timed_out(),
        CallError::Cancelled { .. } => phrases::host_request_cancelled(),
        CallError::ConnectionLost { .. } => phrases::host_request_lost(),
        CallError::BadResult(reason) => phrases::host_request_bad_result(reason),
        CallError::Bound(hit) => phrases::host_request_limit(limit(*hit)),
        CallError::Input(problem) => phrases::host_request_input(input(problem)),
        CallError::Task(problem) => phrases::host_request_task(problem.to_string()),
        CallError::Http { error, .. } => http_problem(error),
    }
}

/// Returns why a request that needed input first was given up.
pub(crate) fn input(problem: &InputProblem) -> Phrase {
    match problem {
        InputProblem::Rounds => phrases::host_input_rounds(),
        InputProblem::TooMany => phrases::host_input_many(),
        InputProblem::State => phrases::host_input_state(),
        InputProblem::NotOffered => phrases::host_input_not_offered(),
        InputProblem::NotGiven(why) => phrases::host_input_not_given(why),
        InputProblem::Unreadable(why) => phrases::host_input_unreadable(why),
    }
}

fn not_sent(reason: NotSent) -> Phrase {
    match reason {
        NotSent::Closed => phrases::host_not_sent_closed(),
        NotSent::QueueFull => phrases::host_not_sent_full(),
        NotSent::OtherServer => phrases::host_not_sent_other(),
        NotSent::NotDeclared(what) => phrases::host_not_sent_undeclared(what),
        NotSent::Encoding => phrases::host_not_sent_encoding(),
    }
}

/// Returns why a list ended before its end.
pub(crate) fn stopped(why: &Stopped) -> Phrase {
    match why {
        Stopped::Items { most, left_out } => phrases::host_stopped_items(*left_out, *most),
        Stopped::Pages(most) => phrases::host_stopped_pages(*most),
        Stopped::Bound(hit) => phrases::host_request_list_limit(limit(*hit)),
        Stopped::RepeatedCursor => phrases::host_request_repeats(),
        Stopped::Page(error) => not_answered(error),
        Stopped::NotOffered => phrases::host_stopped_not_offered(),
    }
}

fn limit(hit: BoundHit) -> Phrase {
    match hit {
        BoundHit::MessageBytes => phrases::host_over_message_bytes(),
        BoundHit::JsonDepth => phrases::host_over_json_depth(),
        BoundHit::JsonNodes => phrases::host_over_json_nodes(),
        BoundHit::BatchMessages => phrases::host_over_batch(),
        BoundHit::ListingBytes => phrases::host_over_list_bytes(),
        BoundHit::ListingTime => phrases::host_over_list_time(),
    }
}
