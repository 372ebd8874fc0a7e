import { randomUUID } from 'node:crypto';
import { keysOf } from '#common/core/keys-of.ts';
import type { WantedContacts } from '#common/profile/profile.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  hasStrangeSigns,
  isSameAddress,
  type MailingAddress,
  trimAddress,
  validateAddress,
} from '#common/core/mailing-address.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { isPoBox } from '#common/profile/rules/personal-info.ts';
import { mergePhones } from '#common/profile/rules/merge-phones.ts';
import { isPhoneNumber, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Contacts } from '#server/host/host-contacts.ts';
import { agreedToTexting } from '#server/institution/agreements/texting-terms.ts';
import { type ConfirmationError, confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { assertConfirmed } from '#server/identity/confirmation/identity-confirmation.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { changePhones } from '#server/host-tasks/change-phones.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { isCityOfZip } from '#server/platform/postal-codes/postal-codes.queries.ts';
import type { Services } from '#server/services.ts';

/** The errors of M 8; `Error` for those without their own text. `Stale`: changed elsewhere since it was shown. */
export type PersonalInfoError =
  | ConfirmationError
  | 'ZipCityNoMatch'
  | 'ContainsPOBox'
  | 'SamePhoneTwice'
  | 'CorrectErrors'
  | 'Stale'
  | 'Error';

export interface PersonalInfoUpdate {
  readonly session: Session;
  readonly wanted: WantedContacts;
  readonly ipAddress: string;
}

/**
 * Saves changes of address and phones. A new number requires the password, and the customer is told by email; allowing
 * texts to a phone requires its terms.
 */
export async function updatePersonalInfo(
  services: Services,
  { session, wanted, ipAddress }: PersonalInfoUpdate,
): Promise<Result<Contacts, PersonalInfoError>> {
  const { host } = services;
  const customer = await host.findCustomer(session.customerId);
  const known = await host.findContacts(session.customerId);
  if (!customer || !known) throw new Refusal(401, 'Unauthorized');
  const change = changeOf(services, wanted, known);
  if (!change.ok) return change;
  const { address, phones } = change.value;
  const wrong =
    (address && (await addressError(services, address))) ??
    (phones && (await phonesError(services, session, known.phones, phones)));
  if (wrong) return failure(wrong);
  if (phones && numbersOf(phones) !== numbersOf(known.phones)) {
    const confirmed = await confirmPassword(services, session, wanted.password);
    if (!confirmed.ok) return confirmed;
  }
  if (address) await assertConfirmed(services, session);
  return save(services, { session, customer, known, change: change.value, ipAddress });
}

/** Returns only what differs, so changes made elsewhere meanwhile are kept. */
function changeOf(
  { institution }: Services,
  wanted: WantedContacts,
  known: Contacts,
): Result<Partial<Contacts>, 'Stale'> {
  const { before } = wanted;
  const address = wanted.address && trimAddress(wanted.address);
  const changesAddress = address !== undefined && !isSameAddress(address, known.address);
  if (changesAddress && before.address && !isSameAddress(before.address, known.address)) return failure('Stale');
  const hidesPhones = institution.options['profileOptions.hidePhoneSection'];
  const asked = hidesPhones ? undefined : wanted.phones;
  const merged =
    asked && before.phones ? mergePhones({ before: before.phones, wanted: asked, current: known.phones }) : undefined;
  if (merged && !merged.ok) return merged;
  const phones = merged?.value ?? asked;
  return success({ ...(changesAddress ? { address } : {}), ...(phones ? { phones } : {}) });
}

async function addressError({ database }: Services, address: MailingAddress): Promise<PersonalInfoError | undefined> {
  if (hasErrors(validateAddress(address)) || hasStrangeSigns(address)) return 'CorrectErrors';
  if (isPoBox(address.address1)) return 'ContainsPOBox';
  return (await isCityOfZip(database, address)) ? undefined : 'ZipCityNoMatch';
}

async function phonesError(
  { database, institution }: Services,
  { userId }: Session,
  known: readonly PhoneOnFile[],
  wanted: readonly PhoneOnFile[],
): Promise<PersonalInfoError | undefined> {
  const numbers = wanted.map(({ number }) => number);
  if (numbers.length === 0 || !numbers.every(isPhoneNumber)) return 'CorrectErrors';
  if (new Set(numbers).size < numbers.length) return 'SamePhoneTwice';
  if (wanted.filter(({ primary }) => primary).length !== 1) return 'CorrectErrors';
  const agreed = new Set(known.filter(({ textsAgreed }) => textsAgreed).map(({ number }) => number));
  const newlyAgreed = wanted.some(({ number, textsAgreed }) => textsAgreed && !agreed.has(number));
  if (!newlyAgreed) return undefined;
  if (!institution.options['globalOptions.useTextMessagesOption']) return 'Error';
  return (await agreedToTexting(database, institution, userId)) ? undefined : 'Error';
}

interface Save {
  readonly session: Session;
  readonly customer: HostCustomer;
  readonly known: Contacts;
  readonly change: Partial<Contacts>;
  readonly ipAddress: string;
}

function save(
  services: Services,
  { session, customer, known, change, ipAddress }: Save,
): Promise<Result<Contacts, 'Stale'>> {
  const { host, clock, institution, audit } = services;
  const { userId, customerId } = session;
  const wanted: Contacts = { ...known, ...change };
  const at = clock.now();
  const readContacts = () => host.findContacts(customerId);
  return readThenChange(services.database, customerSubject(customerId), readContacts, async (transaction, now) => {
    if (!now || !isSameContacts(now, known)) return failure('Stale');
    if (isSameContacts(wanted, known)) return success(known);
    if (change.address) {
      const task = { kind: 'changeCustomerAddress', customerId, address: change.address } as const;
      await raiseGuard(transaction, customerSubject(customerId));
      await enqueueHostTask(services, transaction, task);
    }
    if (change.phones) await changePhones(services, transaction, customerId, change.phones);
    const parts = changedParts(known, wanted);
    await audit.record(transaction, {
      event: 'contact-information-changed',
      userId,
      details: { ipAddress, parts: parts.join(', ') },
    });
    const words = documentWords(institution.texts);
    const mail = composeMail(institution, {
      occasion: `contact-changed-${userId}-${randomUUID()}`,
      recipient: customer.emailAddress,
      userId,
      subject: { key: 'profileMail.contactChangedSubject' },
      body: {
        key: 'profileMail.contactChangedBody',
        values: { name: customer.personalName, changes: parts.map((part) => `- ${words(partTexts[part])}`).join('\n') },
      },
    });
    if (parts.length > 0 && mail) await enqueueMessage(services, transaction, mail, at);
    return success(wanted);
  });
}

/** The email names the changed fields without the new values, since the mailbox may be shared. */
const partTexts = {
  address: 'profileMail.changedAddress',
  numbers: 'profileMail.changedNumbers',
  primary: 'profileMail.changedPrimary',
  texting: 'profileMail.changedTexting',
} as const satisfies Readonly<Record<string, TextKey>>;

function changedParts(known: Contacts, wanted: Contacts): (keyof typeof partTexts)[] {
  const { phones: before } = known;
  const { phones: after } = wanted;
  const primaryOf = (phones: readonly PhoneOnFile[]) => phones.find(({ primary }) => primary)?.number;
  const textedOf = (phones: readonly PhoneOnFile[]) =>
    phones
      .filter(({ textsAgreed }) => textsAgreed)
      .map(({ number }) => number)
      .toSorted()
      .join();
  const changed = {
    address: !isSameAddress(known.address, wanted.address),
    numbers: numbersOf(before) !== numbersOf(after),
    primary: primaryOf(before) !== primaryOf(after),
    texting: textedOf(before) !== textedOf(after),
  };
  return keysOf(partTexts).filter((part) => changed[part]);
}

function numbersOf(phones: readonly PhoneOnFile[]): string {
  return phones.map(({ number }) => number).join();
}

function isSameContacts(one: Contacts, other: Contacts): boolean {
  const textOf = ({ number, primary, textsAgreed }: PhoneOnFile) =>
    `${number}-${String(primary)}-${String(textsAgreed)}`;
  return isSameAddress(one.address, other.address) && one.phones.map(textOf).join() === other.phones.map(textOf).join();
}
