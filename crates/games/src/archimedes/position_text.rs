//! Position text (rules 0.7): `a2,a4,c6,a8/h2,h4,h6,f7/1/2/0/-`.
//!
//! For each seat its four cubes, then the seat to act, the actions so far, how many seats have passed since a
//! cube last moved, the seats that have withdrawn (`-` for none), and perhaps `swap` or `swapped` (rules 0.9). A cube on
//! a start cell of its own has not left home, unless `m` (it has moved) stands behind it; one that is on no goal cell
//! of its own has not reached the goal, unless `r` (it has reached it earlier) does.

use engine::{Game, Refusal, Seat, SeatSet, Swap};

use super::{Archimedes, Arrived, CUBES, Cell, Cells, End, moves::brief, reasons};

impl Archimedes {
    pub(super) fn text(&self) -> String {
        let mut parts: Vec<String> = self
            .all_seats()
            .map(|seat| {
                let cubes: Vec<_> = self.cubes(seat).iter().map(|cell| cube(self, seat, cell)).collect();
                cubes.join(",")
            })
            .collect();
        parts.push(self.seat.to_string());
        parts.push(self.actions.to_string());
        parts.push(self.passed.len().to_string());
        let out: String = self.out.iter().map(|seat| seat.to_string()).collect();
        parts.push(if out.is_empty() { "-".to_owned() } else { out });
        parts.join("/") + &self.swap.after('/').to_string()
    }

    /// Reads a position with the options of `start`, the position at which a game with them begins.
    pub(super) fn from_text(start: Archimedes, text: &str) -> Result<Archimedes, Refusal> {
        let form =
            || reasons::FROM_FORM.with([("seats", start.seats.to_string()), ("example", start.text())]);
        let mut parts: Vec<_> = text.split('/').collect();
        let seats = usize::from(start.seats);
        let swap = parts.last().copied().and_then(Swap::read);
        if swap.is_some() {
            parts.pop();
        }
        if parts.len() != seats + 4 {
            return Err(form());
        }
        let (cubes, counters) = parts.split_at(seats);
        let mut position = start;
        position.swap = swap.unwrap_or_default();
        position.cubes = Default::default();
        position.unmoved = Cells::EMPTY;
        for (seat, cubes) in start.all_seats().zip(cubes) {
            let cubes: Vec<_> = cubes.split(',').collect();
            if cubes.len() != CUBES {
                return Err(form());
            }
            cubes.into_iter().try_for_each(|cube| put(&mut position, seat, cube))?;
        }
        position.out = withdrawn(counters[3], &start)?;
        position.seat = Seat::from_number(number(counters[0])? as usize)
            .filter(|&seat| position.playing().contains(seat))
            .ok_or_else(|| not_a_number(counters[0]))?;
        position.actions = number(counters[1])?;
        let passes = number(counters[2])?;
        check_cubes(&position)?;
        check_actions(&position)?;
        position.swap.check(start.swap == Swap::Ahead, position.actions)?;
        pass(&mut position, passes)?;
        position.end = position.verdict();
        check_win(&position)?;
        Ok(position)
    }
}

fn cube(position: &Archimedes, seat: Seat, cell: Cell) -> String {
    let mark = if position.reached.has(cell) && !position.goal(seat).has(cell) {
        "r"
    } else if position.home_side(seat).cells().has(cell) && !position.unmoved.has(cell) {
        "m"
    } else {
        ""
    };
    format!("{cell}{mark}")
}

fn not_a_number(text: &str) -> Refusal {
    reasons::FROM_NUMBER.with([("text", brief(text))])
}

/// Plain digits without sign or leading zero.
fn number(text: &str) -> Result<u32, Refusal> {
    let number = text.parse().ok().filter(|number: &u32| number.to_string() == text);
    number.ok_or_else(|| not_a_number(text))
}

/// Puts a cube on the board, as its mark says.
fn put(position: &mut Archimedes, seat: Seat, text: &str) -> Result<(), Refusal> {
    let name = text.strip_suffix(['m', 'r']).unwrap_or(text);
    let mark = &text[name.len()..];
    let cell: Cell = name.parse().map_err(|_| reasons::FROM_NO_CELL.with([("cell", brief(name))]))?;
    if position.occupied().has(cell) {
        return Err(reasons::FROM_SAME_CELL.with([("cell", cell.to_string())]));
    }
    let here = Cells::of(cell);
    let at_home = position.home_side(seat).cells().has(cell);
    let on_goal = position.goal(seat).has(cell);
    if mark == "m" && !at_home || mark == "r" && on_goal {
        return Err(reasons::FROM_MARK.with([("cube", text.to_owned())]));
    }
    position.cubes[seat.index()] |= here;
    if at_home && mark.is_empty() {
        position.unmoved |= here;
    }
    if on_goal || mark == "r" {
        position.reached |= here;
    }
    Ok(())
}

