import type { Institution } from '#common/institution/institution.ts';
import { type AddressFields, type ContactChangeFields, isEmptyPhone } from '#common/profile/rules/contact-change.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import type { OutgoingMessage } from '#server/messages/outbox.queries.ts';

export interface ChangeRequestFacts {
  readonly requestId: number;
  readonly customer: HostCustomer;
  readonly loginName: string;
  readonly fields: ContactChangeFields;
}

/**
 * The mail to the institution: verified facts first, the customer's words below a rule. Undefined without an address.
 */
export function requestMail(institution: Institution, facts: ChangeRequestFacts): OutgoingMessage | undefined {
  const { customer, requestId } = facts;
  return composeMail(institution, {
    occasion: `contact-change-${requestId}`,
    recipient: institution.options['requestChangeOptions.sendTo'],
    subject: { key: 'requestChangeMail.subject', fills: [customer.personalName] },
    body: { key: 'requestChangeMail.body', fills: [knownLines(institution, facts), typedLines(institution, facts)] },
  });
}

/** Confirms the request, so customers notice one they didn't make. */
export function acknowledgement(
  institution: Institution,
  { requestId, customer }: ChangeRequestFacts,
): OutgoingMessage | undefined {
  return composeMail(institution, {
    occasion: `contact-change-received-${requestId}`,
    recipient: customer.emailAddress,
    subject: { key: 'requestChangeMail.customerSubject' },
    body: { key: 'requestChangeMail.customerBody', fills: [customer.personalName] },
  });
}

function knownLines(institution: Institution, { customer, loginName, fields }: ChangeRequestFacts): string {
  const { personalName, customerId } = customer;
  return [
    line(institution, 'requestChangeMail.customer', personalName, customerId, loginName),
    line(institution, 'requestChangeMail.accounts', fields.accountNumbers.join(', ')),
  ].join('\n');
}

function typedLines(institution: Institution, { fields: { addresses, phones } }: ChangeRequestFacts): string {
  const numbers = phones ? [phones.first, phones.second].filter((phone) => !isEmptyPhone(phone)) : [];
  return [
    ...(addresses
      ? [
          line(institution, 'requestChangeMail.oldAddress', addressLine(addresses.old)),
          line(institution, 'requestChangeMail.newAddress', addressLine(addresses.new)),
        ]
      : []),
    ...numbers.map((phone) => line(institution, 'requestChangeMail.phone', phone.oldPhoneNumber, phone.newPhoneNumber)),
  ].join('\n');
}

function line({ texts }: Institution, key: TextKey, ...fills: readonly string[]): string {
  const words = texts[key];
  return words === null ? fills.join(' ') : fillText(words, fills);
}

function addressLine({ addressLine1, addressLine2, city, state, zip }: AddressFields): string {
  return [addressLine1, addressLine2, city, `${state} ${zip}`].filter((part) => part.trim() !== '').join(', ');
}
