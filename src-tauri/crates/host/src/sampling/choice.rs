//! Model selection for a sampling request. The server's hints come first, in their order. Then its three priorities are weighted
//! with the user's notes. The current model breaks ties.

use approvals::sampling::cares;
use consent::{ModelReason, SamplingModel};
use domain::{Priorities, ProviderId, is_loopback};
use host_api::ApiError;
use store::ModelNotes;

use crate::{inner::Inner, state::Provider};

/// The value of an unknown note: the middle.
const UNKNOWN: f64 = 3.0;
/// The best note. A model on this machine has it for cost, unless the user noted another value.
const BEST: f64 = 5.0;

/// A model that may be selected for a server.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Its endpoint.
    pub provider: Provider,
    /// The user's name for the endpoint.
    pub name: String,
    /// The user's notes on it.
    pub notes: ModelNotes,
}

impl Candidate {
    /// Whether its endpoint is on this machine.
    pub fn on_this_machine(&self) -> bool {
        is_loopback(&self.provider.base_url)
    }

    /// Returns its description for an approval.
    pub fn model(&self) -> SamplingModel {
        SamplingModel {
            provider: self.provider.id,
            name: self.name.clone(),
            model: self.provider.model.clone(),
            origin: self.provider.base_url.origin().ascii_serialization(),
            on_this_machine: self.on_this_machine(),
        }
    }

    fn cost_note(&self) -> f64 {
        match self.notes.cost {
            0 if self.on_this_machine() => BEST,
            note => known(note),
        }
    }

    fn score(&self, priorities: &Priorities) -> f64 {
        let weighed = [
            (priorities.cost, self.cost_note()),
            (priorities.speed, known(self.notes.speed)),
            (priorities.intelligence, known(self.notes.intelligence)),
        ];
        let of = |(priority, note): (Option<f64>, f64)| priority.unwrap_or_default() * note;
        weighed.into_iter().map(of).sum()
    }
}

fn known(note: u8) -> f64 {
    if note == 0 { UNKNOWN } else { f64::from(note) }
}

/// Sorts the candidates, the best first, and returns why that one; none if there is none. `in_use` lists the endpoints in use, the
/// likeliest first.
pub(crate) fn choose(
    candidates: &mut [Candidate],
    in_use: &[ProviderId],
    hints: &[String],
    priorities: &Priorities,
) -> Option<ModelReason> {
    let hinted = |candidate: &Candidate| {
        let model = candidate.provider.model.to_lowercase();
        let fits = |hint: &String| model.contains(&hint.to_lowercase());
        hints.iter().position(fits)
    };
    let place = |candidate: &Candidate| {
        let used = in_use.iter().position(|id| *id == candidate.provider.id);
        used.unwrap_or(in_use.len())
    };
    candidates.sort_by(|a, b| {
        let hint = |c: &Candidate| hinted(c).unwrap_or(hints.len());
        let better = b.score(priorities).total_cmp(&a.score(priorities));
        (hint(a).cmp(&hint(b)))
            .then(better)
            .then_with(|| place(a).cmp(&place(b)))
    });
    let first = candidates.first()?;
    if let Some(hint) = hinted(first).and_then(|at| hints.get(at)) {
        return Some(ModelReason::Hint(hint.clone()));
    }
    // If all scores are equal, the notes decided nothing.
    let score = first.score(priorities);
    let told_apart = candidates
        .iter()
        .any(|c| c.score(priorities).total_cmp(&score).is_ne());
    Some(match cares(priorities) {
        Some(_) if told_apart => ModelReason::Priorities,
        Some(_) | None => ModelReason::InUse,
    })
}

impl Inner {
    /// Returns all models that may be selected for a server, in the user's order. The practice model is not an endpoint and never
    /// included.
    ///
    /// # Errors
    /// They cannot be read.
    pub(crate) async fn candidates(&self) -> Result<Vec<Candidate>, ApiError> {
        let notes = self.store.notes().all().await?;
        let session = self.run_providers.all();
        let mut all: Vec<Candidate> = session
            .into_iter()
            .map(|provider| Candidate {
                provider,
                name: "command line".to_owned(),
                notes: ModelNotes::default(),
            })
            .collect();
        for record in self.store.providers().list().await? {
            let noted = notes.get(&(record.id, record.model)).copied();
            all.push(Candidate {
                provider: self.stored_provider(record.id).await?,
                name: record.name,
                notes: noted.unwrap_or_default(),
            });
        }
        Ok(all)
    }

