//! What is said to a pointer: every reason that a press can cause is reached by pressing.

use std::collections::BTreeSet;

use engine::AnyGame;
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

use crate::ascension::scene::Scene;

/// The reasons of one game that were given to presses.
struct Presses {
    game: &'static str,
    found: BTreeSet<&'static str>,
}

impl Presses {
    fn of(game: &'static str) -> Self {
        Presses { game, found: BTreeSet::new() }
    }

    #[track_caller]
    fn start(&self, setup: &str, moves: &str) -> Box<dyn AnyGame> {
        let entry = GAMES.get(self.game).expect("the game is listed");
        let start = entry.start(setup, &mut StdRng::seed_from_u64(7));
        let mut game = start.unwrap_or_else(|e| panic!("{setup}: {e}"));
        for token in moves.split_whitespace() {
            game.push(token).unwrap_or_else(|e| panic!("{setup} {moves}: {token}: {e}"));
        }
        game
    }

    /// Pressing each group of names, separated by `|`, is refused for the reason before it.
    #[track_caller]
    fn check(&mut self, setup: &str, moves: &str, expect: &str) {
        self.check_game(&*self.start(setup, moves), expect);
    }

    #[track_caller]
    fn check_game(&mut self, game: &dyn AnyGame, expect: &str) {
        let seat = game.turn().seat().expect("the game goes on");
        for group in expect.split(" | ") {
            let (reason, names) = group.split_once(' ').expect("a reason and what is pressed");
            let names: Vec<&str> = names.split(' ').collect();
            let refusal = game.explain_press(seat, &names);
            let said = refusal.as_ref().map_or("-", |refusal| refusal.reason.key);
            let said = said.split_once('.').map_or(said, |(_, name)| name);
            assert_eq!(said, reason, "{names:?}: {refusal:?}: {} after {:?}", game.setup(), game.moves());
            self.found.extend(refusal.map(|refusal| refusal.reason.key));
            let other = engine::Seat::all(game.seats()).find(|&other| other != seat).expect("two play");
            let told = game.explain_press(other, &names).map(|refusal| refusal.reason.key);
            assert_eq!(told, Some("game.not-to-act"), "a seat that is not to act learns nothing");
        }
    }

    /// All reasons were reached but those that nothing but text causes.
    fn finish(self, of_text: &str) {
        let of_text: BTreeSet<&str> = of_text.split_whitespace().collect();
        let by_text = |key: &str| {
            let name = key.split_once('.').map_or(key, |(_, name)| name);
            of_text.contains(name)
                || of_text
                    .iter()
                    .any(|text| text.ends_with('*') && name.starts_with(text.trim_end_matches('*')))
        };
        let reasons = GAMES.get(self.game).expect("the game is listed").info().reasons;
        for reason in reasons {
            let pressed = self.found.contains(reason.key);
            assert_ne!(pressed, by_text(reason.key), "{}: pressed, or caused by text alone", reason.key);
        }
    }
}

