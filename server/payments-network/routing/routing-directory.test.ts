import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRoutingNumber } from '#common/payments/rules/ach-rules.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createRoutingDirectory, saveBanks } from './bank-directory.queries.ts';
import { demonstrationBanks } from '#demo/demonstration-banks.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await createTestDatabase();
  await saveBanks(open.database, demonstrationBanks);
});

afterAll(() => open.close());

describe('the routing directory', () => {
  test.each(demonstrationBanks)('finds $name by a number with a valid check digit', async (bank) => {
    expect(isRoutingNumber(bank.routingNumber)).toBe(true);
    expect(await createRoutingDirectory(open.database).findBank(bank.routingNumber)).toEqual(bank);
  });

  test('has one bank without ACH', () => {
    expect(demonstrationBanks.filter((bank) => !bank.achAllowed)).toHaveLength(1);
  });

  test('finds nothing for an unassigned number', async () => {
    expect(await createRoutingDirectory(open.database).findBank('411001038')).toBeUndefined();
  });

  test('is updated when loaded again', async () => {
    const [first] = demonstrationBanks;
    await saveBanks(open.database, [{ ...first, address: '14 Wharf Street' }]);
    const found = await createRoutingDirectory(open.database).findBank(first.routingNumber);
    expect(found).toEqual({ ...first, address: '14 Wharf Street' });
  });
});
