import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { createImportScene, type ImportScene } from '#tests/builders/import-scene.ts';
import type { BooksTables } from '../books-tables.ts';
import { findImbalances } from '../find-imbalances.ts';
import { importBooks } from './import-books.ts';

const today = day('2026-11-21');
let scene: ImportScene;

beforeAll(async () => {
  scene = await createImportScene();
});
afterAll(() => scene.close());

test('a dry run counts what would be imported, and changes nothing', async () => {
  const empty = await createImportScene();
  const before = await empty.countEverything();
  const customers = 'customer_id,first_name,last_name\n700001,Ada,Kern';
  expect(await empty.importTexts({ customers }, { acceptUnlikely: false, dryRun: true })).toMatchObject({
    imported: { customers: 1, accounts: 0, loans: 0 },
    problemCount: 0,
  });
  expect(await empty.countEverything()).toEqual(before);
  const twice = await empty.importTexts(
    { customers: `${customers}\n700001,Ada,Kern` },
    { acceptUnlikely: false, dryRun: true },
  );
  expect(twice).toMatchObject({ imported: { customers: 0 }, problemCount: 1 });
  await empty.close();
});

test('an import leaves no file open, also one that it did not come to', async () => {
  const sources = { customers: Readable.from(['nothing']), accounts: Readable.from(['account_number']) };
  const report = await importBooks(scene.destination, sources);
  expect(report.problemCount).toBeGreaterThan(0);
  expect([sources.customers.destroyed, sources.accounts.destroyed]).toEqual([true, true]);
});

describe('the samples in the documentation', () => {
  test('are imported, each account as its lines say', async () => {
    const report = await scene.importSamples();
    const nothing = { problemCount: 0, problems: [], unlikelyCount: 0, unlikely: [] };
    expect(report).toEqual({ imported: { customers: 3, accounts: 5, loans: 3, history: 6 }, ...nothing });
    expect(await scene.host.findCustomer('700003')).toMatchObject({
      companyNumber: 12,
      personalName: 'Brandt Boatyard LLC',
    });
    expect(await scene.host.listAccounts('700001', today)).toMatchObject([
      { number: '101-700001-4', balanceCents: 1_488_025, rate: 64_900, dueOn: '2026-12-01', amountDueCents: 46_948 },
      { number: '103-700001-8', balanceCents: 324_010, availableBalanceCents: 675_990, amountDueCents: 7_500 },
      { number: '104-700001-2', balanceCents: 125_075, availableBalanceCents: 120_075 },
    ]);
    expect(await scene.host.findLoan('700003', '101-700003-0', today)).toMatchObject({
      holdCode: '48',
      // $112.40, plus 32 days on $52,310.77 at 7.125%.
      interestDueCents: 11_240 + 32_676,
      lateChargesCents: 2_500,
      otherFeesCents: 1_500,
      dueOn: '2026-10-31',
      totalDueCents: 2 * 64_000 - 10_000 + 4_000,
    });
  });

  test('balance, and each history starts with the opening balance', async () => {
    expect(await findImbalances(scene.destination.database)).toEqual([]);
    const page = { since: null, limit: 10, before: null };
    expect(await scene.host.listHistory('700001', '104-700001-2', page)).toMatchObject([
      { description: 'Opening balance', effectiveOn: today, runningPrincipalCents: 125_075 },
    ]);
  });

  test('are sealed where sensitive', async () => {
    const { cipher, database } = scene.destination;
    const row = await database
      .withTables<BooksTables>()
      .selectFrom('customers')
      .selectAll()
      .where('customer_id', '=', '700001')
      .executeTakeFirstOrThrow();
    expect(cipher.decrypt(row.ssn_sealed ?? new Uint8Array(), 'customer-ssn:700001')).toBe('900507001');
    expect(cipher.decrypt(row.birth_date_sealed ?? new Uint8Array(), 'customer-birth-date:700001')).toBe('1982-04-11');
    expect(Buffer.from(row.ssn_index ?? [])).toEqual(Buffer.from(cipher.blindIndex('900507001', 'customer-ssn')));
  });

  test('cannot be imported twice', async () => {
    const before = await scene.countEverything();
    const report = await scene.importSamples();
    expect(report.imported).toEqual({ customers: 0, accounts: 0, loans: 0, history: 0 });
    expect(report.problems.map(({ file, line, reason }) => `${file} ${line} ${reason}`)).toEqual([
      ...[2, 3, 4].map((line) => `customers ${line} was already imported`),
      ...[2, 3, 4, 5, 6].map((line) => `accounts ${line} was already imported`),
    ]);
    expect(await scene.countEverything()).toEqual(before);
  });
});

