use std::{fmt, str::FromStr};

use engine::{Refusal, mix};
use rand::Rng;

use super::{
    piece::{Face, Piece},
    reasons,
};

/// Which cube lies where at the start: the 76 faces in the order a1, b1, … i9, without corners and pillar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal([Face; Piece::CUBES]);

impl Deal {
    /// The whole deck in the order of the codes, 4 of each drawing and 36 plain cubes (Ascension 1.2).
    pub fn ordered() -> Self {
        let mut deck = Face::ALL.into_iter().flat_map(|face| std::iter::repeat_n(face, face.count()));
        Deal(std::array::from_fn(|_| deck.next().expect("the deck has 76 cubes")))
    }

    /// The ordered deck, shuffled: every deal equally likely.
    pub fn shuffled<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut deal = Deal::ordered();
        mix::shuffle(&mut deal.0, rng);
        deal
    }

    /// The faces in this order, if they are the deck.
    pub fn new(faces: [Face; Piece::CUBES]) -> Result<Self, Refusal> {
        for face in Face::ALL {
            let count = faces.iter().filter(|&&other| other == face).count();
            if count != face.count() {
                return Err(reasons::DEAL_DECK.with([
                    ("right", face.count().to_string()),
                    ("code", face.code().to_string()),
                    ("count", count.to_string()),
                ]));
            }
        }
        Ok(Deal(faces))
    }

    pub const fn faces(&self) -> &[Face; Piece::CUBES] {
        &self.0
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|face| write!(f, "{}", face.code()))
    }
}

impl FromStr for Deal {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if text.contains('?') {
            return Err(reasons::DEAL_HIDDEN.refuse());
        }
        let faces: Vec<Face> = text
            .chars()
            .map(|code| {
                Face::from_code(code).ok_or_else(|| reasons::DEAL_CODE.with([("code", code.to_string())]))
            })
            .collect::<Result<_, _>>()?;
        let count = faces.len();
        let faces =
            faces.try_into().map_err(|_| reasons::DEAL_LENGTH.with([("count", count.to_string())]))?;
        Deal::new(faces)
    }
}
