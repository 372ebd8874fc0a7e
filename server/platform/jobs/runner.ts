import { setTimeout } from 'node:timers/promises';
import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss';
import type { Services } from '#server/services.ts';
import type { Job } from './job.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import { explainDatabaseError } from '#server/platform/db/describe-database-error.ts';
import type { JobStore } from '#server/platform/db/job-store.ts';

/** A longer run counts as dead with its process. */
const LONGEST_RUN_SECONDS = 600;

const LOOK_EVERY_SECONDS = 2;
const URGENT_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/** The limit for unfinished work at shutdown. */
const STOP_WITHIN_MS = 8_000;

export interface RunningJobs {
  /** Stops taking work and finishes the current items. */
  stop(): Promise<void>;
}

/**
 * Runs every job now and on schedule; processes share the work through the database. While the database is away, they
 * start later: the process may serve already.
 */
export async function startJobs(services: Services, jobs: readonly Job[]): Promise<RunningJobs> {
  const stopping = new AbortController();
  const started = await startQueue(services, jobs, stopping.signal);
  const later = started ?? startQueueLater(services, jobs, stopping.signal);
  const watching = jobs.map((job) => runWhenUrgent(services, job, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(watching);
      const running = await later;
      await running?.queue.stop({ graceful: true, timeout: STOP_WITHIN_MS });
      await running?.close();
    },
  };
}

/** Returns undefined while the database is away. */
async function startQueue(
  services: Services,
  jobs: readonly Job[],
  stopping: AbortSignal,
): Promise<JobQueue | undefined> {
  const { queue, close } = createJobQueue(services.jobStore);
  queue.on('error', (error) => services.log.error({ err: error }, describeTrouble(error)));
  try {
    await queue.start();
    for (const job of jobs) await startJob(services, queue, job, stopping);
    return { queue, close };
  } catch (error) {
    await queue.stop({ graceful: false }).catch(() => undefined);
    await close();
    if (!isDatabaseUnavailable(error)) throw error;
    services.log.error({ err: error }, describeTrouble(error));
    return undefined;
  }
}

async function startQueueLater(
  services: Services,
  jobs: readonly Job[],
  stopping: AbortSignal,
): Promise<JobQueue | undefined> {
  while (await waits(AFTER_FAILURE_MS, stopping)) {
    try {
      const started = await startQueue(services, jobs, stopping);
      if (started) return started;
    } catch (error) {
      services.log.error({ err: error }, "the jobs couldn't start, and try again");
    }
  }
  return undefined;
}

function describeTrouble(error: unknown): string {
  const reason = explainDatabaseError(error);
  return reason === undefined
    ? 'the job queue reported a problem'
    : `the job queue can't use the database, and tries again: ${reason}`;
}

async function startJob(services: Services, queue: PgBoss, job: Job, stopping: AbortSignal): Promise<void> {
  // At most one run is queued; concurrent runs share the work.
  await queue.createQueue(job.name, {
    policy: 'short',
    expireInSeconds: LONGEST_RUN_SECONDS,
    retryLimit: 0,
    deleteAfterSeconds: 3_600,
  });
  await queue.schedule(job.name, job.schedule, null, { tz: services.institution.timeZone });
  await queue.send(job.name);
  await queue.work(job.name, { pollingIntervalSeconds: LOOK_EVERY_SECONDS }, () => runJob(services, job, stopping));
}

/** Beside the queue, whose own interval would add seconds; works through a connection pooler, unlike a notification. */
async function runWhenUrgent(services: Services, job: Job, stopping: AbortSignal): Promise<void> {
  if (!job.isUrgent) return;
  let waitMs = URGENT_EVERY_MS;
  while (await waits(waitMs, stopping)) {
    try {
      if (await job.isUrgent(services)) await runJob(services, job, stopping);
      waitMs = URGENT_EVERY_MS;
    } catch (error) {
      // A failed run is logged there, and an unreachable database by the queue.
      services.log.debug({ err: error, job: job.name }, 'could not look for urgent work');
      waitMs = AFTER_FAILURE_MS;
    }
  }
}

/** Returns false when the process stops. */
async function waits(ms: number, stopping: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, { signal: stopping });
  } catch {
    return false;
  }
  return true;
}

async function runJob(services: Services, job: Job, stopping: AbortSignal): Promise<void> {
  try {
    // A restored copy must not send, charge or draw what the original did.
    if (await services.quarantine.isOn()) return;
    await job.run(services, stopping);
    services.metrics.jobRuns.inc({ job: job.name, result: 'done' });
  } catch (error) {
    services.metrics.jobRuns.inc({ job: job.name, result: 'failed' });
    services.log.error({ err: error, job: job.name }, 'a job failed');
    throw error;
  }
}

/** Creates or updates the tables of the queue. Run as their owner; later starts need no right to do it. */
export async function createJobTables(store: JobStore): Promise<void> {
  const { queue, close } = createJobQueue(store, { supervise: false, schedule: false });
  await queue.start();
  await queue.stop({ graceful: false });
  await close();
}

interface JobQueue {
  readonly queue: PgBoss;
  close(): Promise<void>;
}

/** The queue keeps its tables in its own schema. */
function createJobQueue(store: JobStore, options: ConstructorOptions = {}): JobQueue {
  if (store.kind === 'embedded') {
    const queue = new PgBoss({ ...options, db: fromPglite(store.pglite), backend: 'pglite', schema: 'jobs' });
    return { queue, close: () => Promise.resolve() };
  }
  const connections = store.connect();
  return { queue: new PgBoss({ ...options, db: connections, schema: 'jobs' }), close: () => connections.close() };
}
