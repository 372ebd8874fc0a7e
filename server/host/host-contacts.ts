import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { PhoneOnFile } from '#common/profile/rules/phones.ts';

export interface HostContacts {
  findContacts(customerId: string): Promise<Contacts | undefined>;

  /** Used for letters that concern no loan, or a loan without its own address. */
  changeCustomerAddress(customerId: string, address: MailingAddress): Promise<void>;

  /** @param phones one or two, exactly one of them primary */
  changePhones(customerId: string, phones: readonly PhoneOnFile[]): Promise<void>;
}

export interface Contacts {
  readonly address: MailingAddress;
  /** At most two, each with a number, in the customer's order. */
  readonly phones: readonly PhoneOnFile[];
}
