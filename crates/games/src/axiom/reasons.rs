//! Every reason for which Axiom refuses something.

use engine::Reason;

macro_rules! reasons {
    ($($name:ident = $clause:literal $key:literal $text:literal;)*) => {
        $(pub(super) static $name: Reason =
            Reason::new(concat!("Axiom ", $clause), concat!("axiom.", $key), $text);)*
        pub(super) const ALL: &[&Reason] = &[$(&$name),*];
    };
}

reasons! {
    // Notation
    TOKEN = "4.1" "token" "`{text}` is neither a cube's move such as C0,0,2>0,1,3:z- nor a sceptre's such as S-1,0,2:z+>-1,0,1:y-";
    CELL = "4.1" "cell" "`{text}` is not a cell such as -1,0,2";
    CUBE = "4.1" "cube" "`{text}` is not a cell with its domes, such as 0,0,1:x-y-";
    FACE = "5.1" "face" "`{text}` is not a face such as -1,0,2:z+";
    HEIGHT = "1.1" "height" "there is no height {z}: levels count from 1 at the table to 12";
    DOMES = "1.2" "domes" "`{text}` are not the domes of a cube: one, or two on adjacent faces, in the order x+ x- y+ y- z+ z-";
    // Starts and positions
    START = "3.2" "start" "`{text}` is not a start: a name, or turn:a,b or mirror:x,a or mirror:y,b with Black's six cubes after slashes";
    START_FAR = "3.2" "start-far" "{cell} is too far away: numbers of a start have at most four digits";
    START_KINDS = "3.2" "start-kinds" "a side has three single and three double cubes, not {singles} and {doubles}";
    START_DOUBLE = "3.2" "start-double" "two sceptres stand on the cube at {cell}";
    START_WON = "3.2" "start-won" "Black would win at once with {from} to {to}";
    POSITION = "0.7" "position" "`{part}` does not belong there: a position is seat,quiet/black/cubes/*sceptres/white/cubes/*sceptres";
    TOO_QUIET = "7.5" "too-quiet" "{quiet} quiet actions are more than the limit of {limit}";
    MET_BEFORE = "7.1" "met-before" "sceptres stand together on a cube that the last action cannot have brought together";
    TOO_MANY_SINGLES = "1.2" "too-many-singles" "seat {seat} has at most three single cubes";
    TOO_MANY_DOUBLES = "1.2" "too-many-doubles" "seat {seat} has at most three double cubes";
    SCEPTRES = "2.1" "sceptres" "seat {seat} has two sceptres, not {count}";
    OVERLAP = "1.1" "overlap" "two cubes are in the cell {cell}";
    // Cubes
    NO_CUBE = "4.1" "no-cube" "there is no cube at {cell}";
    NOT_YOUR_CUBE = "4.1" "not-your-cube" "the cube at {cell} is not yours";
    CARRIES_SCEPTRE = "4.1" "carries-sceptre" "the cube at {cell} is not free: a sceptre stands on it";
    CARRIES_CUBE = "4.1" "carries-cube" "the cube at {cell} is not free: a cube stands on it";
    DOME_COUNT = "1.2" "dome-count" "the cube at {cell} has {count} dome(s)";
    SAME_CELL = "4.1" "same-cell" "a cube must go to another cell, not only turn";
    OCCUPIED = "4.1" "occupied" "there is a cube at {cell} already";
    UNSUPPORTED = "1.4" "unsupported" "nothing is beneath {cell}: a cube stands on the table or on a cube";
    NO_JOINT = "4.3" "no-joint" "the cube at {cell} does not lock with the one beneath: just one of the two faces that meet must have a dome";
    DOME_DOWN = "4.4" "dome-down" "the cube at {cell} would stand on its dome on the table";
    NO_CONTACT = "4.4" "no-contact" "a cube at {cell} shares no edge with another cube";
    NO_LOCK = "4.4" "no-lock" "a cube at {cell} with these domes locks with no cube beside it";
    DOMES_MEET = "4.5" "domes-meet" "the dome {dir} of the cube at {cell} meets the dome of the cube beside it";
    SCEPTRE_ROOM = "4.6" "sceptre-room" "the sceptre on {face} needs the cell {cell}";
    // Sceptres
    NO_SCEPTRE = "5.1" "no-sceptre" "there is no sceptre on {face}";
    NOT_YOUR_SCEPTRE = "5.1" "not-your-sceptre" "the sceptre on {face} is not yours";
    SAME_FACE = "5.1" "same-face" "a sceptre must go to another face";
    NO_FACE = "2.1" "no-face" "there is no cube for the face {face}";
    UNDERSIDE = "1.4" "underside" "{face} is an underside, and those are never used";
    DOME_FACE = "2.1" "dome-face" "{face} has a dome: a sceptre stands on a recess";
    COVERED = "2.1" "covered" "a cube covers the face {face}";
    FACE_TAKEN = "5.1" "face-taken" "a sceptre stands on {face} already";
    CROWDED_FRONT = "2.2" "crowded-front" "there is no room on {face}: another sceptre fills the cell in front of it (a)";
    CROWDED_SECOND = "2.2" "crowded-second" "there is no room on {face}: a cube stands two cells before it (b)";
    CROWDED_FACING = "2.2" "crowded-facing" "there is no room on {face}: another sceptre faces it from three cells ahead (c)";
    DOME_ON_ROAD = "5.1" "dome-on-road" "the dome {face} is in the way to {to}";
    SCEPTRE_ON_ROAD = "5.1" "sceptre-on-road" "the sceptre on {face} is in the way to {to}";
    NO_ROAD = "5.1" "no-road" "no straight road leads from {face} to {to}";
}
