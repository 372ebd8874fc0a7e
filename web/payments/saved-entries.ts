import { tabStorage } from '#web/data/browser-storage.ts';
import { onSessionChange } from '#web/data/session.ts';
import type { WizardState } from '#web/kit/use-steps.ts';
import type { PaymentValues } from './payment-values.ts';

/** Entries that may survive a reload: choices and amounts, never card or account numbers. */
export interface SavedEntries {
  readonly values: Partial<Omit<PaymentValues, 'review'>>;
  readonly finished: readonly string[];
}

const STORAGE_KEY = 'passbook.paymentEntries';

/** Stores finished answers for a reload. Stops at a one-time method, since all later answers depend on it. */
export function saveEntries(values: Partial<PaymentValues>, finished: ReadonlySet<string>): void {
  tabStorage.set(STORAGE_KEY, JSON.stringify(safePart(values, finished)));
}

export function safePart(values: Partial<PaymentValues>, finished: ReadonlySet<string>): SavedEntries {
  const { account, method, frequency, amount } = values;
  if (account === undefined) return { values: {}, finished: [] };
  const methodIsSafe = method === undefined || method.choice === null || method.choice.kind === 'saved';
  if (!finished.has('method') || !methodIsSafe) return { values: { account }, finished: ['account'] };
  return {
    values: {
      account,
      ...(method && { method }),
      ...(frequency && finished.has('frequency') && { frequency }),
      ...(amount && finished.has('frequency') && finished.has('amount') && { amount }),
    },
    finished: [...finished],
  };
}

/**
 * Returns the stored answers if this page was reloaded; otherwise null, to start over. React may throw a render away and
 * start anew, so the answers are found again until `startFlow`.
 * @param account the account the flow opens with
 */
export function findSavedEntries(account: string | undefined): SavedEntries | null {
  const stored = tabStorage.get(STORAGE_KEY);
  if (stored === null || !isFirstScreenOfReload()) return null;
  const saved = JSON.parse(stored) as SavedEntries;
  return account !== undefined && saved.values.account === account ? saved : null;
}

export function clearSavedEntries(): void {
  tabStorage.remove(STORAGE_KEY);
}

/** The flow as it was left, by history entry. Only in memory, because it may contain a one-time method. */
let left: { readonly entryKey: string; readonly wizard: WizardState<PaymentValues> } | null = null;
let submitted = false;

/** Keeps the flow when leaving the screen, for the browser's Back and Forward. */
export function saveFlow(entryKey: string | undefined, wizard: WizardState<PaymentValues>): void {
  left = submitted || entryKey === undefined ? null : { entryKey, wizard };
}

/** Returns the flow left in this history entry, until `startFlow`; opening the screen anew starts over. */
export function findSavedFlow(entryKey: string | undefined): WizardState<PaymentValues> | null {
  return left?.entryKey === entryKey ? (left?.wizard ?? null) : null;
}

/** The flow of this history entry is on the screen: what was saved has been used. */
export function startFlow(entryKey: string | undefined): void {
  if (left?.entryKey === entryKey) left = null;
  submitted = false;
  started = true;
}

export function clearSubmittedEntries(): void {
  submitted = true;
  left = null;
  clearSavedEntries();
}

let started = false;

/** True only right after a reload, or Back or Forward from another site; returning to the flow starts over. */
function isFirstScreenOfReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !started && (navigation?.type === 'reload' || navigation?.type === 'back_forward');
}

onSessionChange(() => {
  left = null;
  clearSavedEntries();
});
