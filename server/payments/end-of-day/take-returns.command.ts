import { unsealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import { formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents, ZERO } from '#common/core/money.ts';
import { type Result, success } from '#common/core/results.ts';
import { blocksAccount } from '#common/payments/rules/return-codes.ts';
import {
  type BankNotice,
  type ChangeNotice,
  readReturnFile,
  type ReturnNotice,
} from '#server/payments-network/nacha/return-file.ts';
import { againAfterDeadlock } from '#server/platform/db/database-unavailable.ts';
import { inTransaction, inVain, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import { throwIfHostIsSilent } from '#server/host-tasks/try-each.ts';
import type { Services } from '#server/services.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { applyBankChange, type ChangedPlaces, keep, planBankChange } from './apply-bank-change.command.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import { returnCredit } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { insertCreditNotice } from '#server/payments/operator/credit-notices.queries.ts';
import { findCreditByTrace, type SentCredit } from '#server/payments/operator/payout-credits.queries.ts';
import { blockRefusedAccount } from './block-bank-account.command.ts';
import { settleReturn, settleReturnedCredit } from './settle-clearing.command.ts';
import { lockDraft } from './drafts.queries.ts';
import { holdDraft } from './hold-draft.command.ts';
import { findEntryOfRejectedFile, type EntryOfRejectedFile } from './rejected-files.queries.ts';
import { findReturnFee } from './return-fee.ts';
import { lockAchFiles } from './bank-files.queries.ts';
import { type FiledEntry, findEntryByTrace, insertBankNotice } from './bank-notices.queries.ts';
import { type NoticedEntry, namesOf } from './noticed-entry.ts';

export interface ReturnsTaken {
  readonly returned: number;
  readonly changed: readonly string[];
  /** Changes an operator must decide (`passbook changes`), with reasons. */
  readonly undecided: readonly string[];
  /** Notices that were already processed, from the same or an overlapping file. */
  readonly known: number;
  /** Notices that match no draft and no credit, one sentence each. */
  readonly unmatched: readonly string[];
  /** Notices that could not be taken; the log says why. They are taken when the file is read again. */
  readonly failed: readonly string[];
  /** In the order of the file. */
  readonly notices: readonly TakenNotice[];
}

export interface TakenNotice {
  readonly code: string;
  readonly trace: string;
  readonly became: 'returned' | 'changed' | 'known' | 'undecided' | 'unmatched' | 'failed';
  /** Why it needs a person; empty if it doesn't. */
  readonly reason: string;
  readonly paymentId: string | null;
  /** That it is about; null for a draft. */
  readonly credit: NoticedCredit | null;
  /** What else it changes, such as that it blocks the account. */
  readonly effects: readonly string[];
}

export interface NoticedCredit extends Pick<SentCredit, 'payoutId' | 'reference' | 'amountCents' | 'lastFour'> {
  /** Of a correction that can be applied. */
  readonly corrected: { readonly bankName: string; readonly lastFour: string } | null;
}

interface Became extends Pick<TakenNotice, 'became' | 'reason' | 'effects'> {
  readonly corrected?: NoticedCredit['corrected'];
}

const known: Became = { became: 'known', reason: '', effects: [] };

/** Commits, or only shows what would happen. */
interface Run {
  readonly run: typeof inTransaction;
  /** Told why a notice can't be taken, also where all else that happens is not real. */
  readonly log: Services['log'];
}

/**
 * Processes a return file: reverses returned payments, tells the customers, blocks accounts where the reason requires
 * it, and applies the banks' account changes. Drafts are not presented again. Each notice is one transaction, so an
 * interrupted file can be read again from the start. One that fails keeps none of the others back.
 * Returns the problem if the file is incomplete; nothing is done then.
 */
export function takeReturns(services: Services, text: string): Promise<Result<ReturnsTaken>> {
  return take(services, text, { run: inTransaction, log: services.log });
}

/** Returns what {@link takeReturns} would do: it does it, notice by notice, and rolls each back. */
export function previewReturns(services: Services, text: string): Promise<Result<ReturnsTaken>> {
  const payments = new Counter({
    name: 'previewed',
    help: 'Not shown',
    labelNames: ['method', 'state'],
    registers: [],
  });
  const metrics = { ...services.metrics, payments };
  const log = services.log.child({}, { level: 'silent' });
  return take({ ...services, metrics, log }, text, { run: inVain, log: services.log });
}

async function take(services: Services, text: string, run: Run): Promise<Result<ReturnsTaken>> {
  const read = readReturnFile(text);
  if (!read.ok) return read;
  const fileHash = createHash('sha256').update(text).digest();
  const notices: TakenNotice[] = [];
  const seen = new Set<string>();
  for (const notice of read.value) {
    const name = `${notice.code} ${notice.originalTrace}`;
    const taken = await takeNotice(services, notice, fileHash, run);
    // Without a commit, the database doesn't know the earlier one of the same file.
    notices.push(seen.has(name) && taken.became !== 'unmatched' ? { ...taken, ...known } : taken);
    if (taken.became !== 'unmatched') seen.add(name);
  }
  const count = (wanted: Became['became']) => notices.filter(({ became }) => became === wanted).length;
  const described = (wanted: Became['became']) =>
    notices.filter(({ became }) => became === wanted).map((notice) => describe(notice));
  return success({
    returned: count('returned'),
    known: count('known'),
    changed: described('changed'),
    undecided: described('undecided'),
    unmatched: described('unmatched'),
    failed: described('failed'),
    notices,
  });
}

function describe({ code, trace, reason }: TakenNotice): string {
  const name = `${code} for entry ${trace}`;
  return reason === '' ? name : `${name}: ${reason}`;
}

/** The bank rejected the file of an entry, so it has another trace number since. */
class LeftFile extends Error {}

/**
 * A run whose transactions hold the lock of the bank files, so that no rejection of a file comes between a notice about
 * an entry and the entry.
 */
function whileFiled({ run, log }: Run, isFiled: (transaction: Transaction) => Promise<boolean>): Run {
  return {
    log,
    run: (database, work) =>
      run(database, async (transaction) => {
        await lockAchFiles(transaction);
        if (!(await isFiled(transaction))) throw new LeftFile();
        return work(transaction);
      }),
  };
}

async function findBoth(queryable: Queryable, trace: string, amountCents: Cents | undefined) {
  return [
    await findEntryByTrace(queryable, trace, amountCents),
    await findCreditByTrace(queryable, trace, amountCents),
  ] as const;
}

async function takeNotice(
  services: Services,
  notice: BankNotice,
  fileHash: Uint8Array,
  run: Run,
): Promise<TakenNotice> {
  const { code, originalTrace: trace, direction } = notice;
  const amountCents = notice.kind === 'return' ? notice.amountCents : undefined;
  const [entry, credit] = await findBoth(services.database, trace, amountCents);
  const filed = whileFiled(run, async (transaction) => {
    const [entryNow, creditNow] = await findBoth(transaction, trace, amountCents);
    return entryNow?.entryId === entry?.entryId && creditNow?.payoutId === credit?.payoutId;
  });
  // Once trace numbers start over, an old draft and a new credit may share one, or the other way around.
  if (credit && (!entry || direction === 'credit')) {
    const taken = await tryToTake(services, notice, filed, () =>
      notice.kind === 'return'
        ? takeReturnedCredit(services, notice, credit, filed)
        : takeChange(services, notice, { kind: 'credit', credit }, fileHash, filed),
    );
    if (taken === 'leftFile') return takeNotice(services, notice, fileHash, run);
    const { corrected = null, ...became } = taken;
    const { payoutId, reference, lastFour } = credit;
    const named = { payoutId, reference, lastFour, amountCents: credit.amountCents, corrected };
    return { code, trace, paymentId: null, credit: named, ...became };
  }
  const unnamed = { code, trace, credit: null };
  if (!entry) {
    const rejected = await findEntryOfRejectedFile(services.database, trace);
    if (rejected) return { ...unnamed, ...(await answerAboutRejected(services, rejected, run)) };
  }
  if (!entry) return { ...unnamed, became: 'unmatched', reason: 'unknown entry', paymentId: null, effects: [] };
  const taken = await tryToTake(services, notice, filed, () =>
    notice.kind === 'return'
      ? takeReturn(services, notice, entry, fileHash, filed)
      : takeChange(services, notice, { kind: 'draft', draft: entry }, fileHash, filed),
  );
  if (taken === 'leftFile') return takeNotice(services, notice, fileHash, run);
  const { corrected: _corrected, ...became } = taken;
  return { ...unnamed, paymentId: entry.paymentId, ...became };
}

/**
 * The bank answers about a file that it had rejected, so it may have drawn it: a draft that has not left again is put on
 * hold, so that the customer is not drawn on twice.
 */
async function answerAboutRejected(
  { database, audit, log }: Services,
  { businessOn, paymentId, referenceNumber }: EntryOfRejectedFile,
  { run }: Run,
): Promise<Pick<TakenNotice, 'became' | 'reason' | 'paymentId' | 'effects'>> {
  const reason = `its bank file of ${formatDay(businessOn)} is recorded as rejected; ask the bank whether it was drawn`;
  const isHeld = await run(database, async (transaction) => {
    const draft = await lockDraft(transaction, referenceNumber);
    if (paymentId === null || draft?.state !== 'collected') return false;
    await holdDraft({ audit, log }, transaction, draft, { reason: `the bank answered about it: ${reason}`, by: null });
    return true;
  });
  return { became: 'unmatched', reason, paymentId, effects: isHeld ? ['puts the bank draft on hold'] : [] };
}

async function tryToTake(
  services: Services,
  notice: BankNotice,
  { log }: Run,
  take: () => Promise<Became>,
): Promise<Became | 'leftFile'> {
  const { code, originalTrace: trace } = notice;
  try {
    return await againAfterDeadlock(take);
  } catch (error) {
    if (error instanceof LeftFile) return 'leftFile';
    await throwIfHostIsSilent(services, error);
    log.error({ err: error, code, trace }, 'could not take a notice of the bank');
    return { became: 'failed', reason: 'the log says why; take the file again once that is fixed', effects: [] };
  }
}

async function takeReturn(
  services: Services,
  { code, amountCents }: ReturnNotice,
  entry: FiledEntry,
  fileHash: Uint8Array,
  { run }: Run,
): Promise<Became> {
  if (amountCents !== entry.amountCents) return { became: 'unmatched', reason: 'another amount', effects: [] };
  const at = services.clock.now();
  const returnFeeCents = await findReturnFee(services, entry.paymentId, code);
  return run(services.database, async (transaction) => {
    const isNew = await insertBankNotice(transaction, { entryId: entry.entryId, code, fileHash, at });
    if (!isNew) return known;
    const blocks = blocksAccount(code);
    if (blocks) await block(services, transaction, entry, code);
    const { returned } = await returnPayment(services, transaction, entry.paymentId, code, { returnFeeCents });
    if (!returned) return known;
    await settleReturn(services, transaction, entry);
    const effects = [
      blocks && 'blocks the bank account',
      returnFeeCents > ZERO && `charges a returned payment fee of ${formatCents(returnFeeCents)}`,
    ].filter((effect) => effect !== false);
    return { became: 'returned', reason: '', effects };
  });
}

/** An overpayment waits to be paid out again. */
async function takeReturnedCredit(
  services: Services,
  { code, amountCents }: ReturnNotice,
  credit: SentCredit,
  { run }: Run,
): Promise<Became> {
  if (amountCents !== credit.amountCents) return { became: 'unmatched', reason: 'another amount', effects: [] };
  if (credit.returned) return known;
  return run(services.database, async (transaction) => {
    const blocks = blocksAccount(code);
    if (blocks) {
      const numbers = unsealNumbers(services, credit, `payout-credit:${credit.payoutId}`);
      const { customerId, lastFour } = credit;
      await blockRefusedAccount(services, transaction, { numbers, customerId, lastFour, code });
    }
    if (!(await returnCredit(services, transaction, credit, code))) return known;
    await settleReturnedCredit(services, transaction, credit);
    const became = credit.purpose === 'draw' ? 'the draw counts as never drawn' : 'the overpayment waits again';
    const effects = [became, ...(blocks ? ['blocks the bank account'] : [])];
    return { became: 'returned', reason: '', effects };
  });
}

async function takeChange(
  services: Services,
  { code, corrected }: ChangeNotice,
  entry: NoticedEntry,
  fileHash: Uint8Array,
  { run }: Run,
): Promise<Became> {
  const notice = { entry, code, corrected };
  const plan = await planBankChange(services, notice);
  return run(services.database, async (transaction) => {
    if (!(await insertNotice(services, transaction, notice, fileHash))) return known;
    if (plan.ok) {
      const places = await applyBankChange(services, transaction, notice, plan.value, null);
      const { after, bankName } = plan.value;
      const account = { bankName, lastFour: after.accountNumber.slice(-4) };
      return { became: 'changed', reason: '', effects: describePlaces(places), corrected: account };
    }
    await keep(services, transaction, notice, { state: 'waiting', reason: plan.error, by: null });
    const details = { ...namesOf(entry).details, code, reason: plan.error };
    await services.audit.record(transaction, { event: 'bank-account-change-notified', userId: null, details });
    return { became: 'undecided', reason: plan.error, effects: [] };
  });
}

/** Returns false if the bank sent the same notice about this entry before. */
function insertNotice(
  { clock }: Services,
  transaction: Transaction,
  { entry, code }: { readonly entry: NoticedEntry; readonly code: string },
  fileHash: Uint8Array,
): Promise<boolean> {
  const notice = { code, fileHash, at: clock.now() };
  return entry.kind === 'draft'
    ? insertBankNotice(transaction, { entryId: entry.draft.entryId, ...notice })
    : insertCreditNotice(transaction, { payoutId: entry.credit.payoutId, ...notice });
}

function describePlaces({ savedAccounts, plannedPayments, unsentDrafts, unsentCredits }: ChangedPlaces): string[] {
  return [
    savedAccounts > 0 && `saved bank accounts changed: ${savedAccounts}`,
    plannedPayments > 0 && `planned payments changed: ${plannedPayments}`,
    unsentDrafts > 0 && `unsent drafts changed: ${unsentDrafts}`,
    unsentCredits > 0 && `unsent bank credits changed: ${unsentCredits}`,
  ].filter((effect) => effect !== false);
}

async function block(services: Services, transaction: Transaction, entry: FiledEntry, code: string): Promise<void> {
  const payment = await findPayment(transaction, entry.paymentId);
  if (!payment) throw new Error(`Payment ${entry.paymentId} was not found`);
  const { customerId, lastFour } = payment;
  const numbers = unsealNumbers(services, entry, `ach-entry:${entry.paymentId}`);
  await blockRefusedAccount(services, transaction, { numbers, customerId, lastFour, code });
}
