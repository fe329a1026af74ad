//! The four games for Python. The module is `ludarium._native`; people import `ludarium`.

mod explore;
mod game;
mod list;
mod thought;
mod vec_game;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        explore::explore,
        game::{Game, IllegalAction},
        list::{GameInfo, OptionInfo, games},
        thought::Thought,
        vec_game::VecGame,
    };
}
