//! What each viewer knows (Ascension 7), and what it could not tell apart.

use engine::{Viewer, mix};
use rand::Rng;

use super::{
    Ascension,
    options::{self, Setup},
    piece::{Face, Piece},
};

impl Ascension {
    /// The face of a cube, if the viewer may know it.
    pub(super) fn seen(&self, cube: Piece, viewer: Viewer) -> Option<Face> {
        let known = self.board.known(cube);
        let may = match viewer {
            Viewer::All => true,
            Viewer::Spectator => known.is_public(),
            Viewer::Seat(seat) => known.to(seat),
        };
        may.then(|| self.board.face(cube))
    }

    /// The code of a cube's face, or `?`.
    pub(super) fn seen_code(&self, cube: Piece, viewer: Viewer) -> char {
        self.seen(cube, viewer).map_or('?', Face::code)
    }

    /// The set-up with `?` for whatever the viewer may not know (Ascension 1.6). A cube keeps its number from
    /// the deal on, so deal and position hide the same codes.
    pub(super) fn redacted(&self, setup: &Setup, viewer: Viewer) -> String {
        let code = |cube| self.seen_code(cube, viewer);
        let deal: String = (0..Piece::CUBES).map(Piece::new).map(code).collect();
        let from = setup.from.as_ref().map(|position| position.text(code));
        options::write(setup.rules, Some(&deal), from.as_deref())
    }

    /// Shuffles the faces that the viewer does not know among the cubes that may bear them. Nothing of the
    /// past speaks against any such order, since every cube may be laid hidden.
    pub(super) fn redealt(&mut self, viewer: Viewer, rng: &mut dyn Rng) {
        let unknown: Vec<Piece> =
            (0..Piece::CUBES).map(Piece::new).filter(|&cube| self.seen(cube, viewer).is_none()).collect();
        let mut faces: Vec<Face> = unknown.iter().map(|&cube| self.board.face(cube)).collect();
        faces.sort_unstable();
        mix::shuffle(&mut faces, rng);
        for (cube, face) in unknown.into_iter().zip(faces) {
            self.board.set_face(cube, face);
        }
    }
}
