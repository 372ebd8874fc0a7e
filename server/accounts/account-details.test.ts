import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountDetailsAnswer, LoanStoryAnswer } from '#common/accounts/account-details.api.ts';
import { loanStoryFromWire } from '#common/accounts/loan-story.wire.ts';
import { projectRepayment } from '#common/accounts/rules/project-repayment.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';

const BLOCKED = '106-000336-4';

let testApp: TestApp;
let margaret: SignedInCaller;
let dee: SignedInCaller;
let li: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  margaret = await testApp.signIn('margaret.okafor');
  dee = await testApp.signIn('dee.blocked');
  li = await testApp.signIn('li.wei');
});

afterAll(() => testApp.close());

describe('the details of a loan', () => {
  test('show amounts due, payments and the mailing address', async () => {
    const { Information, Alerts, StatementFormat, EStatements } = await detailsOf(margaret, '101-004417-2');
    expect(Information).toMatchObject({
      HasNoErrors: true,
      Errors: [],
      AccountNumber: '101-004417-2',
      Name: 'Margaret Okafor',
      Address: { Address1: '18 Wharf Street', City: 'Portland', State: 'ME', ZipCode: '04101' },
      NextPaymentDate: '2026-12-01T00:00:00',
      InterestRate: 6.49,
      TotalLoanFees: 0,
      AvailableCredit: null,
      PaymentInformation: { DefaultPaymentMethod: { IsCard: false, LastFour: '6789' } },
    });
    expect(Information.NextPaymentAmount).toBe(Information.PaymentInformation.TotalAmountDue);
    expect(StatementFormat).toBe('ElectronicOnly');
    expect(EStatements.map(({ Date }) => Date)).toContain('2026-10-31');
    expect(Alerts.EmailAlerts.AlertLoanDueDate1).toBe(false);
  });

  test('agree with the history: last payment, interest of this year and last year', async () => {
    const { Information } = await detailsOf(margaret, '101-004417-2');
    const history = await historyOf(margaret, '101-004417-2');
    const [newest] = history;
    expect(Information.LastPaymentDate.slice(0, 10)).toBe(newest?.TransactionDate);
    expect(Information.LastPaymentAmount).toBe(newest?.TotalPaymentAmount);
    expect(Information.CurrentYearToDateInterest).toBeCloseTo(interestOf(history, '2026'), 2);
    expect(Information.LastYearToDateInterest).toBeCloseTo(interestOf(history, '2025'), 2);
    expect(Information.CurrentYearToDateInterest).toBeGreaterThan(100);
  });

  test('show late charges and other fees separately', async () => {
    const { Information } = await detailsOf(margaret, '101-007730-5');
    expect(Information.LateChargesDue).toBe(25);
    expect(Information.TotalLoanFees).toBe(40);
  });

  test.each([
    ['is current', () => margaret, '101-004417-2', 'Current', 0],
    ['is past due', () => margaret, '101-007730-5', 'PastDue', 16],
    ['is closed', () => margaret, '101-001902-4', 'Closed', 0],
  ])('show that a loan %s, and how late it is', async (_how, caller, number, Standing, DaysLate) => {
    const { Information } = await detailsOf(caller(), number);
    expect(Information).toMatchObject({ Standing, DaysLate });
    expect(Information.Description).not.toBe('');
  });

  test('show the available credit of a line', async () => {
    const { Information } = await detailsOf(margaret, '103-000711-9');
    expect(Information.AvailableCredit).toBe(2_500);
    expect(Information.NextPaymentDate).toBe('0001-01-01T00:00:00');
    expect(Information.LastPaymentDate).toBe('0001-01-01T00:00:00');
  });

  test.each([
    ['106-000203-7', 'LoanLockedPayoff'],
    ['106-000211-4', 'Dispute'],
    ['106-000320-0', 'NoPaymentOnline'],
    ['106-000304-6', 'NoAchPayment'],
  ])('of %s open with the notice %s', async (number, flag) => {
    const answer = await detailsOf(dee, number);
    expect(answer.HasNoErrors).toBe(true);
    expect(answer.Information.HasNoErrors).toBe(false);
    expect(answer.Information.Errors).toEqual([{ ErrorMessage: flag }]);
  });

  test('leave out everything that a blocked history would show, and say so', async () => {
    const { Information, EStatements } = await detailsOf(dee, BLOCKED);
    expect(Information).toMatchObject({
      HistoryBlocked: true,
      LastPaymentDate: '0001-01-01T00:00:00',
      LastPaymentAmount: null,
    });
    expect(EStatements).toEqual([]);
    expect((await detailsOf(margaret, '101-004417-2')).Information.HistoryBlocked).toBe(false);
  });

  test('announce nightly maintenance', async () => {
    await setMaintenance(testApp.services.database, true);
    try {
      const { Information } = await detailsOf(dee, '106-000110-5');
      expect(Information.Errors).toEqual([{ ErrorMessage: 'NightError' }]);
    } finally {
      await setMaintenance(testApp.services.database, false);
    }
  });

  test('do not exist for a deposit', async () => {
    const response = await margaret.call({ method: 'GET', url: '/api/AccountDetails?accountNumber=104-002210-3' });
    expect(response.statusCode).toBe(404);
  });
});

