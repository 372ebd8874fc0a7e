import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import type { Host } from '#server/host/host.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createEmbeddedHost } from './embedded-host.ts';

const asOf = day('2026-11-21');

let open: OpenDatabase;
let host: Host;

beforeAll(async () => {
  open = await createTestDatabase();
  const { database } = open;
  const cipher = createFieldCipher(new Uint8Array(32).fill(5));
  host = createEmbeddedHost(database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
  for (const customerId of ['ada', 'bob']) await addCustomer(database, customerId);
  await addLoan(database, { number: 'L-1', customerId: 'ada' });
  await addLoan(database, { number: 'L-2', customerId: 'ada', account: { hidden_from_web: true } });
  await addLoan(database, { number: 'L-3', customerId: 'bob', account: { hold_code: 'CLOSED' } });
  const nothing = { principalCents: ZERO, nextDueOn: null };
  await addLoan(database, { number: 'L-4', customerId: 'bob', state: nothing });
});

afterAll(() => open.close());

test('automatic payments of many loans read each of them as they would read it alone', async () => {
  const wanted = ['L-1', 'L-2', 'L-3', 'L-4', 'L-5'].flatMap((accountNumber) =>
    ['ada', 'bob'].map((customerId) => ({ accountNumber, customerId, asOf })),
  );
  for (const customerId of ['ada', 'bob']) {
    const ofCustomer = wanted.filter((loan) => loan.customerId === customerId);
    const found = await host.sets?.findLoansToDraw(ofCustomer);
    for (const { accountNumber } of ofCustomer) {
      const alone = await host.findLoanToDraw(customerId, accountNumber, asOf);
      expect(found?.get(accountNumber) ?? { standing: 'notFound' }).toEqual(alone);
    }
  }
  const asAda = wanted.filter(({ customerId }) => customerId === 'ada');
  const standings = [...((await host.sets?.findLoansToDraw(asAda)) ?? [])].map(
    ([number, { standing }]) => [number, standing] as const,
  );
  expect(new Map(standings)).toEqual(
    new Map([
      ['L-1', 'open'],
      ['L-2', 'open'],
      ['L-3', 'notFound'],
      ['L-4', 'notFound'],
    ]),
  );
});

test('of some loans and days, those are found whose oldest unpaid installment is due on the day', async () => {
  const wanted = [
    { accountNumber: 'L-1', dueOn: day('2026-12-01') },
    { accountNumber: 'L-2', dueOn: day('2026-12-02') },
    { accountNumber: 'L-4', dueOn: day('2026-12-01') },
  ];
  expect(await host.sets?.findLoansDue(wanted)).toEqual(new Set(['L-1']));
  expect(await host.sets?.findLoansDue([])).toEqual(new Set());
});
