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

/// The sheets of 8.1: their names, and their rows as 8.2 writes them.
pub(super) const NAMES: &[&str] = &["1", "2", "3", "4", "5", "6", "I"];
/// As a menu puts them forward: first the one of which the booklet's advice is true.
pub(super) const OFFERED: &[&str] = &["I", "1", "2", "3", "4", "5", "6"];
pub(super) const TEXTS: &[&str] = &[
    "9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9",
    "3o5/1o5o1/4o4/8o/2o3o2/o8/4o4/1o5o1/5o3",
    "o3o3o/9/2o3o2/9/o3o3o/9/2o3o2/9/o3o3o",
    "o7o/3o5/5o3/2o4o1/9/1o4o2/3o5/5o3/o7o",
    "2o4o1/o4o3/3o4o/1o4o2/4o4/2o4o1/o4o3/3o4o/1o4o2",
    "7o1/o4o3/9/1o7/9/7o1/9/3o4o/1o7",
    "2o3o2/9/o7o/3o1o3/9/3o1o3/o7o/9/2o3o2",
];

const NAMED: [Sheet; TEXTS.len()] = {
    let mut sheets = [Sheet(Cells(0)); TEXTS.len()];
    let mut number = 0;
    while number < TEXTS.len() {
        let text = TEXTS[number].as_bytes();
        let (mut column, mut row, mut place) = (0, 8, 0);
        while place < text.len() {
            match text[place] {
                b'/' => (column, row) = (0, row - 1),
                b'o' => {
                    sheets[number].0 = sheets[number].0.with(Cell::new(column, row));
                    column += 1;
                }
                digit => column += (digit - b'0') as u32,
            }
            place += 1;
        }
        number += 1;
    }
    sheets
};

impl Default for Sheet {
    fn default() -> Self {
        NAMED[0]
    }
}

impl FromStr for Sheet {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if let Some(index) = NAMES.iter().position(|name| *name == text) {
            return Ok(NAMED[index]);
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
        match NAMED.iter().position(|sheet| sheet == self) {
            Some(index) => f.write_str(NAMES[index]),
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
