//! The sheets of Abraxas (8).

use std::collections::HashSet;

use super::Cell;

/// 8.1: the sheets side by side, rows 9 to 1.
pub(crate) const NAMES: [&str; 7] = ["1", "2", "3", "4", "5", "6", "I"];
const SHEETS: [&str; 9] = [
    ".........   ...o.....   o...o...o   o.......o   ..o....o.   .......o.   ..o...o..",
    ".........   .o.....o.   .........   ...o.....   o....o...   o....o...   .........",
    "..o.o.o..   ....o....   ..o...o..   .....o...   ...o....o   .........   o.......o",
    ".........   ........o   .........   ..o....o.   .o....o..   .o.......   ...o.o...",
    "..o.o.o..   ..o...o..   o...o...o   .........   ....o....   .........   .........",
    ".........   o........   .........   .o....o..   ..o....o.   .......o.   ...o.o...",
    "..o.o.o..   ....o....   ..o...o..   ...o.....   o....o...   .........   o.......o",
    ".........   .o.....o.   .........   .....o...   ...o....o   ...o....o   .........",
    ".........   .....o...   o...o...o   o.......o   .o....o..   .o.......   ..o...o..",
];

/// 8.1 and 8.2
pub(super) fn dots(sheet: &str) -> HashSet<Cell> {
    let rows: Vec<String> = match NAMES.iter().position(|name| *name == sheet) {
        Some(number) => {
            SHEETS.iter().map(|row| row.split_whitespace().nth(number).expect("a sheet").to_owned()).collect()
        }
        None => sheet
            .split('/')
            .map(|row| {
                row.chars()
                    .map(|c| c.to_digit(10).map_or_else(|| c.to_string(), |n| ".".repeat(n as usize)))
                    .collect()
            })
            .collect(),
    };
    let mut dots = HashSet::new();
    for (row, line) in (1..=9).rev().zip(rows) {
        for (column, c) in (1..=9).zip(line.chars()) {
            if c == 'o' {
                dots.insert((column, row));
            }
        }
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::dots;

    #[test]
    fn sheets_have_the_dots_of_8_1() {
        let counts = ["1", "2", "3", "4", "5", "6"].map(|sheet| dots(sheet).len());
        assert_eq!(counts, [9, 12, 13, 12, 17, 8]);
        assert_eq!(dots("9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9"), dots("1"));
        for sheet in ["1", "2", "3", "4", "5", "6"] {
            let dots = dots(sheet);
            assert!(dots.iter().all(|&(x, y)| dots.contains(&(10 - y, x))), "sheet {sheet} turns");
        }
    }
}
