import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Host } from '#server/host/host.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createEmbeddedHost } from './embedded-host.ts';

const at = Temporal.Instant.from('2026-11-21T15:00:00Z');

let open: OpenDatabase;
let host: Host;

beforeAll(async () => {
  open = await createTestDatabase();
  const cipher = createFieldCipher(new Uint8Array(32).fill(5));
  host = createEmbeddedHost(open.database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
  await addCustomer(open.database, 'ada');
  for (const number of ['L-1', 'L-2']) await addLoan(open.database, { number, customerId: 'ada' });
});

afterAll(() => open.close());

const addressOf = async (number: string) =>
  (await host.findLoanDetails('ada', number, day('2026-11-21')))?.mailingAddress;

test('a loan has the mailing address that its customer gave last, and other loans keep theirs', async () => {
  const other = await addressOf('L-2');
  for (const address1 of ['12 Wharf Street', '7 Mill Road']) {
    const address = { address1, city: 'Portland', state: 'ME', zipCode: '04101' };
    await host.changeMailingAddress({ accountNumber: 'L-1', address, at });
    expect(await addressOf('L-1')).toEqual(address);
  }
  expect(await addressOf('L-2')).toEqual(other);
});
