import { tabStorage } from '#web/data/browser-storage.ts';
import { onSessionChange } from '#web/data/session.ts';
import type { WizardState } from '#web/kit/use-steps.ts';
import type { PaymentValues } from './payment-values.ts';

/** Entries of the flow that may outlive a reload: choices and amounts, never a number of a card or bank account. */
export type PaymentDraft = Partial<Omit<PaymentValues, 'review'>>;

const STORAGE_KEY = 'passbook.paymentDraft';

/**
 * Keeps the finished answers of the flow through a reload of the page. From a
 * method that is used once on nothing is kept: all later answers hang on it.
 */
export function keepPaymentDraft(values: Partial<PaymentValues>, finished: ReadonlySet<string>): void {
  tabStorage.set(STORAGE_KEY, JSON.stringify(safePart(values, finished)));
}

export function safePart(values: Partial<PaymentValues>, finished: ReadonlySet<string>): PaymentDraft {
  const { account, method, frequency, amount } = values;
  if (account === undefined) return {};
  const methodIsSafe = method === undefined || method.choice === null || method.choice.kind === 'saved';
  if (!finished.has('method') || !methodIsSafe) return { account };
  return {
    account,
    ...(method && { method }),
    ...(frequency && finished.has('frequency') && { frequency }),
    ...(amount && finished.has('frequency') && finished.has('amount') && { amount }),
  };
}

/**
 * What was kept, when this page is one that was reloaded; a page that is opened
 * starts from the beginning.
 * @param account the account that the flow opens with
 */
export function findPaymentDraft(account: string | undefined): PaymentDraft {
  const stored = tabStorage.get(STORAGE_KEY);
  forgetPaymentDraft();
  if (stored === null || !isFirstScreenOfReload()) return {};
  const draft = JSON.parse(stored) as PaymentDraft;
  return draft.account === account ? draft : {};
}

export function forgetPaymentDraft(): void {
  tabStorage.remove(STORAGE_KEY);
}

/** The flow as it was left, by the entry of the history it stands in; in memory only, so that it may hold a method that is used once. */
let left: { readonly entryKey: string; readonly wizard: WizardState<PaymentValues> } | null = null;
let submitted = false;

/** Keeps the flow when the screen is left, for the browser's Back and Forward. */
export function keepLeftFlow(entryKey: string | undefined, wizard: WizardState<PaymentValues>): void {
  left = submitted || entryKey === undefined ? null : { entryKey, wizard };
}

/** The flow that was left in this entry of the history; opening the screen anew starts from the beginning. */
export function takeLeftFlow(entryKey: string | undefined): WizardState<PaymentValues> | null {
  const taken = left?.entryKey === entryKey ? (left?.wizard ?? null) : null;
  left = null;
  submitted = false;
  return taken;
}

/** The payment was made: nothing of it is kept. */
export function closePaymentDraft(): void {
  submitted = true;
  left = null;
  forgetPaymentDraft();
}

let asked = false;

/** Only what shows right after a reload, or after Back or Forward from outside of the portal; leaving the flow and coming back starts it anew. */
function isFirstScreenOfReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const first = !asked && (navigation?.type === 'reload' || navigation?.type === 'back_forward');
  asked = true;
  return first;
}

onSessionChange(() => {
  left = null;
  forgetPaymentDraft();
});
