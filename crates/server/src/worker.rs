//! A process that only does engine work, for servers on the same PostgreSQL.

use engine::GameList;

use crate::{
    Config, RunError,
    engine_pool::EnginePool,
    jobs::JobRunner,
    metrics::Metrics,
    serve::told_to_stop,
    store::{OpenError, Store},
};

/// Does the jobs of the database until the process is told to stop.
pub fn work(config: &Config, games: GameList) -> Result<(), RunError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work_until(config, games, told_to_stop()));
    // A search under way is somebody else's now: there is nothing to wait for.
    runtime.shutdown_background();
    Ok(done?)
}

/// Does the jobs of the database, as many at a time as `config.engines`, until `stop` resolves.
pub async fn work_until(
    config: &Config,
    games: GameList,
    stop: impl Future<Output = ()>,
) -> Result<(), OpenError> {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let store = Store::open(&config.database, metrics).await?;
    let engine_pool = EnginePool::new(config.engines, metrics);
    let job_runner = JobRunner::start(&store, games, &engine_pool, config.engines);
    tracing::info!(workers = config.engines, "working");
    stop.await;
    tracing::info!("stopping");
    job_runner.stop().await;
    store.close().await;
    Ok(())
}
