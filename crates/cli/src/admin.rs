use std::io::{self, BufRead, Write};

use anyhow::Context;
use server::store::Store;

use crate::{Verdict, serve::StoreArgs};

/// Run a server's database: names, sign-up, passwords, bans, deletions
///
/// Servers that run on the database heed it within a second or two.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium admin club-name 'Games on Thursday'
  ludarium admin password Ada < new-password.txt
  ludarium admin delete-chat t_9f2k0c7m1x3v5b8n 17")]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArgs,
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Name the club or site
    ClubName { name: String },
    /// Let newcomers make accounts, or not
    SignUp { state: SignUp },
    /// Reset a password to the line on standard input; ends all sessions
    Password { name: String },
    /// Ban a person; a guest is named by id
    Ban { name: String },
    /// Lift a ban
    Unban { name: String },
    /// Delete a table and all that happened at it
    DeleteTable { id: String },
    /// Strike the line of chat with this event number
    DeleteChat { table: String, n: i64 },
    /// Count all finished games anew for the explorer; servers do it while they run
    CountAnew,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SignUp {
    Open,
    Closed,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<Verdict> {
        let store = self.store;
        let task = self.task;
        block_on(async {
            let store = store.open_existing().await?;
            match task {
                Task::ClubName { name } => store.set_club_name(&name).await?,
                Task::SignUp { state } => store.open_sign_up(state == SignUp::Open).await?,
                Task::Password { name } => store.reset_password(&name, read_password()?).await?,
                Task::Ban { name } => store.ban(&name, true).await?,
                Task::Unban { name } => store.ban(&name, false).await?,
                Task::DeleteTable { id } => store.delete_table(&id).await?,
                Task::DeleteChat { table, n } => store.delete_chat(&table, n).await?,
                Task::CountAnew => store.explore_anew().await?,
            }
            store.close().await;
            Ok(Verdict::Right)
        })
    }
}

fn read_password() -> anyhow::Result<String> {
    let mut line = String::new();
    if io::IsTerminal::is_terminal(&io::stdin()) {
        write!(io::stderr(), "new password: ")?;
    }
    io::stdin().lock().read_line(&mut line).context("cannot read the password")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

impl StoreArgs {
    /// The database that flags, environment and file name: made or migrated if need be.
    pub(crate) async fn open(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.settings()?.resolve()?.database, Box::leak(Box::default())).await?)
    }

    /// The same database, if it is there and of this version.
    pub(crate) async fn open_existing(&self) -> anyhow::Result<Store> {
        Ok(Store::open_existing(&self.settings()?.resolve()?.database, Box::leak(Box::default())).await?)
    }
}

pub(crate) fn block_on<T>(task: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(task)
}
