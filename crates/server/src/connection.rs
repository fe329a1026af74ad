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
    time::{Sleep, sleep_until},
};

use crate::{App, connections::ConnectionShare};

/// By when a newcomer has said which HTTP it speaks; then the timeout for headers begins.
pub(crate) const FIRST: Duration = Duration::from_secs(10);
/// The same while connections are scarce.
const FIRST_OF_FEW: Duration = Duration::from_secs(2);
/// How many bytes say which HTTP it is.
const PREFACE: usize = 24;
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
        let share = stream.peer_addr().and_then(|peer| self.app.connections.open(self.app, peer.ip()));
        let first = if self.app.connections.scarce_since().is_some() { FIRST_OF_FEW } else { FIRST };
        let accepted = self.inner.accept(stream, service);
        Box::pin(async move {
            // Without one it is closed: there is nobody to tell.
            let share = share?;
            let (stream, service) = accepted.await?;
            Ok((Guarded::new(stream, first, share), service))
        })
    }
}

/// A stream that fails when it takes too long.
pub(crate) struct Guarded<S> {
    stream: S,
    /// By when it must have said what it speaks, and how many bytes of that are missing.
    first: Instant,
    missing: usize,
    /// When anything was last read or written.
    moved: Instant,
    /// Wakes the reader when there was nothing for a while.
    alarm: Pin<Box<Sleep>>,
    /// Runs while a send waits.
    stalled: Option<Pin<Box<Sleep>>>,
    _share: ConnectionShare,
}

impl<S> Guarded<S> {
    fn new(stream: S, first: Duration, share: ConnectionShare) -> Self {
        let now = Instant::now();
        Guarded {
            stream,
            first: now + first,
            missing: PREFACE,
            moved: now,
            alarm: Box::pin(sleep_until((now + first).into())),
            stalled: None,
            _share: share,
        }
    }

    /// Whether nothing came for too long.
    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.alarm.as_mut().poll(cx));
            let by = if self.missing > 0 { self.first } else { self.moved + IDLE };
            if by <= Instant::now() {
                return Poll::Ready(());
            }
            self.alarm.as_mut().reset(by.into());
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
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            self.missing = self.missing.saturating_sub(buffer.filled().len() - before);
            self.moved = Instant::now();
            return read;
        }
        self.poll_silence(cx).map(|()| Err(timed_out("nothing comes")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.sent(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
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
