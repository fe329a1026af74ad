//! A process that only does engine work, for servers on the same PostgreSQL.

use crate::{
    Config, RunError,
    jobs::Crew,
    metrics::Metrics,
    players::Players,
    serve::told_to_stop,
    store::{OpenError, Store},
};

/// Does the jobs of the database until the process is told to stop.
pub fn work(config: &Config) -> Result<(), RunError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work_until(config, told_to_stop()));
    // A search under way is somebody else's now: there is nothing to wait for.
    runtime.shutdown_background();
    Ok(done?)
}

/// Does the jobs of the database, as many at a time as `config.engines`, until `stop` resolves.
pub async fn work_until(config: &Config, stop: impl Future<Output = ()>) -> Result<(), OpenError> {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let store = Store::open(&config.database, metrics).await?;
    let players = Players::new(config.engines, metrics);
    let crew = Crew::start(&store, &players, config.engines);
    tracing::info!(hands = config.engines, "working");
    stop.await;
    tracing::info!("stopping");
    crew.stop().await;
    store.close().await;
    Ok(())
}