#[test]
fn axiom() {
    let far = "60,0,1:x+/70,0,1:x+/*60,0,1:z+/*70,0,1:z+";
    let board = |black: &str| format!("from=1,0/black/{black}/white/{far}");
    let alone = |black: &str| board(&format!("50,0,1:x+/*50,0,1:z+/{black}"));
    let mut presses = Presses::of("axiom");
    // A free cube of one's own and a sceptre of one's own wait for what comes next; a face of the cube will do.
    presses.check("", "", "- 0,0,2 | - 0,0,2:y- | - 1,0,2:z+ | - 0,0,2 0,1,3 | - 0,0,2:y- 0,1,2:z+");
    presses.check("", "", "same-cell 0,0,2 0,0,2 | same-cell 0,0,2 0,0,2:z+ | same-face 1,0,2:z+ 1,0,2:z+");
    presses.check(
        "",
        "",
        "no-cube 5,5,1 | not-your-cube 0,1,2 | not-your-cube 0,1,2:y+ | carries-sceptre 1,0,2 | carries-cube 1,0,1",
    );
    presses.check("", "", "occupied 0,0,2 0,1,2 | unsupported 0,0,2 2,0,2 | no-contact 0,0,2 3,0,1");
    presses.check(
        "",
        "",
        "sceptre-room 0,0,2 1,0,3 | sceptre-room 0,0,2 1,0,2:z+ | not-your-sceptre 1,1,2:z+",
    );
    presses.check("edition=2008", "", "no-lock 0,0,2 2,-1,1 | dome-face -1,0,2:z+ -1,0,2:x+");
    presses.check(
        "",
        "",
        "pyramid-face -1,0,2:z+ -1,0,2:x+ | covered -1,0,2:z+ -1,0,2:y+ | no-face -1,0,2:z+ 9,0,2:y+ | underside -1,0,2:z+ -1,0,2:z- | face-taken -1,0,2:z+ -1,1,2:z+",
    );
    let sceptre = "0,0,1:x-/*0,0,1:z+";
    let press = "0,0,1:z+ 0,0,1:x+";
    presses.check(&board(&format!("{sceptre}/1,1,1:y+/*1,1,1:y-")), "", &format!("crowded-front {press}"));
    presses.check(&alone(&format!("{sceptre}/2,0,1:y+")), "", &format!("crowded-second {press}"));
    presses.check(&board(&format!("{sceptre}/3,0,1:y+/*3,0,1:x-")), "", &format!("crowded-facing {press}"));
    let domed = alone("0,0,1:x-/1,0,1:x-z+/2,0,1:x-/*0,0,1:z+");
    presses.check(&format!("edition=2008;{domed}"), "", "dome-on-road 0,0,1:z+ 2,0,1:z+");
    presses.check(&domed, "", "pyramid-on-road 0,0,1:z+ 2,0,1:z+ | no-road 0,0,1:z+ 1,0,1:y+");
    let manned = board("0,0,1:x-/1,0,1:x-/2,0,1:x-/*0,0,1:z+/*1,0,1:z+");
    presses.check(&manned, "", "sceptre-on-road 0,0,1:z+ 2,0,1:z+");
    presses.finish(
        "token cell cube face height domes start* position too-quiet met-before too-many-* sceptres overlap
         dome-count no-joint dome-down domes-meet pyramid-count no-pyramid-joint pyramid-down pyramids-meet no-sceptre",
    );
}

#[test]
fn abraxas() {
    const EMPTY: &str = "sheet=9/9/9/9/9/9/9/9/9";
    let mut presses = Presses::of("abraxas");
    presses.check("", "", "- SW | corner-first d4 | corner-first A1");
    presses.check(
        "",
        "SW",
        "- d4 | - d4 SE | - stop e5 | - stop e5 SE | corner-chosen NE | push-fixed d4 NW | no-hole I9 | no-hole A9 | not-asked ok | not-extra end | no-done done",
    );
    presses.check(
        "push=either",
        "SW",
        "- d4 | - d4 NW | - stop e5 NW | push-far d4 NE | push-far stop d4 NE",
    );
    presses.check("", "SW d4", "hole-filled d4 | stop-hole stop d4 | supply-left d4 e5");
    presses.check("", "SW", "stop-where stop");
    presses.check("", "SW !e5", "stop-answered stop | stop-answered stop a1");
    let lifting = "from=8/8/8/8/r7/8/2r5/bbb1r2r,SW,1,place,10-10,0-3,1";
    presses.check(
        &format!("{EMPTY};{lifting}"),
        "",
        "- a4 | - a4 d4 | same-hole a4 a4 | stops-spent stop | stops-spent stop d4 | not-red a1 d4",
    );
    let four = format!("{EMPTY};from=8/8/8/8/1rrrr3/8/8/8,SW,2,take,0-0,3-3,4");
    presses.check(
        &four,
        "",
        "- c4 | neighbours b4 | take-count c4 d4 | not-stone a1 | take-first stop a1 | no-hole I9",
    );
    presses.check(&four, "xc4 h8", "- ok | - stop a1 | asked a1 b1");
    // Both ends of a line of five.
    let five = format!("{EMPTY};from=8/8/8/8/1rrrrr2/8/8/8,SW,1,take,0-0,3-3,5");
    presses.check(&five, "", "- b4 | - b4 d4 | neighbours b4 f4");
    presses.check(&format!("{EMPTY};from=8/8/8/8/1rrrr3/8/8/r7,SW,1,take,0-0,3-3,5"), "", "no-line a1");
    let called = format!("{EMPTY};claims=called");
    presses.check(&called, "SW", "done-early done");
    presses.check(&called, "SW a1", "- done | no-line a1 | say-done stop b1");
    // What may be taken nobody is told: stones that are pressed may be tried, and nothing else.
    let game = presses.start(&called, "SW a1");
    let meant = |seat: usize, names: &[&str]| game.meant(engine::Seat::new(seat), names).map(|meant| meant.t);
    assert_eq!(meant(0, &["a1"]).as_deref(), Some("xa1"));
    assert_eq!(meant(0, &["a1", "b1"]), None, "there is no stone in b1");
    assert_eq!(meant(1, &["a1"]), None, "it is not their turn");
    assert_eq!(
        presses.start("", "SW a1").meant(engine::Seat::new(1), &["a1"]),
        None,
        "the takings are listed"
    );
    presses.finish("token stop-token take-token sheet* from* push-choice supply-empty not-pushed take-all");
}

