//! Records as trees that a client can change.

use engine::{
    AnyGame, Description, GameList,
    lud::{At, DEEPEST, Line, Lud, MOST_STEPS, Step, Tag, faults, plies_after},
    search::Stop,
};
use serde::{Deserialize, Serialize};

use super::{StudyError, one_record};
use crate::TableError;

type Result<T> = std::result::Result<T, StudyError>;

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct RecordText {
    /// A record file with one game.
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct RecordTag {
    name: String,
    value: String,
}

/// A step of a record, in a list where each names the one it follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct RecordNode {
    /// The place in the list, counted from 1, of the step before it; 0 for the beginning.
    /// Of several that follow the same one, the first in the list is the main line.
    after: usize,
    /// An action or an event.
    text: String,
    /// What is said before a variation begins.
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    comments: Vec<String>,
}

/// A game with its variations and comments.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct RecordTree {
    tags: Vec<RecordTag>,
    /// What is said before the first step.
    #[serde(default)]
    comments: Vec<String>,
    #[cfg_attr(feature = "openapi", schema(max_items = 5000))]
    nodes: Vec<RecordNode>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ReadRecord {
    game: &'static str,
    /// The complete set-up.
    setup: String,
    seats: usize,
    tree: RecordTree,
    /// What the rules say of each of its nodes.
    told: Vec<ToldNode>,
}

/// What the rules say of a step.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ToldNode {
    /// How many actions stand after it, takebacks done.
    ply: usize,
    /// What it does.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    #[cfg_attr(feature = "ts", ts(as = "engine::Shape"))]
    says: Description,
}

impl RecordText {
    /// Reads a record file with one game, every action and variation checked by the rules.
    pub fn read(&self, games: GameList, stop: &Stop) -> Result<ReadRecord> {
        let lud = one_record(&self.text)?;
        let end = lud.replay_until(games, stop)?.ok_or(StudyError::Stopped)?;
        let tree = RecordTree::of(&lud);
        Ok(ReadRecord {
            game: end.info().key,
            setup: end.setup(),
            seats: end.seats(),
            told: tree.told(&*end),
            tree,
        })
    }
}

impl RecordTree {
    /// The record file. Its result and end are what the rules say of its main line.
    pub fn write(&self, games: GameList, stop: &Stop) -> Result<String> {
        if self.nodes.len() > MOST_STEPS {
            return Err(TableError::TooLong { what: "steps", most: MOST_STEPS }.into());
        }
        let mut lud = self.to_lud()?;
        // Whatever the client sent, what leaves is a record that reads back as what was meant.
        if one_record(&lud.to_string())? != lud {
            return Err(At::default().fault(faults::UNHOLDABLE.refuse()).into());
        }
        lud.tags.retain(|tag| tag.name != "Result" && tag.name != "End");
        let end = lud.replay_until(games, stop)?.ok_or(StudyError::Stopped)?;
        if let Some(outcome) = end.turn().outcome() {
            lud.set("Result", outcome.to_string());
            lud.set("End", outcome.by());
        }
        Ok(lud.to_string())
    }

    /// What is to be said of each step of a record that was replayed.
    fn told(&self, game: &dyn AnyGame) -> Vec<ToldNode> {
        let mut told: Vec<ToldNode> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let before = node.after.checked_sub(1).map_or(0, |index| told[index].ply);
            let (Some(ply), Ok(says)) = (plies_after(before, &node.text), game.describe(&node.text)) else {
                break;
            };
            told.push(ToldNode { ply, says });
        }
        told
    }

    fn of(lud: &Lud) -> Self {
        let tags = lud.tags.iter().map(|tag| RecordTag { name: tag.name.clone(), value: tag.value.clone() });
        let mut nodes = Vec::new();
        lay(&lud.line, 0, &mut nodes);
        if let Some(first) = nodes.first_mut() {
            first.before.clear();
        }
        RecordTree { tags: tags.collect(), comments: lud.line.comments.clone(), nodes }
    }

    fn to_lud(&self) -> Result<Lud> {
        let tags = self.tags.iter().map(|tag| Tag {
            name: tag.name.clone(),
            value: tag.value.clone(),
            at: At::default(),
        });
        let mut following = vec![Vec::new(); self.nodes.len() + 1];
        for (index, node) in self.nodes.iter().enumerate() {
            if node.after > index {
                return Err(At::default()
                    .fault(faults::LOOSE.with([("step", (index + 1).to_string())]))
                    .into());
            }
            following[node.after].push(index + 1);
        }
        let mut line = match following[0].split_first() {
            Some((&first, others)) => self.line(&following, first, others, 0)?,
            None => Line::default(),
        };
        line.comments.clone_from(&self.comments);
        Ok(Lud { tags: tags.collect(), line })
    }

    /// The line that begins with a step; `others` could have been played instead of that step.
    fn line(&self, following: &[Vec<usize>], first: usize, others: &[usize], depth: usize) -> Result<Line> {
        if depth > DEEPEST {
            return Err(At::default().fault(faults::DEEP.with([("deepest", DEEPEST.to_string())])).into());
        }
        let mut line = Line { comments: self.nodes[first - 1].before.clone(), steps: Vec::new() };
        let (mut at, mut others) = (first, others);
        loop {
            let node = &self.nodes[at - 1];
            let variations = others.iter().map(|&other| self.line(following, other, &[], depth + 1));
            line.steps.push(Step {
                comments: node.comments.clone(),
                variations: variations.collect::<Result<_>>()?,
                ..Step::new(node.text.clone())
            });
            match following[at].split_first() {
                Some((&next, rest)) => (at, others) = (next, rest),
                None => return Ok(line),
            }
        }
    }
}

/// Puts the steps of a line into the list, each before its variations. A variation of a variation's first step
/// follows the same step as both of them.
fn lay(line: &Line, after: usize, nodes: &mut Vec<RecordNode>) {
    let mut after = after;
    for (index, step) in line.steps.iter().enumerate() {
        let before = if index == 0 { line.comments.clone() } else { Vec::new() };
        nodes.push(RecordNode { after, text: step.text.clone(), before, comments: step.comments.clone() });
        let here = nodes.len();
        for variation in &step.variations {
            lay(variation, after, nodes);
        }
        after = here;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Game \"archimedes\"]\n\n{before all} 1. a2-c4 {good} (1. a4-c4 {other} 2. h2-f2) \
                        ({a third} 1. a8-c8) 2. h2-f2\n";

    #[test]
    fn a_tree_reads_and_writes_what_a_record_holds() {
        let lud = one_record(TEXT).unwrap();
        let tree = RecordTree::of(&lud);
        assert_eq!(tree.nodes.iter().map(|node| node.after).collect::<Vec<_>>(), [0, 0, 2, 0, 1]);
        assert_eq!(tree.nodes[3].before, ["a third"]);
        assert_eq!(tree.to_lud().unwrap(), lud);
    }

    #[test]
    fn a_step_follows_an_earlier_one_and_nesting_has_a_bottom() {
        let node =
            |after| RecordNode { after, text: "a".to_owned(), before: Vec::new(), comments: Vec::new() };
        let tree = |nodes| RecordTree { tags: Vec::new(), comments: Vec::new(), nodes };
        assert!(tree(vec![node(1)]).to_lud().is_err());
        // Each second child nests one deeper.
        let deep: Vec<_> = (0..200).map(|index: usize| node(index / 2 * 2)).collect();
        assert!(tree(deep).to_lud().is_err());
    }
}
