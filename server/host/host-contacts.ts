import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { Telephone } from '#common/profile/rules/telephones.ts';

/** The part of the host that knows where a customer can be reached, apart from the e-mail address. */
export interface HostContacts {
  findContacts(customerId: string): Promise<Contacts | undefined>;

  /** Where letters go that are about no loan, or about one without an address of its own. */
  changeCustomerAddress(customerId: string, address: MailingAddress): Promise<void>;

  /** @param telephones one or two, exactly one of them primary */
  changeTelephones(customerId: string, telephones: readonly Telephone[]): Promise<void>;
}

export interface Contacts {
  readonly address: MailingAddress;
  /** At most two, none without a number, and in the customer's order. */
  readonly telephones: readonly Telephone[];
}
