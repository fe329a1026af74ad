//! The one error enum, the one status match, and the one place that logs.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::{RecordError, Refusal, lud::Fault};
use serde::Serialize;
use table::{Problem, TableError, study::StudyError};
use utoipa::ToSchema;

use crate::{log_throttle::LogThrottle, metrics};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no such page")]
    NoSuchPage,
    #[error("there is no such table")]
    NoSuchTable,
    #[error("there is no such session")]
    NoSuchSession,
    #[error("there is no such analysis")]
    NoSuchJob,
    #[error("the engine is not asked about a game that is being played")]
    Running,
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
    #[error(
        "the guest of this cookie has an account now: bring the cookie of that, or ask to be somebody new"
    )]
    CookieUsed,
    #[error("sign-up is closed")]
    SignUpClosed,
    #[error("you have been banned")]
    Banned,
    /// A table, or the rules of its game, refuse.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A question about a position or a record is refused.
    #[error(transparent)]
    Study(StudyError),
    #[error("the server is busy")]
    Busy,
    #[error("the server is stopping")]
    Stopping,
    /// A write of a process that does not hold the table's lease any more: nothing of it is kept.
    #[error("the table has moved to another server: try again in a moment")]
    Moved,
    /// Another game of the same person ended at another server.
    #[error("the rating has changed meanwhile: try again")]
    RatingChanged,
    /// What the process where the table lives has answered to a forwarded request.
    #[error("{}", .problem.text)]
    Relayed { status: StatusCode, problem: Box<Problem> },
    #[error("the server's disk is full: nothing is kept, and so nothing happens, until there is room")]
    Full,
    #[error("the database fails: {0}")]
    Database(sqlx::Error),
    /// The database is not what it was: an event that was written is not there any more.
    #[error("event {1} of the table {0} is lost: the database holds an earlier moment")]
    Lost(String, i64),
    /// It was said once, in the log, what is wrong with it.
    #[error("the table cannot be read")]
    Unreadable,
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
        Error::Table(refusal.into())
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        Error::Table(error.into())
    }
}

impl From<StudyError> for Error {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Table(error) => Error::Table(error),
            StudyError::Stopped => Error::Stopping,
            error => Error::Study(error),
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Error::Study(fault.into())
    }
}

impl Error {
    /// The status over HTTP and the key by which clients translate.
    pub fn status(&self) -> (StatusCode, &'static str) {
        use StatusCode as S;
        match self {
            Error::NoSuchPage => (S::NOT_FOUND, "page.not-found"),
            Error::NoSuchTable => (S::NOT_FOUND, "table.not-found"),
            Error::NoSuchSession => (S::NOT_FOUND, "session.not-found"),
            Error::NoSuchJob => (S::NOT_FOUND, "job.not-found"),
            Error::Running => (S::CONFLICT, "table.running"),
            Error::BadMessage(_) => (S::BAD_REQUEST, "request.message"),
            Error::BadRequest(_) => (S::BAD_REQUEST, "request.bad"),
            Error::BadText => (S::BAD_REQUEST, "request.text"),
            Error::ForeignOrigin => (S::FORBIDDEN, "request.origin"),
            Error::NotJson => (S::UNSUPPORTED_MEDIA_TYPE, "request.json"),
            Error::TooMany => (S::TOO_MANY_REQUESTS, "request.too-many"),
            Error::TooManyTables => (S::TOO_MANY_REQUESTS, "table.too-many"),
            Error::TooLarge => (S::PAYLOAD_TOO_LARGE, "request.too-large"),
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
            Error::CookieUsed => (S::CONFLICT, "person.cookie-used"),
            Error::SignUpClosed => (S::FORBIDDEN, "person.sign-up-closed"),
            Error::Banned => (S::FORBIDDEN, "person.banned"),
            Error::Table(error) => (status_code(error.status()), error.key()),
            Error::Study(error) => (status_code(error.status()), error.key()),
            Error::Busy | Error::Moved | Error::RatingChanged => (S::SERVICE_UNAVAILABLE, "server.busy"),
            Error::Relayed { status, .. } => (*status, "server.relayed"),
            Error::Stopping => (S::SERVICE_UNAVAILABLE, "server.stopping"),
            Error::Full => (S::SERVICE_UNAVAILABLE, "server.full"),
            Error::Database(_) | Error::Lost(..) | Error::Unreadable | Error::Internal(_) => {
                (S::INTERNAL_SERVER_ERROR, "server.failed")
            }
        }
    }

    /// What is told of it. The inner life of the server stays inside.
    pub fn problem(&self) -> Problem {
        let (status, key) = self.status();
        let mut problem = match self {
            Error::Table(error) => error.problem(),
            Error::Study(error) => error.problem(),
            Error::Relayed { problem, .. } => Problem::clone(problem),
            _ => Problem::new(key, self.to_string()),
        };
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            "the server failed; it is written in its log".clone_into(&mut problem.text);
        }
        problem
    }

    /// Whether nobody outside did anything wrong, and what is in memory may not be what is kept.
    pub(crate) fn is_ours(&self) -> bool {
        matches!(
            self,
            Error::Database(_)
                | Error::Full
                | Error::Internal(_)
                | Error::Lost(..)
                | Error::Stopping
                | Error::Table(TableError::Corrupt(_))
        )
    }

    /// Whether what is kept of a table is not what it must be: to try again is no use.
    pub(crate) fn is_about_record(&self) -> bool {
        match self {
            Error::Lost(..) | Error::Table(TableError::Corrupt(_)) => true,
            Error::Database(error) => {
                matches!(error, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_))
            }
            _ => false,
        }
    }

    /// The one place that logs errors. What strangers can bring about, by asking on and on, fills no log.
    pub fn log(&self) {
        static FULL: LogThrottle = LogThrottle::new();
        static BUSY: LogThrottle = LogThrottle::new();
        static UNAVAILABLE: LogThrottle = LogThrottle::new();
        match (self, self.status().0) {
            (Error::Full, _) => {
                if let Some(times) = FULL.due() {
                    tracing::error!(error = %self, times, "full");
                }
            }
            (Error::Unreadable, _) => tracing::debug!(error = %self, "refused"),
            (_, StatusCode::INTERNAL_SERVER_ERROR) => tracing::error!(error = %self, "failed"),
            (_, StatusCode::SERVICE_UNAVAILABLE) => {
                let busy = matches!(self, Error::Busy);
                metrics::BUSY.add(busy.into());
                let line = if busy { &BUSY } else { &UNAVAILABLE };
                if let Some(times) = line.due() {
                    tracing::warn!(error = %self, times, "unavailable");
                }
            }
            _ => tracing::debug!(error = %self, "refused"),
        }
    }
}

fn status_code(number: u16) -> StatusCode {
    StatusCode::from_u16(number).expect("the tables' statuses are of HTTP")
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
