use crate::Entry;

/// The games that a host knows: a value handed to it, so that a test can hand its own.
#[derive(Clone, Copy, Debug)]
pub struct GameList(&'static [Entry]);

impl GameList {
    /// The order is the one in which people meet the games; no two entries have the same key.
    pub const fn new(entries: &'static [Entry]) -> Self {
        GameList(entries)
    }

    /// The game with this key.
    pub fn get(self, key: &str) -> Option<&'static Entry> {
        self.iter().find(|entry| entry.info().key == key)
    }

    pub fn iter(self) -> std::slice::Iter<'static, Entry> {
        self.0.iter()
    }

    pub const fn as_slice(self) -> &'static [Entry] {
        self.0
    }
}

impl IntoIterator for GameList {
    type Item = &'static Entry;
    type IntoIter = std::slice::Iter<'static, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