describe('the story of a loan', () => {
  test("ends in today's balance, and its parts add up to the payments", async () => {
    const story = await storyOf(margaret, '101-004417-2');
    const history = await historyOf(margaret, '101-004417-2');
    expect(story.Balances[0]).toMatchObject({ Balance: 24_000 });
    expect(story.Balances.at(-1)?.Balance).toBe(history[0]?.RunningPrincipalBalance);
    const { Principal, Interest, Fees } = story.Paid ?? { Principal: 0, Interest: 0, Fees: 0 };
    const paid = Principal + Interest + Fees;
    const payments = history.filter(({ TotalPaymentAmount }) => TotalPaymentAmount > 0);
    expect(paid).toBeCloseTo(
      payments.reduce((total, entry) => total + entry.TotalPaymentAmount, 0),
      2,
    );
  });

  test('of a weekly loan begins with the amount lent, the highest balance of all', async () => {
    const sam = await testApp.signIn('sam.rivera');
    const { Balances } = await storyOf(sam, '101-006106-4');
    const list = await sam.call({ method: 'GET', url: '/api/accountList' });
    const { Accounts } = list.json<{ Accounts: { Number: string; OriginalAmount: number | null }[] }>();
    expect(Balances[0]?.Balance).toBe(Accounts.find((account) => account.Number === '101-006106-4')?.OriginalAmount);
    expect(Math.max(...Balances.map(({ Balance }) => Balance))).toBe(Balances[0]?.Balance);
  });

  test('continues to the due day of the last installment', async () => {
    const { today, plan } = loanStoryFromWire(await storyOf(li, '101-005520-1'));
    expect(projectRepayment(plan, today).paidOffOn).toBe(plan.maturityOn);
  });

  test('is hidden with a blocked history, since balances reveal every payment', async () => {
    const response = await dee.call({
      method: 'GET',
      url: `/api/AccountDetails/GetLoanStory?accountNumber=${BLOCKED}`,
    });
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'HistoryBlocked' }] });
  });

  test.each([FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT])('of %s is hidden from other customers', async (number) => {
    const response = await li.call({ method: 'GET', url: `/api/AccountDetails/GetLoanStory?accountNumber=${number}` });
    expect(response.statusCode).toBe(404);
  });
});

describe('a deposit', () => {
  test('shows its balance and history', async () => {
    const url = '/api/Deposit/GetDepositDetails?accountNumber=104-005087-4';
    const answer = (await margaret.call({ method: 'GET', url })).json<{
      Information: Record<string, unknown>;
      List: { RunningPrincipalBalance: number; TransactionDescription: string }[];
    }>();
    expect(answer.Information).toMatchObject({
      Number: '104-005087-4',
      HeldAmount: 0,
      Rate: 4.25,
      NameOnAcct: 'Margaret Okafor',
      MaturityDate: '2027-08-22T00:00:00',
    });
    expect(answer.List[0]?.RunningPrincipalBalance).toBe(answer.Information['Balance']);
    expect(answer.List.at(-1)?.TransactionDescription).toBe('Opening deposit');
  });

  test('shows the amount on hold', async () => {
    const url = '/api/Deposit/GetDepositDetails?accountNumber=104-002210-3';
    const { Information, List } = (await margaret.call({ method: 'GET', url })).json<{
      Information: { Balance: number; AvailableBalance: number; HeldAmount: number };
      List: unknown[];
    }>();
    expect(Information.HeldAmount).toBe(45.2);
    expect(Information.Balance - Information.AvailableBalance).toBeCloseTo(45.2, 2);
    // The deposit has three years of purchases; the newest hundred are returned.
    expect(List).toHaveLength(100);
    const none = await margaret.call({ method: 'GET', url: `${url}&entries=0` });
    expect(none.json()).toMatchObject({ Information, List: [] });
  });

  test('is not found among loans', async () => {
    const url = '/api/Deposit/GetDepositDetails?accountNumber=101-004417-2';
    expect((await margaret.call({ method: 'GET', url })).json()).toMatchObject({ HasNoErrors: false });
  });
});

describe('the insurance of a loan', () => {
  test('is listed with who it covers', async () => {
    expect((await insurancesOf(margaret, '101-004417-2')).json()).toEqual([
      { Type: 'Credit life', IsIndividual: 1, Premium: 18.45 },
      { Type: 'Credit disability', IsIndividual: 2, Premium: 22.1 },
    ]);
  });

  test('may be empty', async () => {
    expect((await insurancesOf(li, '101-005520-1')).json()).toEqual([]);
  });
});

function insurancesOf(caller: SignedInCaller, accountNumber: string) {
  return caller.call({
    method: 'POST',
    url: '/api/Insurance/GetInsuranceInformation',
    payload: { accountNumber },
  });
}

async function detailsOf(caller: SignedInCaller, number: string): Promise<AccountDetailsAnswer> {
  const response = await caller.call({ method: 'GET', url: `/api/AccountDetails?accountNumber=${number}` });
  expect(response.statusCode).toBe(200);
  return response.json<AccountDetailsAnswer>();
}

async function storyOf(caller: SignedInCaller, number: string): Promise<LoanStoryAnswer> {
  const url = `/api/AccountDetails/GetLoanStory?accountNumber=${number}`;
  return (await caller.call({ method: 'GET', url })).json<LoanStoryAnswer>();
}

interface Entry {
  readonly TransactionDate: string;
  readonly InterestAmount: number;
  readonly TotalPaymentAmount: number;
  readonly RunningPrincipalBalance: number;
}

async function historyOf(caller: SignedInCaller, number: string): Promise<Entry[]> {
  const url = `/api/AccountHistory?accountNumber=${number}&days=36500&downloadCSV=false`;
  return (await caller.call({ method: 'GET', url })).json<{ List: Entry[] }>().List;
}

function interestOf(history: readonly Entry[], year: string): number {
  return history
    .filter((entry) => entry.TransactionDate.startsWith(year))
    .reduce((total, entry) => total + entry.InterestAmount, 0);
}
