import { expect, it } from 'vitest';
import { optionDefinitions, type PublicOptionKey, type PublicOptions } from '#common/contract/all-options.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { nothingPlanned, type PlannedPayment } from '#common/payments/rules/planned-payments.ts';
import { sampleAccount } from './loan-details/sample-loan.ts';
import { listWelcomeSteps, type WelcomeFacts } from './welcome-steps.ts';

const loan: AccountSummary = { ...sampleAccount, comment: '', statementPreference: 'Paper' };
const run = { type: 'ACH', lastFour: '6789', goodThrough: null, cents: null } as const;

function stepsWith(facts: Partial<WelcomeFacts>, options: Partial<PublicOptions> = {}): string[] {
  const option = <Key extends PublicOptionKey>(key: Key) =>
    (options[key] ?? optionDefinitions[key].defaultValue) as PublicOptions[Key];
  const usual = { accounts: [loan], plannedOf: () => nothingPlanned, payable: true };
  return listWelcomeSteps({ ...usual, ...facts, option }).map(({ id }) => id);
}

it.each<[string, Partial<WelcomeFacts>, Partial<PublicOptions>, readonly string[]]>([
  ['all for a new customer', {}, {}, ['autopay', 'statements', 'alerts']],
  ['no autopay where nothing can be paid', { payable: false }, {}, ['statements', 'alerts']],
  ['no autopay that is not offered', {}, { 'paymentOptions.allowOnDueDate': false }, ['statements', 'alerts']],
  ['no autopay without bank accounts', {}, { 'paymentOptions.allowRecurringAch': false }, ['statements', 'alerts']],
  [
    'no autopay that is on',
    { plannedOf: () => ({ ...nothingPlanned, autopay: [{ ...run, on: loan.dueOn } as PlannedPayment] }) },
    {},
    ['statements', 'alerts'],
  ],
  [
    'no statements that are electronic',
    { accounts: [{ ...loan, statementPreference: 'Electronic' }] },
    {},
    ['autopay', 'alerts'],
  ],
  ['no statements that are not offered', {}, { 'loanDetailsOptions.hideEStatements': true }, ['autopay', 'alerts']],
  ['no alerts that are not offered', {}, { 'profileOptions.hideNotifications': true }, ['autopay', 'statements']],
  ['alerts alone for a closed loan', { accounts: [{ ...loan, comment: 'Closed' }] }, {}, ['alerts']],
])('proposes %s', (_what, facts, options, expected) => {
  expect(stepsWith(facts, options)).toEqual(expected);
});
