import { runComposed } from './run-composed.ts';
import { describeForOperator } from './platform/plain-error.ts';
import { backupCommand } from './platform/backup/backup.cli.ts';
import { keysCommand } from './platform/crypto/keys.cli.ts';
import { releaseCommand } from './platform/backup/release.cli.ts';
import { restoreCommand } from './platform/backup/restore.cli.ts';
import { auditCommand } from './platform/audit/audit.cli.ts';
import { changesCommand } from './payments/end-of-day/bank-changes.cli.ts';
import type { Command, StandaloneCommand } from './platform/cli/command.ts';
import { migrateCommand } from './platform/db/migrate.cli.ts';
import { demoCommand } from '#demo/demo.cli.ts';
import { deskCommand } from './desk/staff/desk.cli.ts';
import { documentsCommand } from './documents/documents.cli.ts';
import { draftsCommand } from './payments/end-of-day/drafts.cli.ts';
import { paymentsFileCommand } from './payments/end-of-day/payments-file.cli.ts';
import { endOfDayCommand } from './payments/end-of-day/end-of-day.cli.ts';
import { forgetAppCommand } from './identity/authenticator/forget-app.cli.ts';
import { messagesCommand } from './messages/messages.cli.ts';
import { hostTasksCommand } from './host-tasks/host-tasks.cli.ts';
import { countWaitingPayments } from './host-tasks/host-tasks.queries.ts';
import { hostCommand } from './host/http/host.cli.ts';
import { createImportCommand } from './host/books/import/import.cli.ts';
import { inviteCommand } from './registration/invite.cli.ts';
import { loginCommand } from './identity/sign-in/login.cli.ts';
import { newInstitutionCommand } from './setup/new-institution.cli.ts';
import { checkCommand } from './setup/check.cli.ts';
import { maintenanceCommand } from './institution/maintenance.cli.ts';
import { runTakeOver } from './payments/take-over/take-over.cli.ts';
import { disputesCommand } from './payments/settlement/disputes.cli.ts';
import { rateCommand } from './payments/operator/rate.cli.ts';
import { deferCommand } from './payments/operator/defer.cli.ts';
import { creditBureauCommand } from './accounts/credit-bureau/credit-bureau.cli.ts';
import { trialBalanceCommand } from './accounts/ledger/trial-balance.cli.ts';
import { chargeOffCommand } from './accounts/servicing/charge-off.cli.ts';
import { lienCommand } from './accounts/servicing/lien.cli.ts';
import { holdCodeCommand } from './accounts/servicing/hold-code.cli.ts';
import { drawCommand } from './payments/operator/draw.cli.ts';
import { dueDateCommand } from './payments/operator/due-date.cli.ts';
import { overpaidCommand } from './payments/operator/overpaid.cli.ts';
import { refundCommand } from './payments/operator/refund.cli.ts';
import { receivedCommand } from './payments/operator/received.cli.ts';
import { unappliedCommand } from './payments/settlement/unapplied.cli.ts';
import { textsCommand } from './platform/sms/texts.cli.ts';
import { processorCommand } from './payments-network/processor.cli.ts';
import { returnsCommand } from './payments/end-of-day/returns.cli.ts';

const commands: readonly (Command | StandaloneCommand)[] = [
  newInstitutionCommand,
  checkCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  releaseCommand,
  keysCommand,
  createImportCommand({
    countWaiting: countWaitingPayments,
    others: {
      methods: (args, by, context) => runTakeOver('methods', args, by, context),
      autopay: (args, by, context) => runTakeOver('autopay', args, by, context),
    },
  }),
  hostCommand,
  processorCommand,
  textsCommand,
  inviteCommand,
  endOfDayCommand,
  paymentsFileCommand,
  draftsCommand,
  receivedCommand,
  overpaidCommand,
  refundCommand,
  drawCommand,
  dueDateCommand,
  holdCodeCommand,
  lienCommand,
  chargeOffCommand,
  creditBureauCommand,
  trialBalanceCommand,
  deferCommand,
  rateCommand,
  unappliedCommand,
  disputesCommand,
  hostTasksCommand,
  messagesCommand,
  returnsCommand,
  changesCommand,
  demoCommand,
  maintenanceCommand,
  documentsCommand,
  loginCommand,
  forgetAppCommand,
  deskCommand,
  auditCommand,
];

process.exitCode = await runCommand(process.argv.slice(2));

/** Returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
async function runCommand([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === 'help') return printHelp(args[0]);
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    console.error(`Unknown command "${name}".`);
    printHelp();
    return 2;
  }
  try {
    if (!('run' in command)) return await command.runAlone(args, process.env);
    const alone = await command.runAlone?.(args, process.env);
    if (alone !== undefined) return alone;
    return await runComposed(command, args, process.env);
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
  console.log('Usage: npm run passbook -- COMMAND [arguments]\n');
  for (const { name: known, summary } of commands) console.log(`  ${known.padEnd(width)}  ${summary}`);
  console.log(`  ${'help'.padEnd(width)}  Lists the commands, or shows how to use one: help COMMAND`);
  console.log(
    '\nCommands use the same environment variables as the server, such as DATABASE_URL and PASSBOOK_INSTITUTION.',
  );
  return 0;
}
