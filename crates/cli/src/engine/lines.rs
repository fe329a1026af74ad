use std::io::{self, BufRead, Read};

/// The longest line that is read: a game of a hundred thousand actions fits.
const LONGEST: u64 = 4 << 20;

/// Lines of an input that may be anything.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
}

pub(super) enum Input<'a> {
    /// A line without its end.
    Line(&'a str),
    /// Why a line could not be read; it has been skipped.
    Fault(&'static str),
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines { input, buffer: Vec::new() }
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Input<'_>>> {
        self.buffer.clear();
        (&mut self.input).take(LONGEST).read_until(b'\n', &mut self.buffer)?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.len() as u64 == LONGEST && !self.buffer.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Input::Fault("a line has at most 4 MiB")));
        }
        Ok(Some(match std::str::from_utf8(&self.buffer) {
            Ok(line) => Input::Line(line.trim_end_matches(['\n', '\r'])),
            Err(_) => Input::Fault("a line is UTF-8"),
        }))
    }
}
