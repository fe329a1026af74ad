//! Every figure shows what its caption says. The client has them as data, `web/src/lib/games/<game>/figures.json`.

use std::{collections::BTreeSet, path::Path};

use engine::{AnyGame, Seat, Viewer};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};
use serde_json::{Map, Value};

/// The figures of a game, and those that were looked at.
struct Figures {
    game: &'static str,
    all: Map<String, Value>,
    seen: BTreeSet<String>,
}

/// A figure and the position it draws.
struct Figure {
    value: Value,
    game: Box<dyn AnyGame>,
}

impl Figures {
    fn of(game: &'static str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../web/src/lib/games/{game}/figures.json"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let all: Map<String, Value> = serde_json::from_str(&text).expect("figures by name");
        Figures { game, all, seen: BTreeSet::new() }
    }

    fn take(&mut self, name: &str) -> Figure {
        let value = self.all.get(name).unwrap_or_else(|| panic!("no figure {name}")).clone();
        self.seen.insert(name.to_owned());
        let entry = GAMES.get(self.game).expect("the game is listed");
        let setup = value["setup"].as_str().expect("a set-up");
        let start = entry.start(setup, &mut StdRng::seed_from_u64(7));
        let mut game = start.unwrap_or_else(|e| panic!("{name}: {e}"));
        for token in texts(&value["moves"]) {
            game.play(&token).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        let figure = Figure { value, game };
        if let Some(show) = figure.value["show"].as_str() {
            assert!(figure.legal(show), "{name}: {show} is drawn");
        }
        figure
    }

    fn finish(self) {
        let names: BTreeSet<String> = self.all.keys().cloned().collect();
        assert_eq!(self.seen, names, "{}: every figure is looked at", self.game);
    }
}

impl Figure {
    fn board(&self) -> Value {
        board(&*self.game)
    }
    fn legal(&self, token: &str) -> bool {
        self.game.legal().iter().any(|legal| legal == token)
    }
    fn show(&self) -> String {
        self.value["show"].as_str().expect("an action is drawn").to_owned()
    }
    /// The game after an action; by default the one that is drawn.
    fn after(&self, token: &str) -> Box<dyn AnyGame> {
        after(&*self.game, token)
    }
    fn shown(&self) -> Box<dyn AnyGame> {
        self.after(&self.show())
    }
    fn letter(&self, letter: &str) -> String {
        let letters = self.value["notes"]["letters"].as_object().expect("letters");
        letters.iter().find(|(_, value)| *value == letter).map(|(name, _)| name.clone()).expect("the letter")
    }
    fn roads(&self) -> Vec<Vec<String>> {
        self.value["notes"]["roads"].as_array().expect("roads").iter().map(texts).collect()
    }
    fn why(&self, token: &str) -> &'static str {
        self.game.explain(token).expect("it is refused").reason.key
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

fn board(game: &dyn AnyGame) -> Value {
    serde_json::to_value(game.view(Viewer::All)).expect("a view is JSON")["board"].clone()
}

fn after(game: &dyn AnyGame, token: &str) -> Box<dyn AnyGame> {
    let mut next = game.boxed_clone();
    next.play(token).unwrap_or_else(|e| panic!("{token}: {e}"));
    next
}

fn passed(game: &dyn AnyGame) -> Box<dyn AnyGame> {
    game.passed().expect("a turn can be let go by")
}

/// The actions that win at once, or force it in this many turns, for this seat.
fn wins(game: &dyn AnyGame, seat: usize, turns: u32) -> Option<Vec<String>> {
    let seat = Seat::new(seat - 1);
    if let Some(outcome) = game.turn().outcome() {
        return (outcome.share(seat) == 1.0).then(Vec::new);
    }
    game.forced_win(seat, turns, 5_000_000).expect("few nodes do").map(|win| win.moves)
}

/// The names that an action passes, from first to last.
fn road(game: &dyn AnyGame, token: &str) -> Vec<String> {
    let seat = game.turn().seat().expect("the game goes on");
    let view = serde_json::to_value(game.view(Viewer::Seat(seat))).expect("a view is JSON");
    let legal = view["legal"].as_array().expect("legal actions");
    let action = legal.iter().find(|action| action["t"] == token).expect("it is legal");
    let (at, via) = (texts(&action["at"]), texts(&action["via"]));
    std::iter::once(at[0].clone()).chain(via).chain(at[1..].iter().cloned()).collect()
}

fn count(list: &Value, test: impl Fn(&Value) -> bool) -> usize {
    list.as_array().expect("a list").iter().filter(|one| test(one)).count()
}

fn find<'a>(list: &'a Value, key: &str, value: &str) -> &'a Value {
    let mut all = list.as_array().expect("a list").iter();
    all.find(|one| one[key] == value).unwrap_or_else(|| panic!("no {key} {value}"))
}

