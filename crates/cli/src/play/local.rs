//! A game played here: people at this keyboard and engines of this machine.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use ::engine::{AnyGame, BySeat, GameList, Seat, View, search};
use ::table::{Clock, Command, Decision, SeatWish, Sitter, State, Table, TableInfo, Visitor};

use super::{
    host::{Host, Update},
    occupant::Occupant,
    saved_games,
    search_thread::{Evaluation, Patience, SearchThread},
};
use crate::position_args;

/// The size of the engine's memory, in MiB: made anew for each game, so that starting stays quick.
const MEMORY: usize = 8;
/// The level that hints are of: strong, with the same patience as an opponent.
const HINT: u8 = 8;

#[derive(Debug)]
pub(super) struct Local {
    table: Table,
    /// All people at this keyboard are one to the table.
    you: Visitor,
    /// The record file.
    file: PathBuf,
    patience: Patience,
    memory: Option<Arc<search::Table>>,
    /// For the seat to act: what an engine plays, or a hint for a person.
    search: Option<SearchThread>,
    /// The seat that the screen was handed to last.
    front: Option<Seat>,
    view: View,
}

impl Local {
    /// Starts or resumes a game, and saves it at once.
    pub(super) fn new(
        games: GameList,
        game: &dyn AnyGame,
        occupants: BySeat<Occupant>,
        file: PathBuf,
        patience: Patience,
    ) -> anyhow::Result<Self> {
        let you = Visitor { id: "you".to_owned(), name: "you".to_owned(), account: false };
        let (mut wishes, mut sitters) = (Vec::new(), Vec::new());
        for seat in Seat::all(game.seats()) {
            wishes.push(match occupants[seat] {
                Occupant::Level(level) => SeatWish::Engine { level },
                Occupant::Human => {
                    sitters.push(Sitter { seat: seat.number(), who: you.who(), nonce: String::new() });
                    SeatWish::Device
                }
            });
        }
        let info = TableInfo::local(game.info().key, &game.setup(), wishes, Clock::None, &you, 0);
        // The set-up is complete: nothing is left to chance.
        let rng = &mut position_args::generator(Some(0));
        let mut table = Table::new(info, games, rng)?;
        table.set_sitters(&sitters)?;
        table.perform(Decision::default(), 0, rng)?;
        for step in game.events() {
            table.perform(table.event_of_step(&step)?.into(), 0, rng)?;
        }
        saved_games::write(&file, &table)?;
        let view = table.view(None);
        let mut local = Local { table, you, file, patience, memory: None, search: None, front: None, view };
        local.look();
        Ok(local)
    }

    /// Looks at the game again, as whoever may see the screen now; lets the engine begin if it is its turn.
    fn look(&mut self) {
        let looking = self.front.filter(|_| self.hand_over().is_none());
        self.view = self.table.view(self.table.viewing(&self.you.id, looking));
        if self.search.is_none()
            && let Some(level) = self.to_act().and_then(|seat| self.table.level(seat))
        {
            self.think(level);
        }
    }

    fn to_act(&self) -> Option<Seat> {
        self.table.turn().seat().filter(|_| self.table.state() == State::Live)
    }

    /// The seat of the person to act, or why there is none.
    fn decider(&self) -> Result<Seat, &'static str> {
        let over = self.table.state() == State::Over;
        self.mine().ok_or(if over { "the game is over" } else { "wait: the engine is to act" })
    }

    /// Decides a command of the person to act, whose seat has this number.
    fn decide(&self, command: impl FnOnce(usize) -> Command) -> Result<Decision, String> {
        let request = ::table::Request::Command(command(self.decider()?.number()));
        self.table.decide(&self.you, &request).map_err(|error| error.to_string())
    }

    fn decide_act(&self, token: &str) -> Result<Decision, String> {
        self.decide(|seat| Command::Act { ply: self.table.game().ply(), seat, t: token.to_owned() })
    }

    fn think(&mut self, level: u8) {
        let memory = self.memory.get_or_insert_with(|| Arc::new(search::Table::new(MEMORY)));
        let level = self.table.game().levels()[usize::from(level)];
        self.search = SearchThread::start(self.table.game(), level, self.patience, memory);
    }

    /// Lets happen what was decided, and saves the game.
    fn perform(&mut self, decision: Decision) -> Result<(), String> {
        self.search = None;
        let rng = &mut position_args::generator(Some(0));
        self.table.perform(decision, 0, rng).expect("what was decided is by the rules");
        let written = saved_games::write(&self.file, &self.table);
        self.look();
        written.map_err(|error| format!("the game is not saved: {error:#}"))
    }
}

impl Host for Local {
    fn view(&self) -> &View {
        &self.view
    }

    fn moves(&self) -> Vec<String> {
        self.table.game().moves()
    }

    fn mine(&self) -> Option<Seat> {
        self.to_act().filter(|&seat| self.table.level(seat).is_none())
    }

    fn hand_over(&self) -> Option<Seat> {
        // One person alone needs no hand-over.
        let shared = self.table.seats_of(&self.you.id).single().is_none();
        self.mine().filter(|&seat| shared && self.table.entry().info().hidden && self.front != Some(seat))
    }

    fn take_screen(&mut self) {
        self.front = self.mine().or(self.front);
        self.look();
    }

    fn occupant(&self, seat: Seat) -> String {
        self.table.level(seat).map_or(Occupant::Human, Occupant::Level).to_string()
    }

    fn act(&mut self, token: &str) -> Result<(), String> {
        self.perform(self.decide_act(token)?)
    }

    fn why_not(&mut self, pressed: Vec<String>) -> Option<String> {
        let names: Vec<&str> = pressed.iter().map(String::as_str).collect();
        match self.decider() {
            Ok(seat) => self.table.game().explain_press(seat, &names).map(|refusal| refusal.to_string()),
            Err(why) => Some(why.to_owned()),
        }
    }

    fn undo(&mut self) -> Result<(), String> {
        // Not by an offer: there is nobody to ask, and at this keyboard a game may go on after its end.
        let ply = self.table.takeback_ply(self.table.seats_of(&self.you.id));
        let event = ply.and_then(|ply| self.table.event_of_step(&format!("takeback:{ply}")));
        self.perform(event.map_err(|error| error.to_string())?.into())
    }

    fn resign(&mut self) -> Result<(), String> {
        self.perform(self.decide(|seat| Command::Resign { seat })?)
    }

    fn hint(&mut self) -> Result<(), String> {
        if self.search.is_some() {
            return Err("the engine is thinking".to_owned());
        }
        self.mine().ok_or("there is nothing to decide")?;
        self.think(HINT);
        Ok(())
    }

    fn save(&mut self, file: &Path) -> Result<(), String> {
        saved_games::write(file, &self.table).map_err(|error| format!("{error:#}"))
    }

    fn evaluation(&self) -> Option<(Seat, Option<&Evaluation>)> {
        self.search.as_ref().map(|search| (search.seat, search.evaluation.as_ref()))
    }

    fn poll(&mut self) -> Update {
        let mut update = Update::default();
        let Some(search) = &mut self.search else { return update };
        update.changed = true;
        let Some(found) = search.poll(self.table.game().scale()) else { return update };
        self.search = None;
        let Some(token) = found else { return update };
        if let Some(decision) = self.table.decide_engine_move(self.table.epoch(), token.clone()) {
            update.message = self.perform(decision).err();
            update.fresh = true;
        } else {
            update.hint = Some(token);
        }
        update
    }
}
