//! The screen without a terminal.

use ::engine::{BySeat, Seat};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{Event, KeyCode, KeyModifiers},
};

use super::{
    app::{App, Flow},
    keep::Keep,
    local::Local,
    paint::Paint,
    setup_menu::{Chosen, Menu},
    sitter::Sitter,
    think::Patience,
};
use crate::place;

/// A game of people alone, from the set-up of a fixed seed.
fn app(key: &str, setup: &str) -> App {
    seated(key, setup, BySeat::default())
}

fn seated(key: &str, setup: &str, sitters: BySeat<Sitter>) -> App {
    let game = place::entry(key).start(setup, &mut place::generator(Some(1))).expect("a good set-up");
    let name = format!("ludarium-screen-{}-{:?}.lud", std::process::id(), std::thread::current().id());
    let keep = Keep { file: std::env::temp_dir().join(name) };
    let patience = Patience { nodes: Some(50), ..Patience::default() };
    let local = Local::new(game, sitters, keep.clone(), patience).expect("a game to play");
    std::fs::remove_file(keep.file).expect("it was kept");
    App::new(Box::new(local), Paint::PLAIN).expect("a board")
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
    let mut sitters = BySeat::default();
    sitters[Seat::new(1)] = Sitter::Level(1);
    let mut app = seated("archimedes", "", sitters);
    write(&mut app, "a2-c4");
    while app.is_busy() {
        app.poll().expect("an engine plays");
    }
    assert!(screen(&mut app, SMALL).contains("ply 3"));
    press(&mut app, KeyCode::F(3));
    assert!(screen(&mut app, SMALL).contains("ply 1 "));
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
    let mut menu = Menu::new(Paint::PLAIN, false);
    let key = |menu: &mut Menu, code: KeyCode| menu.handle(&Event::Key(code.into()), Some(1));
    key(&mut menu, KeyCode::Left);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test terminal");
    terminal.draw(|frame| menu.draw(frame)).expect("it draws");
    let text = terminal.backend().to_string();
    insta::assert_snapshot!("menu", text);
    key(&mut menu, KeyCode::Down);
    key(&mut menu, KeyCode::Right);
    for _ in 0..20 {
        if let Chosen::Start(game, _) = key(&mut menu, KeyCode::Enter) {
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