#[test]
fn axiom() {
    let mut figures = Figures::of("axiom");
    for name in ["pieces", "main", "tower", "wall", "steps", "square"] {
        let board = figures.take(name).board();
        for seat in [1, 2] {
            let cubes = |domes| {
                let domed = |cube: &Value| cube["domes"].as_array().map(Vec::len) == Some(domes);
                count(&board["cubes"], |cube| cube["seat"] == seat && domed(cube))
            };
            assert_eq!((cubes(1), cubes(2)), (3, 3), "{name}");
            assert_eq!(
                count(&board["sceptres"], |one| one["seat"] == seat && one["dir"] == "z+"),
                2,
                "{name}"
            );
        }
    }
    let passing = figures.take("passing");
    let (show, behind) = (passing.show(), passing.letter("Y"));
    assert_eq!(find(&passing.board()["sceptres"], "face", &behind)["seat"], 2);
    assert_eq!(passing.why("S0,0,1:z+>1,0,1:z+"), "axiom.crowded-front");
    assert!(road(&*passing.game, &show).contains(&"1,0,1:z+".to_owned()), "it passes behind Y");

    let cube = figures.take("cube");
    assert_eq!(count(&cube.board()["cubes"], |one| one["seat"] == 1 && one["free"] == true), 1);
    assert!(cube.game.legal().iter().filter(|token| token.starts_with('C')).count() > 50);
    let edge = figures.take("edge").board();
    let at = |x: i64, y: i64| count(&edge["cubes"], |one| one["x"] == x && one["y"] == y && one["z"] == 1);
    assert_eq!([at(-2, -1), at(-3, -1), at(-1, -1), at(-2, 0), at(-2, -2)], [1, 0, 0, 0, 0]);
    assert_eq!(at(-1, 0), 1, "an edge in common");

    // Figure 10: who wins, who can stop it and who cannot.
    let threat = figures.take("threat");
    let white = passed(&*threat.game);
    let win = "S4,0,1:z+>1,0,1:z+";
    assert_eq!(wins(&*white, 2, 1), Some(vec![win.to_owned()]));
    assert_eq!(threat.roads(), [road(&*white, win)]);
    assert!(win.contains(&threat.letter("X")));
    let of_y = format!("S{}>", threat.letter("Y"));
    let moves: Vec<String> =
        threat.game.legal().into_iter().filter(|token| token.starts_with(&of_y)).collect();
    let [lateral, diagonal] = ["S1,1,1:z+>1,0,1:z+", "S1,1,1:z+>0,2,1:z+"];
    assert_eq!(moves, [lateral, diagonal], "Y has these two moves");
    assert_eq!(wins(&*threat.after(lateral), 2, 1), None);
    assert!(wins(&*threat.after(diagonal), 2, 1).is_some());
    let better = threat.after("C2,0,2>2,1,2:y+");
    assert_eq!(wins(&*better, 2, 1), None);
    // Figure 11 is what follows.
    let answer = figures.take("answer");
    assert_eq!(answer.board()["cubes"], board(&*better)["cubes"]);
    assert_eq!(answer.board()["sceptres"], board(&*better)["sceptres"]);
    assert_eq!(wins(&*answer.game, 1, 1), Some(vec![answer.show()]));
    assert!(
        find(&answer.board()["cubes"], "cell", "2,0,1")["domes"].to_string().contains("z+"),
        "Q is a pyramid"
    );
    assert_eq!(answer.letter("Q"), "2,0,1:z+");
    // Its note: two attack one.
    let attack = figures.take("attack");
    assert_eq!(attack.game.turn().seat(), Some(Seat::new(1)));
    assert!(wins(&*attack.game, 1, 1).is_some(), "no move of White helps");
    assert_eq!(find(&attack.board()["sceptres"], "face", &attack.letter("W"))["seat"], 1);

    let lateral = figures.take("lateral");
    let first = road(&*lateral.game, &lateral.show());
    let second = &lateral.roads()[0];
    let token = format!("S{}>{}", second[0], second[second.len() - 1]);
    assert_eq!(road(&*lateral.game, &token), *second);
    assert_eq!(first[0], second[0], "both are roads of one sceptre");
    for road in [&first, second] {
        let planes: BTreeSet<&str> = road.iter().filter_map(|face| face.split(':').nth(1)).collect();
        assert!(planes.len() > 1, "{road:?} changes plane");
    }
    let diagonal = figures.take("diagonal");
    let white = &diagonal.roads()[0];
    assert_eq!(road(&*passed(&*diagonal.game), &format!("S{}>{}", white[0], white[1])), *white);
    for faces in [&road(&*diagonal.game, &diagonal.show()), white] {
        assert!(faces.iter().all(|face| face.ends_with(":z+")), "{faces:?} stays in its plane");
    }

    let gone = |game: &dyn AnyGame| board(game)["taken"][1]["single"].as_u64();
    let taking = figures.take("taking");
    assert_eq!((gone(&*taking.game), gone(&*taking.shown())), (Some(0), Some(1)));
    assert!(taking.show().contains("0,1,2") && taking.letter("X").starts_with("0,1,2"));
    let free = figures.take("free");
    assert_eq!(board(&*free.shown())["taken"], free.board()["taken"], "nothing is taken");
    assert!(
        !find(&free.board()["cubes"], "cell", "0,1,2").is_null(),
        "a cube stands on the one that is left"
    );
    let groups = figures.take("groups");
    let crosses = |game: &dyn AnyGame| {
        let legal = game.legal();
        legal.iter().any(|t| t.starts_with("S0") && (t.contains(">1,") || t.contains(">2,")))
    };
    assert!(!crosses(&*groups.game) && crosses(&*passed(&*groups.shown())));
    let winning = figures.take("winning");
    assert_eq!(wins(&*winning.game, 1, 1), Some(vec![winning.show()]));
    let won = figures.take("won");
    assert_eq!(wins(&*won.game, 1, 1), Some(Vec::new()));
    assert_eq!(count(&won.board()["sceptres"], |one| one["cell"] == "1,1,2"), 2, "both on one cube");

    let bar = figures.take("bar");
    assert!(wins(&*passed(&*bar.game), 2, 1).is_some());
    assert_eq!(wins(&*bar.shown(), 2, 1), None, "the double bars");
    assert!(wins(&*bar.after("C1,2,1>1,0,2:z-"), 2, 1).is_some(), "the single does not");
    for name in ["pin", "hold"] {
        let held = figures.take(name);
        assert!(held.game.legal().iter().all(|token| token.starts_with('S')), "{name}: only sceptres move");
        assert_eq!(find(&held.board()["cubes"], "cell", "0,1,2")["free"], false);
    }
    let uncover = figures.take("uncover");
    let beneath = |game: &dyn AnyGame| find(&board(game)["cubes"], "cell", "0,0,2")["free"] == true;
    assert!(!beneath(&*uncover.game) && beneath(&*uncover.shown()));
    figures.finish();
}

