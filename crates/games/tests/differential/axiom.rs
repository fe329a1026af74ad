use rand::Rng;

use super::{Contest, Pair, contest, percent, perft, pick};
use crate::plain::axiom::Axiom;

impl Contest for Axiom {
    const KEY: &'static str = "axiom";
    const LETTERS: &'static str = "CS0123456789,-:>xyz+";

    fn setup(rng: &mut dyn Rng) -> String {
        let mut parts = vec![format!("edition={}", pick(rng, &["1988", "2008"]))];
        parts.push(format!("start={}", pick(rng, &["main", "tower", "wall", "steps", "square"])));
        if percent(rng, 60) {
            parts.push(format!("own_double={}", pick(rng, &["free", "loses"])));
        }
        if percent(rng, 60) {
            parts.push(format!("quiet_limit={}", pick(rng, &["30", "12", "8", "5", "1"])));
        }
        parts.join(";")
    }

    /// As many sceptres as cubes, and now and then back again, so that positions repeat.
    fn choose(&self, legal: &[String], past: &[String], rng: &mut dyn Rng) -> String {
        if percent(rng, 25)
            && let Some((from, to)) = past.iter().rev().nth(1).and_then(|token| token[1..].split_once('>'))
        {
            let back = format!("S{to}>{from}");
            if legal.contains(&back) {
                return back;
            }
        }
        let kind = if percent(rng, 50) { 'S' } else { 'C' };
        let wanted: Vec<&String> = legal.iter().filter(|token| token.starts_with(kind)).collect();
        if wanted.is_empty() { pick(rng, legal).clone() } else { (*pick(rng, &wanted)).clone() }
    }
}

#[test]
fn axiom_perft() {
    for start in ["main", "tower", "wall", "steps", "square"] {
        for edition in ["1988", "2008"] {
            perft::<Axiom>(&format!("edition={edition};start={start}"), 2);
        }
    }
    perft::<Axiom>("edition=2008", 3);
}

#[test]
fn axiom_random_games() {
    contest::<Axiom>(200, &["7.1", "7.2", "7.4", "7.5", "0.8"]);
}

/// Axiom 7: the first that applies counts, so a third repetition comes before the quiet limit.
#[test]
fn axiom_repetition_comes_before_the_quiet_limit() {
    let mut pair = Pair::<Axiom>::new("start=main;quiet_limit=8");
    let (out, out_too) = ("S-1,0,2:z+>-1,0,1:y-", "S1,1,2:z+>1,1,1:y+");
    pair.agree();
    pair.play(out);
    pair.agree();
    pair.play(out_too);
    let back = |token: &str| {
        let (from, to) = token[1..].split_once('>').expect("from>to");
        format!("S{to}>{from}")
    };
    for token in [back(out), back(out_too), out.into(), out_too.into(), back(out), back(out_too)] {
        pair.agree();
        pair.play(&token);
    }
    assert!(pair.agree().is_empty(), "the game is drawn");
}
