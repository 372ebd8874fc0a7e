import { addCents, type Cents, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import { type Result, success } from '#common/core/results.ts';
import { paymentIdOfPayout } from '#common/payments/rules/payout.ts';
import type { DrawProjection } from '#server/host/host-servicing.ts';
import type { Services } from '#server/services.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from './loan-on-our-books.ts';
import { listUnfiledDraws } from './unsent-draws.queries.ts';

/** Returns a line of credit as the books have it, without draws that haven't left. */
export function readLine(
  services: Pick<Services, 'clock' | 'host'>,
  { customerId, accountNumber }: LoanName,
): Promise<Result<DrawProjection, NotOnOurBooks>> {
  const loan = { customerId, accountNumber };
  return projectOnOurBooks(services, loan, (books) => books.projectDraw(loan));
}

export interface PlannedDraws extends DrawProjection {
  /** Draws that wait for their bank file: not owed yet, but no longer available. */
  readonly unsentCents: Cents;
}

/** Returns the limit of a line of credit and what can be drawn, or why nothing can. */
export async function planDraw(
  services: Pick<Services, 'clock' | 'database' | 'host'>,
  loan: LoanName,
): Promise<Result<PlannedDraws, NotOnOurBooks>> {
  const line = await readLine(services, loan);
  if (!line.ok) return line;
  const draws = await listUnfiledDraws(services.database, loan.accountNumber);
  const posted = await listOnBooks(
    services,
    draws.map(({ payoutId }) => payoutId),
  );
  const unsent = draws.flatMap(({ payoutId, amountCents }) => (posted.has(payoutId) ? [] : [amountCents]));
  const unsentCents = addCents(...unsent);
  const availableCents = maxCents(ZERO, subtractCents(line.value.availableCents, unsentCents));
  return success({ ...line.value, availableCents, unsentCents });
}

/** Returns those payouts that the books have. */
export async function listOnBooks(
  { host }: Pick<Services, 'host'>,
  payoutIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (payoutIds.length === 0) return new Set();
  const records = await host.listPostings(payoutIds.map((payoutId) => paymentIdOfPayout(payoutId)));
  const counting = new Set(records.flatMap(({ paymentId, reversed }) => (reversed ? [] : [paymentId])));
  return new Set(payoutIds.filter((payoutId) => counting.has(paymentIdOfPayout(payoutId))));
}
