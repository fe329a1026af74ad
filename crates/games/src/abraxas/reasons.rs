//! Every reason for which Abraxas refuses something.

use engine::Reason;

pub(super) const ALL: &[&Reason] = &[
    &TOKEN,
    &STOP_TOKEN,
    &TAKE_TOKEN,
    &CORNER_FIRST,
    &CORNER_CHOSEN,
    &PUSH_FIXED,
    &PUSH_CHOICE,
    &PUSH_FAR,
    &HOLE_FILLED,
    &SUPPLY_EMPTY,
    &SUPPLY_LEFT,
    &NOT_RED,
    &SAME_HOLE,
    &STOP_HOLE,
    &STOPS_SPENT,
    &STOP_ANSWERED,
    &ASKED,
    &NOT_ASKED,
    &NOT_EXTRA,
    &NOT_PUSHED,
    &TAKE_FIRST,
    &NO_DONE,
    &DONE_EARLY,
    &SAY_DONE,
    &NOT_STONE,
    &NO_LINE,
    &TAKE_COUNT,
    &TAKE_ALL,
    &NEIGHBOURS,
    &SHEET,
    &SHEET_MARK,
    &SHEET_DIGITS,
    &SHEET_WIDTH,
    &SHEET_LINE,
    &FROM_FORM,
    &FROM_ROWS,
    &FROM_FIELD,
    &FROM_STONES,
    &FROM_STOPS,
    &FROM_START,
    &FROM_OVER,
    &FROM_QUIET,
    &FROM_TURN,
    &FROM_EXTRA,
    &FROM_BARRED,
    &FROM_ANSWERED,
    &FROM_LINES,
    &FROM_NO_LINES,
    &FROM_EMPTIED,
    &FROM_PENDING,
];

/// The reasons that would tell a client about lines (4.6).
pub(super) const TAKINGS: &[&Reason] = &[&NOT_STONE, &NO_LINE, &TAKE_COUNT, &TAKE_ALL, &NEIGHBOURS];

pub(super) static TOKEN: Reason = Reason::new(
    "Abraxas 3.1",
    "abraxas.token",
    "an action is a corner (SW), a hole (d4, c3-d4, with push=either d4>NE), a stop stone (!e5, !e5+), a taking (xc3,e5), done, end or ok",
);
pub(super) static STOP_TOKEN: Reason =
    Reason::new("Abraxas 5.1", "abraxas.stop-token", "a stop stone is written !e5, !e5+ or !e5>NE");
pub(super) static TAKE_TOKEN: Reason = Reason::new(
    "Abraxas 4.5",
    "abraxas.take-token",
    "a taking is x and its holes in the order a1, b1 … h8, none twice, joined by commas: xc3,e5",
);

pub(super) static CORNER_FIRST: Reason =
    Reason::new("Abraxas 2.1", "abraxas.corner-first", "seat 2 first chooses the plate's corner");
pub(super) static CORNER_CHOSEN: Reason = Reason::new(
    "Abraxas 2.1",
    "abraxas.corner-chosen",
    "the plate's corner is chosen only once, before the first turn",
);
pub(super) static PUSH_FIXED: Reason = Reason::new(
    "Abraxas 1.5",
    "abraxas.push-fixed",
    "the plate goes counter-clockwise: no corner is named with push=ccw",
);
pub(super) static PUSH_CHOICE: Reason = Reason::new(
    "Abraxas 1.5",
    "abraxas.push-choice",
    "with push=either the action names the corner the plate goes to: {first} or {second}",
);
pub(super) static PUSH_FAR: Reason = Reason::new(
    "Abraxas 1.5",
    "abraxas.push-far",
    "the plate goes to a neighbouring corner: {first} or {second}, not {corner}",
);
pub(super) static HOLE_FILLED: Reason =
    Reason::new("Abraxas 3.1", "abraxas.hole-filled", "a piece already lies in {hole}");
