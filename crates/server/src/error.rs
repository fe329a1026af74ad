//! The one error enum, the one status match, and the one place that logs.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::{
    RecordError, Refusal,
    lud::{At, Fault},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::Problem;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no such page")]
    NoSuchPage,
    #[error("there is no such game")]
    NoSuchGame,
    #[error("there is no such table")]
    NoSuchTable,
    #[error("there is no such seat")]
    NoSuchSeat,
    #[error("there is no such player")]
    NoSuchPlayer,
    #[error("there is no such session")]
    NoSuchSession,
    #[error("there is no such analysis")]
    NoSuchJob,
    #[error("this table is private")]
    Private,
    #[error("the seat is taken")]
    SeatTaken,
    #[error("you already sit at this table")]
    AlreadySeated,
    #[error("the game has started")]
    Started,
    #[error("the game has not started")]
    NotStarted,
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("the engine is not asked about a game that is being played")]
    Running,
    #[error("this seat is not yours")]
    NotYourSeat,
    #[error("it is not this seat's turn")]
    NotYourTurn,
    #[error("the table has moved on to ply {0}")]
    Stale(usize),
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    #[error("what was seen cannot be taken back")]
    Seen,
    #[error("there is no such offer")]
    NoOffer,
    #[error("this was already asked")]
    Asked,
    #[error("this table has no such thing as {0}")]
    BadTable(&'static str),
    #[error("a rated game needs an account on every seat, each another one, and a clock or days")]
    NotRateable,
    #[error("only the one who made the table may do that")]
    NotOwner,
    #[error("you have been muted at this table")]
    Muted,
    #[error("a line of chat has from 1 to 500 characters")]
    ChatLength,
    #[error("a message that cannot be read: {0}")]
    BadMessage(String),
    #[error("{0}")]
    BadRequest(String),
    #[error("a text has no control characters")]
    BadText,
    #[error("the request is not allowed from another site")]
    ForeignOrigin,
    #[error("send JSON, with its content type")]
    NotJson,
    #[error("too many requests: try again in a moment")]
    TooMany,
    #[error("you have as many tables as one may have: end one first")]
    TooManyTables,
    #[error("the body is too large")]
    TooLarge,
    #[error("at most {most} {what}")]
    TooLong { what: &'static str, most: usize },
    #[error("this method is not allowed here")]
    Method,
    #[error("log in first")]
    NeedsAccount,
    #[error("the name or the password is wrong")]
    WrongPassword,
    #[error("the name is taken")]
    NameTaken,
    #[error("a name has from 2 to 24 letters, digits, spaces, dots, dashes or underscores")]
    BadName,
    #[error("a password has from 8 to 200 characters")]
    BadPassword,
    #[error("this token is not valid")]
    BadToken,
    #[error("nobody is known by this request: POST /api/me first")]
    Unknown,
    #[error("a key has from 16 to 64 letters, digits, dashes or underscores")]
    BadKey,
    #[error("the guest of this key has an account now: log in, or take another key")]
    KeyUsed,
    #[error("sign-up is closed")]
    SignUpClosed,
    #[error("you have been banned")]
    Banned,
    #[error("{0}")]
    Refused(Refusal),
    /// The move with this index, counted from 0, is refused.
    #[error("move {0}: {1}")]
    MoveRefused(usize, Refusal),
    /// A record that cannot be read, or that breaks the rules.
    #[error("{0}")]
    BadRecord(#[from] Fault),
    #[error("the server is busy")]
    Busy,
    #[error("the server is stopping")]
    Stopping,
    /// A write of a process that is not the table's home any more: nothing of it is kept.
    #[error("the table has moved to another server: try again in a moment")]
    Moved,
    /// Another game of the same person ended at another server.
    #[error("the rating has changed meanwhile: try again")]
    RatingChanged,
    /// What the home of a table answered, at another process.
    #[error("{}", .problem.text)]
    Relayed { status: StatusCode, problem: Box<Problem> },
    #[error("the server's disk is full: nothing is kept, and so nothing happens, until there is room")]
    Full,
    #[error("the database fails: {0}")]
    Database(sqlx::Error),
    #[error("{0}")]
    Internal(String),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        // SQLite's word for it, and PostgreSQL's.
        let full = |code: &str| code == "13" || code == "53100";
        match error.as_database_error().and_then(|error| error.code()) {
            Some(code) if full(&code) => Error::Full,
            _ => Error::Database(error),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Refused(refusal) => Error::Refused(refusal),
            RecordError::Over => Error::Over,
            RecordError::NoSuchSeat(_) => Error::NoSuchSeat,
            RecordError::HasLeft(_) => Error::NotYourTurn,
            RecordError::NoSuchPly(_) => Error::NothingToTakeBack,
        }
    }
}

impl Error {
    /// The status over HTTP and the key by which clients translate.
    pub fn status(&self) -> (StatusCode, &'static str) {
        use StatusCode as S;
        match self {
            Error::NoSuchPage => (S::NOT_FOUND, "page.not-found"),
            Error::NoSuchGame => (S::NOT_FOUND, "game.not-found"),
            Error::NoSuchTable => (S::NOT_FOUND, "table.not-found"),
            Error::NoSuchSeat => (S::UNPROCESSABLE_ENTITY, "table.no-seat"),
            Error::NoSuchPlayer => (S::NOT_FOUND, "player.not-found"),
            Error::NoSuchSession => (S::NOT_FOUND, "session.not-found"),
            Error::NoSuchJob => (S::NOT_FOUND, "job.not-found"),
            Error::Private => (S::FORBIDDEN, "table.private"),
            Error::SeatTaken => (S::CONFLICT, "table.seat-taken"),
            Error::AlreadySeated => (S::CONFLICT, "table.already-seated"),
            Error::Started => (S::CONFLICT, "table.started"),
            Error::NotStarted => (S::CONFLICT, "table.not-started"),
            Error::Over => (S::CONFLICT, "table.over"),
            Error::NotOver => (S::CONFLICT, "table.not-over"),
            Error::Running => (S::CONFLICT, "table.running"),
            Error::NotYourSeat => (S::FORBIDDEN, "table.not-your-seat"),
            Error::NotYourTurn => (S::CONFLICT, "table.not-your-turn"),
            Error::Stale(_) => (S::CONFLICT, "table.stale"),
            Error::NothingToTakeBack => (S::CONFLICT, "table.no-takeback"),
            Error::Seen => (S::CONFLICT, "table.seen"),
            Error::NoOffer => (S::CONFLICT, "table.no-offer"),
            Error::Asked => (S::CONFLICT, "table.asked"),
            Error::BadTable(_) => (S::UNPROCESSABLE_ENTITY, "table.bad"),
            Error::NotRateable => (S::UNPROCESSABLE_ENTITY, "table.not-rateable"),
            Error::NotOwner => (S::FORBIDDEN, "table.not-owner"),
            Error::Muted => (S::FORBIDDEN, "chat.muted"),
            Error::ChatLength => (S::UNPROCESSABLE_ENTITY, "chat.length"),
            Error::BadMessage(_) => (S::BAD_REQUEST, "request.message"),
            Error::BadRequest(_) => (S::BAD_REQUEST, "request.bad"),
            Error::BadText => (S::BAD_REQUEST, "request.text"),
            Error::ForeignOrigin => (S::FORBIDDEN, "request.origin"),
            Error::NotJson => (S::UNSUPPORTED_MEDIA_TYPE, "request.json"),
            Error::TooMany => (S::TOO_MANY_REQUESTS, "request.too-many"),
            Error::TooManyTables => (S::TOO_MANY_REQUESTS, "table.too-many"),
            Error::TooLarge => (S::PAYLOAD_TOO_LARGE, "request.too-large"),
            Error::TooLong { .. } => (S::PAYLOAD_TOO_LARGE, "request.too-long"),
            Error::Method => (S::METHOD_NOT_ALLOWED, "request.method"),
            Error::NeedsAccount => (S::FORBIDDEN, "person.needs-account"),
            Error::WrongPassword => (S::FORBIDDEN, "person.wrong-password"),
            Error::NameTaken => (S::CONFLICT, "person.name-taken"),
            Error::BadName => (S::UNPROCESSABLE_ENTITY, "person.bad-name"),
            Error::BadPassword => (S::UNPROCESSABLE_ENTITY, "person.bad-password"),
            Error::BadToken => (S::UNAUTHORIZED, "person.bad-token"),
            Error::Unknown => (S::UNAUTHORIZED, "person.unknown"),
            Error::BadKey => (S::UNPROCESSABLE_ENTITY, "person.bad-key"),
            Error::KeyUsed => (S::CONFLICT, "person.key-used"),
            Error::SignUpClosed => (S::FORBIDDEN, "person.sign-up-closed"),
            Error::Banned => (S::FORBIDDEN, "person.banned"),
            Error::Refused(refusal) | Error::MoveRefused(_, refusal) => {
                (S::UNPROCESSABLE_ENTITY, refusal.reason.key)
            }
            Error::BadRecord(fault) => (S::UNPROCESSABLE_ENTITY, fault.why.reason.key),
            Error::Busy | Error::Moved | Error::RatingChanged => (S::SERVICE_UNAVAILABLE, "server.busy"),
            Error::Relayed { status, .. } => (*status, "server.relayed"),
            Error::Stopping => (S::SERVICE_UNAVAILABLE, "server.stopping"),
            Error::Full => (S::SERVICE_UNAVAILABLE, "server.full"),
            Error::Database(_) | Error::Internal(_) => (S::INTERNAL_SERVER_ERROR, "server.failed"),
        }
    }

    /// What is told of it. The inner life of the server stays inside.
    pub fn problem(&self) -> Problem {
        let (status, key) = self.status();
        let mut problem = match self {
            Error::Refused(refusal) | Error::MoveRefused(_, refusal) => Problem::from(refusal),
            Error::BadRecord(fault) => Problem::from(&fault.why),
            Error::Relayed { problem, .. } => Problem::clone(problem),
            _ => Problem { key: key.to_owned(), text: self.to_string(), clause: None, args: [].into() },
        };
        match self {
            Error::MoveRefused(index, _) => {
                problem.args.insert("index".to_owned(), index.to_string());
            }
            // What no reader made has no place.
            Error::BadRecord(Fault { at, .. }) if *at != At::default() => {
                problem.args.insert("line".to_owned(), at.line.to_string());
                problem.args.insert("column".to_owned(), at.column.to_string());
            }
            Error::TooLong { what, most } => {
                problem.args.insert("what".to_owned(), (*what).to_owned());
                problem.args.insert("most".to_owned(), most.to_string());
            }
            Error::Stale(ply) => {
                problem.args.insert("ply".to_owned(), ply.to_string());
            }
            _ => {}
        }
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            "the server failed; it is written in its log".clone_into(&mut problem.text);
        }
        problem
    }

    /// Whether nobody outside did anything wrong, and what is in memory may not be what is kept.
    pub(crate) fn is_ours(&self) -> bool {
        matches!(self, Error::Database(_) | Error::Full | Error::Internal(_) | Error::Stopping)
    }

    /// The one place that logs errors.
    pub fn log(&self) {
        match self.status().0 {
            _ if matches!(self, Error::Full) => tracing::error!(error = %self, "full"),
            StatusCode::INTERNAL_SERVER_ERROR => tracing::error!(error = %self, "failed"),
            StatusCode::SERVICE_UNAVAILABLE => tracing::warn!(error = %self, "unavailable"),
            _ => tracing::debug!(error = %self, "refused"),
        }
    }
}

/// The body of every answer that is an error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    pub error: Problem,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let (status, _) = self.status();
        let mut response = (status, Json(ErrorBody { error: self.problem() })).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
