use std::collections::BTreeMap;

use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{Contest, Pair, below, contest, long, percent, perft, pick};
use crate::plain::{
    Plain, PlainTurn,
    axiom::{Axiom, start::fault},
};

const NAMED: [&str; 5] = ["main", "tower", "wall", "steps", "square"];

/// Formations to begin with: those of the table of 3.1, written as in 3.2.
const FORMATIONS: [&str; 5] = [
    "turn:0,1/-1,0,2:x+*z+/0,0,2:z-/1,0,2:x+*z+/-1,0,1:x-z+/0,0,1:x-y-/1,0,1:x-z+",
    "turn:1,1/0,0,3:x+*z+/1,0,3:y+*z+/0,0,2:z+/1,0,2:x-z+/0,0,1:x+z+/1,0,1:y+z+",
    "turn:5,0/0,0,2:x+*z+/1,0,2:x+/2,0,2:y+*z+/0,0,1:x+z+/1,0,1:x+z+/2,0,1:y+z+",
    "turn:2,1/0,0,3:x+*z+/0,0,2:z+/1,0,2:x-*z+/0,0,1:x+z+/1,0,1:x+z+/2,0,1:x+y+",
    "turn:3,3/0,0,1:x+*z+/1,0,1:x+/2,0,1:x+/3,0,1:x+y+*z+/0,1,1:x+y-/0,2,1:x+y-",
];

/// A formation with a few random changes: often one that must be refused.
fn custom_start(rng: &mut dyn Rng) -> String {
    const DIRS: [&str; 6] = ["x+", "x-", "y+", "y-", "z+", "z-"];
    let formation = pick(rng, &FORMATIONS);
    let mut parts: Vec<String> = formation.split('/').map(str::to_owned).collect();
    if percent(rng, 50) {
        let (a, b) = (below(rng, 25) as i32 - 12, below(rng, 25) as i32 - 12);
        parts[0] =
            pick(rng, &[format!("turn:{a},{b}"), format!("mirror:x,{a}"), format!("mirror:y,{b}")]).clone();
    }
    for _ in 0..below(rng, 4) {
        let at = 1 + below(rng, 6);
        let (cell, rest) = parts[at].split_once(':').expect("cell:domes");
        let mut numbers: Vec<i32> = cell.split(',').map(|n| n.parse().expect("a number")).collect();
        let (domes, sceptre) = rest.split_once('*').map_or((rest, None), |(domes, n)| (domes, Some(n)));
        let (mut domes, mut sceptre) = (domes.to_owned(), sceptre.map(str::to_owned));
        match below(rng, 4) {
            0 => numbers[below(rng, 3)] += if percent(rng, 50) { 1 } else { -1 },
            1 | 2 => {
                // Another orientation, now and then with another number of domes.
                let count = if percent(rng, 90) { domes.len() / 2 } else { 1 + below(rng, 3) };
                let mut chosen: Vec<usize> = Vec::new();
                while chosen.len() < count {
                    let d = below(rng, 6);
                    if !chosen.contains(&d) {
                        chosen.push(d);
                    }
                }
                chosen.sort_unstable();
                domes = chosen.iter().map(|&d| DIRS[d]).collect();
            }
            _ => sceptre = if percent(rng, 50) { None } else { Some(pick(rng, &DIRS).to_string()) },
        }
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let sceptre = sceptre.map_or(String::new(), |n| format!("*{n}"));
        parts[at] = format!("{}:{domes}{sceptre}", numbers.join(","));
    }
    parts.join("/")
}

impl Contest for Axiom {
    const KEY: &'static str = "axiom";
    const LETTERS: &'static str = "CS0123456789,-:>xyz+";

    fn setup(rng: &mut dyn Rng) -> String {
        let mut parts = vec![format!("edition={}", pick(rng, &["1988", "2008"]))];
        let custom = (0..20).map(|_| custom_start(rng)).find(|start| fault(start).is_none());
        match custom {
            Some(start) if percent(rng, 40) => parts.push(format!("start={start}")),
            _ => parts.push(format!("start={}", pick(rng, &NAMED))),
        }
        if percent(rng, 60) {
            parts.push(format!("own_double={}", pick(rng, &["free", "loses"])));
        }
        if percent(rng, 60) {
            parts.push(format!("quiet_limit={}", pick(rng, &["30", "12", "8", "5", "1"])));
        }
        parts.push(format!("swap={}", pick(rng, &["off", "on"])));
        parts.join(";")
    }

