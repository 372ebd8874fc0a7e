import type { StandaloneCommand } from '#server/platform/cli/command.ts';
import { readConfig } from '#server/platform/config.ts';
import { openAsOwner } from '#server/platform/db/open-database.ts';
import { openFileStore } from '#server/platform/files/open-file-store.ts';
import { restore } from './restore.command.ts';

export const restoreCommand: StandaloneCommand = {
  name: 'restore',
  summary: 'Loads a backup into an empty database, in quarantine',
  usage: `Usage: passbook restore DIR

Needs an empty database, the field key of the backup, and PASSBOOK_OWNER_DATABASE_URL if the servers'
role does not own the tables. The copy starts in quarantine: customers can't sign in, and nothing is
mailed, charged or drawn, until "passbook release". Everyone is signed out.`,
  async runAlone(args, environment) {
    const [folder] = args;
    if (folder === undefined || args.length !== 1) {
      console.error(restoreCommand.usage);
      return 2;
    }
    const config = readConfig(environment);
    const opened = await openAsOwner(config);
    try {
      const { manifest, institution } = await restore(folder, config, opened.database, openFileStore(config));
      console.log(`Restored the backup from ${manifest.madeAt}. It is in quarantine until "passbook release".`);
      if (institution === 'differs') {
        console.log(`${config.institutionFolder} differs from the backup and was left as it is.`);
      }
      if (config.ownerDatabaseUrl !== null) console.log('Run "passbook migrate" to give the servers their rights.');
      return 0;
    } finally {
      await opened.close();
    }
  },
};
