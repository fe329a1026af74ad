//! The streams of an HTTP/2 connection, as far as its frames tell: which of them wait, and since when.
//!
//! A client may ask, grant no window for the answer, and keep the connection alive with pings for ever. Neither the
//! bytes of the connection nor the handler of the request shows it, only the frames do.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// What a client that speaks HTTP/2 says first.
pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// By when something of an answer is sent: handlers have a timeout of their own, which is shorter.
const ANSWER: Duration = Duration::from_secs(75);
/// How long an answer that has begun may wait for the client to take more of it.
const TAKE: Duration = Duration::from_secs(15);

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const END_STREAM: u8 = 1;

/// The streams that are not answered to their end.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    /// By when each must get on.
    open: HashMap<u32, Instant>,
    /// The newest that the client has opened.
    newest: u32,
    read: Frames,
    written: Frames,
}

impl Streams {
    /// The client said this.
    pub(crate) fn read(&mut self, bytes: &[u8], now: Instant) {
        let (open, newest) = (&mut self.open, &mut self.newest);
        self.read.feed(bytes, |frame| match frame.kind {
            HEADERS if frame.stream > *newest => {
                *newest = frame.stream;
                open.insert(frame.stream, now + ANSWER);
            }
            RESET => drop(open.remove(&frame.stream)),
            _ => {}
        });
    }

    /// The client was sent this.
    pub(crate) fn written(&mut self, bytes: &[u8], now: Instant) {
        let open = &mut self.open;
        self.written.feed(bytes, |frame| match frame.kind {
            HEADERS | DATA if frame.flags & END_STREAM == 0 => {
                if let Some(by) = open.get_mut(&frame.stream) {
                    *by = now + TAKE;
                }
            }
            HEADERS | DATA | RESET => drop(open.remove(&frame.stream)),
            _ => {}
        });
    }

    /// By when the connection must get on, if anybody waits.
    pub(crate) fn by(&self) -> Option<Instant> {
        self.open.values().min().copied()
    }
}

/// The beginning of a frame: nothing else of it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
}

/// Finds the frames in what comes in pieces.
#[derive(Debug, Default)]
struct Frames {
    head: [u8; 9],
    /// How much of the head is here, and how much of the frame after it is to come.
    filled: usize,
    left: usize,
}

impl Frames {
    fn feed(&mut self, mut bytes: &[u8], mut tell: impl FnMut(Frame)) {
        while !bytes.is_empty() {
            let passed = self.left.min(bytes.len());
            self.left -= passed;
            bytes = &bytes[passed..];
            let taken = (self.head.len() - self.filled).min(bytes.len());
            self.head[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled == self.head.len() {
                let [a, b, c, kind, flags, stream @ ..] = self.head;
                self.left = u32::from_be_bytes([0, a, b, c]) as usize;
                self.filled = 0;
                // The first bit is reserved.
                tell(Frame { kind, flags, stream: u32::from_be_bytes(stream) & (u32::MAX >> 1) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, stream: u8, payload: usize) -> Vec<u8> {
        let mut bytes = vec![0, (payload >> 8) as u8, payload as u8, kind, flags, 0x80, 0, 0, stream];
        bytes.resize(9 + payload, 0xff);
        bytes
    }

    #[test]
    fn frames_are_found_however_they_are_cut() {
        let all = [frame(4, 0, 0, 6), frame(HEADERS, 5, 1, 300), frame(DATA, 0, 3, 0), frame(6, 0, 0, 8)];
        let expected = [(4, 0, 0), (HEADERS, 5, 1), (DATA, 0, 3), (6, 0, 0)];
        let bytes = all.concat();
        for size in [1, 2, 7, 9, 10, 300, bytes.len()] {
            let (mut frames, mut found) = (Frames::default(), Vec::new());
            for piece in bytes.chunks(size) {
                frames.feed(piece, |frame| found.push((frame.kind, frame.flags, frame.stream)));
            }
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn whoever_asked_is_answered_by_a_time_and_takes_it_by_another() {
        let mut streams = Streams::default();
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(streams.by(), None);
        streams.read(&frame(HEADERS, 5, 1, 20), start);
        assert_eq!(streams.by(), Some(start + ANSWER));
        streams.written(&frame(HEADERS, 4, 1, 20), after(1));
        assert_eq!(streams.by(), Some(after(1) + TAKE), "then for more of it");
        streams.read(&frame(6, 0, 0, 8), after(10));
        streams.read(&frame(DATA, 0, 1, 1), after(10));
        streams.read(&frame(HEADERS, 5, 1, 1), after(10));
        assert_eq!(streams.by(), Some(after(1) + TAKE), "whatever they say meanwhile");
        streams.written(&frame(DATA, 0, 1, 20), after(12));
        assert_eq!(streams.by(), Some(after(12) + TAKE));
        streams.written(&frame(DATA, END_STREAM, 1, 20), after(13));
        streams.read(&frame(DATA, 0, 1, 1), after(14));
        streams.read(&frame(HEADERS, 5, 1, 1), after(14));
        assert_eq!(streams.by(), None, "all of it is sent, and what is said of it later opens nothing");
        streams.read(&frame(HEADERS, 5, 3, 20), start);
        streams.read(&frame(RESET, 0, 3, 4), start);
        assert_eq!(streams.by(), None, "nobody waits for it");
    }
}
