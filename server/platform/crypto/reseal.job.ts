import type { Job } from '#server/platform/jobs/job.ts';
import { listSealKeys, retireKeysBefore } from './field-keys.queries.ts';
import { resealAll } from './reseal.queries.ts';

/** After an operator has added a key, seals older values with it, while the portal serves. */
export const resealJob: Job = {
  name: 'reseal-fields',
  schedule: '* * * * *',
  async run({ database, cipher, fieldKeys, log }, stopping) {
    const waiting = (await listSealKeys(database)).filter(({ retiredAt }) => retiredAt === null);
    if (waiting.length < 2) return;
    await fieldKeys.refresh();
    const current = fieldKeys.current();
    // A key that isn't active yet can't seal.
    if (waiting.every(({ keyId }) => keyId >= current)) return;
    const { resealed, isComplete } = await resealAll(database, cipher, current, stopping);
    if (!isComplete) return;
    const retired = await retireKeysBefore(database, current);
    log.info({ resealed, retired, keyId: current }, 'sealed all fields with the new key');
  },
};