pub(super) static SUPPLY_EMPTY: Reason = Reason::new(
    "Abraxas 3.2",
    "abraxas.supply-empty",
    "the supply is empty: lift a red stone from the plate, as in c3-d4",
);
pub(super) static SUPPLY_LEFT: Reason = Reason::new(
    "Abraxas 3.2",
    "abraxas.supply-left",
    "stones are lifted from the plate only when the supply is empty; it holds {count}",
);
pub(super) static NOT_RED: Reason =
    Reason::new("Abraxas 3.2", "abraxas.not-red", "there is no red stone in {hole} to lift");
pub(super) static SAME_HOLE: Reason =
    Reason::new("Abraxas 3.2", "abraxas.same-hole", "a lifted stone goes into another hole than {hole}");

pub(super) static STOP_HOLE: Reason = Reason::new(
    "Abraxas 5.1",
    "abraxas.stop-hole",
    "a stop stone needs a free hole, and a piece lies in {hole}",
);
pub(super) static STOPS_SPENT: Reason =
    Reason::new("Abraxas 1.3", "abraxas.stops-spent", "seat {seat} has no stop stone left");
pub(super) static STOP_ANSWERED: Reason = Reason::new(
    "Abraxas 5.3",
    "abraxas.stop-answered",
    "a stop stone may not be answered by a stop stone: put a red one first",
);
pub(super) static ASKED: Reason = Reason::new(
    "Abraxas 5.2",
    "abraxas.asked",
    "seat {seat} is asked whether it stops the extra turn: ok, or a stop stone",
);
pub(super) static NOT_ASKED: Reason = Reason::new(
    "Abraxas 5.2",
    "abraxas.not-asked",
    "ok only answers a red stone put on the other seat's extra turn",
);
pub(super) static NOT_EXTRA: Reason =
    Reason::new("Abraxas 3.3", "abraxas.not-extra", "only an extra turn may be declined");

pub(super) static NOT_PUSHED: Reason =
    Reason::new("Abraxas 4.1", "abraxas.not-pushed", "stones are taken only after a push: put one first");
pub(super) static TAKE_FIRST: Reason =
    Reason::new("Abraxas 4.2", "abraxas.take-first", "there is a line: stones must be taken from it first");
pub(super) static NO_DONE: Reason = Reason::new(
    "Abraxas 4.6",
    "abraxas.no-done",
    "there is no done with claims=automatic: every line is resolved",
);
pub(super) static DONE_EARLY: Reason =
    Reason::new("Abraxas 4.6", "abraxas.done-early", "done follows a push: put a piece first");
pub(super) static SAY_DONE: Reason = Reason::new(
    "Abraxas 4.6",
    "abraxas.say-done",
    "the plate was pushed: take from the lines you see, then say done",
);
pub(super) static NOT_STONE: Reason =
    Reason::new("Abraxas 4.2", "abraxas.not-stone", "there is no red stone in {hole} to take");
pub(super) static NO_LINE: Reason =
    Reason::new("Abraxas 4.1", "abraxas.no-line", "that is no taking from a line of four or more red cells");
pub(super) static TAKE_COUNT: Reason = Reason::new(
    "Abraxas 4.2",
    "abraxas.take-count",
    "exactly three cells of the line are left: {count} of its stones must be taken",
);
pub(super) static TAKE_ALL: Reason = Reason::new(
    "Abraxas 4.3",
    "abraxas.take-all",
    "the line has too few stones to come down to three: all {count} of them are taken",
);
pub(super) static NEIGHBOURS: Reason = Reason::new(
    "Abraxas 4.2",
    "abraxas.neighbours",
    "the three cells left may not be three neighbours of the line",
);

pub(super) static SHEET: Reason = Reason::new(
    "Abraxas 8.2",
    "abraxas.sheet",
    "a sheet is a number from 1 to 6 or nine rows joined by /, not `{text}`",
);
pub(super) static SHEET_MARK: Reason = Reason::new(
    "Abraxas 8.2",
    "abraxas.sheet-mark",
    "a row of a sheet has o for a dot and digits from 1 for empty cells, not `{mark}`",
);
pub(super) static SHEET_DIGITS: Reason =
    Reason::new("Abraxas 8.2", "abraxas.sheet-digits", "row {row} of the sheet has two digits side by side");
