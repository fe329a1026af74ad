//! Columns as an Arrow IPC file: one batch, without compression and dictionaries.
//!
//! The format is <https://arrow.apache.org/docs/format/Columnar.html>. The arrow crates could do this and much more, and
//! were a sixth of the whole build.

use std::io::{self, Write};

use polars_arrow_format::ipc::{
    Block, Buffer, Field, FieldNode, FloatingPoint, Footer, Int, KeyValue, Message, MessageHeader,
    MetadataVersion, Precision, RecordBatch, Schema, Type, Utf8,
    planus::{Builder, WriteAsOffset},
};

const MAGIC: &[u8; 6] = b"ARROW1";
/// Everything begins at a multiple of this.
const ALIGNMENT: usize = 8;
/// Before each message, and alone after the last.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// What stands in a column.
pub(super) trait Cell {
    /// The bytes of each cell; 0 if they differ.
    const WIDTH: usize;
    fn kind() -> Type;
    fn put(&self, data: &mut Vec<u8>);
}

macro_rules! number {
    ($number:ty, $kind:expr) => {
        impl Cell for $number {
            const WIDTH: usize = size_of::<$number>();
            fn kind() -> Type {
                $kind
            }
            fn put(&self, data: &mut Vec<u8>) {
                data.extend(self.to_le_bytes());
            }
        }
    };
}

number!(u8, Type::Int(Int { bit_width: 8, is_signed: false }.into()));
number!(u32, Type::Int(Int { bit_width: 32, is_signed: false }.into()));
number!(f32, Type::FloatingPoint(FloatingPoint { precision: Precision::Single }.into()));

impl Cell for String {
    const WIDTH: usize = 0;
    fn kind() -> Type {
        Type::Utf8(Utf8 {}.into())
    }
    fn put(&self, data: &mut Vec<u8>) {
        data.extend(self.as_bytes());
    }
}

/// A named column as it lies in the file.
pub(super) struct Column {
    field: Field,
    node: FieldNode,
    /// Which cells are there, where texts end, and the cells.
    buffers: Vec<Vec<u8>>,
}

impl Column {
    /// A column without holes.
    pub(super) fn full<C: Cell>(name: &str, cells: &[C]) -> Self {
        Column::new(name, false, cells.iter().map(Some))
    }

    /// A column in which there may be nothing at a place.
    pub(super) fn sparse<C: Cell>(name: &str, cells: &[Option<C>]) -> Self {
        Column::new(name, true, cells.iter().map(Option::as_ref))
    }

    fn new<'c, C: Cell + 'c>(name: &str, nullable: bool, cells: impl Iterator<Item = Option<&'c C>>) -> Self {
        let (mut present, mut ends, mut data) = (Vec::new(), vec![0; 4], Vec::new());
        let mut node = FieldNode { length: 0, null_count: 0 };
        for (row, cell) in cells.enumerate() {
            if row % 8 == 0 {
                present.push(0);
            }
            match cell {
                Some(cell) => {
                    present[row / 8] |= 1 << (row % 8);
                    cell.put(&mut data);
                }
                None => {
                    node.null_count += 1;
                    data.resize(data.len() + C::WIDTH, 0);
                }
            }
            node.length += 1;
            ends.extend((data.len() as i32).to_le_bytes());
        }
        let field = Field {
            name: Some(name.to_owned()),
            nullable,
            type_: Some(C::kind()),
            children: Some(Vec::new()),
            ..Field::default()
        };
        let buffers = if C::WIDTH == 0 { vec![present, ends, data] } else { vec![present, data] };
        Column { field, node, buffers }
    }
}

/// Writes a file of these columns, all of one length, with facts about the whole.
pub(super) fn write(out: &mut impl Write, columns: Vec<Column>, facts: &[(&str, String)]) -> io::Result<()> {
    let facts = facts
        .iter()
        .map(|(key, value)| KeyValue { key: Some((*key).to_owned()), value: Some(value.clone()) })
        .collect();
    let (mut fields, mut nodes, mut places, mut body) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for column in columns {
        for buffer in column.buffers {
            places.push(Buffer { offset: body.len() as i64, length: buffer.len() as i64 });
            body.extend(buffer);
            body.resize(body.len().next_multiple_of(ALIGNMENT), 0);
        }
        fields.push(column.field);
        nodes.push(column.node);
    }
    let length = nodes.first().map_or(0, |node| node.length);
    let batch = RecordBatch { length, nodes: Some(nodes), buffers: Some(places), ..RecordBatch::default() };
    let schema = Schema { fields: Some(fields), custom_metadata: Some(facts), ..Schema::default() };

    let version = MetadataVersion::V5;
    let message = |header, body: &[u8]| {
        let body_length = body.len() as i64;
        frame(&Message { version, header: Some(header), body_length, custom_metadata: None })
    };
    let mut start = MAGIC.to_vec();
    start.resize(ALIGNMENT, 0);
    start.extend(message(MessageHeader::Schema(schema.clone().into()), &[]));
    let head = message(MessageHeader::RecordBatch(batch.into()), &body);
    let block = Block {
        offset: start.len() as i64,
        meta_data_length: head.len() as i32,
        body_length: body.len() as i64,
    };
    let footer = Footer {
        version,
        schema: Some(schema.into()),
        dictionaries: Some(Vec::new()),
        record_batches: Some(vec![block]),
        custom_metadata: None,
    };
    let mut builder = Builder::new();
    let footer = builder.finish(&footer, None);
    for part in [&start, &head, &body, &CONTINUATION[..], &[0; 4], footer] {
        out.write_all(part)?;
    }
    out.write_all(&(footer.len() as i32).to_le_bytes())?;
    out.write_all(MAGIC)
}

/// A message as it stands in the file: how long it is, and up to the next aligned place.
fn frame(message: &impl WriteAsOffset<Message>) -> Vec<u8> {
    let mut builder = Builder::new();
    let text = builder.finish(message, None);
    let length = text.len().next_multiple_of(ALIGNMENT);
    let mut framed = CONTINUATION.to_vec();
    framed.extend((length as i32).to_le_bytes());
    framed.extend(text);
    framed.resize(8 + length, 0);
    framed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sample is what pyarrow reads (crates/python/tests/test_selfplay.py), so what is equal to it is Arrow.
    #[test]
    fn a_file_is_as_the_sample() {
        let texts = |texts: [&str; 9]| texts.map(str::to_owned);
        let columns = vec![
            Column::full("small", &[0_u8, 1, 2, 3, 4, 5, 6, 7, 255]),
            Column::full("large", &[0_u32, 1, 2, 3, 4, 5, 6, 7, u32::MAX]),
            Column::full("real", &[0.0_f32, 0.5, 1.0, -1.0, 1e9, 0.0, 0.0, 0.0, 0.25]),
            Column::full("text", &texts(["", "a", "bc", "Ä", "", "", "", "", "end"])),
            Column::sparse("perhaps", &[Some(1.5_f32), None, None, None, None, None, None, None, Some(2.5)]),
            Column::sparse(
                "words",
                &texts(["", "x", "", "", "", "", "", "", "yz"]).map(|t| Some(t).filter(|t| !t.is_empty())),
            ),
        ];
        let mut file = Vec::new();
        write(&mut file, columns, &[("about", "a sample".to_owned())]).unwrap();
        assert!(file == include_bytes!("sample.arrow"), "{file:?}");
    }
}