#[test]
fn abraxas() {
    let mut figures = Figures::of("abraxas");
    let start = figures.take("preparation").board();
    assert_eq!((&start["plate"], &start["supply"]), (&"SW".into(), &24.into()));
    assert_eq!(start["stop_stones"].to_string(), "[3,3]");
    for (name, cells, stones) in [("diagonal", 6, 3), ("vertical", 5, 3)] {
        let board = figures.take(name).board();
        let lines = board["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 1, "{name}");
        let lengths = ["cells", "holes"].map(|key| lines[0][key].as_array().map_or(0, Vec::len));
        assert_eq!(lengths, [cells, stones], "{name}");
        let columns: BTreeSet<String> =
            texts(&lines[0]["cells"]).iter().map(|cell| cell[..1].into()).collect();
        assert_eq!(columns.len(), if name == "vertical" { 1 } else { 6 }, "{name}");
    }
    let outside = figures.take("outside").board();
    // The plate is at SW: row 9 and column I lie outside it.
    assert_eq!(outside["plate"], "SW");
    assert!(texts(&outside["lines"][0]["cells"]).contains(&"I9".to_owned()));
    let twice = figures.take("twice");
    let mut before = GAMES
        .get("abraxas")
        .expect("it is listed")
        .start(twice.value["setup"].as_str().expect("a set-up"), &mut StdRng::seed_from_u64(0));
    let before = before.as_mut().expect("it starts");
    before.play("d5").expect("it is legal");
    let again = |board: &Value| texts(&board["lines"][0]["cells"]);
    assert_eq!(again(&board(&**before)), again(&twice.board()), "the same line again");
    assert_eq!(twice.board()["taken"][0], 1);
    let stop = figures.take("stop");
    assert_eq!(wins(&*stop.shown(), 2, 1), None);
    let stops: Vec<String> = stop.game.legal().into_iter().filter(|token| token.starts_with('!')).collect();
    let helps = stops.iter().filter(|token| wins(&*stop.after(token), 2, 1).is_none()).count();
    assert!(helps * 8 < stops.len(), "most stop stones do not help: {helps} of {}", stops.len());
    let keep = figures.take("keep");
    for token in keep.game.legal().iter().filter(|token| token.starts_with('!')) {
        assert!(wins(&*keep.after(token), 2, 1).is_some(), "{token} helps");
    }
    assert_eq!(board(&*keep.shown())["phase"], "take", "the line is made");
    figures.finish();
}

#[test]
fn archimedes() {
    let mut figures = Figures::of("archimedes");
    let cube = |figure: &Figure| {
        let picked = figure.value["pick"].as_str().expect("a cube is picked");
        find(&figure.board()["cubes"], "cell", picked).clone()
    };
    let lines = cube(&figures.take("lines"));
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(3));
    for (name, distance, letter) in [("distance-4", 4, "A"), ("distance-5", 5, "B")] {
        let figure = figures.take(name);
        assert_eq!(cube(&figure)["distance"], distance, "{name}");
        assert_eq!(cube(&figure)["cell"], figure.letter(letter).as_str(), "{name}");
        let on: BTreeSet<String> =
            cube(&figure)["lines"].as_array().into_iter().flatten().flat_map(texts).collect();
        let counted =
            count(&figure.board()["cubes"], |one| on.contains(one["cell"].as_str().expect("a cell")));
        assert_eq!(counted, distance, "{name}: the cubes on its lines");
    }
    for (name, seats) in [("start", 2), ("three", 3)] {
        let board = figures.take(name).board();
        assert_eq!(count(&board["cubes"], |_| true), seats * 4, "{name}");
        for side in board["sides"].as_array().expect("sides") {
            let goal = texts(&side["goal"]);
            let there = |one: &Value| goal.contains(&one["cell"].as_str().expect("a cell").to_owned());
            let others = count(&board["cubes"], there);
            assert_eq!(others, if seats == 2 { 4 } else { 0 }, "{name}: the goal is opposite");
        }
    }
    let leave = figures.take("leave");
    let inner = |game: &dyn AnyGame| game.legal().iter().any(|token| token.starts_with("a4-"));
    assert!(!inner(&*leave.game) && inner(&*passed(&*leave.shown())));
    let fill = figures.take("fill");
    let enters = |token: &String| token.ends_with("-h6") && !token.starts_with('h');
    assert!(!fill.game.legal().iter().any(enters), "no other cube comes between them");
    figures.finish();
}

