import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { at, LOAN, OWNER, stranger, today, startBothHosts, wholeHistory } from '#tests/builders/both-hosts.ts';
import { forStaff } from './host-accounts.ts';
import type { Host } from './host.ts';
import { operations } from './http/protocol.ts';

/** More accounts of a kind add no coverage. */
const ACCOUNTS_OF_A_KIND = 4;

const scene = startBothHosts();

const period = {
  from: day('2026-10-01'),
  through: day('2026-10-31'),
  yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
  startsAt: Temporal.Instant.from('2026-10-01T04:00:00Z'),
  endsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
};

/** Calls every read method for a customer and an account. */
async function askEverything(host: Host, customerId: string, accountNumber: string) {
  return {
    findCustomer: await host.findCustomer(customerId),
    findContacts: await host.findContacts(customerId),
    ssnMatches: await host.ssnMatches(customerId, '000000000'),
    listAccounts: await host.listAccounts(customerId, today),
    listAllAccounts: await host.listAccounts(customerId, today, forStaff),
    ownsAccount: await host.ownsAccount(customerId, accountNumber),
    findLoan: await host.findLoan(customerId, accountNumber, today),
    findLoanToDraw: await host.findLoanToDraw(customerId, accountNumber, today),
    quotePayoff: await host.quotePayoff(customerId, accountNumber, addDays(today, 10)),
    listHistory: await host.listHistory(customerId, accountNumber, {
      ...wholeHistory,
      sorting: { column: 'total', direction: 'descending' },
    }),
    findLoanDetails: await host.findLoanDetails(customerId, accountNumber, today),
    findDetailsForStaff: await host.findLoanDetails(customerId, accountNumber, today, forStaff),
    listLateCharges: await host.listLateCharges(customerId, accountNumber),
    findLoanStory: await host.findLoanStory(customerId, accountNumber, today),
    findDeposit: await host.findDeposit(customerId, accountNumber),
    listLoans: await host.listLoans([accountNumber], today),
    listInsurances: await host.listInsurances(accountNumber),
    listApplications: await host.listApplications(customerId, day('2026-01-01')),
    findApplication: await host.findApplication(customerId, 'A-1'),
    findStatementAccount: await host.findStatementAccount(customerId, accountNumber),
    readStatement: await host.readStatement(customerId, accountNumber, period),
    readInterestOfYear: await host.readInterestOfYear(customerId, accountNumber, 2026),
    projectPayment: await host.projectPayment({
      accountNumber,
      effectiveOn: today,
      amountCents: cents(100),
      additionalPrincipalCents: ZERO,
      payoffOn: addDays(today, 5),
    }),
  };
}

test('both hosts tell of a charge-off', async () => {
  const [charged, owner] = ['102-005510-4', '400107'];
  const change = { accountNumber: charged, effectiveOn: today, postedAt: at };
  const [books, http] = [scene.app.services.host, scene.httpHost()];
  const before = await books.findLoan(owner, charged, today);
  expect(before?.chargedOff).toBeNull();
  await books.servicing?.chargeOff({ ...change, paymentId: `charge-off-${crypto.randomUUID()}` });
  const chargedOff = { on: today, amountCents: before?.payoffCents };
  const loan = { chargedOff, dueOn: null, totalDueCents: 0, payoffCents: before?.payoffCents };
  for (const host of [books, http]) {
    expect(await host.findLoan(owner, charged, today)).toMatchObject(loan);
    expect(await host.findLoanToDraw(owner, charged, today)).toMatchObject({ standing: 'closed', loan });
  }
  await books.servicing?.reverseChargeOff({ ...change, paymentId: `charge-off-${crypto.randomUUID()}` });
  for (const host of [books, http]) expect(await host.findLoan(owner, charged, today)).toEqual(before);
});

