//! Text for any position: `rows,corner,seat,phase,taken,stop stones,quiet` (rules 0.7).
//!
//! The rows are those of the plate from 8 to 1: `r` a red stone, `b` a stop stone, `x` a hole emptied while lines
//! are being resolved, digits for free holes. What is not on the plate and not taken is in the supply.
//! The phase is `corner`, `place`, `barred` (5.3), `extra`, `take`, `stop` (taking after a stop stone), or
//! `reply:` and the action that the other seat is asked about; that stone is not in the rows.
//! `,swap` or `,swapped` may follow (rules 0.9).

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use engine::{Refusal, Seat, Swap};

use super::{
    Abraxas, Phase, Piece, Placing, Put, SEATS, STONES, STOP_STONES,
    board::{Corner, Hole, Holes},
    lines,
    moves::Move,
    options::Rules,
    reasons,
    sheet::{read_rows, write_rows},
};

impl Abraxas {
    pub(super) fn text(&self) -> String {
        let rows = write_rows(8, |column, row| {
            let hole = Hole::new(column, row);
            let marks = [(self.stones, 'r'), (self.stops, 'b'), (self.emptied, 'x')];
            marks.into_iter().find(|(holes, _)| holes.contains(hole)).map(|(_, mark)| mark)
        });
        let corner = self.plate().map_or("-", Corner::as_str);
        let phase = match self.phase {
            Phase::Corner => "corner".to_owned(),
            Phase::Place(Placing::Ordinary) => "place".to_owned(),
            Phase::Place(Placing::Barred) => "barred".to_owned(),
            Phase::Place(Placing::Extra) => "extra".to_owned(),
            Phase::Take(Piece::Red) => "take".to_owned(),
            Phase::Take(Piece::Stop) => "stop".to_owned(),
            Phase::Over(_) => "over".to_owned(),
            Phase::Reply(Put { hole, from, to }) => {
                let to = self.rules.push_either.then_some(to);
                let put = match from {
                    Some(from) => Move::Lift { from, hole, to },
                    None => Move::Put { hole, to },
                };
                format!("reply:{put}")
            }
        };
        let [taken, stops] = [&self.taken, &self.stops_left].map(|counts| {
            let counts = counts.first(SEATS);
            format!("{}-{}", counts[0], counts[1])
        });
        let swap = self.swap.after(',');
        format!("{rows},{corner},{},{phase},{taken},{stops},{}{swap}", self.seat, self.quiet)
    }

