import { type Day, formatDayLong } from '#common/core/dates.ts';
import { demonstrationPeople, describeUnregistered } from './books/people.ts';
import { hasDemonstrationBooks, seedDemonstration } from './books/seed-demonstration.ts';
import { seedDemonstrationMethods } from './demonstration-methods.ts';
import { seedPlannedPayments } from './planned-payments.ts';
import { seedDemonstrationDocuments } from './demonstration-documents.ts';
import { describeDesk, seedDemonstrationStaff } from './demonstration-desk.ts';
import { seedDemonstrationUsers } from './demonstration-users.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** All demonstration customers share one password; production refuses the institution. */
export const DEMONSTRATION_PASSWORD = 'Harbor-2026!';
const DEMONSTRATION_SECRET_ANSWER = 'harbor';

/**
 * Fills an empty database with fictional people; a filled one is left unchanged. Can be killed at any time: the books
 * come last, in one transaction, so their presence means that all is done. A new part must run before the books and
 * detect that it was done already.
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
    await seedDemonstrationUsers(services, demonstrationPeople, {
      password: DEMONSTRATION_PASSWORD,
      secretAnswer: DEMONSTRATION_SECRET_ANSWER,
    });
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
  const width = Math.max(...demonstrationPeople.map((person) => person.loginName.length));
  const lines = demonstrationPeople.map((person) => `    ${person.loginName.padEnd(width)}  ${person.shows}`);
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