test('a host over HTTP returns the same as the books for every account', { timeout: 60_000 }, async () => {
  const [books, http] = [scene.app.services.host, scene.httpHost()];
  const compared = new Map<number, number>();
  const { rows: customers } = await sql<{ customerId: string }>`
    select customer_id as "customerId" from customers order by 1`.execute(scene.app.services.database);
  for (const { customerId } of customers) {
    for (const { number, typeCode } of await books.listAccounts(customerId, today)) {
      const before = compared.get(typeCode) ?? 0;
      if (before === ACCOUNTS_OF_A_KIND) continue;
      compared.set(typeCode, before + 1);
      expect(await askEverything(http, customerId, number)).toEqual(await askEverything(books, customerId, number));
    }
  }
  // Loans, a line of credit, deposits and investments.
  expect(compared.size).toBeGreaterThan(3);
  const late = { on: addDays(today, 60), after: null, limit: 3 };
  expect(await http.listLateLoans(late)).toEqual(await books.listLateLoans(late));
  expect(await http.listElectronicAccounts('', 5)).toEqual(await books.listElectronicAccounts('', 5));
  const facts = { emailAddress: (await books.findCustomer(OWNER))?.emailAddress, accountNumber: LOAN };
  expect(await http.findCustomerByIdentity(facts)).toEqual(await books.findCustomerByIdentity(facts));
  expect((await http.findCustomerByIdentity(facts))?.customerId).toBe(OWNER);
});

