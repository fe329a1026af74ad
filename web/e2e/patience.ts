/**
 * How long a wait may last, in milliseconds. Waits end by a fact; this is the one bound on all of them, far beyond
 * what any of them takes on a busy machine, and to reach it is a failure.
 */
export const PATIENCE = 120_000;

/** A test is many waits, each of which speaks for itself when it fails. */
export const TEST_PATIENCE = 10 * PATIENCE;