pub(super) static SHEET_WIDTH: Reason =
    Reason::new("Abraxas 8.2", "abraxas.sheet-width", "row {row} of the sheet does not add up to 9");
pub(super) static SHEET_LINE: Reason = Reason::new(
    "Abraxas 8.2",
    "abraxas.sheet-line",
    "four dots of the sheet make a line, beginning at {cell}",
);

pub(super) static FROM_FORM: Reason = Reason::new(
    "Rules 0.7",
    "abraxas.from-form",
    "a position is rows,corner,seat,phase,taken,stop stones,quiet: 8/8/8/8/8/8/8/8,SW,1,place,0-0,3-3,0",
);
pub(super) static FROM_ROWS: Reason = Reason::new(
    "Rules 0.7",
    "abraxas.from-rows",
    "the plate is eight rows from 8 to 1 joined by /, each of eight holes: r, b, x, or single digits for free ones",
);
pub(super) static FROM_FIELD: Reason =
    Reason::new("Rules 0.7", "abraxas.from-field", "`{value}` is no {field} of a position");
pub(super) static FROM_STONES: Reason = Reason::new(
    "Abraxas 1.3",
    "abraxas.from-stones",
    "there are 24 red stones, and this position has {count}",
);
pub(super) static FROM_STOPS: Reason = Reason::new(
    "Abraxas 1.3",
    "abraxas.from-stops",
    "each seat has 3 stop stones: {laid} on the plate and {left} kept do not make 6",
);
pub(super) static FROM_START: Reason = Reason::new(
    "Abraxas 2.1",
    "abraxas.from-start",
    "before the corner is chosen the plate is empty, nothing is taken or spent, and seat 2 acts",
);
pub(super) static FROM_OVER: Reason =
    Reason::new("Abraxas 6.1", "abraxas.from-over", "this game is over: nothing is left to play");
pub(super) static FROM_QUIET: Reason = Reason::new(
    "Abraxas 6.2",
    "abraxas.from-quiet",
    "the pieces put so far allow from {low} to {high} placings without a taking, not {quiet}",
);
pub(super) static FROM_TURN: Reason = Reason::new(
    "Abraxas 3.1",
    "abraxas.from-turn",
    "the seats place in turn while nothing is taken: this is seat {seat}'s placing",
);
pub(super) static FROM_EXTRA: Reason = Reason::new(
    "Abraxas 3.3",
    "abraxas.from-extra",
    "here seat {seat} has just taken: it holds what it took, and the quiet count is 0",
);
pub(super) static FROM_BARRED: Reason =
    Reason::new("Abraxas 5.3", "abraxas.from-barred", "a stop stone of seat {seat} would lie on the plate");
pub(super) static FROM_ANSWERED: Reason = Reason::new(
    "Abraxas 5.3",
    "abraxas.from-answered",
    "stop stones do not answer stop stones: more red ones would have been put",
);
pub(super) static FROM_LINES: Reason = Reason::new(
    "Abraxas 4.4",
    "abraxas.from-lines",
    "a line beginning at {cell} would have been resolved before this turn",
);
pub(super) static FROM_NO_LINES: Reason =
    Reason::new("Abraxas 4.4", "abraxas.from-no-lines", "there is no line left to take from");
pub(super) static FROM_EMPTIED: Reason = Reason::new(
    "Abraxas 4.4",
    "abraxas.from-emptied",
    "the holes marked x cannot have been emptied by seat {seat} from the lines of this push",
);
pub(super) static FROM_PENDING: Reason = Reason::new(
    "Abraxas 5.2",
    "abraxas.from-pending",
    "no stone was put so that the other seat is asked: {why}",
);
