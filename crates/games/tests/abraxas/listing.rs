//! The list of the legal actions: whole, and drawn from evenly.

use super::*;

/// Every action that can be written, takings of up to two holes and of the lines listed among them.
fn all_moves(listed: &[Move]) -> Vec<Move> {
    let holes: Vec<Hole> = (0..64).map(|n| Hole::new(n % 8, n / 8)).collect();
    let to: Vec<_> = [None].into_iter().chain(Corner::ALL.map(Some)).collect();
    let mut moves = vec![Move::Done, Move::End, Move::Ok, Move::Swap];
    moves.extend(Corner::ALL.map(Move::Corner));
    for &hole in &holes {
        moves.extend(to.iter().map(|&to| Move::Put { hole, to }));
        moves.extend([Push::Stay, Push::Next].map(|push| Move::Stop { hole, push }));
        moves.extend(Corner::ALL.map(|to| Move::Stop { hole, push: Push::To(to) }));
        for &other in &holes {
            moves.extend(to.iter().map(|&to| Move::Lift { from: hole, hole: other, to }));
            moves.push(Move::Take(Holes::of(hole) | Holes::of(other)));
            moves.extend(listed.iter().filter_map(|&m| match m {
                Move::Take(taken) => Some(Move::Take(taken | Holes::of(hole) & !Holes::of(other))),
                _ => None,
            }));
        }
    }
    moves
}

#[test]
fn a_move_is_listed_if_and_only_if_it_is_not_refused() {
    let mut rng = StdRng::seed_from_u64(7);
    for options in
        ["", "swap=on", "sheet=5;push=either;claims=called", &format!("{CROWDED};target=24;spacing=free")]
    {
        let mut position = Abraxas::start(&options.parse().unwrap());
        let mut listed = Vec::new();
        while let Some(m) = {
            listed.clear();
            position.legal_moves(&mut listed);
            (!listed.is_empty()).then(|| listed[below(&mut rng, listed.len())])
        } {
            let set: std::collections::HashSet<_> = listed.iter().copied().collect();
            for other in all_moves(&listed[..listed.len().min(8)]) {
                assert_eq!(
                    position.explain(other).is_none(),
                    set.contains(&other),
                    "{other} in {}",
                    position.position_text()
                );
            }
            position.play_unchecked(m);
        }
    }
}

#[test]
fn moves_are_drawn_evenly() {
    let mut rng = StdRng::seed_from_u64(3);
    for (setup, moves) in
        [("", "SW"), ("push=either", "NE d4>NW"), (&from(EMPTY, LIFTING), ""), (&from(EMPTY, FOUR), "xc4 h8")]
    {
        let record = record(setup, moves);
        let count = legal(&record).len();
        let mut drawn: HashMap<Move, usize> = HashMap::new();
        for _ in 0..count * 100 {
            *drawn.entry(record.position().sample(&mut rng, &mut Vec::new()).unwrap()).or_default() += 1;
        }
        assert_eq!(drawn.len(), count);
        // A hundred each, give or take five standard deviations.
        assert!(drawn.values().all(|n| (50..150).contains(n)), "{drawn:?}");
    }
}
