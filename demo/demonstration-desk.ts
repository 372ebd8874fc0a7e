import { addLetter } from './demonstration-documents.ts';
import { seedDemonstrationMessages } from './demonstration-messages.ts';
import { seedDemonstrationRequests } from './demonstration-requests.ts';
import { seedDemonstrationVisits } from './demonstration-visits.ts';
import { insertWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { demonstrationStaff } from '#server/desk/staff/demonstration-staff.ts';
import { findStaffByEmail, insertStaff } from '#server/desk/staff/staff.queries.ts';
import { hideDelivered } from '#server/documents/desk-documents.queries.ts';
import { withdrawDocument } from '#server/documents/withdraw-document.command.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Creates the fictional staff and a request that waits for a second person, once. */
export async function seedDemonstrationStaff(services: Services): Promise<void> {
  const { database, clock } = services;
  const known = await Promise.all(
    demonstrationStaff.map(({ emailAddress }) => findStaffByEmail(database, emailAddress)),
  );
  const missing = demonstrationStaff.filter((_staff, index) => known[index] === undefined);
  // Yesterday, because people whose rights changed today can't approve what the person asks who changed them.
  const at = clock.now().subtract({ hours: 24 });
  await inTransaction(database, async (transaction) => {
    for (const staff of missing) await insertStaff(transaction, { ...staff, addedBy: null }, at);
    if (missing.length === demonstrationStaff.length) await seedDemonstrationVisits(services, transaction);
  });
  // An older version made the others, and everything below.
  if (missing.length < demonstrationStaff.length) return;
  await seedRequest(services);
  await seedDemonstrationMessages(services);
  await seedDemonstrationRequests(services);
  await seedWithdrawnDocument(services);
}

/** An agent asks to release a restricted login, so that a supervisor has something to decide. */
async function seedRequest({ database, clock, host, audit }: Services): Promise<void> {
  const agent = await findStaffByEmail(database, 'alma.ortiz@desk.example');
  const user = await findUserByLogin(database, 'rex.stricted');
  const customer = user && (await host.findCustomer(user.customerId));
  // Someone may have removed the login since an older version made it.
  if (!agent || !customer) return;
  const { userId, loginName, customerId } = user;
  const { staffId, emailAddress: staff } = agent;
  const reason = 'Customer called back and passed the identity check; the login was restricted by mistake';
  await inTransaction(database, async (transaction) => {
    const item = {
      action: 'releaseLogin',
      customerId,
      customerName: customer.personalName,
      input: { userId: String(userId) },
      before: { [`Sign-in as ${loginName}`]: 'refused' },
      after: { [`Sign-in as ${loginName}`]: 'allowed' },
      reason,
      askedBy: staffId,
    } as const;
    const workItemId = await insertWorkItem(transaction, item, clock.now());
    if (workItemId === undefined) return;
    const details = { workItemId, staffId, staff, customerId, reason };
    await audit.record(transaction, { event: 'desk-release-asked', userId, details });
  });
}

/** Operations gave a customer a document of someone else, and took it back. */
async function seedWithdrawnDocument(services: Services): Promise<void> {
  const { audit, database } = services;
  const operations = await findStaffByEmail(database, 'omar.haddad@desk.example');
  const user = await findUserByLogin(database, 'margaret.okafor');
  if (!operations || !user) return;
  const { staffId, emailAddress: staff } = operations;
  const { customerId } = user;
  const letter = {
    customerId,
    place: { kind: 'customer' },
    title: 'Insurance certificate',
    daysAgo: 2,
    paragraphs: ['The vehicle of this loan is insured until the end of the year.'],
  } as const;
  const documentId = await addLetter(services, letter);
  const storageName = await inTransaction(database, async (transaction) => {
    const hidden = await hideDelivered(transaction, { customerId, documentId });
    if (!hidden) throw new Error('The document to withdraw is gone');
    const { name, sha256 } = hidden;
    const reason = 'The certificate is of another customer';
    const details = {
      documentId,
      name,
      sha256: Buffer.from(sha256).toString('hex'),
      staffId,
      staff,
      customerId,
      reason,
    };
    await audit.record(transaction, { event: 'desk-document-withdrawn', userId: null, details });
    return hidden.storageName;
  });
  await withdrawDocument(services, { documentId, storageName });
}

/** Lines for the first-time user. */
export function describeDesk(address: string): string[] {
  const width = Math.max(...demonstrationStaff.map(({ name }) => name.length));
  return [
    `  The institution's staff work at ${address}. Enter with one press as`,
    ...demonstrationStaff.map(({ name, role, shows }) => `    ${name.padEnd(width)}  ${role}: ${shows}`),
    '',
  ];
}
