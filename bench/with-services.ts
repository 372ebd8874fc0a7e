import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';

/** Drafts of today are refused on weekends and holidays, whenever the figures are measured. */
export const BUSINESS_DAY = '2026-11-24T10:00:00-05:00';

/** Measures with services on a database and in a folder of their own, which are gone afterwards. */
export async function withServices<Measured>(
  postgres: PostgresServer,
  database: string,
  measure: (services: Services) => Promise<Measured>,
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const { services, close } = await compose(
    readConfig({
      PASSBOOK_MODE: 'test',
      PASSBOOK_NOW: BUSINESS_DAY,
      PASSBOOK_DATA: folder,
      PASSBOOK_LOG_LEVEL: 'silent',
      PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: await makeDatabase(postgres.url, database),
    }),
  );
  try {
    return await measure(services);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}
