import type { CustomerSearch, FoundCustomer } from '#server/host/host.ts';
import { listLoginsOfCustomers, listOwnersOfLogins } from './customer-logins.queries.ts';
import type { Services } from '#server/services.ts';

const MAX_FOUND = 25;

export interface CustomerFinding {
  /** The readings of the text that were searched. */
  readonly by: readonly string[];
  readonly customers: readonly (FoundCustomer & { readonly loginNames: readonly string[] })[];
}

/** Finds customers by whatever the text may be: each reading is one question to the host. */
export async function findCustomers(
  { host, database }: Pick<Services, 'host' | 'database'>,
  text: string,
): Promise<CustomerFinding> {
  const readings = readingsOf(text);
  const found = new Map<string, FoundCustomer>();
  const add = (customers: readonly FoundCustomer[]) => {
    for (const customer of customers) if (!found.has(customer.customerId)) found.set(customer.customerId, customer);
  };
  const owners = await listOwnersOfLogins(database, text, MAX_FOUND);
  if (owners.length > 0) add(await host.searchCustomers({ by: 'customerIds', customerIds: owners, limit: MAX_FOUND }));
  for (const reading of readings) add(await host.searchCustomers({ ...reading, limit: MAX_FOUND }));
  const customers = [...found.values()].slice(0, MAX_FOUND);
  const logins = await listLoginsOfCustomers(
    database,
    customers.map(({ customerId }) => customerId),
  );
  return {
    by: [...readings.map(({ by }) => by), ...(owners.length > 0 ? ['loginName'] : [])],
    customers: customers.map((customer) => ({
      ...customer,
      loginNames: logins.flatMap((login) => (login.customerId === customer.customerId ? login.loginName : [])),
    })),
  };
}

type Reading = CustomerSearch extends infer Search ? (Search extends unknown ? Omit<Search, 'limit'> : never) : never;

const SSN_ENDING = 4;

/** Returns every reading of a text: an email address, a phone number, a name and so on. */
export function readingsOf(text: string): Reading[] {
  const digits = text.replaceAll(/\D/g, '');
  if (text.includes('@')) return [{ by: 'emailAddress', emailAddress: text }];
  if (/^[\d\s().+-]+$/.test(text)) {
    const readings: Reading[] = [];
    if (digits.length === SSN_ENDING) readings.push({ by: 'ssnEnding', ssnEnding: digits });
    const phone = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    if (phone.length === 10) readings.push({ by: 'phone', phone });
    if (text.includes('-') || digits.length > SSN_ENDING) readings.push({ by: 'accountNumber', accountNumber: text });
    readings.push({ by: 'customerIds', customerIds: [text] });
    return readings;
  }
  return [
    { by: 'name', name: text },
    ...(/\d/.test(text)
      ? ([
          { by: 'accountNumber', accountNumber: text },
          { by: 'customerIds', customerIds: [text] },
        ] as const)
      : []),
  ];
}