test('an imported loan is neither held nor in dispute, and open to every payment', async () => {
  const open = await createImportScene();
  await open.importSamples();
  const [loan] = await open.host.listAccounts('700001', today);
  expect(await open.host.findLoan('700001', loan?.number ?? '', today)).toMatchObject({
    inDispute: false,
    lockedForPayoff: false,
    onlyImmediatePayments: false,
    historyBlocked: false,
    security: { onlinePayments: true, achPayments: true, cardPayments: true, recurring: true },
  });
  await open.close();
});

test('an existing customer can get another account', async () => {
  const report = await scene.importTexts({
    accounts: [
      'account_number,customer_id,type_code,description,opened_on,balance',
      'more-1,700002,3,Savings,2026-01-02,-12.34',
    ],
  });
  expect(report).toMatchObject({ imported: { accounts: 1 }, problemCount: 0 });
  expect((await scene.host.listAccounts('700002', today)).map((account) => account.balanceCents)).toEqual([
    1_000_000, -1_234,
  ]);
});

test('blanks, a byte order mark, empty lines and Windows line ends are accepted', async () => {
  const report = await scene.importTexts({
    customers: '\uFEFFcustomer_id , first_name,last_name\r\n\r\n  windows-1 ,Ada , Byron \r\n',
  });
  expect(report).toMatchObject({ imported: { customers: 1 }, problemCount: 0 });
  expect(await scene.host.findCustomer('windows-1')).toMatchObject({ personalName: 'Ada Byron' });
});

test.each(['O"Neill', "D'Arcy", 'Back\\slash', '{Braces}', 'Com,ma', 'NULL', 'Ünïcødé 名', '%s $1 \\x41'])(
  'the name %s is imported unchanged',
  async (name) => {
    const customerId = `named-${Buffer.from(name).toString('hex')}`.slice(0, 32);
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const report = await scene.importTexts({
      customers: ['customer_id,first_name,last_name', `${customerId},${quoted},Byron`],
    });
    expect(report.problems).toEqual([]);
    expect(await scene.host.findCustomer(customerId)).toMatchObject({ firstName: name });
  },
);

describe('customers', () => {
  test('include the facts checked at registration and the access restriction', async () => {
    const report = await scene.importTexts({
      customers: [
        'customer_id,first_name,last_name,email,zip,ssn,birth_place,drivers_license,mothers_maiden_name,restricted',
        "710001,Vera,Lindqvist,vera@example.com,04101,900710001,St. John’s,S-123 456,O'Brien,yes",
        '710002,Otto,Lindqvist,otto@example.com,04101,900710002,,,,',
      ],
    });
    expect(report.problems).toEqual([]);
    expect(await scene.host.findCustomer('710001')).toMatchObject({ restricted: true });
    expect(await scene.host.findCustomer('710002')).toMatchObject({ restricted: false });
    const facts = { ssn: '900710001', emailAddress: 'vera@example.com' };
    const said = { birthPlace: 'st johns', driversLicense: 's123456', mothersMaiden: 'Obrien' };
    expect(await scene.host.findCustomerByIdentity({ ...facts, ...said })).toMatchObject({ customerId: '710001' });
    for (const fact of ['birthPlace', 'driversLicense', 'mothersMaiden'] as const) {
      expect(await scene.host.findCustomerByIdentity({ ...facts, ...said, [fact]: 'something else' })).toBeUndefined();
    }
  });

  test('get no text messages until they agree to them', async () => {
    await scene.importTexts({
      customers: ['customer_id,first_name,last_name,phone', '710004,Ada,Lind,5550101234'],
    });
    expect(await scene.host.findCustomer('710004')).toMatchObject({ phone: '5550101234', textPhone: '' });
    expect(await scene.host.findContacts('710004')).toMatchObject({
      phones: [{ number: '5550101234', primary: true, textsAgreed: false }],
    });
  });

  test('are refused with a restriction other than yes or no', async () => {
    const { problems } = await scene.importTexts({
      customers: ['customer_id,first_name,last_name,restricted', '710003,Ada,Lind,maybe'],
    });
    expect(problems).toEqual([{ file: 'customers', line: 2, column: 'restricted', reason: 'is not one of yes, no' }]);
  });
});
