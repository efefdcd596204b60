//! The ranking by meaning, with small models made here.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;
use tool_search::{Document, Index, Learned, Meanings, ModelError, Query, StaticModel};

/// Two directions of meaning: moving fast, and eating.
const TOKENS: [(&str, [f32; 2]); 4] = [
    ("sprint", [1.0, 0.0]),
    ("dash", [0.9, 0.1]),
    ("noodles", [0.0, 1.0]),
    ("ramen", [0.1, 0.9]),
];

fn tensors(name: &str, shape: &[usize], data: &[u8]) -> Vec<u8> {
    let header =
        json!({ name: { "dtype": "F32", "shape": shape, "data_offsets": [0, data.len()] } });
    let header = header.to_string().into_bytes();
    let length = u64::try_from(header.len()).unwrap().to_le_bytes();
    [&length[..], &header, data].concat()
}

fn embeddings() -> Vec<u8> {
    let numbers = TOKENS.iter().flat_map(|(_, vector)| vector);
    let data: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    tensors("embeddings", &[TOKENS.len(), 2], &data)
}

fn word_piece() -> Vec<u8> {
    let tokens = TOKENS.iter().enumerate();
    let vocab: serde_json::Map<_, _> = tokens
        .map(|(n, (token, _))| ((*token).to_owned(), n.into()))
        .collect();
    json!({ "model": { "type": "WordPiece", "vocab": vocab } })
        .to_string()
        .into_bytes()
}

fn unigram() -> Vec<u8> {
    let vocab: Vec<_> = TOKENS
        .iter()
        .map(|(token, _)| json!([format!("▁{token}"), -1.0]))
        .collect();
    json!({ "model": { "type": "Unigram", "vocab": vocab } })
        .to_string()
        .into_bytes()
}

#[test]
fn similar_meaning_finds_a_tool_that_shares_no_word() {
    for tokenizer in [word_piece(), unigram()] {
        let model = Arc::new(StaticModel::from_bytes(&embeddings(), &tokenizer).unwrap());
        let tools = ["dash", "ramen"].map(|name| Document {
            name: name.into(),
            ..Document::default()
        });
        let (mut index, mut meanings) = (Index::new(), Meanings::new(model));
        index.set_server("s", &tools).unwrap();
        meanings.set_server("s", &tools);
        for (phrasing, right) in [("sprint", "dash"), ("noodles", "ramen")] {
            let query = Query {
                phrasings: &[phrasing],
                server: None,
                limit: 1,
            };
            assert_eq!(index.search(&query).unwrap(), []);
            let hits = index
                .search_fused(&query, &Learned::new(), &meanings)
                .unwrap();
            assert_eq!(hits.first().map(|hit| hit.tool.as_str()), Some(right));
        }
        meanings.remove_server("s");
    }
}

#[test]
fn folder_with_both_files_is_loaded_and_a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("model.safetensors"), embeddings()).unwrap();
    let Err(error) = StaticModel::load(folder.path()) else {
        panic!("loaded without a tokenizer");
    };
    assert!(error.to_string().contains("tokenizer.json"));
    std::fs::write(folder.path().join("tokenizer.json"), word_piece()).unwrap();
    assert_eq!(
        StaticModel::load(folder.path())
            .unwrap()
            .embed("Unknown words")
            .len(),
        2
    );
}

#[test]
fn damaged_weights_are_refused() {
    let whole = embeddings();
    let short = tensors("embeddings", &[2, 2], &[0; 16]);
    let wrong = tensors("embeddings", &[TOKENS.len(), 3], &[0; 32]);
    let no_numbers = tensors(
        "embeddings",
        &[TOKENS.len(), 2],
        &f32::NAN.to_le_bytes().repeat(8),
    );
    for weights in [
        &whole[..9],
        &whole[..whole.len() - 1],
        &short,
        &wrong,
        &no_numbers,
        &[0xff; 16],
    ] {
        let refused = StaticModel::from_bytes(weights, &word_piece());
        assert!(matches!(refused, Err(ModelError::Weights(_))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_bytes_load_or_fail_and_any_text_embeds(at in 0_usize..200, byte: u8, text in ".{0,200}") {
        let (mut weights, mut tokenizer) = (embeddings(), unigram());
        for file in [&mut weights, &mut tokenizer] {
            let at = at % file.len();
            file[at] = byte;
        }
        for tokenizer in [&tokenizer, &unigram(), &word_piece()] {
            if let Ok(model) = StaticModel::from_bytes(&weights, tokenizer) {
                prop_assert!(model.embed(&text).iter().all(|number| number.is_finite()));
            }
        }
    }
}
