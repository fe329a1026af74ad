//! Ascension 7: what a seat may not know reaches nobody, and no player plays by it.

use super::*;

/// Two deals that differ only in what a viewer cannot know, and the same actions: the same bytes leave.
#[test]
fn clause_7_nothing_leaks() {
    let seats = 3;
    let mut rng = StdRng::seed_from_u64(3);
    for round in 0..12 {
        let setup = format!("seats={seats};round_limit=8");
        let mut game = games::GAMES.get("ascension").unwrap().start(&setup, &mut rng).unwrap();
        for _ in 0..40 + 3 * round {
            let legal = game.legal();
            let Some(token) = (!legal.is_empty()).then(|| &legal[mix::below(&mut rng, legal.len())]) else {
                break;
            };
            game.play(token).unwrap();
        }
        if game.turn().is_over() {
            continue;
        }
        let viewers = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            let sent = game.view(viewer).setup;
            let other = play(&fill(&sent, &game.setup(), &mut rng), &game.moves().join(" "));
            let json = |game: &dyn AnyGame| serde_json::to_string(&game.view(viewer)).unwrap();
            assert_eq!(json(&*game), json(&*other));
            assert_eq!(drawn(&*game, viewer), drawn(&*other, viewer));
            // Everyone is told what the last action does, and no more than its token says.
            let last = game.view(viewer).last.expect("something was played");
            assert_eq!(last.says, game.describe(&last.t).expect("it was played"));
            assert_eq!(Some(&last.t), game.moves().last());
            assert!(!last.direct, "whether a piece showed is the affair of whoever picks it up");
        }
    }
}

/// The set-up as sent, its hidden codes filled with the right faces in another order.
fn fill(sent: &str, setup: &str, rng: &mut StdRng) -> String {
    let mut hidden: Vec<char> =
        sent.chars().zip(setup.chars()).filter(|(sent, _)| *sent == '?').map(|(_, code)| code).collect();
    mix::shuffle(&mut hidden, rng);
    sent.chars().map(|code| if code == '?' { hidden.pop().expect("as many") } else { code }).collect()
}

#[test]
fn fair_deals() {
    let entry = GAMES.get("ascension").expect("it is in the list");
    let verify = |commitment: &str, secret: &[u8; 32], nonces: &[Vec<u8>], deal: &str| {
        let setup = format!("seats={};deal={deal};starts=2;round_limit=100", nonces.len().max(2));
        fair::verify(entry, commitment, secret, nonces, &setup)
    };
    let secret = std::array::from_fn(|index| index as u8);
    let nonces = [b"alpha".to_vec(), Vec::new(), vec![0, 255], vec![b'x'; 64]];
    let commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    let deal = "RKCB..S..TC....MEB...ESBGLS.L.EGK.RC...L.SMG...MTTTK.K.MRC.L.....GBR......E.";
    assert_eq!(fair::commit(&secret), commitment);
    assert_eq!(verify(commitment, &secret, &nonces, deal), Ok(()));
    let nothing = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    let quiet = ".S.GMS..ER.LG..K.....RGCL..E.L..RE.TT.MC.TB.R..TLB.SM.K...KS..BCEKB..G....MC";
    assert_eq!(verify(nothing, &[0; 32], &[vec![], vec![]], quiet), Ok(()));
    assert_eq!(verify(commitment, &[0; 32], &nonces, deal), Err(fair::Unfair::Secret));
    assert_eq!(verify(commitment, &secret, &nonces, quiet), Err(fair::Unfair::Setup));
    assert_eq!(verify(commitment, &secret, &[vec![0; 65]], deal), Err(fair::Unfair::Nonce(1)));
    // Moving a byte from one nonce to the next makes another deal.
    let shifted = [b"alph".to_vec(), b"a".to_vec(), vec![0, 255], vec![b'x'; 64]];
    assert_eq!(verify(commitment, &secret, &shifted, deal), Err(fair::Unfair::Setup));
}

/// What a player may not know does not change what it plays: every kind of player, with every number of seats, all
/// along random games. `LUDARIUM_LONG=n` plays n times as many.
#[test]
fn hidden_faces_are_not_seen() {
    let long = std::env::var("LUDARIUM_LONG").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut rng = StdRng::seed_from_u64(11);
    for number in 0..9 * long {
        let setup = format!("seats={};round_limit=30", 2 + number % 3);
        let mut game = games::GAMES.get("ascension").unwrap().start(&setup, &mut rng).unwrap();
        while let Some(seat) = game.turn().seat() {
            let wait = 1 + mix::below(&mut rng, 40);
            let sent = game.view(Viewer::Seat(seat)).setup;
            let other = play(&fill(&sent, &game.setup(), &mut rng), &game.moves().join(" "));
            let players = [(game.levels()[8], 40), (game.levels()[2], 20)]
                .into_iter()
                .chain([(Level::full(Method::Greedy), 1), (Level::full(Method::Rollouts), 5)]);
            for (level, nodes) in players {
                let limits = Limits { seed: number, ..Limits::nodes(nodes) };
                let think = |game: &dyn AnyGame| game.think(&level, &limits, &Table::new(1), &mut |_| ());
                assert_eq!(think(&*game), think(&*other), "{level:?}\n{}", game.position_text());
            }
            for _ in 0..wait {
                let legal = game.legal();
                if !legal.is_empty() {
                    game.play(&legal[mix::below(&mut rng, legal.len())]).unwrap();
                }
            }
        }
    }
}
