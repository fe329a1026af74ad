//! Axiom, clause by clause of docs/rules/axiom.en.md.

#![allow(clippy::unwrap_used, reason = "helpers of tests may panic too")]

use std::collections::{BTreeSet, HashMap};

use engine::{Event, Game, Palette, Record, Seat, Turn, Viewer, mix, picture, testkit};
use games::axiom::{Axiom, Cell, Direction, Face, Move, Options};
use rand::{SeedableRng, rngs::StdRng};

mod cubes;
mod sceptres;
mod starts;

/// White's pieces far away, where they disturb nothing.
const FAR_WHITE: &str = "60,0,1:x+/70,0,1:x+/*60,0,1:z+/*70,0,1:z+";

/// Black to move; its pieces and White's as position text has them.
fn board(black: &str, white: &str) -> String {
    format!("from=1,0/black/{black}/white/{white}")
}

/// Black alone on the board, its second sceptre out of the way on a cube at 50,0,1.
fn alone(black: &str) -> String {
    board(&format!("50,0,1:x+/*50,0,1:z+/{black}"), FAR_WHITE)
}

/// A game with these options after these tokens.
fn play(setup: &str, tokens: &str) -> Record<Axiom> {
    let mut record = Record::new(setup.parse().unwrap_or_else(|e| panic!("{setup}: {e}")));
    for token in tokens.split_whitespace() {
        record.push(token.parse::<Event<Move>>().unwrap()).unwrap_or_else(|e| panic!("{token}: {e}"));
    }
    record
}

fn drawn(record: &Record<Axiom>, palette: Palette) -> String {
    picture::text(&record.position().view(Viewer::All), 2, palette, true)
}

/// `ok`, or the clause and the name of a refusal: `4.1 no-cube`.
fn verdict<T>(result: Result<T, engine::Refusal>) -> String {
    result.map_or_else(
        |refusal| {
            let clause = refusal.reason.clause.trim_start_matches("Axiom ").trim_start_matches("Rules ");
            format!("{clause} {}", refusal.reason.key.trim_start_matches("axiom."))
        },
        |_| "ok".to_owned(),
    )
}

/// What the rules say of a token.
fn check(setup: &str, token: &str, expect: &str) {
    let record = play(setup, "");
    let said = token.parse::<Move>().and_then(|m| record.explain(m).map_or(Ok(m), Err));
    let listed = legal(&record).contains(token);
    assert_eq!(listed, expect == "ok", "{token} is listed iff it is legal: {setup}");
    assert_eq!(verdict(said), expect, "{token} in {setup}");
}

/// What the rules say of a set-up.
fn check_setup(setup: &str, expect: &str) {
    let read = setup.parse::<Options>();
    let said = format!("{:?}", read.as_ref().err().map(ToString::to_string));
    assert_eq!(verdict(read), expect, "{setup}: {said}");
}

/// How a game ends by the last of these tokens.
fn check_end(setup: &str, tokens: &str, result: &str, by: &str) {
    let outcome = play(setup, tokens).turn().outcome().expect("the game is over");
    assert_eq!((outcome.to_string().as_str(), outcome.by()), (result, by), "{setup}: {tokens}");
}

