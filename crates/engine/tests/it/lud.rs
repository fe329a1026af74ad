use engine::lud::{self, Line, Lud, Step};
use proptest::prelude::*;

use crate::pile::{GAMES, game};

/// Reads and replays one record; gives how it ended, `-` if it goes on, or the fault.
fn check(text: &str, expect: &str) {
    let end = lud::read(text).and_then(|games| games[0].replay(GAMES));
    let end = match end {
        Err(fault) => fault.to_string(),
        Ok(game) => game.turn().outcome().map_or("-".to_owned(), |o| format!("{o} by {}", o.by())),
    };
    assert_eq!(end, expect, "{text}");
}

#[test]
fn a_record_is_replayed() {
    check("[Game \"pile\"]\n[Setup \"stones=5\"]\n1. take3 2. take2", "0 1 by 2.1");
    check("[Game \"pile\"][Setup \"stones=5\"] take3 take2", "0 1 by 2.1");
    check("[Game \"pile\"][Setup \"stones=5\"] 1. take3 resign:1", "0 1 by resign");
    check("[Game \"pile\"][Setup \"stones=5\"] 1. take3 takeback:1 1. take2 {better} (1. wait draw)", "-");
    // A file that only ever grows has its last tags at the end.
    check(
        "[Game \"pile\"][Setup \"stones=5\"] 1. take3 draw [Result \"1/2 1/2\"] [End \"agreed\"]",
        "1/2 1/2 by agreed",
    );
}

#[test]
fn faults_of_form_say_where() {
    assert_eq!(lud::read(""), Ok(Vec::new()));
    check("1. take3", "1:1: a record begins with the tag Game");
    check("[Setup \"\"]", "1:1: a record begins with the tag Game");
    check("[Game1 \"\"]", "1:1: a tag is written [Name \"value\"], its name of at most 32 letters");
    check("[Game pile]", "1:7: the value of Game stands in double quotes");
    check("[Game \"pile]", "1:7: this is not closed by \"");
    check("[Game \"pi\nle\"]", "1:10: a tag stands on one line and has no control characters");
    check("[Game \"p\\ile\"]", "1:9: a backslash stands before \" or a backslash alone");
    check("[Game \"pile\"}", "1:13: the tag Game ends with ]");
    check("[Game \"pile\"]\n[Date \"\"]\n[Date \"\"]", "3:1: the tag Date stands twice");
    check("[Game \"pile\"]\n(1. take1)", "2:1: a variation follows the step that it replaces");
    check("[Game \"pile\"]\n1. take1 (2. take1)", "2:11: the next action is ply 1, not `2.`");
    check("[Game \"pile\"]\n1. take1 (1. take2", "2:10: this is not closed by )");
    check("[Game \"pile\"]\n1. take1 ()", "2:10: a variation has at least one step");
    check("[Game \"pile\"]\n1. take1 )", "2:10: there is no variation to close");
    check("[Game \"pile\"]\n1. take1 {é} {", "2:14: this is not closed by }");
    check("[Game \"pile\"]\n1. take1 3. take1", "2:10: the next action is ply 2, not `3.`");
    check("[Game \"pile\"]\n1. 1. take1", "2:4: the next action is ply 1, not `1.`");
    check("[Game \"pile\"]\n1. draw", "2:1: an event has no number");
    check("[Game \"pile\"]\n1.", "2:1: no action follows this number");
    check("[Game \"pile\"]\n1. [Date \"\"]", "2:4: `[` cannot stand here");
    check("[Game \"pile\"]\n1. \u{0}", "2:4: `\\0` cannot stand here");
    check("[Game \"pile\"]\ntakeback:1", "2:1: there is no ply `1` to go back to");
    check("[Game \"pile\"]\nwait takeback:01", "2:6: there is no ply `01` to go back to");
}

#[test]
fn faults_of_play_say_where() {
    check("[Game \"chess\"]", "1:1: there is no game `chess`");
    check(
        "[Game \"pile\"]\n[Setup \"stones=x\"]",
        "2:1: Rules 0.3: `stones` is a whole number in plain digits without sign or leading zero, not `x`",
    );
    check("[Game \"pile\"]", "1:1: the set-up leaves something to chance: a record holds what was drawn");
    let head = "[Game \"pile\"]\n[Setup \"stones=5\"]\n";
    check(&format!("{head}1. take3\n2. take3"), "4:4: Pile 1.2: there are only 2 stones");
    check(&format!("{head}1. take3 (1. take2 2. take2 3. take2)"), "3:32: Pile 1.2: there are only 1 stones");
    check(&format!("{head}1. take3 resign:1 resign:2"), "3:19: Rules 0.5: the game is over");
    check(&format!("{head}[Result \"1 0\"]\n1. take3"), "3:1: Result is given, but the game is not over");
    check(
        &format!("{head}[Result \"1 0\"]\n1. take3 2. take2"),
        "3:1: Result is `0 1` by the rules, not `1 0`",
    );
    check(
        &format!("{head}[End \"time\"]\n1. take3 resign:2"),
        "3:1: End is `resign` by the rules, not `time`",
    );
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| {
        let text = format!("[Game \"pile\"] wait {} {}", "(wait ".repeat(depth), ")".repeat(depth));
        lud::read(&text).map(|games| games.len()).map_err(|fault| fault.why.sentence())
    };
    assert_eq!(nested(lud::DEEPEST), Ok(1));
    assert_eq!(nested(lud::DEEPEST + 1), Err("variations nest at most 64 deep".to_owned()));
    assert!(nested(100_000).is_err());
}

