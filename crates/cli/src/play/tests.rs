//! The screen without a terminal.

use ::engine::{AnyGame, BySeat, GameList, Palette, Seat};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{Event, KeyCode, KeyModifiers},
};

use super::{
    app::{App, Flow},
    local::Local,
    occupant::Occupant,
    paint::Paint,
    search_thread::Patience,
    setup_menu::{Chosen, Menu},
};
use crate::position_args;

const PLAIN: Paint = Paint { palette: Palette::None, ascii: true };

/// A game of people alone, from the set-up of a fixed seed.
fn app(key: &str, setup: &str) -> App {
    seated(key, setup, BySeat::default())
}

fn seated(key: &str, setup: &str, occupants: BySeat<Occupant>) -> App {
    let entry = position_args::entry(games::GAMES, key);
    let game = entry.start(setup, &mut position_args::generator(Some(1))).expect("a good set-up");
    opened(games::GAMES, &*game, occupants)
}

fn opened(games: GameList, game: &dyn AnyGame, occupants: BySeat<Occupant>) -> App {
    let name = format!("ludarium-screen-{}-{:?}.lud", std::process::id(), std::thread::current().id());
    let file = std::env::temp_dir().join(name);
    let patience = Patience { nodes: Some(50), ..Patience::default() };
    let local = Local::new(games, game, occupants, file.clone(), patience).expect("a game to play");
    std::fs::remove_file(file).expect("it was saved");
    App::new(games, Box::new(local), PLAIN).expect("a board")
}

fn press_menu(menu: &mut Menu, code: KeyCode) -> Chosen {
    menu.handle(&Event::Key(code.into()), Some(1))
}

fn press(app: &mut App, code: KeyCode) -> Flow {
    app.handle(&Event::Key(code.into())).expect("a key does no harm")
}

fn write(app: &mut App, text: &str) {
    text.chars().for_each(|c| drop(press(app, KeyCode::Char(c))));
    press(app, KeyCode::Enter);
}

fn screen(app: &mut App, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal");
    terminal.draw(|frame| app.draw(frame)).expect("it draws");
    let text = terminal.backend().to_string();
    // The backend quotes its lines.
    text.lines().map(|line| line.trim_matches('"').trim_end()).collect::<Vec<_>>().join("\n")
}

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

#[test]
fn axiom_with_a_cube_chosen() {
    let mut app = app("axiom", "");
    insta::assert_snapshot!("axiom", screen(&mut app, SMALL));
    write(&mut app, "C0,0,2>0,1,3:z-");
    screen(&mut app, SMALL);
    for _ in 0..2 {
        press(&mut app, KeyCode::Tab);
    }
    press(&mut app, KeyCode::Enter);
    insta::assert_snapshot!("axiom-chosen", screen(&mut app, SMALL));
    insta::assert_snapshot!("axiom-large", screen(&mut app, LARGE));
    press(&mut app, KeyCode::F(4));
    insta::assert_snapshot!("axiom-space", screen(&mut app, SMALL));
}

#[test]
fn abraxas_with_the_plate_over_the_sheet() {
    let mut app = app("abraxas", "sheet=3");
    insta::assert_snapshot!("abraxas-corner", screen(&mut app, SMALL));
    for token in ["SW", "d4", "e5", "!f6"] {
        write(&mut app, token);
    }
    insta::assert_snapshot!("abraxas", screen(&mut app, SMALL));
    insta::assert_snapshot!("abraxas-large", screen(&mut app, LARGE));
}

#[test]
fn archimedes_as_triangles() {
    let mut app = app("archimedes", "");
    write(&mut app, "a2-c4");
    screen(&mut app, SMALL);
    press(&mut app, KeyCode::Tab);
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Tab);
    insta::assert_snapshot!("archimedes", screen(&mut app, SMALL));
    insta::assert_snapshot!("archimedes-large", screen(&mut app, LARGE));
}

#[test]
fn ascension_is_handed_over() {
    let mut app = app("ascension", "seats=2");
    let over = screen(&mut app, SMALL);
    assert!(over.contains("Seat 1, it is your turn."), "{over}");
    write(&mut app, "^b2");
    press(&mut app, KeyCode::Enter);
    let seen = screen(&mut app, SMALL);
    assert!(!seen.contains("in hand"), "what is typed before the hand-over is lost: {seen}");
    write(&mut app, "^b2");
    insta::assert_snapshot!("ascension", screen(&mut app, SMALL));
    insta::assert_snapshot!("ascension-large", screen(&mut app, LARGE));
}

#[test]
fn a_face_is_shown_to_whoever_has_picked_it() {
    let mut app = app("ascension", "seats=2");
    press(&mut app, KeyCode::Enter);
    write(&mut app, "^b2");
    let mine = screen(&mut app, SMALL);
    assert!(mine.contains("in hand: cube"), "{mine}");
    assert!(!mine.contains("in hand: cube, face hidden"), "{mine}");
}

#[test]
fn refusals_say_why() {
    let mut app = app("archimedes", "");
    write(&mut app, "a2-a3");
    let refused = screen(&mut app, SMALL);
    assert!(refused.contains("Archimedes 3."), "{refused}");
    assert!(refused.contains("> a2-a3"), "what was refused can be mended: {refused}");
    press(&mut app, KeyCode::Esc);
    write(&mut app, "nonsense");
    assert!(screen(&mut app, SMALL).contains("Archimedes "));
    assert!(!screen(&mut app, SMALL).contains("ply 2"));
}

