use std::fmt;

use super::{Line, Lud, Step, Tag, plies_after};

/// Lines of steps are broken before this column where they can be.
const WIDTH: usize = 100;

/// The text of a record file with these games.
pub fn write(games: &[Lud]) -> String {
    games.iter().map(Lud::to_string).collect::<Vec<_>>().join("\n")
}

/// Tags first, one per line; then the steps, each action with the number of its ply, each event on a line of its own.
impl fmt::Display for Lud {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            writeln!(f, "{tag}")?;
        }
        f.write_str("\n")?;
        let mut words = Words::default();
        words.line(&self.line, 0);
        f.write_str(&words.finish())
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        write!(f, "[{} \"{value}\"]", self.name)
    }
}

/// Words joined by spaces or, where a line is full, by line breaks.
#[derive(Default)]
struct Words {
    text: String,
    column: usize,
    gap: Gap,
}

/// What stands before the next word.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Gap {
    #[default]
    Nothing,
    Space,
    Break,
}

impl Words {
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        match self.gap {
            Gap::Nothing => {}
            Gap::Space if self.column + 1 + length <= WIDTH => {
                self.text.push(' ');
                self.column += 1;
            }
            Gap::Space | Gap::Break => {
                self.text.push('\n');
                self.column = 0;
            }
        }
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, tail)) => tail.chars().count(),
            None => self.column + length,
        };
        self.gap = Gap::Space;
    }

    fn line(&mut self, line: &Line, mut ply: usize) {
        self.comments(&line.comments);
        for step in &line.steps {
            self.step(step, ply);
            // A takeback to a ply that is not there leaves the numbers as they are; no reader accepts it.
            ply = plies_after(ply, &step.text).unwrap_or(ply);
        }
    }

    fn step(&mut self, step: &Step, ply: usize) {
        if step.is_action() {
            self.push(&format!("{}. {}", ply + 1, step.text));
        } else {
            if self.gap == Gap::Space {
                self.gap = Gap::Break;
            }
            self.push(&step.text);
        }
        self.comments(&step.comments);
        for variation in &step.variations {
            self.push("(");
            self.gap = Gap::Nothing;
            self.line(variation, ply);
            self.text.push(')');
            self.column += 1;
            self.gap = Gap::Space;
        }
        if !step.is_action() {
            self.gap = Gap::Break;
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.push(&format!("{{{}}}", comment.replace('\\', "\\\\").replace('}', "\\}")));
        }
    }

    fn finish(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}
