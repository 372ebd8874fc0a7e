import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';

const AUTO = '101-004417-2';
const PERSONAL = '102-000318-8';
const CLOSED = '101-001902-4';

let testApp: TestApp;
let margaret: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  margaret = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

function setFormat(caller: SignedInCaller, AccountNumber: string, Format: string, Agreements?: readonly number[]) {
  const payload = { AccountNumber, AccountType: 0, Format, ...(Agreements ? { Agreements } : {}) };
  return caller.call({ method: 'POST', url: '/api/AccountEStatements/SetStatementFormat', payload });
}

async function formatOf(caller: SignedInCaller, AccountNumber: string) {
  const query = new URLSearchParams({ AccountNumber });
  const answer = await caller.call({
    method: 'GET',
    url: `/api/AccountEStatements/GetStatementFormat?${query.toString()}`,
  });
  return answer.json<{ Format: string; AgreementsNeeded: number[] }>();
}

describe('the delivery of statements', () => {
  test('turns off with a recorded withdrawal and on again with new consent', async () => {
    const { database } = testApp.services;
    const before = await formatOf(margaret, AUTO);
    expect(before).toMatchObject({ Format: 'ElectronicOnly', AgreementsNeeded: [] });
    expect((await setFormat(margaret, AUTO, 'PaperOnly')).json()).toEqual({ HasNoErrors: true, Errors: [] });
    const off = await formatOf(margaret, AUTO);
    expect(off.Format).toBe('PaperOnly');
    expect(off.AgreementsNeeded).toHaveLength(1);
    const refused = await setFormat(margaret, AUTO, 'ElectronicOnly');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ Errors: [{ ErrorMessage: 'AgreementNeeded' }] });
    expect((await setFormat(margaret, AUTO, 'ElectronicOnly', off.AgreementsNeeded)).statusCode).toBe(200);
    expect(await formatOf(margaret, AUTO)).toMatchObject({ Format: 'ElectronicOnly', AgreementsNeeded: [] });
    const records = await database
      .selectFrom('agreement_records')
      .select(['name', 'when_to_agree'])
      .where('account_number', '=', AUTO)
      .orderBy('record_id')
      .execute();
    expect(records).toEqual([
      { name: 'Turn off e-statements?', when_to_agree: 'estatements' },
      { name: 'E-Sign Consent', when_to_agree: 'estatements' },
    ]);
    const list = await margaret.call({ method: 'GET', url: '/api/accountList' });
    expect(list.json<{ Accounts: { Number: string }[] }>().Accounts).toContainEqual(
      expect.objectContaining({ Number: AUTO, StatementPreference: 'Electronic' }),
    );
  });

  test('records consent per account, even if the terms were accepted at sign-in', async () => {
    expect(await formatOf(margaret, PERSONAL)).toMatchObject({ Format: 'PaperOnly', AgreementsNeeded: [] });
    expect((await setFormat(margaret, PERSONAL, 'ElectronicOnly')).statusCode).toBe(200);
    const records = await testApp.services.database
      .selectFrom('agreement_records')
      .select('name')
      .where('account_number', '=', PERSONAL)
      .execute();
    expect(records).toEqual([{ name: 'E-Sign Consent' }]);
  });

  test('cannot change for a closed loan', async () => {
    const answer = await setFormat(margaret, CLOSED, 'PaperOnly');
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ Errors: [{ ErrorMessage: 'AccountClosed' }] });
  });

  test('cannot be electronic without an email address', async () => {
    const { host } = testApp.services;
    const li = await testApp.signIn('li.wei');
    await host.changeEmailAddress('400102', '');
    const answer = await setFormat(li, '101-005520-1', 'ElectronicOnly', [11_337, 11_338]);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ Errors: [{ ErrorMessage: 'NoEmail' }] });
  });

  test.each([FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT])('of %s is hidden from other customers', async (account) => {
    const li = await testApp.signIn('li.wei');
    expect((await setFormat(li, account, 'PaperOnly')).statusCode).toBe(404);
    const query = new URLSearchParams({ AccountNumber: account });
    const url = `/api/AccountEStatements/GetStatementFormat?${query.toString()}`;
    expect((await li.call({ method: 'GET', url })).statusCode).toBe(404);
  });
});
