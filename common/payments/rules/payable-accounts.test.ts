import { expect, test } from 'vitest';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { payableAccounts } from './payable-accounts.ts';

const settings = { achBlockingHoldCodes: ['77'], cardBlockingHoldCodes: [] };

const loan = { number: 'loan', typeCode: typeCodes.loan, comment: '' };
const line = { number: 'line', typeCode: typeCodes.lineOfCredit, comment: 'NOX$' };
const blockedForDrafts = { number: 'drafts', typeCode: typeCodes.loan, comment: '77' };
const blocked = { number: 'blocked', typeCode: typeCodes.loan, comment: '12' };
const closed = { number: 'closed', typeCode: typeCodes.loan, comment: 'Closed 2024' };
const checking = { number: 'checking', typeCode: typeCodes.checking, comment: '' };
const all = [loan, line, blockedForDrafts, blocked, closed, checking];

test.each([
  ['nothing', undefined, ['loan', 'line', 'drafts']],
  ['one that is offered', 'line', ['loan', 'line', 'drafts']],
  ['one that is blocked', 'blocked', ['loan', 'line', 'drafts', 'blocked']],
  ['one that is closed', 'closed', ['loan', 'line', 'drafts', 'closed']],
  ['a deposit', 'checking', ['loan', 'line', 'drafts']],
  ["another customer's", 'foreign', ['loan', 'line', 'drafts']],
])('with %s in the address, the flow offers open accounts and that one', (_what, askedFor, expected) => {
  expect(payableAccounts(all, settings, askedFor).map(({ number }) => number)).toEqual(expected);
});