    /// The position that a text describes, if it can arise.
    pub(super) fn from_text(rules: Rules, text: &str) -> Result<Abraxas, Refusal> {
        let mut fields: Vec<_> = text.split(',').collect();
        let swap = fields.last().copied().and_then(Swap::read);
        if swap.is_some() {
            fields.pop();
        }
        let [rows, corner, seat, phase, taken, stops, quiet] = fields[..] else {
            return Err(reasons::FROM_FORM.refuse());
        };
        let mut position = Abraxas { swap: swap.unwrap_or_default(), ..Abraxas::first(rules) };
        read_rows(rows, 8, |mark, column, row| {
            let set = match mark {
                'r' => &mut position.stones,
                'b' => &mut position.stops,
                'x' => &mut position.emptied,
                _ => return false,
            };
            *set = *set | Holes::of(Hole::new(column, row));
            true
        })
        .map_err(|_| reasons::FROM_ROWS.refuse())?;
        let unknown = |field: &str, value: &str| {
            reasons::FROM_FIELD.with([("field", field.to_owned()), ("value", value.to_owned())])
        };
        position.seat = plain(seat)
            .filter(|number| (1..=SEATS).contains(number))
            .and_then(Seat::from_number)
            .ok_or_else(|| unknown("seat", seat))?;
        if phase != "corner" {
            position.corner = Corner::parse(corner).ok_or_else(|| unknown("corner", corner))?;
        } else if corner != "-" {
            return Err(unknown("corner", corner));
        }
        position.phase = match phase {
            "corner" => Phase::Corner,
            "place" => Phase::Place(Placing::Ordinary),
            "barred" => Phase::Place(Placing::Barred),
            "extra" => Phase::Place(Placing::Extra),
            "take" => Phase::Take(Piece::Red),
            "stop" => Phase::Take(Piece::Stop),
            "over" => return Err(reasons::FROM_OVER.refuse()),
            // Its stone is read when the plate and the supply are known.
            reply if reply.starts_with("reply:") => Phase::Place(Placing::Extra),
            _ => return Err(unknown("phase", phase)),
        };
        let pair = |field, text: &str, range: RangeInclusive<u8>| {
            text.split_once('-')
                .and_then(|(one, two)| Some([plain(one)?, plain(two)?]))
                .filter(|counts| counts.iter().all(|count| range.contains(count)))
                .ok_or_else(|| unknown(field, text))
        };
        for (seat, count) in Seat::all(SEATS).zip(pair("number of stones taken", taken, 0..=STONES)?) {
            position.taken[seat] = count;
        }
        for (seat, count) in Seat::all(SEATS).zip(pair("number of stop stones", stops, 0..=STOP_STONES)?) {
            position.stops_left[seat] = count;
        }
        position.quiet =
            plain(quiet).filter(|&n: &u32| n <= 1_000_000).ok_or_else(|| unknown("quiet count", quiet))?;
        position.check_pieces()?;
        position.check_turn()?;
        position.check_lines()?;
        if let Some(put) = phase.strip_prefix("reply:") {
            position.phase = Phase::Reply(position.read_put(put)?);
        }
        Ok(position)
    }

    fn all_taken(&self) -> u8 {
        self.taken.first(SEATS).iter().sum()
    }

    /// The pieces of 1.3 are all there, and the game goes on. The supply is what is left of the stones.
    fn check_pieces(&mut self) -> Result<(), Refusal> {
        let put = self.stones.len() as u8 + self.all_taken();
        self.supply =
            STONES.checked_sub(put).ok_or_else(|| reasons::FROM_STONES.with([("count", put.to_string())]))?;
        let laid = self.stops.len() as u8;
        let left: u8 = self.stops_left.first(SEATS).iter().sum();
        if laid + left != STOP_STONES * SEATS as u8 {
            return Err(reasons::FROM_STOPS.with([("laid", laid.to_string()), ("left", left.to_string())]));
        }
        let won = self.taken.first(SEATS).iter().any(|&taken| taken >= self.rules.target);
        // 3.4 looks where a turn begins, so the last stones may still be taken.
        let taking = matches!(self.phase, Phase::Take(_));
        let spent = !taking && self.supply == 0 && self.stones.is_empty();
        if won || spent { Err(reasons::FROM_OVER.refuse()) } else { Ok(()) }
    }

