//! What can be wrong with the form of a record. No rule refuses these, so they name no clause.

use crate::Reason;

macro_rules! faults {
    ($($name:ident = $key:literal, $text:literal;)*) => {
        $(pub static $name: Reason = Reason::form($key, $text);)*
        /// Everything that can be wrong with a record, apart from what the rules refuse.
        pub const REASONS: &[&Reason] = &[$(&$name),*];
    };
}

faults! {
    GAME_FIRST = "record.game-first", "a record begins with the tag Game";
    TAG_TWICE = "record.tag-twice", "the tag {tag} stands twice";
    MANY_TAGS = "record.many-tags", "a game has at most {most} tags";
    MANY_STEPS = "record.many-steps", "a game has at most {most} steps, those of its variations included";
    MANY_VARIATIONS = "record.many-variations", "a game has at most {most} variations";
    TAG_FORM = "record.tag-form", "a tag is written [Name \"value\"], its name of at most 32 letters";
    TAG_QUOTES = "record.tag-quotes", "the value of {tag} stands in double quotes";
    TAG_END = "record.tag-end", "the tag {tag} ends with ]";
    TAG_LINE = "record.tag-line", "a tag stands on one line and has no control characters";
    UNCLOSED = "record.unclosed", "this is not closed by {end}";
    BACKSLASH = "record.backslash", "a backslash stands before {end} or a backslash alone";
    VARIATION_FIRST = "record.variation-first", "a variation follows the step that it replaces";
    DEEP = "record.deep", "variations nest at most {deepest} deep";
    VARIATION_EMPTY = "record.variation-empty", "a variation has at least one step";
    NO_VARIATION = "record.no-variation", "there is no variation to close";
    NUMBER = "record.number", "the next action is ply {ply}, not `{word}`";
    EVENT_NUMBER = "record.event-number", "an event has no number";
    NUMBER_ALONE = "record.number-alone", "no action follows this number";
    NO_PLY = "record.no-ply", "there is no ply `{ply}` to go back to";
    STRANGE = "record.strange", "`{character}` cannot stand here";
    NO_GAME = "record.no-game", "there is no game `{game}`";
    CHANCE = "record.chance", "the set-up leaves something to chance: a record holds what was drawn";
    WRONG_END = "record.wrong-end", "{tag} is `{fact}` by the rules, not `{value}`";
    NO_END = "record.no-end", "{tag} is given, but the game is not over";
    NO_SEAT = "record.no-seat", "there is no seat `{seat}`";
    HAS_LEFT = "record.has-left", "seat {seat} has left the game";
    NOT_TEXT = "record.not-text", "a record file is UTF-8";
    EMPTY = "record.empty", "there is no game in this file";
    NOT_ONE = "record.not-one", "a record with one game is wanted";
    UNHOLDABLE = "record.unholdable", "a step or a tag that a record cannot hold";
    LOOSE = "record.loose", "step {step} follows one that is not there";
}