describe.each(scene.hosts)('%s', (_name, hostOf) => {
  test('reveals nothing about an account to another customer', async () => {
    const asked = await askEverything(hostOf(), stranger, LOAN);
    expect(asked).toMatchObject({
      findCustomer: undefined,
      findContacts: undefined,
      ssnMatches: false,
      listAccounts: [],
      listAllAccounts: [],
      ownsAccount: false,
      findLoan: undefined,
      findLoanToDraw: { standing: 'notFound' },
      quotePayoff: undefined,
      listHistory: [],
      findLoanDetails: undefined,
      findDetailsForStaff: undefined,
      listLateCharges: [],
      findLoanStory: undefined,
      findStatementAccount: undefined,
      readStatement: undefined,
      readInterestOfYear: undefined,
    });
  });

  test('tells of the release of a lien', async () => {
    const [closed, owner] = ['101-001902-4', '400101'];
    const release = { accountNumber: closed, releasedOn: today, reference: 'ME-T 1', effectiveOn: today, postedAt: at };
    const { servicing } = scene.app.services.host;
    expect((await hostOf().findLoanDetails(owner, closed, today))?.lien).toBeNull();
    await servicing?.recordLienRelease({ ...release, paymentId: `lien-${crypto.randomUUID()}` });
    expect((await hostOf().findLoanDetails(owner, closed, today))?.lien).toEqual({
      releasedOn: today,
      reference: 'ME-T 1',
    });
    await servicing?.withdrawLienRelease({ ...release, paymentId: `lien-${crypto.randomUUID()}` });
  });

  test('finds a customer by whatever staff know', async () => {
    const host = hostOf();
    const customerId = '400103';
    const [account] = await host.listAccounts(customerId, today);
    const acme = {
      customerId,
      name: 'Acme Supply Co.',
      emailAddress: 'accounts@acme-supply.example.com',
      phone: '5550106012',
      city: 'Portsmouth',
      state: 'NH',
    };
    const limit = 5;
    expect(await host.searchCustomers({ by: 'name', name: 'acme suply', limit })).toContainEqual(acme);
    const { emailAddress, phone } = acme;
    expect(await host.searchCustomers({ by: 'emailAddress', emailAddress, limit })).toEqual([acme]);
    expect(await host.searchCustomers({ by: 'phone', phone, limit })).toEqual([acme]);
    const accountNumber = account?.number ?? '';
    expect(await host.searchCustomers({ by: 'accountNumber', accountNumber, limit })).toEqual([acme]);
    expect(await host.searchCustomers({ by: 'ssnEnding', ssnEnding: '6012', limit })).toEqual([acme]);
    expect(await host.searchCustomers({ by: 'customerIds', customerIds: [customerId, stranger], limit })).toEqual([
      acme,
    ]);
    expect(await host.searchCustomers({ by: 'ssnEnding', ssnEnding: '9001', limit })).toEqual([]);
    const both = { by: 'customerIds', customerIds: [customerId, OWNER] } as const;
    expect(await host.searchCustomers({ ...both, limit })).toHaveLength(2);
    expect(await host.searchCustomers({ ...both, limit: 1 })).toHaveLength(1);
  });

  test('says whether a Social Security number is the one of a customer', async () => {
    const matches = (customerId: string, ssn: string) => hostOf().ssnMatches(customerId, ssn);
    expect(await matches('400103', '900126012')).toBe(true);
    expect(await matches('400103', '900126013')).toBe(false);
    expect(await matches(OWNER, '900126012')).toBe(false);
  });

  test('stores changes of a customer and an account', async () => {
    const host = hostOf();
    const address = { address1: '12 Contract Street', city: 'Portland', state: 'ME', zipCode: '04101' };
    const phones = [{ number: '5550104471', primary: true, textsAgreed: true }];
    await host.changeEmailAddress(OWNER, 'contract@example.com');
    await host.changeCustomerAddress(OWNER, address);
    await host.changePhones(OWNER, phones);
    await host.changeMailingAddress({ accountNumber: LOAN, address, at });
    await host.setStatementFormat(OWNER, LOAN, 'Electronic');
    expect(await host.findCustomer(OWNER)).toMatchObject({
      emailAddress: 'contract@example.com',
      textPhone: '5550104471',
    });
    expect(await host.findContacts(OWNER)).toEqual({ address, phones });
    expect((await host.findLoanDetails(OWNER, LOAN, today))?.mailingAddress).toEqual(address);
    expect((await host.findStatementAccount(OWNER, LOAN))?.format).toBe('Electronic');
    // Another customer can't change it.
    await host.setStatementFormat(stranger, LOAN, 'Paper');
    expect((await host.findStatementAccount(OWNER, LOAN))?.format).toBe('Electronic');
  });

  test('adds an application once per key and hands its notices out once', async () => {
    const host = hostOf();
    const added = {
      key: crypto.randomUUID(),
      customerId: OWNER,
      amountRequestedCents: cents(10_000),
      details: '{}',
      at,
    };
    const [first, second] = [await host.addApplication(added), await host.addApplication(added)];
    expect(second).toBe(first);
    expect(await host.findApplication(OWNER, first)).toMatchObject({ amountRequestedCents: 10_000 });
    expect(await host.findApplication(stranger, first)).toBeUndefined();
    await sql`update applications set notice_wanted = true where application_number = ${first}`.execute(
      scene.app.services.database,
    );
    const notices = await Promise.all([1, 2, 3].map(() => host.takeApplicationNotice(OWNER, at)));
    expect(notices.filter((notice) => notice?.applicationNumber === first)).toHaveLength(1);
  });

  test("can't be called inside a transaction", async () => {
    const nested = inTransaction(scene.app.services.database, () => hostOf().findCustomer(OWNER));
    await expect(nested).rejects.toThrow('inside a transaction');
  });

  test('hides an account from the web but still reports it for automatic payments and to staff', async () => {
    const host = hostOf();
    const before = await askEverything(host, OWNER, LOAN);
    expect(before.listAllAccounts).toEqual(before.listAccounts);
    await host.hideFromWeb(LOAN);
    const after = await askEverything(host, OWNER, LOAN);
    expect(after).toMatchObject({
      ownsAccount: false,
      findLoan: undefined,
      quotePayoff: undefined,
      listHistory: [],
      findLoanDetails: undefined,
      findLoanStory: undefined,
      findStatementAccount: undefined,
      readStatement: undefined,
      readInterestOfYear: undefined,
      findLoanToDraw: { standing: 'open', hidden: true },
      listLoans: [{ hidden: true }],
    });
    expect(after.listAccounts).toEqual(before.listAccounts.filter(({ number }) => number !== LOAN));
    expect(after.listAllAccounts).toEqual(
      before.listAccounts.map((account) => ({ ...account, hidden: account.number === LOAN })),
    );
    expect(after.findDetailsForStaff).toEqual(before.findLoanDetails);
    expect(after.listLateCharges).toEqual(before.listLateCharges);
    await host.showOnWeb(LOAN);
    expect(await askEverything(host, OWNER, LOAN)).toEqual(before);
  });
});

test('every method of a host is an operation of the protocol', () => {
  // Sets only make due payments faster.
  const methods = Object.keys(scene.app.services.host).filter((name) => name !== 'sets' && name !== 'servicing');
  expect(Object.keys(operations).toSorted()).toEqual(methods.toSorted());
});
