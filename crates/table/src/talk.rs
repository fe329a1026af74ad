//! What people say to each other, as it can be shown to others: one line, with nothing in it that nobody sees, that turns
//! the writing around it, or that is piled up over its neighbours.

/// How many marks may stand on one letter, of those that are no writing of their own.
const MARKS: usize = 3;

/// The text as it is shown; nothing is left of one that shows nothing.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars().filter(|&c| !is_unseen(c)) {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks <= MARKS {
            shown.push(if c.is_control() || c.is_whitespace() { ' ' } else { c });
        }
    }
    if shown.chars().all(|c| c == ' ' || is_joiner(c)) { String::new() } else { shown.trim().to_owned() }
}

/// Joins or parts the letters and pictures on both sides of it, and is nothing alone.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Has no shape of its own, or gives a direction to what follows; unlike [`is_joiner`] no writing needs it.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A mark of the blocks that are made of marks alone.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_stays_as_it_is() {
        for text in ["Good game!", "c'était très serré", "👩‍🚀 ❤️", "می‌خواهم", "नमस्ते", "e\u{301}", "1 < 2"]
        {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn what_nobody_sees_is_not_said() {
        for text in [
            "",
            " ",
            "\u{200b}\u{200b}",
            "\u{feff}",
            "\u{ad}",
            "\u{e0041}",
            "\u{3164}",
            "\u{200d}\u{fe0f}",
            "\u{2028}",
        ] {
            assert_eq!(shown(text), "", "{text:?}");
        }
        assert_eq!(shown("\u{202e}exe.png"), "exe.png");
        assert_eq!(shown("one\u{2028}two\nthree\u{7}"), "one two three");
        let piled = format!("a{}b", "\u{301}".repeat(400));
        assert_eq!(shown(&piled).chars().count(), 2 + MARKS);
    }
}
