//! The server from outside: HTTP and real sockets, on SQLite and PostgreSQL.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod abuse;
mod admin;
mod club;
mod cluster;
mod connections;
mod costs;
mod deals;
mod explore;
mod finished;
mod holes;
mod identity;
mod jobs;
mod leak;
mod limits;
mod names;
mod people;
mod personal_data;
mod plans;
mod play;
mod postgres;
mod puzzles;
mod restart;
mod retention;
#[allow(dead_code, reason = "some of it is for the tests of sudden death")]
#[path = "../shared/postgres.rs"]
mod shared;
mod store;
mod support;
mod teams;
mod tls;
