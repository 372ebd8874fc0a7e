import { ZERO } from '#common/core/money.ts';

import type { ServicingRules } from '#common/institution/institution.ts';
import type { PaymentProjection, ProjectedPayment } from '#server/host/host-payments.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectAnyLoan } from './accounts.queries.ts';
import { dueOn } from './installments.ts';
import { ledger } from './ledger-codes.ts';
import { payoffOn } from './payoff.ts';
import { projectInOrder } from './post-in-order.ts';

/** Computes the effect of {@link postPayment} on the loan as it is now, without writing. */
export async function projectPayment(
  database: Queryable,
  plan: ProjectedPayment,
  rules: ServicingRules,
): Promise<PaymentProjection | undefined> {
  const row = await selectAnyLoan(database, plan.accountNumber);
  if (!row) return undefined;
  const payment = { ...plan, processingFeeCents: ZERO, clearing: ledger.cash };
  const { loan, applied } = await projectInOrder(database, loanFromRow(row), payment, rules);
  const { allocation } = applied;
  return {
    allocation,
    principalAfterCents: loan.principalCents,
    payoffAfterCents: payoffOn(loan, plan.payoffOn ?? plan.effectiveOn),
    nextDueOn: dueOn(loan),
  };
}
