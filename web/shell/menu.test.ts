import { describe, expect, it } from 'vitest';
import { optionDefinitions, type PublicOptionKey, type PublicOptions } from '#common/contract/all-options.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { arrangeMenu, mayApplyForLoan, type MenuFacts } from './menu.ts';

function optionsWith(changes: Partial<PublicOptions>): MenuFacts['option'] {
  return <Key extends PublicOptionKey>(key: Key) =>
    (changes[key] ?? optionDefinitions[key].defaultValue) as PublicOptions[Key];
}

const loan = { typeCode: 0 } as unknown as AccountSummary;

function menuWith(options: Partial<PublicOptions>, facts: Partial<MenuFacts> = {}) {
  const usual = { screenExists: () => true, accounts: [loan], mobile: false, offersLoans: true };
  return arrangeMenu({ ...usual, ...facts, option: optionsWith(options) });
}

function entries(options: Partial<PublicOptions>, facts?: Partial<MenuFacts>): string[] {
  const { main, help } = menuWith(options, facts);
  return [...main, ...help].map(({ text }) => text);
}

describe('the menu', () => {
  it.each<[string, Partial<PublicOptions>, boolean]>([
    ['shell.documents', {}, false],
    ['shell.documents', { 'globalOptions.requireAchDraftAgreementOption': true }, true],
    ['shell.documentCenter', {}, false],
    ['shell.documentCenter', { 'globalOptions.useDocumentCenterOption': true }, true],
    ['shell.requestChange', {}, false],
    ['shell.requestChange', { 'globalOptions.forceManualContactInfoChangesOption': true }, true],
    ['shell.messages', {}, true],
    ['shell.messages', { 'globalOptions.hideContactUsOption': true }, false],
    ['shell.messages', { 'globalOptions.hideContactUsOption': true, 'messageOptions.secureMessages': true }, true],
    ['shell.findUs', {}, true],
    ['shell.findUs', { 'globalOptions.useBranchLocatorOption': false }, false],
    ['shell.faq', {}, true],
    ['shell.faq', { 'globalOptions.useFaqOption': false }, false],
  ])('has %s with %j: %s', (entry, options, shown) => {
    expect(entries(options).includes(entry)).toBe(shown);
  });

  it('has one entry for documents of both kinds, with two in it', () => {
    const { main } = menuWith({
      'globalOptions.requireAchDraftAgreementOption': true,
      'globalOptions.useDocumentCenterOption': true,
    });
    const groups = main.flatMap((entry) => ('entries' in entry ? [entry] : []));
    expect(groups.map(({ text, entries: within }) => [text, within.map(({ address }) => address)])).toEqual([
      ['shell.documents', ['/myaccount/document-center', '/myaccount/documents']],
    ]);
    expect(main.filter((entry) => 'address' in entry && entry.address.includes('document'))).toEqual([]);
  });

  it('leads to the messages in the portal instead of the form, never to both', () => {
    const { main } = menuWith({ 'messageOptions.secureMessages': true });
    const messages = main.flatMap((entry) =>
      'address' in entry && entry.text === 'shell.messages' ? [entry.address] : [],
    );
    expect(messages).toEqual(['/myaccount/conversations']);
  });

  it('has no entry for a missing screen', () => {
    const shown = entries({}, { screenExists: (address) => address === '/myaccount/dashboard' });
    expect(shown).toEqual(['shell.dashboard']);
  });

  it.each<[string, Partial<PublicOptions>, boolean]>([
    ['neither', {}, false],
    ['the switch alone', { 'globalOptions.useRemoteLocatorOption': true }, false],
    ['the address alone', { 'globalOptions.remoteLocatorUrl': 'https://find.example' }, false],
    [
      'both',
      { 'globalOptions.useRemoteLocatorOption': true, 'globalOptions.remoteLocatorUrl': 'https://find.example' },
      true,
    ],
  ])('has the outside locator instead of Find Us with %s', (_what, options, shown) => {
    expect(menuWith(options).remoteLocator).toBe(shown);
    expect(entries(options).includes('shell.findUs')).toBe(!shown);
  });
});

describe('Make a payment', () => {
  it.each<[string, Partial<PublicOptions>, readonly AccountSummary[], boolean]>([
    ['with a loan', {}, [loan], true],
    ['without a loan', {}, [], false],
    ['switched off', { 'depositOptions.disableEZPayOption': true }, [loan], false],
  ])('%s: %s', (_when, options, accounts, shown) => {
    expect(entries(options, { accounts }).includes('shell.makePayment')).toBe(shown);
  });
});

describe('Apply For Loan', () => {
  const address = { 'globalOptions.applyForLoanUrl': 'https://loans.example' } as const;

  it.each<[string, Partial<PublicOptions>, Partial<MenuFacts>, ReturnType<typeof menuWith>['applyForLoan']]>([
    ['leads to the address', address, {}, { address: 'https://loans.example' }],
    ['is absent without an address', {}, {}, null],
    ['is hidden if the service offers nothing', address, { offersLoans: false }, null],
    ['is absent when hidden', { ...address, 'globalOptions.hideApplyForLoanButton': true }, {}, null],
    ['is absent when not shown', { ...address, 'globalOptions.showApplyForLoanOption': false }, {}, null],
    [
      'is absent on phones alone',
      { ...address, 'globalOptions.hideApplyForLoanOnMobile': true },
      { mobile: true },
      null,
    ],
    [
      'stays on desktops then',
      { ...address, 'globalOptions.hideApplyForLoanOnMobile': true },
      {},
      { address: 'https://loans.example' },
    ],
    [
      'leads to the origination service when there is one',
      { ...address, 'globalOptions.useConsumerOriginationOption': true },
      {},
      'originationService',
    ],
  ])('%s', (_what, options, facts, expected) => {
    expect(menuWith(options, facts).applyForLoan).toEqual(expected);
  });

  it.each<[string, Partial<PublicOptions>, boolean]>([
    ['there is an address', address, true],
    ['there is the origination service', { 'globalOptions.useConsumerOriginationOption': true }, true],
    ['there is neither', {}, false],
    ['it is hidden anyway', { ...address, 'globalOptions.hideApplyForLoanButton': true }, false],
    ['it is not shown anyway', { ...address, 'globalOptions.showApplyForLoanOption': false }, false],
  ])('asks the service when %s: %j', (_when, options, asks) => {
    expect(mayApplyForLoan(optionsWith(options))).toBe(asks);
  });
});
