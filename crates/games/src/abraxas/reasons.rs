//! Every reason for which Abraxas refuses something.

use engine::Reason;

engine::reasons! {
    TOKEN = "Abraxas 3.1" "abraxas.token" "an action is a corner (SW), a hole (d4, c3-d4, with push=either d4>NE), a stop stone (!e5, !e5+), a taking (xc3,e5), done, end or ok";
    STOP_TOKEN = "Abraxas 5.1" "abraxas.stop-token" "a stop stone is written !e5, !e5+ or !e5>NE";
    TAKE_TOKEN = "Abraxas 4.5" "abraxas.take-token" "a taking is x and its holes in the order a1, b1 … h8, none twice, joined by commas: xc3,e5";
    CORNER_FIRST = "Abraxas 2.1" "abraxas.corner-first" "seat 2 first chooses the plate's corner";
    CORNER_CHOSEN = "Abraxas 2.1" "abraxas.corner-chosen" "the plate's corner is chosen only once, before the first turn";
    PUSH_FIXED = "Abraxas 1.5" "abraxas.push-fixed" "the plate goes counter-clockwise: no corner is named with push=ccw";
    PUSH_CHOICE = "Abraxas 1.5" "abraxas.push-choice" "with push=either the action names the corner the plate goes to: {first} or {second}";
    PUSH_FAR = "Abraxas 1.5" "abraxas.push-far" "the plate goes to a neighbouring corner: {first} or {second}, not {corner}";
    HOLE_FILLED = "Abraxas 3.1" "abraxas.hole-filled" "a piece already lies in {hole}";
    NO_HOLE = "Abraxas 3.1" "abraxas.no-hole" "the plate does not cover {cell}: a stone goes into one of its holes";
    SUPPLY_EMPTY = "Abraxas 3.2" "abraxas.supply-empty" "the supply is empty: lift a red stone from the plate, as in c3-d4";
    SUPPLY_LEFT = "Abraxas 3.2" "abraxas.supply-left" "stones are lifted from the plate only when the supply is empty; it holds {count}";
    NOT_RED = "Abraxas 3.2" "abraxas.not-red" "there is no red stone in {hole} to lift";
    SAME_HOLE = "Abraxas 3.2" "abraxas.same-hole" "a lifted stone goes into another hole than {hole}";
    STOP_HOLE = "Abraxas 5.1" "abraxas.stop-hole" "a stop stone needs a free hole, and a piece lies in {hole}";
    STOP_WHERE = "Abraxas 5.1" "abraxas.stop-where" "a stop stone goes into a free hole: press that hole";
    STOPS_SPENT = "Abraxas 1.3" "abraxas.stops-spent" "seat {seat} has no stop stone left";
    STOP_ANSWERED = "Abraxas 5.3" "abraxas.stop-answered" "a stop stone may not be answered by a stop stone: put a red one first";
    ASKED = "Abraxas 5.2" "abraxas.asked" "seat {seat} is asked whether it stops the extra turn: ok, or a stop stone";
    NOT_ASKED = "Abraxas 5.2" "abraxas.not-asked" "ok only answers a red stone put on the other seat's extra turn";
    NOT_EXTRA = "Abraxas 3.3" "abraxas.not-extra" "only an extra turn may be declined";
    NOT_PUSHED = "Abraxas 4.1" "abraxas.not-pushed" "stones are taken only after a push: put one first";
    TAKE_FIRST = "Abraxas 4.2" "abraxas.take-first" "there is a line: stones must be taken from it first";
    NO_DONE = "Abraxas 4.6" "abraxas.no-done" "there is no done with claims=automatic: every line is resolved";
    DONE_EARLY = "Abraxas 4.6" "abraxas.done-early" "done follows a push: put a piece first";
    SAY_DONE = "Abraxas 4.6" "abraxas.say-done" "the plate was pushed: take from the lines you see, then say done";
    NOT_STONE = "Abraxas 4.2" "abraxas.not-stone" "there is no red stone in {hole} to take";
    NO_LINE = "Abraxas 4.1" "abraxas.no-line" "that is no taking from a line of four or more red cells";
    TAKE_COUNT = "Abraxas 4.2" "abraxas.take-count" "exactly three cells of the line are left: {count} of its stones must be taken";
    TAKE_ALL = "Abraxas 4.3" "abraxas.take-all" "the line has too few stones to come down to three: all {count} of them are taken";
    NEIGHBOURS = "Abraxas 4.2" "abraxas.neighbours" "the three cells left may not be three neighbours of the line";
    SHEET = "Abraxas 8.2" "abraxas.sheet" "a sheet is I, a number from 1 to 6 or nine rows joined by /, not `{text}`";
    SHEET_MARK = "Abraxas 8.2" "abraxas.sheet-mark" "a row of a sheet has o for a dot and digits from 1 for empty cells, not `{mark}`";
    SHEET_DIGITS = "Abraxas 8.2" "abraxas.sheet-digits" "row {row} of the sheet has two digits side by side";
    SHEET_WIDTH = "Abraxas 8.2" "abraxas.sheet-width" "row {row} of the sheet does not add up to 9";
    SHEET_LINE = "Abraxas 8.2" "abraxas.sheet-line" "four dots of the sheet make a line, beginning at {cell}";
    FROM_FORM = "Rules 0.7" "abraxas.from-form" "a position is rows,corner,seat,phase,taken,stop stones,quiet: 8/8/8/8/8/8/8/8,SW,1,place,0-0,3-3,0";
    FROM_ROWS = "Rules 0.7" "abraxas.from-rows" "the plate is eight rows from 8 to 1 joined by /, each of eight holes: r, b, x, or single digits for free ones";
    FROM_FIELD = "Rules 0.7" "abraxas.from-field" "`{value}` is no {field} of a position";
    FROM_STONES = "Abraxas 1.3" "abraxas.from-stones" "there are 24 red stones, and this position has {count}";
    FROM_STOPS = "Abraxas 1.3" "abraxas.from-stops" "each seat has 3 stop stones: {laid} on the plate and {left} kept do not make 6";
    FROM_START = "Abraxas 2.1" "abraxas.from-start" "before the corner is chosen the plate is empty, nothing is taken or spent, and seat 2 acts";
    FROM_OVER = "Abraxas 6.1" "abraxas.from-over" "this game is over: nothing is left to play";
    FROM_QUIET = "Abraxas 6.2" "abraxas.from-quiet" "the pieces put so far allow from {low} to {high} placings without a taking, not {quiet}";
    FROM_TURN = "Abraxas 3.1" "abraxas.from-turn" "the seats place in turn while nothing is taken: this is seat {seat}'s placing";
    FROM_EXTRA = "Abraxas 3.3" "abraxas.from-extra" "here seat {seat} has just taken: it holds what it took, and the quiet count is 0";
    FROM_BARRED = "Abraxas 5.3" "abraxas.from-barred" "a stop stone of seat {seat} would lie on the plate";
    FROM_ANSWERED = "Abraxas 5.3" "abraxas.from-answered" "stop stones do not answer stop stones: more red ones would have been put";
    FROM_LINES = "Abraxas 4.4" "abraxas.from-lines" "a line beginning at {cell} would have been resolved before this turn";
    FROM_NO_LINES = "Abraxas 4.4" "abraxas.from-no-lines" "there is no line left to take from";
    FROM_EMPTIED = "Abraxas 4.4" "abraxas.from-emptied" "the holes marked x cannot have been emptied by seat {seat} from the lines of this push";
    FROM_PENDING = "Abraxas 5.2" "abraxas.from-pending" "no stone was put so that the other seat is asked: {why}";
}

/// The reasons that would tell a client about lines (4.6).
pub(super) const TAKINGS: &[&Reason] = &[&NOT_STONE, &NO_LINE, &TAKE_COUNT, &TAKE_ALL, &NEIGHBOURS];
