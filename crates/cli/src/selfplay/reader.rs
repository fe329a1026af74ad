//! Reads back the games of `ludarium selfplay`: files as `arrow.rs` writes them, and no others.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use polars_arrow_format::ipc::{FooterRef, MessageHeaderRef, MessageRef, TypeRef, planus::ReadAsRoot};

/// A game and what its players thought.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) number: u32,
    pub(crate) setup: String,
    pub(crate) actions: Vec<Action>,
}

#[derive(Debug)]
pub(crate) struct Action {
    pub(crate) token: String,
    /// What the seat expected of the win; `None` for a random action.
    pub(crate) share: Option<f32>,
    /// What it got.
    pub(crate) result: f32,
}

/// The games of a file.
pub(crate) fn read(file: &[u8]) -> Result<Vec<Played>> {
    let columns = Columns::read(file).context("not a file of games")?;
    let mut games: Vec<Played> = Vec::new();
    for row in 0..columns.rows {
        let number = u32::from_le_bytes(columns.number("game", row)?);
        if games.last().is_none_or(|game| game.number != number) {
            let setup = columns.text("setup", row)?;
            games.push(Played { number, setup, actions: Vec::new() });
        }
        let share = columns.is_there("share", row)?.then(|| columns.number("share", row)).transpose()?;
        let action = Action {
            token: columns.text("token", row)?,
            share: share.map(f32::from_le_bytes),
            result: f32::from_le_bytes(columns.number("result", row)?),
        };
        games.last_mut().expect("a row begins a game or goes on with one").actions.push(action);
    }
    Ok(games)
}

/// The buffers of each column: which cells are there, where texts end, and the cells.
struct Columns<'f> {
    rows: usize,
    buffers: HashMap<String, Vec<&'f [u8]>>,
}

impl<'f> Columns<'f> {
    fn read(file: &'f [u8]) -> Result<Self> {
        let tail = file.len().checked_sub(10).context("too short")?;
        let length = i32::from_le_bytes(cells(file, tail, 0)?) as usize;
        let footer = file.get(tail.checked_sub(length).context("too short")?..tail).context("too short")?;
        let footer = FooterRef::read_as_root(footer)?;
        let blocks = footer.record_batches()?.context("no batch")?;
        ensure!(blocks.len() == 1, "one batch is expected");
        let block = blocks.get(0).context("no batch")?;
        let (start, head) = (block.offset() as usize, block.meta_data_length() as usize);
        let message = MessageRef::read_as_root(file.get(start + 8..start + head).context("too short")?)?;
        let Some(MessageHeaderRef::RecordBatch(batch)) = message.header()? else {
            anyhow::bail!("no batch");
        };
        let body = file.get(start + head..).context("too short")?;
        let mut places = batch.buffers()?.context("no buffers")?.iter();
        let mut buffers = HashMap::new();
        for field in footer.schema()?.context("no schema")?.fields()?.context("no columns")? {
            let field = field?;
            let count = if matches!(field.type_()?, Some(TypeRef::Utf8(_))) { 3 } else { 2 };
            let of_column: Result<Vec<&[u8]>> = (&mut places)
                .take(count)
                .map(|place| {
                    let (offset, length) = (place.offset() as usize, place.length() as usize);
                    body.get(offset..offset + length).context("too short")
                })
                .collect();
            buffers.insert(field.name()?.context("a column without name")?.to_owned(), of_column?);
        }
        Ok(Columns { rows: usize::try_from(batch.length()?)?, buffers })
    }

    fn buffer(&self, column: &str, number: usize) -> Result<&'f [u8]> {
        let buffers = self.buffers.get(column).with_context(|| format!("no column `{column}`"))?;
        buffers.get(number).copied().context("too few buffers")
    }

    fn is_there(&self, column: &str, row: usize) -> Result<bool> {
        let present = self.buffer(column, 0)?.get(row / 8).context("too few rows")?;
        Ok(present >> (row % 8) & 1 != 0)
    }

    /// The bytes of a number.
    fn number<const WIDTH: usize>(&self, column: &str, row: usize) -> Result<[u8; WIDTH]> {
        cells(self.buffer(column, 1)?, 0, row)
    }

    fn text(&self, column: &str, row: usize) -> Result<String> {
        let end = |row| -> Result<usize> {
            Ok(i32::from_le_bytes(cells(self.buffer(column, 1)?, 0, row)?) as usize)
        };
        let text = self.buffer(column, 2)?.get(end(row)?..end(row + 1)?).context("too few texts")?;
        Ok(std::str::from_utf8(text)?.to_owned())
    }
}

/// Cell `number` of those that begin at `start`.
fn cells<const WIDTH: usize>(bytes: &[u8], start: usize, number: usize) -> Result<[u8; WIDTH]> {
    let at = start + number * WIDTH;
    Ok(bytes.get(at..at + WIDTH).context("too few cells")?.try_into().expect("the slice is as wide"))
}
