import { beforeAll, expect, it } from 'vitest';
import { nothingPlanned, type PlannedPayment } from '#common/payments/rules/planned-payments.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { endSession, startSession } from '#web/data/session.ts';
import { queryClient } from '#web/data/query-client.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { day } from '#common/core/dates.ts';
import { Dashboard } from './Dashboard.tsx';
import { FiguresAsOf } from './FiguresAsOf.tsx';
import { type AccountTypeCode, kindOfAccount, typeCodes } from '#common/accounts/rules/account.ts';
import { renderScreen, testSwitches } from '#tests/builders/render-screen.tsx';
import { AccountList } from './AccountList.tsx';
import { accountLists } from './account-lists.ts';
import { sampleAccount, sampleLoan } from './loan-details/sample-loan.ts';

const listOf = (typeCode: AccountTypeCode) => () => {
  const list = accountLists.find(({ kind }) => kind === kindOfAccount(typeCode));
  if (!list) throw new Error('No list of this kind');
  return <AccountList list={list} accounts={[{ ...sampleAccount, typeCode }]} closedShown={false} wanted="" />;
};

testSwitches('in the list of loans', {
  content: listOf(typeCodes.loan),
  // The number and the description share a header.
  items: 'th > button',
  hides: {
    'dashboardOptions.hideLoanStatus': 'Status',
    'dashboardOptions.hideLoanAccountNumber': 'Account Number',
    'dashboardOptions.hideLoanDescription': 'Description',
    'dashboardOptions.hideLoanStatementPreference': 'Statement Preference',
    'dashboardOptions.hideLoanBalance': 'Balance',
    'dashboardOptions.hideLoanRate': 'Rate',
    'dashboardOptions.hideLoanComment': 'Comment',
    'dashboardOptions.hideLoanPaymentDueDate': 'Payment Due Date',
    'dashboardOptions.hideLoanMonthlyInstallment': 'Monthly Installment',
    'dashboardOptions.hideLoanFeesDue': 'Fees Due',
    'dashboardOptions.hideLoanAmountDue': 'Amount Due',
  },
});

testSwitches('in the list of deposits', {
  content: listOf(typeCodes.savings),
  items: 'th',
  hides: {
    'dashboardOptions.hideDepositDescription': 'Description',
    'dashboardOptions.hideDepositAccountNumber': 'Account Number',
    'dashboardOptions.hideDepositCurrentBalance': 'Current Balance',
    'dashboardOptions.hideDepositPayableBalance': 'Payable Balance',
  },
});

testSwitches('in the list of lines of credit', {
  content: listOf(typeCodes.lineOfCredit),
  items: 'th',
  hides: {
    'dashboardOptions.hideLineOfCreditDescription': 'Description',
    'dashboardOptions.hideLineOfCreditAccountNumber': 'Account Number',
    'dashboardOptions.hideLineOfCreditCurrentBalance': 'Current Balance',
    'dashboardOptions.hideLineOfCreditPayableBalance': 'Payable Balance',
    'dashboardOptions.hideLineOfCreditRate': 'Rate',
    'dashboardOptions.hideLineOfCreditDueDate': 'Due Date',
    'dashboardOptions.hideLineOfCreditAmountDue': 'Amount Due',
  },
});

testSwitches('in the list of investments', {
  content: listOf(typeCodes.note),
  items: 'th',
  hides: {
    'dashboardOptions.hideInvestmentDescription': 'Description',
    'dashboardOptions.hideInvestmentAccountNumber': 'Account Number',
    'dashboardOptions.hideInvestmentCurrentBalance': 'Current Balance',
    'dashboardOptions.hideInvestmentPayableBalance': 'Payable Balance',
    'dashboardOptions.hideInvestmentRate': 'Rate',
    'dashboardOptions.hideInvestmentName': 'Name',
  },
});

it.each(['', '<p>Our offices close at noon on Wednesday.</p>'])(
  'dashboardOptions.infoText %j shows above the accounts',
  async (html) => {
    const { page } = await renderScreen(<Dashboard />, { options: { 'dashboardOptions.infoText': html } });
    expect(page.textContent.includes('Our offices close')).toBe(html !== '');
  },
);

it.each(['', '/institution/banner.jpg'])(
  'dashboardOptions.bannerImage %j shows above the accounts',
  async (address) => {
    const { page } = await renderScreen(<Dashboard />, { options: { 'dashboardOptions.bannerImage': address } });
    expect(page.querySelector('img')?.getAttribute('src') ?? '').toBe(address);
  },
);

/** Paid by a card that is not good for the payment after it. */
const expiring: PlannedPayment = {
  on: sampleLoan.today,
  type: 'Card',
  lastFour: '4444',
  goodThrough: sampleLoan.today,
  paused: false,
  cents: null,
};

testSwitches('below accounts from files', {
  content: () => (
    <FiguresAsOf
      accounts={[{ figuresAsOf: day('2026-11-22') }, { figuresAsOf: null }, { figuresAsOf: day('2026-11-21') }]}
    />
  ),
  items: 'time',
  hides: { 'dashboardOptions.hideFiguresAsOf': 'Nov 21, 2026' },
});

// The first sign-in.
beforeAll(() => {
  startSession({
    UserToken: 'token',
    PersonalName: 'New',
    EmailAddress: 'n@example.com',
    LastLoggedIn: null,
  } as LoginResponse);
  return () => endSession('signedOut');
});

function firstDashboard() {
  queryClient.setQueryData(accountsQuery.queryKey, [{ ...sampleAccount, comment: '' }]);
  queryClient.setQueryData(['payments', 'planned'], {
    today: sampleLoan.today,
    of: () => ({ ...nothingPlanned, autopay: [expiring] }),
  });
  return <Dashboard />;
}

// Otherwise it would load after the dashboard has been read.
beforeAll(async () => {
  await import('./Welcome.tsx');
});

testSwitches('on the dashboard', {
  content: firstDashboard,
  items: 'h2',
  hides: {
    'dashboardOptions.hideNextPayment': 'Next payment ·',
    'dashboardOptions.hideComingUp': 'Coming up',
    'dashboardOptions.hideToDo': 'To do',
    'dashboardOptions.hideWelcome': 'Welcome',
  },
});

it('the welcome is gone once it is skipped', async () => {
  const shown = async () => (await renderScreen(<Dashboard />)).texts('h2');
  expect(await shown()).toContain('Welcome');
  const { press } = await renderScreen(<Dashboard />);
  await press('Skip');
  expect(await shown()).not.toContain('Welcome');
});
