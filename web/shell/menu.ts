import type { TextKey } from '#common/contract/all-texts.ts';
import type { PublicOptionKey, PublicOptions } from '#common/contract/all-options.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { offersPayment } from '#common/accounts/rules/offers-payment.ts';
import { paths } from '#web/paths.ts';

export interface MenuFacts {
  readonly option: <Key extends PublicOptionKey>(key: Key) => PublicOptions[Key];
  readonly screenExists: (address: string) => boolean;
  readonly accounts: readonly AccountSummary[];
  readonly mobile: boolean;
  readonly offersLoans: boolean;
}

export interface MenuEntry {
  readonly text: TextKey;
  readonly address: string;
  /** In addition to the screen's existence. */
  readonly shows?: (facts: MenuFacts) => boolean;
}

/** One entry that opens several. */
export interface MenuGroup {
  readonly text: TextKey;
  readonly entries: readonly MenuEntry[];
}

/** The main navigation, in order (A 2.2). Hiding an entry hides only the link: the route stays open (C-103). */
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
    // Where customers write and read in the portal, the form is one press further.
    shows: ({ option }) => !option('globalOptions.hideContactUsOption') && !option('messageOptions.secureMessages'),
  },
  {
    text: 'shell.messages',
    address: paths.conversations,
    shows: ({ option }) => option('messageOptions.secureMessages'),
  },
];

/** Next to the customer's name. */
const helpEntries: readonly MenuEntry[] = [
  { text: 'shell.faq', address: paths.faq, shows: ({ option }) => option('globalOptions.useFaqOption') },
  {
    text: 'shell.findUs',
    address: paths.locations,
    // The outside locator takes its place: two entries for the same question would stand side by side.
    shows: ({ option }) => option('globalOptions.useBranchLocatorOption') && !hasRemoteLocator(option),
  },
];

export interface Menu {
  readonly main: readonly (MenuEntry | MenuGroup)[];
  readonly help: readonly MenuEntry[];
  /** The outside branch locator, opened through a dialog. */
  readonly remoteLocator: boolean;
  /** The new tab's target: an address or the origination service; null without the entry. */
  readonly applyForLoan: 'originationService' | { readonly address: string } | null;
}

export function arrangeMenu(facts: MenuFacts): Menu {
  const visible = (entry: MenuEntry) => facts.screenExists(entry.address) && (entry.shows?.(facts) ?? true);
  return {
    main: groupDocuments(mainEntries.filter(visible)),
    help: helpEntries.filter(visible),
    remoteLocator: hasRemoteLocator(facts.option),
    applyForLoan: applyForLoan(facts),
  };
}

/** Documents of two kinds share an entry, which would otherwise stand beside another with nearly the same name. */
function groupDocuments(entries: readonly MenuEntry[]): Menu['main'] {
  const agreements = entries.find(({ address }) => address === paths.documents);
  const center = entries.find(({ address }) => address === paths.documentCenter);
  if (!agreements || !center) return entries;
  const group: MenuGroup = { text: agreements.text, entries: [center, { ...agreements, text: 'shell.agreements' }] };
  return entries.flatMap((entry) => (entry === center ? [] : [entry === agreements ? group : entry]));
}

function hasRemoteLocator(option: MenuFacts['option']): boolean {
  return option('globalOptions.useRemoteLocatorOption') && option('globalOptions.remoteLocatorUrl') !== '';
}

/** Returns null if there is nowhere to apply, or the institution hides the entry, everywhere or on phones (A 2.2). */
function applyForLoan({ option, mobile, offersLoans }: MenuFacts): Menu['applyForLoan'] {
  if (!offersLoans || !mayApplyForLoan(option)) return null;
  if (mobile && option('globalOptions.hideApplyForLoanOnMobile')) return null;
  if (option('globalOptions.useConsumerOriginationOption')) return 'originationService';
  return { address: option('globalOptions.applyForLoanUrl') };
}

/** Returns whether the application service needs to be asked. */
export function mayApplyForLoan(option: MenuFacts['option']): boolean {
  const leadsSomewhere =
    option('globalOptions.useConsumerOriginationOption') || option('globalOptions.applyForLoanUrl') !== '';
  return (
    leadsSomewhere && option('globalOptions.showApplyForLoanOption') && !option('globalOptions.hideApplyForLoanButton')
  );
}
