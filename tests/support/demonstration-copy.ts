import { randomUUID } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demonstrationEnvironment, prepareDemonstrationFolder, removeFolder } from './demonstration-folder.ts';
import { dropDatabase, makeDatabase, startPostgres } from './postgres.ts';

/** Settings for a server with its own demonstration. */
export interface DemonstrationCopy {
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Created once per run: a database and a folder as after the first start. */
interface PreparedDemonstration {
  readonly postgresUrl: string;
  readonly template: string;
  readonly folder: string;
}

/** Passes the prepared data to a run's workers. */
const preparedVariable = 'PASSBOOK_TEST_PREPARED';

/** Once per run: starts PostgreSQL and creates what {@link copyDemonstration} copies. Returns the cleanup. */
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

/** Makes an empty database for an institution that goes live. */
export async function makeLiveDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const { postgresUrl } = readPrepared();
  const name = `passbook_live_${randomUUID()}`;
  return { url: await makeDatabase(postgresUrl, name), drop: () => dropDatabase(postgresUrl, name) };
}

/** Copies a demonstration on PostgreSQL as after the first start; ten times as fast as creating one. */
export async function copyDemonstration(): Promise<DemonstrationCopy> {
  const { postgresUrl, template, folder } = readPrepared();
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

/** Prepares a demonstration on the embedded database that the server has yet to create, as on a first `npm start`. */
export async function beginDemonstration(): Promise<DemonstrationCopy> {
  const folder = await newFolder();
  return { environment: demonstrationEnvironment(folder), remove: () => removeFolder(folder) };
}

function readPrepared(): PreparedDemonstration {
  const prepared = process.env[preparedVariable];
  if (!prepared) throw new Error(`${preparedVariable} is not set; the global setup of the run sets it.`);
  return JSON.parse(prepared) as PreparedDemonstration;
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'passbook-e2e-'));
}