    /// As many sceptres as cubes, and now and then back again, so that positions repeat.
    fn choose(&self, legal: &[String], past: &[String], rng: &mut dyn Rng) -> String {
        if percent(rng, 25)
            && let Some(last) = past.iter().rev().nth(1).filter(|token| token.starts_with('S'))
            && legal.contains(&back(last))
        {
            return back(last);
        }
        if legal.iter().any(|token| token == "swap") && percent(rng, 50) {
            return "swap".to_owned();
        }
        let kind = if percent(rng, 50) { 'S' } else { 'C' };
        let wanted: Vec<&String> = legal.iter().filter(|token| token.starts_with(kind)).collect();
        if wanted.is_empty() { pick(rng, legal).clone() } else { (*pick(rng, &wanted)).clone() }
    }
}

#[test]
fn axiom_perft() {
    for start in NAMED {
        for edition in ["1988", "2008"] {
            perft::<Axiom>(&format!("edition={edition};start={start}"), 2);
        }
    }
    perft::<Axiom>("edition=2008", 3);
    perft::<Axiom>("edition=2008;swap=on", 2);
}

#[test]
fn axiom_random_games() {
    contest::<Axiom>(200, &["7.1", "7.2", "7.4", "7.5", "0.8"]);
}

/// Axiom 3.2: a start is refused exactly if it has a fault, and every fault of the clause comes up.
#[test]
fn axiom_custom_starts() {
    let mut rng = StdRng::seed_from_u64(0);
    let mut seen = BTreeMap::<Option<&str>, usize>::new();
    for _ in 0..2000 * long() {
        let start = custom_start(&mut rng);
        let fault = fault(&start);
        *seen.entry(fault).or_default() += 1;
        let entry = games::GAMES.get("axiom").expect("the game is listed");
        let started = entry.start(&format!("start={start}"), &mut StdRng::seed_from_u64(0));
        match (started, fault) {
            (Ok(_), Some(fault)) => panic!("start={start} is accepted: {fault}"),
            (Err(refusal), None) => panic!("start={start} is refused: {refusal}"),
            _ => {}
        }
    }
    assert_eq!(seen.len(), 11, "not every fault came up: {seen:?}");
}

/// The same sceptre back to where it was.
fn back(token: &str) -> String {
    let (from, to) = token[1..].split_once('>').expect("from>to");
    format!("S{to}>{from}")
}

/// Axiom 7: the first that applies counts, so a third repetition comes before the quiet limit.
#[test]
fn axiom_repetition_comes_before_the_quiet_limit() {
    let mut pair = Pair::<Axiom>::new("start=square;quiet_limit=8");
    let (out, answer) = ("S0,0,1:z+>1,0,1:z+", "S3,3,1:z+>2,3,1:z+");
    for _ in 0..2 {
        for token in [out, answer, &back(out), &back(answer)] {
            assert!(!pair.agree().is_empty());
            pair.play(token);
        }
    }
    assert!(pair.agree().is_empty());
    assert_eq!(pair.plain.turn(), PlainTurn::Over(vec!["1/2".to_owned(); 2], "7.4".to_owned()));
}

/// Axiom 7.3: four towers side by side; every cube is pinned, every sceptre shut in.
#[test]
fn axiom_seat_without_an_action_loses() {
    let towers = "0,0,3:x-y-*z+/1,0,3:x+y-*z+/0,0,2:z+/1,0,2:z+/0,0,1:z+/1,0,1:x+z+";
    let pair = Pair::<Axiom>::new(&format!("start=turn:1,1/{towers}"));
    assert!(pair.agree().is_empty());
    assert_eq!(pair.plain.turn(), PlainTurn::Over(vec!["0".to_owned(), "1".to_owned()], "7.3".to_owned()));
}
