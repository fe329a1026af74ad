//! Every reason for which Axiom refuses something.

engine::reasons! {
    // Notation
    TOKEN = "Axiom 4.1" "axiom.token" "`{text}` is neither a cube's move such as C0,0,2>0,1,3:z- nor a sceptre's such as S-1,0,2:z+>-1,0,1:y-";
    CELL = "Axiom 4.1" "axiom.cell" "`{text}` is not a cell such as -1,0,2";
    CUBE = "Axiom 4.1" "axiom.cube" "`{text}` is not a cell with its pyramids or domes, such as 0,0,1:x-y-";
    FACE = "Axiom 5.1" "axiom.face" "`{text}` is not a face such as -1,0,2:z+";
    HEIGHT = "Axiom 1.1" "axiom.height" "there is no level {z}: levels go from 1 on the table to 12";
    DOMES = "Axiom 1.2" "axiom.domes" "`{text}` are not the pyramids or domes of a cube: one, or two on adjacent faces, in the order x+ x- y+ y- z+ z-";
    // Starts and positions
    START = "Axiom 3.2" "axiom.start" "`{text}` is not a start: a name, or turn:a,b or mirror:x,a or mirror:y,b with Black's six cubes after slashes";
    START_FAR = "Axiom 3.2" "axiom.start-far" "{cell} is too far away: numbers of a start have at most four digits";
    START_KINDS = "Axiom 3.2" "axiom.start-kinds" "a side has three single and three double cubes, not {singles} and {doubles}";
    START_DOUBLE = "Axiom 3.2" "axiom.start-double" "two sceptres stand on the cube at {cell}";
    START_WON = "Axiom 3.2" "axiom.start-won" "Black would win at once with {from} to {to}";
    POSITION = "Rules 0.7" "axiom.position" "`{part}` does not belong there: a position is seat,quiet/black/cubes/*sceptres/white/cubes/*sceptres";
    TOO_QUIET = "Axiom 7.5" "axiom.too-quiet" "{quiet} quiet actions are more than the limit of {limit}";
    MET_BEFORE = "Axiom 7.1" "axiom.met-before" "sceptres stand together on a cube that the last action cannot have brought together";
    TOO_MANY_SINGLES = "Axiom 1.2" "axiom.too-many-singles" "seat {seat} has at most three single cubes";
    TOO_MANY_DOUBLES = "Axiom 1.2" "axiom.too-many-doubles" "seat {seat} has at most three double cubes";
    SCEPTRES = "Axiom 2.1" "axiom.sceptres" "seat {seat} has two sceptres, not {count}";
    OVERLAP = "Axiom 1.1" "axiom.overlap" "two cubes are in the cell {cell}";
    // Cubes
    NO_CUBE = "Axiom 4.1" "axiom.no-cube" "there is no cube at {cell}";
    NOT_YOUR_CUBE = "Axiom 4.1" "axiom.not-your-cube" "the cube at {cell} is not yours";
    CARRIES_SCEPTRE = "Axiom 4.1" "axiom.carries-sceptre" "the cube at {cell} is not free: a sceptre stands on it";
    CARRIES_CUBE = "Axiom 4.1" "axiom.carries-cube" "the cube at {cell} is not free: a cube stands on it";
    DOME_COUNT = "Axiom 1.2" "axiom.dome-count" "the cube at {cell} has {count} dome(s)";
    SAME_CELL = "Axiom 4.1" "axiom.same-cell" "a cube must go to another cell, not only turn";
    OCCUPIED = "Axiom 4.1" "axiom.occupied" "there is a cube at {cell} already";
    UNSUPPORTED = "Axiom 1.4" "axiom.unsupported" "nothing is beneath {cell}: a cube stands on the table or on a cube";
    NO_JOINT = "Axiom 4.3" "axiom.no-joint" "the cube at {cell} does not lock with the one beneath: just one of the two faces that meet must have a dome";
    DOME_DOWN = "Axiom 4.4" "axiom.dome-down" "the cube at {cell} would stand on its dome on the table";
    NO_CONTACT = "Axiom 4.4" "axiom.no-contact" "a cube at {cell} shares no edge with another cube";
    NO_LOCK = "Axiom 4.4" "axiom.no-lock" "a cube at {cell} with these domes locks with no cube beside it";
    DOMES_MEET = "Axiom 4.5" "axiom.domes-meet" "the dome {dir} of the cube at {cell} meets the dome of the cube beside it";
    SCEPTRE_ROOM = "Axiom 4.6" "axiom.sceptre-room" "the sceptre on {face} needs the cell {cell}";
    // Sceptres
    NO_SCEPTRE = "Axiom 5.1" "axiom.no-sceptre" "there is no sceptre on {face}";
    NOT_YOUR_SCEPTRE = "Axiom 5.1" "axiom.not-your-sceptre" "the sceptre on {face} is not yours";
    SAME_FACE = "Axiom 5.1" "axiom.same-face" "a sceptre must go to another face";
    NO_FACE = "Axiom 2.1" "axiom.no-face" "there is no cube for the face {face}";
    UNDERSIDE = "Axiom 1.4" "axiom.underside" "{face} is an underside, and those are never used";
    DOME_FACE = "Axiom 2.1" "axiom.dome-face" "{face} has a dome: a sceptre stands on a recess";
    COVERED = "Axiom 2.1" "axiom.covered" "a cube covers the face {face}";
    FACE_TAKEN = "Axiom 5.1" "axiom.face-taken" "a sceptre stands on {face} already";
    CROWDED_FRONT = "Axiom 2.2" "axiom.crowded-front" "there is no room on {face}: another sceptre fills the cell in front of it (a)";
    CROWDED_SECOND = "Axiom 2.2" "axiom.crowded-second" "there is no room on {face}: a cube stands in the second cell in front of it (b)";
    CROWDED_FACING = "Axiom 2.2" "axiom.crowded-facing" "there is no room on {face}: another sceptre faces it from three cells ahead (c)";
    DOME_ON_ROAD = "Axiom 5.1" "axiom.dome-on-road" "the dome {face} is in the way to {to}";
    PYRAMID_COUNT = "Axiom 1.2" "axiom.pyramid-count" "the cube at {cell} has {count} pyramid(s)";
    NO_PYRAMID_JOINT = "Axiom 4.3" "axiom.no-pyramid-joint" "the cube at {cell} does not lock with the one beneath: just one of the two faces that meet must have a pyramid";
    PYRAMID_DOWN = "Axiom 4.4" "axiom.pyramid-down" "the cube at {cell} would stand on its pyramid on the table";
    PYRAMIDS_MEET = "Axiom 4.5" "axiom.pyramids-meet" "the pyramid {dir} of the cube at {cell} meets the pyramid of the cube beside it";
    PYRAMID_FACE = "Axiom 2.1" "axiom.pyramid-face" "{face} has a pyramid: a sceptre stands on a recess";
    PYRAMID_ON_ROAD = "Axiom 5.1" "axiom.pyramid-on-road" "the pyramid {face} is in the way to {to}";
    SCEPTRE_ON_ROAD = "Axiom 5.1" "axiom.sceptre-on-road" "the sceptre on {face} is in the way to {to}";
    NO_ROAD = "Axiom 5.1" "axiom.no-road" "no straight road leads from {face} to {to}";
}
