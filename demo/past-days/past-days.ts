import { addBusinessDays } from '#common/core/business-days.ts';
import { type Day, dayAt } from '#common/core/dates.ts';
import { listConversationsOf } from '#server/contact/conversations/conversations.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { findBeginning, findLastClosed } from '#server/payments/end-of-day/business-days.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { sendOutboxJob } from '#server/messages/send-outbox.job.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { insertChangeRequest, listOpenRequests } from '#server/profile/customer-requests.queries.ts';
import type { Services } from '#server/services.ts';
import {
  customersWithWork,
  lastVan,
  loanOfLockedOut,
  lockedOut,
  taxiCompany,
  vanLoans,
  writeBooksWithWork,
} from '../books/customers-with-work.ts';
import { type Letter, writeLetter } from '../demonstration-messages.ts';
import { type DemonstrationSecrets, seedDemonstrationUsers } from '../demonstration-users.ts';
import { keepLockedOut, lockOut } from './lock-out.ts';
import { recordVisit } from '../demonstration-visits.ts';
import { servicesInThePast } from './past-services.ts';
import { type Payer, payVan, returnVanPayment } from './pay-vans.ts';

/**
 * Lives the last three business days, so that work waits at the desk: a company paid the loans of its vans by bank
 * account, the bank returned the last draft, and the company asks why; a customer asked to change the address, and
 * locked the login with wrong passwords. Can be killed at any time and continues where it was: the question comes last.
 * Not with another core, which doesn't have these customers.
 */
export async function livePastDays(services: Services, secrets: DemonstrationSecrets): Promise<void> {
  const { database, institution, ledgerReports } = services;
  if (!ledgerReports || !institution.bankFile) return;
  const taxi = await findUserByLogin(database, taxiCompany.loginName);
  // Days that an older version has closed stay as they are.
  if (!taxi && (await findLastClosed(database))) return;
  const asked = await listConversationsOf(database, taxiCompany.customerId, 1);
  if (asked.length > 0) return keepLockedOut(services);
  const days = await findDays(services, taxi !== undefined);
  await live(services, secrets, days);
}

type Days = readonly [first: Day, second: Day, third: Day];

/** The three business days before the first start. */
async function findDays({ clock, database, institution }: Services, haveBegun: boolean): Promise<Days> {
  const { calendar, timeZone } = institution;
  const beganAt = haveBegun ? await findBeginning(database) : undefined;
  const first = beganAt ? dayAt(beganAt, timeZone) : addBusinessDays(clock.today(), -3, calendar);
  return [first, addBusinessDays(first, 1, calendar), addBusinessDays(first, 2, calendar)];
}

async function live(services: Services, secrets: DemonstrationSecrets, [first, second, third]: Days): Promise<void> {
  const at = await servicesInThePast(services);
  const morning = at(first, '09:00');
  if (!(await findUserByLogin(services.database, taxiCompany.loginName))) {
    await seedDemonstrationUsers(morning, customersWithWork, secrets);
  }
  if (!(await services.host.findCustomer(taxiCompany.customerId))) await writeBooksWithWork(morning);
  const taxi = await getUser(services, taxiCompany.loginName);
  await visit(at(first, '11:15'), taxiCompany.loginName);
  for (const [index, loan] of vanLoans.entries()) await payVan(at(first, `11:${20 + index * 2}`), taxi, loan);
  await closeDays(at(first, EVENING));
  await closeDays(at(second, EVENING));
  await returnVanPayment(at(third, '09:12'), taxi, lastVan);
  await visit(at(third, '18:35'), lockedOut.loginName);
  await requestAddressChange(at(third, '18:40'), await getUser(services, lockedOut.loginName));
  await closeDays(at(third, EVENING));
  await deliverMails(at(third, EVENING));
  await lockOut(services);
  await visit(services, taxiCompany.loginName, 125);
  await writeLetter(services, question);
}

const EVENING = '23:30';

function visit({ clock, database }: Services, loginName: string, minutesAgo = 0): Promise<void> {
  const at = clock.now().subtract({ minutes: minutesAgo });
  return inTransaction(database, (transaction) => recordVisit(transaction, loginName, at));
}

async function closeDays(services: Services): Promise<void> {
  await closeBusinessDays(services, new AbortController().signal);
}

/** The mails of those days arrived then; nothing is sent for them now. */
async function deliverMails(services: Services): Promise<void> {
  const mailer = { send: () => Promise.resolve(), verify: () => Promise.resolve() };
  await sendOutboxJob.run({ ...services, mailer }, new AbortController().signal);
}

async function requestAddressChange(services: Services, { userId, customerId }: Payer): Promise<void> {
  const { audit, clock, database } = services;
  const open = await listOpenRequests(services, database, { offset: 0, limit: 100 });
  if (open.some((request) => request.customerId === customerId)) return;
  const fields = {
    accountNumbers: [loanOfLockedOut],
    addresses: {
      old: { addressLine1: '41 Salem Street', addressLine2: '', city: 'Portland', state: 'ME', zip: '04101' },
      new: { addressLine1: '17 Pine Street', addressLine2: 'Apt 3', city: 'Concord', state: 'NH', zip: '03301' },
    },
    phones: null,
  };
  await inTransaction(database, async (transaction) => {
    const request = { userId, customerId, fields, at: clock.now() };
    const requestId = await insertChangeRequest(services, transaction, request);
    await audit.record(transaction, { event: 'contact-change-requested', userId, details: { requestId } });
  });
}

const question = {
  loginName: taxiCompany.loginName,
  topic: '',
  subject: 'A payment came back',
  state: 'new',
  written: [
    {
      by: 'customer',
      hoursAgo: 2,
      text: 'You wrote that one of our ten payments came back. The others went through. Why this one, and what do we do now?',
    },
  ],
} as const satisfies Letter;

async function getUser({ database }: Services, loginName: string): Promise<Payer> {
  const user = await findUserByLogin(database, loginName);
  if (!user) throw new Error(`The demonstration has no login ${loginName}`);
  const { userId, customerId } = user;
  return { userId, customerId };
}