fn withdrawn(text: &str, start: &Archimedes) -> Result<SeatSet, Refusal> {
    if text == "-" {
        return Ok(SeatSet::EMPTY);
    }
    let out: SeatSet = start.all_seats().filter(|seat| text.contains(&seat.to_string())).collect();
    let again: String = out.iter().map(|seat| seat.to_string()).collect();
    if out.is_empty() || again != text {
        return Err(not_a_number(text));
    }
    if out.len() == usize::from(start.seats) {
        return Err(reasons::FROM_OUT.refuse());
    }
    Ok(out)
}

/// Cubes never touch (Archimedes 3.4), and leave home and goal as the rules let them (3.6, 3.8).
fn check_cubes(position: &Archimedes) -> Result<(), Refusal> {
    let occupied = position.occupied();
    for cell in occupied.iter() {
        if let Some(other) = (cell.neighbours() & occupied).iter().next() {
            return Err(reasons::FROM_TOUCH.with([("cell", cell.to_string()), ("other", other.to_string())]));
        }
    }
    for seat in position.all_seats() {
        let (left, reached) = position.progress(seat);
        if position.seats == 3 && left > 2 + reached {
            return Err(reasons::FROM_TOO_MANY_LEFT.with([
                ("seat", seat.to_string()),
                ("left", left.to_string()),
                ("reached", reached.to_string()),
            ]));
        }
        let gone = (position.cubes(seat) & position.reached).without(position.goal(seat));
        if position.arrived == Arrived::Frozen && !gone.is_empty() {
            return Err(reasons::FROM_FROZEN.with([("seat", seat.to_string())]));
        }
    }
    Ok(())
}

/// The actions suffice for the moves made and lead to the seat on turn.
fn check_actions(position: &Archimedes) -> Result<(), Refusal> {
    let actions = ("actions", position.actions.to_string());
    if position.actions > position.limit {
        return Err(reasons::FROM_ACTIONS.with([actions, ("limit", position.limit.to_string())]));
    }
    let seats = u32::from(position.seats);
    let all_play = position.out.is_empty();
    if all_play && position.actions % seats != position.seat.index() as u32 {
        return Err(reasons::FROM_TURN.with([actions, ("seat", position.seat.to_string())]));
    }
    let mut spent = 0;
    for seat in position.all_seats() {
        let left = position.progress(seat).0 as u32;
        spent += left;
        // Once a seat has withdrawn, the others may have had any part of the actions.
        let part = (position.actions + seats - 1 - seat.index() as u32) / seats;
        if all_play && left > part || spent > position.actions {
            return Err(reasons::FROM_TOO_FEW.with([
                ("seat", seat.to_string()),
                ("left", left.to_string()),
                actions,
            ]));
        }
    }
    Ok(())
}

/// Marks the seats that have just passed: those before the seat on turn, who still cannot move.
fn pass(position: &mut Archimedes, passes: u32) -> Result<(), Refusal> {
    let refuse = || reasons::FROM_PASSED.with([("passes", passes.to_string())]);
    if passes > position.actions || passes as usize > position.playing().len() {
        return Err(refuse());
    }
    let mut seat = position.seat;
    for _ in 0..passes {
        seat = position.before(seat);
        if !position.stuck(seat) {
            return Err(refuse());
        }
        position.passed = position.passed.with(seat);
    }
    Ok(())
}

/// Only the seat that moved last can have won.
fn check_win(position: &Archimedes) -> Result<(), Refusal> {
    let Some(End::Arrived(_)) = position.end else { return Ok(()) };
    let last = position.before(position.seat);
    let home = |seat: &Seat| position.cubes(*seat).without(position.goal(*seat)).is_empty();
    let early = position.all_seats().filter(home).find(|&seat| seat != last || !position.passed.is_empty());
    early.map_or(Ok(()), |seat| Err(reasons::FROM_WON.with([("seat", seat.to_string())])))
}

impl Archimedes {
    /// The seat that acted before this one.
    fn before(&self, seat: Seat) -> Seat {
        self.playing().iter().find(|&other| self.after(other) == seat).expect("turns go round")
    }
}
