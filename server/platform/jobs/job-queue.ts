import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss';
import type { JobStore } from '#server/platform/db/job-store.ts';

/** Two connections are enough for a process that runs a handful of jobs. */
const MOST_CONNECTIONS = 2;

/** The queue in our own database; it keeps its tables in a schema of its own. */
export function createJobQueue(store: JobStore): PgBoss {
  return new PgBoss({ ...connectionTo(store), schema: 'jobs' });
}

function connectionTo(store: JobStore): ConstructorOptions {
  return store.kind === 'postgres'
    ? { connectionString: store.databaseUrl, max: MOST_CONNECTIONS }
    : { db: fromPglite(store.pglite), backend: 'pglite' };
}
