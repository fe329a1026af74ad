use rand::Rng;

use super::{Contest, below, contest, percent, perft, pick};
use crate::plain::abraxas::{Abraxas, NAMES};

/// A sheet with a few random dots, no four of them in a line.
fn custom_sheet(rng: &mut dyn Rng) -> String {
    let mut dots = [[false; 9]; 9];
    for _ in 0..below(rng, 30) {
        let (x, y) = (below(rng, 9), below(rng, 9));
        dots[y][x] = true;
        if four_in_line(&dots) {
            dots[y][x] = false;
        }
    }
    let row = |row: &[bool; 9]| {
        let mut text = String::new();
        let mut empty = 0;
        for &dot in row {
            if dot {
                if empty > 0 {
                    text += &empty.to_string();
                }
                text.push('o');
                empty = 0;
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    dots.iter().map(row).collect::<Vec<_>>().join("/")
}

fn four_in_line(dots: &[[bool; 9]; 9]) -> bool {
    let dot = |x: i32, y: i32| (0..9).contains(&x) && (0..9).contains(&y) && dots[y as usize][x as usize];
    (0..9).any(|x| {
        (0..9).any(|y| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(dx, dy)| (0..4).all(|n| dot(x + n * dx, y + n * dy)))
        })
    })
}

impl Contest for Abraxas {
    const KEY: &'static str = "abraxas";
    const LETTERS: &'static str = "abcdefgh12345678x!+>,-NESWi90";

    fn setup(rng: &mut dyn Rng) -> String {
        let mut parts = Vec::new();
        if percent(rng, 90) {
            let sheet =
                if percent(rng, 40) { custom_sheet(rng) } else { NAMES[below(rng, NAMES.len())].to_owned() };
            parts.push(format!("sheet={sheet}"));
        }
        parts.push(format!("push={}", pick(rng, &["ccw", "either"])));
        parts.push(format!("spacing={}", pick(rng, &["apart", "free"])));
        parts.push(format!("claims={}", pick(rng, &["automatic", "called"])));
        if percent(rng, 70) {
            parts.push(format!("target={}", pick(rng, &["13", "24", "24", "20", "3", "1"])));
        }
        if percent(rng, 70) {
            parts.push(format!("quiet_limit={}", pick(rng, &["200", "40", "20", "4", "1"])));
        }
        parts.push(format!("swap={}", pick(rng, &["off", "on"])));
        parts.join(";")
    }

    /// Stop stones are spent rarely, so that there are lines, extra turns and empty supplies to stop.
    fn choose(&self, legal: &[String], _past: &[String], rng: &mut dyn Rng) -> String {
        if legal.iter().any(|token| token == "swap") && percent(rng, 50) {
            return "swap".to_owned();
        }
        let stops = percent(rng, 6);
        let ends = percent(rng, 20);
        let wanted: Vec<&String> = legal
            .iter()
            .filter(|token| token.starts_with('!') == stops)
            .filter(|token| ends || !["end", "done"].contains(&token.as_str()))
            .collect();
        if wanted.is_empty() { pick(rng, legal).clone() } else { (*pick(rng, &wanted)).clone() }
    }
}

#[test]
fn abraxas_perft() {
    perft::<Abraxas>("", 3);
    perft::<Abraxas>("sheet=4;swap=on", 3);
    perft::<Abraxas>("sheet=5;push=either;claims=called", 3);
}

#[test]
fn abraxas_random_games() {
    contest::<Abraxas>(300, &["3.4", "6.1", "6.2", "0.8"]);
}
