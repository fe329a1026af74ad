//! Starts (3): Black's half of a formation, and the symmetry that makes the other half of it.

use std::{fmt, str::FromStr};

use engine::Refusal;

use super::{
    cell::{Cell, Direction, Face, number},
    cube::{Cube, Kind},
    formation::Formation,
    pieces::Pieces,
    reasons,
};

/// The formation a game starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    name: Option<&'static str>,
    half: Half,
}

/// Every named start in the words of 3.2.
const NAMED: [(&str, &str); 5] = [
    ("main", "turn:0,1/-1,0,2:x+*z+/0,0,2:z-/1,0,2:x+*z+/-1,0,1:x-z+/0,0,1:x-y-/1,0,1:x-z+"),
    ("tower", "turn:1,1/0,0,3:x+*z+/1,0,3:y+*z+/0,0,2:z+/1,0,2:x-z+/0,0,1:x+z+/1,0,1:y+z+"),
    ("wall", "turn:5,0/0,0,2:x+*z+/1,0,2:x+/2,0,2:y+*z+/0,0,1:x+z+/1,0,1:x+z+/2,0,1:y+z+"),
    ("steps", "turn:2,1/0,0,3:x+*z+/0,0,2:z+/1,0,2:x-*z+/0,0,1:x+z+/1,0,1:x+z+/2,0,1:x+y+"),
    ("square", "turn:3,3/0,0,1:x+*z+/1,0,1:x+/2,0,1:x+/3,0,1:x+y+*z+/0,1,1:x+y-/0,2,1:x+y-"),
];

/// Black's cubes with their sceptres, as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Half {
    symmetry: Symmetry,
    cubes: Vec<Manned>,
}

/// How White's half comes from Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    Turn { a: i32, b: i32 },
    MirrorX { a: i32 },
    MirrorY { b: i32 },
}

/// A cube and the faces on which sceptres stand: `-1,0,2:x+*z+`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Manned {
    cube: Cube,
    sceptres: Vec<Direction>,
}

impl Start {
    pub(super) const NAMES: &[&str] = &["main", "tower", "wall", "steps", "square"];

    /// Both halves.
    pub(super) fn pieces(&self) -> Pieces {
        self.half.pieces().expect("a start was checked when it was read")
    }
}

impl Default for Start {
    fn default() -> Self {
        "main".parse().expect("the main start is well formed")
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => self.half.fmt(f),
        }
    }
}

impl FromStr for Start {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let named = NAMED.iter().find(|(name, _)| *name == text);
        let half = named.map_or(text, |(_, half)| half);
        let half: Half = half.parse()?;
        half.check()?;
        Ok(Start { name: named.map(|(name, _)| *name), half })
    }
}

impl Half {
    fn pieces(&self) -> Result<Pieces, Refusal> {
        let other: Vec<Manned> = self.cubes.iter().map(|manned| self.symmetry.image(manned)).collect();
        Pieces::new([&self.cubes, &other].map(|side| {
            let faces = |manned: &Manned| {
                let cell = manned.cube.cell;
                manned.sceptres.clone().into_iter().map(move |d| Face::new(cell, d))
            };
            (side.iter().map(|manned| manned.cube).collect(), side.iter().flat_map(faces).collect())
        }))
    }

    /// Refuses what 3.2 does not allow.
    fn check(&self) -> Result<(), Refusal> {
        let count = |kind| self.cubes.iter().filter(|manned| manned.cube.domes.kind() == kind).count();
        let (singles, doubles) = (count(Kind::Single), count(Kind::Double));
        if (singles, doubles) != (Kind::EACH, Kind::EACH) {
            return Err(reasons::START_KINDS
                .with([("singles", singles.to_string()), ("doubles", doubles.to_string())]));
        }
        let pieces = self.pieces()?;
        pieces.check()?;
        if let Some(manned) = self.cubes.iter().find(|manned| manned.sceptres.len() > 1) {
            return Err(reasons::START_DOUBLE.with([("cell", manned.cube.cell.to_string())]));
        }
        match winning_road(&pieces) {
            Some((from, to)) => {
                Err(reasons::START_WON.with([("from", from.to_string()), ("to", to.to_string())]))
            }
            None => Ok(()),
        }
    }
}

