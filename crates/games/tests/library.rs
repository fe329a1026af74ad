//! The model games of the client say of an action what the rules say.

use std::path::Path;

use engine::Description;
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};
use serde::Deserialize;

#[derive(Deserialize)]
struct ModelGame {
    setup: String,
    remarks: Vec<Remark>,
}

#[derive(Deserialize)]
struct Remark {
    played: String,
    says: Description,
    best: Option<String>,
    best_says: Option<Description>,
}

#[test]
fn model_games_describe_actions_as_the_rules_do() {
    for entry in GAMES.iter() {
        let key = entry.info().key;
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/src/lib/games/{key}/library.json"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let library: Vec<ModelGame> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{key}: {e}"));
        assert!(library.iter().any(|model| !model.remarks.is_empty()), "{key}: nothing is said");
        for model in library {
            let game = entry.start(&model.setup, &mut StdRng::seed_from_u64(0)).expect("it was played");
            for remark in model.remarks {
                assert_eq!(game.describe(&remark.played).expect("a token"), remark.says, "{key}");
                let best = remark.best.map(|best| game.describe(&best).expect("a token"));
                assert_eq!(best, remark.best_says, "{key}");
            }
        }
    }
}
