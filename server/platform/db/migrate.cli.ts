import type { StandaloneCommand } from '#server/platform/cli/command.ts';
import { readConfig } from '#server/platform/config.ts';
import { createJobTables } from '#server/platform/jobs/runner.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { addressesOf } from './database-addresses.ts';
import { grantRights } from './grant-rights.ts';
import { migrate } from './migrate.ts';
import { openAsOwner } from './open-database.ts';

export const migrateCommand: StandaloneCommand = {
  name: 'migrate',
  summary: 'Creates or updates the tables as their owner, and gives the servers their rights',
  usage: `Usage: passbook migrate

Connects with PASSBOOK_OWNER_DATABASE_URL, applies the missing migrations, and grants the role of
DATABASE_URL what servers and workers need: no changes of tables, no changes of the audit log or
of other append-only rows. Run it before a new version starts. Can be repeated.`,
  async runAlone(args, environment) {
    if (args.length > 0) {
      console.error(migrateCommand.usage);
      return 2;
    }
    const config = readConfig(environment);
    const { databaseUrl, ownerDatabaseUrl } = config;
    if (databaseUrl === null || ownerDatabaseUrl === null) {
      throw new PlainError('Set DATABASE_URL (the role of the servers) and PASSBOOK_OWNER_DATABASE_URL (the owner).');
    }
    const role = decodeURIComponent(new URL(addressesOf(databaseUrl)[0]).username);
    if (role === '') throw new PlainError('DATABASE_URL must name the role of the servers: postgres://role@host/name');
    const opened = await openAsOwner(config);
    try {
      await migrate(opened.database);
      await createJobTables(opened.jobStore);
      await grantRights(opened.database, role);
    } finally {
      await opened.close();
    }
    console.log(`The tables are up to date, and ${role} has its rights.`);
    return 0;
  },
};