/// An action of seat 1 that wins at once (7.1).
fn winning_road(pieces: &Pieces) -> Option<(Face, Face)> {
    let formation = Formation::of(pieces);
    let enemies = &formation.carriers[2..];
    (0..2).find_map(|number| {
        let (cube, looks) = formation.reach(number).find(|(cube, _)| enemies.contains(cube))?;
        Some((pieces.sceptres[number], formation.face(cube, looks)))
    })
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.symmetry {
            Symmetry::Turn { a, b } => write!(f, "turn:{a},{b}")?,
            Symmetry::MirrorX { a } => write!(f, "mirror:x,{a}")?,
            Symmetry::MirrorY { b } => write!(f, "mirror:y,{b}")?,
        }
        self.cubes.iter().try_for_each(|manned| write!(f, "/{manned}"))
    }
}

impl FromStr for Half {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refused = || reasons::START.with([("text", text.to_owned())]);
        let mut parts = text.split('/');
        let symmetry = parts.next().and_then(Symmetry::read).ok_or_else(refused)?;
        let cubes = parts.map(str::parse).collect::<Result<Vec<Manned>, Refusal>>()?;
        let long = |n: i32| n.abs() > 9999;
        if let Some(far) =
            cubes.iter().find(|manned| long(manned.cube.cell.x()) || long(manned.cube.cell.y()))
        {
            return Err(reasons::START_FAR.with([("cell", far.cube.cell.to_string())]));
        }
        Ok(Half { symmetry, cubes })
    }
}

impl Symmetry {
    fn read(text: &str) -> Option<Self> {
        let (word, numbers) = text.split_once(':')?;
        let (first, second) = numbers.split_once(',')?;
        let short = |text| number(text).filter(|n| n.abs() <= 9999);
        match (word, first) {
            ("turn", _) => Some(Symmetry::Turn { a: short(first)?, b: short(second)? }),
            ("mirror", "x") => Some(Symmetry::MirrorX { a: short(second)? }),
            ("mirror", "y") => Some(Symmetry::MirrorY { b: short(second)? }),
            _ => None,
        }
    }

    fn image(self, manned: &Manned) -> Manned {
        let cell = manned.cube.cell;
        let (x, y, z) = (cell.x(), cell.y(), cell.z());
        let cell = match self {
            Symmetry::Turn { a, b } => Cell::new(a - x, b - y, z),
            Symmetry::MirrorX { a } => Cell::new(a - x, y, z),
            Symmetry::MirrorY { b } => Cell::new(x, b - y, z),
        };
        let turned = |d: Direction| match (self, d) {
            (_, Direction::ZPlus | Direction::ZMinus)
            | (Symmetry::MirrorX { .. }, Direction::YPlus | Direction::YMinus)
            | (Symmetry::MirrorY { .. }, Direction::XPlus | Direction::XMinus) => d,
            _ => d.opposite(),
        };
        Manned {
            cube: Cube { cell, domes: manned.cube.domes.map(turned) },
            sceptres: manned.sceptres.iter().copied().map(turned).collect(),
        }
    }
}

impl fmt::Display for Manned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cube.fmt(f)?;
        self.sceptres.iter().try_for_each(|d| write!(f, "*{}", d.as_str()))
    }
}

impl FromStr for Manned {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refused = || reasons::CUBE.with([("text", text.to_owned())]);
        let mut parts = text.split('*');
        let cube = parts.next().ok_or_else(refused)?.parse()?;
        let sceptres = parts
            .map(|face| match Direction::strip(face) {
                Some((d, "")) => Ok(d),
                _ => Err(refused()),
            })
            .collect::<Result<_, _>>()?;
        Ok(Manned { cube, sceptres })
    }
}
