import { isBlockedAccount, unsealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { paymentIdOfPayout } from '#common/payments/rules/payout.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { throwIfHostIsSilent } from '#server/host-tasks/try-each.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { type BankCredit, findEntryProblem } from '#server/payments-network/nacha/bank-file.ts';
import { postDraw } from '#server/payments/operator/draw-on-line.command.ts';
import { listOnBooks, readLine } from '#server/payments/operator/line-of-credit.ts';
import { findAnyLoan } from '#server/payments/operator/loan-on-our-books.ts';
import { findOverpaid } from '#server/payments/operator/pay-out-overpayment.command.ts';
import {
  collectCredits,
  type CollectedCredit,
  holdCredit,
  isChangeWaiting,
  listUnsentCredits,
  listWaitingCredits,
  lockCollectedCredits,
  releaseCredit,
  type UnsentCredit,
} from '#server/payments/operator/payout-credits.queries.ts';
import {
  type LeavingDraw,
  listLeavingDraws,
  lockWaitingCredit,
} from '#server/payments/operator/unsent-draws.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { Day } from '#common/core/dates.ts';

export interface WritableCredit {
  readonly payoutId: string;
  readonly credit: BankCredit;
}

/** Why a credit must not leave now, by the code that is stored. */
const doubts = {
  cameBack:
    'a payment that it was to give back came back itself; stop the credit, or it leaves once the loan is overpaid again',
  payoffCameBack:
    'a payment came back since and the loan owes again; stop the credit, or it leaves once nothing is owed',
  lineEnded:
    'the line of credit was closed, charged off, or put on hold; stop the draw, or it leaves once the line can be drawn on',
  notKnown:
    'the books no longer say whether the loan or line allows it, as its figures come from elsewhere; stop the credit, or pay it out by other means',
  overLimit:
    'more than is available on the line would be drawn; stop the draw, or it leaves once the limit has room for it',
  unreadable:
    'its loan or line could not be read, and the log says why; it leaves once that can be read and nothing is against it',
  accountRefused:
    'a bank has refused its account since; stop the credit and pay it out by other means, or release the account',
  changeWaits: 'a change of the loan is not on the books yet; it leaves once that is posted and nothing is against it',
} as const;

type Doubt = keyof typeof doubts;

/**
 * Holds credits that should no longer leave, because a sent credit can't be fetched back: refunds of loans on which more was paid
 * out than came or whose payoff came back, draws on lines that can't be drawn on anymore, any to an account that a bank
 * has refused since, and any of which the books
 * can't say. They go on once the books say that nothing is against it. One that fails is held; the others leave.
 * @throws HostUnavailable if the host is silent
 */
export async function holdDoubtfulCredits(services: Services): Promise<void> {
  const { database } = services;
  for (const credit of await listUnsentCredits(database)) {
    const { payoutId, heldFor } = credit;
    const doubt = await attempt(services, payoutId, () => findDoubt(services, credit));
    // What was found before says more.
    if (doubt === heldFor || (doubt === 'unreadable' && heldFor !== null)) continue;
    await inTransaction(database, (transaction) =>
      doubt === null
        ? releaseCredit(transaction, payoutId)
        : hold(services, transaction, payoutId, { reason: doubts[doubt], doubt }),
    );
  }
}

/** Returns `unreadable`, logged, if the work fails. */
async function attempt<Answer>(
  services: Services,
  payoutId: string,
  work: () => Promise<Answer>,
): Promise<Answer | 'unreadable'> {
  try {
    return await work();
  } catch (error) {
    await throwIfHostIsSilent(services, error);
    services.log.error({ err: error, payoutId }, 'could not find out whether a bank credit may leave');
    return 'unreadable';
  }
}

async function hold(
  { audit }: Services,
  transaction: Transaction,
  payoutId: string,
  why: { readonly reason: string; readonly doubt: Doubt | null },
): Promise<void> {
  if (!(await holdCredit(transaction, payoutId, why))) return;
  const details = { payoutId, reason: why.reason };
  await audit.record(transaction, { event: 'bank-credit-held', userId: null, details });
}

/** Returns why a credit must not leave now. */
async function findDoubt(services: Services, credit: UnsentCredit): Promise<Doubt | null> {
  const { purpose, customerId, accountNumber } = credit;
  const loan = { customerId, accountNumber };
  // Before the books are read: a change that is posted during the read would leave no trace.
  if (await isChangeWaiting(services.database, accountNumber)) return 'changeWaits';
  const numbers = openNumbers(services, credit);
  if (numbers && (await isBlockedAccount(services, services.database, numbers))) return 'accountRefused';
  if (purpose === 'draw') {
    const { payoutId, amountCents } = credit;
    const isOnBooks = (await listOnBooks(services, [payoutId])).has(payoutId);
    return doubtOfDraw(await readLine(services, loan), isOnBooks ? ZERO : amountCents);
  }
  const overpaid = await findOverpaid(services, loan);
  if (!overpaid.ok) return 'notKnown';
  if (overpaid.value < 0) return 'cameBack';
  return (await owesSince(services, credit)) ? 'payoffCameBack' : null;
}

/** @param amountCents to be drawn, beyond what the books have */
function doubtOfDraw(line: Awaited<ReturnType<typeof readLine>>, amountCents: Cents): Doubt | null {
  if (!line.ok) return 'notKnown';
  const { obstacle, availableCents } = line.value;
  if (obstacle !== null) return 'lineEnded';
  return amountCents > availableCents ? 'overLimit' : null;
}

/**
 * Puts draws on the books on the day they leave, just before their bank file is made: the line owes nothing, and earns
 * no interest, for money that is still here. A draw that can't leave, or fails, is held instead.
 */
export async function postLeavingDraws(services: Services, businessOn: Day): Promise<void> {
  const { database } = services;
  const draws = await listLeavingDraws(database, businessOn);
  const posted = await listOnBooks(
    services,
    draws.map(({ payoutId }) => payoutId),
  );
  for (const draw of draws.filter(({ payoutId }) => !posted.has(payoutId))) {
    const { payoutId } = draw;
    if ((await attempt(services, payoutId, () => postLeaving(services, draw))) !== 'unreadable') continue;
    await inTransaction(database, (transaction) =>
      hold(services, transaction, payoutId, { reason: doubts.unreadable, doubt: 'unreadable' }),
    );
  }
}

async function postLeaving(services: Services, draw: LeavingDraw): Promise<void> {
  const { payoutId, accountNumber, amountCents } = draw;
  const credit = toCredit(services, draw);
  const unwritable = credit.ok ? findEntryProblem(credit.value) : credit.error;
  const read = () => readLine(services, draw);
  await readThenChange(services.database, accountSubject(accountNumber), read, async (transaction, line) => {
    if (!(await lockWaitingCredit(transaction, payoutId))) return;
    if (unwritable !== undefined) return hold(services, transaction, payoutId, { reason: unwritable, doubt: null });
    const isRefused = credit.ok && (await isBlockedAccount(services, transaction, credit.value));
    const doubt = isRefused ? 'accountRefused' : doubtOfDraw(line, amountCents);
    if (doubt) return hold(services, transaction, payoutId, { reason: doubts[doubt], doubt });
    await postDraw(services, transaction, { ...draw, means: 'bank' }, services.clock.moment());
  });
}

/**
 * A loan owes again once its payoff came back, though another payment is on its way back as overpaid: that money would
 * pay it. A new debt, such as a later draw, holds nothing back.
 */
async function owesSince(services: Services, { payoutId, customerId, accountNumber }: UnsentCredit): Promise<boolean> {
  const loan = await findAnyLoan(services, { customerId, accountNumber });
  if (loan && loan.payoffCents <= 0) return false;
  const payout = { customerId, accountNumber, paymentId: paymentIdOfPayout(payoutId) };
  return (await services.host.servicing?.wouldPayLoan(payout)) !== false;
}

/** Lets credits leave whose payout is on the books; money never goes out before. */
export async function collectPostedCredits({ database, host }: Services): Promise<void> {
  const waiting = await listWaitingCredits(database);
  if (waiting.length === 0) return;
  const records = await host.listPostings(waiting.map(({ payoutId }) => paymentIdOfPayout(payoutId)));
  const postings = new Map(records.map((record) => [record.paymentId, record]));
  const posted = waiting.filter(({ payoutId, amountCents }) => {
    const posting = postings.get(paymentIdOfPayout(payoutId));
    return posting?.reversed === false && posting.totalCents === subtractCents(ZERO, amountCents);
  });
  await inTransaction(database, (transaction) =>
    collectCredits(
      transaction,
      posted.map(({ payoutId }) => payoutId),
    ),
  );
}

/** Sets aside what fits no entry, so that it doesn't block the file. */
export async function listWritableCredits(
  services: Services,
  transaction: Transaction,
  through: Day,
): Promise<WritableCredit[]> {
  const credits: WritableCredit[] = [];
  for (const collected of await lockCollectedCredits(transaction, through)) {
    const { payoutId } = collected;
    const credit = toCredit(services, collected);
    const why = credit.ok ? findEntryProblem(credit.value) : credit.error;
    if (!credit.ok || why !== undefined) {
      await hold(services, transaction, payoutId, { reason: why ?? '', doubt: null });
    } else if (await isBlockedAccount(services, transaction, credit.value)) {
      await hold(services, transaction, payoutId, { reason: doubts.accountRefused, doubt: 'accountRefused' });
    } else credits.push({ payoutId, credit: credit.value });
  }
  return credits;
}

function toCredit(services: Services, collected: CollectedCredit): Result<BankCredit> {
  const { reference, purpose, sec, amountCents, ownerName: name, accountType: kind } = collected;
  const numbers = openNumbers(services, collected);
  if (!numbers) return failure('its account numbers were sealed with another key');
  const entry = { ...numbers, sec, kind, amountCents, identification: reference, name };
  return success({ ...entry, isDraw: purpose === 'draw' });
}

/** Returns undefined, logged, if they were sealed with another key. */
function openNumbers(
  services: Services,
  credit: Pick<CollectedCredit, 'payoutId' | 'routingNumberSealed' | 'accountNumberSealed'>,
): ReturnType<typeof unsealNumbers> | undefined {
  const { payoutId } = credit;
  try {
    return unsealNumbers(services, credit, `payout-credit:${payoutId}`);
  } catch (error) {
    services.log.error({ err: error, payoutId }, 'cannot open the numbers of a bank credit');
    return undefined;
  }
}