fn legal(record: &Record<Axiom>) -> BTreeSet<String> {
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// The faces that the sceptre on `from` can go to.
fn reach(setup: &str, from: &str) -> BTreeSet<String> {
    let prefix = format!("S{from}>");
    legal(&play(setup, ""))
        .iter()
        .filter_map(|token| token.strip_prefix(&prefix).map(str::to_owned))
        .collect()
}

fn faces(list: &str) -> BTreeSet<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn clause_1_1_cells_go_on_for_ever_but_not_below_the_table() {
    check("", "C0,0,2>0,2,0:z-", "1.1 height");
    check("", "C0,0,2>0,2,13:z-", "1.1 height");
    check("", "C0,0,2>0,2,-1:z-", "1.1 height");
    let drifted = board(
        "99999998,-99999998,1:x+/99999999,-99999999,1:x+/*99999998,-99999998,1:z+/*99999998,-99999998,1:y+",
        FAR_WHITE,
    );
    check(&drifted, "C99999999,-99999999,1>99999999,-99999997,1:z+", "ok");
    let record = play(&drifted, "C99999999,-99999999,1>99999999,-99999997,1:z+");
    assert!(legal(&record).iter().all(|token| token.parse::<Move>().is_ok()));
    check_setup(&board("0,0,1:x+/0,0,1:x-/*0,0,1:z+/*0,0,1:y+", FAR_WHITE), "1.1 overlap");
    check_setup(&drifted.replace("99999998,1", "100000000,1"), "0.7 position");
}

#[test]
fn clause_1_2_three_singles_with_one_dome_three_doubles_with_two() {
    check("", "C0,0,2>2,0,1:x-y-", "1.2 pyramid-count");
    // In 2008 a pyramid is a dome.
    for (action, why) in [
        ("C0,0,2>2,0,1:x-y-", "1.2 dome-count"),
        ("S-1,0,2:z+>-1,0,2:x+", "2.1 dome-face"),
        ("C0,0,2>0,1,3:x+", "4.3 no-joint"),
        ("C0,0,2>0,-1,1:z-", "4.4 dome-down"),
        ("C0,0,2>-2,0,1:x+", "4.5 domes-meet"),
    ] {
        check("edition=2008", action, why);
    }
    check("", "C0,0,2>2,0,1:", "1.2 domes");
    check("", "C0,0,2>2,0,1:x+x-", "1.2 domes");
    check("", "C0,0,2>2,0,1:x+y+z+", "1.2 domes");
    // A single has 6 orientations, a double 12: on the table, one and four of them stand on a dome.
    let count = |kind: &str| {
        let record = play(&alone(&format!("0,0,1:{kind}/1,0,1:x+/*1,0,1:y+")), "");
        legal(&record).iter().filter(|token| token.starts_with("C0,0,1>2,1,1:")).count()
    };
    assert_eq!((count("x-"), count("x-y+")), (5, 8));
    let four = "0,0,1:z+/2,0,1:z+/4,0,1:z+/6,0,1:z+/*0,0,1:x+/*6,0,1:x+";
    check_setup(&board(four, FAR_WHITE), "1.2 too-many-singles");
    check_setup(&board(&four.replace(":z+/", ":x-z+/"), FAR_WHITE), "1.2 too-many-doubles");
}

#[test]
fn clause_1_3_notation() {
    for token in ["", "C", "pass", "C0,0,2", "C0,0,2>", "c0,0,2>2,0,1:x+", "C0,0,2>2,0,1:x+ ", "S"] {
        let key = if token == "C0,0,2>" { "4.1 cube" } else { "4.1 token" };
        let key = if token.ends_with(' ') { "1.2 domes" } else { key };
        check("", token, key);
    }
    check("", "C0,0,2>2,0,1", "4.1 cube");
    for cell in ["00,0,2", "+0,0,2", "-0,0,2", "0,0", "0,0,2,", "a,0,2", "1000000000,0,1", "130000001,0,1"] {
        check("", &format!("C{cell}>2,0,1:x+"), "4.1 cell");
    }
    check("", "C0,0,2>2,0,1:y-x+", "1.2 domes");
    check("", "C0,0,2>2,0,1:x+x+", "1.2 domes");
    check("", "S0,0,2>2,0,1:x+", "5.1 face");
    check("", "S0,0,2:x+>2,0,1:x+x+", "5.1 face");
}

#[test]
fn clause_1_4_cubes_stand_on_cubes_and_undersides_are_never_used() {
    check("", "C0,0,2>2,0,2:z-", "1.4 unsupported");
    // Nor upon the cube that is being lifted.
    check("", "C0,0,2>0,0,3:z-", "1.4 unsupported");
    check("", "S-1,0,2:z+>-1,0,2:z-", "1.4 underside");
    check_setup(&board("0,0,2:x+/*0,0,2:z+/*0,0,2:y+", FAR_WHITE), "1.4 unsupported");
    check_setup(&board("0,0,1:x+/*0,0,1:z+/*0,0,1:z-", FAR_WHITE), "1.4 underside");
}

/// A black sceptre on a white cube, a black cube beside it.
fn raid(white_extra: &str) -> String {
    board("0,0,1:x-/50,0,1:x+/*1,0,1:z+/*50,0,1:z+", &format!("1,0,1:y-/{white_extra}{FAR_WHITE}"))
}

#[test]
fn clause_6_1_taking() {
    let home = "S1,0,1:z+>0,0,1:z+";
    let taken = |setup: &str, token: &str| {
        let record = play(setup, token);
        let view = serde_json::to_value(record.position().view(Viewer::All)).unwrap();
        (view["taken"][1]["single"].as_u64().unwrap(), view["quiet"].as_u64().unwrap())
    };
    let before = taken(&raid(""), "S50,0,1:z+>50,0,1:y+").0;
    assert_eq!(
        taken(&raid(""), home),
        (before + 1, 0),
        "the enemy's cube is taken and the quiet count begins anew"
    );
    assert_eq!(taken(&raid(""), "S1,0,1:z+>1,0,1:y+"), (before, 1), "not on the same cube");
    assert!(!play(&raid(""), home).position().position_text().contains("/1,0,1:"));
    // From an own cube nothing is taken, nor to a cube of the enemy's.
    let own = board("0,0,1:x-/50,0,1:x+/1,0,1:y-/*1,0,1:z+/*50,0,1:z+", FAR_WHITE);
    assert_eq!(taken(&own, home).1, 1);
    let enemies =
        board("50,0,1:x+/*1,0,1:z+/*50,0,1:z+", "0,0,1:x-/1,0,1:y-/60,0,1:x+/*60,0,1:y+/*60,0,1:z+");
    assert_eq!(taken(&enemies, home).1, 1);
    // Not if a sceptre is still on it, or a cube on top.
    let manned = raid("").replace("*50,0,1:z+", "*1,0,1:x+");
    assert_eq!(taken(&manned, home).1, 1);
    let beneath = raid("1,0,2:x+z-/").replace("*1,0,1:z+", "*1,0,1:y+");
    assert_eq!(taken(&beneath, "S1,0,1:y+>0,0,1:y+").1, 1);
    // A move that ends the game takes nothing.
    let winning = raid("").replace("*60,0,1:z+", "*0,0,1:y-");
    assert_eq!(taken(&winning, home).1, 1);
    check_end(&winning, home, "1 0", "7.1");
    let losing = format!("own_double=loses;{}", raid("").replace("*50,0,1:z+", "*0,0,1:y-"));
    assert_eq!(taken(&losing, home).1, 1);
    check_end(&losing, home, "0 1", "7.2");
}

#[test]
fn clause_7_1_a_sceptre_comes_to_the_cube_of_an_enemy_sceptre() {
    // On a cube of either colour.
    for setup in [
        board("0,0,1:x-/1,0,1:x-/50,0,1:x+/*0,0,1:z+/*50,0,1:z+", "60,0,1:x+/*1,0,1:y+/*60,0,1:z+"),
        board("0,0,1:x-/50,0,1:x+/*0,0,1:z+/*50,0,1:z+", "1,0,1:x-/60,0,1:x+/*1,0,1:y+/*60,0,1:z+"),
    ] {
        check_end(&setup, "S0,0,1:z+>1,0,1:z+", "1 0", "7.1");
        let over = play(&setup, "S0,0,1:z+>1,0,1:z+");
        assert!(legal(&over).is_empty());
        let text = over.position().position_text();
        assert_eq!(play(&format!("from={text}"), "").turn(), over.turn(), "the text knows that it is over");
        check_setup(&format!("from={}", text.replacen("2,", "1,", 1)), "ok");
    }
    // One action brings one sceptre to others: two pairs at once there cannot be.
    let pairs = board("0,0,1:x-/5,0,1:x-/*0,0,1:z+/*5,0,1:z+", "60,0,1:x+/*0,0,1:y+/*5,0,1:y+");
    check_setup(&pairs, "7.1 met-before");
}

#[test]
fn clause_7_2_own_sceptres_on_one_cube() {
    let setup = board("0,0,1:x-/1,0,1:x-/*0,0,1:z+/*1,0,1:y+", FAR_WHITE);
    let token = "S0,0,1:z+>1,0,1:z+";
    let edition = |options: &str| format!("{options};{setup}");
    check_end(&edition("edition=2008"), token, "0 1", "7.2");
    check_end(&edition("own_double=loses"), token, "0 1", "7.2");
    assert!(!play(&edition("edition=1988"), token).turn().is_over());
    assert!(!play(&edition("edition=2008;own_double=free"), token).turn().is_over());
    check_setup(&format!("own_double=loses;{}", alone("0,0,1:x-/*50,0,1:y+")), "7.1 met-before");
}

#[test]
fn clause_7_3_who_cannot_move_loses() {
    // White's one cube carries both its sceptres; domes and each other stop them on all sides but y-, where a
    // black cube leaves no room.
    let setup =
        board("1,-3,1:x+/3,-3,1:z+/50,0,1:x+/*1,-3,1:z+/*50,0,1:z+", "0,0,1:x+z+/*0,0,1:x-/*0,0,1:y+");
    assert!(!play(&setup, "C3,-3,1>0,-3,1:x-").turn().is_over());
    check_end(&setup, "C3,-3,1>0,-2,1:x-", "1 0", "7.3");
    // It counts before the quiet limit.
    check_end(&format!("quiet_limit=1;{setup}"), "C3,-3,1>0,-2,1:x-", "1 0", "7.3");
}

#[test]
fn clause_7_4_the_third_repetition_is_a_draw() {
    let there = "S-1,0,2:z+>-1,0,1:y- S1,1,2:z+>1,1,1:y+ ";
    let back = "S-1,0,1:y->-1,0,2:z+ S1,1,1:y+>1,1,2:z+ ";
    let twice = [there, back, there].concat();
    assert!(!play("", &twice).turn().is_over());
    check_end("", &[&twice, back].concat(), "1/2 1/2", "7.4");
    // It counts before the quiet limit.
    check_end("quiet_limit=8", &[&twice, back].concat(), "1/2 1/2", "7.4");
    check_end("quiet_limit=7", &[&twice, "S-1,0,1:y->-1,0,2:z+"].concat(), "1/2 1/2", "7.5");
}

#[test]
fn clause_7_5_too_many_quiet_actions_are_a_draw() {
    check_end("quiet_limit=1", "C0,0,2>0,1,3:z-", "1/2 1/2", "7.5");
    check_end("quiet_limit=2", "C0,0,2>0,1,3:z- S1,1,2:z+>1,1,1:y+", "1/2 1/2", "7.5");
    let raid = format!("quiet_limit=1;{}", raid(""));
    assert!(!play(&raid, "S1,0,1:z+>0,0,1:z+").turn().is_over(), "a cube was taken");
    check_setup(
        &format!("quiet_limit=3;{}", alone("0,0,1:x-/*0,0,1:z+").replace("1,0/", "1,4/")),
        "7.5 too-quiet",
    );
}

#[test]
fn clause_8_options() {
    assert_eq!("".parse::<Options>().unwrap(), Options::default());
    let text = |setup: &str| setup.parse::<Options>().unwrap().to_string();
    assert_eq!(text("edition=2008"), "edition=2008;start=main;own_double=loses;quiet_limit=200;swap=off");
    assert_eq!(
        text("quiet_limit=7;own_double=loses;start=wall"),
        "edition=1988;start=wall;own_double=loses;quiet_limit=7;swap=off"
    );
    for bad in
        ["edition=1989", "own_double=wins", "quiet_limit=0", "quiet_limit=1000001", "quiet_limit=07", "x=1"]
    {
        assert!(bad.parse::<Options>().is_err(), "{bad}");
    }
}

#[test]
fn clause_9_facts() {
    for (edition, sceptre, cube) in [("1988", 9, 67), ("2008", 9, 23)] {
        let record = play(&format!("edition={edition}"), "");
        let count = |c| legal(&record).iter().filter(|token| token.starts_with(c)).count();
        assert_eq!((count('S'), count('C')), (sceptre, cube));
        let view = serde_json::to_value(record.position().view(Viewer::All)).unwrap();
        let free = view["cubes"].as_array().unwrap().iter().filter(|cube| cube["free"] == true).count();
        assert_eq!(free, 2, "one free cube per seat");
    }
}

#[test]
fn rules_0_7_malformed_positions_are_refused() {
    let good = alone("0,0,1:x-/*0,0,1:z+");
    check_setup(&good, "ok");
    for (from, to) in [
        ("1,0/", "3,0/"),
        ("1,0/", "0,0/"),
        ("1,0/", "1,-1/"),
        ("1,0/", "1/"),
        ("1,0/", ""),
        ("/white", ""),
        ("/black", ""),
        ("/black", "/white"),
        ("/black", "/black/black"),
    ] {
        let said = verdict(good.replacen(from, to, 1).parse::<Options>());
        assert!(said == "0.7 position" || said == "4.1 cube", "{from} → {to}: {said}");
    }
}

#[test]
fn rules_0_8_the_other_seat_wins_when_one_leaves() {
    let mut record = play("", "");
    record.push("resign:1".parse::<Event<Move>>().unwrap()).unwrap();
    let outcome = record.turn().outcome().unwrap();
    assert_eq!((outcome.to_string().as_str(), outcome.by()), ("0 1", "resign"));
    assert!(legal(&record).is_empty());
}

#[test]
fn laws() {
    for edition in ["1988", "2008"] {
        for (start, own_double, quiet_limit) in [
            ("main", "free", 60),
            ("tower", "loses", 40),
            ("wall", "free", 3),
            ("steps", "loses", 50),
            ("square", "free", 20),
            ("mirror:y,-1/0,0,1:x+*z+/5,0,1:x+*z+/10,0,1:x+/0,5,1:x+y+/5,5,1:x+y+/10,5,1:x+y+", "loses", 30),
        ] {
            let options =
                format!("edition={edition};start={start};own_double={own_double};quiet_limit={quiet_limit}");
            testkit::laws::<Axiom>(&options, 2);
        }
        testkit::laws::<Axiom>(&format!("edition={edition};quiet_limit=20;swap=on"), 2);
    }
}

/// Every token one could think of near the formation is legal if and only if it is listed.
#[test]
fn explained_if_and_only_if_not_listed() {
    for (seed, edition) in [(1, "1988"), (2, "2008"), (3, "1988"), (4, "2008")] {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut record = play(&format!("edition={edition}"), "");
        let mut moves = Vec::new();
        for ply in 0..120 {
            moves.clear();
            record.legal_moves(&mut moves);
            let Some(&m) = moves.get(mix::below(&mut rng, moves.len().max(1))) else { break };
            if ply % 12 == 0 {
                let listed: HashMap<Move, ()> = moves.iter().map(|&m| (m, ())).collect();
                for m in thinkable(&record) {
                    let refusal = record.explain(m);
                    assert_eq!(refusal.is_none(), listed.contains_key(&m), "{m}: {refusal:?}");
                }
            }
            record.push(Event::Move(m)).unwrap();
        }
    }
}

fn thinkable(record: &Record<Axiom>) -> Vec<Move> {
    let view = record.position().view(Viewer::All);
    let cells: Vec<Cell> = view.cubes.iter().map(|cube| Cell::new(cube.x, cube.y, cube.z)).collect();
    let span = |of: fn(Cell) -> i32| {
        let values = || cells.iter().map(|&cell| of(cell));
        values().min().unwrap() - 2..=values().max().unwrap() + 2
    };
    let domes =
        ["x+", "x-", "y+", "y-", "z+", "z-", "x+y+", "x+y-", "x-y+", "x-y-", "x+z+", "x-z-", "y+z-", "y-z+"];
    let mut moves = Vec::new();
    for (x, y) in span(Cell::x).flat_map(|x| span(Cell::y).map(move |y| (x, y))) {
        for z in 1..=4 {
            let to = Cell::new(x, y, z);
            for &from in &cells {
                moves.extend(domes.map(|domes| Move::Cube { from, to, domes: domes.parse().unwrap() }));
            }
            for sceptre in &view.sceptres {
                let from: Face = sceptre.face.parse().unwrap();
                moves.extend(Direction::ALL.map(|looks| Move::Sceptre { from, to: Face::new(to, looks) }));
            }
        }
    }
    moves
}

/// Every legal action is drawn, each about as often as it should be.
#[test]
fn sampling_is_uniform() {
    for setup in ["edition=2008", "edition=1988", "edition=2008;start=square"] {
        let position = play(setup, "").position().clone();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut drawn: HashMap<Move, usize> = moves.iter().map(|&m| (m, 0)).collect();
        let (mut rng, mut scratch) = (StdRng::seed_from_u64(7), Vec::new());
        const EACH: usize = 1000;
        for _ in 0..EACH * moves.len() {
            *drawn.get_mut(&position.sample(&mut rng, &mut scratch).unwrap()).expect("a listed move") += 1;
        }
        let chi: f64 = drawn.values().map(|&n| (n as f64 - EACH as f64).powi(2) / EACH as f64).sum();
        let freedom = moves.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{setup}: {chi} for {freedom}");
    }
}

/// A formation that has drifted, turned or been mirrored is the same for a search, not for repetition.
#[test]
fn symmetry_sees_through_drift() {
    let near = play(&alone("0,0,1:x-y+/0,1,1:x-z+/*0,0,1:z+"), "");
    let moved = alone("0,0,1:x-y+/0,1,1:x-z+/*0,0,1:z+");
    let far = moved
        .replace("50,0,1", "50,7,1")
        .replace("60,0,1", "60,7,1")
        .replace("70,0,1", "70,7,1")
        .replace("/0,0,1", "/0,7,1")
        .replace("*0,0,1", "*0,7,1")
        .replace("0,1,1:x-z+", "0,8,1:x-z+");
    let far = play(&far, "");
    assert_eq!(near.position().canonical_key(), far.position().canonical_key());
    assert_ne!(near.position().key(), far.position().key());
}

#[test]
fn pictures_have_colour_where_there_is_colour_and_fit_the_terminal() {
    let far = "start=mirror:y,-9000/0,0,1:x+*z+/500,0,1:x+*z+/1000,0,1:x+/1500,5,1:x+y+/2000,5,1:x+y+/9999,5,1:x+y+";
    for setup in ["", "start=wall", far] {
        let record = play(setup, "");
        let plain = drawn(&record, Palette::None);
        assert!(plain.lines().all(|line| line.len() <= 80), "{plain}");
        assert!(drawn(&record, Palette::Sixteen).contains("\x1b[1;94m"), "black has the colour of seat 1");
    }
}

#[test]
fn positions_are_small() {
    assert!(size_of::<Axiom>() <= 272);
    assert!(size_of::<Move>() <= 24);
}