    /// Returns the endpoints in use: those of running turns, then the one for new conversations.
    pub(super) async fn in_use(&self) -> Result<Vec<ProviderId>, ApiError> {
        let running = self.turns.running().into_iter().map(|plan| plan.provider);
        let default = self.store.providers().default().await?.map(|p| p.id);
        Ok(running.chain(default).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use llm::Wire;
    use url::Url;

    fn candidate(model: &str, host: &str, notes: [u8; 3]) -> Candidate {
        let [cost, speed, intelligence] = notes;
        Candidate {
            provider: Provider {
                id: ProviderId::new(),
                wire: Wire::OpenAiChat,
                base_url: Url::parse(&format!("https://{host}/v1")).unwrap(),
                model: model.into(),
                models: Vec::new(),
                key: None,
            },
            name: model.into(),
            notes: ModelNotes {
                cost,
                speed,
                intelligence,
                ..ModelNotes::default()
            },
        }
    }

    fn wants(cost: f64, speed: f64, intelligence: f64) -> Priorities {
        Priorities {
            cost: Some(cost),
            speed: Some(speed),
            intelligence: Some(intelligence),
        }
    }

    #[test]
    fn hints_come_first_then_notes_then_the_model_in_use() {
        let none = Priorities::default();
        let in_use = "The model in use.";
        let hinted = "Chosen because of the server's hint “Haiku”.";
        // Hints, priorities, the selected model, the reason.
        let table: &[(&[&str], Priorities, &str, &str)] = &[
            (&[], none, "sonnet-4", in_use),
            (&["Haiku"], none, "haiku-4", hinted),
            (&["gpt", "Haiku", "sonnet"], none, "haiku-4", hinted),
            (&["Haiku"], wants(0.0, 0.0, 1.0), "haiku-4", hinted),
            (&["gpt"], none, "sonnet-4", in_use),
            (
                &["gpt"],
                wants(0.6, 0.9, 0.3),
                "haiku-4",
                "Chosen for speed 0.9, cost 0.6 and intelligence 0.3.",
            ),
            (
                &[],
                wants(0.0, 0.1, 1.0),
                "opus-4",
                "Chosen for speed 0.1 and intelligence 1.",
            ),
            (&[], wants(1.0, 0.0, 0.0), "qwen3", "Chosen for cost 1."),
            (&[], wants(0.0, 0.0, 0.0), "sonnet-4", in_use),
            (&["a\u{202e}b"], none, "sonnet-4", in_use),
        ];
        for (hints, priorities, model, why) in table {
            let mut all = vec![
                candidate("opus-4", "far.example", [1, 2, 5]),
                candidate("haiku-4", "far.example", [4, 5, 3]),
                candidate("sonnet-4", "far.example", [2, 3, 4]),
                candidate("qwen3", "localhost", [0, 0, 2]),
            ];
            let used = [all[2].provider.id];
            let hints: Vec<String> = hints.iter().map(|&hint| hint.into()).collect();
            let reason = choose(&mut all, &used, &hints, priorities).unwrap();
            let said = approvals::sampling::why(&reason, priorities).to_string();
            assert_eq!(
                (all[0].provider.model.as_str(), said.as_str()),
                (*model, *why)
            );
        }
    }

    #[test]
    fn without_notes_what_a_server_cares_for_chooses_nothing() {
        let mut all = vec![
            candidate("a", "one.example", [0, 0, 0]),
            candidate("b", "two.example", [0, 0, 0]),
        ];
        let used = [all[1].provider.id];
        let why = choose(&mut all, &used, &[], &wants(1.0, 1.0, 1.0));
        assert_eq!(
            (all[0].provider.model.as_str(), why),
            ("b", Some(ModelReason::InUse))
        );
        assert_eq!(choose(&mut [], &[], &[], &Priorities::default()), None);
    }

    #[test]
    fn what_is_in_use_and_is_no_endpoint_of_the_users_is_never_chosen() {
        // The practice model takes this role during the tour.
        let mut all = vec![candidate("a", "one.example", [0, 0, 0])];
        let none = Priorities::default();
        let why = choose(&mut all, &[ProviderId::new()], &["practice".into()], &none);
        assert_eq!((all.len(), all[0].provider.model.as_str()), (1, "a"));
        assert_eq!(why, Some(ModelReason::InUse));
    }
}
