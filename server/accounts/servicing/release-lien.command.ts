import { randomUUID } from 'node:crypto';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import {
  type LienObstacle,
  type LienRelease,
  type LienRules,
  type LienState,
  paymentIdOfLien,
  releasableOn,
  whyLienStays,
} from '#common/accounts/rules/lien-release.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { LienOfLoan } from '#server/host/host-servicing.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from '#server/payments/operator/loan-on-our-books.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export type ReleaseRefusal =
  | NotOnOurBooks
  | LienObstacle
  | 'ReleasedLater'
  /** Before the last payment. */
  | 'ReleasedBeforePayoff';

export type LienWithdrawalRefusal = NotOnOurBooks | 'NoLienRelease';

export interface PlannedLien {
  readonly state: LienState;
  /** Why the release can't be recorded today, or null. */
  readonly obstacle: LienObstacle | null;
  /** The first day on which it could be; null if nothing was paid. */
  readonly releasableOn: Day | null;
}

type LienServices = Pick<Services, 'clock' | 'host' | 'institution'>;

function rulesOf({ institution: { options } }: LienServices): LienRules {
  return {
    securedTypes: options['deskOptions.securedLoanTypes'],
    waitingDays: options['deskOptions.lienReleaseWaitingDays'] ?? 0,
  };
}

/** Returns the lien of a loan, and whether its release can be recorded. */
export async function planLienRelease(
  services: LienServices,
  { customerId, accountNumber }: LoanName,
): Promise<Result<PlannedLien, NotOnOurBooks>> {
  const loan = { customerId, accountNumber };
  const found = await projectOnOurBooks(
    services,
    loan,
    (books, on) => books.findLien({ ...loan, on }),
    ({ released }) => released !== null,
  );
  if (!found.ok) return found;
  const state = found.value;
  const rules = rulesOf(services);
  return success({
    state,
    obstacle: whyLienStays(state, rules, services.clock.today()) ?? null,
    releasableOn: releasableOn(state, rules),
  });
}

export interface LienToDo extends LienOfLoan {
  readonly obstacle: LienObstacle | null;
  readonly releasableOn: Day | null;
}

export interface ListedLiens {
  /** Something is owed again after the release, as when the payoff came back. */
  readonly owingAgain: readonly LienToDo[];
  readonly waiting: readonly LienToDo[];
  /** Also of those beyond the limit, and of those that still can't be recorded. */
  readonly waitingCount: number;
}

/**
 * Lists loans that wait for the release of their lien, and all that owe again after it; undefined if the core does this.
 * @param limit of the loans that wait
 */
export async function listLiensToDo(services: LienServices, limit: number): Promise<ListedLiens | undefined> {
  const { clock, host } = services;
  if (!host.servicing) return undefined;
  const on = clock.today();
  const rules = rulesOf(services);
  const found = await host.servicing.listLiens({ loanTypes: rules.securedTypes, on, limit });
  const toDo = (lien: LienOfLoan): LienToDo => ({
    ...lien,
    obstacle: whyLienStays(lien, rules, on) ?? null,
    releasableOn: releasableOn(lien, rules),
  });
  return { ...found, owingAgain: found.owingAgain.map(toDo), waiting: found.waiting.map(toDo) };
}

/**
 * Records that the lien of a loan that was paid off was released. The customer is told.
 * @param within runs in the transaction of the change
 */
export function releaseLien(
  services: Services,
  { customerId, accountNumber, releasedOn, reference }: LoanName & LienRelease,
  decision: { readonly by: string; readonly reason: string },
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, ReleaseRefusal>> {
  const { audit, clock, database } = services;
  const read = () => planLienRelease(services, { customerId, accountNumber });
  return readThenChange(database, accountSubject(accountNumber), read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { obstacle, state } = planned.value;
    const { at, today } = clock.moment();
    if (obstacle) return failure(obstacle);
    if (releasedOn > today) return failure('ReleasedLater');
    if (state.lastPaidOn !== null && releasedOn < state.lastPaidOn) return failure('ReleasedBeforePayoff');
    const paymentId = paymentIdOfLien(randomUUID());
    await raiseGuard(transaction, accountSubject(accountNumber));
    const posting = { paymentId, accountNumber, effectiveOn: today, postedAt: at.toString() };
    await enqueueHostTask(services, transaction, { kind: 'recordLienRelease', ...posting, releasedOn, reference });
    const mail = {
      occasion: paymentId,
      subject: { key: 'lienMail.subject' },
      body: { key: 'lienMail.body', values: shownRelease(services, accountNumber, { releasedOn, reference }) },
    } as const;
    await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at: at.toString() });
    const details = { customerId, accountNumber, releasedOn, reference, ...decision };
    await audit.record(transaction, { event: 'lien-released', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}

/**
 * Takes a recorded release back, as one that was entered for the wrong loan. The customer is told.
 * @param within runs in the transaction of the change
 */
export function withdrawLienRelease(
  services: Services,
  { customerId, accountNumber }: LoanName,
  decision: { readonly by: string; readonly reason: string },
  within: (transaction: Transaction, released: LienRelease) => Promise<void>,
): Promise<Result<LienRelease, LienWithdrawalRefusal>> {
  const { audit, clock, database } = services;
  const read = () => planLienRelease(services, { customerId, accountNumber });
  return readThenChange(database, accountSubject(accountNumber), read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { released } = planned.value.state;
    if (!released) return failure('NoLienRelease');
    const { at, today } = clock.moment();
    const paymentId = paymentIdOfLien(randomUUID());
    await raiseGuard(transaction, accountSubject(accountNumber));
    const posting = { paymentId, accountNumber, effectiveOn: today, postedAt: at.toString() };
    await enqueueHostTask(services, transaction, { kind: 'withdrawLienRelease', ...posting });
    const mail = {
      occasion: paymentId,
      subject: { key: 'lienWithdrawnMail.subject' },
      body: { key: 'lienWithdrawnMail.body', values: shownRelease(services, accountNumber, released) },
    } as const;
    await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at: at.toString() });
    const details = { customerId, accountNumber, ...released, ...decision };
    await audit.record(transaction, { event: 'lien-release-withdrawn', userId: null, details });
    await within(transaction, released);
    return success(released);
  });
}

function shownRelease(
  { institution: { options } }: Pick<Services, 'institution'>,
  accountNumber: string,
  { releasedOn, reference }: LienRelease,
) {
  const loan = shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
  return { loan, date: formatDay(releasedOn), reference };
}
