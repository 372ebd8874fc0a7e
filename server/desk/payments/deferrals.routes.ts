import { day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { deferralsApi } from '#common/desk/deferrals.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';
import type { DueDates } from '#server/host/host-loan-terms.ts';
import { shownInstallments } from './shown-installments.ts';
import {
  deferInstallments,
  type PlannedDeferral,
  planDeferral,
} from '#server/payments/operator/defer-installments.command.ts';

export const deferralsHandlers: DeskHandlers<typeof deferralsApi> = {
  'GET /api/desk/deferral': async ({ services, query }) => {
    const { customerId, accountNumber } = query;
    const { now, after, ...planned } = loanOrRefuse(await planDeferral(services, query));
    const { deferred, deferredInYear, needsApproval, automatic } = planned;
    return {
      now: shown(now),
      after: after.ok ? shown(after.value) : null,
      why: after.ok ? '' : after.error,
      newInstallments: after.ok ? shownInstallments(after.value) : [],
      deferred: [...deferred],
      deferredInYear,
      needsApproval,
      asked: await hasOpenWorkItem(services.database, 'deferInstallments', customerId, { accountNumber }),
      automatic: automatic && { skipped: [...automatic.skipped], next: automatic.next },
    };
  },

  'POST /api/desk/deferral/defer': async (call) => {
    const { services, session, body, record } = call;
    const { reason, seen, ...wanted } = body;
    const { customerId, accountNumber, installments } = wanted;
    const planned = loanOrRefuse(await planDeferral(services, wanted));
    if (!planned.after.ok) throw new DeskRefusal(409, planned.after.error);
    if (planned.now.dueOn !== seen) throw new DeskRefusal(409, 'DueDateMoved');
    if (planned.needsApproval) {
      await requestDeferral(call, planned);
      return { outcome: 'asked' };
    }
    const decision = { by: session.emailAddress, reason };
    const changed = await deferInstallments(services, { ...wanted, seen: day(seen) }, decision, (transaction, moved) =>
      record(transaction, { customerId, reason, details: { accountNumber, installments, ...moved } }),
    );
    if (!changed.ok) throw new DeskRefusal(409, changed.error);
    return { outcome: 'deferred' };
  },
};

function shown({ dueOn, lastDueOn }: DueDates) {
  return { dueOn, lastDueOn };
}

async function requestDeferral(
  call: DeskCall<'POST /api/desk/deferral/defer'>,
  { now, after }: PlannedDeferral,
): Promise<void> {
  const { accountNumber, installments, seen } = call.body;
  const next = `Next payment due on loan ${accountNumber}`;
  const last = `Last payment due on loan ${accountNumber}`;
  const values = (dates: DueDates | null) => ({
    ...(dates?.dueOn ? { [next]: formatDay(dates.dueOn) } : {}),
    ...(dates?.lastDueOn ? { [last]: formatDay(dates.lastDueOn) } : {}),
    ...Object.fromEntries(
      (dates?.newInstallments ?? []).map(({ firstOn, amountCents }) => [
        `Payment of ${formatCents(amountCents)} on loan ${accountNumber}`,
        `first due ${formatDay(firstOn)}`,
      ]),
    ),
  });
  await requestApprovalForCustomer(call, () => ({
    action: 'deferInstallments',
    input: { accountNumber, installments: String(installments), seen },
    before: values(now),
    after: { 'Payments deferred': String(installments), ...values(after.ok ? after.value : null) },
    details: { accountNumber, installments },
  }));
}
