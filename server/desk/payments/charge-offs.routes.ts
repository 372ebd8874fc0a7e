import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { chargeOffsApi } from '#common/desk/charge-offs.api.ts';
import { type PlannedChargeOff, planChargeOff } from '#server/accounts/servicing/charge-off.command.ts';
import { askSecondPerson } from '#server/desk/approvals/ask-second-person.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export const chargeOffsHandlers: DeskHandlers<typeof chargeOffsApi> = {
  'GET /api/desk/charge-off': async ({ services, query }) => {
    const { customerId, accountNumber } = query;
    const planned = await getPlan(services, query);
    const { owedCents, principalCents, interestCents, feesCents, plannedPayments } = planned;
    const { obstacle, chargedOff, recoveredCents, reversalObstacle } = planned;
    return {
      owedCents,
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

  'POST /api/desk/charge-off/ask': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, seenCents, reason } = body;
    const { obstacle, owedCents, plannedPayments } = await getPlan(services, body);
    if (obstacle) throw new DeskRefusal(409, obstacle);
    if (owedCents !== seenCents) throw new DeskRefusal(409, 'AmountMoved');
    const customer = await services.host.findCustomer(customerId);
    const names = { loan: `Loan ${accountNumber}`, planned: `Planned payments of loan ${accountNumber}` };
    await inTransaction(services.database, async (transaction) => {
      const item = {
        action: 'chargeOff',
        customerId,
        customerName: customer?.personalName ?? customerId,
        input: { accountNumber, seenCents: String(seenCents) },
        before: { [names.loan]: `owes ${formatCents(owedCents)}`, [names.planned]: String(plannedPayments) },
        after: { [names.loan]: `${formatCents(owedCents)} charged off`, [names.planned]: 'none' },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { customerId, reason, details: { accountNumber, owedCents, workItemId } });
    });
    return {};
  },

  'POST /api/desk/charge-off/ask-to-reverse': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, reason } = body;
    const { chargedOff, owedCents, reversalObstacle } = await getPlan(services, body);
    if (reversalObstacle) throw new DeskRefusal(409, reversalObstacle);
    if (!chargedOff) throw new DeskRefusal(409, 'NotChargedOff');
    const customer = await services.host.findCustomer(customerId);
    const name = `Loan ${accountNumber}`;
    await inTransaction(services.database, async (transaction) => {
      const item = {
        action: 'reverseChargeOff',
        customerId,
        customerName: customer?.personalName ?? customerId,
        input: { accountNumber },
        before: { [name]: `${formatCents(chargedOff.amountCents)} charged off on ${formatDay(chargedOff.on)}` },
        after: { [name]: `owes ${formatCents(owedCents)}, with interest again` },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { customerId, reason, details: { accountNumber, workItemId } });
    });
    return {};
  },
};

async function getPlan(
  services: Services,
  loan: { readonly customerId: string; readonly accountNumber: string },
): Promise<PlannedChargeOff> {
  const planned = await planChargeOff(services, loan);
  if (!planned.ok) throw new DeskRefusal(planned.error === 'NotALoan' ? 404 : 409, planned.error);
  return planned.value;
}
