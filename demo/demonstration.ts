import { type Day, formatDayLong } from '#common/core/dates.ts';
import { customersWithWork } from './books/customers-with-work.ts';
import { demonstrationPeople, describeUnregistered } from './books/people.ts';
import { hasDemonstrationBooks, seedDemonstration } from './books/seed-demonstration.ts';
import { seedDemonstrationMethods } from './demonstration-methods.ts';
import { seedPlannedPayments } from './planned-payments.ts';
import { seedDemonstrationDocuments } from './demonstration-documents.ts';
import { describeDesk, seedDemonstrationStaff } from './demonstration-desk.ts';
import { seedDemonstrationUsers } from './demonstration-users.ts';
import { livePastDays } from './past-days/past-days.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** All demonstration customers share one password; production refuses the institution. */
export const DEMONSTRATION_PASSWORD = 'Harbor-2026!';
const secrets = { password: DEMONSTRATION_PASSWORD, secretAnswer: 'harbor' };

/** The demonstration as `npm start` shows it, with work of the last days. */
export async function startDemonstration(services: Services): Promise<void> {
  await prepareDemonstration(services);
  await livePastDays(services, secrets);
}

/**
 * Fills an empty database with fictional people; a filled one is left unchanged. Can be killed at any time: the books
 * come last, in one transaction, so their presence means that all is done. A new part must run before the books and
 * detect that it was done already. Without the last days: tests that count payments, files of the bank, and business
 * days begin with none.
 */
export async function prepareDemonstration(services: Services): Promise<void> {
  if (!(await hasDemonstrationBooks(services.database))) await prepareBooks(services);
  // They need the loans, and check for themselves what was created before.
  await seedPlannedPayments(services);
  await seedDemonstrationDocuments(services);
  await seedDemonstrationStaff(services);
}

async function prepareBooks(services: Services): Promise<void> {
  const [first] = demonstrationPeople;
  if (first && !(await findUserByLogin(services.database, first.loginName))) {
    await seedDemonstrationUsers(services, demonstrationPeople, secrets);
  }
  await seedDemonstrationMethods(services);
  await seedDemonstration(services);
}

/**
 * Prints what a first-time user needs to know.
 * @param deskAddress undefined if this process does not serve the desk
 * @param keptIn the folder of the embedded database; null with another database
 */
export function announceDemonstration(
  address: string,
  today: Day,
  deskAddress: string | undefined,
  keptIn: string | null,
): void {
  const people = [...demonstrationPeople, ...customersWithWork];
  const width = Math.max(...people.map((person) => person.loginName.length));
  const lines = people.map((person) => `    ${person.loginName.padEnd(width)}  ${person.shows}`);
  // oxlint-disable-next-line no-console -- said to the person at the terminal, beside the log
  console.log(
    [
      '',
      `  Passbook is running at ${address}`,
      `  Today's date in the demo is ${formatDayLong(today)}.`,
      '',
      `  Sign in with the password ${DEMONSTRATION_PASSWORD} as`,
      ...lines,
      '',
      '  These customers have no login yet and can register:',
      ...describeUnregistered().map((line) => `    ${line}`),
      '',
      ...(deskAddress === undefined ? [] : describeDesk(deskAddress)),
      '  Links from messages to try: npm run passbook -- demo links (stop the server first)',
      '',
      `  Read outgoing email at ${address}/dev/outbox`,
      '',
      `  All data is fictional. Stop with Ctrl+C. Your changes are kept in ${keptIn ?? 'the database'}.`,
      '',
    ].join('\n'),
  );
}