#[test]
fn tab_completes_what_is_typed() {
    let mut app = app("archimedes", "");
    press(&mut app, KeyCode::Char('a'));
    press(&mut app, KeyCode::Char('8'));
    press(&mut app, KeyCode::Tab);
    assert!(screen(&mut app, SMALL).contains("> a8-"));
    press(&mut app, KeyCode::Tab);
    assert!(screen(&mut app, SMALL).contains("a8-c10"), "the ways to go on are listed");
}

#[test]
fn undo_goes_back_to_a_person() {
    let mut occupants = BySeat::default();
    occupants[Seat::new(1)] = Occupant::Level(1);
    let mut app = seated("archimedes", "", occupants);
    write(&mut app, "a2-c4");
    while app.is_busy() {
        app.poll().expect("an engine plays");
    }
    assert!(screen(&mut app, SMALL).contains("ply 3"));
    press(&mut app, KeyCode::F(3));
    assert!(screen(&mut app, SMALL).contains("ply 1 "));
}

#[test]
fn undo_leads_back_into_a_game_that_is_over() {
    for (key, setup, token) in [("abraxas", "", "SW"), ("ascension", "seats=2", "^b2")] {
        let mut app = app(key, setup);
        if screen(&mut app, SMALL).contains("it is your turn") {
            press(&mut app, KeyCode::Enter);
        }
        write(&mut app, token);
        write(&mut app, "resign");
        let over = screen(&mut app, SMALL);
        assert!(over.contains("by resignation"), "{over}");
        press(&mut app, KeyCode::F(3));
        assert!(screen(&mut app, SMALL).contains("ply 1 "), "{key}: the action is taken back");
        write(&mut app, token);
        let after = screen(&mut app, SMALL);
        assert!(after.contains("ply 2 ") && !after.contains("by resignation"), "{key} goes on: {after}");
    }
}

#[test]
fn what_was_seen_is_not_taken_back() {
    let mut app = app("ascension", "seats=2");
    press(&mut app, KeyCode::Enter);
    write(&mut app, "^b2");
    press(&mut app, KeyCode::F(3));
    let refused = screen(&mut app, SMALL);
    assert!(refused.contains("what was seen cannot be taken back") && refused.contains("ply 2"), "{refused}");
}

#[test]
fn a_small_window_does_no_harm() {
    for key in ["axiom", "abraxas", "archimedes", "ascension"] {
        let mut app = app(key, "");
        for size in [(1, 1), (20, 5), (40, 12), (200, 70)] {
            screen(&mut app, size);
            press(&mut app, KeyCode::Down);
            press(&mut app, KeyCode::Char('?'));
            screen(&mut app, size);
            press(&mut app, KeyCode::Esc);
        }
    }
}

#[test]
fn the_menu_starts_what_it_shows() {
    let mut menu = Menu::new(games::GAMES, PLAIN, false);
    press_menu(&mut menu, KeyCode::Left);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test terminal");
    terminal.draw(|frame| menu.draw(frame)).expect("it draws");
    let text = terminal.backend().to_string();
    insta::assert_snapshot!("menu", text);
    press_menu(&mut menu, KeyCode::Down);
    press_menu(&mut menu, KeyCode::Right);
    for _ in 0..20 {
        if let Chosen::Start(game, _) = press_menu(&mut menu, KeyCode::Enter) {
            assert_eq!((game.info().key, game.seats()), ("ascension", 3));
            return;
        }
    }
    panic!("the menu comes to its end");
}

#[test]
fn control_c_leaves() {
    let mut app = app("axiom", "");
    let key = ratatui::crossterm::event::KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(matches!(app.handle(&Event::Key(key)), Ok(Flow::Quit)));
}

/// A whole game that is not shipped: whoever adds one changes nothing here.
#[allow(dead_code, reason = "the tests of engine use all of it")]
#[path = "../../../engine/tests/it/pile.rs"]
mod pile;

#[test]
fn another_game_needs_no_change_of_the_protocol_or_the_terminal() {
    let input = "game pile stones=5\nshow\nplay take2\nquery legal\ngo nodes 1000\n";
    let mut output = Vec::new();
    crate::engine::run(pile::GAMES, input.as_bytes(), &mut output).expect("memory can be written to");
    let text = String::from_utf8(output).expect("it is text");
    for line in
        [" ooooo\n", "\nply 1: seat 1 to move\n", "\nlegal take1 take2 take3 wait\n", "\nbestmove take3\n"]
    {
        assert!(text.contains(line), "no {line:?} in {text}");
    }
    let game = pile::GAMES.as_slice()[0].start("stones=5", &mut position_args::generator(Some(1)));
    let mut app = opened(pile::GAMES, &*game.expect("a good set-up"), BySeat::default());
    assert!(screen(&mut app, SMALL).contains("(ooooo)"), "the pile can be pressed");
    press(&mut app, KeyCode::Tab);
    press(&mut app, KeyCode::Enter);
    assert!(screen(&mut app, SMALL).contains("take3"), "several actions are at the pile");
    press(&mut app, KeyCode::Enter);
    let after = screen(&mut app, SMALL);
    assert!(after.contains("ply 2") && after.contains("oooo") && !after.contains("ooooo"), "{after}");
    write(&mut app, "take4");
    assert!(screen(&mut app, SMALL).contains("Pile 1.1"), "refusals say why");
    let mut menu = Menu::new(pile::GAMES, PLAIN, false);
    press_menu(&mut menu, KeyCode::Up);
    press_menu(&mut menu, KeyCode::Up);
    assert!(
        matches!(press_menu(&mut menu, KeyCode::Enter), Chosen::Start(game, _) if game.info().key == "pile")
    );
}
