use std::borrow::Cow;

use engine::Seat;
use serde::{Deserialize, Serialize};

use super::{Axiom, cell::Direction, cube::Kind};

/// All there is to see: Axiom hides nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AxiomBoard"))]
pub struct View {
    pub cubes: Vec<CubeView>,
    pub sceptres: Vec<SceptreView>,
    /// Each seat's cubes that are gone.
    pub taken: [Taken; 2],
    /// The recessed, open faces where no sceptre may stop as the board stands (2.2).
    pub no_stop: Vec<NoStop>,
    /// The booklet that is played by: what a dome is called and how a cube joins the others (4.4).
    #[cfg_attr(feature = "ts", ts(type = "'1988' | '2008'"))]
    pub edition: Cow<'static, str>,
    /// What bringing one's sceptres together on a cube does (7.2).
    #[cfg_attr(feature = "ts", ts(type = "'free' | 'loses'"))]
    pub own_double: Cow<'static, str>,
    /// How many actions in a row took nothing, and how many of them are a draw (7.5).
    pub quiet: u32,
    pub quiet_limit: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AxiomCube"))]
pub struct CubeView {
    pub cell: String,
    pub x: i32,
    pub y: i32,
    pub z: i32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    #[cfg_attr(feature = "ts", ts(type = "Array<'x+' | 'x-' | 'y+' | 'y-' | 'z+' | 'z-'>"))]
    pub domes: Vec<Cow<'static, str>>,
    /// No sceptre on it, no cube on top (4.1).
    pub free: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AxiomSceptre"))]
pub struct SceptreView {
    pub face: String,
    pub cell: String,
    #[cfg_attr(feature = "ts", ts(type = "'x+' | 'x-' | 'y+' | 'y-' | 'z+' | 'z-'"))]
    pub dir: Cow<'static, str>,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AxiomTaken"))]
pub struct Taken {
    pub single: usize,
    pub double: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AxiomNoStop"))]
pub struct NoStop {
    pub face: String,
    /// `2.2a`, `2.2b` or `2.2c`.
    pub why: Cow<'static, str>,
}

impl View {
    pub(super) fn of(position: &Axiom) -> Self {
        let formation = position.formation();
        let seats = || Seat::all(2);
        let cubes =
            seats().flat_map(|seat| formation.ids_of(seat).map(move |id| (seat, id))).map(|(seat, id)| {
                let cell = formation.cell(id);
                CubeView {
                    cell: cell.to_string(),
                    x: cell.x(),
                    y: cell.y(),
                    z: cell.z(),
                    seat,
                    domes: formation.domes(id).iter().map(|dome| dome.as_str().into()).collect(),
                    free: formation.is_free(id),
                }
            });
        let sceptres = seats().flat_map(|seat| {
            position.board.pieces().sceptres_of(seat).iter().map(move |face| SceptreView {
                face: face.to_string(),
                cell: face.cell().to_string(),
                dir: face.looks().as_str().into(),
                seat,
            })
        });
        let faces = formation.ids().flat_map(|id| Direction::ALL.map(|looks| formation.face(id, looks)));
        let no_stop = faces
            .filter(|&face| {
                formation.check_face(face).is_ok() && !position.board.pieces().sceptres.contains(&face)
            })
            .filter_map(|face| {
                let crowded = formation.crowded(face, usize::MAX)?;
                Some(NoStop { face: face.to_string(), why: crowded.clause().into() })
            });
        View {
            cubes: cubes.collect(),
            sceptres: sceptres.collect(),
            taken: [Seat::new(0), Seat::new(1)].map(|seat| position.taken(seat)),
            no_stop: no_stop.collect(),
            edition: position.edition.as_str().into(),
            own_double: position.own_double.as_str().into(),
            quiet: position.quiet,
            quiet_limit: position.quiet_limit,
        }
    }
}

impl Axiom {
    /// The cubes that a seat has lost.
    pub(super) fn taken(&self, seat: Seat) -> Taken {
        let left = |kind| self.board.pieces().cubes_of(seat).filter(|cube| cube.domes.kind() == kind).count();
        Taken { single: Kind::EACH - left(Kind::Single), double: Kind::EACH - left(Kind::Double) }
    }
}
