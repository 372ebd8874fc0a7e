import type { HostCustomer } from '#server/host/host.ts';
import type { OwnedLoan } from '#server/host/host-accounts.ts';
import type { Services } from '#server/services.ts';

/** Loans or customers per call. A host that answers for one customer at a time gets this many calls at once. */
const BATCH_SIZE = 500;

export async function findCustomersOf(
  { host }: Pick<Services, 'host'>,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, HostCustomer>> {
  const found = new Map<string, HostCustomer>();
  for (const ids of inBatches(customerIds)) {
    const customers = host.sets
      ? await host.sets.findCustomers(ids)
      : (await Promise.all(ids.map((id) => host.findCustomer(id)))).filter((customer) => customer !== undefined);
    for (const customer of customers) found.set(customer.customerId, customer);
  }
  return found;
}

export async function findLoansOf(
  { host, clock }: Pick<Services, 'host' | 'clock'>,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, OwnedLoan>> {
  const found = new Map<string, OwnedLoan>();
  for (const numbers of inBatches(accountNumbers)) {
    for (const owned of await host.listLoans(numbers, clock.today())) found.set(owned.loan.accountNumber, owned);
  }
  return found;
}

function* inBatches(values: readonly string[]): Generator<string[]> {
  const distinct = [...new Set(values)];
  for (let start = 0; start < distinct.length; start += BATCH_SIZE) yield distinct.slice(start, start + BATCH_SIZE);
}
