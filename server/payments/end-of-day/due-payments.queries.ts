import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface DueReference {
  readonly kind: 'scheduled' | 'recurring';
  readonly id: string;
}

/** Records why a due payment wasn't submitted. Its claim stays, which delays the next attempt. */
export async function noteSubmitProblem(
  queryable: Queryable,
  { kind, id }: DueReference,
  problem: string,
): Promise<void> {
  if (kind === 'scheduled') {
    await sql`update payments set submit_problem = ${problem} where payment_id = ${id} and state = 'scheduled'`.execute(
      queryable,
    );
  } else {
    await sql`
      update recurring_payments set submit_problem = ${problem}
      where recurring_id = ${id} and state = 'active'`.execute(queryable);
  }
}

/**
 * Releases claims of payments that weren't tried.
 * @param problem the reason, or null if the process is stopping
 */
export async function giveBackClaims(
  queryable: Queryable,
  references: readonly DueReference[],
  problem: string | null,
): Promise<void> {
  const idsOf = (wanted: DueReference['kind']) => references.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  await sql`
    update payments set claimed_until = null, submit_problem = ${problem}
    where payment_id = any(${idsOf('scheduled')}::uuid[]) and state = 'scheduled'`.execute(queryable);
  await sql`
    update recurring_payments set claimed_until = null, submit_problem = ${problem}
    where recurring_id = any(${idsOf('recurring')}::uuid[]) and state = 'active'`.execute(queryable);
}

export async function noteAllDue(
  queryable: Queryable,
  { through, method, problem }: { readonly through: Day; readonly method: PaymentType; readonly problem: string },
): Promise<void> {
  await sql`
    update payments set submit_problem = ${problem}
    where state = 'scheduled' and pay_on <= ${through} and method_type = ${method}
      and (claimed_until is null or claimed_until <= now())`.execute(queryable);
  await sql`
    update recurring_payments set submit_problem = ${problem}
    where state = 'active' and run_on <= ${through} and method_type = ${method}
      and (claimed_until is null or claimed_until <= now())`.execute(queryable);
}

/** Counts due payments that haven't been tried or are claimed right now. */
export async function countUntried(queryable: Queryable, through: Day): Promise<Readonly<Record<PaymentType, number>>> {
  const { rows } = await sql<{ method: PaymentType; count: number }>`
    select method, count(*) as count from (
      select method_type as method from payments
      where state = 'scheduled' and pay_on <= ${through} and submit_problem is null
      union all
      select method_type from recurring_payments
      where state = 'active' and run_on <= ${through} and submit_problem is null
    ) as due group by method`.execute(queryable);
  const counts = { Card: 0, ACH: 0 };
  for (const { method, count } of rows) counts[method] = count;
  return counts;
}

export interface DueProblem {
  readonly referenceNumber: string;
  readonly dueOn: Day;
  readonly problem: string;
}

export async function listDueProblems(
  queryable: Queryable,
  { through, limit }: { readonly through: Day; readonly limit: number },
): Promise<DueProblem[]> {
  const { rows } = await sql<DueProblem>`
    select reference_number as "referenceNumber", pay_on as "dueOn", submit_problem as problem from payments
    where state = 'scheduled' and pay_on <= ${through} and submit_problem is not null
    union all
    select reference_number, run_on, submit_problem from recurring_payments
    where state = 'active' and run_on <= ${through} and submit_problem is not null
    order by 2, 1 limit ${limit}`.execute(queryable);
  return rows;
}
