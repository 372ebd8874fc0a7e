import { isSameAddress, type MailingAddress, validateAddress } from '#common/core/mailing-address.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { type AddressFields, type ContactChangeFields, isEmptyPhone } from '#common/profile/rules/contact-change.ts';
import { type PhoneOnFile, phoneDigits } from '#common/profile/rules/phones.ts';
import type { Contacts } from '#server/host/host-contacts.ts';
import { changePhones } from '#server/host-tasks/change-phones.ts';
import { accountSubject, customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type ChangeRequest, settleRequest } from '../customer-requests.queries.ts';

export type ChangeProblem = 'NoLongerOpen' | 'OldPhoneNotOnFile' | 'PhoneOnFileAlready' | 'AddressNotUsable';

export interface ChangeDecision {
  readonly staffId: number;
  /** The staff member, for the audit log. */
  readonly by: string;
  readonly reason: string;
}

/** Rolls the decision back: the desk refuses a transaction that ends without its audit entry. */
export class Undecidable extends Error {
  readonly problem: ChangeProblem;

  constructor(problem: ChangeProblem) {
    super(problem);
    this.problem = problem;
  }
}

export async function decided(work: Promise<void>): Promise<Result<void, ChangeProblem>> {
  try {
    return success(await work);
  } catch (error) {
    if (error instanceof Undecidable) return failure(error.problem);
    throw error;
  }
}

type Within = (transaction: Transaction) => Promise<void>;

/**
 * Applies a request to the host: the address to the loans it names, and to the customer's own address if the old one
 * was that; each phone in the place of the old one. The customer is told.
 * @param within runs in the transaction of the change
 */
export async function approveContactChange(
  services: Services,
  request: ChangeRequest,
  decision: ChangeDecision,
  within: Within,
): Promise<Result<void, ChangeProblem>> {
  const { audit, clock, database, host } = services;
  const { customerId, fields, requestId } = request;
  const address = fields.addresses && mailingAddressOf(fields.addresses.new);
  if (address && hasErrors(validateAddress(address))) return failure('AddressNotUsable');
  const readContacts = () => host.findContacts(customerId);
  const work = readThenChange(database, customerSubject(customerId), readContacts, async (transaction, contacts) => {
    if (!contacts) throw new Error('The host has no contact data for this customer');
    const at = clock.now();
    const settled = { requestId, customerId, status: 'approved', decidedBy: decision.staffId, answer: '' } as const;
    if (!(await settleRequest(services, transaction, settled, at))) throw new Undecidable('NoLongerOpen');
    const phones = phonesAfter(contacts.phones, fields);
    if (!phones.ok) throw new Undecidable(phones.error);
    if (fields.phones) await changePhones(services, transaction, customerId, phones.value);
    if (address) await changeAddresses(services, transaction, { request, contacts, address, at });
    await tell(services, transaction, request, { outcome: 'made' }, at);
    const details = { requestId, by: decision.by, reason: decision.reason };
    await audit.record(transaction, { event: 'contact-information-changed', userId: request.userId, details });
    await within(transaction);
  });
  return decided(work);
}

/** @param words what the customer reads */
export function declineContactChange(
  services: Services,
  request: ChangeRequest,
  { staffId, words }: { readonly staffId: number; readonly words: string },
  within: Within,
): Promise<Result<void, ChangeProblem>> {
  const work = inTransaction(services.database, async (transaction) => {
    const at = services.clock.now();
    const { requestId, customerId } = request;
    const settled = { requestId, customerId, status: 'declined', decidedBy: staffId, answer: words } as const;
    if (!(await settleRequest(services, transaction, settled, at))) throw new Undecidable('NoLongerOpen');
    await tell(services, transaction, request, { outcome: 'declined', words }, at);
    await within(transaction);
  });
  return decided(work);
}

interface AddressChange {
  readonly request: ChangeRequest;
  readonly contacts: Contacts;
  readonly address: MailingAddress;
  readonly at: Temporal.Instant;
}

async function changeAddresses(
  services: Services,
  transaction: Transaction,
  { request: { customerId, fields }, contacts, address, at }: AddressChange,
): Promise<void> {
  for (const accountNumber of fields.accountNumbers) {
    await raiseGuard(transaction, accountSubject(accountNumber));
    const task = { kind: 'changeMailingAddress', accountNumber, address, at: at.toString() } as const;
    await enqueueHostTask(services, transaction, task);
  }
  const old = fields.addresses && mailingAddressOf(fields.addresses.old);
  if (!old || !isSameAddress(inCapitals(old), inCapitals(contacts.address))) return;
  await raiseGuard(transaction, customerSubject(customerId));
  await enqueueHostTask(services, transaction, { kind: 'changeCustomerAddress', customerId, address });
}

/** The host has one line for what the form takes in two. */
export function mailingAddressOf({ addressLine1, addressLine2, city, state, zip }: AddressFields): MailingAddress {
  const lines = [addressLine1.trim(), addressLine2.trim()].filter((line) => line !== '');
  return { address1: lines.join(', '), city: city.trim(), state, zipCode: zip };
}

function inCapitals({ address1, city, ...rest }: MailingAddress): MailingAddress {
  return { ...rest, address1: address1.toUpperCase(), city: city.toUpperCase() };
}

/** A new number has not agreed to texts. */
function phonesAfter(
  onFile: readonly PhoneOnFile[],
  { phones }: ContactChangeFields,
): Result<readonly PhoneOnFile[], 'OldPhoneNotOnFile' | 'PhoneOnFileAlready'> {
  const changes = phones ? [phones.first, phones.second].filter((phone) => !isEmptyPhone(phone)) : [];
  let after = onFile;
  for (const { oldPhoneNumber, newPhoneNumber } of changes) {
    const [old, wanted] = [phoneDigits(oldPhoneNumber), phoneDigits(newPhoneNumber)];
    if (!after.some(({ number }) => number === old)) return failure('OldPhoneNotOnFile');
    if (after.some(({ number }) => number === wanted)) return failure('PhoneOnFileAlready');
    after = after.map((phone) => (phone.number === old ? { ...phone, number: wanted, textsAgreed: false } : phone));
  }
  return success(after);
}

type Told = { readonly outcome: 'made' } | { readonly outcome: 'declined'; readonly words: string };

async function tell(
  services: Services,
  transaction: Transaction,
  { requestId, customerId }: ChangeRequest,
  told: Told,
  at: Temporal.Instant,
): Promise<void> {
  const mail =
    told.outcome === 'made'
      ? ({ subject: { key: 'requestChangeMail.madeSubject' }, body: { key: 'requestChangeMail.madeBody' } } as const)
      : ({
          subject: { key: 'requestChangeMail.declinedSubject' },
          body: { key: 'requestChangeMail.declinedBody', values: { words: told.words } },
        } as const);
  await enqueueHostTask(services, transaction, {
    kind: 'mail',
    customerId,
    mail: { occasion: `contact-change-decided-${requestId}`, ...mail },
    at: at.toString(),
  });
}
