//! The terminal itself: taken, given back whatever happens, and the loop between.

use std::{io::stdout, panic, path::Path, time::Duration};

use ::engine::GameList;
use ratatui::{
    DefaultTerminal,
    crossterm::{
        event::{self, DisableMouseCapture, EnableMouseCapture},
        execute,
    },
};

use super::{
    app::{App, Flow},
    host::Host,
    local::Local,
    paint::Paint,
    saved_games,
    search_thread::Patience,
    setup_menu::{Chosen, Menu},
    signals::Signals,
};

/// How long to wait for a key while something else may happen, and while nothing can.
const BUSY: Duration = Duration::from_millis(40);
const IDLE: Duration = Duration::from_millis(250);

/// Plays on the terminal, from this host or from the menu.
pub(super) fn run(
    games: GameList,
    host: Option<Box<dyn Host>>,
    paint: Paint,
    patience: Patience,
    seed: Option<u64>,
) -> anyhow::Result<()> {
    let signals = Signals::install()?;
    let mut screen = Screen { games, terminal: take_over()?, paint, patience, seed, signals };
    let done = screen.stages(host);
    let restored = restore();
    if done.is_err() {
        // A closed terminal is no error, and there is nowhere to report it.
        screen.signals.note_hang_up(Duration::ZERO);
    }
    screen.signals.obey()?;
    done?;
    Ok(restored?)
}

/// Takes over the terminal; a panic of any thread restores it first, so that its message can be read.
fn take_over() -> anyhow::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    execute!(stdout(), EnableMouseCapture)?;
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // The panic itself is what matters.
        let _ = restore();
        before(panic);
    }));
    Ok(terminal)
}

pub(super) fn restore() -> std::io::Result<()> {
    execute!(stdout(), DisableMouseCapture)?;
    ratatui::try_restore()
}

struct Screen {
    games: GameList,
    terminal: DefaultTerminal,
    paint: Paint,
    patience: Patience,
    seed: Option<u64>,
    signals: Signals,
}

impl Screen {
    fn stages(&mut self, host: Option<Box<dyn Host>>) -> anyhow::Result<()> {
        let mut next = host;
        loop {
            let host = match next.take() {
                Some(host) => host,
                None => match self.menu()? {
                    Some(local) => Box::new(local),
                    None => return Ok(()),
                },
            };
            let mut app = App::new(self.games, host, self.paint)?;
            loop {
                match self.game(&mut app)? {
                    Flow::Quit => return Ok(()),
                    Flow::Menu => break,
                    Flow::Load(file) => match self.loaded(&file, false) {
                        Ok(local) => {
                            next = Some(Box::new(local));
                            break;
                        }
                        Err(error) => app.show_message(format!("{error:#}")),
                    },
                    Flow::Stay => {}
                }
            }
        }
    }

    /// Resumes a record: in its own file if that is one of the saved games.
    fn loaded(&self, file: &Path, resume: bool) -> anyhow::Result<Local> {
        let (game, occupants) = saved_games::load(self.games, file)?;
        let own = resume || file.parent() == Some(&saved_games::folder()?);
        let kept = if own { file.to_owned() } else { saved_games::new_file(game.info().key)? };
        Local::new(self.games, &*game, occupants, kept, self.patience)
    }

    fn menu(&mut self) -> anyhow::Result<Option<Local>> {
        let last = saved_games::last_unfinished(self.games)?;
        let mut menu = Menu::new(self.games, self.paint, last.is_some());
        loop {
            self.terminal.draw(|frame| menu.draw(frame))?;
            while !event::poll(IDLE)? {
                if self.signals.received() {
                    return Ok(None);
                }
            }
            match menu.handle(&event::read()?, self.seed) {
                Chosen::Nothing => {}
                Chosen::Quit => return Ok(None),
                Chosen::Resume => {
                    let file = last.as_deref().expect("the row is there only with a game");
                    match self.loaded(file, true) {
                        Ok(local) => return Ok(Some(local)),
                        Err(error) => menu.message = Some(format!("{error:#}")),
                    }
                }
                Chosen::Start(game, occupants) => {
                    let file = saved_games::new_file(game.info().key)?;
                    return Ok(Some(Local::new(self.games, &*game, occupants, file, self.patience)?));
                }
            }
        }
    }

    /// Plays until something leads away from this game.
    fn game(&mut self, app: &mut App) -> anyhow::Result<Flow> {
        loop {
            self.terminal.draw(|frame| app.draw(frame))?;
            loop {
                if event::poll(if app.is_busy() { BUSY } else { IDLE })? {
                    match app.handle(&event::read()?)? {
                        Flow::Stay => break,
                        flow => return Ok(flow),
                    }
                }
                if self.signals.received() {
                    return Ok(Flow::Quit);
                }
                if app.poll()? {
                    break;
                }
            }
        }
    }
}
