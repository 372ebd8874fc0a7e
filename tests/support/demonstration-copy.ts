import { randomUUID } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demonstrationEnvironment, prepareDemonstrationFolder, removeFolder } from './demonstration-folder.ts';
import { dropDatabase, makeDatabase, startPostgres } from './postgres.ts';

/** What a server needs to serve a demonstration of its own. */
export interface DemonstrationCopy {
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Made once per run: a database and a folder as they are after the first start. */
interface PreparedDemonstration {
  readonly postgresUrl: string;
  readonly template: string;
  readonly folder: string;
}

/** Tells the workers of a run what is prepared. */
const preparedVariable = 'PASSBOOK_TEST_PREPARED';

/** Once per run: starts a PostgreSQL and makes what {@link copyDemonstration} copies. @returns what cleans up. */
export async function prepareDemonstration(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const template = `passbook_prepared_${process.pid}`;
  const databaseUrl = await makeDatabase(postgres.url, template);
  const folder = await prepareDemonstrationFolder({ DATABASE_URL: databaseUrl });
  const prepared: PreparedDemonstration = { postgresUrl: postgres.url, template, folder };
  process.env[preparedVariable] = JSON.stringify(prepared);
  return async () => {
    await removeFolder(folder);
    await dropDatabase(postgres.url, template);
    await postgres.stop();
  };
}

/** A demonstration on PostgreSQL as it is after the first start: copying takes a tenth of making one. */
export async function copyDemonstration(): Promise<DemonstrationCopy> {
  const prepared = process.env[preparedVariable];
  if (!prepared) throw new Error(`${preparedVariable} is not set; the global setup of the run sets it.`);
  const { postgresUrl, template, folder } = JSON.parse(prepared) as PreparedDemonstration;
  const name = `passbook_e2e_${randomUUID()}`;
  const [databaseUrl, copy] = await Promise.all([makeDatabase(postgresUrl, name, template), newFolder()]);
  await cp(folder, copy, { recursive: true });
  return {
    environment: { ...demonstrationEnvironment(copy), DATABASE_URL: databaseUrl },
    async remove() {
      await Promise.all([removeFolder(copy), dropDatabase(postgresUrl, name)]);
    },
  };
}

/** A demonstration that the server has yet to make, on the embedded database: what `npm start` shows a newcomer. */
export async function beginDemonstration(): Promise<DemonstrationCopy> {
  const folder = await newFolder();
  return { environment: demonstrationEnvironment(folder), remove: () => removeFolder(folder) };
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'passbook-e2e-'));
}
