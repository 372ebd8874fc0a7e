import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import type { JobStore } from '#server/platform/db/job-store.ts';
import type { Job } from './job.ts';
import { startJobs } from './runner.ts';

const never = '0 0 1 1 *';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

describe('jobs', () => {
  test('run at start-up, and again after the next start', async () => {
    const runs: string[] = [];
    const job: Job = {
      name: 'count',
      schedule: never,
      async run(services) {
        runs.push(services.institution.id);
      },
    };
    for (const expected of [1, 2]) {
      const jobs = await startJobs(testApp.services, [job]);
      await until(() => runs.length === expected);
      await jobs.stop();
    }
    expect(runs).toEqual(['harbor', 'harbor']);
  });

  test('in progress are told to stop and waited for', async () => {
    const steps: string[] = [];
    const job: Job = {
      name: 'slow',
      schedule: never,
      async run(_services, stopping) {
        steps.push('started');
        await new Promise((resolve) => stopping.addEventListener('abort', resolve));
        await sleep(300);
        steps.push('finished');
      },
    };
    const jobs = await startJobs(testApp.services, [job]);
    await until(() => steps.includes('started'));
    await jobs.stop();
    expect(steps).toEqual(['started', 'finished']);
  });

  test('start later where the database is away at first, and can be stopped meanwhile', async () => {
    let isAway = true;
    const jobStore = awayWhile(testApp.services.jobStore, () => isAway);
    const services = { ...testApp.services, jobStore };
    const runs: string[] = [];
    const job: Job = { name: 'later', schedule: never, run: async () => void runs.push('later') };
    await (await startJobs(services, [job])).stop();
    const jobs = await startJobs(services, [job]);
    isAway = false;
    await until(() => runs.length > 0);
    await jobs.stop();
    expect(runs).toEqual(['later']);
  });

  test("that fail don't stop the others", async () => {
    const runs: string[] = [];
    const failing: Job = { name: 'failing', schedule: never, run: () => Promise.reject(new Error('No')) };
    const sound: Job = {
      name: 'sound',
      schedule: never,
      async run() {
        runs.push('sound');
      },
    };
    const jobs = await startJobs(testApp.services, [failing, sound]);
    await until(() => runs.length === 1);
    await jobs.stop();
    expect(runs).toEqual(['sound']);
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 50) {
    if (waited > 10_000) throw new Error('simulated failure');
    await sleep(50);
  }
}

/** The store as long as it can be reached. */
function awayWhile(store: JobStore, isAway: () => boolean): JobStore {
  const reach = () => {
    if (isAway()) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  if (store.kind === 'embedded') {
    const { pglite } = store;
    return {
      kind: 'embedded',
      pglite: {
        query: async (text, values) => (reach(), pglite.query(text, values)),
        exec: async (text) => (reach(), pglite.exec(text)),
      },
    };
  }
  return {
    kind: 'postgres',
    connect() {
      const connections = store.connect();
      return {
        executeSql: async (text, values) => (reach(), connections.executeSql(text, values)),
        close: () => connections.close(),
      };
    },
  };
}