/// Whether the pawn of the seat on turn is blocked whatever the seat picks and places: then its turn is over.
fn blocked(game: &dyn AnyGame) -> bool {
    let seat = game.turn().seat();
    game.legal().iter().all(|pick| {
        let picked = after(game, pick);
        picked.legal().iter().all(|place| after(&*picked, place).turn().seat() != seat)
    })
}

#[test]
fn ascension() {
    let mut figures = Figures::of("ascension");
    let setup = figures.take("setup").board();
    let cells = &setup["cells"];
    assert_eq!(count(cells, |cell| cell["height"] == 2), 76);
    assert_eq!(
        count(cells, |cell| cell["height"] == 0 && !cell["pawn"].is_null() && !cell["corner"].is_null()),
        4
    );
    let height =
        |board: &Value, cell: &str| find(&board["cells"], "cell", cell)["height"].as_i64().expect("a height");
    let beginning = figures.take("beginning");
    assert_eq!(beginning.game.legal(), [">b2"], "that cell alone");
    let climb = figures.take("climb");
    assert_eq!((height(&climb.board(), "b1"), height(&climb.board(), "b2")), (1, 2));
    let step = figures.take("step");
    let board = step.board();
    assert_eq!(["c3", "c4", "b3", "d3", "d4"].map(|cell| height(&board, cell)), [1, 2, 0, 1, 4]);
    let may = ["c4", "b3", "d3", "d4"].map(|cell| step.legal(&format!(">{cell}")));
    assert_eq!(may, [true, true, true, false]);

    let block = figures.take("block");
    assert!(blocked(&*block.game), "whatever it moves");
    let board = block.board();
    let shows = |cell: &str, face: &str| {
        let stack = find(&board["cells"], "cell", cell)["stack"].as_array().expect("a stack");
        stack.last().is_some_and(|top| top["face"] == face && top["shows"] == true)
    };
    assert!(shows("c5", "G") && shows("d5", "S"), "a chasm and a foreign figure");
    assert_eq!(find(&board["cells"], "cell", "c4")["pawn"], 2);
    let pawn = height(&board, "d4");
    assert!(height(&board, "c3") > pawn + 1 && height(&board, "d3") < pawn - 1, "too high and too low");

    let ladder = figures.take("ladder");
    assert_eq!(height(&ladder.board(), "d4") - height(&ladder.board(), "c3"), 2);
    let mattress = figures.take("mattress");
    assert_eq!(mattress.game.legal(), [">d3"]);
    assert_eq!(["c3", "d3", "c4"].map(|cell| height(&mattress.board(), cell)), [4, 2, 2]);
    let spring = figures.take("spring");
    assert_eq!(spring.board()["phase"], "spring");
    assert!(spring.legal("done") && spring.legal(">d4"));
    let car = figures.take("cable-car");
    assert!(car.legal(">g5"));
    let bivouac = figures.take("bivouac");
    assert_eq!(bivouac.game.legal(), ["stay"]);
    let chasm = figures.take("chasm");
    assert_eq!(chasm.why(">c3"), "ascension.step-chasm");
    assert_eq!(height(&chasm.board(), "c3"), height(&chasm.board(), "c2"));
    let pick = |figure: &Figure, token: &str| {
        let setup = figure.value["setup"].as_str().expect("a set-up").replace("_step", "_pick");
        let entry = GAMES.get("ascension").expect("it is listed");
        let game = entry.start(&setup, &mut StdRng::seed_from_u64(0)).expect("it starts");
        game.explain(token).map(|refusal| refusal.reason.key)
    };
    assert_eq!(pick(&chasm, "^c3"), None, "anyone may move it");
    let foreign = figures.take("foreign");
    assert_eq!(foreign.why(">c3"), "ascension.step-figure");
    assert_eq!(pick(&foreign, "^c3"), Some("ascension.pick-figure"));

    let leader = figures.take("leader");
    let board = leader.board();
    assert_eq!((&board["leader"], leader.game.turn().seat()), (&1.into(), Some(Seat::new(1))));
    let mut turn = leader.game.boxed_clone();
    turn.play("^h").expect("it has one");
    turn.play("=g6").expect("it is free");
    assert_eq!(turn.explain(">c3").expect("it is refused").reason.key, "ascension.step-joker");
    let first = turn.legal()[0].clone();
    turn.play(&first).expect("it is legal");
    assert_eq!(turn.turn().seat(), Some(Seat::new(0)), "the leader plays again");
    let raised = figures.take("raised");
    assert_eq!(height(&raised.board(), "a1"), 2);
    assert_eq!(wins(&*raised.shown(), 1, 1), Some(Vec::new()));
    let towers = figures.take("towers");
    let up = towers.shown();
    assert!(up.legal().contains(&">d3".to_owned()));
    assert_eq!(height(&self::board(&*up), "d3"), height(&self::board(&*up), "c3") + 1);
    let memory = figures.take("memory");
    let seen = |viewer: Viewer| {
        let view = serde_json::to_value(memory.game.view(viewer)).expect("a view is JSON");
        find(&view["board"]["cells"], "cell", "c4")["stack"][0]["face"].clone()
    };
    assert_eq!(
        (seen(Viewer::Seat(Seat::new(0))), seen(Viewer::Seat(Seat::new(1)))),
        ("L".into(), "?".into())
    );
    let barred = figures.take("barred");
    assert_eq!(barred.why("^c4"), "ascension.pick-barred");
    let hinder = figures.take("hinder");
    assert_eq!(hinder.board()["leader"], 1);
    let mut blocks = hinder.shown();
    let step = blocks.legal()[0].clone();
    blocks.play(&step).expect("it is legal");
    assert!(blocked(&*blocks), "the leader has no step whatever it does");
    figures.finish();
}
