/// One way in which a game ends. Games declare theirs as constants.
#[derive(Debug, PartialEq, Eq)]
pub struct End {
    /// A clause of the game's rules such as `7.1`, or `resign`, `time` or `agreed`.
    pub clause: &'static str,
    /// What clients translate it by, e.g. `axiom.caught`.
    pub key: &'static str,
    /// English, lowercase, no final dot.
    pub text: &'static str,
}

impl End {
    pub const fn new(clause: &'static str, key: &'static str, text: &'static str) -> Self {
        End { clause, key, text }
    }
}

/// The ends that all games share.
pub const ENDS: &[&End] = &[&LEFT, &RESIGNED, &OUT_OF_TIME, &AGREED];
/// What the rules of a game say where a record knows why the others left.
pub static LEFT: End = End::new("0.8", "game.left", "all other seats have left the game");
pub static RESIGNED: End =
    End::new("resign", "game.resigned", "all other seats have left, the last by resigning");
pub static OUT_OF_TIME: End =
    End::new("time", "game.out-of-time", "all other seats have left, the last by running out of time");
pub static AGREED: End = End::new("agreed", "game.agreed", "the seats agreed on a draw");

/// Declares the ends of a game, each as `NAME = "7.1" "axiom.caught" "text";`, and `ALL` of them. Where several apply the
/// first counts.
#[macro_export]
macro_rules! ends {
    ($($name:ident = $clause:literal $key:literal $text:literal;)*) => {
        $(pub(super) static $name: $crate::End = $crate::End::new($clause, $key, $text);)*
        pub(super) const ALL: &[&$crate::End] = &[$(&$name),*];
    };
}
