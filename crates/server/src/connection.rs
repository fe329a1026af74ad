//! One connection as the network brings it: it is cut off when it takes too long over anything.
//!
//! This is below HTTP, so that it holds for pages, for streams and for WebSockets alike, and above TLS, whose handshake
//! has a timeout of its own.

use std::{
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use axum_server::accept::Accept;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep, sleep_until},
};

use crate::{
    App,
    connection_limit::ConnectionShare,
    limits::Bucket,
    streams::{PREFACE, Streams},
};

/// By when a newcomer has said which HTTP it speaks; then the timeout for headers begins.
pub(crate) const FIRST: Duration = Duration::from_secs(10);
/// The same while connections are scarce.
const FIRST_OF_FEW: Duration = Duration::from_secs(2);
/// How long a send may wait for the other side to take anything at all.
const SEND: Duration = Duration::from_secs(10);
/// How long a connection may neither say nor take anything. A WebSocket is asked every 30 s whether it is there.
const IDLE: Duration = Duration::from_secs(90);

/// Guards what `inner` accepts.
#[derive(Clone)]
pub(crate) struct GuardedAcceptor<A> {
    pub(crate) app: &'static App,
    pub(crate) inner: A,
}

impl<A, S> Accept<TcpStream, S> for GuardedAcceptor<A>
where
    A: Accept<TcpStream, S, Stream: Send + 'static, Service: Send + 'static, Future: Send + 'static>,
{
    type Stream = Guarded<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let share = stream.peer_addr().and_then(|peer| self.app.connection_limit.open(self.app, peer.ip()));
        let first = if self.app.connection_limit.scarce_since().is_some() { FIRST_OF_FEW } else { FIRST };
        let bytes = self.app.limits.bytes();
        let accepted = self.inner.accept(stream, service);
        Box::pin(async move {
            // Without one it is closed: there is nobody to tell.
            let share = share?;
            let (stream, service) = accepted.await?;
            Ok((Guarded::new(stream, first, bytes, share), service))
        })
    }
}

/// A stream that fails when it takes too long.
pub(crate) struct Guarded<S> {
    stream: S,
    /// By when it must have said what it speaks, and how many bytes of that are here.
    first: Instant,
    said: usize,
    /// Whether it says so far what HTTP/2 begins with.
    http2: bool,
    /// What waits, if it does speak HTTP/2.
    streams: Option<Box<Streams>>,
    /// When anything was last read or written.
    moved: Instant,
    /// How much may still be read, and until when nothing is because it was too much.
    bytes: Bucket,
    pause: Option<Pin<Box<Sleep>>>,
    /// Wakes the reader when there was nothing for a while.
    alarm: Pin<Box<Sleep>>,
    /// Runs while a send waits.
    stalled: Option<Pin<Box<Sleep>>>,
    _share: ConnectionShare,
}

impl<S> Guarded<S> {
    fn new(stream: S, first: Duration, bytes: Bucket, share: ConnectionShare) -> Self {
        let now = Instant::now();
        Guarded {
            stream,
            first: now + first,
            said: 0,
            http2: true,
            streams: None,
            moved: now,
            bytes,
            pause: None,
            alarm: Box::pin(sleep_until((now + first).into())),
            stalled: None,
            _share: share,
        }
    }

    /// By when it must get on.
    fn by(&self) -> Instant {
        if self.said < PREFACE.len() {
            return self.first;
        }
        let streams = self.streams.as_ref().and_then(|streams| streams.by());
        streams.unwrap_or(self.moved + IDLE).min(self.moved + IDLE)
    }

    /// Whether nothing came for too long.
    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            let by = self.by();
            if by < self.alarm.deadline().into_std() {
                self.alarm.as_mut().reset(by.into());
            }
            ready!(self.alarm.as_mut().poll(cx));
            if by <= Instant::now() {
                return Poll::Ready(());
            }
            self.alarm.as_mut().reset(by.into());
        }
    }

    /// Notes what was read.
    fn heard(&mut self, mut bytes: &[u8]) {
        self.moved = Instant::now();
        let owed = self.bytes.spend(bytes.len(), self.moved);
        self.pause = (!owed.is_zero()).then(|| Box::pin(sleep(owed)));
        if self.said < PREFACE.len() {
            let (first, rest) = bytes.split_at(bytes.len().min(PREFACE.len() - self.said));
            self.http2 &= PREFACE[self.said..].starts_with(first);
            self.said += first.len();
            if self.said == PREFACE.len() && self.http2 {
                self.streams = Some(Box::default());
            }
            bytes = rest;
        }
        if let Some(streams) = &mut self.streams {
            streams.read(bytes, self.moved);
        }
    }

    /// Notes how much of these buffers was written.
    fn told(&mut self, sent: &Poll<io::Result<usize>>, slices: &[IoSlice<'_>]) {
        let (&Poll::Ready(Ok(mut count)), Some(streams)) = (sent, &mut self.streams) else { return };
        let now = Instant::now();
        for slice in slices {
            let taken = count.min(slice.len());
            streams.written(&slice[..taken], now);
            count -= taken;
        }
    }

    /// What came of a send; one that has waited for too long has failed.
    fn sent<T>(&mut self, cx: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.moved = Instant::now();
            self.stalled = None;
            return sent;
        }
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(sleep_until((Instant::now() + SEND).into())));
        stalled.as_mut().poll(cx).map(|()| Err(timed_out("a send does not proceed")))
    }
}

fn timed_out(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::TimedOut, why)
}

impl<S: AsyncRead + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(cx));
            self.pause = None;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            self.heard(&buffer.filled()[before..]);
        }
        // One who talks on and on may still not take what they asked for.
        let streaming = self.streams.is_some();
        if read.is_ready() && !streaming {
            return read;
        }
        match self.poll_silence(cx) {
            Poll::Ready(()) => Poll::Ready(Err(timed_out("nothing comes, or nothing is taken"))),
            Poll::Pending => read,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.told(&sent, &[IoSlice::new(bytes)]);
        self.sent(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.told(&sent, slices);
        self.sent(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_flush(cx);
        self.sent(cx, sent)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.sent(cx, sent)
    }
}
