import { tabStorage } from '#web/data/browser-storage.ts';
import { followedSubmissions, watchSubmissions } from '#web/data/followed-submissions.ts';
import type { SubmissionEnd } from '#web/data/until-known.ts';
import { currentSession, onSessionChange } from '#web/data/session.ts';
import type { WizardState } from '#web/kit/use-steps.ts';
import type { PaymentValues } from './payment-values.ts';

/** Entries that may survive a reload: choices and amounts, never card or account numbers. */
export interface SavedEntries {
  readonly values: Partial<Omit<PaymentValues, 'review'>>;
  readonly finished: readonly string[];
}

const STORAGE_KEY = 'passbook.paymentEntries';

/** Stores finished answers for a reload. Stops at a one-time method, since all later answers depend on it. */
export function saveEntries(
  entryKey: string | undefined,
  { values, finished }: Pick<WizardState<PaymentValues>, 'values' | 'finished'>,
): void {
  tabStorage.set(STORAGE_KEY, JSON.stringify({ ...safePart(values, finished), entryKey }));
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
 * start over, so the answers are found again until `startFlow`.
 * @param entryKey the history entry, which a reload keeps; opening the screen again makes another one
 * @param account the account the flow opens with
 */
export function findSavedEntries(entryKey: string | undefined, account: string | undefined): SavedEntries | null {
  const stored = tabStorage.get(STORAGE_KEY);
  if (stored === null || !isFirstScreenOfReload()) return null;
  const { entryKey: savedIn, ...saved } = JSON.parse(stored) as SavedEntries & { readonly entryKey?: string };
  return account !== undefined && saved.values.account === account && savedIn === entryKey ? saved : null;
}

export function clearSavedEntries(): void {
  tabStorage.remove(STORAGE_KEY);
}

/** The flow as it was left, by history entry. Only in memory, because it may contain a one-time method. */
let left: { readonly entryKey: string; readonly wizard: WizardState<PaymentValues> } | null = null;

/**
 * Keeps the flow when leaving the screen, for the browser's Back and Forward. Keeps nothing once it may have been paid,
 * or where the session has ended.
 */
export function saveFlow(entryKey: string | undefined, wizard: WizardState<PaymentValues>): void {
  const end = newestPayments.get(wizard.values.account ?? '');
  const mayBePaid = end === null || end?.kind === 'made';
  left = entryKey === undefined || mayBePaid || !currentSession() ? null : { entryKey, wizard };
}

/** Returns the flow left in this history entry, until `startFlow`; opening the screen again starts over. */
export function findSavedFlow(entryKey: string | undefined): WizardState<PaymentValues> | null {
  return left?.entryKey === entryKey ? (left?.wizard ?? null) : null;
}

/** Called when the flow is on the screen. Forgets what it restored. */
export function startFlow(entryKey: string | undefined, account: string | undefined): void {
  if (left?.entryKey === entryKey) left = null;
  if (newestPayments.get(account ?? '')?.kind === 'made') newestPayments.delete(account ?? '');
  started = true;
}

let started = false;

/** True only right after a reload, or Back or Forward from another site; returning to the flow starts over. */
function isFirstScreenOfReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !started && (navigation?.type === 'reload' || navigation?.type === 'back_forward');
}

/** The newest payment of each loan in this page, by account number; null while its outcome is unknown. */
const newestPayments = new Map<string, SubmissionEnd | null>();

function noteNewestPayments(): void {
  for (const { submission, end } of followedSubmissions())
    if (submission.kind === 'payment') newestPayments.set(submission.accountNumber, end);
}

noteNewestPayments();
watchSubmissions(noteNewestPayments);

onSessionChange(() => {
  left = null;
  newestPayments.clear();
  clearSavedEntries();
});
