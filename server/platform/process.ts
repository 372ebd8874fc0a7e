import type { Log } from './log.ts';
import { describeForOperator } from './plain-error.ts';

/** The limit for unfinished work after a stop signal. */
const STOP_WITHIN_MS = 10_000;

export interface RunningProcess {
  readonly log: Log;
  /** Loads changed files on SIGHUP. */
  reload(): Promise<unknown>;
  /** Stops taking work and finishes the current items. */
  stop(): Promise<void>;
}

/**
 * Starts a process, reloads it on SIGHUP and stops it gracefully on SIGTERM or SIGINT, also during start-up; prints
 * start-up errors in plain words.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  // Starts after the signal handlers below are in place.
  const starting = Promise.resolve().then(start);
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      // oxlint-disable-next-line no-console -- there may be no log yet
      console.error('Requests in progress did not finish in time.');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    const running = await starting;
    running.log.info({ signal }, 'stopping');
    await running.stop();
    running.log.info('stopped');
    // If the output is gone, the log notices it now. On exit it would retry the write forever.
    running.log.flush(() => process.exit(0));
  };
  const reload = async () => {
    const running = await starting;
    await running.reload().catch((error: unknown) => running.log.error({ err: error }, 'could not reload'));
  };
  process.on('SIGHUP', () => void reload());
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  try {
    await starting;
  } catch (error) {
    // oxlint-disable-next-line no-console -- there may be no log yet
    console.error(describeForOperator(error));
    process.exit(1);
  }
}
