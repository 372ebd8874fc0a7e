import { compose } from '#server/compose.ts';
import { readConfig } from '#server/platform/config.ts';
import { describeForOperator } from '#server/platform/plain-error.ts';
import { auditCommand } from './audit-command.ts';
import { changesCommand } from './changes-command.ts';
import type { Command } from './command.ts';
import { demoCommand } from './demo-command.ts';
import { documentsCommand } from './documents-command.ts';
import { draftsCommand } from './drafts-command.ts';
import { endOfDayCommand } from './end-of-day-command.ts';
import { forgetAppCommand } from './forget-app-command.ts';
import { importCommand } from './import-command.ts';
import { inviteCommand } from './invite-command.ts';
import { loginCommand } from './login-command.ts';
import { maintenanceCommand } from './maintenance-command.ts';
import { returnsCommand } from './returns-command.ts';

const commands: readonly Command[] = [
  importCommand,
  inviteCommand,
  endOfDayCommand,
  draftsCommand,
  returnsCommand,
  changesCommand,
  demoCommand,
  maintenanceCommand,
  documentsCommand,
  loginCommand,
  forgetAppCommand,
  auditCommand,
];

process.exitCode = await runCommand(process.argv.slice(2));

/** @returns the exit code: 0 done, 1 refused or failed, 2 not understood. */
async function runCommand([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === 'help') return printHelp(args[0]);
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    console.error(`There is no command "${name}".`);
    printHelp();
    return 2;
  }
  try {
    const { services, close } = await compose({ ...readConfig(process.env), logLevel: 'warn' });
    try {
      return await command.run(args, services);
    } finally {
      await close();
    }
  } catch (error) {
    console.error(describeForOperator(error));
    return 1;
  }
}

function printHelp(name?: string): number {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) {
    console.log(`${command.summary}\n\n${command.usage}`);
    return 0;
  }
  const width = Math.max(...commands.map((candidate) => candidate.name.length));
  console.log('npm run passbook -- COMMAND [arguments]\n');
  for (const { name: known, summary } of commands) console.log(`  ${known.padEnd(width)}  ${summary}`);
  console.log(`  ${'help'.padEnd(width)}  This list, or with the name of a command how it is used`);
  console.log('\nThe same environment as the server decides which database and institution are meant.');
  return 0;
}
