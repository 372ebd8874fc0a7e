import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { chargeOffsApi } from '#common/desk/charge-offs.api.ts';
import { planChargeOff } from '#server/accounts/servicing/charge-off.command.ts';
import { askAboutCustomer } from '#server/desk/approvals/ask-second-person.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';

export const chargeOffsHandlers: DeskHandlers<typeof chargeOffsApi> = {
  'GET /api/desk/charge-off': async ({ services, query }) => {
    const { customerId, accountNumber } = query;
    const planned = loanOrRefuse(await planChargeOff(services, query));
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

  'POST /api/desk/charge-off/ask': async (call) => {
    const { accountNumber, seenCents } = call.body;
    const { obstacle, owedCents, plannedPayments } = loanOrRefuse(await planChargeOff(call.services, call.body));
    if (obstacle) throw new DeskRefusal(409, obstacle);
    if (owedCents !== seenCents) throw new DeskRefusal(409, 'AmountMoved');
    const names = { loan: `Loan ${accountNumber}`, planned: `Planned payments of loan ${accountNumber}` };
    await askAboutCustomer(call, () => ({
      action: 'chargeOff',
      input: { accountNumber, seenCents: String(seenCents) },
      before: {
        [names.loan]: `owes ${formatCents(owedCents)}`,
        ...(plannedPayments > 0 && { [names.planned]: String(plannedPayments) }),
      },
      after: {
        [names.loan]: `${formatCents(owedCents)} charged off`,
        ...(plannedPayments > 0 && { [names.planned]: 'canceled' }),
      },
      details: { accountNumber, owedCents },
    }));
    return {};
  },

  'POST /api/desk/charge-off/ask-to-reverse': async (call) => {
    const { accountNumber } = call.body;
    const planned = loanOrRefuse(await planChargeOff(call.services, call.body));
    const { chargedOff, owedCents, reversalObstacle } = planned;
    if (reversalObstacle) throw new DeskRefusal(409, reversalObstacle);
    if (!chargedOff) throw new DeskRefusal(409, 'NotChargedOff');
    const name = `Loan ${accountNumber}`;
    await askAboutCustomer(call, () => ({
      action: 'reverseChargeOff',
      input: { accountNumber },
      before: { [name]: `${formatCents(chargedOff.amountCents)} charged off on ${formatDay(chargedOff.on)}` },
      after: { [name]: `owes ${formatCents(owedCents)}, with interest again` },
      details: { accountNumber },
    }));
    return {};
  },
};
