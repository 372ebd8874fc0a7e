import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { chargeOffsApi } from '#common/desk/charge-offs.api.ts';
import { planChargeOff } from '#server/accounts/servicing/charge-off.command.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import type { Today } from '#server/desk/today-list.ts';
import { isChargeOffTask } from '#server/host-tasks/charge-off-mail.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { listSetAsideTasks } from '#server/host-tasks/host-tasks.queries.ts';
import { openTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Services } from '#server/services.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { type DeskHandlers, DeskRefusal, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';

export const chargeOffsHandlers: DeskHandlers<typeof chargeOffsApi> = {
  'GET /api/desk/charge-off': async ({ services, query }) => {
    const { customerId, accountNumber } = query;
    const planned = loanOrRefuse(await planChargeOff(services, query));
    const { owedCents, lossCents, principalCents, interestCents, feesCents, plannedPayments } = planned;
    const { obstacle, chargedOff, recoveredCents, reversalObstacle } = planned;
    return {
      owedCents,
      lossCents,
      principalCents,
      interestCents,
      feesCents,
      plannedPayments,
      obstacle,
      chargedOff: chargedOff && { on: chargedOff.on, amountCents: chargedOff.amountCents },
      recoveredCents,
      reversalObstacle,
      asked: await hasOpenWorkItem(services.database, 'chargeOff', customerId, { accountNumber }),
      reversalAsked: await hasOpenWorkItem(services.database, 'reverseChargeOff', customerId, { accountNumber }),
    };
  },

  'POST /api/desk/charge-off/ask': async (call) => {
    const { customerId, accountNumber, seenCents } = call.body;
    const planned = loanOrRefuse(await planChargeOff(call.services, call.body));
    const { obstacle, owedCents, lossCents, plannedPayments } = planned;
    if (obstacle) throw new DeskRefusal(409, obstacle);
    if (lossCents !== seenCents) throw new DeskRefusal(409, 'AmountMoved');
    const names = { loan: `Loan ${accountNumber}`, planned: `Planned payments of loan ${accountNumber}` };
    await requestApprovalForCustomer(call, async (transaction) => {
      // One for the loan, whatever amount it was asked for.
      await lockGuard(transaction, accountSubject(accountNumber));
      if (await hasOpenWorkItem(transaction, 'chargeOff', customerId, { accountNumber })) {
        throw new DeskRefusal(409, 'AskedAlready');
      }
      return {
        action: 'chargeOff',
        input: { accountNumber, seenCents: String(seenCents) },
        before: {
          [names.loan]: `owes ${formatCents(owedCents)}`,
          ...(plannedPayments > 0 && { [names.planned]: String(plannedPayments) }),
        },
        after: {
          [names.loan]: `principal and charges of ${formatCents(lossCents)} charged off, with interest through the day of approval`,
          ...(plannedPayments > 0 && { [names.planned]: 'canceled' }),
        },
        details: { accountNumber, owedCents },
      };
    });
    return {};
  },

  'POST /api/desk/charge-off/ask-to-reverse': async (call) => {
    const { accountNumber } = call.body;
    const planned = loanOrRefuse(await planChargeOff(call.services, call.body));
    const { chargedOff, owedCents, reversalObstacle } = planned;
    if (reversalObstacle) throw new DeskRefusal(409, reversalObstacle);
    if (!chargedOff) throw new DeskRefusal(409, 'NotChargedOff');
    const name = `Loan ${accountNumber}`;
    await requestApprovalForCustomer(call, () => ({
      action: 'reverseChargeOff',
      input: { accountNumber },
      before: { [name]: `${formatCents(chargedOff.amountCents)} charged off on ${formatDay(chargedOff.on)}` },
      after: { [name]: `owes ${formatCents(owedCents)}, with interest again` },
      details: { accountNumber },
    }));
    return {};
  },
};

const MAX_REFUSED = 200;

/** Approved charge-offs and reversals that the books refused: the customer is not told, and someone must ask again. */
export async function listChargeOffsToday(services: Services): Promise<Today> {
  const refused = await listSetAsideTasks(services.database, MAX_REFUSED);
  return {
    needs: refused.flatMap((aside) => {
      const task = openTask(services, aside);
      if (!isChargeOffTask(task) || task.tells === undefined) return [];
      const what = task.kind === 'chargeOff' ? 'charge-off' : 'reversal of a charge-off';
      return [
        {
          tone: 'bad' as const,
          title: `The books refused an approved ${what}. ${aside.reason}`,
          action: 'Review',
          path: `/charge-off/${encodeURIComponent(task.tells)}/${encodeURIComponent(task.accountNumber)}`,
        },
      ];
    }),
    counts: [],
  };
}
