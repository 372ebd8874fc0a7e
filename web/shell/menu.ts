import type { TextKey } from '#common/contract/all-texts.ts';
import type { OptionKey, Options } from '#common/contract/all-options.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { offersPayment } from '#common/accounts/rules/offers-payment.ts';
import { paths } from '#web/paths.ts';

/** What decides whether an entry shows. */
export interface MenuFacts {
  readonly option: <Key extends OptionKey>(key: Key) => Options[Key];
  readonly screenExists: (address: string) => boolean;
  readonly accounts: readonly AccountSummary[];
  /** The mobile app or a phone. */
  readonly mobile: boolean;
  /** What the loan-application service says: there is somewhere to apply. */
  readonly offersLoans: boolean;
}

export interface MenuEntry {
  readonly text: TextKey;
  readonly address: string;
  /** Besides the existence of its screen. */
  readonly shows?: (facts: MenuFacts) => boolean;
}

/** The main navigation, in order (A 2.2). Hidden entries hide links only: the routes stay open (C-103). */
const mainEntries: readonly MenuEntry[] = [
  { text: 'shell.dashboard', address: paths.dashboard },
  {
    text: 'shell.makePayment',
    address: paths.payment,
    shows: ({ option, accounts }) => offersPayment(accounts, option('depositOptions.disableEZPayOption')),
  },
  {
    text: 'shell.documents',
    address: paths.documents,
    shows: ({ option }) => option('globalOptions.requireAchDraftAgreementOption'),
  },
  {
    text: 'shell.documentCenter',
    address: paths.documentCenter,
    shows: ({ option }) => option('globalOptions.useDocumentCenterOption'),
  },
  { text: 'shell.profile', address: paths.profile },
  {
    text: 'shell.requestChange',
    address: paths.requestChange,
    shows: ({ option }) => option('globalOptions.forceManualContactInfoChangesOption'),
  },
  {
    text: 'shell.messages',
    address: paths.messages,
    shows: ({ option }) => !option('globalOptions.hideContactUsOption'),
  },
];

/** Beside the name of the person. */
const helpEntries: readonly MenuEntry[] = [
  { text: 'shell.faq', address: paths.faq, shows: ({ option }) => option('globalOptions.useFaqOption') },
  {
    text: 'shell.findUs',
    address: paths.locations,
    shows: ({ option }) => option('globalOptions.useBranchLocatorOption'),
  },
];

export interface Menu {
  readonly main: readonly MenuEntry[];
  readonly help: readonly MenuEntry[];
  /** The outside branch locator, which opens through a dialog. */
  readonly remoteLocator: boolean;
  /** Where Apply For Loan leads, in a new tab: an address, or the origination service; null without that entry. */
  readonly applyForLoan: 'originationService' | { readonly address: string } | null;
}

export function arrangeMenu(facts: MenuFacts): Menu {
  const visible = (entry: MenuEntry) => facts.screenExists(entry.address) && (entry.shows?.(facts) ?? true);
  return {
    main: mainEntries.filter(visible),
    help: helpEntries.filter(visible),
    remoteLocator:
      facts.option('globalOptions.useRemoteLocatorOption') && facts.option('globalOptions.remoteLocatorUrl') !== '',
    applyForLoan: applyForLoan(facts),
  };
}

/** Apply For Loan, unless there is nowhere to apply or the institution hides it, everywhere or on phones (A 2.2). */
function applyForLoan({ option, mobile, offersLoans }: MenuFacts): Menu['applyForLoan'] {
  if (!offersLoans || !mayApplyForLoan(option)) return null;
  if (mobile && option('globalOptions.hideApplyForLoanOnMobile')) return null;
  if (option('globalOptions.useConsumerOriginationOption')) return 'originationService';
  return { address: option('globalOptions.applyForLoanUrl') };
}

/** Whether the loan-application service needs to be asked at all. */
export function mayApplyForLoan(option: MenuFacts['option']): boolean {
  const leadsSomewhere =
    option('globalOptions.useConsumerOriginationOption') || option('globalOptions.applyForLoanUrl') !== '';
  return (
    leadsSomewhere && option('globalOptions.showApplyForLoanOption') && !option('globalOptions.hideApplyForLoanButton')
  );
}