#[test]
fn archimedes() {
    let mut presses = Presses::of("archimedes");
    presses.check(
        "",
        "",
        "- a2 | - a2 c4 | - c4 | no-cube e7 | not-yours h2 | shut-in a4 | must-move pass | must-move a2 a2",
    );
    presses.check("", "", "occupied a2 a4 | barred a2 a3 | too-far a2 e7 | not-exact a2 a1 | no-way a8 c8");
    presses.check("arrived=frozen;from=a2,e4,g9,h2/h6,d9,b3,b7/1/40/0/-", "", "frozen h2");
    presses.check("seats=3;from=a2,a4,c8,c10/e1,f1,g1,h1/e15,f13,g11,h9/1/6/0/-", "", "wait a2");
    presses.finish("notation no-cell same-cell from.* swap-seats");
}

#[test]
fn ascension() {
    let mut presses = Presses::of("ascension");
    let picks = Scene::new(2)
        .lay("c3 T! c4 S! c5 G! c6 . c7 . d3 j")
        .player(1, "c7s1")
        .summit("2")
        .joker("laid")
        .player(2, "h5s1l41");
    presses.check_game(
        &*picks.play(""),
        "- c3 | - h | - f | pick-figure c4 | pick-barred c6 | pick-pawn c7 | pick-joker d3 | pick-empty e5 | pick-first stay | no-joker j",
    );
    presses.check_game(&*Scene::new(2).lay("c3 h1 c4 h1 d3 f1 d4 f1").play(""), "no-plain h | no-figured f");
    presses.check_game(&*Scene::new(2).lay("c3 .").play("^c3"), "- c4 | place-back c3 | place-first h");
    presses.check_game(&*Scene::new(2).lay("c3 L").play("^c3"), "- c4 up | pillar-shows e5 up");
    presses.check_game(&*Scene::new(2).lay("c3 L!").play("^c3"), "must-hide c4 up");
    presses.check_game(&*Scene::new(2).play("^h"), "nothing-to-show c4 up | place-corner a9");
    presses.check_game(&*Scene::new(2).play("^f"), "always-shows c4 up");
    presses.check_game(&*Scene::new(2).put("e5", ".").play("^h"), "pillar-full e5");
    let laid = Scene::new(2).lay("d3 j").summit("2").joker("laid").player(2, "c5s1");
    presses.check_game(&*laid.play("^h"), "place-pawn c5 | place-joker d3");
    let walls = Scene::new(2).player(1, "c3s1").player(2, "d4s1").lay("c3 h1 c4 . b3 . b3 h1 b2 h2");
    presses.check_game(
        &*walls.phase("step").play(""),
        "- c3 | - c4 | - c3 c4 | compulsory c3 c3 | step-pawn d4 | too-high b3 | not-next c5 | pawn-now h | no-spring done | compulsory stay",
    );
    let high = Scene::new(2).player(1, "c3s1").lay("c3 .").phase("step").put("c4", ".");
    presses.check_game(&*high.play(""), "too-low c2");
    let closed = Scene::new(3).player(1, "b8s1").player(2, "x").summit("3").joker("laid").player(3, "g7s1");
    let closed = closed.lay("b8 h1 b9 G! c9 C! c8 T! c7 j a8 .").phase("step");
    presses.check_game(&*closed.play(""), "step-chasm b9 | step-figure c9 | step-joker c7 | step-corner a9");
    let absent = Scene::new(2).player(1, "b8s1").phase("step");
    presses.check_game(&*absent.play(""), "step-absent a9");
    let cars = Scene::new(2).lay("c3 K! g7 . g7 . g7 K!").player(1, "c3s1").phase("step");
    presses.check_game(&*cars.play(""), "- g7 | step-cable-car f6");
    let bivouac = Scene::new(2).lay("a1 T! b2 B! h8 h2");
    presses.check_game(&*bivouac.play("^h =d5 >b2 ^h =d6 >h8 ^h =d7"), "- stay | rests b1");
    let spring = Scene::new(2).lay("a1 T! b2 R! c3 R!").phase("step");
    presses.check_game(&*spring.play(">b2"), "- done | spring stay | spring b2 b2");
    presses.finish("bad-* deal-* no-deal other-deal position-*");
}
