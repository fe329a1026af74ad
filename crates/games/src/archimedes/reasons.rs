//! Every reason for which Archimedes refuses something.

engine::reasons! {
    FROM_FORM = "Rules 0.7" "archimedes.from.form" "a position with {seats} seats is written as four cubes for each seat, then seat/actions/passes/withdrawn, such as {example}";
    SWAP_SEATS = "Rules 0.9" "archimedes.swap-seats" "sides change only where two play: swap=on goes with seats=2";
    NOTATION = "Archimedes 3.7" "archimedes.notation" "an action is written from-to, such as a2-c4, pass or swap; not `{token}`";
    NO_CELL = "Archimedes 3.7" "archimedes.no-cell" "there is no cell `{cell}`";
    MUST_MOVE = "Archimedes 3.1" "archimedes.must-move" "a seat that can move a cube may not pass";
    NO_CUBE = "Archimedes 3.1" "archimedes.no-cube" "no cube stands on {from}";
    NOT_YOURS = "Archimedes 3.1" "archimedes.not-yours" "the cube on {from} belongs to seat {owner}";
    FROZEN = "Archimedes 3.6" "archimedes.frozen" "the cube on {from} has arrived, and arrived cubes are frozen";
    WAIT = "Archimedes 3.8" "archimedes.wait" "the cube on {from} may not leave home yet: {left} cubes have left and {reached} reached the goal";
    SAME_CELL = "Archimedes 3.3" "archimedes.same-cell" "a cube does not come back to {from} in the move in which it leaves it";
    OCCUPIED = "Archimedes 3.4" "archimedes.occupied" "a cube of seat {owner} stands on {to}";
    BARRED = "Archimedes 3.4" "archimedes.barred" "{to} is barred by the cube on {by}";
    SHUT_IN = "Archimedes 3.4" "archimedes.shut-in" "every cell next to {from} is barred";
    TOO_FAR = "Archimedes 3.3" "archimedes.too-far" "{to} is {steps} steps from {from}, and the cube makes {distance}";
    NOT_EXACT = "Archimedes 3.3" "archimedes.not-exact" "no path of exactly {distance} steps leads from {from} to {to}, even on the empty board";
    NO_WAY = "Archimedes 3.4" "archimedes.no-way" "every path of {distance} steps from {from} to {to} enters a barred cell";
    FROM_NUMBER = "Rules 0.7" "archimedes.from.number" "`{text}` is not a number that can stand there";
    FROM_NO_CELL = "Archimedes 1.1" "archimedes.from.no-cell" "there is no cell `{cell}`";
    FROM_MARK = "Rules 0.7" "archimedes.from.mark" "`{cube}`: m stands only on a start cell of the seat, r only off its goal";
    FROM_SAME_CELL = "Archimedes 3.4" "archimedes.from.same-cell" "two cubes stand on {cell}";
    FROM_TOUCH = "Archimedes 3.4" "archimedes.from.touch" "the cubes on {cell} and {other} touch";
    FROM_TOO_MANY_LEFT = "Archimedes 3.8" "archimedes.from.too-many-left" "of seat {seat}, {left} cubes have left home though only {reached} reached the goal";
    FROM_FROZEN = "Archimedes 3.6" "archimedes.from.frozen" "a cube of seat {seat} has left the goal, where arrived cubes are frozen";
    FROM_OUT = "Rules 0.8" "archimedes.from.out" "no one would be left to play";
    FROM_TURN = "Archimedes 2.2" "archimedes.from.turn" "after {actions} actions it is not the turn of seat {seat}";
    FROM_ACTIONS = "Archimedes 4.2" "archimedes.from.actions" "the game ends after {limit} actions, so there cannot have been {actions}";
    FROM_TOO_FEW = "Archimedes 3.1" "archimedes.from.too-few" "seat {seat} has moved {left} cubes, which takes more than its part of {actions} actions";
    FROM_PASSED = "Archimedes 3.1" "archimedes.from.passed" "{passes} seats cannot just have passed: it takes as many actions, and cubes that cannot move";
    FROM_WON = "Archimedes 4.1" "archimedes.from.won" "all four cubes of seat {seat} are on goal cells, but its move was not the last";
}
