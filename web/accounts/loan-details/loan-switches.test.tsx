import { beforeAll, beforeEach } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { RecurringPayment, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { queryClient } from '#web/data/query-client.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { testSwitches } from '#tests/builders/render-screen.tsx';
import { preloadPlannedPaymentParts } from '#web/payments/schedules/planned-payment-parts.ts';
import { plannedPaymentsQuery } from '#web/payments/schedules/planned-payments-data.ts';
import { historyQuery } from '../history/history-data.ts';
import { AlertPreferences, preloadCharts } from './late-parts.ts';
import { loanDetailsQuery, loanStoryQuery } from './loan-data.ts';
import { LoanDetails } from './LoanDetails.tsx';
import { sampleAccount, sampleLoan, sampleStory } from './sample-loan.ts';

const planned = {
  handle: 'sealed',
  referenceNumber: '7',
  type: 'Card',
  lastFour: '4242',
  goodThrough: null,
  paused: false,
  amountCents: cents(31_200),
  totalCents: cents(31_500),
  feeCents: cents(300),
  deletable: true,
  editable: false,
} as const;
const scheduled: ScheduledPayment = { ...planned, payOn: day('2026-11-30'), isPayoff: false, posted: false };
const recurring: RecurringPayment = {
  ...planned,
  option: 'DayOfMonth',
  daysBeforeDue: 0,
  nextOn: day('2026-12-01'),
  additionalPrincipalCents: cents(0),
  paysTotalDue: false,
  skippable: false,
};
const { accountNumber } = sampleLoan;

// So that they show at once, also the first time.
const plannedPayments = { scheduled: [scheduled], recurring, token: 'sealed' };
beforeAll(() =>
  Promise.all([
    preloadCharts(),
    AlertPreferences.preload(),
    preloadPlannedPaymentParts(plannedPayments),
    import('../history/HistoryOfDays.tsx'),
    import('../statements/FormatAndStatements.tsx'),
  ]),
);

beforeEach(() => {
  queryClient.setQueryData(accountsQuery.queryKey, [sampleAccount]);
  queryClient.setQueryData(loanDetailsQuery(accountNumber).queryKey, sampleLoan);
  queryClient.setQueryData(loanStoryQuery(accountNumber).queryKey, sampleStory);
  queryClient.setQueryData(plannedPaymentsQuery(accountNumber).queryKey, plannedPayments);
  queryClient.setQueryData(historyQuery(accountNumber, { days: 30, sorting: null }).queryKey, {
    pageParams: [undefined],
    pages: [
      {
        HasNoErrors: true,
        Errors: [],
        List: [
          {
            TransactionDate: '2026-11-01',
            TransactionTime: '13:05:00',
            TransactionDescription: 'Payment',
            PrincipalAmount: 250,
            InterestAmount: 62,
            OtherAmount: 0,
            TotalPaymentAmount: 312,
            RunningPrincipalBalance: 9_000,
            IsReturned: false,
            PaymentId: null,
          },
        ],
        NextCursor: null,
      },
    ],
  });
});

const screen = {
  path: '/loans/$accountNumber',
  address: `/loans/${accountNumber}`,
  options: {
    'globalOptions.useDocumentCenterOption': true,
    'globalOptions.useFileServicesOption': true,
    'globalOptions.useInsuranceOption': true,
  },
};

testSwitches('among the facts of a loan', {
  content: () => <LoanDetails />,
  screen,
  items: 'dl dt',
  hides: {
    'loanDetailsOptions.hideAccountNumber': 'Account number',
    'loanDetailsOptions.hidePaymentDue': 'Payment due',
    'loanDetailsOptions.hidePaymentAmount': 'Payment amount',
    'loanDetailsOptions.hideDefaultPaymentMethod': 'Default payment method',
    'loanDetailsOptions.hideInterestRate': 'Interest rate',
    'loanDetailsOptions.hideYearToDateInterest': 'Year-to-date interest',
    'loanDetailsOptions.hideAvailableCredit': 'Available credit',
    'loanDetailsOptions.hideOriginationDate': 'Origination date',
    'loanDetailsOptions.hideLateFees': 'Late fees',
    'loanDetailsOptions.hideMiscFees': 'Misc fees',
    'loanDetailsOptions.hideLastPaymentDate': 'Last payment date',
    'loanDetailsOptions.hideLastTransaction': 'Last transaction',
    'loanDetailsOptions.hideLastYearInterest': 'Interest paid last year',
    'loanDetailsOptions.hideTotalAmountDue': 'Total amount due',
  },
});

testSwitches('among the sections of a loan', {
  content: () => <LoanDetails />,
  screen,
  items: 'h2, h3',
  hides: {
    'loanDetailsOptions.hideHistory': 'Account history',
    'loanDetailsOptions.hideEStatements': 'E-statements',
    'loanDetailsOptions.hideDocuments': 'Documents',
    'loanDetailsOptions.hideAlerts': 'Alert preferences',
    'loanDetailsOptions.hideAddress': 'Mailing address',
    'loanDetailsOptions.hideBalanceChart': 'Balance',
    'loanDetailsOptions.hideWherePaymentsWent': 'Where your payments went',
    'loanDetailsOptions.hideRecurringPayment': 'Recurring payment',
    'loanDetailsOptions.hideScheduledPayments': 'Scheduled payments',
  },
});

testSwitches('among the links and buttons of a loan', {
  content: () => <LoanDetails />,
  screen,
  items: 'a, button',
  hides: {
    'loanDetailsOptions.hideMakePayment': ['Make A Payment', 'Set up autopay'],
    'loanDetailsOptions.hideHideAccount': 'Hide loan from web',
    'loanDetailsOptions.hideDocumentCenterLink': 'Document center',
    'loanDetailsOptions.hidePayingExtra': ['$25', '$50', '$100', '$200'],
  },
});

testSwitches('in the status of a loan', {
  content: () => <LoanDetails />,
  screen,
  items: 'p > span:first-child',
  hides: { 'loanDetailsOptions.hideBalance': 'Balance' },
});

testSwitches('in the history of a loan', {
  content: () => <LoanDetails />,
  screen,
  items: 'th',
  hides: {
    'historyOptions.hideTransactionDate': 'Date',
    'historyOptions.hideTime': 'Time',
    'historyOptions.hideDescription': 'Description',
    'historyOptions.hidePrincipal': 'Principal',
    'historyOptions.hideInterest': 'Interest',
    'historyOptions.hideOther': 'Other',
    'historyOptions.hideTotalPaymentAmount': 'Total Payment Amount',
    'historyOptions.hideRunningPrincipalBalance': 'Running Principal Balance',
  },
});
