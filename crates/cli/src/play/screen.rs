//! The terminal itself: taken, given back whatever happens, and the loop between.

use std::{io::stdout, panic, path::Path, time::Duration};

use ratatui::{
    DefaultTerminal,
    crossterm::{
        event::{self, DisableMouseCapture, EnableMouseCapture},
        execute,
    },
};

use super::{
    app::{App, Flow},
    keep::{self, Keep},
    local::Local,
    paint::Paint,
    setup_menu::{Chosen, Menu},
    signals::Signals,
    table::Table,
    think::Patience,
};

/// How long to wait for a key while something else may happen, and while nothing can.
const BUSY: Duration = Duration::from_millis(40);
const IDLE: Duration = Duration::from_millis(250);

/// Plays on the terminal, from this table or from the menu.
pub(super) fn run(
    table: Option<Box<dyn Table>>,
    paint: Paint,
    patience: Patience,
    seed: Option<u64>,
) -> anyhow::Result<()> {
    let signals = Signals::note()?;
    let mut screen = Screen { terminal: taken()?, paint, patience, seed, signals };
    let done = screen.stages(table);
    let given = give_back();
    if done.is_err() {
        // A terminal that is gone is no error of ours, and there is nowhere to tell it.
        screen.signals.note_hang_up(Duration::ZERO);
    }
    screen.signals.obey()?;
    done?;
    Ok(given?)
}

/// Takes the terminal; a panic of any thread gives it back first, so that its words can be read.
fn taken() -> anyhow::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    execute!(stdout(), EnableMouseCapture)?;
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // The panic itself is the news.
        let _ = give_back();
        before(panic);
    }));
    Ok(terminal)
}

pub(super) fn give_back() -> std::io::Result<()> {
    execute!(stdout(), DisableMouseCapture)?;
    ratatui::try_restore()
}

struct Screen {
    terminal: DefaultTerminal,
    paint: Paint,
    patience: Patience,
    seed: Option<u64>,
    signals: Signals,
}

impl Screen {
    fn stages(&mut self, table: Option<Box<dyn Table>>) -> anyhow::Result<()> {
        let mut next = table;
        loop {
            let table = match next.take() {
                Some(table) => table,
                None => match self.menu()? {
                    Some(local) => Box::new(local),
                    None => return Ok(()),
                },
            };
            let mut app = App::new(table, self.paint)?;
            loop {
                match self.game(&mut app)? {
                    Flow::Quit => return Ok(()),
                    Flow::Menu => break,
                    Flow::Load(file) => match self.loaded(&file, false) {
                        Ok(local) => {
                            next = Some(Box::new(local));
                            break;
                        }
                        Err(error) => app.tell(format!("{error:#}")),
                    },
                    Flow::Stay => {}
                }
            }
        }
    }

    /// Goes on with a record: in its own file if it is one of those kept here.
    fn loaded(&self, file: &Path, resume: bool) -> anyhow::Result<Local> {
        let (game, sitters) = keep::load(file)?;
        let own = resume || file.parent() == Some(&keep::folder()?);
        let keep = if own { Keep { file: file.to_owned() } } else { Keep::fresh(game.info().key)? };
        Local::new(game, sitters, keep, self.patience)
    }

    fn menu(&mut self) -> anyhow::Result<Option<Local>> {
        let last = Keep::last()?;
        let mut menu = Menu::new(self.paint, last.is_some());
        loop {
            self.terminal.draw(|frame| menu.draw(frame))?;
            while !event::poll(IDLE)? {
                if self.signals.came() {
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
                Chosen::Start(game, sitters) => {
                    let keep = Keep::fresh(game.info().key)?;
                    return Ok(Some(Local::new(game, sitters, keep, self.patience)?));
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
                if self.signals.came() {
                    return Ok(Flow::Quit);
                }
                if app.poll()? {
                    break;
                }
            }
        }
    }
}
