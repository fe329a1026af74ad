//! The server from outside: HTTP and real sockets, on SQLite and PostgreSQL.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod abuse;
mod cluster;
mod jobs;
mod leak;
mod people;
mod play;
mod postgres;
mod restart;
mod store;
mod support;
