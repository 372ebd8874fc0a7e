import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { Telephone } from '#common/profile/rules/telephones.ts';
import type { Transaction } from '#server/platform/db/database.ts';

/** The part of the host that knows where a customer can be reached, apart from the e-mail address. */
export interface HostContacts {
  /**
   * Serializes changes of how one customer is reached until the transaction ends. An outside host locks nothing.
   */
  lockCustomer(transaction: Transaction, customerId: string): Promise<void>;

  /** @param within the transaction to read in; an outside host reads as ever */
  findContacts(customerId: string, within?: Transaction): Promise<Contacts | undefined>;

  /** Where letters go that are about no loan, or about one without an address of its own. */
  changeCustomerAddress(transaction: Transaction, customerId: string, address: MailingAddress): Promise<void>;

  /** @param telephones one or two, exactly one of them primary */
  changeTelephones(transaction: Transaction, customerId: string, telephones: readonly Telephone[]): Promise<void>;
}

export interface Contacts {
  readonly address: MailingAddress;
  /** At most two, none without a number, and in the customer's order. */
  readonly telephones: readonly Telephone[];
}
