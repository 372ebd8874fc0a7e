import type { Institution } from '#common/institution/institution.ts';
import { type AddressFields, type ContactChangeFields, isEmptyPhone } from '#common/profile/rules/contact-change.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
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
 * The email to the institution: verified facts first, the customer's words below a rule. Undefined without an address.
 */
export function requestMail(institution: Institution, facts: ChangeRequestFacts): OutgoingMessage | undefined {
  const { customer, requestId } = facts;
  return composeMail(institution, {
    occasion: `contact-change-${requestId}`,
    recipient: institution.options['requestChangeOptions.sendTo'],
    subject: { key: 'requestChangeMail.subject', values: { name: customer.personalName } },
    body: {
      key: 'requestChangeMail.body',
      values: { known: knownLines(institution, facts), entered: typedLines(institution, facts) },
    },
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
    body: { key: 'requestChangeMail.customerBody', values: { name: customer.personalName } },
  });
}

function knownLines(institution: Institution, { customer, loginName, fields }: ChangeRequestFacts): string {
  const { personalName, customerId } = customer;
  return [
    line(institution, 'requestChangeMail.customer', { name: personalName, customerId, username: loginName }),
    line(institution, 'requestChangeMail.accounts', { loans: fields.accountNumbers.join(', ') }),
  ].join('\n');
}

function typedLines(institution: Institution, { fields: { addresses, phones } }: ChangeRequestFacts): string {
  const numbers = phones ? [phones.first, phones.second].filter((phone) => !isEmptyPhone(phone)) : [];
  return [
    ...(addresses
      ? [
          line(institution, 'requestChangeMail.oldAddress', { oldAddress: addressLine(addresses.old) }),
          line(institution, 'requestChangeMail.newAddress', { newAddress: addressLine(addresses.new) }),
        ]
      : []),
    ...numbers.map((phone) =>
      line(institution, 'requestChangeMail.phone', { oldPhone: phone.oldPhoneNumber, newPhone: phone.newPhoneNumber }),
    ),
  ].join('\n');
}

function line({ texts }: Institution, key: TextKey, values: TextValues<TextKey>): string {
  const words = texts[key];
  return words === null ? Object.values(values).join(' ') : fillText(words, values);
}

function addressLine({ addressLine1, addressLine2, city, state, zip }: AddressFields): string {
  return [addressLine1, addressLine2, city, `${state} ${zip}`].filter((part) => part.trim() !== '').join(', ');
}