#[test]
fn a_game_played_becomes_a_record_and_back() {
    let mut game = game("seats=3;stones=9");
    for event in ["take1", "take2", "takeback:2", "wait", "resign:3", "take3", "time:1"] {
        game.push(event).unwrap();
    }
    let record = Lud::of(&*game);
    assert_eq!(
        record.to_string(),
        "[Game \"pile\"]\n[Setup \"seats=3;stones=9\"]\n[Result \"0 1 0\"]\n[End \"time\"]\n\n\
         1. take1 2. take2\ntakeback:2\n2. wait\nresign:3\n3. take3\ntime:1\n"
    );
    let again = lud::read(&record.to_string()).unwrap().remove(0).replay(GAMES).unwrap();
    assert_eq!(again.events(), game.events());
    assert_eq!(again.turn(), game.turn());
}

#[test]
fn several_games_share_a_file() {
    let one = Lud::of(&*game("stones=5"));
    let text = lud::write(&[one.clone(), one.clone(), one.clone()]);
    assert_eq!(lud::read(&text), Ok(vec![one.clone(), one.clone(), one]));
}

fn any_line(depth: u32) -> BoxedStrategy<Line> {
    let variations = if depth == 0 {
        Just(Vec::new()).boxed()
    } else {
        let line = any_line(depth - 1).prop_filter("a variation has a step", |line| !line.steps.is_empty());
        prop::collection::vec(line, 0..2).boxed()
    };
    let text =
        prop_oneof![Just("take1"), Just("C0,0,2>0,1,3:z-"), Just("resign:2"), Just("draw"), Just("=f6!")];
    let comments = || prop::collection::vec("(?s)[a{}\\\\\"\n é]{0,60}", 0..2);
    let step = (text, comments(), variations).prop_map(|(text, comments, variations)| Step {
        comments,
        variations,
        ..Step::new(text)
    });
    (comments(), prop::collection::vec(step, 0..5))
        .prop_map(|(comments, steps)| Line { comments, steps })
        .boxed()
}

proptest! {
    #[test]
    fn written_then_read_is_the_same(value in "[^\\x00-\\x1f\\x7f-\\x9f]{0,40}", line in any_line(3)) {
        let mut record = Lud { line, ..Lud::default() };
        record.set("Game", value.clone() + "\n\"\\");
        record.set("NameA", value);
        prop_assert_eq!(lud::read(&record.to_string()), Ok(vec![record.clone()]), "{}", record);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\[Game \"pile\"\\])?([\\[\\](){}\"\\\\ \n.:0-9a-z]|wait|takeback:1|é){0,60}") {
        if let Ok(games) = lud::read(&text) {
            let again = lud::write(&games);
            prop_assert_eq!(lud::read(&again), Ok(games));
        }
    }
}

#[test]
fn a_game_has_so_many_steps_and_no_more() {
    let text = |steps: usize| format!("[Game \"pile\"][Setup \"stones=99999\"] {}", "take1 ".repeat(steps));
    let most = engine::lud::MOST_STEPS;
    assert_eq!(engine::lud::read(&text(most)).unwrap()[0].line.steps.len(), most);
    let fault = engine::lud::read(&text(most + 1)).unwrap_err();
    assert_eq!(fault.why.reason.key, "record.many-steps");
    // Each game counts for itself.
    assert_eq!(engine::lud::read(&format!("{}{}", text(most), text(most))).unwrap().len(), 2);
}

#[test]
fn a_game_has_so_many_variations_and_no_more() {
    let text = |count: usize| format!("[Game \"pile\"] take1 {}", "(take2) ".repeat(count));
    let most = engine::lud::MOST_VARIATIONS;
    assert_eq!(engine::lud::read(&text(most)).unwrap()[0].line.steps[0].variations.len(), most);
    assert_eq!(engine::lud::read(&format!("{}{}", text(most), text(most))).unwrap().len(), 2);
    let fault = engine::lud::read(&text(most + 1)).unwrap_err();
    assert_eq!(fault.why.reason.key, "record.many-variations");
}
