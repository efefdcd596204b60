//! The switches for what a server may request, as failures name them: how a failure shows that one is needed, and where it is.

use mcp::{Counters, MayAsk};
use messages::{Phrase, phrases};

use host_api::FeatureView;

/// Returns the feature that a server requested between two states of its counters although it is switched off. This is certain:
/// the request arrived and was refused.
pub(crate) fn refused(before: &Counters, after: &Counters) -> Option<FeatureView> {
    if after.refused_elicitation > before.refused_elicitation {
        Some(FeatureView::Elicitation)
    } else if after.refused_sampling > before.refused_sampling {
        Some(FeatureView::Sampling)
    } else {
        None
    }
}

/// Returns the switched-off feature that a server's text is about. This is a guess: only the server's words say so.
pub(crate) fn wanted(text: &str, may_ask: MayAsk) -> Option<FeatureView> {
    let missing = |line: &&str| {
        let line = line.to_ascii_lowercase();
        ["support", "require", "capabilit", "not offer"]
            .iter()
            .any(|word| line.contains(word))
    };
    let lines = text.lines().filter(missing).map(str::to_ascii_lowercase);
    let wants = |what: &str| lines.clone().any(|line| line.contains(what));
    if !may_ask.elicitation && wants("elicitation") {
        Some(FeatureView::Elicitation)
    } else if !may_ask.sampling && wants("sampling") {
        Some(FeatureView::Sampling)
    } else {
        None
    }
}

/// Returns the feature's name: the label of its switch and the protocol's word.
pub(crate) fn name(feature: FeatureView) -> Phrase {
    match feature {
        FeatureView::Elicitation => phrases::host_feature_elicitation(),
        FeatureView::Sampling => phrases::host_feature_sampling(),
    }
}

/// Returns where the switch is, in the window and in a terminal. `server`: the user's name for the server.
pub(crate) fn to_do(feature: FeatureView, server: &str) -> Phrase {
    let server = domain::in_double_quotes(&domain::visible(server));
    match feature {
        FeatureView::Elicitation => phrases::host_fix_elicitation(phrases::features(), server),
        FeatureView::Sampling => phrases::host_fix_sampling(phrases::features(), server),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFF: MayAsk = MayAsk {
        sampling: false,
        elicitation: false,
    };

    #[test]
    fn text_about_a_feature_that_is_on_or_not_missing_names_no_switch() {
        let on = MayAsk {
            sampling: true,
            elicitation: true,
        };
        let lacks = "Client does not support elicitation.\nClient does not support sampling.";
        assert_eq!(wanted(lacks, OFF), Some(FeatureView::Elicitation));
        assert_eq!(wanted(lacks, on), None);
        assert_eq!(wanted("The sampling rate is 44100 Hz.", OFF), None);
        assert_eq!(wanted("elicitation\nnot supported", OFF), None);
    }

    #[test]
    fn only_requests_refused_in_between_count() {
        let before = Counters {
            refused_elicitation: 2,
            ..Counters::default()
        };
        assert_eq!(refused(&before, &before), None);
        let after = Counters {
            refused_sampling: 1,
            ..before.clone()
        };
        assert_eq!(refused(&before, &after), Some(FeatureView::Sampling));
    }
}
