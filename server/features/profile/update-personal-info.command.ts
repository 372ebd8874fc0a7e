import { addressFromWire } from '#common/api/account-details.wire.ts';
import type { PersonalInfoEntry } from '#common/api/profile.api.ts';
import { telephonesFromWire } from '#common/api/profile.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { type MailingAddress, trimAddress, validateAddress } from '#common/rules/addresses/mailing-address.ts';
import { hasErrors } from '#common/rules/field-errors.ts';
import { isPoBox } from '#common/rules/profile/personal-info.ts';
import { isPhoneNumber, type Telephone } from '#common/rules/profile/telephones.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Contacts } from '#server/host/host-contacts.ts';
import { agreedToTexting } from '#server/platform/agreements/texting-terms.ts';
import { type ConfirmationError, confirmPassword } from '#server/platform/credentials/confirm-password.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/run-endpoint.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import { enqueueMessage } from '#server/platform/mail/outbox.queries.ts';
import { isCityOfZip } from '#server/platform/postal-codes/postal-codes.queries.ts';
import type { Services } from '#server/services.ts';

/** The errors of M 8; what has no words of its own is Error. */
export type PersonalInfoError = ConfirmationError | 'ZipCityNoMatch' | 'ContainsPOBox' | 'CorrectErrors' | 'Error';

export interface PersonalInfoUpdate {
  readonly session: Session;
  readonly entry: PersonalInfoEntry;
  readonly ipAddress: string;
}

/**
 * Saves address and telephones. Another number asks for the password once more, and
 * the customer is told by e-mail; letting a telephone be texted needs the terms of it.
 */
export async function updatePersonalInfo(
  services: Services,
  { session, entry, ipAddress }: PersonalInfoUpdate,
): Promise<Result<Contacts, PersonalInfoError>> {
  const { host, institution } = services;
  const customer = await host.findCustomer(session.customerId);
  const known = await host.findContacts(session.customerId);
  if (!customer || !known) throw new Refusal(401, 'Unauthorized');
  const hidesPhones = institution.options['profileOptions.hidePhoneSection'];
  const sent: Partial<Contacts> = {
    ...(entry.Address === null ? {} : { address: trimAddress(addressFromWire(entry.Address)) }),
    ...(hidesPhones ? {} : { telephones: telephonesFromWire(entry.PhoneNumbers) }),
  };
  const wrong =
    (sent.address && (await addressError(services, sent.address))) ??
    (sent.telephones && (await telephonesError(services, session, known.telephones, sent.telephones)));
  if (wrong) return failure(wrong);
  const wanted: Contacts = { ...known, ...sent };
  const changesNumbers = numbersOf(wanted) !== numbersOf(known);
  if (changesNumbers) {
    const confirmed = await confirmPassword(services, session, entry.OldPassword);
    if (!confirmed.ok) return confirmed;
  }
  const tells = changesNumbers || sent.address !== undefined;
  await save(services, { session, customer, sent, ipAddress, tells });
  return success(wanted);
}

async function addressError({ database }: Services, address: MailingAddress): Promise<PersonalInfoError | undefined> {
  if (hasErrors(validateAddress(address))) return 'CorrectErrors';
  if (isPoBox(address.address1)) return 'ContainsPOBox';
  return (await isCityOfZip(database, address)) ? undefined : 'ZipCityNoMatch';
}

async function telephonesError(
  { database, institution }: Services,
  { userId }: Session,
  known: readonly Telephone[],
  wanted: readonly Telephone[],
): Promise<PersonalInfoError | undefined> {
  const numbers = wanted.map(({ number }) => number);
  if (numbers.length === 0 || !numbers.every(isPhoneNumber)) return 'CorrectErrors';
  if (wanted.filter(({ primary }) => primary).length !== 1) return 'CorrectErrors';
  const agreed = new Set(known.filter(({ textsAgreed }) => textsAgreed).map(({ number }) => number));
  const newlyAgreed = wanted.some(({ number, textsAgreed }) => textsAgreed && !agreed.has(number));
  if (!newlyAgreed) return undefined;
  if (!institution.options['globalOptions.useTextMessagesOption']) return 'Error';
  return (await agreedToTexting(database, institution, userId)) ? undefined : 'Error';
}

function numbersOf({ telephones }: Contacts): string {
  return telephones.map(({ number }) => number).join();
}

interface Save {
  readonly session: Session;
  readonly customer: HostCustomer;
  /** The rest may have been changed by somebody else meanwhile, and stays as it is. */
  readonly sent: Partial<Contacts>;
  readonly ipAddress: string;
  /** Who may be reached, and where, is another one now. */
  readonly tells: boolean;
}

async function save(services: Services, { session, customer, sent, ipAddress, tells }: Save): Promise<void> {
  const { host, clock, institution, audit } = services;
  const { userId, customerId } = session;
  const at = clock.now();
  await inTransaction(services.database, async (transaction) => {
    if (sent.address) await host.changeCustomerAddress(transaction, customerId, sent.address);
    if (sent.telephones) await host.changeTelephones(transaction, customerId, sent.telephones);
    await audit.record(transaction, { event: 'contact-information-changed', userId, details: { ipAddress } });
    const mail = composeMail(institution, {
      occasion: `contact-changed-${userId}-${at.toString()}`,
      recipient: customer.emailAddress,
      subject: { key: 'profileMail.contactChangedSubject' },
      body: { key: 'profileMail.contactChangedBody', fills: [customer.personalName] },
    });
    if (tells && mail) await enqueueMessage(services, transaction, mail, at);
  });
}
