import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss';
import type { JobStore } from '#server/platform/db/job-store.ts';

/** Enough for a process with a handful of jobs. */
const MOST_CONNECTIONS = 2;

/** The queue keeps its tables in its own schema. */
export function createJobQueue(store: JobStore): PgBoss {
  return new PgBoss({ ...connectionTo(store), schema: 'jobs' });
}

function connectionTo(store: JobStore): ConstructorOptions {
  return store.kind === 'postgres'
    ? { connectionString: store.databaseUrl, max: MOST_CONNECTIONS }
    : { db: fromPglite(store.pglite), backend: 'pglite' };
}
