//! The sheet and its printed dots (1.1, 8).

use std::{fmt, str::FromStr};

use engine::Refusal;

use super::{
    board::{Cell, Cells},
    lines, reasons,
};

/// Where the dots are. No four of them make a line (8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet(pub(super) Cells);

/// The six sheets of 8.1, rows from 9 to 1.
const SHEETS: [&[u8; 89]; 6] = [
    b"........./........./..o.o.o../........./..o.o.o../........./..o.o.o../........./.........",
    b"...o...../.o.....o./....o..../........o/..o...o../o......../....o..../.o.....o./.....o...",
    b"o...o...o/........./..o...o../........./o...o...o/........./..o...o../........./o...o...o",
    b"o.......o/...o...../.....o.../..o....o./........./.o....o../...o...../.....o.../o.......o",
    b"..o....o./o....o.../...o....o/.o....o../....o..../..o....o./o....o.../...o....o/.o....o..",
    b".......o./o....o.../........./.o......./........./.......o./........./...o....o/.o.......",
];

const NUMBERED: [Sheet; 6] = {
    let mut sheets = [Sheet(Cells(0)); 6];
    let mut number = 0;
    while number < 6 {
        let mut place = 0;
        while place < 89 {
            if SHEETS[number][place] == b'o' {
                let cell = Cell::new(place as u32 % 10, 8 - place as u32 / 10);
                sheets[number].0 = sheets[number].0.with(cell);
            }
            place += 1;
        }
        number += 1;
    }
    sheets
};

impl Default for Sheet {
    fn default() -> Self {
        NUMBERED[0]
    }
}

impl FromStr for Sheet {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if let [digit @ b'1'..=b'6'] = text.as_bytes() {
            return Ok(NUMBERED[usize::from(digit - b'1')]);
        }
        let mut dots = Cells::default();
        read_rows(text, 9, |mark, column, row| {
            if mark == 'o' {
                dots = dots.with(Cell::new(column, row));
            }
            mark == 'o'
        })
        .map_err(|fault| match fault {
            RowFault::Count => reasons::SHEET.with([("text", text.to_owned())]),
            RowFault::Mark(mark) => reasons::SHEET_MARK.with([("mark", mark.to_string())]),
            RowFault::Digits(row) => reasons::SHEET_DIGITS.with([("row", row.to_string())]),
            RowFault::Width(row) => reasons::SHEET_WIDTH.with([("row", row.to_string())]),
        })?;
        match lines::all(dots).next() {
            Some(line) => Err(reasons::SHEET_LINE.with([("cell", line.cell(0).to_string())])),
            None => Ok(Sheet(dots)),
        }
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NUMBERED.iter().position(|sheet| sheet == self) {
            Some(index) => write!(f, "{}", index + 1),
            None => f.write_str(&write_rows(9, |column, row| {
                self.0.contains(Cell::new(column, row)).then_some('o')
            })),
        }
    }
}

/// What is wrong with rows of marks; rows count from the bottom, from 1.
pub(super) enum RowFault {
    Count,
    Mark(char),
    Digits(u32),
    Width(u32),
}

/// Reads `size` rows from the top joined by `/`, single digits for runs of nothing; `mark` says whether it knows
/// the mark at a column and row.
pub(super) fn read_rows(
    text: &str,
    size: u32,
    mut mark: impl FnMut(char, u32, u32) -> bool,
) -> Result<(), RowFault> {
    if text.split('/').count() != size as usize {
        return Err(RowFault::Count);
    }
    for (row, line) in (0..size).rev().zip(text.split('/')) {
        let mut column = 0;
        let mut after_digit = false;
        for c in line.chars() {
            let run = c.to_digit(10).filter(|&run| run > 0);
            if run.is_some() && after_digit {
                return Err(RowFault::Digits(row + 1));
            }
            if column + run.unwrap_or(1) > size {
                return Err(RowFault::Width(row + 1));
            }
            if run.is_none() && !mark(c, column, row) {
                return Err(RowFault::Mark(c));
            }
            column += run.unwrap_or(1);
            after_digit = run.is_some();
        }
        if column != size {
            return Err(RowFault::Width(row + 1));
        }
    }
    Ok(())
}

/// Writes what [`read_rows`] reads.
pub(super) fn write_rows(size: u32, mark: impl Fn(u32, u32) -> Option<char>) -> String {
    let mut text = String::new();
    for row in (0..size).rev() {
        let mut run = 0;
        for column in 0..size {
            match mark(column, row) {
                None => run += 1,
                Some(c) => {
                    if run > 0 {
                        text.push_str(&run.to_string());
                    }
                    run = 0;
                    text.push(c);
                }
            }
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        if row > 0 {
            text.push('/');
        }
    }
    text
}
