//! What the terminal can show: how many colours, and which characters.

use ::engine::Palette;
use clap::ValueEnum;

/// How many colours to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// What the terminal says of itself
    Auto,
    /// 256 colours
    #[value(alias = "always")]
    Full,
    /// The sixteen of old terminals
    #[value(name = "16")]
    Sixteen,
    /// None at all
    #[value(alias = "never")]
    None,
}

fn var(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

impl Colours {
    /// The palette that was asked for; what was left open, as the environment has it.
    pub(crate) fn palette(self) -> Palette {
        let term = var("TERM");
        match self {
            Colours::Full => Palette::Full,
            Colours::Sixteen => Palette::Sixteen,
            Colours::None => Palette::None,
            Colours::Auto if !var("NO_COLOR").is_empty() || term == "dumb" => Palette::None,
            Colours::Auto if term.contains("256") || !var("COLORTERM").is_empty() => Palette::Full,
            Colours::Auto => Palette::Sixteen,
        }
    }
}

/// Whether the environment allows the characters of ASCII alone.
pub(crate) fn only_ascii() -> bool {
    // POSIX: the first of these that is set counts; none of them set is the plain C locale.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(var).into_iter().find(|value| !value.is_empty());
    let utf8 = locale.is_some_and(|value| value.to_ascii_lowercase().replace('-', "").contains("utf8"));
    var("TERM") == "dumb" || (cfg!(unix) && !utf8)
}