    /// Who plays, after how many placings, agrees with the pieces put and taken.
    fn check_turn(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Corner {
            let first = *self == Abraxas::first(self.rules);
            return if first { Ok(()) } else { Err(reasons::FROM_START.refuse()) };
        }
        let taking = matches!(self.phase, Phase::Take(_));
        let taken = self.all_taken();
        let reds = u32::from(STONES - self.supply);
        let placings = reds + self.stops.len() as u32;
        let turns = match self.swap {
            // With extra turns the first turn has more placings than one.
            Swap::Ahead if taken > 0 => 0,
            Swap::Ahead => placings,
            _ => placings + 1,
        };
        self.swap.check(self.rules.swap, turns)?;
        // Until the supply is empty nothing is lifted, so each placing is still to be seen.
        let high = self.rules.quiet_limit - u32::from(!taking);
        let (low, high) = match (taken, self.supply) {
            (0, 0) => (placings, high),
            (0, _) => (placings, high.min(placings)),
            (_, 0) => (0, high),
            (_, _) => (0, high.min(placings - 1)),
        };
        if low > high {
            return Err(reasons::FROM_OVER.refuse());
        }
        if !(low..=high).contains(&self.quiet) {
            return Err(reasons::FROM_QUIET.with([
                ("low", low.to_string()),
                ("high", high.to_string()),
                ("quiet", self.quiet.to_string()),
            ]));
        }
        let stopper = match self.phase {
            Phase::Place(Placing::Barred) => Some(self.other()),
            Phase::Take(Piece::Stop) => Some(self.seat),
            _ => None,
        };
        if let Some(seat) = stopper.filter(|&seat| self.stops_left[seat] == STOP_STONES) {
            return Err(reasons::FROM_BARRED.with([("seat", seat.to_string())]));
        }
        if taken == 0 {
            // Without extra turns the seats alternate; a placing being resolved is counted already.
            let swapped = usize::from(self.swap == Swap::Done);
            let seat = Seat::new((self.quiet as usize + usize::from(taking) + swapped) % SEATS);
            if seat != self.seat {
                return Err(reasons::FROM_TURN.with([("seat", seat.to_string())]));
            }
            if self.stops.len() as u32 > reds + u32::from(stopper.is_some()) {
                return Err(reasons::FROM_ANSWERED.refuse());
            }
        }
        let extra = self.phase == Phase::Place(Placing::Extra);
        if extra || taken > 0 && self.quiet == 0 {
            let taker = if extra || taking { self.seat } else { self.other() };
            if self.taken[taker] == 0 || self.quiet > 0 {
                return Err(reasons::FROM_EXTRA.with([("seat", taker.to_string())]));
            }
        }
        Ok(())
    }

    /// Lines are where they can be, and what is emptied was taken from them.
    fn check_lines(&self) -> Result<(), Refusal> {
        let emptied = || reasons::FROM_EMPTIED.with([("seat", self.seat.to_string())]);
        if !matches!(self.phase, Phase::Take(_)) {
            if !self.emptied.is_empty() {
                return Err(emptied());
            }
            // 4.4: with automatic claims no line outlives the push that shows it.
            return match lines::all(self.red()).next() {
                Some(line) if !self.rules.called => {
                    Err(reasons::FROM_LINES.with([("cell", line.cell(0).to_string())]))
                }
                _ => Ok(()),
            };
        }
        if self.open_lines().next().is_none() && !(self.rules.called && self.emptied.is_empty()) {
            return Err(reasons::FROM_NO_LINES.refuse());
        }
        let just_taken = self.quiet == 0 && usize::from(self.taken[self.seat]) >= self.emptied.len();
        if self.emptied.is_empty() || just_taken && self.emptied_by_takings() {
            Ok(())
        } else {
            Err(emptied())
        }
    }

    /// Whether takings from the lines of one judgement can have emptied just the holes marked so.
    fn emptied_by_takings(&self) -> bool {
        let mut seen = vec![Holes::EMPTY];
        let mut next = 0;
        while next < seen.len() {
            let emptied = seen[next];
            next += 1;
            let before = Abraxas { stones: self.stones | self.emptied & !emptied, emptied, ..self.clone() };
            before.takings(|holes| {
                if self.emptied.holds(holes) && !seen.contains(&(emptied | holes)) {
                    seen.push(emptied | holes);
                }
            });
        }
        seen.contains(&self.emptied)
    }

    /// The stone that the other seat is asked about: one that may be put on this extra turn.
    fn read_put(&self, token: &str) -> Result<Put, Refusal> {
        let pending = |why: String| reasons::FROM_PENDING.with([("why", why)]);
        let m: Move = token.parse().map_err(|refusal: Refusal| pending(refusal.sentence()))?;
        if let Some(refusal) = self.refusal(m) {
            return Err(pending(refusal.sentence()));
        }
        let mut asked = self.clone();
        engine::Game::play_unchecked(&mut asked, m);
        match asked.phase {
            Phase::Reply(put) => Ok(put),
            _ => Err(pending(format!("`{token}` is not asked about"))),
        }
    }
}

/// A number in plain digits without leading zeros.
fn plain<N: FromStr + Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}
